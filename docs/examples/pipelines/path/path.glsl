// path.glsl -- what a ray says about the surface that it meets.
struct Hit {
    vec3 color;
    float t; // < 0: nothing was hit, and color is the sky's
    vec3 normal;
    uint model;
    float fuzz, ior;
    uint inLights; // the surface belongs to an instance of the lights' buffer
};
