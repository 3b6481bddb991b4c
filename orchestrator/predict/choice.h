/* choice.h -- the sample of a frame and the model that runs it: as --sample and --model say; where
 * these are auto, the cheapest pair whose error is small enough (docs/estimators.md). Depends on
 * settings, GPU and frame alone, so that any number of threads gives the same answer. */
#pragma once

#include "orchestrator/settings/settings.h"
#include "sim/config/gpu_config.h"

struct choice {
    enum sample_kind sample; /* not auto */
    enum timing_model model; /* not auto */
    uint32_t fills;          /* of windows: how often they fill the GPU; 0: the whole frame */
};

/* The least --fills whose interval holds. Less is mostly ramp and tail: 2 of rigging at
 * 1920 x 1080 miss cycles by 28 % on mobile_soc, and their interval is 8 %. */
enum { CHOICE_LEAST_FILLS = 6 };

/* --fills auto for a GPU that holds `slots` warps: 1024 warps, as fewer are a poor sample of a
 * frame, but CHOICE_LEAST_FILLS at least and 8 at most. */
uint32_t choice_fills(uint64_t slots);

/* Windows are run where they are less than this share of the frame: fewer warps are mostly ramp and
 * tail, which windows do not have (pylon and speck of 512 x 512 on rtx2060: 4 of 8.5 miss
 * cycles by 1 to 14 % in either model). */
#define CHOICE_WINDOWS (1.0 / 4)

/* `slots`: warps that the GPU holds; `ctas`: warps of the frame. */
struct choice choose(const struct settings *settings, const struct gpu_config *gpu, uint64_t slots,
                     uint64_t ctas);

/* --model auto of frames that are compared with each other on several GPUs: one for all. */
enum timing_model choose_compared(const struct settings *settings, const struct gpu_config *gpus,
                                  size_t n);
