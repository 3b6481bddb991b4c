#include "sim/gpumech/cpi_stack.h"

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

void cpi_stack_alone(struct cpi_stack *out, double issue_cycles,
                     const struct interval_stalls *stalls)
{
    *out = (struct cpi_stack){.part = {[CPI_BASE] = issue_cycles,
                                       [CPI_DEP] = stalls->dep,
                                       [CPI_L1] = stalls->memory[INTERVAL_L1],
                                       [CPI_L2] = stalls->memory[INTERVAL_L2],
                                       [CPI_DRAM] = stalls->memory[INTERVAL_DRAM],
                                       [CPI_RT] = stalls->rt}};
}

void cpi_stack_scale(struct cpi_stack *s, double by)
{
    for (int part = 0; part < CPI_PART_COUNT; part++)
        s->part[part] *= by;
}

void cpi_stack_make(struct cpi_stack *out, const struct interval_profile *p,
                    const struct interval_prediction *predicted)
{
    *out = (struct cpi_stack){{0}};
    if (!p->insts)
        return;
    if (!p->n_intervals)
        BUG("cpi_stack: a profile whose intervals were not kept");
    struct interval_stalls stalls = {.dep = 0};
    for (uint32_t i = 0; i < p->n_intervals; i++)
        interval_stalls_add(&stalls, &p->intervals[i]);
    cpi_stack_alone(out, (double)p->insts / p->issue_rate, &stalls);
    /* CPI_repres_warp is cycles / insts: the warp's instructions cancel out. */
    cpi_stack_scale(out, predicted->multithreading / interval_profile_cycles(p));
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
