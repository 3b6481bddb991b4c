/* --shaders FOLDER with a pipeline in GLSL or SPIR-V: the examples, the binding table, and one line
 * for each mistake. */
#include "tests/rig/program.h"
#include "tests/rig/rig.h"

#include "common/auto.h"
#include "common/child.h"
#include "common/file.h"
#include "common/image.h"
#include "common/memory.h"

#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define EXAMPLES TEST_SOURCE_DIR "/docs/examples/pipelines/"
#define HEAD     "#version 460\n#extension GL_EXT_ray_tracing : require\n"
#define PICTURE  "layout(binding = 1, rgba32f) uniform writeonly image2D picture;\n"
#define SCENE    "layout(binding = 0) uniform accelerationStructureEXT scene;\n"
#define PAYLOAD  "layout(location = 0) rayPayloadInEXT vec3 color;\n"

#define RAYGEN(majority)                                                                           \
    HEAD SCENE PICTURE                                                                             \
        "layout(binding = 2" majority ") uniform Camera { mat4 viewInverse, projInverse; };\n"     \
        "layout(location = 0) rayPayloadEXT vec3 color;\n"                                         \
        "void main()\n{\n"                                                                         \
        "    vec2 place = (vec2(gl_LaunchIDEXT) + 0.5) / vec2(gl_LaunchSizeEXT);\n"                \
        "    vec4 target = projInverse * vec4(2.0 * place - 1.0, 1.0, 1.0);\n"                     \
        "    vec3 way = (viewInverse * vec4(normalize(target.xyz), 0.0)).xyz;\n"                   \
        "    traceRayEXT(scene, 0, 0xff, 0, 0, 0, viewInverse[3].xyz, 0.0, way, 1e4, 0);\n"        \
        "    imageStore(picture, ivec2(gl_LaunchIDEXT), vec4(color, 1.0));\n}\n"
static const char raygen[] = RAYGEN("");
static const char miss[] = HEAD PAYLOAD "void main()\n{\n    color = vec3(0.25);\n}\n";
static const char hit[] = HEAD PAYLOAD "void main()\n{\n    color = vec3(1.0);\n}\n";

/* A file of the folder; text NULL: none. */
static void put(const char *folder, const char *name, const char *text)
{
    char path[256];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    if (text)
        program_write_text(path, text);
    else
        assert_int_equal(unlink(path), 0);
}

static void write_pipeline(const char *folder)
{
    assert_ok(file_make_folder(folder, &st));
    put(folder, "a.rgen", raygen);
    put(folder, "a.rmiss", miss);
    put(folder, "a.rchit", hit);
}

static json_int_t rays_of(const char *scene, const char *folder, const char *options)
{
    struct outcome o ENDED_BY(outcome_free);
    char words[512];
    snprintf(words, sizeof words, "render %s --shaders %s %s --json -q", scene, folder, options);
    program_run(&o, words);
    if (o.status != 0)
        fail_msg("diorama %s: status %d: %s", words, o.status, o.err);
    json_t *d = json_loads(o.out, 0, NULL);
    json_int_t rays = json_integer_value(json_object_get(d, "rays"));
    json_decref(d);
    return rays;
}

TEST(sources_are_not_written_over)
{
    write_pipeline("kept");
    put("kept", "b.glsl", miss + sizeof HEAD - 1);
    put("kept", "a.rmiss",
        "#version 460\n#extension GL_EXT_ray_tracing : require\n"
        "#extension GL_GOOGLE_include_directive : require\n#include \"b.glsl\"\n");
    program_refuses("simulate lonely -W 8 -H 8 -g tiny -q --shaders kept --trace kept/a.rgen", 2,
                    "kept/a.rgen is a file that is read; name another one");
    program_refuses("simulate lonely -W 8 -H 8 -g tiny -q --shaders kept --lines kept/b.glsl", 2,
                    "kept/b.glsl is a file that is read; name another one");
}

/* ---- the examples ---- */

TEST(the_examples_render)
{
    static const struct {
        const char *scene, *example;
        json_int_t rays;
    } examples[] = {{"lonely", "toon", 1024},       {"weekend", "path", 6139},
                    {"cornell", "path", 10148},     {"cornell", "reflections", 4931},
                    {"weekend", "spheres", 3600},   {"tree", "foliage", 3160},
                    {"weekend", "callables", 5014}, {"weekend", "occlusion", 4836}};
    for (size_t i = 0; i < sizeof examples / sizeof *examples; i++) {
        char folder[256];
        snprintf(folder, sizeof folder, "%s%s", EXAMPLES, examples[i].example);
        assert_int_equal(rays_of(examples[i].scene, folder, "-W 32 -H 32 -s 2 -o example.png"),
                         examples[i].rays);
        struct image picture;
        uint32_t black = 0;
        assert_ok(image_read_png(&picture, "example.png", &st));
        for (uint32_t k = 0; k < 32 * 32; k++)
            black += picture.rgba[4 * k] + picture.rgba[4 * k + 1] + picture.rgba[4 * k + 2] < 12;
        image_free(&picture);
        assert_in_range(black, 0, 128);
    }
}

/* ---- the binding table ---- */

static void assert_pixel(const char *png, uint32_t x, uint32_t y, int r, int g, int b)
{
    struct image picture ENDED_BY(image_free);
    assert_ok(image_read_png(&picture, png, &st));
    const uint8_t *rgb = image_at(&picture, x, y);
    if (rgb[0] != r || rgb[1] != g || rgb[2] != b)
        fail_msg("%s (%u, %u): %d %d %d; expected %d %d %d", png, x, y, rgb[0], rgb[1], rgb[2], r,
                 g, b);
}

/* ---- compute shaders and several dispatches ---- */

static void assert_same(const char *a, const char *b)
{
    unsigned char *of_a, *of_b;
    size_t n, m;
    assert_ok(file_read(a, &of_a, &n, &st));
    assert_ok(file_read(b, &of_b, &m, &st));
    assert_int_equal(n, m);
    assert_memory_equal(of_a, of_b, n);
    mem_free(of_a);
    mem_free(of_b);
}

/* Waves in several dispatches, with queues that atomic operations fill, are the path tracer: the
 * same rays, the same picture. */
TEST(waves_draw_what_the_path_tracer_draws)
{
    static const char *const scenes[] = {"weekend", "cornell"};
    for (size_t i = 0; i < sizeof scenes / sizeof *scenes; i++)
        assert_int_equal(
            rays_of(scenes[i], EXAMPLES "wavefront", "-W 48 -H 40 -s 1 --max-depth 4 -o waves.png"),
            rays_of(scenes[i], EXAMPLES "path", "-W 48 -H 40 -s 1 --max-depth 4 -o path.png"));
    assert_same("waves.png", "path.png");
}

/* The metrics of a simulation as text. */
static char *metrics_of(const char *words)
{
    struct outcome o ENDED_BY(outcome_free);
    program_run(&o, words);
    if (o.status != 0)
        fail_msg("diorama %s: status %d: %s", words, o.status, o.err);
    json_t *d = json_loads(o.out, 0, NULL);
    char *text = json_dumps(json_object_get(d, "metrics"), JSON_SORT_KEYS);
    json_decref(d);
    assert_non_null(text);
    return text;
}

TEST(threads_do_not_change_what_dispatches_cost)
{
    static const char *const models[] = {"cycle", "approximate", "interval", "gatsim"};
    for (size_t i = 0; i < sizeof models / sizeof *models; i++) {
        char words[512], *text[2];
        for (int t = 0; t < 2; t++) {
            snprintf(words, sizeof words,
                     "simulate weekend -W 40 -H 24 --shaders " EXAMPLES
                     "wavefront --gpu tiny --model %s -t %d --json -q",
                     models[i], 1 + 2 * t);
            text[t] = metrics_of(words);
        }
        assert_string_equal(text[0], text[1]);
        free(text[0]);
        free(text[1]);
    }
}

#define COMPUTE(x, y)                                                                              \
    "#version 460\nlayout(local_size_x = " #x ", local_size_y = " #y ") in;\n"                     \
    "layout(binding = 1, rgba32f) uniform image2D picture;\n"                                      \
    "layout(binding = 2, rgba32f) uniform image2D depth;\n"                                        \
    "layout(binding = 3) buffer Totals { uint n, sum, most; };\n"
#define COUNTS     "layout(binding = 5, r32ui) uniform uimage2D counts;\n"
#define GROUP_HEAD COMPUTE(16, 4) COUNTS "shared uint held[64];\nshared uint joined;\n"

/* Numbers cross the warps of a group at barriers, groups by atomics, and dispatches by buffers and
 * pictures. */
TEST(groups_share_memory_and_dispatches_follow_each_other)
{
    assert_ok(file_make_folder("groups", &st));
    put("groups", "first.comp",
        GROUP_HEAD "void main()\n{\n    uint i = gl_LocalInvocationIndex;\n    held[i] = i;\n"
                   "    if (i == 0) joined = 0;\n    barrier();\n"
                   "    atomicAdd(joined, held[63 - i]);\n    barrier();\n"
                   "    uint order = atomicAdd(n, 1);\n    atomicAdd(sum, order);\n"
                   "    atomicMax(most, joined);\n"
                   "    imageStore(depth, ivec2(gl_GlobalInvocationID), vec4(order));\n"
                   "    imageAtomicAdd(counts, ivec2(gl_GlobalInvocationID.x, 3), 2u);\n"
                   "    imageAtomicMax(counts, ivec2(0, 99), 2u);\n}\n");
    put("groups", "second.rgen",
        HEAD "layout(binding = 1, rgba32f) uniform image2D picture;\n"
             "layout(binding = 2, rgba32f) uniform image2D depth;\n"
             "layout(binding = 3) buffer Totals { uint n, sum, most; };\n" COUNTS
             "void main()\n{\n    ivec2 at = ivec2(gl_LaunchIDEXT);\n"
             "    float order = imageLoad(depth, at).r;\n"
             "    bool right = imageLoad(counts, ivec2(at.x, 3)).r == 32 && n == 512 && sum == 512 "
             "* 511 / 2 && most == 64 * 63 / 2;\n"
             "    imageStore(picture, at, vec4(right, floor(order / 256.0) / 255.0,"
             " mod(order, 256.0) / 255.0, 1.0));\n}\n");
    put("groups", "pipeline.cfg",
        "dispatches = [ \"first.comp\", \"second.rgen\" ];\n"
        "bindings = ( { binding = 5; is = \"image\"; } );\n");
    assert_int_equal(rays_of("lonely", "groups", "-W 32 -H 16 -o groups.png"), 0);
    /* Groups in their order, lanes of a warp in theirs: pixel (17, 1) is thread 17 of group 1. */
    assert_pixel("groups.png", 0, 0, 255, 0, 0);
    assert_pixel("groups.png", 17, 1, 255, 0, 64 + 17);
    assert_pixel("groups.png", 31, 15, 255, 1, 255);
}

/* Functions over the lanes of a warp agree with loops over the group's memory, for all lanes and
 * for some; a store through an address is seen by the next dispatch. */
TEST(subgroups_agree_with_loops)
{
    assert_ok(file_make_folder("lanes", &st));
    put("lanes", "a.comp",
        "#version 460\n#extension GL_KHR_shader_subgroup_arithmetic : require\n"
        "#extension GL_KHR_shader_subgroup_ballot : require\n"
        "#extension GL_KHR_shader_subgroup_clustered : require\n"
        "#extension GL_KHR_shader_subgroup_shuffle_relative : require\n"
        "#extension GL_KHR_shader_subgroup_vote : require\n"
        "#extension GL_KHR_shader_subgroup_quad : require\n"
        "layout(local_size_x = 32) in;\n"
        "layout(binding = 1, rgba32f) uniform image2D picture;\n"
        "shared int held[32];\nshared bool on[32];\n"
        "bool right(int v, uint me)\n{\n"
        "    int sum = 0, before = 0, least = 0x7fffffff, most = -1000, of8 = 0, n = 0, up = 0;\n"
        "    bool equal = true;\n    int first = -1;\n    float product = 1.0;\n"
        "    for (int i = 0; i < 32; i++) {\n        if (!on[i]) continue;\n"
        "        first = first < 0 ? i : first;\n        equal = equal && held[i] == held[first];\n"
        "        sum += held[i];\n        before += i < me ? held[i] : 0;\n"
        "        n += i < me ? 1 : 0;\n        least = min(least, held[i]);\n"
        "        most = max(most, held[i]);\n        product *= 1.0 + (held[i] & 1);\n"
        "        of8 += i / 8 == me / 8 ? held[i] : 0;\n    }\n"
        "    uvec4 who = subgroupBallot(true);\n"
        "    bool good = subgroupAdd(v) == sum && subgroupExclusiveAdd(v) == before\n"
        "        && subgroupInclusiveAdd(v) == before + v && subgroupMin(v) == least\n"
        "        && subgroupMax(float(v)) == float(most) && subgroupClusteredAdd(v, 8) == of8\n"
        "        && subgroupMul(1.0 + (v & 1)) == product && subgroupAllEqual(v) == equal\n"
        "        && subgroupAllEqual(ivec2(7, v)) == equal\n"
        "        && subgroupBallotExclusiveBitCount(who) == n && subgroupBallotFindLSB(who) == "
        "first\n"
        "        && subgroupInverseBallot(who) && subgroupBallotBitExtract(who, first)\n"
        "        && bitCount(who.x & gl_SubgroupLtMask.x) == n\n"
        "        && subgroupBroadcastFirst(v) == held[first];\n"
        "    if (me > 0 && on[me - 1]) good = good && subgroupShuffleUp(v, 1) == held[me - 1];\n"
        "    return good;\n}\n"
        "void main()\n{\n    uint me = gl_LocalInvocationIndex;\n"
        "    int v = int(me * me * 37u % 23u) - 11;\n"
        "    held[me] = v;\n    on[me] = true;\n    barrier();\n    bool good = right(v, me);\n"
        "    good = good && subgroupQuadSwapHorizontal(v) == held[me ^ 1]\n"
        "        && subgroupQuadBroadcast(v, 2) == held[(me & ~3u) + 2];\n"
        "    on[me] = me % 3 == 1 || me == 20;\n    barrier();\n"
        "    if (on[me]) good = good && right(v, me);\n"
        "    imageStore(picture, ivec2(gl_GlobalInvocationID), vec4(good));\n}\n");
    assert_int_equal(rays_of("lonely", "lanes", "-W 32 -H 1 -o lanes.png"), 0);
    for (uint32_t x = 0; x < 32; x++)
        assert_pixel("lanes.png", x, 0, 255, 255, 255);
}

/* Filters, wrapping and levels of detail agree with the texels that they are made of. */
TEST(samplers_agree_with_texels)
{
    assert_ok(file_make_folder("texels", &st));
    put("texels", "a.comp",
        COMPUTE(
            8,
            4) "layout(binding = 6) uniform sampler2D textures[];\n"
               "layout(binding = 7) uniform sampler2D near[];\n"
               "layout(binding = 8) uniform texture2D pictures[];\n"
               "layout(binding = 9) uniform sampler clamped;\n"
               "layout(binding = 10) uniform sampler bordered;\n"
               "bool same(vec4 a, vec4 b)\n{\n    return all(lessThan(abs(a - b), vec4(1.0 / "
               "255.0)));\n}\n"
               "void main()\n{\n    uint i = gl_LocalInvocationIndex;\n"
               "    ivec2 n = textureSize(textures[0], 0), p = ivec2(i * 5, i * 3) % n;\n"
               "    vec2 size = vec2(n), middle = (vec2(p) + 0.5) / size;\n"
               "    vec4 here = texelFetch(textures[0], p, 0);\n"
               "    int levels = textureQueryLevels(textures[0]);\n"
               "    ivec2 q = min(p / 2, n / 2 - 1);\n    vec4 mean = vec4(0.0);\n"
               "    for (int k = 0; k < 4; k++)\n"
               "        mean += texelFetch(textures[0], 2 * q + ivec2(k % 2, k / 2), 0) / 4.0;\n"
               "    vec4 one = texelFetch(textures[0], q, 1), half1 = textureLod(textures[0], "
               "middle, 0.5);\n"
               "    vec4 green = textureGather(textures[0], (vec2(p) + 1.0) / size, 1);\n"
               "    bool good = same(textureLod(textures[0], middle, 0.0), here)\n"
               "        && same(textureLod(textures[0], middle + 3.0, 0.0), here)\n"
               "        && same(textureLod(near[0], middle + 0.4 / size, 0.0), here)\n"
               "        && same(textureLod(near[0], vec2(-middle.x, 2.0 - middle.y), 0.0), here)\n"
               "        && textureLod(sampler2D(pictures[0], clamped), vec2(-5.0, 9.0), 0.0)\n"
               "            == texelFetch(textures[0], ivec2(0, n.y - 1), 0)\n"
               "        && textureLod(sampler2D(pictures[0], bordered), vec2(1.5, 0.5), 0.0) == "
               "vec4(0.0)\n"
               "        && levels == int(log2(float(max(n.x, n.y)))) + 1\n"
               "        && textureSize(textures[0], 1) == n / 2 && same(one, mean)\n"
               "        && same(half1, mix(here, textureLod(textures[0], middle, 1.0), 0.5))\n"
               "        && green.w == here.g && green.y == texelFetch(textures[0], (p + 1) % n, "
               "0).g;\n"
               "    int far = int(i) + 99;\n"
               "    good = good && texelFetch(textures[0], ivec2(-far, 0), 0) == vec4(0.0)\n"
               "        && texelFetch(textures[0], n + far, 0) == vec4(0.0)\n"
               "        && texelFetch(textures[0], ivec2(0), far) == vec4(0.0)\n"
               "        && texelFetch(textures[0], ivec2(0), -far) == vec4(0.0);\n"
               "    float endless = uintBitsToFloat(0x7f800000u | i >> 5);\n"
               "    good = good && textureLod(textures[0], vec2(endless, middle.y), 0.0).a >= 0.0\n"
               "        && textureLod(textures[0], vec2(-endless), endless).a >= 0.0;\n"
               "    imageStore(picture, ivec2(gl_GlobalInvocationID), vec4(good));\n}\n");
    put("texels", "pipeline.cfg",
        "dispatches = [ \"a.comp\" ];\n"
        "bindings = ( { binding = 7; filter = \"nearest\"; wrap = \"mirror\"; },\n"
        "    { binding = 9; filter = \"nearest\"; wrap = \"clamp\"; },\n"
        "    { binding = 10; wrap = \"border\"; } );\n");
    assert_int_equal(rays_of("tree", "texels", "-W 8 -H 4 -o texels.png"), 0);
    for (uint32_t i = 0; i < 32; i++)
        assert_pixel("texels.png", i % 8, i / 8, 255, 255, 255);
}

/* Vertices as structures and as points are the same. */
TEST(vertices_may_be_points)
{
    assert_ok(file_make_folder("points", &st));
    put("points", "a.comp",
        "#version 460\n#extension GL_EXT_scalar_block_layout : require\n"
        "layout(local_size_x = 8, local_size_y = 4) in;\n"
        "layout(binding = 1, rgba32f) uniform image2D picture;\nstruct Whole { vec3 position; };\n"
        "layout(binding = 3, scalar) readonly buffer Vertices { Whole whole[]; };\n"
        "layout(binding = 4, scalar) readonly buffer VertexPoints { vec3 points[]; };\n"
        "layout(binding = 5, scalar) readonly buffer VertexFours { vec4 fours[]; };\n"
        "void main()\n{\n    uint i = gl_LocalInvocationIndex % uint(points.length());\n"
        "    bool good = points.length() == whole.length() && points[i] == whole[i].position\n"
        "        && fours[i] == vec4(points[i], 1.0) && points[2] != points[1];\n"
        "    imageStore(picture, ivec2(gl_GlobalInvocationID), vec4(good));\n}\n");
    assert_int_equal(rays_of("cornell", "points", "-W 8 -H 4 -o points.png"), 0);
    for (uint32_t i = 0; i < 32; i++)
        assert_pixel("points.png", i % 8, i / 8, 255, 255, 255);
}

/* A pipeline of compute shaders that is refused, or fails when it runs. */
static const struct {
    const char *cfg, *first, *second;
    int status;
    const char *said;
} group_mistakes[] = {
    {NULL, COMPUTE(8, 8) "void main() {}\n", COMPUTE(8, 8) "void main() {}\n", 2,
     "sick: 2 compute shaders (.comp); expected a pipeline.cfg with `dispatches = "},
    {"dispatches = [ \"a.comp\", \"b.comp\" ];\n", COMPUTE(8, 8) "void main() {}\n",
     COMPUTE(16, 16) "void main() {}\n", 2,
     "sick/b.comp: work groups of 8 warps, and 2 in sick/a.comp; expected groups of one size"},
    {"dispatches = [ \"a.comp\" ];\nbindings = ( { binding = 1; wrap = \"clamp\"; } );\n",
     COMPUTE(8, 8) "void main() { imageStore(picture, ivec2(0), vec4(1)); }\n", NULL, 2,
     "sick/pipeline.cfg:2: wrap of 'picture'; expected it of a sampler"},
    {"dispatches = [ \"c.comp\" ];\n", COMPUTE(8, 8) "void main() {}\n", NULL, 2,
     "sick/pipeline.cfg:1: 'c.comp' is no ray generation or compute shader of this folder; "
     "expected a file *.rgen or *.comp"},
    {"bindings = ( { binding = 3; values = (); } );\ndispatches = [ \"a.comp\" ];\n",
     COMPUTE(8, 8) "void main() { n = 1; }\n", NULL, 2,
     "sick/pipeline.cfg:1: values without a number; expected numbers"},
    {"dispatches = ( { shader = \"a.comp\"; linear = true; groups = [ 1, 1 ]; } );\n",
     COMPUTE(8, 1) "void main() {}\n", NULL, 2,
     "sick/pipeline.cfg:1: groups beside linear; expected one of them"},
    {"dispatches = [ \"a.comp\" ];\nbindings = ( { binding = 2; is = \"vertices\"; } );\n",
     COMPUTE(8, 8) "void main() { imageStore(depth, ivec2(0), vec4(n)); }\n", NULL, 2,
     "sick/pipeline.cfg:2: 'depth' is \"vertices\"; expected \"image\" or \"output\""},
    {"dispatches = [ \"a.comp\" ];\nbindings = ( { binding = 3; is = \"scene\"; } );\n",
     COMPUTE(8, 8) "void main() { imageStore(picture, ivec2(0), vec4(n)); }\n", NULL, 2,
     "sick/pipeline.cfg:2: 'Totals' is \"scene\"; expected what a buffer holds"},
    {"dispatches = [];\n", COMPUTE(8, 8) "void main() {}\n", NULL, 2,
     "sick/pipeline.cfg:1: 0 dispatches; expected 1 to 64"},
    {"raygen = \"a.rgen\";\ndispatches = [ \"a.comp\" ];\n", COMPUTE(8, 8) "void main() {}\n", NULL,
     2, "sick/pipeline.cfg:1: raygen beside dispatches; expected one of them"},
    {"dispatches = ( { shader = \"a.comp\"; linear = true; } );\n",
     COMPUTE(8, 8) "void main() {}\n", NULL, 2,
     "sick/a.comp: a linear dispatch of work groups of 8 x 8 threads; expected one row"},
    {"dispatches = ( { shader = \"a.comp\"; groups = [ 0, 1 ]; } );\n",
     COMPUTE(8, 8) "void main() {}\n", NULL, 2, "sick/pipeline.cfg:1: "},
    {NULL, COMPUTE(64, 32) "void main() {}\n", NULL, 1,
     "sick/a.comp: a work group of 64 x 32 x 1 threads; expected 1 to 1024 in two dimensions"},
    {NULL,
     COMPUTE(8, 8) "shared uint held[0x40000040];\nvoid main()\n{\n"
                   "    held[gl_LocalInvocationIndex] = 1;\n    n = held[n];\n}\n",
     NULL, 1, "too many bytes of shared memory; at most 232448 are allowed"},
    {NULL,
     COMPUTE(8, 8) "struct Large { uint a[0x20000000], b[0x20000000], c[64]; };\n"
                   "shared Large held;\nvoid main()\n{\n"
                   "    held.c[gl_LocalInvocationIndex] = 1;\n    n = held.c[n];\n}\n",
     NULL, 1, "too many bytes of shared memory; at most 232448 are allowed"},
    {NULL,
     COMPUTE(8, 8) "layout(binding = 6) uniform sampler2D texel;\nvoid main()\n{\n"
                   "    imageStore(picture, ivec2(0),\n"
                   "        textureGatherOffset(texel, vec2(0.5), ivec2(1, 0)));\n}\n",
     NULL, 1, "a texture access with an offset; expected it in the coordinates"},
    {NULL,
     COMPUTE(8, 8) "layout(binding = 6) uniform isampler2D texel;\nvoid main()\n{\n"
                   "    imageStore(picture, ivec2(0), vec4(texelFetch(texel, ivec2(0), 0)));\n}\n",
     NULL, 1, "a texture of whole numbers; expected sampler2D"},
    {NULL,
     COMPUTE(8, 8) "shared uint held[64];\nvoid main()\n{\n"
                   "    held[gl_LocalInvocationIndex + 1] = 1;\n    n = held[0];\n}\n",
     NULL, 1, "a.comp:9: pixel (7, 7) writes 4 bytes at byte 256 of the work group's memory"},
    {NULL,
     COMPUTE(8, 8) "void main()\n{\n    if (gl_LocalInvocationIndex < 16u) {\n        barrier();\n"
                   "        n = 1u;\n    } else {\n        n = 2u;\n        barrier();\n    }\n}\n",
     NULL, 1, "16 of the 32 threads of a warp reach this barrier, pixel (0, 0) does not"},
};

TEST(a_mistake_in_a_group_is_one_line)
{
    for (size_t i = 0; i < sizeof group_mistakes / sizeof *group_mistakes; i++) {
        assert_ok(file_make_folder("sick", &st));
        put("sick", "a.comp", group_mistakes[i].first);
        if (group_mistakes[i].second)
            put("sick", "b.comp", group_mistakes[i].second);
        if (group_mistakes[i].cfg)
            put("sick", "pipeline.cfg", group_mistakes[i].cfg);
        program_refuses("render lonely -W 16 -H 16 --shaders sick -q -o sick.png",
                        group_mistakes[i].status, group_mistakes[i].said);
        put("sick", "a.comp", NULL);
        if (group_mistakes[i].second)
            put("sick", "b.comp", NULL);
        if (group_mistakes[i].cfg)
            put("sick", "pipeline.cfg", NULL);
    }
    assert_int_equal(program_count("sick.png"), 0);
    program_refuses("predict weekend -W 256 -H 256 --sample windows --fills 6 --gpu tiny -q "
                    "--shaders " EXAMPLES "occlusion",
                    2, "--sample windows of a pipeline with compute shaders");
    program_refuses("simulate weekend -W 16 -H 16 --gpu tiny -q --trace t.json --shaders " EXAMPLES
                    "wavefront",
                    2, "--trace of a pipeline of 13 dispatches");
    program_refuses("heatmap weekend -W 16 -H 16 --timer clock -q -o h.png --shaders " EXAMPLES
                    "occlusion",
                    2, "--timer clock of a pipeline with compute shaders");
}

/* An SM of tiny has 16 KiB of shared memory. */
TEST(no_model_runs_a_group_that_no_sm_has_room_for)
{
    static const char *const models[] = {"cycle", "approximate", "interval", "gatsim"};
    assert_ok(file_make_folder("wide", &st));
    put("wide", "a.comp",
        COMPUTE(8, 8) "shared uint held[8192];\nvoid main()\n{\n"
                      "    held[gl_LocalInvocationIndex * 99] = 1;\n    barrier();\n"
                      "    n = held[sum * 99];\n}\n");
    for (size_t i = 0; i < sizeof models / sizeof *models; i++) {
        char words[128];
        snprintf(words, sizeof words,
                 "simulate lonely -W 16 -H 16 --shaders wide --gpu tiny --model %s -q", models[i]);
        program_refuses(words, 2, "no room for a CTA with 32768 bytes of shared memory");
    }
}

TEST(an_empty_file_is_no_buffer)
{
    assert_ok(file_make_folder("empty", &st));
    put("empty", "a.comp", COMPUTE(8, 8) "void main() { n = 1; }\n");
    put("empty", "none.bin", "");
    put("empty", "pipeline.cfg",
        "dispatches = [ \"a.comp\" ];\nbindings = ( { binding = 3; values = \"none.bin\"; } );\n");
    program_refuses("render lonely -W 8 -H 8 --shaders empty -q -o empty.png", 1,
                    "empty/none.bin: an empty file; expected a buffer's bytes");
}

static void check_says(const char *words, const char *said)
{
    struct outcome o ENDED_BY(outcome_free);
    program_run(&o, words);
    if (o.status != 0 || !strstr(o.err, said))
        fail_msg("status %d, and not '%s': %s", o.status, said, o.err);
}

TEST(what_does_not_run_is_said)
{
    assert_ok(file_make_folder("part", &st));
    put("part", "a.comp", COMPUTE(8, 8) "void main() { n = 1; }\n");
    put("part", "b.comp", COMPUTE(8, 8) "void main() { n = 2; }\n");
    put("part", "pipeline.cfg",
        "dispatches = [ \"a.comp\" ];\nbindings = ( { binding = 99; is = \"vertices\"; } );\n");
    check_says("render lonely -W 8 -H 8 --shaders part -o part.png",
               "part: compute shaders that no dispatch of pipeline.cfg names are not run: b.comp");
    check_says("render lonely -W 8 -H 8 --shaders part -o part.png",
               "part/pipeline.cfg: no stage has these bindings: 99 of set 0");
    check_says("predict lonely -W 32 -H 32 --shaders part --sample groups",
               "--sample groups of a pipeline");
}

/* Names of files may hold any byte. */
TEST(names_of_stages_do_not_reach_a_terminal_as_they_are)
{
    struct outcome o ENDED_BY(outcome_free);
    assert_ok(file_make_folder("names", &st));
    put("names", "\033[2J\xff.comp", COMPUTE(8, 8) "void main() { n = 1; }\n");
    program_run(&o, "shaders names");
    if (o.status != 0 || strchr(o.out, '\033') || !strstr(o.out, "dispatch 0: ?[2J?.comp\n"))
        fail_msg("status %d: %s%s", o.status, o.out, o.err);
}

/* Pixel x asks for number x of something. */
static void write_asker(const char *folder, const char *ask)
{
    char text[2048];
    snprintf(text, sizeof text,
             HEAD SCENE PICTURE
             "layout(location = 0) rayPayloadEXT vec3 color;\n"
             "layout(location = 1) callableDataEXT vec3 called;\n"
             "layout(shaderRecordEXT) buffer Record { float here; };\n"
             "layout(constant_id = 3) const uint constant = 4;\n"
             "layout(push_constant) uniform Push { float pushed; };\n"
             "void main()\n{\n    uint x = gl_LaunchIDEXT.x;\n    color = called = vec3(0.0);\n"
             "    %s\n"
             "    imageStore(picture, ivec2(gl_LaunchIDEXT), vec4(color / 255.0, 1.0));\n}\n",
             ask);
    assert_ok(file_make_folder(folder, &st));
    put(folder, "a.rgen", text);
}

#define TRACE                                                                                      \
    "traceRayEXT(scene, 0, 0xff, 0, 0, x, vec3(1e4, 1e4, 1e4), 0.0, vec3(1.0, 0.0, 0.0), 1.0, 0);"

TEST(tables_and_records_are_those_of_the_manifest)
{
    write_asker("table", TRACE "if (x == 2) executeCallableEXT(1, 1); color += called;"
                               "if (x == 3) color = vec3(here, float(constant), pushed);");
    put("table", "one.rmiss",
        HEAD PAYLOAD "layout(shaderRecordEXT) buffer R { int n; float f; };\n"
                     "void main() { color = vec3(1, n, f); }\n");
    put("table", "two.rmiss", HEAD PAYLOAD "void main() { color = vec3(2, 20, 200); }\n");
    put("table", "c.rcall",
        HEAD "layout(location = 1) callableDataInEXT vec3 called;\n"
             "layout(shaderRecordEXT) buffer R { uint n; };\n"
             "void main() { called = vec3(0, n, 0); }\n");
    put("table", "pipeline.cfg",
        "raygen = { shader = \"a.rgen\"; record = [ 7.0 ]; };\n"
        "miss = ( \"two.rmiss\", { shader = \"one.rmiss\"; record = ( 30, 40.0 ); },\n"
        "         { shader = \"one.rmiss\"; record = ( 50, 60.0 ); }, \"two.rmiss\" );\n"
        "callables = ( \"c.rcall\", { shader = \"c.rcall\"; record = [ 9 ]; } );\n"
        "constants = ( { id = 3; value = 11; } );\n"
        "bindings = ( { push = true; values = [ 13.0 ]; } );\n");
    assert_int_equal(rays_of("lonely", "table", "-W 4 -H 1 -o table.png"), 4);
    assert_pixel("table.png", 0, 0, 2, 20, 200);
    assert_pixel("table.png", 1, 0, 1, 30, 40);
    assert_pixel("table.png", 2, 0, 1, 59, 60);
    assert_pixel("table.png", 3, 0, 7, 11, 13);
}

TEST(names_make_the_table_where_there_is_no_manifest)
{
    write_asker("named",
                "if (x < 3) " TRACE " else { executeCallableEXT(x - 3, 1); color = called; }");
    put("named", "a_shadow.rmiss", HEAD PAYLOAD "void main() { color = vec3(3); }\n");
    put("named", "b.rmiss", HEAD PAYLOAD "void main() { color = vec3(1); }\n");
    put("named", "c.rmiss.glsl", HEAD PAYLOAD "void main() { color = vec3(2); }\n");
    put("named", "d.rcall",
        HEAD "layout(location = 1) callableDataInEXT vec3 c;\n"
             "void main() { c = vec3(4); }\n");
    put("named", "e.rcall",
        HEAD "layout(location = 1) callableDataInEXT vec3 c;\n"
             "void main() { c = vec3(5); }\n");
    put("named", "notes.txt", "no shader");
    assert_int_equal(rays_of("lonely", "named", "-W 5 -H 1 -o named.png"), 3);
    for (int x = 0; x < 5; x++)
        assert_pixel("named.png", (uint32_t)x, 0, x + 1, x + 1, x + 1);
}

/* A hit that traces again: payload, built-in variables and attributes are its own afterwards. */
TEST(a_closest_hit_that_traces_keeps_what_is_its_own)
{
    write_pipeline("nested");
    put("nested", "a.rchit",
        HEAD SCENE PAYLOAD
        "layout(location = 1) rayPayloadEXT vec3 other;\nhitAttributeEXT vec2 corner;\n"
        "void main()\n{\n    vec3 from = gl_WorldRayOriginEXT;\n    float t = gl_HitTEXT;\n"
        "    vec2 before = corner;\n    int primitive = gl_PrimitiveID;\n"
        "    traceRayEXT(scene, gl_RayFlagsSkipClosestHitShaderEXT, 0xff, 0, 0, 0, from, 0.0,\n"
        "                vec3(0.0, 1.0, 0.0), 1e4, 1);\n"
        "    bool kept = from == gl_WorldRayOriginEXT && t == gl_HitTEXT && before == corner &&\n"
        "                primitive == gl_PrimitiveID;\n"
        "    color = vec3(kept, other.x, 0.0);\n}\n");
    json_int_t rays = rays_of("lonely", "nested", "-W 32 -H 32 -o nested.png");
    assert_in_range(rays, 32 * 32 + 20, 2 * 32 * 32);
    struct image picture ENDED_BY(image_free);
    assert_ok(image_read_png(&picture, "nested.png", &st));
    uint32_t hits = 0;
    for (uint32_t i = 0; i < 32 * 32; i++)
        hits += picture.rgba[4 * i] == 255 && picture.rgba[4 * i + 1] == 64 &&
                picture.rgba[4 * i + 2] == 0;
    assert_int_equal(hits, rays - 32 * 32);
}

static void compile(const char *from, const char *to, const char *stage)
{
    AUTO(child_close) struct child c = {0};
    const char *arguments[] = {
        "glslangValidator", "-V", "--target-env", "vulkan1.3", "-S", stage, from, "-o", to, NULL};
    bool failed;
    assert_ok(child_open(&c, arguments[0], &st));
    assert_ok(child_run(&c, (char *const *)(uintptr_t)arguments, "glslang-tools", &failed, &st));
    assert_false(failed);
}

TEST(spirv_runs_like_its_source)
{
    write_pipeline("source");
    assert_ok(file_make_folder("binary", &st));
    compile("source/a.rgen", "binary/a.rgen.spv", "rgen");
    compile("source/a.rmiss", "binary/a.rmiss.spv", "rmiss");
    compile("source/a.rchit", "binary/a.rchit.spv", "rchit");
    rays_of("lonely", "source", "-W 16 -H 16 -o source.png");
    rays_of("lonely", "binary", "-W 16 -H 16 -o binary.png");
    struct image a ENDED_BY(image_free), b ENDED_BY(image_free);
    assert_ok(image_read_png(&a, "source.png", &st));
    assert_ok(image_read_png(&b, "binary.png", &st));
    assert_memory_equal(a.rgba, b.rgba, 16 * 16 * 4);
}

TEST(a_matrix_by_rows_is_the_same_matrix)
{
    write_pipeline("columns");
    write_pipeline("rows");
    put("rows", "a.rgen", RAYGEN(", row_major"));
    rays_of("lonely", "columns", "-W 16 -H 16 -o columns.png");
    rays_of("lonely", "rows", "-W 16 -H 16 -o rows.png");
    struct image a ENDED_BY(image_free), b ENDED_BY(image_free);
    assert_ok(image_read_png(&a, "columns.png", &st));
    assert_ok(image_read_png(&b, "rows.png", &st));
    assert_memory_equal(a.rgba, b.rgba, 16 * 16 * 4);
}

TEST(each_picture_has_memory_of_its_own)
{
    write_pipeline("pictures");
    put("pictures", "a.rgen",
        HEAD PICTURE "layout(binding = 3, rgba32f) uniform image2D accumulated;\n"
                     "layout(binding = 4, rgba32f) uniform image2D depth;\n"
                     "void main()\n{\n    ivec2 at = ivec2(gl_LaunchIDEXT);\n"
                     "    imageStore(accumulated, at, vec4(1.0));\n"
                     "    imageStore(depth, at, vec4(0.5));\n"
                     "    imageStore(picture, at, vec4(imageLoad(accumulated, at).x,\n"
                     "                                 imageLoad(depth, at).x, 0.0, 1.0));\n}\n");
    rays_of("lonely", "pictures", "-W 16 -H 16 -o pictures.png");
    assert_pixel("pictures.png", 3, 5, 255, 128, 0);
}

/* ---- mistakes ---- */

#define TRACES                                                                                     \
    HEAD SCENE PAYLOAD                                                                             \
        "layout(location = 1) rayPayloadEXT vec3 other;\nvoid main()\n{\n"                         \
        "    traceRayEXT(scene, 0, 0xff, 0, 0, 0, gl_WorldRayOriginEXT, 0.0,\n"                    \
        "                gl_WorldRayDirectionEXT, 1e4, 1);\n    color = other;\n}\n"
#define READS(name, what)                                                                          \
    HEAD PAYLOAD "layout(binding = 3) readonly buffer " name " { vec4 numbers[]; };\n"             \
                 "void main()\n{\n    color = numbers[" what "].xyz;\n}\n"

/* One file of a pipeline that runs is replaced. */
static const struct mistake {
    const char *file, *text;
    int status;
    const char *said;
} mistakes[] = {
    {"a.rchit", HEAD PAYLOAD "void main()\n{\n    colour = vec3(1.0);\n}\n", 1,
     "bad/a.rchit:6: 'colour' : undeclared identifier\n"},
    {"a.rchit", HEAD "#include \"none.glsl\"\n", 1, "bad/a.rchit:3: "},
    {"a.rchit", "", 1, "bad/a.rchit: "},
    {"a.rgen", NULL, 2, "bad: 0 ray generation shaders (.rgen); expected one"},
    {"b.rgen", raygen, 2, "bad: 2 ray generation shaders (.rgen); expected one"},
    {"pipeline.cfg", "raygen = \"a.rgen\";\nmis = [];\n", 2,
     "bad/pipeline.cfg:2: unknown key 'mis'; did you mean 'miss'?"},
    {"pipeline.cfg", "miss = [ \"a.rmiss\" ];\n", 2, "bad/pipeline.cfg"},
    {"pipeline.cfg", "raygen = \"a.rgen\";\nmiss = [ \"b.rmiss\" ];\n", 2,
     "bad/pipeline.cfg:2: 'b.rmiss' is no miss shader of this folder; expected a file *.rmiss"},
    {"pipeline.cfg", "raygen = \"a.rgen\";\nhit_groups = ( { closest_hit = \"a.rmiss\"; } );\n", 2,
     "bad/pipeline.cfg:2: 'a.rmiss' is no closest hit shader of this folder"},
    {"pipeline.cfg", "raygen = \"a.rgen\";\nrecursion = 32;\n", 2,
     "bad/pipeline.cfg:2: 'recursion' is 32; it must be 1 to 31"},
    {"pipeline.cfg", "raygen = \"a.rgen\";\nopaque = \"some\";\n", 2,
     "bad/pipeline.cfg:2: 'some'; expected one of materials, all, none"},
    {"pipeline.cfg", "raygen = \"a.rgen\";\nbindings = ( { binding = 2; is = \"sun\"; } );\n", 2,
     "bad/pipeline.cfg:2: 'sun'; expected one of "},
    {"pipeline.cfg", "raygen = \"a.rgen\"\nmiss = [", 2, "bad/pipeline.cfg:2: syntax error"},
    {"a.rchit", READS("Data", "0"), 2,
     "bad/a.rchit: buffer 'Data' (set 0, binding 3) has no content that its name tells"},
    {"a.rchit", TRACES, 1, "a.rchit:9: pixel ("},
    {"a.rmiss", NULL, 1, "a.rgen:12: pixel (0, 0) needs miss shader 0; expected one of the 0"},
    {"a.rchit", NULL, 1, "needs hit group 0 of a triangle; expected one of the 0"},
    {"b.rmiss.spv", "text", 1, "bad/b.rmiss.spv: "},
    {"b.rmiss.spv", "", 1, "bad/b.rmiss.spv: "},
    {"a.rmiss",
     HEAD PAYLOAD "void main()\n{\n    uint n = gl_IncomingRayFlagsEXT | 1u;\n"
                  "    while (n != 0) n |= 2u;\n    color = vec3(n);\n}\n",
     1, "a.rmiss:"},
    {"a.rmiss",
     HEAD PAYLOAD "layout(binding = 5) uniform sampler3D volume;\n"
                  "void main()\n{\n    color = texture(volume, vec3(0.5)).rgb;\n}\n",
     1, "a.rmiss:7: an image that is not of two dimensions"},
    {"a.rmiss", HEAD PAYLOAD "void main()\n{\n    color = vec3(length(dvec3(color)));\n}\n", 1,
     "a.rmiss:6: function 66 of GLSL.std.450 on vectors of 64 bits; expected 16 or 32"},
    {"b.rint.spv", "\3\2\43\7", 1, "bad/b.rint.spv: "},
    {"a.rmiss",
     HEAD PAYLOAD "layout(binding = 2) uniform Other { vec3 eye; };\n"
                  "void main()\n{\n    color = eye;\n}\n",
     1,
     "bad/a.rmiss: 'Other' at set 0, binding 2 differs from 'Camera' there in bad/a.rgen; expected "
     "the same members in all stages"},
    {"a.rchit",
     HEAD "layout(location = 0) rayPayloadInEXT vec4 color;\n"
          "void main()\n{\n    color = vec4(1.0);\n}\n",
     1,
     "bad/a.rgen:12: a.rchit takes a payload or callable data of 16 bytes; expected at most the 12 "
     "that its caller has"},
    {"pipeline.cfg", "raygen = \"a.rgen\";\nconstants = ( { id = 3; value = 1; } );\n", 2,
     "bad/pipeline.cfg:2: no stage has a specialisation constant of id 3"},
    {"pipeline.cfg",
     "raygen = \"a.rgen\";\nbindings = ( { binding = 2; members = { eye = 1.0; }; } );\n", 2,
     "bad/pipeline.cfg:2: no member 'eye' in 'Camera'"},
    {"pipeline.cfg",
     "raygen = \"a.rgen\";\nbindings = ( { binding = 2; members = { viewInverse = 1.0; }; } );\n",
     2, "bad/pipeline.cfg:2: 1 numbers for 'viewInverse'; expected 16"},
};

TEST(a_mistake_is_one_line)
{
    for (size_t i = 0; i < sizeof mistakes / sizeof *mistakes; i++) {
        const struct mistake *m = &mistakes[i];
        write_pipeline("bad");
        put("bad", m->file, m->text);
        program_refuses("render lonely -W 16 -H 16 --shaders bad -q -o bad.png", m->status,
                        m->said);
        if (m->text)
            put("bad", m->file, NULL);
    }
    assert_int_equal(program_count("bad.png"), 0);
}

/* Outside its buffer an index loads zeros and changes nothing, in each kind of access, and one line
 * says it. */
TEST(an_index_outside_a_buffer_is_harmless_and_said)
{
    static const char *const index[] = {"1000000000", "100000", "7", "-1"};
    for (size_t i = 0; i < sizeof index / sizeof *index; i++) {
        char text[1024], said[256];
        struct outcome o ENDED_BY(outcome_free);
        snprintf(text, sizeof text,
                 COMPUTE(8, 4) "layout(binding = 4) buffer Data { uint numbers[7]; };\n"
                               "layout(binding = 5) buffer Other { uint others[7]; };\n"
                               "void main()\n{\n    int k = %s + int(others[1]);\n"
                               "    numbers[0] = others[0] = 9;\n    numbers[k] = 5;\n"
                               "    bool good = numbers[k] + atomicAdd(numbers[k], 3) == 0\n"
                               "        && numbers[0] == 9 && others[0] == 9;\n"
                               "    imageStore(picture, ivec2(gl_GlobalInvocationID),"
                               " vec4(good));\n}\n",
                 index[i]);
        assert_ok(file_make_folder("outside", &st));
        put("outside", "a.comp", text);
        program_run(&o, "render lonely -W 8 -H 4 --shaders outside -o outside.png");
        assert_int_equal(o.status, 0);
        snprintf(said, sizeof said,
                 "diorama: warning: outside/a.comp:12: leaves 'Data', which has 28 bytes; loads "
                 "outside give zeros, and stores there are discarded\n");
        if (!strstr(o.err, said))
            fail_msg("%s", o.err);
        assert_pixel("outside.png", 3, 2, 255, 255, 255);
    }
}

TEST(a_record_that_the_table_lacks_is_named)
{
    write_asker("few", TRACE);
    put("few", "a.rmiss", miss);
    program_refuses("render lonely -W 4 -H 1 --shaders few -q", 1,
                    "a.rgen:14: pixel (1, 0) needs miss shader 1; expected one of the 1 of the "
                    "binding table");
    write_asker("few", "executeCallableEXT(x, 1); color = called;");
    program_refuses("render lonely -W 4 -H 1 --shaders few -q", 1,
                    "a.rgen:14: pixel (0, 0) calls callable 0; expected one of the 0 of the "
                    "binding table");
}

TEST_GROUP(program_enter, program_leave)
