/* warp_works.h -- the demands of warps for the stations of frame_time.h, from the warps' profiles
 * and the input collector's counts. */
#pragma once

#include "sim/gpumech/frame_time.h"
#include "sim/gpumech/warp_profiles.h"

/* Core cycles per sector of all L2 slices together, and of all DRAM channels together. A slice
 * passes data_port_B per cycle of its clock; a channel's bus is occupied for the bursts of a
 * sector, or for the distance of its column commands. */
double warp_works_slice_cycles(const struct gpu_config *config);
double warp_works_dram_cycles(const struct gpu_config *config);

/* The demands of warp i; `profile` needs no intervals. miss_cycles is the mean time for which a
 * sector that misses the L1D holds an MSHR. */
struct warp_work warp_works_make(const struct warp_profiles *profiles,
                                 const struct gpu_config *config, double miss_cycles, uint32_t i,
                                 const struct interval_profile *profile);
