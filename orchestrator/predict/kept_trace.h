/* kept_trace.h -- a session's frame executed once for all GPUs whose RT units walk alike: traces
 * (sim/trace/kernel_trace.h) for the models that read them, kept as long as the caller likes. */
#pragma once

#include "orchestrator/predict/session.h"
#include "orchestrator/settings/models.h"
#include "sim/trace/kernel_trace.h"

/* One of a frame. Starts as {0}; to be used by one thread at a time. */
struct kept_traces {
    struct kept_trace {
        struct traversal_options traversal;
        struct kernel_trace *trace;
        struct functional_counts counts;
        void *kept[TIMING_MODELS]; /* what models have made of it */
    } * of;
    uint32_t n, room;
};

/* The trace of the session's whole frame as `gpu` has its rays walked, made where it is not there.
 * `out` is borrowed and valid until the next call. */
enum st_code kept_trace_find(struct kept_traces *kept, const struct session *session,
                             const struct gpu_config *gpu,
                             const struct kernel_trace_options *options, struct kept_trace **out,
                             struct status *st);
void kept_traces_free(struct kept_traces *kept); /* leaves it empty */
