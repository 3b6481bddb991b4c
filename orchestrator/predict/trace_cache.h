/* trace_cache.h -- traces of one frame (sim/trace/kernel_trace.h), for the models that read them.
 *
 * A frame is executed once for all GPUs whose RT units walk alike. The cache holds the traces of
 * the last frame that was asked for. It is not for work made from a heatmap (synthetic.h), which
 * depends on a GPU and a picture as well. */
#pragma once

#include "common/hash.h"
#include "orchestrator/predict/session.h"
#include "orchestrator/settings/models.h"
#include "sim/trace/kernel_trace.h"

/* Starts as {0}; to be used by one thread at a time. */
struct trace_cache {
    char frame[HASH_TEXT]; /* of which frame they are; "": empty */
    struct cached_trace {
        struct traversal_options traversal;
        struct kernel_trace *trace;
        struct functional_counts counts;
        void *kept[TIMING_MODELS]; /* what models derived from it */
    } * of;
    uint32_t n, room;
};

/* Frees traces of any other frame than the session's. */
enum st_code trace_cache_for(struct trace_cache *kept, const struct session *session,
                             struct status *st);
/* The trace of the session's whole frame as `gpu` has its rays walked, made where it is not there:
 * those of other frames then go, and where they have become large those of other ways to walk.
 * `out` is borrowed and valid until the next call. */
enum st_code trace_cache_find(struct trace_cache *kept, const struct session *session,
                              const struct gpu_config *gpu,
                              const struct kernel_trace_options *options, struct cached_trace **out,
                              struct status *st);
void trace_cache_free(struct trace_cache *kept); /* leaves it empty */
