/* workload_print.h -- prints a run of a compute kernel as text and as JSON. */
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
    const struct workload *workload; /* its results have been checked */
    const struct workload_run *run;
    struct cost cost;
};

/* Returns the cost of a run. The setup includes the check of the results. */
struct cost workload_cost(const struct workload_run *run, struct cost_time setup,
                          struct cost_time all);

/* Prints the kernel, the metrics except those of rays, stalls and counters where the settings ask
 * for them, and the outcome of the check. */
void workload_print(const struct workload_result *r, FILE *out);
/* Puts the members of a document, or of an object in a document. */
void workload_json(struct json_writer *w, json_t *d, const struct workload_result *r);
