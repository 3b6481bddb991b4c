// answer.glsl -- what a ray is asked and answers.
struct Answer {
    vec3 color;
    uint depth; // rays before this one
};
