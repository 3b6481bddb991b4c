/* shared_memory.h -- the shared memory of an SM: how many cycles an instruction is at its banks,
 * and the pipeline of its results to write-back (docs/model.md, "SM: shared memory"; GPGPU-Sim
 * shader.cc, ldst_unit::shared_cycle; abstract_hardware_model.cc, generate_mem_accesses).
 *
 * A bank serves one word of 4 bytes per cycle, to all lanes that read or write it. So an access
 * takes as many cycles as the bank with the most different words has. Atomics change a word lane
 * after lane: there each lane's words count, equal ones included (Gomez-Luna et al., "Performance
 * Modeling of Atomic Additions on GPU Scratchpad Memory", IEEE TPDS 24(11), 2013: position
 * conflicts). */
#pragma once

#include "common/status.h"
#include "sim/config/clock.h"
#include "sim/functional/warp.h"
#include "sim/timing/sm/issued.h"

#include <stdbool.h>
#include <stdint.h>

/* Cycles of an access of `size_B` (1 to 16) bytes at addr[lane] for every lane of `lanes`; 1 if
 * there are no lanes. */
uint32_t shared_memory_cycles(const uint64_t addr[WARP_LANES], uint32_t lanes, uint32_t size_B,
                              uint32_t banks, bool atomic);

/* Loads and atomics on their way to write-back: `latency` stages of one instruction each, which
 * advance where there is room. */
struct shared_pipe {
    struct issued **ops; /* ring */
    cycle_t *at;         /* by op: earliest write-back */
    uint32_t latency, head, n;
};

enum st_code shared_pipe_create(struct shared_pipe *p, uint32_t latency, struct status *st);
void shared_pipe_release(struct shared_pipe *p);

static inline bool shared_pipe_full(const struct shared_pipe *p)
{
    return p->n == p->latency;
}
/* Adds an instruction whose last cycle at the banks is `now`; there must be room. */
void shared_pipe_push(struct shared_pipe *p, struct issued *op, cycle_t now);
/* The cycle in which the first instruction leaves the pipeline; CYCLE_NEVER: it is empty. */
cycle_t shared_pipe_next(const struct shared_pipe *p);
struct issued *shared_pipe_pop(struct shared_pipe *p);
