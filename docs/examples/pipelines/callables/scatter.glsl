// scatter.glsl -- what a material is asked and answers, and what a ray does.
struct Scatter {
    vec3 direction; // of the ray, then of the next one
    vec3 normal;    // against the ray
    vec3 color;     // of the surface, then what the path's weight is multiplied with
    uint entering;  // the ray comes from outside
    uint state;     // of random numbers
    uint ends;      // 1: nothing goes on, and color is light
    float fuzz, ior;
};

struct Hit {
    Scatter scatter;
    float t;
};
