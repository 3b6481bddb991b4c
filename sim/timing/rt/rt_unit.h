/* rt_unit.h -- the ray-tracing unit of one SM (docs/model.md, "RT unit"; Vulkan-Sim shader.cc
 * 2855-3594, abstract_hardware_model.cc 850-1165).
 *
 * Up to max_warps warps walk their lanes' lists of records concurrently. A lane requests its first
 * record, waits until all its 32-byte sectors have arrived, is tested for a time that depends on
 * the record's kind, and continues with the next record. The oldest warp with a record to request
 * gets the unit's one request per cycle. Lanes of a warp that request the same record at the same
 * time share the request, and arriving data serve every lane of the warp whose current record they
 * belong to. A record of several requests holds the unit until all its sectors are requested.
 * Results are stored, 32 bytes each; the entries of the intersection table are stored when a ray's
 * first record has arrived. A warp leaves when its lanes are done, its stores acknowledged and its
 * result register's bank idle, one warp per cycle, oldest first.
 *
 * Tests are pipelined: a limited number of each kind may start per cycle (all, without a limit),
 * the oldest warp's lanes first. A test is kept as the cycle in which it ends, so cycles in which
 * no test ends cost no simulation time. The rays' stacks may be in shared memory
 * (docs/reference/rt-options.md, "The traversal stack"). Parts: rt_warp.h, a resident warp;
 * alarms.h, the ends of tests; stall.h, the causes to which the unit's cycles are charged;
 * prefetch.h, prefetches. */
#pragma once

#include "common/status.h"
#include "sim/config/clock.h"
#include "sim/config/rt_unit_params.h"
#include "sim/timing/counters/rt_unit_counters.h"
#include "sim/timing/memory/l1d.h"
#include "sim/timing/sm/issued.h"
#include "sim/timing/sm/ldst.h"
#include "sim/timing/sm/operand_collector.h"

#include <stdint.h>
#include <stdio.h>

/* The base of results that are stored at addresses never used before (result = "fresh"): every SM
 * has its own 2^32 bytes above everything that a scene occupies. Vulkan-Sim's allocator rounds each
 * result up to RT_FRESH_STEP_B. */
enum { RT_FRESH_STEP_B = 256 };
static inline uint64_t rt_fresh_base(uint32_t sm)
{
    return (UINT64_C(1) << 44) + ((uint64_t)sm << 32);
}

struct rt_unit; /* opaque */
struct treelets;

/* The parts of the SM that the RT unit works with, all borrowed. */
struct rt_links {
    struct l1d *l1d;
    const struct ldst *ldst; /* uses the banks of L1D and shared memory too */
    struct collector *collector;
    struct issued_pool *pool;
    struct issue_sink sink;
    uint32_t sm;
    uint32_t shared_banks, shared_latency;
};

/* `config` is borrowed. */
enum st_code rt_create(struct rt_unit **out, const struct rt_config *config,
                       const struct rt_links *links, struct status *st);
void rt_free(struct rt_unit *u); /* NULL is a no-op */

/* Sets the nodes of the rays' records; the unit prefetches them if its configuration enables that.
 * Borrowed; to be called before the first warp. */
enum st_code rt_give_treelets(struct rt_unit *u, const struct treelets *treelets,
                              struct status *st);

/* Simulates one cycle; `reply` is the cycle's reply from memory if it is for the RT unit, else
 * NULL. */
void rt_tick(struct rt_unit *u, cycle_t now, const struct mem_request *reply);
/* Whether the unit would accept an instruction from its input register. */
bool rt_accepts(const struct rt_unit *u);

/* rt_deliver delivers data to a waiting request, for l1d_fill. For sectors that the LDST unit
 * fetched it runs outside rt_tick: then rt_begin must come first, with the cycle and the reply, and
 * rt_tick must follow in that cycle. */
void rt_begin(struct rt_unit *u, cycle_t now, const struct mem_request *reply);
void rt_deliver(void *self, uint64_t addr, uint64_t who);

/* The first cycle after `now` with work, apart from an instruction that reaches the unit's input
 * register. To be called after rt_tick(now), which leaves no instruction there that the unit would
 * accept. */
cycle_t rt_next(const struct rt_unit *u, cycle_t now);
/* Counts the cycles up to and including `end`. */
void rt_settle(struct rt_unit *u, cycle_t end);
const struct rt_counters *rt_counters(struct rt_unit *u);
/* Warps in the unit summed over the cycles before `at`, all of which are complete. */
uint64_t rt_resident_cycles(const struct rt_unit *u, cycle_t at);
uint64_t rt_stages(const struct rt_unit *u); /* the counter `stages` so far */
void rt_dump(const struct rt_unit *u, FILE *out);
