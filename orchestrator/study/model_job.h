/* model_job.h -- runs one whole scene or kernel of a study on one GPU by one timing model and makes
 * the observations that the settings request: a job of the commands models, roofline and isa. */
#pragma once

#include "orchestrator/study/answer.h"
#include "orchestrator/study/job.h"

/* Runs the scene or kernel of the settings by their model. The answer is a document:   scene, gpu,
 * workload ("scene", "kernel"), model, exact; metrics, time_ms; cpi, cpi_stack,   bottleneck where
 * the model has them; stalls of the cycle model; cost, trace_cpu_s Depending on method.observe it
 * also has the `profile` of the roofline model, or the `statistics` of instructions by instruction
 * set, and then the metrics are those of the first set. ST_FAILED where results of a kernel are
 * wrong, and at an interrupt. */
enum st_code model_job_run(struct job_memory *m, const struct settings *settings,
                           struct answer *out, struct status *st);
