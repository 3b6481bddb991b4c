/* Instructions of three sources whose registers are in one bank, or in different ones. */
#include "microbench/bench.h"
#include "microbench/pipeline.h"

#include "common/memory.h"

#include <string.h>

enum { SOURCES = 3, RESULTS = 12, WARPS = 2, FEW = 4, MORE = 20 };

/* Registers, by number. */
struct operands {
    uint32_t source[SOURCES], result[RESULTS];
    uint32_t last;
};

/* Results go to other banks than the sources', if there are any. */
static struct operands choose(const struct bench *b, bool same)
{
    struct operands o = {.last = 0};
    uint32_t banks = pipeline_banks(b->gpu), n = 0;
    for (uint32_t i = 0; i < SOURCES; i++)
        o.source[i] = i * (same ? banks : 1);
    for (uint32_t r = o.source[SOURCES - 1] + 1; n < RESULTS; r++) {
        bool free = true;
        for (uint32_t i = 0; i < SOURCES; i++)
            free &= r % banks != o.source[i] % banks;
        if (free || banks <= SOURCES)
            o.result[n++] = r;
    }
    o.last = o.result[RESULTS - 1];
    return o;
}

/* Uses of the most used bank per instruction, with rotating results. */
static double bank_uses(const struct bench *b, const struct operands *o)
{
    uint32_t banks = pipeline_banks(b->gpu);
    double most = 0;
    for (uint32_t bank = 0; bank < banks; bank++) {
        double uses = 0;
        for (uint32_t i = 0; i < SOURCES; i++)
            uses += o->source[i] % banks == bank;
        for (uint32_t i = 0; i < RESULTS; i++)
            uses += (o->result[i] % banks == bank) / (double)RESULTS;
        most = uses > most ? uses : most;
    }
    return most;
}

/* Gives every register its number. */
static void name_registers(FILE *t, const struct operands *o)
{
    for (uint32_t i = 0; i <= o->last; i++)
        fprintf(t, "mov.u32 %%r%u, 1;\n", i);
}

static void shift(FILE *t, const struct operands *o, uint32_t result)
{
    fprintf(t, "shf.l.wrap.b32 %%r%u, %%r%u, %%r%u, %%r%u;\n", result, o->source[0], o->source[1],
            o->source[2]);
}

static void chain(FILE *t, const struct bench *b, const void *what, uint32_t n)
{
    const struct operands *o = what;
    (void)b;
    name_registers(t, o);
    for (uint32_t i = 0; i < n; i++)
        shift(t, o, o->source[0]);
}

static void stream(FILE *t, const struct bench *b, const void *what, uint32_t n)
{
    const struct operands *o = what;
    name_registers(t, o);
    fprintf(t,
            "{ .param .b32 retval0; call.uni (retval0), rt_launch_id_y, ();\n"
            "ld.param.b32 %%r%u, [retval0+0]; }\n"
            "rem.u32 %%r%u, %%r%u, %u;\nsetp.ne.s32 %%p0, %%r%u, 0;\n@%%p0 exit;\n",
            o->last, o->last, o->last, b->gpu->machine.sms, o->last);
    for (uint32_t i = 0; i < n; i++)
        for (uint32_t k = 0; k < RESULTS; k++)
            shift(t, o, o->result[k]);
}

static enum st_code measure_register_banks(struct bench *b, bool same, struct status *st)
{
    struct operands o = choose(b, same);
    uint32_t reads = pipeline_reads(b->gpu, o.source, SOURCES);
    uint32_t warps = WARPS * b->gpu->sm.schedulers;
    uint32_t units = b->gpu->exec.int_units ? b->gpu->exec.int_units : b->gpu->exec.sp_units;
    struct pipeline_stream s = {.units = units,
                                .interval = b->gpu->exec.alu_interval,
                                .latency = b->gpu->exec.alu_latency,

                                .reads = reads,
                                .bank_uses = bank_uses(b, &o),
                                .in_flight = WARPS * RESULTS};
    struct gpu_counters n;
    double bound, rate = pipeline_rate(b->gpu, &s, &bound);
    /* The other warp's registers are in other banks: a scheduler that alternates uses both. */
    if (same && b->gpu->sm.schedulers % pipeline_banks(b->gpu) != 0)
        bound = WARPS - 1;
    TRY(bench_growth(b, chain, &o, FEW, MORE, 1, NULL, &n, st));
    TRY(bench_report(b, same ? "latency_one_bank" : "latency_apart",
                     (double)n.gpu.cycles / (MORE - FEW),
                     pipeline_result(b->gpu, b->gpu->exec.alu_latency, reads), 0, st));
    TRY(bench_growth(b, stream, &o, FEW, MORE, warps * b->gpu->machine.sms, NULL, &n, st));
    return bench_report(b, same ? "rate_one_bank" : "rate_apart",
                        (double)warps * RESULTS * (MORE - FEW) / (double)n.gpu.cycles, rate, bound,
                        st);
}

enum st_code bench_register_banks(struct bench *b, struct status *st)
{
    TRY(measure_register_banks(b, false, st));
    return measure_register_banks(b, true, st);
}
