/* choice.h -- which sample of a frame is run, and by which model: what --sample and --model say,
 * and where they are auto what is cheapest and errs little enough (docs/estimators.md). Depends on
 * settings, GPU and frame alone, so that any number of threads gives the same answer. */
#pragma once

#include "orchestrator/settings/settings.h"
#include "sim/config/gpu_config.h"

struct choice {
    enum sample_kind sample; /* not auto */
    enum timing_model model; /* not auto */
    uint32_t waves;          /* of windows: how often they fill the GPU; 0: the whole frame */
};

/* --waves auto for a GPU that holds `slots` warps: 1024 warps, but 4 waves at least and 8 at most.
 * Few warps are a poor sample of a frame; few waves are mostly ramp and tail. */
uint32_t choice_waves(uint64_t slots);

/* Shares of the frame up to which windows are run: by the cycle model, and below the other by the
 * approximate one. Of a frame of fewer warps nothing is in a steady state for long. */
#define CHOICE_CYCLE_WINDOWS       (1.0 / 8)
#define CHOICE_APPROXIMATE_WINDOWS (1.0 / 2)

/* `slots`: warps that the GPU holds; `ctas`: warps of the frame. */
struct choice choose(const struct settings *settings, const struct gpu_config *gpu, uint64_t slots,
                     uint64_t ctas);

/* --model auto of frames that are compared with each other on several GPUs: one for all. */
enum timing_model choose_compared(const struct settings *settings, const struct gpu_config *gpus,
                                  size_t n);
