/* validate.h -- the numbers of a result that tables and figures show, and a prediction's beside its
 * reference's: errors and speedups. */
#pragma once

#include "orchestrator/result/result.h"

/* Without what they are made of. */
struct result_values {
    struct estimate metrics[METRIC_COUNT], time_ms; /* low, high: NAN where there are none */
    double percent;                                 /* of the pixels, traced */
    struct cost cost;
};

void result_values(struct result_values *out, const struct result *r);

struct validation {
    double error[METRIC_COUNT]; /* signed fraction of the reference; NAN where that is 0 and the
                                   prediction is not */
    double mae;                 /* mean of the absolute errors of the seven; NAN if one is */
    double speedup_cpu;         /* processor time simulating, reference over prediction */
    double speedup_wall;        /* wall-clock time simulating, ditto */
    double speedup_cpu_with_profile; /* ditto, the prediction's profile on its side */
};

void validate_compare(struct validation *out, const struct result_values *prediction,
                      const struct result_values *reference);
