#include "sim/gpumech/interval_model.h"

#include "common/memory.h"
#include "common/progress.h"
#include "sim/gpumech/cpi_stack.h"
#include "sim/gpumech/warp_works.h"

#include <math.h>
#include <string.h>

struct run {
    const struct gpu_config *config;
    const struct kernel_trace *trace;
    const struct digest *digest;
    enum interval_level_of_detail level;
    enum representative_choice choice;
    uint32_t threads;
    struct interval_latency latency;
    struct collected collected;
    struct warp_profiles profiles;
    struct interval_profile *warps; /* profiles without intervals */
    struct warp_work *works;
    double *slow; /* by number of other warps: slowdown of the representative warp */
    struct frame_machine machine;
    struct frame_time time;
    struct cpi_stack stack;
    double helpers_cpu_s;
};

static void release(struct run *r)
{
    collected_free(&r->collected);
    warp_profiles_free(&r->profiles);
    MEM_FREE(r->warps, r->works, r->slow);
}

/* ---- the representative warp ---- */

static double ratio(double a, double b)
{
    return b > 0 ? a / b : 0;
}

/* The mean latency of a sector that misses the L1D. */
static double miss_cycles(const struct collected *c, const struct interval_latency *latency)
{
    double dram = c->fetches, l2 = fmax(c->misses - dram, 0);
    return ratio(l2 * latency->level[INTERVAL_L2] + dram * latency->level[INTERVAL_DRAM],
                 l2 + dram);
}

/* The demands for shared resources, from the sum of all executions. */
static struct interval_resources resources(const struct run *r)
{
    uint32_t traces = r->digest->first_trace[r->trace->n_warps];
    double cycles = 0, requests = 0;
    for (uint32_t t = 0; t < traces; t++) {
        cycles += r->profiles.traces[t].cycles;
        requests += r->profiles.traces[t].requests;
    }
    return (struct interval_resources){
        .cores = r->config->machine.sms,
        .mshrs = r->config->l1d.mshrs,
        .miss_cycles = miss_cycles(&r->collected, &r->latency),
        .line_cycles = warp_works_dram_cycles(r->config),
        .rt_warps = r->config->rt.max_warps,
        .trace_cycles = fmax(ratio(cycles, traces), ratio(requests, traces)),
        .trace_requests = ratio(requests, traces),
    };
}

static enum st_code choose(const struct run *r, uint32_t *out, struct status *st)
{
    MEM_AUTO struct representative_warp *warps = NULL;
    TRY(mem_make(&warps, r->trace->n_warps, sizeof *warps, "warps", st));
    for (uint32_t w = 0; w < r->trace->n_warps; w++)
        warps[w] = representative_of(&r->warps[w]);
    *out = representative_choose(warps, r->trace->n_warps, r->choice);
    return ST_OK;
}

/* The policy of the paper that fits the configuration's. The paper has two; `oldest` is handled as
 * greedy then oldest, because a ready warp stays the oldest. */
static enum interval_policy policy_of(const struct gpu_config *config)
{
    return config->sm.scheduler == SCHEDULER_LRR ? INTERVAL_ROUND_ROBIN
                                                 : INTERVAL_GREEDY_THEN_OLDEST;
}

static enum st_code predict(struct run *r, const struct interval_profile *p, struct status *st)
{
    static const enum interval_model models[] = {[LEVEL_BAND] = INTERVAL_MT_MSHR_BAND,
                                                 [LEVEL_MSHR] = INTERVAL_MT_MSHR,
                                                 [LEVEL_MT] = INTERVAL_MT,
                                                 [LEVEL_MARKOV] = INTERVAL_MARKOV,
                                                 [LEVEL_NAIVE] = INTERVAL_NAIVE};
    uint32_t places = r->machine.resident_ctas * r->machine.cta_warps;
    const struct interval_resources has = resources(r);
    struct interval_prediction predicted = {0};
    TRY(mem_make(&r->slow, places, sizeof *r->slow, "warps", st));
    for (uint32_t k = 1; k <= places; k++) {
        const struct interval_core core = {
            .warps = k, .schedulers = r->config->sm.schedulers, .policy = policy_of(r->config)};
        interval_predict(&predicted, p, &core, &has, models[r->level]);
        double cycles = predicted.cpi * k * (double)p->insts;
        r->slow[k - 1] = fmax(ratio(cycles, interval_profile_cycles(p)), 1);
    }
    cpi_stack_make(&r->stack, p, &predicted); /* stack of a full SM */
    r->machine.slow = r->slow;
    return ST_OK;
}

static enum st_code follow_representative(struct run *r, struct status *st)
{
    struct interval_builder b;
    struct interval_profile p;
    uint32_t warp = 0;
    TRY(choose(r, &warp, st));
    interval_builder_init(&b, r->profiles.issue_rate);
    enum st_code code = warp_profiles_make(&r->profiles, &b, warp, true, NULL, &p, st);
    interval_builder_free(&b);
    TRY(code);
    code = p.insts ? predict(r, &p, st)
                   : status_fail(st, ST_FAILED, "no warp executes an instruction; expected some");
    interval_profile_free(&p);
    return code;
}

/* ---- time ---- */

/* Makes the stack of all cycles that warps lost, divided in the proportions of the network. */
static void stack_network(struct run *r)
{
    const struct frame_time *t = &r->time;
    struct interval_stalls stalls = {.dep = 0};
    double issue = 0;
    for (uint32_t w = 0; w < r->trace->n_warps; w++) {
        const struct interval_stalls *own = &r->warps[w].stalls;
        issue += (double)r->warps[w].insts / r->profiles.issue_rate;
        stalls.dep += own->dep;
        stalls.rt += own->rt;
        for (int level = 0; level < INTERVAL_LEVELS; level++)
            stalls.memory[level] += own->memory[level];
    }
    cpi_stack_alone(&r->stack, issue, &stalls);
    r->stack.part[CPI_RT] += t->rt + t->waits[STATION_REQUESTS] + t->waits[STATION_RT_MSHR];
    r->stack.part[CPI_MSHR] = t->waits[STATION_MSHR];
    r->stack.part[CPI_PORT] = t->waits[STATION_ISSUE] + t->waits[STATION_PORT];
    r->stack.part[CPI_SLICE] = t->waits[STATION_L2];
    r->stack.part[CPI_QUEUE] = t->waits[STATION_DRAM];
    double insts = (double)r->trace->instructions;
    cpi_stack_scale(&r->stack, ratio(t->busy / insts, cpi_stack_sum(&r->stack)));
    double all = (t->cycles + r->config->machine.launch_cycles) * r->machine.sms;
    r->stack.part[CPI_IDLE] = (all - t->busy) / insts;
}

static enum st_code find_time(struct run *r, struct status *st)
{
    uint32_t n = r->trace->n_warps;
    double miss = miss_cycles(&r->collected, &r->latency);
    TRY(mem_make(&r->works, n, sizeof *r->works, "warps", st));
    for (uint32_t w = 0; w < n; w++)
        r->works[w] = warp_works_make(&r->profiles, r->config, miss, w, &r->warps[w]);
    return frame_time_find(&r->time, &r->machine, r->works, n, st);
}

static enum st_code run_interval_model(struct run *r, struct status *st)
{
    uint32_t n = r->trace->n_warps;
    interval_latency_make(&r->latency, r->config);
    TRY(collector_run(&r->collected, r->config, r->digest, st));
    TRY(warp_profiles_create(&r->profiles, r->config, r->digest, &r->collected, &r->latency, st));
    TRY(mem_make(&r->warps, n, sizeof *r->warps, "warps", st));
    TRY(warp_profiles_all(&r->profiles, r->threads, r->warps, &r->helpers_cpu_s, st));
    r->machine = (struct frame_machine){
        .sms = r->config->machine.sms,
        .cta_warps = kernel_cta_warps(&r->trace->shape),
        .rt_warps = r->config->rt.max_warps,
        .posted_places = r->config->l1d.miss_queue,
        .own_port = r->config->rt.l1_port == L1_PORT_OWN,
    };
    r->machine.resident_ctas = collector_resident(r->config, r->trace) / r->machine.cta_warps;
    if (r->level != LEVEL_NETWORK)
        TRY(follow_representative(r, st));
    TRY(find_time(r, st));
    if (r->level == LEVEL_NETWORK)
        stack_network(r);
    return ST_OK;
}

static void answer(const struct run *r, struct model_answer *out)
{
    struct gpu_counters *n = &out->counters;
    *out = (struct model_answer){.stack.n = 0};
    n->gpu.cycles = (uint64_t)llround(r->time.cycles) + r->config->machine.launch_cycles;
    n->gpu.ctas = r->trace->shape.n_ctas;
    n->sm.warps = r->trace->n_warps;
    n->sm.warp_instructions = r->trace->instructions;
    n->sm.active_lanes = r->trace->active_lanes;
    n->sm.thread_instructions = r->trace->thread_instructions;
    for (int part = 0; part < CPI_PART_COUNT; part++)
        if (r->stack.part[part] > 0)
            out->stack.parts[out->stack.n++] =
                (struct model_part){cpi_part_name((enum cpi_part)part), r->stack.part[part]};
}

static enum st_code run_digest(const struct gpu_config *config, const struct digest *digest,
                               const struct model_options *options, struct model_answer *out,
                               struct status *st)
{
    struct run r = {.config = config,
                    .trace = digest->trace,
                    .digest = digest,
                    .level = (enum interval_level_of_detail)(options->variant >> 8 & 0xff),
                    .choice = (enum representative_choice)(options->variant & 0xff),
                    .threads = options->threads};
    enum st_code code = run_interval_model(&r, st);
    if (code == ST_OK)
        answer(&r, out);
    if (options->helpers_cpu_s)
        *options->helpers_cpu_s += r.helpers_cpu_s;
    release(&r);
    return code;
}

/* Makes *kept the digest of a trace for this GPU: keeps the one that is there, or replaces it if
 * the GPU needs another. */
static enum st_code find_digest(struct digest **kept, const struct kernel_trace *trace,
                                const struct gpu_config *config, uint32_t rate, struct status *st)
{
    if (*kept && digest_fits(*kept, config, rate))
        return ST_OK;
    digest_free(*kept);
    return digest_create(kept, trace, config, rate, st);
}

enum st_code interval_model(const struct gpu_config *config, struct kernel *kernel,
                            const struct model_options *options, struct model_answer *out,
                            struct status *st)
{
    if (kernel->machine_code)
        return status_fail(st, ST_USAGE,
                           "the interval model does not know machine code; the cycle model does");
    if (config->rt.reorder_warps)
        return status_fail(
            st, ST_USAGE,
            "the interval model does not know rt.reorder_warps; the cycle model does");
    struct kernel_trace *own = NULL;
    void *nowhere = NULL, **kept = options->kept ? options->kept : &nowhere;
    struct digest *digest = *kept;
    const struct kernel_trace_options making = {.threads = options->threads,
                                                .progress = options->progress,
                                                .stop = options->stop,
                                                .helpers_cpu_s = options->helpers_cpu_s};
    if (options->trace)
        progress_add(options->progress, kernel->n_ctas);
    else
        TRY(kernel_trace_create(&own, kernel, &making, st));
    enum st_code code = find_digest(&digest, options->trace ? options->trace : own, config,
                                    options->variant >> 16, st);
    if (code == ST_OK)
        code = run_digest(config, digest, options, out, st);
    if (own) { /* there is no trace to keep it with */
        digest_free(digest);
        digest = NULL;
    }
    *kept = digest;
    if (!options->kept)
        digest_free(digest);
    kernel_trace_free(own);
    return code;
}

void interval_forget(void *kept)
{
    digest_free(kept);
}

bool interval_counts(const struct counter_table *table, const struct counter *counter)
{
    static const char *const counted[][2] = {
        {"gpu", "cycles"},           {"gpu", "ctas"},        {"sm", "warps"},
        {"sm", "warp_instructions"}, {"sm", "active_lanes"}, {"sm", "thread_instructions"},
    };
    for (size_t i = 0; i < sizeof counted / sizeof *counted; i++)
        if (strcmp(table->section, counted[i][0]) == 0 && strcmp(counter->name, counted[i][1]) == 0)
            return true;
    return false;
}
