/* ldst.h -- the load/store unit of one SM (docs/model.md, "SM: load/store unit"; Vulkan-Sim
 * shader.cc 2349, 3728, 3870).
 *
 * One instruction at a time pushes its sectors, highest address first, into the queues of the L1D
 * banks, one per bank and cycle; it stops at the first bank without room. A sector entering in
 * cycle t is looked up in cycle t + l1_latency at the earliest, in order within its bank; a refused
 * one blocks its bank. A load retires when its last sector has arrived, a store when its last
 * sector has entered. Sectors from memory are written back one per cycle, into idle banks only.
 *
 * An access to shared memory occupies the unit while it is at the banks; then a store retires, and
 * a load or atomic goes to write-back (shared_memory.h). Atomics on global memory send one request
 * per cycle, in the same order, to the L1D's queue of misses; a reduction retires with the last
 * one. Write-back alternates between the ready sources: shared memory, replies to atomics, sectors
 * (shader.cc, ldst_unit::writeback). */
#pragma once

#include "common/status.h"
#include "sim/config/clock.h"
#include "sim/config/ldst_params.h"
#include "sim/timing/counters/sm_counters.h"
#include "sim/timing/memory/l1d.h"
#include "sim/timing/sm/issued.h"
#include "sim/timing/sm/operand_collector.h"
#include "sim/timing/sm/scalar_loads.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

struct ldst; /* opaque but for its gates, which are its first member */

struct ldst_gates {
    bool writing;    /* a sector is in the writeback register */
    bool entering;   /* an instruction is pushing its sectors */
    cycle_t look_at; /* when the first sector leaves a bank's queue, or another event of the unit is
                        due */
};

static inline const struct ldst_gates *ldst_gates(const struct ldst *u)
{
    return (const struct ldst_gates *)u;
}

/* The parts of the SM that the LDST unit works with, all borrowed. */
struct ldst_links {
    struct l1d *l1d;
    struct collector *collector;
    struct issued_pool *pool;
    struct read_path *reads;
    struct scalar_loads *scalar;
    struct issue_sink sink;
};

enum st_code ldst_create(struct ldst **out, const struct ldst_config *config,
                         const struct ldst_links *links, struct status *st);
void ldst_free(struct ldst *u); /* NULL is a no-op */

/* The parts of a cycle, in this order. The collector steps between ldst_writeback and the next two,
 * and the reply is taken before ldst_access. */
void ldst_writeback(struct ldst *u, cycle_t now);
void ldst_acknowledge(struct ldst *u, uint32_t who);
void ldst_return(struct ldst *u, uint32_t number, cycle_t now); /* handles a reply to an atomic */
void ldst_access(struct ldst *u, cycle_t now);

/* ldst_scalar issues a scalar load of the bytes at addr in cycle `now`. ldst_ask announces that a
 * cache has put a request into the read path. Both come after the unit's cycle. */
void ldst_scalar(struct ldst *u, const struct warp_inst *inst, uint32_t who, uint64_t addr,
                 cycle_t now);
void ldst_ask(struct ldst *u, cycle_t now);
/* Handles the arrival of a sector for the scalar data cache. */
void ldst_fill_scalar(struct ldst *u, uint32_t who);

/* The next cycle after `now` in which ldst_writeback or ldst_access has work, apart from an
 * instruction that waits in the input register. `l1d` is the unit's L1D. */
static inline cycle_t ldst_next(const struct ldst *u, cycle_t now, const struct l1d *l1d)
{
    const struct ldst_gates *g = ldst_gates(u);
    bool busy = (g->entering | g->writing) || (l1d_gates(l1d)->ready | l1d_gates(l1d)->sending);
    return busy ? now + 1 : g->look_at;
}
/* Whether addr's bank of the L1D has served ldst_access in cycle `now`. */
bool ldst_uses_bank(const struct ldst *u, uint64_t addr, cycle_t now);
/* Whether the unit uses the banks of shared memory in cycle `now`, after ldst_access(now). */
bool ldst_uses_shared(const struct ldst *u, cycle_t now);
const struct ldst_counters *ldst_counters(const struct ldst *u);
void ldst_dump(const struct ldst *u, FILE *out);
