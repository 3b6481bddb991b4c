#include "sim/interval/cpi_stack.h"

static const struct {
    const char *name, *doc;
} parts[CPI_PART_COUNT] = {
#define X(part, name, doc) {name, doc},
    CPI_PARTS(X)
#undef X
};

const char *cpi_part_name(enum cpi_part part)
{
    return parts[part].name;
}

const char *cpi_part_doc(enum cpi_part part)
{
    return parts[part].doc;
}

static void add_memory_stall(struct cpi_stack *s, const struct interval *i)
{
    const double *share = i->does.share;
    double sum = share[INTERVAL_L1] + share[INTERVAL_L2] + share[INTERVAL_DRAM];
    if (!(sum > 0)) {
        s->part[CPI_L1] += i->stall_cycles;
        return;
    }
    s->part[CPI_L1] += i->stall_cycles * share[INTERVAL_L1] / sum;
    s->part[CPI_L2] += i->stall_cycles * share[INTERVAL_L2] / sum;
    s->part[CPI_DRAM] += i->stall_cycles * share[INTERVAL_DRAM] / sum;
}

static void add_stall(struct cpi_stack *s, const struct interval *i)
{
    switch (i->cause) {
    case INTERVAL_NO_STALL:
        break;
    case INTERVAL_ON_DEP:
        s->part[CPI_DEP] += i->stall_cycles;
        break;
    case INTERVAL_ON_MEMORY:
        add_memory_stall(s, i);
        break;
    case INTERVAL_ON_RT:
        s->part[CPI_RT] += i->stall_cycles;
        break;
    }
}

void cpi_stack_make(struct cpi_stack *out, const struct interval_profile *p,
                    const struct interval_prediction *predicted)
{
    *out = (struct cpi_stack){{0}};
    if (!p->insts)
        return;
    if (!p->n_intervals)
        BUG("cpi_stack: a profile whose intervals were not kept");
    out->part[CPI_BASE] = (double)p->insts / p->issue_rate;
    for (uint32_t i = 0; i < p->n_intervals; i++)
        add_stall(out, &p->intervals[i]);
    /* CPI_repres_warp is cycles / insts: the warp's instructions cancel out. */
    double shrunk = predicted->multithreading / interval_profile_cycles(p);
    for (int part = 0; part < CPI_PART_COUNT; part++)
        out->part[part] *= shrunk;
    out->part[CPI_MSHR] += predicted->mshr;
    out->part[CPI_QUEUE] += predicted->queue;
    out->part[CPI_RT] += predicted->rt;
}

double cpi_stack_sum(const struct cpi_stack *s)
{
    double sum = 0;
    for (int part = 0; part < CPI_PART_COUNT; part++)
        sum += s->part[part];
    return sum;
}
