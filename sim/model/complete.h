/* complete.h -- extrapolates the counters of a run of some of a frame's CTAs to all of them.
 *
 * The CTAs are taken evenly from the whole frame and fill the GPU several times. Then
 *
 *     T = L + W + E,   W = resident_warp_cycles / slots,
 *
 * where T is the run's time, L the launch latency, W the time for which the CTAs fill all slots,
 * and E the time in which slots were empty, mostly the tail of the last warps. L and E occur once
 * in a frame of any length; W grows with the CTAs. If dispatch_replay.h has dispatched the frame's
 * CTAs, T is the end of that replay. Counters of work grow with the CTAs, except for the data that
 * stay in the L2 at the end and are never written back. T is never less than the time in which DRAM
 * is active: a sample has hot and cold regions of the frame in flight together, which the frame has
 * one after the other, so the sample may have shorter residencies. */
#pragma once

#include "sim/timing/counters/gpu_counters.h"

#include <stdint.h>

/* The state of the machine at the end of a run. */
struct run_end {
    uint64_t slots; /* warps that the GPU holds */
    uint64_t sms;
    uint64_t lines, room;                /* L2 lines in use, and all L2 lines, of all slices */
    uint64_t dirty_lines, dirty_sectors; /* lines not written back, and their dirty sectors */
    uint64_t cycles, busy_cycles; /* of dispatch_replay.h for all CTAs: its end, and busy cycles
                                     summed over SMs; 0: unknown */
    struct dram_counters full;    /* counters while all slots were full; 0: they never were */
};

/* Extrapolates *c from a run of n CTAs to `of` CTAs, n <= of. Both numbers may be in another unit
 * of work if a run ended amid its CTAs. L2 misses grow with the CTAs because warming.h gives each
 * sampling unit the L2 contents that it would find in the frame. */
void run_complete(struct gpu_counters *c, const struct run_end *end, uint64_t n, uint64_t of);
