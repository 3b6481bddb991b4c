#include "orchestrator/result/validate.h"

#include <math.h>
#include <string.h>

void result_values(struct result_values *out, const struct result *r)
{
    memcpy(out->metrics, r->metrics, sizeof out->metrics);
    out->time_ms = result_frame_time(r);
    out->percent = result_percent(result_traced(r), result_pixels(r));
    out->cost = r->cost;
}

static double error_of(double predicted, double reference)
{
    if (reference == 0)
        return predicted == 0 ? 0 : (double)NAN;
    return (predicted - reference) / reference;
}

static double ratio(double reference_s, double prediction_s)
{
    return prediction_s > 0 ? reference_s / prediction_s : (double)NAN;
}

void validate_compare(struct validation *out, const struct result_values *prediction,
                      const struct result_values *reference)
{
    const struct cost *p = &prediction->cost, *r = &reference->cost;
    out->mae = 0;
    for (int m = 0; m < METRIC_COUNT; m++) {
        out->error[m] = error_of(prediction->metrics[m].value, reference->metrics[m].value);
        if (m < METRIC_SEVEN)
            out->mae += fabs(out->error[m]) / METRIC_SEVEN;
    }
    double cpu_s = p->simulate.cpu_s + p->abstract.cpu_s;
    out->speedup_cpu = ratio(r->simulate.cpu_s, cpu_s);
    out->speedup_wall = ratio(r->simulate.wall_s, p->simulate.wall_s + p->abstract.wall_s);
    out->speedup_cpu_with_profile = ratio(r->simulate.cpu_s, cpu_s + p->profile.cpu_s);
}
