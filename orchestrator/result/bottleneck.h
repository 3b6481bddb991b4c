/* bottleneck.h -- the bottleneck of a frame: the resource with the highest utilization. */
#pragma once

#include "orchestrator/result/result.h"

/* The resources; their utilizations go from 0 to 1, NAN where the model does not count them. */
enum bottleneck_kind { BOTTLENECK_RT, BOTTLENECK_DRAM, BOTTLENECK_ISSUE, BOTTLENECKS };
extern const char *const bottleneck_names[BOTTLENECKS];
extern const char *const bottleneck_docs[BOTTLENECKS]; /* words after each share in outputs */

struct bottleneck {
    double shares[BOTTLENECKS]; /* the part of the RT units' warp slots that is taken, of DRAM's
                                   peak bandwidth, and of busy SMs' issue slots that issue */
    int most;                   /* index of the largest share; BOTTLENECKS where none is known */
};

struct bottleneck bottleneck_of(const struct result *r);
