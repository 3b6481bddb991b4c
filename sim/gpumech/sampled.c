#include "sim/gpumech/sampled.h"

static double per(double sum, double n)
{
    return n > 0 ? sum / n : 0;
}

void sampled_add(struct sampled *sum, const struct sampled *more)
{
    sum->executions += more->executions;
    for (int level = 0; level < INTERVAL_LEVELS; level++)
        sum->level[level] += more->level[level];
    sum->reads += more->reads;
    sum->writes += more->writes;
    sum->misses += more->misses;
    sum->moved.l2 += more->moved.l2;
    sum->moved.fetches += more->moved.fetches;
    sum->moved.write_backs += more->moved.write_backs;
}

static uint64_t sum_of(const uint64_t levels[INTERVAL_LEVELS])
{
    uint64_t sum = 0;
    for (int level = 0; level < INTERVAL_LEVELS; level++)
        sum += levels[level];
    return sum;
}

void sampled_share(double share[INTERVAL_LEVELS], const uint64_t of[INTERVAL_LEVELS],
                   const uint64_t all[INTERVAL_LEVELS])
{
    double n_all = (double)sum_of(all), n = (double)sum_of(of) + 1;
    for (int level = 0; level < INTERVAL_LEVELS; level++) {
        double mean = n_all > 0 ? (double)all[level] / n_all : level == INTERVAL_L1;
        share[level] = ((double)of[level] + mean) / n;
    }
}

/* The counts that are used for an instruction's reads: its own, or those of all instructions if the
 * sample has none of its reads. */
static const struct sampled *readers(const struct digest_inst *does, const struct sampled *own,
                                     const struct sampled *all)
{
    return own->reads || !does->reads ? own : all;
}

double sampled_misses(const struct digest_inst *does, const struct sampled *own,
                      const struct sampled *all)
{
    const struct sampled *f = readers(does, own, all);
    return per((double)f->misses, (double)f->reads) * per((double)does->reads, (double)does->n);
}

static void add_posted(struct interval_access *out, enum warp_op op)
{
    bool all = op == OP_STORE || op == OP_REDUCE;
    double write_backs = out->dram_reqs - out->dram_reads;
    out->posted_dram = all ? out->dram_reqs : write_backs;
    out->posted_l2 = all ? out->l2_reqs : write_backs;
    out->posted_port = all ? out->port_cycles : 0;
}

struct interval_access sampled_expect(enum warp_op op, const struct digest_inst *does,
                                      const struct sampled *own, const struct sampled *all,
                                      bool perfect)
{
    struct interval_access out = {.port_cycles = per((double)does->port_cycles, (double)does->n),
                                  .traces = op == OP_TRACE_RAY};
    if (op == OP_TRACE_RAY)
        out.port_cycles = 0;
    if (warp_op_shared(op) || perfect) {
        out.share[INTERVAL_L1] = op == OP_LOAD;
        return out;
    }
    const struct sampled *f = readers(does, own, all);
    bool atomic = op == OP_ATOMIC || op == OP_REDUCE; /* reads and writes with one request */
    double reads = per((double)does->reads, (double)does->n);
    double writes = per((double)does->writes, (double)does->n);
    double misses = sampled_misses(does, own, all);
    double moved = (double)(f->reads + f->writes);
    out.misses = atomic ? 0 : misses;
    out.dram_reads = per((double)f->moved.fetches, (double)f->reads) * reads;
    out.dram_reqs = out.dram_reads + per((double)f->moved.write_backs, moved) * (reads + writes);
    out.l2_reqs = misses + (atomic ? 0 : writes) + out.dram_reqs;
    if (op == OP_TRACE_RAY) {
        out.traced_misses = misses;
        out.traced_l2 = out.l2_reqs;
        out.traced_dram = out.dram_reqs;
    } else {
        add_posted(&out, op);
    }
    if (op == OP_LOAD || op == OP_ATOMIC)
        sampled_share(out.share, own->level, all->level);
    if (op == OP_LOAD) {
        out.mshr_reqs = misses;
        out.mshr_insts = 1 - out.share[INTERVAL_L1];
    }
    return out;
}
