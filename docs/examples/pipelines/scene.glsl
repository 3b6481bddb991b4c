// scene.glsl -- what all examples share: a scene's data under names that Diorama knows (docs/pipelines.md has the
// list), primary rays and random numbers. A stage includes it with #include "../scene.glsl".
#extension GL_EXT_ray_tracing : require
#extension GL_EXT_scalar_block_layout : require
#extension GL_EXT_nonuniform_qualifier : require

const uint MATTE = 0, METAL = 1, GLASS = 2, LAMP = 4; // Material.model

struct Vertex {
    vec3 position, normal;
    vec2 texcoord;
    int material;
};

struct Material {
    vec3 color; // of a lamp: its radiance
    int texture; // -1: none
    float fuzz, ior;
    uint model;
};

struct Instance {
    uint firstIndex, firstVertex;
    mat4 toWorld, toObject;
    int material; // of a sphere, and of a mesh's first triangle
    vec3 center;  // of a sphere
    float radius; // 0: a mesh
};

layout(binding = 0) uniform accelerationStructureEXT scene;
layout(binding = 1, rgba32f) uniform writeonly image2D picture;
layout(binding = 2, scalar) uniform Camera {
    mat4 viewInverse, projInverse;
    uint samples, bounces, seed, hasSky;
} camera;
layout(binding = 3, scalar) readonly buffer Vertices { Vertex vertices[]; };
layout(binding = 4, scalar) readonly buffer Indices { uint indices[]; };
layout(binding = 5, scalar) readonly buffer Materials { Material materials[]; };
layout(binding = 6, scalar) readonly buffer Instances { Instance instances[]; };
layout(binding = 7) uniform sampler2D textures[];

// A hash of a state that it moves on (O'Neill's PCG, 32 bits), as a number in [0, 1).
float random(inout uint state)
{
    state = state * 747796405u + 2891336453u;
    uint word = ((state >> ((state >> 28) + 4u)) ^ state) * 277803737u;
    word = (word >> 22) ^ word;
    return float(word >> 8) / 16777216.0;
}

vec3 randomOnSphere(inout uint state)
{
    float z = 1.0 - 2.0 * random(state), angle = 6.2831853 * random(state), r = sqrt(max(0.0, 1.0 - z * z));
    return vec3(r * cos(angle), r * sin(angle), z);
}

vec3 sky(vec3 direction)
{
    return camera.hasSky != 0 ? mix(vec3(1.0), vec3(0.4, 0.62, 1.0), 0.5 + 0.5 * direction.y) : vec3(0.0);
}

vec3 eye()
{
    return camera.viewInverse[3].xyz;
}

// The direction through a place of the picture, in pixels from its upper left corner.
vec3 primaryDirection(vec2 place, vec2 size)
{
    vec4 target = camera.projInverse * vec4(2.0 * place / size - 1.0, 1.0, 1.0);
    return normalize((camera.viewInverse * vec4(normalize(target.xyz), 0.0)).xyz);
}
