/* Which timing models see a parameter of the GPU: what its row says is what runs show. A model sees
 * a parameter if some value of it changes some count of some run below. */
#include "tests/rig/rig.h"

#include "orchestrator/predict/frame_run.h"
#include "orchestrator/settings/models.h"
#include "orchestrator/settings/options.h"
#include "sim/config/load/load.h"
#include "sim/gpumech/interval_model.h"
#include "tests/rig/fake_warp.h"

#include <string.h>

/* What is run on a GPU. */
struct bench {
    const char *gpu;   /* with what makes the parameters of `only` matter */
    const char *scene; /* NULL: the script below */
    const char *only;  /* beginning of the parameters' names that it is for; NULL: all */
};
static const struct bench benches[] = {
    {"tiny", "weekend", NULL},
    {"tiny", NULL, NULL},
    {"tiny:l1d.mshrs=8,l1d.miss_queue=2,rt.l1_port=own,rt.max_warps=1", NULL, NULL},
    {"tiny:sms=4,sm.schedulers=1,exec.sp_units=1,exec.int_units=1,exec.sfu_units=1,exec.alu_"
     "latency=4",
     NULL, NULL},
    {"rtx2060_vulkansim:sms=2,memory_partitions=2", "weekend", NULL},
    {"rtx2060_vulkansim:sms=2,memory_partitions=2", NULL, NULL},
    {"tiny:rt.max_warps=1", "tree", NULL},
    {"tiny:rt.stack_entries=2", "weekend", "rt."},
    {"tiny:rt.stack_entries=1,rt.stack_overflow=shared,rt.stack_shared_entries=4", "tree", "rt."},
    {"tiny:rt.treelet_B=512,rt.prefetch=popular,rt.prefetch_percent=50", "weekend", "rt."},
    {"tiny:rt.opacity_micromap=3", "tree", "rt."},
    {"tiny:rt.reorder_warps=4,rt.reorder_wait=100,rt.reorder_cycles=10,rt.reorder_B=64", "weekend",
     "rt."},
    {"tiny:icache.size_B=512,icache.line_B=32,icache.ways=1", "weekend", "icache."},
    {"tiny:dram_MHz=100.0", NULL, "dram."},
    {"tiny:dram.refi=2000,dram.rfc=100", NULL, "dram.r"},
    {"tiny:l1d.tlb_entries=2,l1d.page_KB=4,l1d.tlb_miss_cycles=100", "weekend", "l1d."},
};
/* Seen, which the runs below do not show: the watchdog ends runs; of machine code alone; an SM
 * without warps; a buffer that no reply finds full; only together with the address map; of kernels
 * that reorder more. */
static const char *const not_shown[] = {
    "watchdog_cycles", "exec.scalar_latency",  "scalar_cache.", "sm.flush_l1d",
    "dram.banks",      "icnt.ejection_buffer", "rt.reorder_B",
};
enum {
    BENCHES = sizeof benches / sizeof *benches,
    MOST_VALUES = 16,
    FEW_VALUES = 2,
    BAND = TIMING_MODELS,
    SEERS
};

/* Every class of arithmetic once behind the one before and four times beside itself, between loads
 * and stores; what compute kernels alone have comes last. */
#define CLASS(op)                                                                                  \
    {op, .dst = 1, .src = 1}, {op, .dst = 2}, {op, .dst = 3}, {op, .dst = 4},                      \
    {                                                                                              \
        op, .dst = 5                                                                               \
    }
static const struct fake_step script[] = {
    {OP_LOAD, .dst = 1, .base = 0x10000, .per_cta = 4096, .per_lane = 128},
    CLASS(OP_FP_ADD),
    CLASS(OP_FP_MAX),
    CLASS(OP_FP_MUL),
    CLASS(OP_FP_MAD),
    CLASS(OP_FP_DIV),
    CLASS(OP_INT_ADD),
    CLASS(OP_INT_MAX),
    CLASS(OP_INT_MUL),
    CLASS(OP_INT_MAD),
    CLASS(OP_INT_DIV),
    CLASS(OP_DP_ADD),
    CLASS(OP_DP_MAX),
    CLASS(OP_DP_MUL),
    CLASS(OP_DP_MAD),
    CLASS(OP_DP_DIV),
    CLASS(OP_SFU),
    CLASS(OP_ALU),
    {OP_LOAD, .dst = 6, .src = 1, .base = 0x90000, .per_cta = 64, .per_lane = 32},
    {OP_LOAD, .dst = 7, .base = 0x10000, .per_cta = 4096, .per_lane = 128},
    {OP_FP_ADD, .dst = 8, .src = 7},
    {OP_STORE, .src = 8, .base = 0x200000, .per_cta = 4096, .per_lane = 128},
    {OP_STORE, .src = 8, .base = 0x200004, .per_cta = 4096, .per_lane = 128},
    {OP_LOAD, .dst = 7, .src = 6, .base = 0x200000, .per_cta = 4096, .per_lane = 128},
    {OP_TRACE_RAY, .dst = 9, .src = 7, .base = 0x100000, .per_cta = 640, .per_lane = 64,
     .n_records = 9, .mixed = true},
    {OP_FP_ADD, .dst = 8, .src = 9},
    {OP_ATOMIC, .dst = 10, .src = 8, .base = 0x70000, .per_lane = 4},
    {OP_LOAD_SHARED, .dst = 11, .src = 10, .base = 0, .per_warp = 128, .per_lane = 8},
    {OP_FP_ADD, .dst = 12, .src = 11},
    {OP_BARRIER, .dst = 0},
    {OP_STORE_SHARED, .src = 12, .base = 0, .per_lane = 4},
};

struct machine {
    struct settings settings;
    struct world world;
    struct session session;
};

static void open_scene(struct machine *m, const char *name, uint32_t width)
{
    options_default(&m->settings);
    m->settings.render.scene = name;
    m->settings.render.width = width;
    m->settings.render.height = 4;
    m->settings.render.samples = 1;
    assert_ok(world_open(&m->world, name, false, &st));
    assert_ok(session_open(&m->session, &m->world, &m->settings.render, NULL, &st));
}

static struct kernel *kernel_of(struct machine *m, const struct bench *b,
                                const struct gpu_config *gpu)
{
    struct kernel *k;
    if (!b->scene) {
        uint32_t n = sizeof script / sizeof *script;
        return fake_compute_kernel(script, n, 48, 64, UINT32_MAX, 2, 4096);
    }
    const struct frame_job job = {.settings = &m->settings, .session = &m->session};
    const struct frame_where where = {0};
    assert_ok(frame_launch(&job, gpu, &where, &k, &st));
    return k;
}

/* Where the model refuses the GPU, its answer is all zero. */
static void run(struct machine *m, const struct bench *b, const struct gpu_config *gpu, int model,
                struct model_answer *out)
{
    struct status st = {0};
    struct kernel *k FREED_BY(kernel_free) = kernel_of(m, b, gpu);
    assert_non_null(k);
    memset(out, 0, sizeof *out);
    uint32_t variant = model == BAND ? interval_variant(LEVEL_BAND, REPRESENTATIVE_CLUSTER, 0) : 0;
    if (models_simulate(model == BAND ? MODEL_INTERVAL : (enum timing_model)model, gpu, k,
                        &(struct model_options){.variant = variant}, out, &st) != ST_OK)
        memset(out, 0, sizeof *out);
}

static uint32_t values_of(const struct param *p, const void *field, char out[MOST_VALUES][64])
{
    uint32_t n = 0;
    double v = p->type == PARAM_REAL ? *(const double *)field : 0;
    uint32_t u = p->type == PARAM_UINT ? *(const uint32_t *)field : 0;
    switch (p->type) {
    case PARAM_BOOL:
        snprintf(out[n++], 64, "%s", *(const bool *)field ? "false" : "true");
        break;
    case PARAM_CHOICE:
        for (uint32_t i = 0; p->choices[i]; i++)
            snprintf(out[n++], 64, "%s", p->choices[i]);
        break;
    case PARAM_REAL:
        snprintf(out[n++], 64, "%g", v * 2);
        snprintf(out[n++], 64, "%g", v / 2);
        break;
    case PARAM_UINT: {
        const uint32_t tries[] = {
            u * 4, u / 4, u * 2, u / 2, u + 1, u - 1, 1, 2, 8, 256, (uint32_t)p->min, u + 40};
        for (size_t i = 0; i < sizeof tries / sizeof *tries; i++)
            snprintf(out[n++], 64, "%u", tries[i]);
        break;
    }
    }
    return n;
}

static bool moves(struct machine *m, const struct bench *b, const struct gpu_config *gpu,
                  const char *key, const struct param *p, const void *field, uint32_t most,
                  const struct model_answer *was, int model)
{
    char values[MOST_VALUES][64];
    uint32_t n = values_of(p, field, values), tried = 0;
    for (uint32_t i = 0; i < n && tried < most; i++) {
        struct gpu_config other = *gpu;
        struct status st = {0};
        struct model_answer after;
        if (gpu_config_set(&other, key, values[i], &st) != ST_OK)
            continue;
        tried++;
        run(m, b, &other, model, &after);
        if (after.counters.gpu.cycles && memcmp(&after, was, sizeof after) != 0)
            return true;
    }
    return false;
}

static bool begins(const char *key, const char *with)
{
    return strncmp(key, with, strlen(with)) == 0;
}

static bool is_shown(const char *key)
{
    for (size_t i = 0; i < sizeof not_shown / sizeof *not_shown; i++)
        if (begins(key, not_shown[i]))
            return false;
    return true;
}

static struct machine machines[BENCHES];
static struct gpu_config gpus[BENCHES];
static struct model_answer before[BENCHES][SEERS];

/* By one of `most` values on each bench. */
static bool sees(int model, const char *key, const struct param *p, size_t offset, uint32_t most)
{
    bool seen = false;
    for (int b = 0; b < BENCHES && !seen; b++) {
        const void *field = (const char *)&gpus[b] + offset;
        if (before[b][model].counters.gpu.cycles &&
            (!benches[b].only || begins(key, benches[b].only)))
            seen = moves(&machines[b], &benches[b], &gpus[b], key, p, field, most,
                         &before[b][model], model);
    }
    return seen;
}

static void check(const char *key, const struct param *p, size_t offset)
{
    static const uint32_t bits[SEERS] = {[MODEL_APPROXIMATE] = UNSEEN_APPROXIMATE,
                                         [MODEL_INTERVAL] = UNSEEN_NETWORK,
                                         [MODEL_GATSIM] = UNSEEN_GATSIM,
                                         [BAND] = UNSEEN_GPUMECH};
    for (int model = 0; model < SEERS; model++) {
        bool unseen = p->unseen & bits[model];
        bool seen = sees(model, key, p, offset, unseen ? FEW_VALUES : MOST_VALUES);
        const char *name = model == BAND ? "interval's band" : models[model].name;
        if (seen && unseen)
            fail_msg("%s is seen by %s; its row says that it is not", key, name);
        if (!seen && !unseen && is_shown(key))
            fail_msg("%s: its row says that %s sees it; no run shows it", key, name);
    }
}

/* Values of a parameter that no model of the bench sees anything of are tried in vain, so the test
 * takes as long as it does. */
TEST(a_row_says_which_models_see_it)
{
    for (int b = 0; b < BENCHES; b++) {
        assert_ok(gpu_config_load(&gpus[b], benches[b].gpu, &st));
        if (benches[b].scene)
            open_scene(&machines[b], benches[b].scene, benches[b].only ? 64 : 32);
        for (int model = 0; model < SEERS; model++)
            run(&machines[b], &benches[b], &gpus[b], model, &before[b][model]);
    }
    for (size_t t = 0; t < n_gpu_param_tables; t++)
        for (size_t i = 0; i < gpu_param_tables[t].n_rows; i++) {
            const struct param_table *table = &gpu_param_tables[t];
            char key[128];
            snprintf(key, sizeof key, "%s%s%s", table->section, table->section[0] ? "." : "",
                     table->rows[i].name);
            check(key, &table->rows[i], table->offset + table->rows[i].offset);
        }
    for (int b = 0; b < BENCHES; b++)
        if (benches[b].scene) {
            session_close(&machines[b].session);
            world_close(&machines[b].world);
        }
}

TEST_GROUP(NULL, NULL)
