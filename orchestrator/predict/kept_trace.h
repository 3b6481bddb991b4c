/* kept_trace.h -- a frame executed once for all GPUs whose RT units walk alike: traces
 * (sim/trace/kernel_trace.h) for the models that read them, kept as long as the caller likes, of
 * the last frame that was asked for. Not for work made from a heatmap (synthetic.h), which hangs on
 * a GPU and a picture as well. */
#pragma once

#include "common/hash.h"
#include "orchestrator/predict/session.h"
#include "orchestrator/settings/models.h"
#include "sim/trace/kernel_trace.h"

/* Starts as {0}; to be used by one thread at a time. */
struct kept_traces {
    char frame[HASH_TEXT]; /* whose they are; "": nobody's yet */
    struct kept_trace {
        struct traversal_options traversal;
        struct kernel_trace *trace;
        struct functional_counts counts;
        void *kept[TIMING_MODELS]; /* what models have made of it */
    } * of;
    uint32_t n, room;
};

/* Frees traces of any other frame than the session's. */
enum st_code kept_traces_for(struct kept_traces *kept, const struct session *session,
                             struct status *st);
/* The trace of the session's whole frame as `gpu` has its rays walked, made where it is not there:
 * those of other frames then go, and where they have become large those of other ways to walk.
 * `out` is borrowed and valid until the next call. */
enum st_code kept_trace_find(struct kept_traces *kept, const struct session *session,
                             const struct gpu_config *gpu,
                             const struct kernel_trace_options *options, struct kept_trace **out,
                             struct status *st);
void kept_traces_free(struct kept_traces *kept); /* leaves it empty */
