#include "tests/rig/traces.h"

#include "tests/rig/rig.h"

#include <string.h>

const uint32_t trace_tests[RECORD_KINDS] = {4, 8, 8, 4, 8, 8, 8, 0, 3, 4, 4, 8, 8, 8, 8};

uint32_t trace_sectors(record_t r)
{
    return (record_bytes(r) + SECTOR_B - 1) / SECTOR_B;
}

/* A record asked for in cycle a: its last sector is asked for in a + sectors - 1, leaves in the
 * next cycle and comes a memory latency later; then it is processed. */
uint64_t trace_cold(const record_t *records, uint32_t n)
{
    uint64_t cycles = 0;
    for (uint32_t i = 0; i < n; i++)
        cycles += trace_sectors(records[i]) + TRACE_MEMORY + trace_tests[record_kind(records[i])];
    return cycles;
}

uint64_t trace_warm(const record_t *records, uint32_t n, uint32_t hit_latency)
{
    uint64_t cycles = 0;
    for (uint32_t i = 0; i < n; i++)
        cycles +=
            trace_sectors(records[i]) - 1 + hit_latency + trace_tests[record_kind(records[i])];
    return cycles;
}

const record_t trace_walk[TRACE_WALK] = {
    (record_t)0x10000 << 4 | RECORD_HEADER,   (record_t)0x10040 << 4 | RECORD_INTERNAL,
    (record_t)0x10100 << 4 | RECORD_INSTANCE, (record_t)0x20000 << 4 | RECORD_HEADER,
    (record_t)0x20040 << 4 | RECORD_INTERNAL, (record_t)0x20080 << 4 | RECORD_DESCRIPTOR,
    (record_t)0x20100 << 4 | RECORD_TRIANGLE, (record_t)0x20140 << 4 | RECORD_PROCEDURAL,
};
struct ray_work trace_ray(const record_t *records, uint32_t n)
{
    return (struct ray_work){.records = records,
                             .n_records = n,
                             .n_nodes = n / 2,
                             .depth = n + 1,
                             .result_addr = 0x900000};
}

void trace_init(struct trace *t, uint32_t lanes, const cycle_t *now)
{
    memset(t, 0, sizeof *t);
    t->steps[0] = step_op(OP_TRACE_RAY, 1, 0, 0);
    t->steps[0].lanes = lanes;
    t->steps[0].rays = t->rays;
    t->steps[1] = step_op(OP_ALU, 2, 1, 0);
    t->steps[2] = step_op(OP_EXIT, 0, 0, 0);
    for (uint32_t i = 0; i < 3; i++)
        t->steps[i].inst.pc = 8 * i;
    script_init(&t->script, t->steps, 3, now);
}

uint64_t trace_latency(const struct trace *t)
{
    return t->script.issued[1] - t->script.issued[0] - TRACE_TO_UNIT;
}

void trace_run(struct sm_rig *r, struct trace *t, uint32_t n, struct gpu_counters *c)
{
    struct script *all[32];
    for (uint32_t i = 0; i < n; i++)
        all[i] = &t[i].script;
    if (!r->sm)
        sm_rig_start(r, 16);
    assert_int_equal(sm_rig_run(r, all, n, true, 1000000), ST_OK);
    sm_rig_count(r, c);
}

void traced_init(struct traced *f, uint32_t lanes)
{
    sm_rig_init(&f->r, TRACE_MEMORY);
    trace_init(&f->t, lanes, &f->r.now);
}

void traced_run(struct traced *f)
{
    trace_run(&f->r, &f->t, 1, &f->c);
}

void traced_free(struct traced *f)
{
    script_free(&f->t.script);
    sm_rig_free(&f->r);
}
