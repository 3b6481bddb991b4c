/* bottleneck.h -- the bottleneck of a frame: the resource that is used the most, as a share of what
 * it has. */
#pragma once

#include "orchestrator/result/result.h"

/* Shares of 1; NAN where the model does not count it. */
enum bottleneck_kind { BOTTLENECK_RT, BOTTLENECK_DRAM, BOTTLENECK_ISSUE, BOTTLENECKS };
extern const char *const bottleneck_names[BOTTLENECKS];
extern const char *const bottleneck_docs[BOTTLENECKS]; /* unit of the share */

struct bottleneck {
    double shares[BOTTLENECKS]; /* of the RT units' warp slots that are taken, of DRAM's peak
                                   bandwidth, of the issue slots of busy SMs that issue */
    int most;                   /* of the largest; BOTTLENECKS where none is known */
};

struct bottleneck bottleneck_of(const struct result *r);
