/* bottleneck.h -- the bottleneck of a frame: the resource with the highest utilization. */
#pragma once

#include "orchestrator/result/result.h"

/* Utilizations from 0 to 1; NAN where the model does not count them. */
enum bottleneck_kind { BOTTLENECK_RT, BOTTLENECK_DRAM, BOTTLENECK_ISSUE, BOTTLENECKS };
extern const char *const bottleneck_names[BOTTLENECKS];
extern const char *const bottleneck_docs[BOTTLENECKS]; /* unit of the share */

struct bottleneck {
    double shares[BOTTLENECKS]; /* of RT units' warp slots that are taken, of DRAM's peak bandwidth,
                                   of busy SMs' issue slots that issue */
    int most;                   /* the index of the largest; BOTTLENECKS where none is known */
};

struct bottleneck bottleneck_of(const struct result *r);
