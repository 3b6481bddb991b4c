/* frame_run.h -- one kernel on one GPU: a run of the cycle model with what it cost. */
#ifndef ORCHESTRATOR_FRAME_RUN_H
#define ORCHESTRATOR_FRAME_RUN_H

#include "orchestrator/result.h"
#include "orchestrator/session.h"

#include <stdio.h>

struct progress;

/* What the kernels of a command share; all borrowed. */
struct frame_job {
    const struct settings *settings;
    const struct session *session;
    struct progress *progress; /* may be NULL */
    FILE *dump;                /* of the watchdog; may be NULL */
    uint32_t threads;          /* that one simulation runs on */
    bool assisted;             /* groups are run by the abstract model as well */
};

/* Runs the session's frame where `filter` (a byte per pixel; NULL: everywhere) is not 0. Fills
 * counters, counts, finished and cpu_s of *out. An interrupt (common/interrupt.h) ends the run
 * early; it is then not finished. */
enum st_code run_frame(const struct frame_job *job, const struct gpu_config *gpu,
                       const uint8_t *filter, struct run *out, struct status *st);

/* The same by the abstract timing model, on the calling thread alone. */
enum st_code run_frame_abstract(const struct frame_job *job, const struct gpu_config *gpu,
                                const uint8_t *filter, struct run *out, struct status *st);

/* CTAs of the frame: one per warp, of a row of 32 pixels. */
uint64_t frame_ctas(const struct frame *frame);

#endif
