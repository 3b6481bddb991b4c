/* Bandwidth of DRAM: warps of all SMs that read or write consecutive lines, in turn. */
#include "microbench/bench.h"
#include "microbench/limits.h"
#include "microbench/stream_slices.h"

#include "common/memory.h"
#include "sim/timing/memory/mem_port.h"

enum { LINE_B = 128, LANES = 32, LOADS = 8, WARPS = 2, READ_FEW = 8, READ_MORE = 32 };

struct stream {
    const char *name;
    bool writes;        /* a sector of every line */
    uint32_t warps;     /* of all SMs */
    uint32_t few, more; /* instructions of a warp */
};

static uint32_t step_B(const struct stream *s)
{
    return s->writes ? LANES * LINE_B : LINE_B;
}

/* Instruction i of warp w reads line i * warps + w, or writes the 32 lines from 32 times that. */
static void go(FILE *t, const struct bench *b, const void *what, uint32_t n)
{
    const struct stream *s = what;
    (void)b;
    shader_storage(t);
    shader_cta(t, "%r0");
    shader_lane(t, "%r1");
    fprintf(t,
            "mul.wide.u32 %%rd1, %%r0, %u;\nadd.s64 %%rd1, %%rd1, %%rd0;\n"
            "mul.wide.u32 %%rd2, %%r1, %u;\nadd.s64 %%rd1, %%rd1, %%rd2;\n",
            step_B(s), s->writes ? LINE_B : 4);
    for (uint32_t i = 0; i < n; i++) {
        unsigned long long at = (unsigned long long)i * s->warps * step_B(s);
        if (s->writes)
            fprintf(t, "st.global.u32 [%%rd1+%llu], %%r1;\n", at);
        else
            fprintf(t, "ld.global.u32 %%r%u, [%%rd1+%llu];\n", 2 + i % LOADS, at);
    }
}

/* In GB/s: sectors that moved between a run and a longer one. */
static enum st_code measure(struct bench *b, const struct stream *s, double expected, double bound,
                            struct status *st)
{
    struct launch_storage storage = {.size = (uint64_t)s->warps * s->more * step_B(s)};
    struct gpu_counters few, more;
    if (!bench_wants(b, s->name))
        return ST_OK;
    uint8_t *bytes = mem_calloc(storage.size, 1);
    if (!bytes)
        return status_no_memory(st, "storage");
    storage.bytes = bytes;
    enum st_code code = bench_run(b, go, s, s->few, s->warps, &storage, &few, st);
    if (code == ST_OK)
        code = bench_run(b, go, s, s->more, s->warps, &storage, &more, st);
    mem_free(bytes);
    TRY(code);
    uint64_t sectors = s->writes ? more.l2.write_back_sectors - few.l2.write_back_sectors
                                 : more.ldst.load_sectors - few.ldst.load_sectors;
    double rate =
        (double)sectors * b->gpu->machine.core_MHz / (double)(more.gpu.cycles - few.gpu.cycles);
    return bench_report(b, s->name, rate * SECTOR_B / 1000, expected * SECTOR_B / 1000, bound, st);
}

static enum st_code read_dram(struct bench *b, struct status *st)
{
    uint32_t warps = WARPS * b->gpu->sm.schedulers, sms = b->gpu->machine.sms;
    struct stream s = {
        .name = "dram_read", .warps = warps * sms, .few = READ_FEW, .more = READ_MORE};
    double in_flight = (double)warps * LOADS * (LINE_B / SECTOR_B);
    return measure(b, &s, limits_dram_read(b->gpu, sms, in_flight),
                   limits_dram_bound(b->gpu, limits_dram_front(b->gpu, sms, in_flight)), st);
}

/* Every set of the L2 has been filled, and its lines go back, when the shorter run ends. */
static enum st_code write_dram(struct bench *b, struct status *st)
{
    const struct gpu_config *gpu = b->gpu;
    uint64_t channels = gpu->machine.memory_partitions;
    uint64_t l2_B =
        channels * gpu->l2.slices * gpu->l2.sets * gpu->l2.ways * (uint64_t)gpu->l2.line_B;
    struct stream s = {.name = "dram_write", .writes = true};
    s.warps = WARPS * gpu->sm.schedulers * gpu->machine.sms;
    uint64_t round_B = (uint64_t)s.warps * step_B(&s);
    s.few = (uint32_t)((l2_B + l2_B / 8) / round_B) + 2;
    s.more = s.few + (uint32_t)(channels * 1024 * LINE_B / round_B) + 1;
    return measure(b, &s, limits_dram_write(gpu, gpu->machine.sms),
                   limits_dram_bound(gpu, gpu->machine.sms * gpu->machine.core_MHz), st);
}

enum st_code bench_stream(struct bench *b, struct status *st)
{
    TRY(stream_slices(b, st));
    TRY(read_dram(b, st));
    return write_dram(b, st);
}
