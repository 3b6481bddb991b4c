/* dram_load.h -- how fast a DRAM channel serves requests that it never runs out of.
 *
 * Which request a bank gets next, when the bus turns between reads and writes, how many banks wait
 * for the other kind meanwhile: that decides how much of its bandwidth a loaded channel gives, and
 * is what the abstract model of a channel (dram.h) leaves out. It is measured, on the scheduler and
 * the banks of the cycle model (sim/timing/memory/dram_scheduler.h, dram_bank.h), with requests
 * drawn by the share of writes and of those to the row of the request before to their bank. */
#pragma once

#include "common/status.h"
#include "sim/config/gpu_config.h"

enum { DRAM_LOAD_WRITES = 5, DRAM_LOAD_ROWS = 5 };

struct dram_load {
    /* DRAM cycles between the requests served, and the share of row hits among them; writes are
     * i / (DRAM_LOAD_WRITES - 1) of them, and to the row before were j / (DRAM_LOAD_ROWS - 1). */
    double cycles[DRAM_LOAD_WRITES][DRAM_LOAD_ROWS];
    double hits[DRAM_LOAD_WRITES][DRAM_LOAD_ROWS];
};

/* Of requests that have `columns` column commands each. */
enum st_code dram_load_measure(struct dram_load *out, const struct dram_config *config,
                               uint32_t columns, struct status *st);
/* DRAM cycles per request where these shares, from 0 to 1, of the requests served are writes and
 * row hits: between the points, and beyond them as at the nearest. */
double dram_load_cycles(const struct dram_load *load, double writes, double hits);
