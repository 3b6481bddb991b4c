/* The list of benchmarks. */
#include "microbench/microbench.h"

#include "common/memory.h"
#include "microbench/bench.h"

#include <string.h>

const struct microbench_kind microbench_kinds[] = {
    {"launch", "core cycles", "a shader that ends at once, on one SM and on all",
     "launch_cycles + fetch and issue + an ALU instruction's way to its end; a cycle more for each "
     "further CTA of an SM",
     "\"Launch\", \"SM: order of a cycle\", \"Metrics\"", bench_launch},
    {"latency", "core cycles/instruction", "a chain of dependent instructions, one warp",
     "ceil(3 / sm.collector_steps) + 1 + latency + 2", "\"Latencies\", \"SM: operand collection\"",
     bench_latency},
    {"throughput", "instructions/cycle", "12 independent chains in each of two warps per scheduler",
     "least of schedulers, fetches x 2, ports, collectors, banks, units / interval, writebacks, "
     "24 in flight per scheduler / latency",
     "\"Latencies\", \"SM\"", bench_throughput},
    {"branch", "core cycles/branch", "jumps over one instruction",
     "1 + cycles of a fetch: 1, or 2 with one fetch per cycle", "\"SM: fetch\"", bench_branch},
    {"divergence", "cycles or lanes/instruction",
     "1 to 32 paths, each a chain of dependent additions",
     "paths x latency of an addition; 32 / paths lanes", "\"Divergence\"", bench_divergence},
    {"register_banks", "core cycles, instructions/cycle",
     "instructions of three sources in different register banks, or in one",
     "latency: ceil((2 + sources in one bank) / sm.collector_steps) + 1 + alu_latency + 2; rate: "
     "as "
     "throughput, and schedulers x sm.collector_steps / reads and writes of one bank",
     "\"SM: operand collection\"", bench_register_banks},
    {"coalescing", "sectors or core cycles/load",
     "loads that hit in the L1D, lanes 4 to 128 bytes apart",
     "distinct sectors; cycles until each has found its bank free, from the last sector to the "
     "first",
     "\"SM: load/store unit\"", bench_coalescing},
    {"l1_bandwidth", "sectors/cycle",
     "loads that hit in the L1D of one SM, 32 sectors each, the banks chosen either way",
     "ldst.l1_banks with ldst.bank sector, where that divides 32; 1 with shift_32, which puts all "
     "sectors into one bank",
     "\"SM: load/store unit\"", bench_l1_bandwidth},
    {"chase", "core cycles/load", "a warp whose every load gives the address of the next",
     "the stages of the way to the L1D, the L2 or an open or another row of a DRAM bank and back, "
     "walked from clock to clock",
     "\"SM: load/store unit\", \"Memory\"", bench_chase},
    {"mshr", "sectors/cycle",
     "loads of one SM that miss in the L1D and hit in the L2, with 4, 16 and 64 MSHRs",
     "l1d.mshrs / the way to the L2 and back, walked from clock to clock; 1 at most",
     "\"SM: load/store unit\", \"L1D\", \"L2\"", bench_mshr},
    {"stream", "GB/s", "warps that read or write consecutive lines in turn",
     "the least of what SMs, MSHRs, crossbar, L2 slices and DRAM channels can move",
     "\"SM: load/store unit\", \"Memory\"", bench_stream},
    {"dram", "DRAM cycles/sector",
     "a burst of reads of one channel: all of an open row of one bank, or of one row of two banks "
     "of different groups; each of another row, of one bank, or of all banks in turn",
     "open: the columns of a sector, each tCCD, or tCCDL within a group; another row: the larger "
     "of "
     "tRC and tRP + the larger of tRAS and tRCD + its columns + tRTP; all banks: tRRD, unless "
     "columns "
     "or a bank's share of that take longer",
     "\"DRAM\"", bench_dram},
    {"shared", "core cycles/instruction",
     "a chain of loads from shared memory; loads, stores and atomics, lanes some words apart or on "
     "one word",
     "latency: ceil(3 / sm.collector_steps) + 1 + ldst.shared_latency + 1; the most words of one "
     "of "
     "ldst.shared_banks, of atomics the most lanes",
     "\"SM: shared memory\"", bench_shared},
    {"barrier", "core cycles/barrier", "a CTA of so many warps that meet again and again",
     "warps / schedulers, rounded up; every other one until what its warps wait for is fetched",
     "\"SM: barriers\", \"SM: fetch\"", bench_barrier},
    {"atomic", "core cycles/atomic, lanes/cycle",
     "a chain of atomics on one word of the L2; reductions of all SMs on one word, on the words of "
     "one sector, on a line of each SM's own, dealt to all slices",
     "latency: as chase.l2_hit without ldst.l1_latency; the least of what SMs, crossbar and slices "
     "can move, where lanes on one word are a request each and 8 neighbouring words one, or, of "
     "slices that go by turns, what is left of it",
     "\"SM: atomics\", \"L2\"", bench_atomic},
    {"rt", "core cycles/trace",
     "one ray at a time: it misses the world's box, or a triangle, or hits it",
     "its records, each requests - 1 + rt.hit_latency + the cycles of its test; a hit's way to the "
     "L2 "
     "and back; without _latency also the trace's way into the unit",
     "\"RT unit\"", bench_rt},
    {"rt_full", "records or sectors/cycle",
     "twice as many warps as an RT unit holds: one ray each that misses the world's box; all lanes "
     "down one column of nodes; each lane of a warp down its own; all lanes down their own, beyond "
     "the L1D; nodes of columns have six children, whatever rt.nodes says",
     "records over the most of: requests, one per cycle, equal ones of a warp once; tests / units; "
     "(latency of the records, one after the other + 1) / rt.max_warps; mshrs: rt.mshrs / the way "
     "to the L2 and back",
     "\"RT unit\"", bench_rt_full},
    {0},
};

/* Whether a kind may contain the requested row. */
static bool may_have(const struct microbench_kind *kind, const char *only)
{
    size_t n = strlen(kind->name);
    return !only || (strncmp(only, kind->name, n) == 0 && (!only[n] || only[n] == '.'));
}

static enum st_code nothing_ran(const struct bench *b, struct status *st)
{
    char kinds[STATUS_TEXT / 2] = "";
    size_t used = 0;
    for (const struct microbench_kind *k = microbench_kinds; k->name && used < sizeof kinds; k++)
        used +=
            (size_t)snprintf(kinds + used, sizeof kinds - used, "%s%s", used ? ", " : "", k->name);
    return status_fail(st, ST_USAGE,
                       "there is no micro-benchmark '%s' for this GPU; the kinds are %s", b->only,
                       kinds);
}

static enum st_code run_kinds(struct bench *b, struct status *st)
{
    for (b->kind = microbench_kinds; b->kind->name; b->kind++)
        if (may_have(b->kind, b->only))
            TRY(b->kind->run(b, st));
    return b->report->n ? ST_OK : nothing_ran(b, st);
}

/* A triangle with edge 2 around the origin in the plane z = 0. */
static void one_triangle(const void *what, uint32_t i, float position[3])
{
    static const float corners[3][2] = {{-1, -1}, {1, -1}, {0, 1}};
    (void)what;
    position[0] = corners[i][0];
    position[1] = corners[i][1];
}

enum st_code microbench_run(struct microbench_report *out, const struct gpu_config *gpu,
                            const struct traversal_options *traversal, const char *only,
                            struct status *st)
{
    struct bench b = {.gpu = gpu, .only = only, .report = out};
    *out = (struct microbench_report){0};
    TRY(lab_open(&b.lab, gpu, traversal, 1, one_triangle, NULL, st));
    enum st_code code = run_kinds(&b, st);
    lab_close(&b.lab);
    if (code != ST_OK)
        microbench_release(out);
    return code;
}

void microbench_release(struct microbench_report *report)
{
    mem_free(report->rows);
    *report = (struct microbench_report){0};
}
