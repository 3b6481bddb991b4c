/* kernel_job.h -- one compute kernel of a study on one GPU: a job without a frame (job.h). */
#pragma once

#include "orchestrator/study/answer.h"
#include "orchestrator/study/key.h"

/* Runs the kernel of the settings, a built-in one or a file, by the settings' model or, as a
 * reference (KEY_SIMULATE), by the cycle model. The answer is the document of `run`, with "exact"
 * where the cycle model made it. ST_FAILED where the results of the kernel are wrong. */
enum st_code kernel_job_run(enum key_kind kind, const struct settings *settings, struct answer *out,
                            struct status *st);
