/* Censuses of LumiBench's scenes against what Vulkan-Sim logged of them: rays, records, nodes with
 * both path tracers; with our own dumps also instructions, classes, accesses and sectors. */
#include "tests/rig/rig.h"

#include "common/memory.h"
#include "orchestrator/compare/census_print.h"
#include "orchestrator/predict/session.h"
#include "sim/functional/program/program.h"

#include <string.h>

enum { RECORDS = 7 };

struct logged {
    const char *scene;
    enum shader_kind shader;
    uint32_t side, rays_per_hit;
    uint64_t rays, instructions;
    uint64_t records[RECORDS]; /* headers, internals, instances, descriptors, triangles missed and
                                  hit, procedurals; all 0: not logged */
};

static const struct logged runs[] = {
    {"wknd", SHADER_PATH, 32, 1, 5912, 4859963, {19043, 52705, 13131, 13010, 0, 0, 13010}},
    {"ship", SHADER_PATH, 32, 1, 2850, 2118646, {5700, 47722, 2850, 69177, 65302, 3875, 0}},
    {"ref-without-lucy",
     SHADER_PATH,
     32,
     1,
     11602,
     6738769,
     {24964, 38122, 13362, 20966, 9642, 9570, 1754}},
    {"wknd", SHADER_PATH, 64, 1, 23780, 19522429, {76200, 211467, 52420, 51896, 0, 0, 51896}},
    {"wknd", SHADER_PATH, 128, 1, 95673, 78632299, {0}},
    {"ship", SHADER_PATH, 64, 1, 11557, 8552571, {0}},
    {"ship", SHADER_PATH, 128, 1, 45984, 34091565, {0}},
    {"ref-without-lucy", SHADER_PATH, 64, 1, 45043, 26232207, {0}},
    {"wknd", SHADER_SHADOW, 32, 2, 4718, 3383806, {13044, 36657, 8326, 8263, 0, 0, 8263}},
    {"wknd", SHADER_AO, 32, 4, 9252, 7654404, {27427, 71071, 18175, 17939, 0, 0, 17939}},
    {"ship",
     SHADER_SHADOW,
     64,
     2,
     13968,
     9919916,
     {27936, 232238, 13968, 355115, 337976, 17139, 0}},
};

/* More of the first three. */
static const struct details {
    uint64_t classes[CENSUS_CLASSES];
    struct {
        uint64_t loads, stores, image_stores, load_sectors, store_sectors, image_store_sectors;
    } memory;
    struct {
        uint64_t hits, nodes, max_nodes, max_depth, table_stores, traces;
    } walks;
} details[3] = {
    {{69551, 3902216, 0, 171142, 59338, 473482, 0, 0, 0, 0, 0, 228951, 5912, 18922, 0, 473482},
     {43452, 11588, 64, 238796, 80368, 1024},
     {0, 78846, 64, 7, 26020, 544}},
    {{16978, 1822354, 0, 41556, 14633, 191350, 0, 0, 0, 0, 0, 43053, 2850, 2850, 0, 191350},
     {10541, 2564, 64, 63508, 26816, 1024},
     {1543, 119749, 209, 12, 0, 200}},
    {{54486, 5621054, 0, 182140, 40473, 674075, 0, 0, 0, 0, 0, 196069, 11602, 13356, 0, 674075},
     {64271, 21068, 64, 279233, 130692, 1024},
     {9481, 72450, 13, 4, 3508, 982}},
};

/* Of the same, with the dumps. */
static const uint64_t warps[3][WARP_LANES] = {
    /* W1 to W32 */
    {210125, 84406, 47261, 33877, 25619, 25715, 17207, 18857, 13109, 7483, 5501,
     7123,   3909,  5113,  5038,  3022,  3405,  2954,  4447,  3281,  3545, 2475,
     2265,   3124,  3392,  2756,  1606,  867,   1437,  1292,  1810,  70522},
    {39910, 10462, 5596, 3271, 2414, 1699, 2172, 1424, 1612, 2225, 1773,
     901,   781,   788,  907,  2311, 2238, 3098, 2744, 1830, 2538, 1503,
     1304,  1332,  254,  1100, 730,  1332, 1159, 1208, 1634, 41059},
    {331739, 182767, 111255, 72736, 49301, 40488, 28451, 25873, 21830, 15488, 12652,
     15169,  12260,  8477,   6399,  7677,  6235,  6523,  7608,  6495,  4103,  4057,
     3876,   3504,   3041,   4959,  3939,  3676,  3213,  1440,  12177, 50989},
};

static const struct shader {
    const char *file;
    uint64_t lanes[3], calls[3];
} shaders[] = {
    {"MESA_SHADER_RAYGEN_0.ptx", {1930889, 1420677, 2363875}, {0, 0, 0}},
    {"MESA_SHADER_MISS_1.ptx", {128583, 82341, 64736}, {2041, 1307, 1904}},
    {"MESA_SHADER_CLOSEST_HIT_2.ptx", {0, 632606, 3762824}, {0, 1543, 8791}},
    {"MESA_SHADER_CLOSEST_HIT_3.ptx", {1729221, 0, 446791}, {3871, 0, 907}},
    {"MESA_SHADER_INTERSECTION_6.ptx", {1140821, 0, 155029}, {13010, 0, 1754}},
};

static const struct opcode {
    const char *text;  /* with @: guarded; without its last modifiers */
    uint64_t lanes[3]; /* active, in WKND, SHIP, REF */
} opcodes[] = {
    {"@bra", {167743, 40361, 173826}},
    {"bra", {53004, 14299, 48420}},
    {"ret", {19946, 3874, 14380}},
    {"abs", {21530, 0, 7256}},
    {"add.f32", {446541, 141258, 470327}},
    {"add.s32", {295561, 311848, 538235}},
    {"add.u32", {13010, 0, 1754}},
    {"add.u64", {155178, 96678, 391959}},
    {"and.b32", {27949, 18013, 59821}},
    {"and.pred", {20206, 0, 2734}},
    {"or.pred", {16015, 2850, 12969}},
    {"not.pred", {5912, 2850, 11602}},
    {"xor", {126976, 126976, 126976}},
    {"shl", {63488, 63488, 63488}},
    {"shr", {63488, 63488, 63488}},
    {"cvt.rn.f32.u32", {37165, 27229, 69037}},
    {"cvt.u32.s32", {3871, 29317, 167936}},
    {"mov.f32", {866804, 370899, 1307270}},
    {"mov.b32", {494427, 208636, 852306}},
    {"mov.b64", {91426, 27321, 124736}},
    {"mov.u32", {62544, 16459, 48347}},
    {"mov.s32", {26869, 16064, 51620}},
    {"mov.u16", {19946, 3874, 14380}},
    {"mul.f32", {585940, 191541, 684537}},
    {"mul.lo.s32", {31820, 24185, 95892}},
    {"mul.wide.u32", {32365, 32403, 190900}},
    {"neg", {130000, 7182, 62025}},
    {"max", {3871, 0, 907}},
    {"min", {7742, 0, 1814}},
    {"rcp", {32157, 5120, 11909}},
    {"rsqrt", {7960, 6441, 20537}},
    {"sqrt", {17771, 3072, 6253}},
    {"lg2", {725, 0, 887}},
    {"ex2", {725, 0, 887}},
    {"selp", {47759, 1543, 26849}},
    {"setp.lt.f32", {57558, 12769, 59242}},
    {"setp.ge.f32", {40958, 0, 6302}},
    {"setp.eq.f32", {3871, 0, 907}},
    {"setp.ne.f32", {725, 0, 907}},
    {"setp.eq.s32", {12131, 4394, 26323}},
    {"setp.ge.s32", {3871, 1543, 9616}},
    {"setp.ne.s32", {3065, 2331, 2928}},
    {"setp.ge.u32", {6144, 6144, 6144}},
    {"setp.lt.u32", {5918, 2851, 11664}},
    {"setp.ne.u32", {67524, 6172, 45808}},
    {"ld.global.f32", {354761, 140864, 446877}},
    {"ld.global.u32", {34482, 22127, 86808}},
    {"ld.global.s32", {3871, 1543, 9698}},
    {"st.global.b32", {34839, 13887, 87282}},
    {"st.global.f32", {42457, 9857, 40338}},
    {"st.global.s32", {3072, 3072, 3072}},
    {"load_vulkan_descriptor", {47261, 14944, 67729}},
    {"rt_alloc_mem", {19946, 5417, 23171}},
    {"load_ray_launch_id", {2048, 2048, 2048}},
    {"load_ray_launch_size", {3072, 3072, 3072}},
    {"image_deref_store", {2048, 2048, 2048}},
    {"load_ray_instance_custom_index", {16881, 1543, 11452}},
    {"load_primitive_id", {0, 1543, 8791}},
    {"load_ray_t_max", {16881, 1543, 11452}},
    {"load_ray_t_min", {13010, 0, 1754}},
    {"load_ray_world_direction", {18922, 2850, 11452}},
    {"load_ray_world_origin", {16881, 0, 2661}},
    {"intersection_exit", {18922, 2850, 13356}},
    {"get_intersection_shaderID", {13010, 0, 1754}},
    {"get_intersection_shader_data_address", {13010, 0, 1754}},
    {"hit_geometry", {5912, 2850, 11602}},
    {"end_trace_ray", {5912, 2850, 11602}},
    {"trace_ray", {5912, 2850, 11602}},
    {"get_closest_hit_shaderID", {3871, 1543, 9698}},
    {"report_ray_intersection", {5670, 0, 907}},
    {"copysignf", {7742, 0, 1814}},
    {"call_miss_shader", {2041, 1307, 1904}},
    {"call_intersection_shader", {13010, 0, 1754}},
    {"call_closest_hit_shader", {3871, 1543, 9698}},
};

static void assert_count(const struct logged *run, const char *what, uint64_t ours, uint64_t theirs)
{
    if (ours != theirs)
        fail_msg("%s %s %u: %s %llu, logged %llu", run->scene, shader_names[run->shader], run->side,
                 what, (unsigned long long)ours, (unsigned long long)theirs);
}

static void take(struct census *out, struct launch **launch, const struct world *world,
                 const struct logged *run, bool dumps)
{
    char folder[256];
    const struct traversal_options traversal = {.closest = TRAVERSAL_LAST,
                                                .order = TRAVERSAL_STACK};
    snprintf(folder, sizeof folder, "sim/shaders/vulkansim/%s", shader_names[run->shader]);
    struct frame frame = {.width = run->side,
                          .height = run->side,
                          .samples = 2,
                          .max_depth = 16,
                          .shader = run->shader,
                          .rays_per_hit = run->rays_per_hit,
                          .seed = 1,
                          .shaders = dumps ? folder : NULL};
    assert_ok(launch_create(launch, world->image, &frame, &st));
    assert_ok(census_take(out, *launch, &traversal, true, &st));
}

static uint64_t count_traces(const struct census *c, const struct launch *launch)
{
    uint64_t traces = 0;
    for (uint32_t i = 0; i < c->n_lines; i++)
        if (launch_program(launch)->insts[i].op == OP_TRACE_RAY)
            traces += c->lines[i].warps;
    return traces;
}

static void assert_rays(const struct logged *run, const struct census *c)
{
    static const char *const names[RECORDS] = {"headers",     "internals", "instances",
                                               "descriptors", "triangles", "triangle hits",
                                               "procedurals"};
    const struct rt_counters *rt = &c->counters.rt;
    const uint64_t ours[RECORDS] = {rt->headers,     rt->internals, rt->instances,
                                    rt->descriptors, rt->triangles, rt->triangle_hits,
                                    rt->procedurals};
    assert_count(run, "rays", rt->rays, run->rays);
    for (int i = 0; i < RECORDS && run->records[0]; i++)
        assert_count(run, names[i], ours[i], run->records[i]);
}

static void assert_walks(const struct logged *run, const struct details *d, const struct census *c)
{
    const struct rt_counters *rt = &c->counters.rt;
    assert_count(run, "hits", c->hits, d->walks.hits);
    assert_count(run, "nodes", rt->nodes, d->walks.nodes);
    assert_count(run, "most nodes of a ray", rt->max_nodes, d->walks.max_nodes);
    assert_count(run, "depth", rt->max_depth, d->walks.max_depth);
    assert_count(run, "table stores", rt->table_stores, d->walks.table_stores);
}

static void assert_instructions(const struct logged *run, const struct details *d,
                                const struct census *c, uint64_t traces)
{
    const struct ldst_counters *ldst = &c->counters.ldst;
    uint64_t classes[CENSUS_CLASSES];
    census_classes(c, classes);
    for (int i = 0; i < CENSUS_CLASSES; i++) {
        char name[16];
        snprintf(name, sizeof name, "class %d", i);
        assert_count(run, name, classes[i], d->classes[i]);
    }
    assert_count(run, "loads", ldst->loads, d->memory.loads);
    assert_count(run, "stores", ldst->stores - ldst->image_stores, d->memory.stores);
    assert_count(run, "image stores", ldst->image_stores, d->memory.image_stores);
    assert_count(run, "sectors loaded", ldst->load_sectors, d->memory.load_sectors);
    assert_count(run, "sectors stored", ldst->store_sectors - ldst->image_store_sectors,
                 d->memory.store_sectors);
    assert_count(run, "sectors of images", ldst->image_store_sectors,
                 d->memory.image_store_sectors);
    assert_count(run, "trace instructions", traces, d->walks.traces);
}

/* Our shadow and occlusion shaders are compiled a little otherwise. */
static void assert_executed(const struct logged *run, uint64_t ours)
{
    double error = (double)ours / (double)run->instructions - 1;
    if (run->shader == SHADER_PATH)
        assert_count(run, "instructions", ours, run->instructions);
    else if (error < -0.002 || error > 0.002)
        assert_count(run, "within 0.2 %: instructions", ours, run->instructions);
}

static bool same_opcode(const struct census_opcode *o, const char *text)
{
    bool guarded = *text == '@';
    size_t n = strlen(text + guarded);
    return o->guarded == guarded && strncmp(o->text, text + guarded, n) == 0 &&
           (o->text[n] == 0 || o->text[n] == '.');
}

/* Every opcode that was executed is in the table. */
static void assert_opcodes(const struct logged *run, size_t scene, const struct census *c,
                           const struct launch *launch)
{
    struct census_opcode *list FREED_BY(mem_free);
    uint32_t n;
    uint64_t all = 0;
    assert_ok(census_opcodes(&list, &n, c, launch, &st));
    for (size_t k = 0; k < sizeof opcodes / sizeof *opcodes; k++) {
        uint64_t lanes = 0;
        for (uint32_t i = 0; i < n; i++)
            lanes += same_opcode(&list[i], opcodes[k].text) ? list[i].lines.active : 0;
        assert_count(run, opcodes[k].text, lanes, opcodes[k].lanes[scene]);
        all += lanes;
    }
    assert_count(run, "lanes of all opcodes", all, c->counters.sm.active_lanes);
}

static void assert_shaders(const struct logged *run, size_t scene, const struct census *c,
                           const struct launch *launch)
{
    uint64_t all = 0;
    for (uint32_t f = 0; f < c->n_functions; f++) {
        const struct program_function *function = &launch_program(launch)->functions[f];
        const char *file = program_source(launch_program(launch), function->first);
        uint64_t lanes = 0;
        for (uint32_t i = function->first; i < function->end; i++)
            lanes += c->lines[i].active;
        for (size_t k = 0; k < sizeof shaders / sizeof *shaders; k++)
            if (strcmp(strrchr(file, '/') + 1, shaders[k].file) == 0) {
                assert_count(run, shaders[k].file, lanes, shaders[k].lanes[scene]);
                assert_count(run, function->name, c->calls[f], shaders[k].calls[scene]);
                all += lanes;
            }
    }
    assert_count(run, "lanes of all shaders", all, c->counters.sm.active_lanes);
}

static void assert_warps(const struct logged *run, size_t scene, const struct census *c)
{
    const struct mix_counters *m = &c->counters.mix;
#define LANES(none, n) m->warps_##n,
    const uint64_t ours[WARP_LANES] = {MIX_LANES(LANES, )};
#undef LANES
    for (int i = 0; i < WARP_LANES; i++) {
        char name[8];
        snprintf(name, sizeof name, "W%d", i + 1);
        assert_count(run, name, ours[i], warps[scene][i]);
    }
}

static void compare(const struct logged *run, const struct details *d)
{
    struct world world ENDED_BY(world_close);
    char path[256];
    snprintf(path, sizeof path, "%s/tests/reference/%s.scene", TEST_SOURCE_DIR, run->scene);
    assert_ok(world_open(&world, path, false, &st));
    /* In C, shadow and ao are not LumiBench's to the bit. */
    for (int dumps = run->shader != SHADER_PATH; dumps < 2; dumps++) {
        struct census census ENDED_BY(census_free);
        struct launch *launch;
        take(&census, &launch, &world, run, dumps);
        assert_rays(run, &census);
        if (d)
            assert_walks(run, d, &census);
        if (dumps)
            assert_executed(run, census.counters.sm.thread_instructions);
        if (d && dumps) {
            assert_instructions(run, d, &census, count_traces(&census, launch));
            assert_warps(run, (size_t)(d - details), &census);
            assert_shaders(run, (size_t)(d - details), &census, launch);
            assert_opcodes(run, (size_t)(d - details), &census, launch);
        }
        launch_free(launch);
    }
}

TEST(counts_are_those_of_the_logs)
{
    char *folder = rig_shared("scenes/INDEX.md");
    if (!folder)
        rig_skip();
    mem_free(folder);
    for (size_t i = 0; i < sizeof runs / sizeof *runs; i++)
        compare(&runs[i], i < 3 ? &details[i] : NULL);
}
