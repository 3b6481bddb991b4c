/* diorama shaders FILE.amber: scripts that hold, expectations that do not, and one line for what is
 * wrong or not known. */
#include "tests/rig/program.h"
#include "tests/rig/rig.h"

#include "common/file.h"
#include "common/memory.h"

#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define HEAD    "#version 460\n#extension GL_EXT_ray_tracing : require\n"
#define PAYLOAD HEAD "layout(location = 0) rayPayloadInEXT uint seen;\n"

/* A row of rays along z, at x = 0.3, 1.3, ...: each pixel is what its ray meets. */
#define RAYGEN(flags, mask)                                                                        \
    "SHADER ray_generation look GLSL\n" HEAD                                                       \
    "layout(set = 0, binding = 0) uniform accelerationStructureEXT world;\n"                       \
    "layout(set = 0, binding = 1, r32ui) uniform uimage1D row;\n"                                  \
    "layout(location = 0) rayPayloadEXT uint seen;\n"                                              \
    "void main() {\n"                                                                              \
    "  seen = 7;\n"                                                                                \
    "  traceRayEXT(world, " flags ", " mask                                                        \
    ", 0, 1, 0, vec3(gl_LaunchIDEXT.x + 0.3, 0.3, -5.0),\n"                                        \
    "              0.0, vec3(0, 0, 1), 100.0, 0);\n"                                               \
    "  imageStore(row, int(gl_LaunchIDEXT.x), uvec4(seen));\n}\nEND\n"
#define MISS "SHADER miss nothing GLSL\n" PAYLOAD "void main() { seen = 9; }\nEND\n"
#define HIT                                                                                        \
    "SHADER closest_hit hit GLSL\n" PAYLOAD                                                        \
    "void main() { seen += 1000 * gl_InstanceCustomIndexEXT + 100 * gl_GeometryIndexEXT +\n"       \
    "                      10 * gl_PrimitiveID; }\nEND\n"
#define TRIANGLE(x) #x " 0 1  " #x ".8 0 1  " #x " 0.8 1\n"
#define GROUND                                                                                     \
    "ACCELERATION_STRUCTURE BOTTOM_LEVEL some\n"                                                   \
    "  GEOMETRY TRIANGLES\n" TRIANGLE(0)                                                           \
        TRIANGLE(1) "  END\n"                                                                      \
                    "  GEOMETRY TRIANGLES\n    FLAGS OPAQUE\n" TRIANGLE(2) "  END\nEND\n"
#define WORLD                                                                                      \
    "ACCELERATION_STRUCTURE TOP_LEVEL all\n"                                                       \
    "  BOTTOM_LEVEL_INSTANCE some\n    INDEX 3\n    MASK 0x01\n  END\n"                            \
    "  BOTTOM_LEVEL_INSTANCE some\n    INDEX 5\n    MASK 2\n"                                      \
    "    TRANSFORM\n      1 0 0 3\n      0 1 0 0\n      0 0 1 0\n    END\n  END\nEND\n"
#define ROW "IMAGE row FORMAT R32_UINT DIM_1D WIDTH 8 FILL 0\n"
#define BIND                                                                                       \
    "  BIND ACCELERATION_STRUCTURE all DESCRIPTOR_SET 0 BINDING 0\n"                               \
    "  BIND BUFFER row AS storage_image DESCRIPTOR_SET 0 BINDING 1\n"
#define TABLES                                                                                     \
    "  SHADER_GROUP g look\n  SHADER_GROUP m nothing\n  SHADER_GROUP h hit\n"                      \
    "  SHADER_BINDING_TABLE looks\n    g\n  END\n  SHADER_BINDING_TABLE misses\n    m\n  END\n"    \
    "  SHADER_BINDING_TABLE hits\n    h\n    h\n  END\n"
#define PIPELINE "PIPELINE raytracing p\n" BIND TABLES "END\n"
#define RUN      "RUN p RAYGEN looks MISS misses HIT hits 8 1 1\n"
#define SCRIPT(flags, mask)                                                                        \
    "#!amber\n# a comment\n" RAYGEN(flags, mask) MISS HIT GROUND WORLD ROW PIPELINE RUN
static const char script[] = SCRIPT("0", "0xff");

static void run(const char *text, int status, const char *out, const char *err)
{
    struct outcome o;
    program_write_text("a.amber", text);
    program_run(&o, "shaders a.amber");
    if (o.status != status || !strstr(o.out, out) || !strstr(o.err, err))
        fail_msg("status %d, out '%s', err '%s'; expected %d, '%s', '%s' of\n%s", o.status, o.out,
                 o.err, status, out, err, text);
    outcome_free(&o);
}

static void holds(const char *before, const char *expects)
{
    MEM_AUTO char *text = mem_calloc(strlen(before) + strlen(expects) + 1, 1);
    strcat(strcpy(text, before), expects);
    run(text, 0, " hold", "");
}

TEST(geometries_instances_and_masks_are_seen)
{
    holds(script, "EXPECT row IDX 0 EQ 3007 3017 3107 5007 5017 5107 9 9\n");
    holds(SCRIPT("0", "2"), "EXPECT row IDX 0 EQ 9 9 9 5007 5017 5107 9\nEXPECT row IDX 28 EQ 9\n");
    holds(SCRIPT("gl_RayFlagsCullOpaqueEXT", "0xff"), "EXPECT row IDX 0 EQ 3007 3017 9 5007\n");
    holds(SCRIPT("gl_RayFlagsCullNoOpaqueEXT", "1"), "EXPECT row IDX 0 EQ 9 9 3107 9\n");
    /* seen from below they are clockwise in a right-handed space */
    holds(SCRIPT("gl_RayFlagsCullBackFacingTrianglesEXT", "1"), "EXPECT row IDX 0 EQ 9 9 9 9\n");
    holds(SCRIPT("gl_RayFlagsCullFrontFacingTrianglesEXT", "1"), "EXPECT row IDX 0 EQ 3007 3017\n");
}

TEST(comparisons_are_those_of_amber)
{
    holds(script, "EXPECT row IDX 4 GT 3016\nEXPECT row IDX 4 GE 3017\nEXPECT row IDX 4 LT 3018\n"
                  "EXPECT row IDX 4 LE 3017\nEXPECT row IDX 4 NE 3016 3108\n"
                  "EXPECT row IDX 0 TOLERANCE 2 EQ 3009 3015\nEXPECT row IDX 0 TOLERANCE 1% EQ \\\n"
                  "  3030\nEXPECT row EQ_BUFFER row\n");
}

TEST(what_does_not_hold_is_named)
{
    run(SCRIPT("0", "0xff") "EXPECT row IDX 0 EQ 3007 0x10\nEXPECT row IDX 0 NE 1\n"
                            "EXPECT row IDX 0 LT 5\n",
        1, "a.amber:73: row at pixel (1, 0), byte 4, is 3017; expected 16\n",
        "diorama: a.amber: 2 of 3 expectations do not hold\n");
    struct outcome o;
    program_run(&o, "shaders a.amber --json");
    json_t *d = json_loads(o.out, 0, NULL);
    const json_t *list = json_object_get(d, "differences"), *first = json_array_get(list, 0);
    assert_int_equal(o.status, 1);
    assert_int_equal(json_integer_value(json_object_get(d, "expectations")), 3);
    assert_int_equal(json_array_size(list), 2);
    assert_int_equal(json_integer_value(json_object_get(first, "line")), 73);
    assert_true(json_number_value(json_object_get(first, "found")) == 3017);
    json_decref(d);
    outcome_free(&o);
}

/* Boxes, which a shader fills; a callable, buffers and push constants. */
#define BUFFERS                                                                                    \
    "#!amber\n"                                                                                    \
    "BUFFER data DATA_TYPE vec4<float> SIZE 2 SERIES_FROM 1.5 INC_BY -0.25\n"                      \
    "BUFFER sums DATA_TYPE float SIZE 8 FILL 1\nBUFFER same DATA_TYPE float DATA 1 1 1 1 1 1 1 "   \
    "1 END\nBUFFER push DATA_TYPE int32 DATA -4 END\n"                                             \
    "SHADER callable twice GLSL\n" HEAD                                                            \
    "layout(location = 0) callableDataInEXT float x;\nvoid main() { x *= 2; }\nEND\n"              \
    "SHADER intersection fill GLSL\n" HEAD                                                         \
    "void main() { reportIntersectionEXT(gl_PrimitiveID + 0.5, 3); }\nEND\n"                       \
    "SHADER any_hit skip GLSL\n" HEAD "layout(location = 0) rayPayloadInEXT float t;\n"            \
    "void main() { if (gl_PrimitiveID == 0) ignoreIntersectionEXT; }\nEND\n"                       \
    "SHADER closest_hit hit GLSL\n" HEAD "layout(location = 0) rayPayloadInEXT float t;\n"         \
    "void main() { t = gl_HitTEXT; }\nEND\n"                                                       \
    "SHADER ray_generation look GLSL\n" HEAD                                                       \
    "layout(binding = 0) uniform accelerationStructureEXT world;\n"                                \
    "layout(binding = 1) uniform Data { vec4 data[2]; };\n"                                        \
    "layout(binding = 2) buffer Sums { float sums[]; };\n"                                         \
    "layout(push_constant) uniform Push { int push; };\n"                                          \
    "layout(location = 0) rayPayloadEXT float t;\nlayout(location = 0) callableDataEXT float x;\n" \
    "void main() {\n  uint i = gl_LaunchIDEXT.x;\n"                                                \
    "  traceRayEXT(world, 0, 0xff, 0, 0, 0, vec3(0), 0.0, vec3(0, 0, 1), 9.0, 0);\n"               \
    "  x = data[i / 4][i % 4];\n  executeCallableEXT(0, 0);\n  sums[i] = x + push + t;\n}\nEND\n"  \
    "ACCELERATION_STRUCTURE BOTTOM_LEVEL some\n  GEOMETRY AABBS\n"                                 \
    "    -1 -2 -3  3 2 1\n    -1 -2 0.25  3 2 1\n  END\nEND\n"                                     \
    "ACCELERATION_STRUCTURE TOP_LEVEL all\n  BLAS_INSTANCE USE some\nEND\n"                        \
    "PIPELINE raytracing lib\n  FLAGS LIBRARY\n  SHADER_GROUP c twice\nEND\n"                      \
    "PIPELINE raytracing p\n  USE_LIBRARY lib\n"                                                   \
    "  BIND ACCELERATION_STRUCTURE all DESCRIPTOR_SET 0 BINDING 0\n"                               \
    "  BIND BUFFER data AS uniform DESCRIPTOR_SET 0 BINDING 1\n"                                   \
    "  BIND BUFFER sums AS storage DESCRIPTOR_SET 0 BINDING 2\n"                                   \
    "  BIND BUFFER push AS push_constant\n"                                                        \
    "  SHADER_GROUP g look\n  SHADER_GROUP h fill hit skip\n"                                      \
    "  SHADER_BINDING_TABLE looks g END\n  SHADER_BINDING_TABLE hits h END\n"                      \
    "  SHADER_BINDING_TABLE calls c END\nEND\nRUN p RAYGEN looks HIT hits CALL calls 6 1 1\n"

TEST(boxes_buffers_and_callables_are_those_of_the_script)
{
    holds(BUFFERS, "EXPECT sums IDX 0 EQ 0.5 0 -0.5 -1 -1.5 -2 1 1\nEXPECT data IDX 16 EQ 0.5\n"
                   "EXPECT same IDX 24 EQ 1 1\n");
    run(BUFFERS "EXPECT sums EQ_BUFFER same\n", 1, "sums, byte 0, is 0.5; expected 1\n", "1 of 1");
}

/* Two structures, which a ray and a query see apart; a query leaves what is not opaque to the
 * shader. */
#define APART                                                                                      \
    "#!amber\nSHADER ray_generation look GLSL\n" HEAD "#extension GL_EXT_ray_query : require\n"    \
    "layout(binding = 0) uniform accelerationStructureEXT near;\n"                                 \
    "layout(binding = 3) uniform accelerationStructureEXT far;\n"                                  \
    "layout(binding = 1, rgba32i) uniform iimage2D row;\n"                                         \
    "layout(location = 0) rayPayloadEXT uint seen;\n"                                              \
    "ivec2 ask(accelerationStructureEXT world) {\n"                                                \
    "  vec3 from = vec3(gl_LaunchIDEXT.x + 0.3, 0.3, -5.0);\n"                                     \
    "  seen = 7;\n  traceRayEXT(world, 0, 0xff, 0, 1, 0, from, 0.0, vec3(0, 0, 1), 100.0, 0);\n"   \
    "  rayQueryEXT q;\n"                                                                           \
    "  rayQueryInitializeEXT(q, world, 0, 0xff, from, 0.0, vec3(0, 0, 1), 100.0);\n"               \
    "  while (rayQueryProceedEXT(q)) {}\n"                                                         \
    "  return ivec2(seen, rayQueryGetIntersectionTypeEXT(q, true));\n}\n"                          \
    "void main() {\n  ivec2 size = imageSize(row);\n"                                              \
    "  imageStore(row, ivec2(gl_LaunchIDEXT.x, 0), ivec4(ask(near), ask(far)));\n"                 \
    "  imageStore(row, ivec2(gl_LaunchIDEXT.x, 1), ivec4(size, 0, 0));\n}\nEND\n" MISS HIT GROUND  \
    "ACCELERATION_STRUCTURE TOP_LEVEL all\n  BOTTOM_LEVEL_INSTANCE some END\nEND\n"                \
    "ACCELERATION_STRUCTURE TOP_LEVEL shifted\n  BOTTOM_LEVEL_INSTANCE some\n    INDEX 1\n"        \
    "    FLAGS FORCE_OPAQUE\n    TRANSFORM 1 0 0 1 0 1 0 0 0 0 1 0 END\n  END\nEND\n"              \
    "IMAGE row FORMAT R32G32B32A32_SINT DIM_2D WIDTH 20 HEIGHT 2\nPIPELINE raytracing p\n"         \
    "  BIND ACCELERATION_STRUCTURE shifted DESCRIPTOR_SET 0 BINDING 3\n" BIND TABLES "END\n"       \
    "RUN p RAYGEN looks MISS misses HIT hits 4 1 1\n"

TEST(structures_are_apart)
{
    holds(APART, "EXPECT row IDX 0 EQ 7 0 9 0  17 0 1007 1  107 1 1017 1  9 0 1107 1  0 0 0 0\n"
                 "EXPECT row IDX 320 EQ 20 2 0 0  20 2 0 0\n");
}

/* ---- what is wrong ---- */

/* The script with its first `from` as `to`. */
static void refuses(const char *text, const char *from, const char *to, const char *said)
{
    const char *at = strstr(text, from);
    MEM_AUTO char *changed = mem_calloc(strlen(text) + strlen(to) + 1, 1);
    if (!at)
        fail_msg("no '%s' in the script", from);
    sprintf(changed, "%.*s%s%s", (int)(at - text), text, to, at + strlen(from));
    program_write_text("a.amber", changed);
    program_refuses("shaders a.amber", 1, said);
}

TEST(each_mistake_is_one_line)
{
    static const struct {
        const char *from, *to, *said;
    } mistakes[] = {
        {"#!amber", "amber", "a.amber:1: no Amber script; expected the line #!amber"},
        {"SHADER ray_gen", "SHADE ray_gen", "a.amber:3: the command 'SHADE'; expected SHADER"},
        {"ray_generation", "vertex", "a.amber:3: a shader of kind 'vertex'; expected one of ray_"},
        {"look GLSL", "look SPIRV-ASM", "a.amber:3: a shader in 'SPIRV-ASM'; expected GLSL"},
        {"seen = 7;", "sen = 7;", "a.amber:10: 'sen' : undeclared identifier"},
        {"miss nothing", "miss look", "a.amber:16: a second shader 'look'"},
        {"GEOMETRY TRI", "GEOMETRY QUADS", "a geometry of 'QUADSANGLES'; expected one of TRIANG"},
        {" 0 0.8 1", " 0 0.8", "17 coordinates; expected a multiple of 9"},
        {" 0 0.8 1", " 0 0.8 x", "a coordinate 'x'; expected a number"},
        {"INDEX 3", "INDEX 99999999999999999999", "an index of '99999999999999999999'; expected a"},
        {"MASK 2", "MASK 256", "a mask of '256'; expected a whole number from 0 to 255"},
        {"MASK 2", "MASC 2", "the property 'MASC'; expected one of INDEX, OFFSET, MASK, FLAGS"},
        {"INSTANCE some", "INSTANCE sum", "no bottom-level structure 'sum' so far"},
        {"1 0 0 3\n", "0 0 0 3\n", "transform of an instance"},
        {"R32_UINT", "R8_UINT", "the format 'R8_UINT'; expected R32_"},
        {"WIDTH 8", "WIDTH 0", "a width of '0'; expected a whole number from 1 to 16384"},
        {"FILL 0", "FILL 3", "begins with other numbers than 0; expected FILL 0"},
        {"raytracing", "compute", "a pipeline of kind 'compute'; expected raytracing"},
        {"AS storage_image", "AS storage", "an image as 'storage'; expected storage_image"},
        {"BINDING 1", "BINDING x", "a binding of 'x'; expected a whole number from 0"},
        {"h hit", "h hit nothing", "a group of 2 shaders; expected one shader of ray generation"},
        {"GROUP h hit", "GROUP h hit hit", "two shaders of one kind in a group; expected one"},
        {"looks\n    g", "looks\n    h", "the table of RAYGEN has no such shader; expected one"},
        {"misses\n    m", "misses\n    h", "group 'h' in the table of miss; expected one with"},
        {"RUN p", "RUN q", "no pipeline 'q' so far; expected the name of one"},
        {" 8 1 1", " 8 1 2", "a depth of '2'; expected a whole number from 1 to 1"},
        {" 8 1 1", " 8 1 1\n" RUN, "a second RUN; expected one"},
        {"BINDING 1", "BINDING 0", "a second BIND to set 0, binding 0; expected one"},
        {"RUN", "EXPECT row IDX 0 EQ 1\nRUN", "EXPECT in front of RUN; expected it behind"},
        {" 8 1 1", " 8 1 1\nEXPECT row IDX 2 EQ 1",
         "IDX 2, which counts bytes; expected a multiple of 4"},
        {" 8 1 1", " 8 1 1\nEXPECT row IDX 28 EQ 1 2", "2 numbers from byte 28 on are expected of"},
        {" 8 1 1", " 8 1 1\nEXPECT row IDX 0 EQ", "0 numbers from byte 0 on are expected of 'row'"},
        {" 8 1 1", " 8 1 1\nEXPECT row IDX 0 SIZE 1 1", "a comparison by 'SIZE'; expected one of"},
        {" 8 1 1", " 8 1 1\nEXPECT row IDX 0 EQ -1", "a number '-1'; expected a whole number"},
        {RUN, "", "nothing runs; expected RUN"},
        {"h\n    h\n", "h\n",
         "a.amber:12: pixel (2, 0) needs hit group 1 of a triangle; expected one of the 1"},
        {"END\nRUN", "RUN", "a pipeline's 'RUN'; expected one of BIND, SHADER_GROUP"},
    };
    for (size_t i = 0; i < sizeof mistakes / sizeof *mistakes; i++)
        refuses(script, mistakes[i].from, mistakes[i].to, mistakes[i].said);
    refuses(BUFFERS, "3 2 1", "-3 2 1", "an AABB from -1 to -3; expected its lower corner first");
    program_refuses("shaders none.amber", 1, "none.amber");
}

/* A file that ends anywhere, or has other bytes, is one line and leaves nothing behind. */
TEST(no_bytes_end_the_program_otherwise)
{
    assert_ok(file_make_folder("tmp", &st));
    setenv("TMPDIR", "tmp", 1);
    for (size_t n = 0; n < sizeof script - 1; n += 211) {
        program_write("a.amber", script, n);
        program_refuses("shaders a.amber", 1, "a.amber");
    }
    for (size_t n = 8; n < sizeof script - 1; n += 211) {
        char changed[sizeof script];
        memcpy(changed, script, sizeof script);
        memcpy(changed + n, "\0\xff \\\n9e", 7);
        program_write("a.amber", changed, sizeof script - 1);
        struct outcome o;
        program_run(&o, "shaders a.amber");
        assert_in_range(o.status, 0, 1);
        outcome_free(&o);
    }
    unsetenv("TMPDIR");
    assert_int_equal(rmdir("tmp"), 0); /* it is empty */
}
TEST_GROUP(program_enter, program_leave)
