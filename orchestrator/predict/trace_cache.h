/* trace_cache.h -- traces of one frame (sim/trace/kernel_trace.h), for the models that read them.
 *
 * A frame is executed once for all GPUs whose RT units walk alike. The cache holds the traces of
 * the last requested frame. It is not for work made from a heatmap (synthetic.h), which depends on
 * a GPU and a picture as well. */
#pragma once

#include "common/hash.h"
#include "orchestrator/predict/session.h"
#include "orchestrator/settings/models.h"
#include "sim/trace/kernel_trace.h"

/* The traces of one frame, one per walk. Starts as {0}; one thread at a time may use it. */
struct trace_cache {
    char frame[HASH_TEXT]; /* hash of the frame that the traces are of; "": no frame */
    struct cached_trace {
        struct traversal_options traversal;
        struct kernel_trace *trace;
        struct functional_counts counts;
        void *kept[TIMING_MODELS]; /* data that models derived from it */
    } * of;
    uint32_t n, room;
};

/* Frees the traces where they are of another frame than the session's. */
enum st_code trace_cache_for(struct trace_cache *kept, const struct session *session,
                             struct status *st);
/* Finds the trace of the session's whole frame with the walk of `gpu`, or makes it. Before it makes
 * one, it drops traces of other frames, and those of other walks if they have become large. *out is
 * borrowed and valid until the next call. */
enum st_code trace_cache_find(struct trace_cache *kept, const struct session *session,
                              const struct gpu_config *gpu,
                              const struct kernel_trace_options *options, struct cached_trace **out,
                              struct status *st);
void trace_cache_free(struct trace_cache *kept); /* leaves it empty */
