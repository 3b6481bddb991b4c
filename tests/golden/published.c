/* docs/reference/published.md shows what others have measured beside what the model does.
 * UPDATE_DOCS=1 rewrites the page. */
#include "tests/rig/rig.h"

#include "common/file.h"
#include "common/memory.h"
#include "microbench/published.h"
#include "orchestrator/predict/traversal.h"
#include "sim/config/load/load.h"

#include <stdlib.h>
#include <string.h>

static const char introduction[] =
    "# Published figures\n\n"
    "`diorama microbench --gpu G --published` sets beside what the model measures on a GPU what "
    "others\n"
    "have measured on it, or on another of its generation where the figure does not depend on the "
    "number\n"
    "of its units. The error is ours against theirs. `mobile_soc` and `rtx2060` are the GPUs on "
    "which the\n"
    "project is held against Vulkan-Sim: they keep its values, whatever the error.\n\n"
    "The table is `microbench/published_figures.c`; `UPDATE_DOCS=1\n"
    "build/release/tests/test_golden published` rewrites this page.\n";

enum { MOST_GPUS = 16 };

struct results {
    char *names[MOST_GPUS];
    struct gpu_config gpus[MOST_GPUS];
    struct published_report reports[MOST_GPUS];
    size_t n;
};

/* The GPUs that have figures, in the order of the table. */
static void find_gpus(struct results *r)
{
    for (const struct published_figure *f = published_figures; f->gpus; f++) {
        char list[128], *rest = NULL;
        snprintf(list, sizeof list, "%s", f->gpus);
        for (char *name = strtok_r(list, " ", &rest); name; name = strtok_r(NULL, " ", &rest)) {
            size_t g = 0;
            while (g < r->n && strcmp(r->names[g], name) != 0)
                g++;
            assert_in_range(g, 0, MOST_GPUS - 1);
            if (g == r->n)
                r->names[r->n++] = mem_strdup(name);
        }
    }
}

static void print_figures(const struct published_report *report, FILE *out)
{
    fputs("\n| figure | measured on | published | ours | unit | error | source |\n"
          "| --- | --- | --- | --- | --- | --- | --- |\n",
          out);
    for (uint32_t i = 0; i < report->n; i++) {
        const struct published_figure *f = report->rows[i].figure;
        if (f->row)
            fprintf(out, "| %s | %s | %g | %.6g | %s | %+.1f %% | %s: %s |\n", f->what, f->device,
                    f->value, report->rows[i].ours, f->unit,
                    100 * published_error(&report->rows[i]), f->source, f->place);
    }
}

/* Each reason once, with its figures. */
static void print_reasons(FILE *out)
{
    fputs("\n## What the model cannot say, or not as it is\n\n| figures | why |\n| --- | --- |\n",
          out);
    for (const struct published_figure *f = published_figures; f->gpus; f++) {
        bool again = !*f->why;
        for (const struct published_figure *g = published_figures; g < f && !again; g++)
            again = strcmp(g->why, f->why) == 0;
        const char *between = "| ";
        for (const struct published_figure *g = f; g->gpus && !again; g++)
            if (strcmp(g->why, f->why) == 0) {
                fprintf(out, "%s%s (%s: %g %s; %s: %s)", between, g->what, g->device, g->value,
                        g->unit, g->source, g->place);
                between = "; ";
            }
        if (!again)
            fprintf(out, " | %s |\n", f->why);
    }
    fputs("\n## Sources\n\n| source | |\n| --- | --- |\n", out);
    for (const struct published_source *s = published_sources; s->key; s++)
        fprintf(out, "| %s | %s |\n", s->key, s->text);
}

static void check_page(const struct results *r)
{
    const char *path = TEST_SOURCE_DIR "/docs/reference/published.md";
    struct status st;
    char *page = NULL;
    unsigned char *old = NULL;
    size_t n = 0, n_old;
    FILE *out = open_memstream(&page, &n);
    assert_non_null(out);
    fputs(introduction, out);
    for (size_t g = 0; g < r->n; g++) {
        fprintf(out, "\n## %s\n", r->names[g]);
        print_figures(&r->reports[g], out);
    }
    print_reasons(out);
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
        fail_msg("docs/reference/published.md is stale: UPDATE_DOCS=1 build/release/tests/"
                 "test_golden published");
}

TEST(the_page_shows_what_the_model_measures)
{
    struct status st[MOST_GPUS];
    enum st_code codes[MOST_GPUS];
    struct results r = {.n = 0};
    find_gpus(&r);
#pragma omp parallel for schedule(dynamic, 1)
    for (size_t g = 0; g < r.n; g++) {
        codes[g] = gpu_config_load(&r.gpus[g], r.names[g], &st[g]);
        if (codes[g] == ST_OK) {
            struct traversal_options traversal = traversal_of(&r.gpus[g]);
            codes[g] = published_run(&r.reports[g], &r.gpus[g], &traversal, &st[g]);
        }
    }
    for (size_t g = 0; g < r.n; g++)
        if (codes[g] != ST_OK)
            fail_msg("%s: %s", r.names[g], st[g].text);
    check_page(&r);
    for (size_t g = 0; g < r.n; g++) {
        published_release(&r.reports[g]);
        mem_free(r.names[g]);
    }
}
