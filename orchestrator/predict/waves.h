/* waves.h -- how many of a frame's warps a prediction runs, in times that they fill the GPU. */
#pragma once

#include <stdint.h>

/* What --waves auto is on a GPU that holds `slots` warps, and what intervals are calibrated for; on
 * one that has no room for any, which the models refuse, the most. How well windows stand for a
 * frame goes by their warps, and how well a run of them for a longer one by how often they fill the
 * GPU: 1024 warps, but 4 times at least, and 8 at most. */
uint32_t waves_auto(uint64_t slots);

/* What --waves auto is of windows that the cycle model runs, and what their intervals are
 * calibrated for: with half of it, 4 windows are too few to stand for a frame, and 8 of half the
 * warps mix what the frame has one after the other (docs/estimators.md, "Windows, of large
 * frames"). */
enum { WAVES_OF_WINDOWS = 8 };

/* What --waves as it was given comes to; 0: all of the frame's. */
uint32_t waves_of_windows(uint32_t given);
uint32_t waves_of(uint32_t given, uint64_t slots);
