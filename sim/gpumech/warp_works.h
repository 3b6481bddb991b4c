/* warp_works.h -- what warps want of the parts of a GPU (frame_time.h), from their profiles and
 * what the input collector has counted. */
#pragma once

#include "sim/gpumech/frame_time.h"
#include "sim/gpumech/warp_profiles.h"

/* Core cycles in which all L2 slices together pass a sector, and all DRAM channels move one: a
 * slice passes one per cycle of its clock and data_port_B; a channel's bus is taken for the bursts
 * that a sector needs, or for as long as column commands keep apart. */
double warp_works_slice_cycles(const struct gpu_config *config);
double warp_works_dram_cycles(const struct gpu_config *config);

/* Of warp i; `profile` needs no intervals. miss_cycles: for which a sector that the L1D lacks holds
 * an MSHR, on average. */
struct warp_work warp_works_make(const struct warp_profiles *profiles,
                                 const struct gpu_config *config, double miss_cycles, uint32_t i,
                                 const struct interval_profile *profile);
