#include "microbench/pipeline.h"

#include <math.h>

enum { FETCHED = 2 }; /* instructions per fetch */

cycle_t pipeline_first_issue(const struct gpu_config *gpu)
{
    return gpu->machine.launch_cycles + (gpu->sm.fetches > 1 ? 2 : 3);
}

uint32_t pipeline_collect(const struct gpu_config *gpu, uint32_t reads)
{
    uint32_t steps = 1 + reads + 1; /* enter, read, be dispatched */
    return (steps + gpu->sm.collector_steps - 1) / gpu->sm.collector_steps;
}

uint32_t pipeline_result(const struct gpu_config *gpu, uint32_t latency, uint32_t reads)
{
    return pipeline_collect(gpu, reads) + 1 + latency + 2;
}

/* The rate of the parts in front of the units: fetch, ports, collector units. */
static double front_rate(const struct gpu_config *gpu, const struct pipeline_stream *s)
{
    const struct sm_config *sm = &gpu->sm;
    double rate = (double)sm->fetches * FETCHED, steps = sm->collector_steps;
    rate = fmin(rate, (double)sm->collector_ports * steps);
    /* A unit holds an instruction while it reads and for one more step. */
    return fmin(rate, (double)sm->collectors * steps / (s->reads + 1));
}

double pipeline_rate(const struct gpu_config *gpu, const struct pipeline_stream *s, double *bound)
{
    double schedulers = gpu->sm.schedulers, front = front_rate(gpu, s);
    /* A bank is read or written once per step. */
    double banks = schedulers * gpu->sm.collector_steps / s->bank_uses;
    double rate = fmin(schedulers, (double)s->units / s->interval);
    rate = fmin(rate, gpu->exec.writebacks);
    rate = fmin(rate, schedulers * s->in_flight / pipeline_result(gpu, s->latency, s->reads));
    bool meet = front < 1.2 * fmin(rate, banks) || (banks < 1.2 * rate && rate < 1.2 * banks);
    /* Units of one pool are not distributed evenly over the banks that they wait for. */
    meet |= gpu->sm.pipelines == PIPELINES_SHARED && banks < rate && front < 2 * banks;
    *bound = meet ? 0.3 : 0.02;
    return fmin(fmin(rate, banks), front);
}

uint32_t pipeline_banks(const struct gpu_config *gpu)
{
    return gpu->sm.register_banks / gpu->sm.schedulers;
}

uint32_t pipeline_reads(const struct gpu_config *gpu, const uint32_t *registers, uint32_t n)
{
    uint32_t banks = pipeline_banks(gpu), most = 0;
    for (uint32_t i = 0; i < n; i++) {
        uint32_t same = 0;
        for (uint32_t k = 0; k < n; k++)
            same += registers[k] % banks == registers[i] % banks;
        most = same > most ? same : most;
    }
    return most;
}

uint32_t pipeline_l1_hit(const struct gpu_config *gpu, uint32_t reads)
{
    return pipeline_collect(gpu, reads) + 1 + gpu->ldst.l1_latency;
}

uint32_t pipeline_shared(const struct gpu_config *gpu, uint32_t reads)
{
    return pipeline_collect(gpu, reads) + 1 + gpu->ldst.shared_latency + 1;
}

double pipeline_ldst_interval(const struct gpu_config *gpu, uint32_t reads)
{
    double each = (double)pipeline_collect(gpu, reads) / gpu->sm.schedulers;
    return gpu->sm.collectors_held ? 1 : fmax(each, 1);
}
