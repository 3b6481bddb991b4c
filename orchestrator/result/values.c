#include "orchestrator/result/values.h"

#include <string.h>

void result_values(struct result_values *out, const struct result *r)
{
    memcpy(out->metrics, r->metrics, sizeof out->metrics);
    out->time_ms = result_frame_time(r);
    out->percent = result_percent(result_traced(r), result_pixels(r));
    out->cost = r->cost;
}
