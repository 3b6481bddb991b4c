#include "sim/gpumech/profile.h"

#include "common/grow.h"
#include "common/memory.h"

#include <string.h>

/* A smaller stall is a rounding error: latencies are averages and times are sums of them. */
#define STALL_LEAST 1e-6

double interval_cycles(const struct interval *i, double issue_rate)
{
    return (double)i->insts / issue_rate + i->stall_cycles;
}

double interval_profile_cycles(const struct interval_profile *p)
{
    return (double)p->insts / p->issue_rate + p->stall_cycles;
}

double interval_warp_perf(const struct interval_profile *p)
{
    return p->insts ? (double)p->insts / interval_profile_cycles(p) : 0;
}

void interval_profile_free(struct interval_profile *p)
{
    mem_free(p->intervals);
    *p = (struct interval_profile){.issue_rate = p->issue_rate};
}

double interval_amat(const double share[INTERVAL_LEVELS], const double cycles[INTERVAL_LEVELS])
{
    double sum = 0;
    for (int level = 0; level < INTERVAL_LEVELS; level++)
        sum += share[level] * cycles[level];
    return sum;
}

void interval_builder_init(struct interval_builder *b, double issue_rate)
{
    if (!(issue_rate > 0))
        BUG("interval: an issue rate of %g", issue_rate);
    *b = (struct interval_builder){.profile.issue_rate = issue_rate};
}

void interval_builder_start(struct interval_builder *b, bool keep)
{
    interval_profile_free(&b->profile);
    b->keep = keep;
    b->room = 0;
    b->warp++; /* is never 0, which marks registers that were never written */
    b->issue_cycle = b->port_free = 0;
    b->forming = (struct interval){0};
}

void interval_access_add(struct interval_access *sum, const struct interval_access *more, double n)
{
    sum->mshr_insts += n * more->mshr_insts;
    sum->mshr_reqs += n * more->mshr_reqs;
    sum->l2_reqs += n * more->l2_reqs;
    sum->dram_reads += n * more->dram_reads;
    sum->dram_reqs += n * more->dram_reqs;
    sum->traces += n * more->traces;
    sum->misses += n * more->misses;
    sum->traced_misses += n * more->traced_misses;
    sum->posted_l2 += n * more->posted_l2;
    sum->posted_dram += n * more->posted_dram;
    sum->posted_port += n * more->posted_port;
    sum->traced_l2 += n * more->traced_l2;
    sum->traced_dram += n * more->traced_dram;
    sum->port_cycles += n * more->port_cycles;
}

static void add_memory_stall(struct interval_stalls *sum, const struct interval *i)
{
    const double *share = i->does.share;
    double all = share[INTERVAL_L1] + share[INTERVAL_L2] + share[INTERVAL_DRAM];
    if (!(all > 0)) {
        sum->memory[INTERVAL_L1] += i->stall_cycles;
        return;
    }
    for (int level = 0; level < INTERVAL_LEVELS; level++)
        sum->memory[level] += i->stall_cycles * share[level] / all;
}

void interval_stalls_add(struct interval_stalls *sum, const struct interval *i)
{
    switch (i->cause) {
    case INTERVAL_NO_STALL:
        break;
    case INTERVAL_ON_DEP:
        sum->dep += i->stall_cycles;
        break;
    case INTERVAL_ON_MEMORY:
        add_memory_stall(sum, i);
        break;
    case INTERVAL_ON_RT:
        sum->rt += i->stall_cycles;
        break;
    }
}

/* Adds the interval that is being formed to the profile. */
static enum st_code close_interval(struct interval_builder *b, struct status *st)
{
    struct interval_profile *p = &b->profile;
    p->insts += b->forming.insts;
    p->stall_cycles += b->forming.stall_cycles;
    p->n_stalls += b->forming.cause != INTERVAL_NO_STALL;
    interval_access_add(&p->does, &b->forming.does, 1);
    interval_stalls_add(&p->stalls, &b->forming);
    if (b->keep) {
        if (!grow(&p->intervals, p->n_intervals, &b->room, sizeof *p->intervals))
            return status_no_memory(st, "intervals of a warp");
        p->intervals[p->n_intervals++] = b->forming;
    }
    b->forming = (struct interval){0};
    return ST_OK;
}

/* Makes room for the registers of an instruction; new ones have no writer. */
static enum st_code reach_registers(struct interval_builder *b, const struct warp_inst *inst,
                                    struct status *st)
{
    uint32_t wanted = b->n_pending;
    for (uint32_t i = 0; i < inst->n_src; i++)
        wanted = inst->src[i] >= wanted ? inst->src[i] + 1u : wanted;
    for (uint32_t i = 0; i < inst->n_dst; i++)
        wanted = inst->dst[i] >= wanted ? inst->dst[i] + 1u : wanted;
    if (wanted == b->n_pending)
        return ST_OK;
    wanted += wanted / 2;
    TRY(mem_remake(&b->pending, wanted, sizeof *b->pending, "registers of a warp", st));
    memset(b->pending + b->n_pending, 0, (wanted - b->n_pending) * sizeof *b->pending);
    b->n_pending = wanted;
    return ST_OK;
}

static const struct interval_pending *later(const struct interval_builder *b,
                                            const struct interval_pending *last,
                                            const struct interval_pending *other)
{
    bool is_later = other->warp == b->warp && (!last || other->done_cycle > last->done_cycle);
    return is_later ? other : last;
}

/* The source of an instruction that completes last; NULL: it has none. */
static const struct interval_pending *last_source(const struct interval_builder *b,
                                                  const struct warp_inst *inst)
{
    const struct interval_pending *last = NULL;
    for (uint32_t i = 0; i < inst->n_src; i++)
        last = later(b, last, &b->pending[inst->src[i]]);
    for (uint32_t i = 0; i < inst->n_dst; i++)
        last = later(b, last, &b->pending[inst->dst[i]]);
    return inst->op == OP_TRACE_RAY ? later(b, last, &b->trace) : last;
}

static enum interval_cause cause_of(const struct warp_inst *inst)
{
    return inst->op == OP_TRACE_RAY ? INTERVAL_ON_RT
           : inst->op == OP_LOAD    ? INTERVAL_ON_MEMORY
                                    : INTERVAL_ON_DEP;
}

static void write_registers(struct interval_builder *b, const struct warp_inst *inst,
                            double latency, const struct interval_access *access)
{
    double begin = b->issue_cycle;
    if (access && access->port_cycles > 0) {
        begin = b->port_free > begin ? b->port_free : begin;
        b->port_free = begin + access->port_cycles;
    }
    struct interval_pending made = {
        .done_cycle = begin + latency, .warp = b->warp, .cause = cause_of(inst)};
    if (access && made.cause == INTERVAL_ON_MEMORY)
        memcpy(made.share, access->share, sizeof made.share);
    for (uint32_t i = 0; i < inst->n_dst; i++)
        b->pending[inst->dst[i]] = made;
    if (inst->op == OP_TRACE_RAY)
        b->trace = made;
}

enum st_code interval_builder_issue(struct interval_builder *b, const struct warp_inst *inst,
                                    double latency, const struct interval_access *access,
                                    struct status *st)
{
    TRY(reach_registers(b, inst, st));
    const struct interval_pending *source = last_source(b, inst);
    double slot = 1 / b->profile.issue_rate;
    if (b->forming.insts) { /* eq. 4 needs an instruction before */
        double stall = source ? source->done_cycle - b->issue_cycle : 0;
        b->issue_cycle += slot;
        if (source && stall > STALL_LEAST) {
            b->issue_cycle += stall;
            b->forming.stall_cycles = stall;
            b->forming.cause = source->cause;
            memcpy(b->forming.does.share, source->share, sizeof source->share);
            TRY(close_interval(b, st));
        }
    }
    b->forming.insts++;
    if (access)
        interval_access_add(&b->forming.does, access, 1);
    write_registers(b, inst, latency, access);
    return ST_OK;
}

enum st_code interval_builder_finish(struct interval_builder *b, struct interval_profile *out,
                                     struct status *st)
{
    if (b->forming.insts)
        TRY(close_interval(b, st));
    *out = b->profile;
    b->profile = (struct interval_profile){.issue_rate = out->issue_rate};
    b->room = 0;
    return ST_OK;
}

void interval_builder_free(struct interval_builder *b)
{
    interval_profile_free(&b->profile);
    mem_free(b->pending);
    b->pending = NULL;
    b->n_pending = 0;
}
