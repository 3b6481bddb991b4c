/* complete.h -- what a run of a part of a frame's CTAs says of all of them.
 *
 * The part is taken evenly from the whole frame and fills the machine several times. Then
 *
 *     T = L + W + E,   W = resident_warp_cycles / slots,
 *
 * L the launch latency and E the time in which slots stood empty, most of it the tail of the last
 * warps; both are once in a frame of any length, and W grows with the CTAs. Where the frame's CTAs
 * were dispatched again (dispatch_replay.h), T is when that ends. Counters of work grow with the
 * CTAs; but what is in the L2 at the end has not been written back, once. Where DRAM is active all
 * the time that is what T cannot be below: a part has hot and cold regions in flight together that
 * the frame has one after the other, and so may keep its warps shorter. */
#pragma once

#include "sim/timing/counters/gpu_counters.h"

#include <stdint.h>

/* How a run left the machine. */
struct run_end {
    uint64_t slots; /* warps that the GPU holds */
    uint64_t sms;
    uint64_t lines, room; /* of all L2 slices: lines in use, and as many as there are */
    uint64_t dirty_lines, dirty_sectors; /* of them not written back */
    uint64_t cycles,
        busy_cycles; /* of all CTAs, as they are dispatched (dispatch_replay.h); 0: unknown */
    struct dram_counters full; /* while slots were full; 0: they never were */
};

/* From the counters of a run of n CTAs to those of `of` such CTAs, n <= of; both may be in another
 * unit of work, where a run ended amid its CTAs. Misses of the L2 grow with the CTAs, as windows
 * find in it what the frame leaves there (warming.h). */
void run_complete(struct gpu_counters *c, const struct run_end *end, uint64_t n, uint64_t of);
