#include "microbench/trace.h"

#include "sim/functional/traversal/traverse.h"
#include "sim/timing/rt/records.h"

void trace_add(FILE *t, const char *x, const char *y)
{
    const char *const value[] = {
        x, y, "0f40A00000", "0f00000000", "0f00000000", "0f00000000", "0fBF800000", "0f461C4000"};
    fprintf(t, "{ .param .b32 param0; st.param.b32 [param0+0], %d;\n", RAY_OPAQUE);
    for (uint32_t k = 0; k < 8; k++)
        fprintf(t, ".param .b32 param%u; st.param.f32 [param%u+0], %s;\n", k + 1, k + 1, value[k]);
    fprintf(t, ".param .b32 retval0; call.uni (retval0), trace_ray, (param0, param1, param2, "
               "param3, param4, param5, param6, param7, param8);\n"
               "ld.param.b32 %%r2, [retval0+0]; }\n");
}

record_t trace_record(const struct rt_config *rt, enum record_kind kind)
{
    static const uint8_t wide[RECORD_KINDS] = {[RECORD_INTERNAL] = RECORD_WIDE,
                                               [RECORD_TRIANGLE] = RECORD_WIDE_TRIANGLE,
                                               [RECORD_TRIANGLE_HIT] = RECORD_WIDE_TRIANGLE_HIT};
    /* A header of 64 bytes, the root, then, at a multiple of 64, the leaf. */
    bool is_wide = rt->nodes == NODES_CWBVH8;
    uint64_t at = kind == RECORD_HEADER ? 0 : kind == RECORD_INTERNAL ? 64 : is_wide ? 192 : 128;
    return record_make(is_wide && wide[kind] ? (enum record_kind)wide[kind] : kind, at);
}

uint32_t trace_requests(const struct rt_config *rt, record_t record)
{
    uint64_t first = record_addr(record), last = first + record_bytes(record) - 1;
    return (uint32_t)(last / rt->request_B - first / rt->request_B + 1);
}

uint32_t trace_record_cycles(const struct rt_config *rt, record_t record)
{
    return trace_requests(rt, record) - 1 + rt->hit_latency +
           rt_test_cycles(rt, record_kind(record));
}
