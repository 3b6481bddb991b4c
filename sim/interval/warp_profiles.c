#include "sim/interval/warp_profiles.h"

#include "common/memory.h"
#include "common/team.h"
#include "sim/abstract/inst_cost.h"

enum {
    TRACE_IN_OUT = 2, /* of a trace, to enter the RT unit and to leave it */
    PIECES = 64,      /* that the warps are parted into, for threads */
};

static double per(uint64_t sum, uint64_t n)
{
    return n ? (double)sum / (double)n : 0;
}

static void find_access(struct interval_access *out, enum warp_op op,
                        const struct collected_inst *count)
{
    *out = (struct interval_access){
        .mshr_insts = op == OP_LOAD ? per(count->missing, count->n) : 0,
        .mshr_reqs = op == OP_LOAD ? per(count->misses, count->n) : 0,
        .l2_reqs = per(count->l2 + count->fetches + count->write_backs, count->n),
        .dram_reads = per(count->fetches, count->n),
        .dram_reqs = per(count->fetches + count->write_backs, count->n),
        .traces = op == OP_TRACE_RAY,
        .port_cycles = op == OP_TRACE_RAY ? 0 : per(count->port_cycles, count->n),
    };
    out->traced_l2 = op == OP_TRACE_RAY ? out->l2_reqs : 0;
    out->traced_dram = op == OP_TRACE_RAY ? out->dram_reqs : 0;
    for (int level = 0; level < INTERVAL_LEVELS; level++)
        out->share[level] = per(count->level[level], count->n);
}

/* Cycles lost to who needs the result at once (profile.h). */
static double find_latency(const struct gpu_config *config, const struct warp_inst *inst,
                           const struct inst_cost *cost, const struct collected_inst *count,
                           const struct interval_access *access,
                           const struct interval_latency *latency)
{
    double result = (double)cost->latency - 1, queue = per(count->port_cycles, count->n) - 1;
    switch ((enum warp_op)inst->op) {
    case OP_LOAD:
    case OP_ATOMIC:
        return result + config->ldst.l1_latency + (queue > 0 ? queue : 0) +
               interval_amat(access->share, latency->level);
    case OP_LOAD_SHARED:
    case OP_ATOMIC_SHARED:
        return result + config->ldst.l1_latency + (queue > 0 ? queue : 0);
    case OP_TRACE_RAY:
        return result + TRACE_IN_OUT;
    default:
        return result;
    }
}

static enum st_code fill(struct warp_profiles *out, const struct gpu_config *config,
                         struct inst_costs *costs, const struct interval_latency *latency,
                         struct status *st)
{
    for (uint32_t i = 0; i < out->trace->n_insts; i++) {
        const struct warp_inst *inst = &out->trace->insts[i];
        const struct collected_inst *count = &out->collected->insts[i];
        struct warp_profiles_inst *to = &out->insts[i];
        if (inst->op == OP_COUNT)
            continue;
        TRY(inst_costs_know(costs, inst, st));
        to->accesses = warp_op_addresses((enum warp_op)inst->op) || inst->op == OP_TRACE_RAY;
        find_access(&to->access, (enum warp_op)inst->op, count);
        to->latency = find_latency(config, inst, &costs->of[i], count, &to->access, latency);
    }
    return ST_OK;
}

enum st_code warp_profiles_create(struct warp_profiles *out, const struct gpu_config *config,
                                  const struct kernel_trace *trace,
                                  const struct collected *collected,
                                  const struct interval_latency *latency, struct status *st)
{
    struct inst_costs costs = {.config = config};
    *out = (struct warp_profiles){.trace = trace, .collected = collected, .issue_rate = 1};
    TRY(mem_make(&out->insts, trace->n_insts, sizeof *out->insts, "profiles of warps", st));
    enum st_code code = fill(out, config, &costs, latency, st);
    inst_costs_release(&costs);
    if (code != ST_OK)
        warp_profiles_free(out);
    return code;
}

void warp_profiles_free(struct warp_profiles *p)
{
    mem_free(p->insts);
    *p = (struct warp_profiles){0};
}

enum st_code warp_profiles_make(const struct warp_profiles *p, struct interval_builder *b,
                                uint32_t warp, bool keep, struct interval_profile *out,
                                struct status *st)
{
    const struct record *r = &p->trace->warps[warp];
    const struct collected_trace *trace = &p->collected->traces[p->collected->first_trace[warp]];
    interval_builder_start(b, keep);
    for (uint32_t run = 0; run < r->n_runs; run++) {
        uint32_t from = r->runs[run].pc, end = from + r->runs[run].n;
        bool executed = r->runs[run].executed != 0;
        for (uint32_t i = from; i < end; i++) {
            const struct warp_profiles_inst *own = &p->insts[i];
            double latency = own->latency;
            if (executed && p->trace->insts[i].op == OP_TRACE_RAY)
                latency += (trace++)->cycles;
            TRY(interval_builder_issue(b, &p->trace->insts[i], latency,
                                       executed && own->accesses ? &own->access : NULL, st));
        }
    }
    return interval_builder_finish(b, out, st);
}

/* ---- all warps ---- */

struct piece {
    const struct warp_profiles *profiles;
    struct interval_profile *out;
    uint32_t first, end;
    enum st_code code;
    struct status st;
};

static void make_piece(void *self, uint32_t i)
{
    struct piece *p = &((struct piece *)self)[i];
    struct interval_builder b;
    interval_builder_init(&b, p->profiles->issue_rate);
    for (uint32_t w = p->first; p->code == ST_OK && w < p->end; w++)
        p->code = warp_profiles_make(p->profiles, &b, w, false, &p->out[w], &p->st);
    interval_builder_free(&b);
}

static enum st_code lead(void *self, struct team *team)
{
    team_do(team, make_piece, self, PIECES);
    return ST_OK;
}

enum st_code warp_profiles_all(const struct warp_profiles *p, uint32_t threads,
                               struct interval_profile *out, double *helpers_cpu_s,
                               struct status *st)
{
    struct piece pieces[PIECES];
    uint64_t n = p->trace->n_warps;
    for (uint32_t i = 0; i < PIECES; i++)
        pieces[i] = (struct piece){.profiles = p,
                                   .out = out,
                                   .first = (uint32_t)(n * i / PIECES),
                                   .end = (uint32_t)(n * (i + 1) / PIECES),
                                   .code = ST_OK};
    team_run(threads, lead, pieces, helpers_cpu_s);
    for (uint32_t i = 0; i < PIECES; i++)
        if (pieces[i].code != ST_OK) {
            *st = pieces[i].st;
            return pieces[i].code;
        }
    return ST_OK;
}
