// path.glsl -- what a ray says about the surface that it meets.
const float PI = 3.14159265, NEAR = 0.001, FAR = 10000.0;

struct Hit {
    vec3 color;
    float t; // < 0: nothing was hit, and color is the sky's
    vec3 normal;
    uint model;
    float fuzz, ior;
    uint inLights; // the surface belongs to an instance of the lights' buffer
};
