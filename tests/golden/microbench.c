/* docs/reference/microbench.md shows what every micro-benchmark measures on every GPU in configs/,
 * and what others have published. UPDATE_DOCS=1 rewrites the page. */
#include "tests/rig/rig.h"

#include "common/file.h"
#include "common/memory.h"
#include "microbench/microbench.h"
#include "microbench/published.h"
#include "orchestrator/predict/traversal.h"
#include "sim/config/load/load.h"

#include <stdlib.h>
#include <string.h>

static const char introduction[] =
    "# Micro-benchmarks\n\n"
    "`diorama microbench --gpu G` measures a GPU with small shaders and kernels, through the same "
    "front end and cycle\nmodel as every other command. `--only NAME` runs one kind or one row, "
    "`--json` prints a document, `--published`\n"
    "compares with what others have measured. `UPDATE_DOCS=1 "
    "build/release/tests/test_golden microbench` rewrites this page\n"
    "from the tables `microbench/rows.c` and `microbench/published_figures.c` and from what the "
    "program measures on the GPUs\nof `configs/`.\n\n"
    "Most rows come of two runs that differ in length alone: the difference of their cycles, "
    "divided by that of their\nlengths, so that launch, first misses and drain cancel. What they "
    "read and write is the storage of a kernel\n([ptx.md](ptx.md)). A row is missing where a GPU "
    "has nothing to measure: an L2 too small for a steady stream, a CTA\nthat does not fit an SM, "
    "an RT unit that holds as many warps as its SM.\n\n"
    "On the rtx4090 `stream.dram_write` is 3 % below the pins' bandwidth: its channels open a row "
    "for every 3.6 sectors\nwritten (`dram.activates`), and at tRRD = 18 a sector then costs 5 "
    "DRAM cycles, not tCCD = 4. What the slices have\nsent away when the run ends counts as "
    "written: over a run four times as long, the row is 13 % below.\n\n"
    "Rows of `atomic` are slower where slices go by turns, as those of other clocks may. A slice "
    "takes requests while its\nrequest queue has room, but what it takes comes into that queue "
    "only after the ROP delay: it stops until all of that is\nanswered, and is idle until the next "
    "request arrives. With an L2 at 1365 MHz behind SMs and crossbar at 1000 MHz and a\ndelay of "
    "201 cycles, `mobile_soc` loses 9 %. GPGPU-Sim's slices do the same: "
    "`memory_sub_partition::full` asks for\nroom in `m_icnt_L2_queue` alone.\n";

enum { MOST_GPUS = 32 };

struct results {
    char **names;
    size_t n;
    struct gpu_config gpus[MOST_GPUS];
    struct microbench_report reports[MOST_GPUS];
};

/* The number of a row on a GPU, as the page has it; "" if it is missing. */
static void print_number(char text[32], const struct results *r, size_t g, const char *name)
{
    const struct microbench_row *row = microbench_find(&r->reports[g], name);
    *text = 0;
    if (row)
        snprintf(text, 32, "%.6g", row->measured);
}

static bool is_equal_everywhere(const struct results *r, const char *name)
{
    char first[32], other[32];
    bool equal = true;
    print_number(first, r, 0, name);
    for (size_t g = 1; g < r->n; g++) {
        print_number(other, r, g, name);
        equal &= strcmp(first, other) == 0;
    }
    return equal;
}

static void print_row(const struct results *r, const char *name, FILE *out)
{
    char number[32];
    fprintf(out, "| `%s` |", name);
    for (size_t g = 0; g < r->n; g++) {
        print_number(number, r, g, name);
        fprintf(out, "%s%s |", *number ? " " : "", number);
    }
    fputc('\n', out);
}

/* The report with the most rows. */
static const struct microbench_report *longest(const struct results *r)
{
    const struct microbench_report *most = &r->reports[0];
    for (size_t g = 1; g < r->n; g++)
        if (r->reports[g].n > most->n)
            most = &r->reports[g];
    return most;
}

static void print_measurements(const struct results *r, FILE *out)
{
    const struct microbench_report *all = longest(r);
    const struct microbench_kind *kind = NULL;
    fputs("\n## Kinds\n\n| kind | unit | run | [model.md](../model.md) |\n"
          "| --- | --- | --- | --- |\n",
          out);
    for (const struct microbench_kind *k = microbench_kinds; k->name; k++)
        fprintf(out, "| `%s` | %s | %s | %s |\n", k->name, k->unit, k->summary, k->source);
    fputs("\n## Measurements\n\nEqual on all GPUs:\n", out);
    for (uint32_t i = 0; i < all->n; i++) {
        const struct microbench_row *row = &all->rows[i];
        if (!is_equal_everywhere(r, row->name))
            continue;
        fprintf(out, "%s`%s` %.6g", row->kind == kind ? ", " : "\n- ", row->name, row->measured);
        kind = row->kind;
    }
    fputs("\n\n| row |", out);
    for (size_t g = 0; g < r->n; g++)
        fprintf(out, " %s |", r->names[g]);
    fputs("\n| --- |", out);
    for (size_t g = 0; g < r->n; g++)
        fputs(" --- |", out);
    fputc('\n', out);
    for (uint32_t i = 0; i < all->n; i++)
        if (!is_equal_everywhere(r, all->rows[i].name))
            print_row(r, all->rows[i].name, out);
}

/* The number of a reason among the different ones, from 1. */
static uint32_t number_of(const char *why)
{
    uint32_t n = 1;
    for (const struct published_figure *f = published_figures; strcmp(f->why, why) != 0; f++) {
        bool again = !*f->why;
        for (const struct published_figure *g = published_figures; g < f && !again; g++)
            again = strcmp(g->why, f->why) == 0;
        n += !again;
    }
    return n;
}

/* What the model measures on the figure's GPUs, with the error. */
static void print_ours(const struct results *r, const struct published_figure *f, FILE *out)
{
    for (const char *at = f->gpus; f->row && *at; at += strspn(at, " ")) {
        size_t n = strcspn(at, " "), g = 0;
        while (g < r->n && (strncmp(r->names[g], at, n) != 0 || r->names[g][n]))
            g++;
        assert_in_range(g, 0, r->n - 1);
        const struct microbench_row *row = microbench_find(&r->reports[g], f->row);
        assert_non_null(row);
        struct published_row ours = {f, published_scaled(f, row->measured, &r->gpus[g])};
        fprintf(out, "%s %s %.6g (%+.1f %%)", at == f->gpus ? "" : ",", r->names[g], ours.ours,
                100 * published_error(&ours));
        at += n;
    }
}

static void print_published(const struct results *r, FILE *out)
{
    fputs("\n## Published figures\n\nBeside what the model measures stands what others have "
          "measured on the GPU, or on another of its generation where the\nfigure does not depend "
          "on the number of its units; the error is ours against theirs. `mobile_soc` and "
          "`rtx2060` are the\nGPUs on which the project is compared with Vulkan-Sim: they keep "
          "its values, whatever the error. The last column is\nthe number of the reason why the "
          "model cannot measure a figure, or not exactly.\n\n"
          "| figure | of | published | ours | source | why |\n"
          "| --- | --- | --- | --- | --- | --- |\n",
          out);
    for (const struct published_figure *f = published_figures; f->gpus; f++) {
        fprintf(out, "| %s | %s | %g %s |", f->what, f->device, f->value, f->unit);
        print_ours(r, f, out);
        fprintf(out, " | %s: %s |", f->source, f->place);
        if (*f->why)
            fprintf(out, " %u", number_of(f->why));
        fputs(" |\n", out);
    }
    fputc('\n', out);
    uint32_t n = 0;
    for (const struct published_figure *f = published_figures; f->gpus; f++)
        if (*f->why && number_of(f->why) > n)
            fprintf(out, "%u. %s\n", ++n, f->why);
    fputs("\n| source | |\n| --- | --- |\n", out);
    for (const struct published_source *s = published_sources; s->key; s++)
        fprintf(out, "| %s | %s |\n", s->key, s->text);
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
    print_measurements(r, out);
    print_published(r, out);
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
    free(page); /* open_memstream took it from malloc */
    if (!same)
        fail_msg("docs/reference/microbench.md is stale: UPDATE_DOCS=1 build/release/tests/"
                 "test_golden microbench");
}

TEST(the_page_shows_what_every_row_measures)
{
    struct status st[MOST_GPUS];
    enum st_code codes[MOST_GPUS];
    struct results r;
    assert_int_equal(gpu_config_list(&r.names, &r.n, &st[0]), ST_OK);
    assert_in_range(r.n, 1, MOST_GPUS);
#pragma omp parallel for schedule(dynamic, 1)
    for (size_t g = 0; g < r.n; g++) {
        codes[g] = gpu_config_load(&r.gpus[g], r.names[g], &st[g]);
        if (codes[g] == ST_OK) {
            struct traversal_options traversal = traversal_of(&r.gpus[g]);
            codes[g] = microbench_run(&r.reports[g], &r.gpus[g], &traversal, NULL, &st[g]);
        }
    }
    for (size_t g = 0; g < r.n; g++)
        if (codes[g] != ST_OK)
            fail_msg("%s: %s", r.names[g], st[g].text);
    check_page(&r);
    for (size_t g = 0; g < r.n; g++)
        microbench_release(&r.reports[g]);
    file_free_list(r.names, r.n);
}
