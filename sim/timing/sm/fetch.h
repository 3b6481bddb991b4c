/* fetch.h -- where an SM's warps have their instructions from: fetch, decode, and the buffer that
 * each has (docs/model.md, "SM: fetch", "SM: instruction cache"; Vulkan-Sim shader.cc 1180).
 *
 * A buffer holds so many bytes from the warp's program counter on. What comes next is there, or a
 * part of it is kept while the rest is fetched behind it. */
#pragma once

#include "sim/config/clock.h"
#include "sim/timing/sm/front.h"

#include <stdint.h>

/* The fetches of cycle `now`: decode takes what was fetched before, fetch one warp whose next
 * instruction is not all buffered, in turn. */
void fetch_cycle(struct sm_front *f, cycle_t now);
/* `inst`, which says its size, has been issued from the buffer. */
void fetch_leave_buffer(const struct sm_front *f, struct warp_slot *slot,
                        const struct warp_inst *inst);
/* Throws away what is buffered for the warps: fetch goes on at what comes next. */
void fetch_flush(struct sm_front *f, uint64_t warps);
/* A sector for the instruction cache has come. */
void fetch_fill(struct sm_front *f, uint32_t who);
