#include "sim/gpumech/contention.h"

#include <math.h>

double interval_line_cycles(double core_hz, double line_B, double bytes_per_second)
{
    return core_hz * line_B / bytes_per_second;
}

double interval_rounds_waited(double n, uint32_t places)
{
    if (!places || !(n > places))
        return 0;
    double full = floor(n / places); /* number of rounds that use all places */
    double rest = n - full * places;
    double rounds = (places * full * (full + 1) / 2 + rest * (full + 1)) / n;
    return rounds - 1;
}

double interval_mshr_delay(const struct interval *i, const struct interval_core *core,
                           const struct interval_resources *has)
{
    double core_reqs = i->does.mshr_reqs * core->warps;                                /* eq. 18 */
    double request = has->miss_cycles * interval_rounds_waited(core_reqs, has->mshrs); /* eq. 19 */
    return request * i->does.mshr_insts;                                               /* eq. 20 */
}

double interval_bandwidth_delay(const struct interval *i, double warp_cycles,
                                const struct interval_core *core,
                                const struct interval_resources *has)
{
    double s = has->line_cycles;
    double reqs = i->does.dram_reqs * core->warps * has->cores;
    if (!(reqs > 0))
        return 0;
    double cap = s * reqs / 2;
    if (!(reqs * s < warp_cycles)) /* rho >= 1 */
        return cap;
    double lambda = reqs / warp_cycles; /* eq. 23 */
    double rho = lambda * s;            /* eq. 22 */
    return fmin(lambda * s * s / (2 * (1 - rho)), cap);
}

double interval_trace_service(const struct interval_resources *has, double residents)
{
    return fmax(has->trace_cycles, residents * has->trace_requests);
}

double interval_rt_delay(const struct interval *i, const struct interval_core *core,
                         const struct interval_resources *has)
{
    double traces = fmin(i->does.traces, 1) * core->warps;
    if (!(traces > 0))
        return 0;
    double residents = has->rt_warps ? fmin(traces, has->rt_warps) : traces;
    double service = interval_trace_service(has, fmax(residents, 1));
    double longer = service - interval_trace_service(has, 1);
    return (longer + interval_rounds_waited(traces, has->rt_warps) * service) * i->does.traces;
}

void interval_predict(struct interval_prediction *out, const struct interval_profile *p,
                      const struct interval_core *core, const struct interval_resources *has,
                      enum interval_model model)
{
    *out = (struct interval_prediction){0};
    if (!p->insts)
        return;
    out->multithreading = interval_multithreading_cpi(p, core, model);
    if (model == INTERVAL_MT_MSHR || model == INTERVAL_MT_MSHR_BAND) {
        for (uint32_t n = 0; n < p->n_intervals; n++) {
            const struct interval *i = &p->intervals[n];
            out->mshr += interval_mshr_delay(i, core, has);
            out->rt += interval_rt_delay(i, core, has);
            if (model == INTERVAL_MT_MSHR_BAND)
                out->queue +=
                    interval_bandwidth_delay(i, interval_cycles(i, p->issue_rate), core, has);
        }
        double insts = core->warps * (double)p->insts;
        out->mshr /= insts;
        out->rt /= insts;
        out->queue /= insts;
    }
    out->cpi = out->multithreading + out->mshr + out->queue + out->rt;
}
