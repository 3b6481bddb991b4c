/* choice.h -- chooses the sample of a frame and the model that runs it: those of --sample and
 * --model; where these are auto, the cheapest pair whose error is small enough
 * (docs/estimators.md). The choice depends on settings, GPU and frame only, so it is the same for
 * any number of threads. */
#pragma once

#include "orchestrator/settings/settings.h"
#include "sim/config/gpu_config.h"

struct choice {
    enum sample_kind sample; /* not auto */
    enum timing_model model; /* not auto */
    uint32_t fills;          /* how often the sampling units fill the GPU; 0: the whole frame runs
                              */
};

/* The least --fills at which the interval holds the true value. Smaller runs are mostly ramp and
 * tail: 2 fills of rigging at 1920 x 1080 on mobile_soc miss cycles by 28 %, with an interval of 8
 * %. */
enum { CHOICE_LEAST_FILLS = 6 };

/* The --fills of auto for a GPU that holds `slots` warps: enough for 1024 warps, as fewer are a
 * poor sample of a frame, but at least CHOICE_LEAST_FILLS and at most 8. */
uint32_t choice_fills(uint64_t slots);

/* --sample auto runs sampling units where they are less than this share of the frame. A frame that
 * fills the GPU only a few times is mostly ramp and tail, which units lack: 4 of the 8.5 fills of
 * pylon and speck, 512 x 512 on rtx2060, miss cycles by 1 to 14 % in either model. */
#define CHOICE_WINDOWS (1.0 / 4)

/* Chooses for one frame of `ctas` CTAs, one warp each, on a GPU that holds `slots` warps. */
struct choice choose(const struct settings *settings, const struct gpu_config *gpu, uint64_t slots,
                     uint64_t ctas);

/* Chooses the model of --model auto for frames that are compared on several GPUs: one for all. */
enum timing_model choose_compared(const struct settings *settings, const struct gpu_config *gpus,
                                  size_t n);
