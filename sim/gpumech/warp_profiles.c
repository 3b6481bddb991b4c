#include "sim/gpumech/warp_profiles.h"

#include "common/memory.h"
#include "common/random.h"
#include "common/team.h"
#include "sim/approximate/inst_cost.h"
#include "sim/timing/rt/records.h"

#include <math.h>

enum {
    TRACE_IN_OUT = 2, /* cycles for a trace to enter the RT unit and to leave it */
    BANKS = 1,        /* cycles that an access to shared memory takes at the banks */
};

/* ---- costs of instructions ---- */

/* The latency of an instruction: the cycles that an instruction loses that needs its result at once
 * (profile.h). */
static double find_latency(const struct gpu_config *config, enum warp_op op,
                           const struct inst_cost *cost, const struct interval_access *access,
                           const struct interval_latency *latency)
{
    double result = (double)cost->latency - 1;
    double queue = access->port_cycles > 1 ? access->port_cycles - 1 : 0;
    switch (op) {
    case OP_LOAD:
    case OP_ATOMIC:
        return result + config->ldst.l1_latency + queue +
               interval_amat(access->share, latency->level);
    case OP_LOAD_SHARED:
    case OP_ATOMIC_SHARED:
        return result + BANKS + config->ldst.shared_latency + queue;
    case OP_TRACE_RAY:
        return result + TRACE_IN_OUT;
    default:
        return result;
    }
}

static enum st_code fill_insts(struct warp_profiles *out, const struct gpu_config *config,
                               struct inst_costs *costs, const struct collected *collected,
                               const struct interval_latency *latency, struct status *st)
{
    const struct kernel_trace *trace = out->digest->trace;
    for (uint32_t i = 0; i < trace->n_insts; i++) {
        const struct warp_inst *inst = &trace->insts[i];
        struct warp_profiles_inst *to = &out->insts[i];
        enum warp_op op = (enum warp_op)inst->op;
        if (op == OP_COUNT)
            continue;
        TRY(inst_costs_know(costs, inst, st));
        to->accesses = warp_op_addresses(op) || op == OP_TRACE_RAY;
        to->access = collected->insts[i];
        to->latency = find_latency(config, op, &costs->of[i], &to->access, latency);
    }
    return ST_OK;
}

/* The costs of a record that is alone in the unit. */
struct record_cost {
    double cycles, variance; /* mean and variance of a lane's cycles, from its request to the end of
                                its test */
    double requests;
};

static void find_record_costs(struct record_cost out[RECORD_KINDS], const struct gpu_config *config,
                              const struct collected *collected,
                              const struct interval_latency *latency)
{
    for (int kind = 0; kind < RECORD_KINDS; kind++) {
        const double *share = collected->record[kind];
        double mean = interval_amat(share, latency->record);
        double requests = rt_mean_requests(&config->rt, (enum record_kind)kind);
        out[kind] = (struct record_cost){
            .cycles = mean + requests - 1 + rt_test_cycles(&config->rt, (enum record_kind)kind),
            .requests = requests};
        for (int level = 0; level < INTERVAL_LEVELS; level++) {
            double apart = latency->record[level] - mean;
            out[kind].variance += share[level] * apart * apart;
        }
    }
}

/* How much longer than the mean the lane takes that ends last. It need not be the lane with the
 * most records, but is one of several with about as many: their times are sums of varying
 * latencies, and the largest of n normal variables is about sqrt(2 ln n) standard deviations above
 * the mean. */
static double longest_beyond_mean(double variance, uint32_t rivals)
{
    static const double deviations[WARP_LANES + 1] = {
        0.0000, 0.0000, 1.1774, 1.4823, 1.6651, 1.7941, 1.8930, 1.9728, 2.0393, 2.0963, 2.1460,
        2.1899, 2.2293, 2.2649, 2.2974, 2.3273, 2.3548, 2.3804, 2.4043, 2.4267, 2.4477, 2.4676,
        2.4864, 2.5042, 2.5211, 2.5373, 2.5527, 2.5674, 2.5816, 2.5951, 2.6081, 2.6207, 2.6328};
    return deviations[rivals] * sqrt(variance);
}

static void fill_traces(struct warp_profiles *out, const struct gpu_config *config,
                        const struct collected *collected, const struct interval_latency *latency)
{
    struct record_cost costs[RECORD_KINDS];
    uint32_t n = out->digest->first_trace[out->digest->trace->n_warps];
    find_record_costs(costs, config, collected, latency);
    for (uint32_t t = 0; t < n; t++) {
        const struct digest_trace *from = &out->digest->traces[t];
        struct warp_trace *to = &out->traces[t];
        double variance = 0;
        to->requests = from->stores;
        for (int kind = 0; kind < RECORD_KINDS; kind++) {
            const double *share = collected->record[kind];
            double records = from->longest[kind];
            to->requests += from->fetched[kind] * costs[kind].requests;
            to->cycles += records * costs[kind].cycles;
            variance += records * costs[kind].variance;
            to->records += records;
            to->far += records * (1 - share[INTERVAL_L1]);
            to->dram += records * share[INTERVAL_DRAM];
        }
        to->cycles += longest_beyond_mean(variance, from->rivals);
    }
}

enum st_code warp_profiles_create(struct warp_profiles *out, const struct gpu_config *config,
                                  const struct digest *digest, const struct collected *collected,
                                  const struct interval_latency *latency, struct status *st)
{
    struct inst_costs costs = {.config = config, .model = "the interval model"};
    uint32_t traces = digest->first_trace[digest->trace->n_warps];
    *out = (struct warp_profiles){.digest = digest, .issue_rate = 1};
    if (!MEM_ARRAYS(MEM_ARRAY(out->insts, digest->trace->n_insts),
                    MEM_ARRAY(out->traces, traces))) {
        warp_profiles_free(out);
        return status_no_memory(st, "profiles of warps");
    }
    enum st_code code = fill_insts(out, config, &costs, collected, latency, st);
    fill_traces(out, config, collected, latency);
    inst_costs_release(&costs);
    if (code != ST_OK)
        warp_profiles_free(out);
    return code;
}

void warp_profiles_free(struct warp_profiles *p)
{
    MEM_FREE(p->insts, p->traces);
    *p = (struct warp_profiles){.digest = NULL};
}

struct warp_trace warp_profiles_traces(const struct warp_profiles *p, uint32_t warp)
{
    struct warp_trace sum = {.cycles = 0};
    for (uint32_t t = p->digest->first_trace[warp]; t < p->digest->first_trace[warp + 1]; t++) {
        sum.cycles += p->traces[t].cycles;
        sum.requests += p->traces[t].requests;
        sum.records += p->traces[t].records;
        sum.far += p->traces[t].far;
        sum.dram += p->traces[t].dram;
    }
    return sum;
}

/* ---- the interval algorithm ---- */

static void add_stalls(struct interval_stalls *sum, const struct interval_stalls *more, double by)
{
    sum->dep += by * more->dep;
    sum->rt += by * more->rt;
    for (int level = 0; level < INTERVAL_LEVELS; level++)
        sum->memory[level] += by * more->memory[level];
}

static double all_stalls(const struct interval_stalls *s)
{
    double all = s->dep + s->rt;
    for (int level = 0; level < INTERVAL_LEVELS; level++)
        all += s->memory[level];
    return all;
}

/* Issues an instruction and adds its stall to stalls[i], if that is not NULL. */
static enum st_code issue(const struct warp_profiles *p, struct interval_builder *b, uint32_t i,
                          double latency, bool executed, struct warp_stalls *stalls,
                          struct status *st)
{
    const struct warp_profiles_inst *own = &p->insts[i];
    const struct interval_access *access = executed && own->accesses ? &own->access : NULL;
    const struct interval_stalls before = b->profile.stalls;
    uint64_t n_before = b->profile.n_stalls;
    TRY(interval_builder_issue(b, &p->digest->trace->insts[i], latency, access, st));
    if (!stalls)
        return ST_OK;
    stalls[i].n++;
    if (b->profile.n_stalls == n_before)
        return ST_OK;
    add_stalls(&stalls[i].stalls, &b->profile.stalls, 1);
    add_stalls(&stalls[i].stalls, &before, -1);
    return ST_OK;
}

enum st_code warp_profiles_make(const struct warp_profiles *p, struct interval_builder *b,
                                uint32_t warp, bool keep, struct warp_stalls *stalls,
                                struct interval_profile *out, struct status *st)
{
    const struct step_log *r = &p->digest->trace->warps[warp];
    const struct warp_trace *trace = &p->traces[p->digest->first_trace[warp]];
    interval_builder_start(b, keep);
    for (uint32_t run = 0; run < r->n_runs; run++) {
        uint32_t from = r->runs[run].pc, end = from + r->runs[run].n;
        bool executed = r->runs[run].executed != 0;
        for (uint32_t i = from; i < end; i++) {
            double latency = p->insts[i].latency;
            if (executed && p->digest->trace->insts[i].op == OP_TRACE_RAY)
                latency += (trace++)->cycles;
            TRY(issue(p, b, i, latency, executed, stalls, st));
        }
    }
    return interval_builder_finish(b, out, st);
}

/* ---- all warps ---- */

/* A part of the grid: warps first to end - 1, of which warp `exact` goes through the algorithm. */
struct piece {
    const struct warp_profiles *profiles;
    struct interval_profile *out;
    uint32_t first, end, exact;
    struct warp_stalls *stalls;
    double traced; /* cycles of the exact warp's traces */
    enum st_code code;
    struct status st;
};

static void make_exact(void *self, uint32_t i)
{
    struct piece *p = &((struct piece *)self)[i];
    struct interval_builder b;
    if (p->first == p->end)
        return;
    interval_builder_init(&b, p->profiles->issue_rate);
    p->code = mem_make(&p->stalls, p->profiles->digest->trace->n_insts, sizeof *p->stalls,
                       "profiles of warps", &p->st);
    if (p->code == ST_OK)
        p->code = warp_profiles_make(p->profiles, &b, p->exact, false, p->stalls, &p->out[p->exact],
                                     &p->st);
    p->traced = warp_profiles_traces(p->profiles, p->exact).cycles;
    interval_builder_free(&b);
}

/* Measurements of the exact warps, which are used for the others. rt: the part of traces' cycles
 * for which warps stall. */
struct found {
    struct warp_stalls *mean; /* by number of the instruction: mean stall */
    double rt;
};

static void estimate(const struct warp_profiles *p, const struct found *f, uint32_t warp,
                     struct interval_profile *out)
{
    const struct digest *d = p->digest;
    *out = (struct interval_profile){.issue_rate = p->issue_rate};
    for (uint32_t k = d->first_count[warp]; k < d->first_count[warp + 1]; k++) {
        const struct digest_count *c = &d->counts[k];
        out->insts += c->issued;
        add_stalls(&out->stalls, &f->mean[c->inst].stalls, c->issued);
        if (p->insts[c->inst].accesses)
            interval_access_add(&out->does, &p->insts[c->inst].access, c->executed);
    }
    out->stalls.rt = f->rt * warp_profiles_traces(p, warp).cycles;
    out->stall_cycles = all_stalls(&out->stalls);
}

static void estimate_all(const struct warp_profiles *p, const struct piece *pieces,
                         const struct found *f, struct interval_profile *out)
{
    for (uint32_t i = 0; i < WARP_PROFILES_EXACT; i++)
        for (uint32_t w = pieces[i].first; w < pieces[i].end; w++)
            if (w != pieces[i].exact)
                estimate(p, f, w, &out[w]);
}

static void find_means(const struct warp_profiles *p, const struct piece *pieces, struct found *f)
{
    double rt = 0, traced = 0;
    uint32_t n_insts = p->digest->trace->n_insts;
    for (uint32_t i = 0; i < WARP_PROFILES_EXACT; i++) {
        traced += pieces[i].traced;
        for (uint32_t k = 0; pieces[i].stalls && k < n_insts; k++) {
            add_stalls(&f->mean[k].stalls, &pieces[i].stalls[k].stalls, 1);
            f->mean[k].n += pieces[i].stalls[k].n;
        }
    }
    for (uint32_t k = 0; k < n_insts; k++) {
        struct interval_stalls mean = {.dep = 0};
        rt += f->mean[k].stalls.rt;
        if (f->mean[k].n)
            add_stalls(&mean, &f->mean[k].stalls, 1 / (double)f->mean[k].n);
        f->mean[k].stalls = mean;
    }
    f->rt = traced > 0 ? rt / traced : 0;
}

static enum st_code lead(void *self, struct team *team)
{
    team_do(team, &(struct team_task){make_exact, self, WARP_PROFILES_EXACT, NULL});
    return ST_OK;
}

enum st_code warp_profiles_all(const struct warp_profiles *p, uint32_t threads,
                               struct interval_profile *out, double *helpers_cpu_s,
                               struct status *st)
{
    struct piece pieces[WARP_PROFILES_EXACT];
    struct found f = {.rt = 0};
    uint64_t n = p->digest->trace->n_warps;
    for (uint32_t i = 0; i < WARP_PROFILES_EXACT; i++) {
        uint32_t first = (uint32_t)(n * i / WARP_PROFILES_EXACT),
                 end = (uint32_t)(n * (i + 1) / WARP_PROFILES_EXACT);
        pieces[i] = (struct piece){
            .profiles = p,
            .out = out,
            .first = first,
            .end = end,
            .exact = end > first ? first + (uint32_t)(random_mix(i) % (end - first)) : 0,
            .code = ST_OK};
    }
    team_run(threads, lead, pieces, helpers_cpu_s);
    enum st_code code =
        mem_make(&f.mean, p->digest->trace->n_insts, sizeof *f.mean, "profiles of warps", st);
    for (uint32_t i = 0; code == ST_OK && i < WARP_PROFILES_EXACT; i++)
        if (pieces[i].code != ST_OK) {
            *st = pieces[i].st;
            code = pieces[i].code;
        }
    if (code == ST_OK) {
        find_means(p, pieces, &f);
        estimate_all(p, pieces, &f, out);
    }
    for (uint32_t i = 0; i < WARP_PROFILES_EXACT; i++)
        mem_free(pieces[i].stalls);
    mem_free(f.mean);
    return code;
}
