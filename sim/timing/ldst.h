/* ldst.h -- the load/store unit of one SM (reference model, section 4.7; Vulkan-Sim shader.cc 2349,
 * 3728, 3870).
 *
 * One instruction at a time brings its sectors, highest address first, into the queues of the L1D
 * banks, one per bank and cycle, stopping at the first bank that takes none. A sector entering in
 * cycle t is looked up in cycle t + l1_latency at the earliest, in order within its bank; a refused
 * one blocks its bank. A load retires when its last sector is there, a store when its last sector
 * has entered. Sectors from memory are written back one per cycle, into idle banks only. */
#ifndef SIM_TIMING_LDST_H
#define SIM_TIMING_LDST_H

#include "common/status.h"
#include "sim/timing/clock.h"
#include "sim/timing/issued.h"
#include "sim/timing/l1d.h"
#include "sim/timing/ldst_params.h"
#include "sim/timing/operand_collector.h"
#include "sim/timing/sm_counters.h"

#include <stdint.h>
#include <stdio.h>

struct ldst; /* opaque */

/* What it works with, borrowed. */
struct ldst_links {
    struct l1d *l1d;
    struct collector *collector;
    struct issued_pool *pool;
    struct issue_sink sink;
};

enum st_code ldst_create(struct ldst **out, const struct ldst_config *config,
                         const struct ldst_links *links, struct status *st);
void ldst_free(struct ldst *u); /* NULL is a no-op */

/* The parts of a cycle, in this order; the collector steps between the first two and the replies
 * between the second two. */
void ldst_writeback(struct ldst *u, cycle_t now);
void ldst_acknowledge(struct ldst *u, uint32_t who);
void ldst_access(struct ldst *u, cycle_t now);

cycle_t ldst_next(const struct ldst *u, cycle_t now);
const struct ldst_counters *ldst_counters(const struct ldst *u);
void ldst_dump(const struct ldst *u, FILE *out);

#endif
