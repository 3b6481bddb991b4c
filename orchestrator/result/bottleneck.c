#include "orchestrator/result/bottleneck.h"

#include <math.h>

const char *const bottleneck_names[BOTTLENECKS] = {"RT units", "DRAM bandwidth", "issue slots"};
const char *const bottleneck_docs[BOTTLENECKS] = {"of their warp slots taken", "of the peak",
                                                  "of the SMs' time used"};

static double share(double part, double all)
{
    return all > 0 ? part / all : (double)NAN;
}

struct bottleneck bottleneck_of(const struct result *r)
{
    const struct gpu_counters *c = &r->counters;
    struct bottleneck b = {.most = BOTTLENECKS};
    b.shares[BOTTLENECK_RT] = r->metrics[METRIC_RT_WARP_OCCUPANCY].value;
    b.shares[BOTTLENECK_DRAM] = r->metrics[METRIC_BANDWIDTH_UTILIZATION].value;
    b.shares[BOTTLENECK_ISSUE] =
        share((double)c->sm.warp_instructions, (double)c->sm.busy_cycles * r->gpu.sm.schedulers);
    for (int i = 0; i < BOTTLENECKS; i++)
        if (b.shares[i] > 0 && (b.most == BOTTLENECKS || b.shares[i] > b.shares[b.most]))
            b.most = i;
    return b;
}
