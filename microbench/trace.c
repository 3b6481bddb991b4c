#include "microbench/trace.h"

#include "sim/timing/rt/records.h"

static void add(FILE *t, unsigned flags, const char *x, const char *y)
{
    const char *const value[] = {
        x, y, "0f40A00000", "0f00000000", "0f00000000", "0f00000000", "0fBF800000", "0f461C4000"};
    fprintf(t, "{ .param .b32 param0; st.param.b32 [param0+0], %u;\n", flags);
    for (uint32_t k = 0; k < 8; k++)
        fprintf(t, ".param .b32 param%u; st.param.f32 [param%u+0], %s;\n", k + 1, k + 1, value[k]);
    fprintf(t, ".param .b32 retval0; call.uni (retval0), trace_ray, (param0, param1, param2, "
               "param3, param4, param5, param6, param7, param8);\n"
               "ld.param.b32 %%r2, [retval0+0]; }\n");
}

void trace_add(FILE *t, const char *x, const char *y)
{
    add(t, 1 /* RAY_OPAQUE */, x, y);
}

void trace_add_masked(FILE *t, const char *x, const char *y)
{
    add(t, 0, x, y);
}

uint32_t trace_requests(const struct rt_config *rt, enum record_kind kind)
{
    uint32_t bytes = record_bytes(record_make(kind, 0));
    return (bytes + rt->request_B - 1) / rt->request_B;
}

uint32_t trace_record_cycles(const struct rt_config *rt, enum record_kind kind)
{
    return trace_requests(rt, kind) - 1 + rt->hit_latency + rt_test_cycles(rt, kind);
}
