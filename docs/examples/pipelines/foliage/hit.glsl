// hit.glsl -- what a ray says about the surface that it meets.
struct Hit {
    vec3 color;
    float t; // < 0: nothing was hit, and color is the sky's
    vec3 normal;
};
