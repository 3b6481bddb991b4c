#include "orchestrator/workload/profile_json.h"

#include <stddef.h>

#define COUNT(name, field)                                                                         \
    {                                                                                              \
        name, offsetof(struct roofline_profile, field)                                             \
    }

static const struct {
    const char *name;
    size_t offset;
} counts[] = {COUNT("fma32", fma32),
              COUNT("fma64", fma64),
              COUNT("fp32", fp32),
              COUNT("fp64", fp64),
              COUNT("int", integer),
              COUNT("ldst", ldst),
              COUNT("warp_instructions", inst),
              COUNT("dram_reads", dram_reads),
              COUNT("dram_writes", dram_writes),
              COUNT("trace_steps", trace_steps),
              COUNT("trace_requests", trace_requests)},
  shares[] = {COUNT("trace_l2", trace_l2), COUNT("trace_dram", trace_dram)};

json_t *roofline_profile_json(struct json_writer *w, const struct roofline_profile *p)
{
    json_t *o = json_writer_object(w);
    for (size_t i = 0; i < sizeof counts / sizeof *counts; i++)
        json_put_count(w, o, counts[i].name,
                       *(const uint64_t *)((const char *)p + counts[i].offset));
    for (size_t i = 0; i < sizeof shares / sizeof *shares; i++)
        json_put_real(w, o, shares[i].name, *(const double *)((const char *)p + shares[i].offset));
    return o;
}

void roofline_profile_read(struct roofline_profile *out, const json_t *object)
{
    *out = (struct roofline_profile){0};
    for (size_t i = 0; i < sizeof counts / sizeof *counts; i++)
        *(uint64_t *)((char *)out + counts[i].offset) =
            (uint64_t)json_integer_value(json_object_get(object, counts[i].name));
    for (size_t i = 0; i < sizeof shares / sizeof *shares; i++)
        *(double *)((char *)out + shares[i].offset) =
            json_number_value(json_object_get(object, shares[i].name));
}
