/* workload_print.h -- a run of a compute kernel as text and as JSON. */
#pragma once

#include "common/json_writer.h"
#include "orchestrator/result/cost.h"
#include "orchestrator/workload/workload_run.h"

#include <stdio.h>

struct settings;

/* A run's result; all borrowed. */
struct workload_result {
    const struct settings *settings;
    const struct gpu_config *gpu;
    const struct workload *workload; /* checked */
    const struct workload_run *run;
    struct cost cost;
};

/* The cost of a run with that setup, which includes the check of its results. */
struct cost workload_cost(const struct workload_run *run, struct cost_time setup,
                          struct cost_time all);

/* Prints the kernel, the metrics, and by the settings stalls and counters; the check of the
 * results. Metrics of rays are left out. */
void workload_print(const struct workload_result *r, FILE *out);
/* Puts the members of a document, or of an object in one. */
void workload_json(struct json_writer *w, json_t *d, const struct workload_result *r);
