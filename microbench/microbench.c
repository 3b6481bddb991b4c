#include "microbench/microbench.h"

#include "common/grow.h"
#include "microbench/run.h"
#include "sim/timing/memory/mem_port.h"

#include <stdio.h>
#include <string.h>

/* Whether `name` names the row or its kind. */
static bool is_named(const char *row, const char *name)
{
    size_t n = strlen(name);
    return strncmp(row, name, n) == 0 && (!row[n] || (row[n] == '.' && !strchr(name, '.')));
}

static bool is_wanted(const char *row, const char *const *only)
{
    bool wanted = !only;
    for (; only && *only; only++)
        wanted |= is_named(row, *only);
    return wanted;
}

static const struct microbench_kind *kind_of(const char *row)
{
    const struct microbench_kind *kind = microbench_kinds;
    while (!is_named(row, kind->name))
        kind++;
    return kind;
}

static void prepare(struct bench *out, const struct bench_row *row, const struct gpu_config *gpu,
                    const struct traversal_options *traversal)
{
    uint32_t sms = gpu->machine.sms, schedulers = gpu->sm.schedulers;
    *out = (struct bench){.row = row,
                          .gpu = *gpu,
                          .traversal = *traversal,
                          .map = gpu_config_address_map(gpu),
                          .possible = true,
                          .few = row->few,
                          .more = row->more,
                          .ctas = 1,
                          .bytes = row->bytes,
                          .variables.of = {['a'] = row->a, ['M'] = sms}};
    if (row->kernel)
        out->threads = row->warps ? row->warps : 2 * schedulers * BENCH_LANES;
    else if (row->warps)
        out->ctas = row->warps * schedulers * sms;
    out->possible = out->threads <= gpu->sm.threads;
    if (row->setup)
        row->setup(out);
}

/* Subtracts all counters of `less` from those of `from`. */
static void subtract(struct gpu_counters *from, const struct gpu_counters *less)
{
    for (size_t t = 0; t < n_gpu_counter_tables; t++)
        for (size_t i = 0; i < gpu_counter_tables[t].n_rows; i++) {
            const struct counter *c = &gpu_counter_tables[t].rows[i];
            *counter_field(&gpu_counter_tables[t], c, from) -=
                counter_read(&gpu_counter_tables[t], c, less);
        }
}

/* Converts sectors in a number of cycles to gigabytes per second. */
static double bandwidth(const struct bench *b, uint64_t sectors, double cycles)
{
    return (double)sectors * b->gpu.machine.core_MHz / cycles * SECTOR_B / 1000;
}

static double read_number(const struct bench *b, const struct gpu_counters *c)
{
    double cycles = (double)c->gpu.cycles, length = b->more - b->few;
    double loads = (double)c->ldst.loads, sectors = (double)c->ldst.load_sectors;
    switch (b->row->reading) {
    case READ_CYCLES:
        return cycles / length;
    case READ_INSTRUCTIONS:
        return 12.0 * b->ctas / b->gpu.machine.sms * length / cycles;
    case READ_LANES:
        return (double)c->sm.active_lanes / (double)c->sm.warp_instructions;
    case READ_LOAD_SECTORS:
        return sectors / loads;
    case READ_LOAD_CYCLES:
        return cycles / loads;
    case READ_SECTORS:
        return sectors / cycles;
    case READ_SHARED_CYCLES:
        return cycles /
               (double)(c->ldst.shared_loads + c->ldst.shared_stores + c->ldst.shared_atomics);
    case READ_REDUCED_LANES:
        return (double)c->ldst.reductions * BENCH_LANES / cycles;
    case READ_DRAM_CYCLES:
        return (double)c->dram.active_cycles / length;
    case READ_LOAD_BANDWIDTH:
        return bandwidth(b, c->ldst.load_sectors, cycles);
    case READ_WRITE_BANDWIDTH:
        return bandwidth(b, c->l2.write_back_sectors, cycles);
    case READ_TRACE_CYCLES:
        return (double)c->rt.warp_latency / length;
    case READ_RECORDS:
        return (double)c->rt.records / cycles;
    }
    BUG("microbench: reading %d", (int)b->row->reading);
}

static enum st_code measure(struct microbench_report *report, struct bench *b, struct status *st)
{
    struct gpu_counters counters, less;
    TRY(bench_run(b, b->more, &counters, st));
    if (b->few) {
        TRY(bench_run(b, b->few, &less, st));
        subtract(&counters, &less);
    }
    if (!grow(&report->rows, report->n, &report->room, sizeof *report->rows))
        return status_no_memory(st, "micro-benchmarks");
    report->rows[report->n++] =
        (struct microbench_row){kind_of(b->row->name), b->row->name, read_number(b, &counters)};
    return ST_OK;
}

static enum st_code measure_all(struct microbench_report *out, const struct gpu_config *gpu,
                                const struct traversal_options *traversal, const char *const *only,
                                struct status *st)
{
    for (const struct bench_row *row = bench_rows; row->name; row++) {
        struct bench b;
        if (!is_wanted(row->name, only))
            continue;
        prepare(&b, row, gpu, traversal);
        if (b.possible)
            TRY(measure(out, &b, st));
    }
    return ST_OK;
}

static enum st_code nothing_ran(const char *only, struct status *st)
{
    char kinds[STATUS_TEXT / 2] = "";
    size_t used = 0;
    for (const struct microbench_kind *k = microbench_kinds; k->name && used < sizeof kinds; k++)
        used +=
            (size_t)snprintf(kinds + used, sizeof kinds - used, "%s%s", used ? ", " : "", k->name);
    return status_fail(st, ST_USAGE,
                       "there is no micro-benchmark '%s' for this GPU; the kinds are %s", only,
                       kinds);
}

enum st_code microbench_run(struct microbench_report *out, const struct gpu_config *gpu,
                            const struct traversal_options *traversal, const char *const *only,
                            struct status *st)
{
    *out = (struct microbench_report){0};
    enum st_code code = measure_all(out, gpu, traversal, only, st);
    if (code == ST_OK && out->n == 0)
        code = nothing_ran(only ? *only : "", st);
    if (code != ST_OK)
        microbench_release(out);
    return code;
}

const struct microbench_row *microbench_find(const struct microbench_report *report,
                                             const char *name)
{
    for (uint32_t i = 0; i < report->n; i++)
        if (strcmp(report->rows[i].name, name) == 0)
            return &report->rows[i];
    return NULL;
}

void microbench_release(struct microbench_report *report)
{
    mem_free(report->rows);
    *report = (struct microbench_report){0};
}
