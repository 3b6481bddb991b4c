/* Which timing models see a parameter of the GPU: what its row says is what runs show. A model sees
 * a parameter if some value of it changes some count of some run below. */
#include "tests/rig/rig.h"

#include "orchestrator/predict/frame_run.h"
#include "orchestrator/settings/models.h"
#include "orchestrator/settings/options.h"
#include "sim/config/load/load.h"
#include "tests/rig/fake_warp.h"

#include <stdlib.h>
#include <string.h>

/* What is run on a GPU. */
struct bench {
    const char *gpu;    /* with what makes the parameters of `only` matter */
    const char *scene;  /* NULL: the script below */
    const char *only;   /* beginning of the parameters' names that it is for; NULL: all */
};
static const struct bench benches[] = {
    {"tiny", "weekend", NULL},
    {"tiny", NULL, NULL},
    {"tiny:l1d.mshrs=8,rt.l1_port=own", NULL, NULL},
    {"rtx2060_vulkansim:sms=2,memory_partitions=2", "weekend", NULL},
    {"tiny:rt.stack_entries=2", "weekend", "rt."},
    {"tiny:rt.stack_entries=2,rt.stack_overflow=shared,rt.stack_shared_entries=4", "weekend", "rt."},
    {"tiny:rt.treelet_B=512,rt.prefetch=popular,rt.prefetch_percent=50", "weekend", "rt."},
    {"tiny:rt.opacity_micromap=3", "tree", "rt."},
    {"tiny:rt.reorder_warps=4,rt.reorder_wait=100,rt.reorder_cycles=10,rt.reorder_B=64", "weekend",
     "rt."},
    {"tiny:icache.size_B=512,icache.line_B=32,icache.ways=1", "weekend", "icache."},
};
enum { BENCHES = sizeof benches / sizeof *benches, MOST_VALUES = 16 };

static const struct fake_step script[] = {
    {OP_LOAD, .dst = 1, .base = 0x10000, .per_cta = 4096, .per_lane = 128},
    {OP_FP_ADD, .dst = 2, .src = 1},      {OP_FP_MAX, .dst = 3, .src = 2},
    {OP_FP_MUL, .dst = 4, .src = 3},      {OP_FP_MAD, .dst = 5, .src = 4},
    {OP_FP_DIV, .dst = 6, .src = 5},      {OP_INT_ADD, .dst = 7, .src = 6},
    {OP_INT_MAX, .dst = 8, .src = 7},     {OP_INT_MUL, .dst = 9, .src = 8},
    {OP_INT_MAD, .dst = 10, .src = 9},    {OP_INT_DIV, .dst = 11, .src = 10},
    {OP_DP_ADD, .dst = 12, .src = 11},    {OP_DP_MAX, .dst = 13, .src = 12},
    {OP_DP_MUL, .dst = 14, .src = 13},    {OP_DP_MAD, .dst = 15, .src = 14},
    {OP_DP_DIV, .dst = 16, .src = 15},    {OP_SFU, .dst = 17, .src = 16},
    {OP_ALU, .dst = 18, .src = 17},       {OP_FP_MAD, .dst = 19},
    {OP_FP_MAD, .dst = 20},               {OP_SFU, .dst = 21},
    {OP_LOAD, .dst = 22, .base = 0x90000, .per_cta = 64, .per_lane = 32},
    {OP_LOAD, .dst = 23, .base = 0x10000, .per_cta = 4096, .per_lane = 128},
    {OP_FP_ADD, .dst = 24, .src = 23},
    {OP_ATOMIC, .dst = 25, .src = 24, .base = 0x70000, .per_lane = 4},
    {OP_STORE, .src = 25, .base = 0x200000, .per_cta = 4096, .per_lane = 128},
    {OP_STORE, .src = 25, .base = 0x200004, .per_cta = 4096, .per_lane = 128},
    {OP_LOAD_SHARED, .dst = 26, .base = 0, .per_warp = 128, .per_lane = 8},
    {OP_FP_ADD, .dst = 27, .src = 26},
    {OP_BARRIER, .dst = 0},
    {OP_STORE_SHARED, .src = 27, .base = 0, .per_lane = 4},
};

struct machine {
    struct settings settings;
    struct world world;
    struct session session;
};

static void open_scene(struct machine *m, const char *name)
{
    struct status st = {0};
    options_default(&m->settings);
    m->settings.render.scene = name;
    m->settings.render.width = 64;
    m->settings.render.height = 4;
    m->settings.render.samples = 1;
    assert_ok(world_open(&m->world, name, false, &st));
    assert_ok(session_open(&m->session, &m->world, &m->settings.render, NULL, &st));
}

static struct kernel *kernel_of(struct machine *m, const struct bench *b,
                                const struct gpu_config *gpu, enum timing_model model)
{
    struct status st = {0};
    struct kernel *k;
    if (!b->scene) {
        uint32_t n = sizeof script / sizeof *script;
        if (model == MODEL_ABSTRACT) /* which has no shared memory: without the end */
            return fake_kernel(script, n - 4, 24, 64, UINT32_MAX);
        return fake_compute_kernel(script, n, 12, 64, UINT32_MAX, 2, 4096);
    }
    const struct frame_job job = {.settings = &m->settings, .session = &m->session};
    const struct frame_where where = {0};
    assert_ok(frame_launch(&job, gpu, &where, &k, &st));
    return k;
}

/* Where the model refuses the GPU, its answer is all zero. */
static void run(struct machine *m, const struct bench *b, const struct gpu_config *gpu,
                enum timing_model model, struct model_answer *out)
{
    struct status st = {0};
    struct kernel *k = kernel_of(m, b, gpu, model);
    assert_non_null(k);
    memset(out, 0, sizeof *out);
    if (models_simulate(model, gpu, k, &(struct model_options){0}, out, &st) != ST_OK)
        memset(out, 0, sizeof *out);
    k->ops->free(k);
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
        const uint32_t tries[] = {u * 4, u / 4, u * 2, u / 2, u + 1, u - 1, 1, 2, 8, (uint32_t)p->min, u + 40};
        for (size_t i = 0; i < sizeof tries / sizeof *tries; i++)
            snprintf(out[n++], 64, "%u", tries[i]);
        break;
    }
    }
    return n;
}

static bool moves(struct machine *m, const struct bench *b, const struct gpu_config *gpu,
                  const char *key, const struct param *p, const void *field,
                  const struct model_answer *before, enum timing_model model)
{
    char values[MOST_VALUES][64];
    uint32_t n = values_of(p, field, values);
    for (uint32_t i = 0; i < n; i++) {
        struct gpu_config other = *gpu;
        struct status st = {0};
        struct model_answer after;
        if (gpu_config_set(&other, key, values[i], &st) != ST_OK)
            continue;
        run(m, b, &other, model, &after);
        if (after.counters.gpu.cycles && memcmp(&after, before, sizeof after) != 0)
            return true;
    }
    return false;
}

TEST(a_row_says_which_models_see_it)
{
    static struct machine machines[BENCHES];
    static struct gpu_config gpus[BENCHES];
    static struct model_answer before[BENCHES][TIMING_MODELS];
    struct status st = {0};
    for (int b = 0; b < BENCHES; b++) {
        assert_ok(gpu_config_load(&gpus[b], benches[b].gpu, &st));
        if (benches[b].scene)
            open_scene(&machines[b], benches[b].scene);
        for (int model = 0; model < TIMING_MODELS; model++)
            run(&machines[b], &benches[b], &gpus[b], (enum timing_model)model, &before[b][model]);
    }
    for (size_t t = 0; t < n_gpu_param_tables; t++)
        for (size_t i = 0; i < gpu_param_tables[t].n_rows; i++) {
            const struct param *p = &gpu_param_tables[t].rows[i];
            char key[128];
            snprintf(key, sizeof key, "%s%s%s", gpu_param_tables[t].section,
                     gpu_param_tables[t].section[0] ? "." : "", p->name);
            if (getenv("ONLY") && !strstr(key, getenv("ONLY"))) continue;
            printf("%-30s", key);
            for (int model = 0; model < TIMING_MODELS; model++) {
                bool sees = false;
                for (int b = 0; b < BENCHES && !sees; b++) {
                    const char *only = benches[b].only;
                    const void *field =
                        (const char *)&gpus[b] + gpu_param_tables[t].offset + p->offset;
                    if (!only || strncmp(key, only, strlen(only)) == 0)
                        sees = before[b][model].counters.gpu.cycles && moves(&machines[b], &benches[b], &gpus[b], key, p, field,
                                     &before[b][model], (enum timing_model)model);
                }
                printf(" %s", sees ? models[model].name : "-");
                fflush(stdout);
            }
            printf("\n");
        }
}

TEST_GROUP(NULL, NULL)
