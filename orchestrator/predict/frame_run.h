/* frame_run.h -- one frame on one GPU by one timing model, and its cost. */
#pragma once

#include "orchestrator/predict/session.h"
#include "orchestrator/result/result.h"
#include "partition/cta_sample.h"
#include "sim/model/complete.h"
#include "sim/model/model.h"

#include <stdio.h>

struct progress;
struct roofline_profile;
struct trace_cache;

/* The inputs that all runs of a command share; all borrowed. */
struct frame_job {
    const struct settings *settings;
    const struct session *session;
    struct progress *progress;  /* may be NULL */
    FILE *dump;                 /* where the watchdog prints the state of the model; may be NULL */
    uint32_t threads;           /* threads of one simulation */
    uint32_t first_sm;          /* the SM that gets CTA 0 */
    struct trace_cache *traces; /* for models that read traces (trace_cache.h); NULL: traces are not
                                   kept */
};

/* The part of the frame that is run; {0}: all of it. */
struct frame_where {
    const uint8_t *filter;         /* a byte per pixel, 0: it is not traced; NULL: all are */
    const struct cta_sample *part; /* the CTAs that are launched; NULL: all */
    uint64_t *resident;            /* an element per CTA of the part, where the part is sampling
                                      units: gets the core cycles that the CTA's warps were
                                      resident; the L2 is then warmed before each unit
                                      (sampling_units.h). NULL: not measured */
    struct run_end *end; /* gets the state in which the run left the machine, from models that run
                            sampling units; NULL: not wanted */
    struct value_counts *values;      /* for frame_launch: gets counts of the values in registers
                                         (sim/functional/values.h); NULL: not wanted */
    struct roofline_profile *profile; /* gets the instructions that the run executed
                                         (sim/roofline/profiler.h); NULL: not wanted */
};

/* Makes the kernel of the part `where`. Its rays walk as in the GPU's RT units. The caller frees it
 * with its ops. */
enum st_code frame_launch(const struct frame_job *job, const struct gpu_config *gpu,
                          const struct frame_where *where, struct kernel **out, struct status *st);

/* Runs the session's frame by a model. Fills counters, stack, counts, finished, cpu_s and timeline
 * of *out. An interrupt (common/interrupt.h) ends the run early; `finished` is then false. */
enum st_code run_frame(const struct frame_job *job, const struct gpu_config *gpu,
                       const struct frame_where *where, enum timing_model model, struct run *out,
                       struct status *st);
