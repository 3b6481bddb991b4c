/* values.h -- the numbers of a result that tables and figures show, without what they are made of.
 */
#pragma once

#include "orchestrator/result/result.h"

struct result_values {
    struct estimate metrics[METRIC_COUNT], time_ms; /* low, high: NAN where there are none */
    double percent;                                 /* of the pixels, traced */
    struct cost cost;
};

void result_values(struct result_values *out, const struct result *r);
