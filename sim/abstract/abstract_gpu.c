#include "sim/abstract/abstract_gpu.h"

#include "common/memory.h"
#include "common/progress.h"
#include "sim/abstract/memory.h"
#include "sim/abstract/rt.h"
#include "sim/abstract/sm.h"
#include "sim/abstract/wheel.h"

#include <string.h>

struct abstract_gpu {
    const struct gpu_config *config;
    struct kernel *kernel;
    const struct abstract_gpu_options *options;
    struct abstract_memory *memory;
    struct inst_costs costs;
    struct abstract_sm **sms;
    struct wheel wheel;
    uint32_t slots; /* warps of an SM */
    uint32_t next;  /* CTA */
    uint64_t end;   /* of the last warp */
    bool end_early; /* it was told to stop */
};

static void release(struct abstract_gpu *g)
{
    for (uint32_t i = 0; g->sms && i < g->config->machine.sms; i++)
        abstract_sm_free(g->sms[i]);
    mem_free(g->sms);
    wheel_release(&g->wheel);
    inst_costs_release(&g->costs);
    abstract_memory_free(g->memory);
}

static enum st_code create(struct abstract_gpu *g, struct status *st)
{
    uint32_t n = g->config->machine.sms;
    bool watched = g->options->end && g->options->window;
    TRY(abstract_memory_create(&g->memory, g->config, watched ? g->kernel->shared_end : 0, st));
    TRY(mem_make(&g->sms, n, sizeof(struct abstract_sm *), "SMs", st));
    g->slots = sm_occupancy(g->config, g->kernel->registers);
    if (g->slots == 0)
        return status_fail(st, ST_USAGE, "an SM has no room for a warp of %u registers per thread",
                           g->kernel->registers);
    TRY(wheel_create(&g->wheel, n * SM_EVENTS, st));
    for (uint32_t i = 0; i < n; i++)
        TRY(abstract_sm_create(&g->sms[i], g->config, i, g->slots, &g->costs, g->memory, &g->wheel,
                               st));
    return ST_OK;
}

static enum st_code launch(struct abstract_gpu *g, uint32_t sm, uint64_t now, struct status *st)
{
    struct warp *w;
    TRY(g->kernel->ops->start(g->kernel, g->next, &w, st));
    uint32_t window = g->options->window ? g->options->window : 1;
    abstract_sm_launch(g->sms[sm], w, g->next / window, now);
    g->next++;
    return ST_OK;
}

/* In each cycle every SM with room takes a CTA in turn, as sim/timing/dispatch.h. */
static enum st_code launch_first(struct abstract_gpu *g, struct status *st)
{
    uint32_t n = g->config->machine.sms, ctas = g->kernel->n_ctas;
    uint32_t most = ctas / n + (ctas % n != 0);
    for (uint32_t round = 0; round < g->slots && round < most; round++)
        for (uint32_t i = 0; i < n && g->next < ctas; i++)
            TRY(launch(g, (g->options->first_sm + i) % n, g->config->machine.launch_cycles + round,
                       st));
    return ST_OK;
}

static bool stopped(const struct abstract_gpu *g)
{
    return g->options->stop && atomic_load_explicit(g->options->stop, memory_order_relaxed);
}

/* The last CTA has been launched. */
static void note_full(const struct abstract_gpu *g)
{
    struct gpu_counters full = {0};
    abstract_memory_count_dram(g->memory, g->wheel.now, &full);
    g->options->end->full = full.dram;
}

static enum st_code run(struct abstract_gpu *g, struct status *st)
{
    uint32_t id;
    TRY(launch_first(g, st));
    while (wheel_take(&g->wheel, &id)) {
        uint32_t sm = id / SM_EVENTS, slot = id % SM_EVENTS;
        bool ended = false;
        if (stopped(g)) {
            g->end_early = true;
            return ST_OK;
        }
        if (slot == SM_RT_EVENT) {
            TRY(abstract_sm_trace(g->sms[sm], g->wheel.now, st));
            continue;
        }
        TRY(abstract_sm_warp(g->sms[sm], slot, g->wheel.now, &ended, st));
        if (!ended)
            continue;
        g->end = g->wheel.now;
        progress_add(g->options->progress, 1);
        if (g->next == g->kernel->n_ctas)
            continue;
        TRY(launch(g, sm, g->wheel.now, st));
        if (g->next == g->kernel->n_ctas && g->options->end)
            note_full(g);
    }
    return ST_OK;
}

static void stop(struct abstract_gpu *g)
{
    g->end = g->wheel.now;
    for (uint32_t i = 0; i < g->config->machine.sms; i++)
        abstract_sm_stop(g->sms[i], g->wheel.now);
}

static void count(const struct abstract_gpu *g, struct gpu_counters *out)
{
    const struct gpu_config *c = g->config;
    memset(out, 0, sizeof *out);
    out->gpu.cycles = g->kernel->n_ctas ? g->end + 1 : c->machine.launch_cycles;
    out->gpu.ctas = g->next;
    for (uint32_t i = 0; i < c->machine.sms; i++)
        abstract_sm_count(g->sms[i], out);
    abstract_memory_count(g->memory, out->gpu.cycles, out);
}

static enum st_code note_end(const struct abstract_gpu *g, struct status *st)
{
    struct abstract_end *end = g->options->end;
    if (!end)
        return ST_OK;
    end->sms = g->config->machine.sms;
    end->slots = end->sms * g->slots;
    return abstract_memory_end(g->memory, end, st);
}

enum st_code abstract_gpu_simulate(const struct gpu_config *config, struct kernel *kernel,
                                   const struct abstract_gpu_options *options,
                                   struct gpu_counters *out, struct status *st)
{
    static const struct abstract_gpu_options none = {0};
    struct abstract_gpu g = {.config = config,
                             .kernel = kernel,
                             .options = options ? options : &none,
                             .costs = {.config = config}};
    if (g.options->end)
        *g.options->end = (struct abstract_end){0};
    enum st_code code = create(&g, st);
    for (uint32_t i = 0; code == ST_OK && i < config->machine.sms; i++)
        abstract_sm_watch(g.sms[i], g.options->resident);
    if (code == ST_OK)
        code = run(&g, st);
    if (code == ST_OK && g.end_early)
        stop(&g);
    if (code == ST_OK)
        count(&g, out);
    if (code == ST_OK)
        code = note_end(&g, st);
    if (g.options->unfinished)
        *g.options->unfinished = g.end_early;
    release(&g);
    return code;
}
