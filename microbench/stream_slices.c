/* Bandwidth of the L2: one SM reads from all slices, some read from one, or every SM from a slice
 * of its own, so that no reply waits behind one for another SM. */
#include "microbench/stream_slices.h"

#include "common/memory.h"
#include "microbench/limits.h"
#include "microbench/pipeline.h"
#include "sim/timing/memory/mem_port.h"

enum { LINE_B = 128, LOADS = 32, WARPS = 2, LINES = 96 };

struct slices {
    const char *name;
    uint32_t sms;         /* that take part */
    uint32_t n;           /* slices that do */
    bool own;             /* each SM has one of them, else their lines go round over the SMs */
    uint32_t warps;       /* of each SM, beside the one that writes */
    uint32_t few, more;   /* lines that a warp reads */
    uint64_t stride;      /* bytes from a warp's line to that of the next warp of its SM */
    uint64_t first_SM[2]; /* bytes: SM s starts at s / [0] * 256 + s % [0] * [1] */
};

/* Core cycles in which a line of every SM surely goes through SMs and slices. */
static double line_cycles(const struct bench *b, const struct slices *s)
{
    double slow = b->gpu->machine.core_MHz / b->gpu->machine.icnt_MHz +
                  b->gpu->machine.core_MHz / b->gpu->machine.l2_MHz;
    double sectors = (double)s->sms * (LINE_B / SECTOR_B) / (s->sms < s->n ? s->sms : s->n);
    return 2 * sectors * (1 + slow);
}

/* Dependent additions between the writer's lines where its stores would else fill the collectors
 * that the other warps need, so that these begin together. */
static uint32_t pace(const struct bench *b, const struct slices *s)
{
    uint32_t add = pipeline_result(b->gpu, b->gpu->exec.int_add_latency, 1);
    return b->gpu->sm.collectors_held ? 1 + (uint32_t)(line_cycles(b, s) / add) : 0;
}

/* Dependent divisions that take longer than the writer. */
static uint32_t pause(const struct bench *b, const struct slices *s)
{
    double line =
        line_cycles(b, s) + pace(b, s) * pipeline_result(b->gpu, b->gpu->exec.int_add_latency, 1);
    return (uint32_t)((s->warps * s->more * line + 4000) /
                      pipeline_result(b->gpu, b->gpu->exec.int_div_latency, 1));
}

/* The first warp of each SM writes the lines of the others, so that the L2 has them; these wait
 * until all are there and read some. Line i of warp w is i * warps + w lines of the SM's from its
 * first. */
static void go(FILE *t, const struct bench *b, const void *what, uint32_t n)
{
    const struct slices *s = what;
    uint32_t sms = b->gpu->machine.sms, per = (uint32_t)s->first_SM[0];
    shader_first_sms_only(t, s->sms, sms);
    shader_storage(t);
    shader_lane(t, "%r2");
    fprintf(t,
            "rem.u32 %%r1, %%r1, %u;\ndiv.u32 %%r3, %%r1, %u;\nrem.u32 %%r4, %%r1, %u;\n"
            "mul.wide.u32 %%rd1, %%r3, 256;\nadd.s64 %%rd0, %%rd0, %%rd1;\n"
            "mul.wide.u32 %%rd1, %%r4, %llu;\nadd.s64 %%rd0, %%rd0, %%rd1;\n"
            "mul.wide.u32 %%rd1, %%r2, 4;\nadd.s64 %%rd0, %%rd0, %%rd1;\n"
            "div.u32 %%r0, %%r0, %u;\nsetp.ne.s32 %%p1, %%r0, 0;\n@%%p1 bra READ;\n",
            s->own ? s->n : s->sms, per, per, (unsigned long long)s->first_SM[1], sms);
    for (uint64_t i = 0; i < (uint64_t)s->warps * s->more; i++) {
        for (uint32_t k = pace(b, s); k; k--)
            fprintf(t, "add.s32 %%r2, %%r2, 1;\n");
        fprintf(t, "st.global.u32 [%%rd0+%llu], %%r2;\n", (unsigned long long)(i * s->stride));
    }
    fprintf(t,
            "exit;\nREAD:\nsub.s32 %%r0, %%r0, 1;\nmul.wide.u32 %%rd1, %%r0, %llu;\n"
            "add.s64 %%rd0, %%rd0, %%rd1;\n",
            (unsigned long long)s->stride);
    for (uint32_t i = pause(b, s); i; i--)
        fprintf(t, "div.s32 %%r2, %%r2, 3;\n");
    for (uint32_t i = 0; i < n; i++)
        fprintf(t, "ld.global.u32 %%r%u, [%%rd0+%llu];\n", 3 + i % LOADS,
                (unsigned long long)(i * s->warps * s->stride));
}

static enum st_code measure(struct bench *b, struct slices *s, double expected, struct status *st)
{
    struct gpu_counters few, more;
    struct launch_storage storage = {.size = (uint64_t)s->warps * s->more * s->stride +
                                             s->sms * 256ull + s->stride};
    uint8_t *bytes = mem_calloc(storage.size, 1);
    if (!bytes)
        return status_no_memory(st, "storage");
    storage.bytes = bytes;
    uint32_t ctas = (s->warps + 1) * b->gpu->machine.sms;
    enum st_code code = bench_run(b, go, s, s->few, ctas, &storage, &few, st);
    if (code == ST_OK)
        code = bench_run(b, go, s, s->more, ctas, &storage, &more, st);
    mem_free(bytes);
    TRY(code);
    double rate = (double)(more.ldst.load_sectors - few.ldst.load_sectors) *
                  b->gpu->machine.core_MHz / (double)(more.gpu.cycles - few.gpu.cycles);
    return bench_report(b, s->name, rate * SECTOR_B / 1000, expected * SECTOR_B / 1000, 0.03, st);
}

/* Whether lines a stride apart stay in the slice of their SM. */
static bool regular(const struct bench *b, const struct slices *s)
{
    bool good = true;
    for (uint32_t sm = 0; s->own && sm < s->n; sm++)
        for (uint64_t i = 0; i < (uint64_t)s->warps * s->more; i++) {
            uint64_t at = sm / s->first_SM[0] * 256 + sm % s->first_SM[0] * s->first_SM[1];
            good &= address_map_slice(&b->lab.map, LAUNCH_STORAGE_BASE + at + i * s->stride) ==
                    (address_map_slice(&b->lab.map, LAUNCH_STORAGE_BASE + at));
        }
    return good;
}

static enum st_code one(struct bench *b, const char *name, uint32_t sms, uint32_t n,
                        struct status *st)
{
    const struct gpu_config *gpu = b->gpu;
    if (sms == 0)
        BUG("no SM reads the slices");
    struct slices s = {
        .name = name, .sms = sms, .n = n, .own = sms >= n, .warps = WARPS * gpu->sm.schedulers - 1};
    /* Half of what the slices hold, so that no set overflows. */
    uint64_t lines = (uint64_t)gpu->l2.sets * gpu->l2.ways * gpu->l2.line_B / LINE_B * n / sms / 2;
    while (s.warps > 1 && (uint64_t)s.warps * LINES / 2 > lines)
        s.warps /= 2;
    s.more = lines / s.warps < LINES ? (uint32_t)(lines / s.warps) : LINES;
    s.few = s.more / 2;
    /* SMs of one slice read the same lines: each has an L1D of its own. */
    s.stride = s.own ? 256ull * gpu->machine.memory_partitions : (uint64_t)LINE_B * sms;
    s.first_SM[0] = s.own ? gpu->l2.slices : UINT32_MAX;
    s.first_SM[1] = LINE_B;
    /* Too small an L2 does not keep enough lines for a steady stream. */
    if (!bench_wants(b, name) || s.few * s.warps < 2 * LOADS || !regular(b, &s))
        return ST_OK;
    double in_flight = (double)s.warps * LOADS * (LINE_B / SECTOR_B);
    return measure(b, &s, limits_l2_read(gpu, sms, n, in_flight), st);
}

enum st_code stream_slices(struct bench *b, struct status *st)
{
    uint32_t sms = b->gpu->machine.sms, n = b->lab.map.channels * b->lab.map.slices;
    TRY(one(b, "l2_one_sm", 1, n, st));
    TRY(one(b, "l2_one_slice", sms < 4 ? sms : 4, 1, st));
    return one(b, "l2", sms < n ? sms : sms / n * n, sms < n ? sms : n, st);
}
