/* fetch.h -- instruction fetch and decode of an SM, and the instruction buffer of each warp
 * (docs/model.md, "SM: fetch", "SM: instruction cache"; Vulkan-Sim shader.cc 1180).
 *
 * A buffer holds a number of bytes from the warp's program counter on. The warp's next instruction
 * is complete in it, or a part of it is kept while the rest is fetched. */
#pragma once

#include "sim/config/clock.h"
#include "sim/timing/sm/front.h"

#include <stdint.h>

/* Does the fetches of cycle `now`: decode takes the bytes fetched before, then fetch serves one
 * warp, round robin, whose next instruction is not complete in its buffer. */
void fetch_cycle(struct sm_front *f, cycle_t now);
/* Removes `inst`, which has been issued, from the buffer. */
void fetch_leave_buffer(const struct sm_front *f, struct warp_slot *slot,
                        const struct warp_inst *inst);
/* Flushes the buffers of the warps: their fetch restarts at their next instruction. */
void fetch_flush(struct sm_front *f, uint64_t warps);
/* Handles a sector that has arrived for the instruction cache. */
void fetch_fill(struct sm_front *f, uint32_t who);
