#include "sim/timing/memory/memory_path.h"

#include "sim/timing/memory/mem_port.h"

struct memory_path memory_path_make(const struct gpu_config *gpu)
{
    return (struct memory_path){.gpu = gpu, .clocks = gpu_config_clocks(gpu)};
}

static cycle_t later(cycle_t a, cycle_t b)
{
    return a > b ? a : b;
}

static ticks_t at(const struct memory_path *p, enum clock_domain d, cycle_t cycle)
{
    return cycle * p->clocks.period[d];
}

/* First cycle of `to` after cycle `cycle` of `from`. */
static cycle_t after(const struct memory_path *p, enum clock_domain to, enum clock_domain from,
                     cycle_t cycle)
{
    return clock_after(&p->clocks, to, at(p, from, cycle));
}

/* First cycle of domain `d` that comes `n` core cycles after its cycle `cycle`; counts the core
 * cycles that have begun by then. */
static cycle_t delayed(const struct memory_path *p, enum clock_domain d, cycle_t cycle, uint32_t n)
{
    cycle_t due = clock_core_count(&p->clocks, at(p, d, cycle)) + n;
    return clock_when_counted(&p->clocks, d, due);
}

/* L2 cycle in which the slice looks up a read that missed in the L1D in core cycle `look_up`. */
static cycle_t to_slice(const struct memory_path *p, cycle_t look_up)
{
    cycle_t sent = look_up + 1;
    cycle_t crossed = after(p, CLOCK_ICNT, CLOCK_CORE, sent);
    cycle_t taken = after(p, CLOCK_L2, CLOCK_ICNT, crossed);
    return delayed(p, CLOCK_L2, taken, p->gpu->l2.rop_cycles) + 1;
}

/* Core cycle in which the register is available, for a reply that the slice queues in L2 cycle
 * `queued`. */
static cycle_t from_slice(const struct memory_path *p, cycle_t queued)
{
    cycle_t crossed = after(p, CLOCK_ICNT, CLOCK_L2, queued);
    cycle_t ejected = after(p, CLOCK_CORE, CLOCK_ICNT, crossed);
    cycle_t filled = ejected + 1, taken = filled + 1;
    return taken + 1;
}

cycle_t memory_path_l2_hit(const struct memory_path *p, cycle_t look_up)
{
    return from_slice(p, to_slice(p, look_up));
}

double memory_path_l2_mean(const struct gpu_config *gpu)
{
    enum { PHASES = 256 };
    struct memory_path path = memory_path_make(gpu);
    double sum = 0;
    for (cycle_t t = 0; t < PHASES; t++)
        sum += (double)(memory_path_l2_hit(&path, t) - t);
    return sum / PHASES;
}

uint32_t memory_path_columns(const struct gpu_config *gpu)
{
    const struct dram_config *d = &gpu->dram;
    uint32_t atom_B = d->burst * d->bus_B * d->chips;
    return (SECTOR_B + atom_B - 1) / atom_B;
}

/* DRAM cycles between a column command and the next one of the same bank. */
static uint32_t column_cycles(const struct gpu_config *gpu)
{
    const struct dram_config *d = &gpu->dram;
    return d->ccd > d->ccdl ? d->ccd : d->ccdl;
}

/* DRAM cycle of the last data of a read that the bank gets in cycle `given`. */
static cycle_t read_bank(struct memory_path *p, cycle_t given, uint32_t row)
{
    const struct dram_config *d = &p->gpu->dram;
    cycle_t read = given;
    if (!p->open || p->row != row) {
        cycle_t activate = given;
        if (p->open) {
            cycle_t precharge = later(given, p->precharge_from);
            activate = precharge + d->rp;
        }
        activate = later(activate, p->activate_from);
        read = activate + d->rcd;
        p->activate_from = activate + d->rc;
        p->precharge_from = activate + d->ras;
        p->open = true;
        p->row = row;
    }
    read = later(read, p->column_from);
    read += (memory_path_columns(p->gpu) - 1) * column_cycles(p->gpu);
    p->column_from = read + column_cycles(p->gpu);
    uint32_t burst = d->burst / d->transfers_per_cycle;
    p->precharge_from = later(p->precharge_from, read + later(burst, d->rtpl));
    return read + d->cl;
}

cycle_t memory_path_dram(struct memory_path *p, cycle_t look_up, uint32_t row)
{
    cycle_t missed = to_slice(p, look_up);
    cycle_t taken = after(p, CLOCK_DRAM, CLOCK_L2, missed + 1);
    cycle_t given = delayed(p, CLOCK_DRAM, taken, p->gpu->dram.latency_cycles) + 1;
    cycle_t returned = read_bank(p, given, row) + 1;
    /* A step runs DRAM before L2, so the slice takes the sector in a cycle at or after that
     * time. */
    cycle_t filled = clock_from(&p->clocks, CLOCK_L2, at(p, CLOCK_DRAM, returned));
    return from_slice(p, filled + 1);
}
