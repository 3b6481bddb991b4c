/* A pipeline's manifest: the bytes are the pipeline.cfg of a folder with a shader of each kind. */
#include "tests/fuzz/mutate_text.h"
#include "tests/fuzz/shaders.h"

FUZZ_WORDS("raygen = \"a.rgen\";", "miss = [ \"a.rmiss\" ];", "callables = [ \"a.rcall\" ];",
           "hit_groups = ( { closest_hit = \"a.rchit\"; } );", "any_hit = \"a.rahit\";",
           "intersection = \"a.rint\";", "record = ( 1, 0.5 );",
           "{ shader = \"a.rmiss\"; record = [ 1.0 ]; },",
           "offsets = { triangles = 0; spheres = 1; };", "recursion = 3;", "opaque = \"none\";",
           "constants = ( { id = 3; value = 2; } );",
           "bindings = ( { binding = 3; is = \"zeros\"; elements = 7; } );",
           "{ set = 0; binding = 2; is = \"camera\"; },",
           "members = { tint = [ 1.0, 0.9, 0.8 ]; };", "values = ( 1, 2.5 );",
           "world_space = true;", "dispatches = ( { shader = \"a.comp\"; groups = [2, 1]; } );",
           "{ shader = \"a.comp\"; linear = true; },")

#define HEAD    "#version 460\n#extension GL_EXT_ray_tracing : require\n"
#define PAYLOAD HEAD "layout(location = 0) rayPayloadInEXT vec3 color;\n"
#define RECORD  "layout(shaderRecordEXT) buffer Record { vec4 tint; };\n"

static const struct fuzz_member shaders[] = {
    {"pipeline.cfg", NULL},
    {"a.rgen", HEAD
     "layout(constant_id = 3) const int COUNT = 1;\n"
     "layout(binding = 0) uniform accelerationStructureEXT scene;\n"
     "layout(binding = 1, rgba32f) uniform image2D picture;\n"
     "layout(binding = 2) uniform Camera { mat4 viewInverse; vec3 tint; };\n"
     "layout(binding = 3) buffer Data { float data[]; };\n"
     "layout(location = 0) rayPayloadEXT vec3 color;\n"
     "layout(location = 1) callableDataEXT vec3 shade;\n"
     "void main()\n{\n    for (int i = 0; i < COUNT; i++)\n"
     "        traceRayEXT(scene, 0, 0xff, 0, 0, 0, viewInverse[3].xyz, 0.0,\n"
     "                    vec3(gl_LaunchIDEXT) * 0.1 - vec3(0, 0, 1), 1e4, 0);\n"
     "    executeCallableEXT(0, 1);\n"
     "    imageStore(picture, ivec2(gl_LaunchIDEXT), vec4(color * tint + shade + data[0], 1.0));"
     "\n}\n"},
    {"a.rmiss", PAYLOAD RECORD "void main() { color = tint.xyz; }\n"},
    {"a.rchit", PAYLOAD RECORD "void main() { color = tint.xyz; }\n"},
    {"a.rahit", PAYLOAD "void main() { ignoreIntersectionEXT; }\n"},
    {"a.rint", HEAD "void main() { reportIntersectionEXT(1.0, 0); }\n"},
    {"a.rcall", HEAD
     "layout(location = 1) callableDataInEXT vec3 shade;\nvoid main() { shade = vec3(1.0); }\n"},
    {"a.comp", "#version 460\nlayout(local_size_x = 8, local_size_y = 4) in;\n"
               "layout(binding = 1, rgba32f) uniform image2D picture;\n"
               "layout(binding = 3) buffer Data { float data[]; };\n"
               "void main() { data[gl_LocalInvocationIndex & 1] += 1.0;\n"
               "    imageStore(picture, ivec2(gl_GlobalInvocationID), vec4(data[0])); }\n"},
    {NULL, NULL},
};

enum st_code fuzz_one(const uint8_t *bytes, size_t n, struct status *st)
{
    return fuzz_run_shaders(shaders, bytes, n, st);
}
