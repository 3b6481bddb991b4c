/* Bandwidth of DRAM: warps of all SMs that read or write consecutive lines, in turn. And of the L2:
 * one SM reads from all slices, some read from one, or every SM from its own slice, so no reply
 * waits behind one for another SM. */
#include "microbench/bench.h"
#include "microbench/limits.h"
#include "microbench/pipeline.h"

#include "sim/timing/memory/mem_port.h"

enum { LINE_B = SHADER_LINE_B, SECTORS = LINE_B / SECTOR_B, LANES = 32, WARPS = 2 };

/* A stream to be measured. */
struct stream {
    const char *name;
    bench_shader *shader;
    const void *what;
    uint32_t few, more; /* instructions of a warp */
    uint32_t ctas;
    uint64_t bytes;         /* of storage */
    double expected, bound; /* sectors per microsecond */
};

/* In GB/s: sectors moved between a run and a longer one. Reading streams cause no write-backs in
 * between. */
static enum st_code measure_stream(struct bench *b, const struct stream *s, bool writes,
                                   struct status *st)
{
    const struct launch_storage storage = {.size = s->bytes};
    struct gpu_counters n;
    TRY(bench_growth(b, s->shader, s->what, s->few, s->more, s->ctas, &storage, &n, st));
    uint64_t sectors = writes ? n.l2.write_back_sectors : n.ldst.load_sectors;
    double rate = (double)sectors * b->gpu->machine.core_MHz / (double)n.gpu.cycles;
    return bench_report(b, s->name, rate * SECTOR_B / 1000, s->expected * SECTOR_B / 1000, s->bound,
                        st);
}

/* ---- DRAM ---- */

enum { DRAM_LOADS = 8, READ_FEW = 8, READ_MORE = 32 };

struct lines {
    bool writes; /* a sector of every line */
    uint32_t warps;
};

static uint32_t step_B(const struct lines *l)
{
    return l->writes ? LANES * LINE_B : LINE_B;
}

/* Instruction i of warp w reads line i * warps + w, or writes the 32 lines from 32 times that. */
static void go_lines(FILE *t, const struct bench *b, const void *what, uint32_t n)
{
    const struct lines *l = what;
    (void)b;
    shader_storage(t);
    shader_cta(t, "%r0");
    shader_lane(t, "%r1");
    fprintf(t,
            "mul.wide.u32 %%rd1, %%r0, %u;\nadd.s64 %%rd1, %%rd1, %%rd0;\n"
            "mul.wide.u32 %%rd2, %%r1, %u;\nadd.s64 %%rd1, %%rd1, %%rd2;\n",
            step_B(l), l->writes ? LINE_B : 4);
    for (uint32_t i = 0; i < n; i++) {
        unsigned long long at = (unsigned long long)i * l->warps * step_B(l);
        if (l->writes)
            fprintf(t, "st.global.u32 [%%rd1+%llu], %%r1;\n", at);
        else
            fprintf(t, "ld.global.u32 %%r%u, [%%rd1+%llu];\n", 2 + i % DRAM_LOADS, at);
    }
}

static enum st_code measure_lines(struct bench *b, struct stream *s, const struct lines *l,
                                  struct status *st)
{
    s->shader = go_lines;
    s->what = l;
    s->ctas = l->warps;
    s->bytes = (uint64_t)l->warps * s->more * step_B(l);
    return bench_wants(b, s->name) ? measure_stream(b, s, l->writes, st) : ST_OK;
}

static enum st_code read_dram(struct bench *b, struct status *st)
{
    uint32_t warps = WARPS * b->gpu->sm.schedulers, sms = b->gpu->machine.sms;
    double in_flight = (double)warps * DRAM_LOADS * SECTORS;
    struct stream s = {.name = "dram_read",
                       .few = READ_FEW,
                       .more = READ_MORE,
                       .expected = limits_dram_read(b->gpu, sms, in_flight),
                       .bound =
                           limits_dram_bound(b->gpu, limits_dram_front(b->gpu, sms, in_flight))};
    return measure_lines(b, &s, &(struct lines){.warps = warps * sms}, st);
}

/* When the shorter run ends, every set of the L2 has been filled, and lines are written back. */
static enum st_code write_dram(struct bench *b, struct status *st)
{
    const struct gpu_config *gpu = b->gpu;
    uint64_t channels = gpu->machine.memory_partitions;
    uint64_t l2_B =
        channels * gpu->l2.slices * gpu->l2.sets * gpu->l2.ways * (uint64_t)gpu->l2.line_B;
    struct lines l = {true, WARPS * gpu->sm.schedulers * gpu->machine.sms};
    uint64_t round_B = (uint64_t)l.warps * step_B(&l);
    struct stream s = {.name = "dram_write",
                       .few = (uint32_t)((l2_B + l2_B / 8) / round_B) + 2,
                       .expected = limits_dram_write(gpu, gpu->machine.sms),
                       .bound = limits_dram_bound(gpu, gpu->machine.sms * gpu->machine.core_MHz)};
    s.more = s.few + (uint32_t)(channels * 1024 * LINE_B / round_B) + 1;
    return measure_lines(b, &s, &l, st);
}

/* ---- L2 ---- */

enum { L2_LOADS = 32, LINES = 96 };

struct slices {
    uint32_t sms;         /* participating SMs */
    uint32_t n;           /* participating slices */
    bool own;             /* each SM has its own slice, else lines are distributed over the SMs */
    uint32_t warps;       /* of each SM, in addition to the writer */
    uint32_t few, more;   /* lines that a warp reads */
    uint64_t stride;      /* bytes from a warp's line to that of the next warp of its SM */
    uint64_t first_SM[2]; /* bytes: SM s starts at s / [0] * 256 + s % [0] * [1] */
};

/* Upper bound of the core cycles for a line of every SM to pass SMs and slices. */
static double line_cycles(const struct bench *b, const struct slices *s)
{
    double slow = b->gpu->machine.core_MHz / b->gpu->machine.icnt_MHz +
                  b->gpu->machine.core_MHz / b->gpu->machine.l2_MHz;
    double sectors = (double)s->sms * SECTORS / (s->sms < s->n ? s->sms : s->n);
    return 2 * sectors * (1 + slow);
}

/* Dependent additions between the writer's lines, if its stores would otherwise fill the collectors
 * that the other warps need, so these begin together. */
static uint32_t pace(const struct bench *b, const struct slices *s)
{
    uint32_t add = pipeline_result(b->gpu, b->gpu->exec.int_add_latency, 1);
    return b->gpu->sm.collectors_held ? 1 + (uint32_t)(line_cycles(b, s) / add) : 0;
}

/* Dependent divisions that last longer than the writer. */
static uint32_t pause(const struct bench *b, const struct slices *s)
{
    double line =
        line_cycles(b, s) + pace(b, s) * pipeline_result(b->gpu, b->gpu->exec.int_add_latency, 1);
    return (uint32_t)((s->warps * s->more * line + 4000) /
                      pipeline_result(b->gpu, b->gpu->exec.int_div_latency, 1));
}

/* The first warp of each SM writes the lines of the others, so they are in the L2; these wait until
 * all are written and read some. Line i of warp w is i * warps + w lines from the SM's first. */
static void go_slices(FILE *t, const struct bench *b, const void *what, uint32_t n)
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
        fprintf(t, "ld.global.u32 %%r%u, [%%rd0+%llu];\n", 3 + i % L2_LOADS,
                (unsigned long long)(i * s->warps * s->stride));
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

static enum st_code read_slices(struct bench *b, const char *name, uint32_t sms, uint32_t n,
                                struct status *st)
{
    const struct gpu_config *gpu = b->gpu;
    if (sms == 0)
        BUG("no SM reads the slices");
    struct slices s = {
        .sms = sms, .n = n, .own = sms >= n, .warps = WARPS * gpu->sm.schedulers - 1};
    /* Half of the slices' capacity, so no set overflows. */
    uint64_t lines = (uint64_t)gpu->l2.sets * gpu->l2.ways * gpu->l2.line_B / LINE_B * n / sms / 2;
    while (s.warps > 1 && (uint64_t)s.warps * LINES / 2 > lines)
        s.warps /= 2;
    s.more = lines / s.warps < LINES ? (uint32_t)(lines / s.warps) : LINES;
    s.few = s.more / 2;
    /* SMs of one slice read the same lines: each has an L1D of its own. */
    s.stride = s.own ? 256ull * gpu->machine.memory_partitions : (uint64_t)LINE_B * sms;
    s.first_SM[0] = s.own ? gpu->l2.slices : UINT32_MAX;
    s.first_SM[1] = LINE_B;
    /* A small L2 does not hold enough lines for a steady stream. */
    if (!bench_wants(b, name) || s.few * s.warps < 2 * L2_LOADS || !regular(b, &s))
        return ST_OK;
    double in_flight = (double)s.warps * L2_LOADS * SECTORS;
    const struct stream stream = {.name = name,
                                  .shader = go_slices,
                                  .what = &s,
                                  .few = s.few,
                                  .more = s.more,
                                  .ctas = (s.warps + 1) * gpu->machine.sms,
                                  .bytes = (uint64_t)s.warps * s.more * s.stride + s.sms * 256ull +
                                           s.stride,
                                  .expected = limits_l2_read(gpu, sms, n, in_flight),
                                  /* If the L2 is some 270 cycles away, the beginning of the stream
                                   * does not cancel completely: 4 %. */
                                  .bound = 0.05};
    return measure_stream(b, &stream, false, st);
}

enum st_code bench_stream(struct bench *b, struct status *st)
{
    uint32_t sms = b->gpu->machine.sms, n = b->lab.map.channels * b->lab.map.slices;
    TRY(read_slices(b, "l2_one_sm", 1, n, st));
    TRY(read_slices(b, "l2_one_slice", sms < 4 ? sms : 4, 1, st));
    TRY(read_slices(b, "l2", sms < n ? sms : sms / n * n, sms < n ? sms : n, st));
    TRY(read_dram(b, st));
    return write_dram(b, st);
}
