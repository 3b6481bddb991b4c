/* model_run.h -- runs one frame, or all launches of one compute kernel, on one GPU by one timing
 * model. */
#pragma once

#include "orchestrator/predict/frame_run.h"
#include "orchestrator/settings/models.h"

struct roofline_profile;

/* The inputs of a run; all borrowed. */
struct model_job {
    const struct settings *settings;
    const struct session *session; /* an open session; NULL: the kernel of the settings is run */
    enum isa isa;                  /* instruction set for which the kernel is compiled */
    const struct gpu_config *gpu;
    struct trace_cache *traces; /* keeps traces of the session's frame, for models that read traces;
                                   may be NULL */
};

/* Runs the frame or kernel on all threads and fills counters, stack and times of *out. The results
 * of a kernel are checked. `profile` gets the executed instructions and the traffic of the caches
 * and DRAM; NULL: not wanted. ST_FAILED where an interrupt ends the run. */
enum st_code model_run(const struct model_job *job, enum timing_model model,
                       struct roofline_profile *profile, struct run *out, struct status *st);
