/* Every micro-benchmark of every GPU in configs/ is within its bound, and
 * docs/reference/microbench.md shows the results. UPDATE_DOCS=1 rewrites the page. */
#include "tests/rig/rig.h"

#include "common/file.h"
#include "common/memory.h"
#include "microbench/microbench.h"
#include "orchestrator/predict/traversal.h"
#include "sim/config/load/load.h"

#include <stdlib.h>
#include <string.h>

static const char introduction[] =
    "# Micro-benchmarks\n\n"
    "`diorama microbench --gpu G` runs small shaders on the whole GPU, through the same front "
    "end,\n"
    "kernel and cycle model as every other command, and holds their times against formulas of the\n"
    "GPU's parameters. Nothing in a formula is fitted: it is built from latencies, intervals, "
    "widths\n"
    "and clocks of the configuration and from the order of the stages (`microbench/pipeline.h`,\n"
    "`memory_path.h` and `limits.h` derive them). `--only NAME` runs one kind or one row, "
    "`--json`\n"
    "prints a document; the exit status is 1 where a row is out of its bound.\n\n"
    "Most benchmarks run two shaders that differ in length alone and divide the difference of "
    "their\n"
    "cycles, so that launch, first misses and drain cancel. What they read and write is the "
    "storage\n"
    "of a kernel ([ptx.md](ptx.md)). A bound of 0 means equal, to the cycle.\n\n"
    "A row is missing where a GPU has nothing to measure: an L2 too small for a steady stream, an "
    "RT\n"
    "unit without MSHRs of its own, an L1D that holds more than a share of the L2.\n\n"
    "One row stays below its limit by more than the bound of the others: `stream.dram_write` on "
    "the "
    "rtx4090,\n"
    "whose channels open a row for every 3.6 sectors written (`dram.activates`): at tRRD = 18 a "
    "sector then\n"
    "costs 5 DRAM cycles, not tCCD = 4. What the slices have sent away when the run ends counts as "
    "written:\n"
    "over a run four times as long, the row is 13 % below.\n\n"
    "Slices that are sent more than they can answer may go by turns, and then rows of `atomic` are "
    "slower\n"
    "than the slowest part on their way (`limits_l2_turns` is the formula). A slice takes requests "
    "while its\n"
    "request queue has room, but what it takes comes into that queue only after the ROP delay: it "
    "stops until\n"
    "all of that is answered, and is idle until the next request arrives. GPGPU-Sim's slices do "
    "the "
    "same:\n"
    "`memory_sub_partition::full` asks for room in `m_icnt_L2_queue` alone. On the GPUs of "
    "`configs/`, whose\n"
    "L2 and crossbar have one clock, there are no turns.\n\n"
    "The kinds below are the program's table, the results what it measures on the GPUs of "
    "`configs/`:\n"
    "measured, and behind it the difference from what was expected where there is one.\n"
    "`UPDATE_DOCS=1 build/release/tests/test_golden microbench` rewrites this page.\n";

enum { MOST_GPUS = 16 };

struct results {
    char **names;
    size_t n;
    struct microbench_report reports[MOST_GPUS];
};

static const struct microbench_row *find(const struct microbench_report *r, const char *name)
{
    for (uint32_t i = 0; i < r->n; i++)
        if (strcmp(r->rows[i].name, name) == 0)
            return &r->rows[i];
    return NULL;
}

/* The row's name over all GPUs, each in the place it has where it is. */
static void print_row(const struct results *r, const char *name, FILE *out)
{
    fprintf(out, "| `%s` |", name);
    for (size_t g = 0; g < r->n; g++) {
        const struct microbench_row *row = find(&r->reports[g], name);
        if (!row)
            fputs(" |", out);
        else if (row->measured - row->expected < 1e-9 * row->expected &&
                 row->expected - row->measured < 1e-9 * row->expected)
            fprintf(out, " %.6g |", row->measured);
        else
            fprintf(out, " %.6g (%+.2f %%) |", row->measured, 100 * microbench_difference(row));
    }
    fputc('\n', out);
}

static void print_kind(const struct results *r, const struct microbench_kind *kind, FILE *out)
{
    const struct microbench_report *longest = &r->reports[0];
    fprintf(out, "\n## %s\n\n%s, in %s.\n\nExpected: %s (docs/model.md, %s).\n\n| row |",
            kind->name, kind->summary, kind->unit, kind->formula, kind->source);
    for (size_t g = 0; g < r->n; g++) {
        fprintf(out, " %s |", r->names[g]);
        if (r->reports[g].n > longest->n)
            longest = &r->reports[g];
    }
    fputs("\n| --- |", out);
    for (size_t g = 0; g < r->n; g++)
        fputs(" --- |", out);
    fputc('\n', out);
    for (uint32_t i = 0; i < longest->n; i++)
        if (longest->rows[i].kind == kind)
            print_row(r, longest->rows[i].name, out);
}

static void check_page(const struct results *r)
{
    const char *path = TEST_SOURCE_DIR "/docs/reference/microbench.md";
    struct status st;
    char *page = NULL;
    unsigned char *old;
    size_t n = 0, n_old;
    FILE *out = open_memstream(&page, &n);
    assert_non_null(out);
    fputs(introduction, out);
    for (const struct microbench_kind *kind = microbench_kinds; kind->name; kind++)
        print_kind(r, kind, out);
    fclose(out);
    if (getenv("UPDATE_DOCS")) {
        struct file_out file;
        assert_ok(file_out_open(&file, path, &st));
        fwrite(page, 1, n, file.stream);
        assert_ok(file_out_commit(&file, &st));
    }
    assert_ok(file_read(path, &old, &n_old, &st));
    bool same = n_old == n && memcmp(old, page, n) == 0;
    mem_free(old);
    free(page);
    if (!same)
        fail_msg("docs/reference/microbench.md is stale: UPDATE_DOCS=1 build/release/tests/"
                 "test_golden microbench");
}

TEST(all_rows_of_all_gpus_are_within_their_bounds)
{
    struct status st[MOST_GPUS];
    enum st_code codes[MOST_GPUS];
    struct results r;
    uint32_t failed = 0;
    assert_int_equal(gpu_config_list(&r.names, &r.n, &st[0]), ST_OK);
    assert_in_range(r.n, 1, MOST_GPUS);
#pragma omp parallel for schedule(dynamic, 1)
    for (size_t g = 0; g < r.n; g++) {
        struct gpu_config gpu;
        codes[g] = gpu_config_load(&gpu, r.names[g], &st[g]);
        if (codes[g] == ST_OK) {
            struct traversal_options traversal = traversal_of(&gpu);
            codes[g] = microbench_run(&r.reports[g], &gpu, &traversal, NULL, &st[g]);
        }
    }
    for (size_t g = 0; g < r.n; g++) {
        if (codes[g] != ST_OK)
            fail_msg("%s: %s", r.names[g], st[g].text);
        for (uint32_t i = 0; i < r.reports[g].n; i++) {
            const struct microbench_row *row = &r.reports[g].rows[i];
            if (!row->pass)
                print_error("%s: %s is %.9g; expected %.9g within %g%%\n", r.names[g], row->name,
                            row->measured, row->expected, 100 * row->bound);
        }
        failed += r.reports[g].failed;
    }
    assert_int_equal(failed, 0);
    check_page(&r);
    for (size_t g = 0; g < r.n; g++)
        microbench_release(&r.reports[g]);
    file_free_list(r.names, r.n);
}
