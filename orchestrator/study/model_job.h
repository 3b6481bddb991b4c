/* model_job.h -- one scene or kernel of a study, whole, on one GPU by one timing model, with what
 * the settings observe: a job of models, roofline and isa. */
#pragma once

#include "orchestrator/study/answer.h"
#include "orchestrator/study/job.h"

/* Runs what the settings name by their model. The answer is a document:
 *   scene, gpu, workload ("scene", "kernel"), model, exact; metrics, time_ms; cpi, cpi_stack,
 *   bottleneck where the model has them; stalls of the cycle model; cost, trace_cpu_s
 * and by method.observe the `profile` of the roofline model, or `statistics` of instructions by
 * instruction set, with metrics those of the first. ST_FAILED where results of a kernel are wrong,
 * and at an interrupt. */
enum st_code model_job_run(struct job_memory *m, const struct settings *settings,
                           struct answer *out, struct status *st);
