/* Latency and throughput of every class of arithmetic. */
#include "microbench/bench.h"
#include "microbench/pipeline.h"

#include <stddef.h>
#include <string.h>

enum unit { UNIT_SP, UNIT_INT, UNIT_SFU };

struct class
{
    const char *name;
    const char *opcode, *bank, *operands; /* "add.s32", "r", ", 1": add.s32 %r5, %r5, 1 */
    size_t latency, interval;             /* in struct exec_config */
    enum unit unit;
};

#define COST(name)                                                                                 \
    offsetof(struct exec_config, name##_latency), offsetof(struct exec_config, name##_interval)
#define ONE    "0f3F800000"
#define ONE_64 "0d3FF0000000000000"
static const struct class classes[] = {
    {"mov", "mov.u32", "r", "", COST(alu), UNIT_INT},
    {"int_add", "add.s32", "r", ", 1", COST(int_add), UNIT_INT},
    {"int_max", "max.s32", "r", ", 1", COST(int_max), UNIT_INT},
    {"int_mul", "mul.lo.s32", "r", ", 3", COST(int_mul), UNIT_INT},
    {"int_mad", "mad.lo.s32", "r", ", 3, 1", COST(int_mad), UNIT_INT},
    {"int_div", "div.s32", "r", ", 3", COST(int_div), UNIT_SFU},
    {"fp_add", "add.f32", "f", ", " ONE, COST(fp_add), UNIT_SP},
    {"fp_max", "max.f32", "f", ", " ONE, COST(fp_max), UNIT_SP},
    {"fp_mul", "mul.f32", "f", ", " ONE, COST(fp_mul), UNIT_SP},
    {"fp_mad", "fma.rn.f32", "f", ", " ONE ", " ONE, COST(fp_mad), UNIT_SP},
    {"fp_div", "div.rn.f32", "f", ", " ONE, COST(fp_div), UNIT_SFU},
    {"sfu", "rcp.approx.f32", "f", "", COST(sfu), UNIT_SFU},
    {"dp_add", "add.f64", "fd", ", " ONE_64, COST(dp_add), UNIT_SFU},
    {"dp_max", "max.f64", "fd", ", " ONE_64, COST(dp_max), UNIT_SFU},
    {"dp_mul", "mul.f64", "fd", ", " ONE_64, COST(dp_mul), UNIT_SFU},
    {"dp_mad", "fma.rn.f64", "fd", ", " ONE_64 ", " ONE_64, COST(dp_mad), UNIT_SFU},
    {"dp_div", "div.rn.f64", "fd", ", " ONE_64, COST(dp_div), UNIT_SFU},
};
#undef COST
enum { CLASSES = sizeof classes / sizeof *classes };

static uint32_t cost(const struct bench *b, size_t offset)
{
    uint32_t value;
    memcpy(&value, (const char *)&b->gpu->exec + offset, sizeof value);
    return value;
}

static uint32_t units(const struct bench *b, enum unit unit)
{
    const struct exec_config *exec = &b->gpu->exec;
    if (unit == UNIT_SFU)
        return exec->sfu_units;
    return unit == UNIT_INT && exec->int_units ? exec->int_units : exec->sp_units;
}

/* Writes n instructions of the class on register k: each reads the result of the one before. */
static void add_one(FILE *t, const struct class *c, uint32_t k)
{
    fprintf(t, "%s %%%s%u, %%%s%u%s;\n", c->opcode, c->bank, k, c->bank, k, c->operands);
}

static void chain(FILE *t, const struct bench *b, const void *what, uint32_t n)
{
    (void)b;
    for (uint32_t i = 0; i < n; i++)
        add_one(t, what, 2);
}

enum { CHAIN_FEW = 4, CHAIN_MORE = 36 };

enum st_code bench_latency(struct bench *b, struct status *st)
{
    for (uint32_t i = 0; i < CLASSES; i++) {
        const struct class *c = &classes[i];
        struct gpu_counters n;
        if (!bench_wants(b, c->name))
            continue;
        TRY(bench_growth(b, chain, c, CHAIN_FEW, CHAIN_MORE, 1, NULL, &n, st));
        TRY(bench_report(b, c->name, (double)n.gpu.cycles / (CHAIN_MORE - CHAIN_FEW),
                         pipeline_result(b->gpu, cost(b, c->latency), 1), 0, st));
    }
    return ST_OK;
}

/* Parallel chains in one warp, warps of a scheduler. */
enum { CHAINS = 12, WARPS = 2, ROUNDS_FEW = 4, ROUNDS_MORE = 20 };

static void chains(FILE *t, const struct bench *b, const void *what, uint32_t n)
{
    shader_first_sms_only(t, 1, b->gpu->machine.sms);
    for (uint32_t i = 0; i < n; i++)
        for (uint32_t k = 0; k < CHAINS; k++)
            add_one(t, what, 2 + k);
}

enum st_code bench_throughput(struct bench *b, struct status *st)
{
    uint32_t warps = WARPS * b->gpu->sm.schedulers;
    for (uint32_t i = 0; i < CLASSES; i++) {
        const struct class *c = &classes[i];
        struct pipeline_stream stream = {.units = units(b, c->unit),
                                         .interval = cost(b, c->interval),
                                         .latency = cost(b, c->latency),

                                         .reads = 1,
                                         .bank_uses = 2.0 / pipeline_banks(b->gpu),
                                         .in_flight = WARPS * CHAINS};
        struct gpu_counters n;
        double bound, rate = pipeline_rate(b->gpu, &stream, &bound);
        if (!bench_wants(b, c->name))
            continue;
        TRY(bench_growth(b, chains, c, ROUNDS_FEW, ROUNDS_MORE, warps * b->gpu->machine.sms, NULL,
                         &n, st));
        double all = (double)warps * CHAINS * (ROUNDS_MORE - ROUNDS_FEW);
        TRY(bench_report(b, c->name, all / (double)n.gpu.cycles, rate, bound, st));
    }
    return ST_OK;
}
