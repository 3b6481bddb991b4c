/* values.h -- the numbers of a result that tables and figures show, without what they are made of.
 */
#ifndef ORCHESTRATOR_RESULT_VALUES_H
#define ORCHESTRATOR_RESULT_VALUES_H

#include "orchestrator/result/result.h"

struct result_values {
    struct estimate metrics[METRIC_COUNT], time_ms; /* low, high: NAN where there are none */
    double percent;                                 /* of the pixels, traced */
    struct cost cost;
};

void result_values(struct result_values *out, const struct result *r);

#endif
