#include "microbench/published.h"

#include "common/memory.h"
#include "common/suggest.h"
#include "microbench/microbench.h"

#include <stdio.h>
#include <string.h>

/* Whether a blank-separated list has the word of n characters. */
static bool is_in(const char *list, const char *word, size_t n)
{
    for (const char *at = list; at; at = strchr(at, ' ')) {
        at += *at == ' ';
        if (strncmp(at, word, n) == 0 && (at[n] == ' ' || !at[n]))
            return true;
    }
    return false;
}

static bool is_of(const struct published_figure *f, const struct gpu_config *gpu)
{
    return is_in(f->gpus, gpu->name, strcspn(gpu->name, ":"));
}

static enum st_code nothing_published(const struct gpu_config *gpu, struct status *st)
{
    char known[STATUS_TEXT / 2] = "", name[64];
    const char *last = "";
    for (const struct published_figure *f = published_figures; f->gpus; f++) {
        if (strcmp(f->gpus, last) == 0)
            continue;
        last = f->gpus;
        for (const char *at = f->gpus; *at; at += strspn(at, " ")) {
            size_t n = strcspn(at, " ");
            snprintf(name, sizeof name, "%.*s", (int)n, at);
            if (!strstr(known, name))
                suggest_list(known, sizeof known, name);
            at += n;
        }
    }
    return status_fail(st, ST_USAGE,
                       "nothing is known to be published of '%s'; there are figures beside %s",
                       gpu->name, known);
}

/* Returns the bandwidth of the DRAM's pins, in GB/s. */
static double pins(const struct gpu_config *gpu)
{
    const struct dram_config *d = &gpu->dram;
    double bytes = (double)d->chips * d->bus_B * d->transfers_per_cycle;
    return bytes * gpu->machine.memory_partitions * gpu->machine.dram_MHz / 1000;
}

double published_scaled(const struct published_figure *figure, double measured,
                        const struct gpu_config *gpu)
{
    switch (figure->scale) {
    case PUBLISHED_AS_IS:
        return measured;
    case PUBLISHED_LANES:
    case PUBLISHED_SECTORS:
        return 32 * measured;
    case PUBLISHED_WARP_BYTES:
        return 128 / measured;
    case PUBLISHED_OF_BUS:
        return 100 * measured / pins(gpu);
    }
    BUG("published: scale %d", (int)figure->scale);
}

/* Lists the figures of the GPU. ST_USAGE if there are none. */
static enum st_code list_figures(struct published_report *out, const struct gpu_config *gpu,
                                 struct status *st)
{
    uint32_t n = 0;
    *out = (struct published_report){0};
    for (const struct published_figure *f = published_figures; f->gpus; f++)
        n += is_of(f, gpu);
    if (n == 0)
        return nothing_published(gpu, st);
    TRY(mem_make(&out->rows, n, sizeof *out->rows, "published figures", st));
    for (const struct published_figure *f = published_figures; f->gpus; f++)
        if (is_of(f, gpu))
            out->rows[out->n++].figure = f;
    return ST_OK;
}

static enum st_code measure(struct published_report *out, const struct gpu_config *gpu,
                            const struct traversal_options *traversal, struct status *st)
{
    const char **rows;
    uint32_t n = 0;
    struct microbench_report measured;
    TRY(mem_make(&rows, out->n + 1, sizeof *rows, "published figures", st));
    for (uint32_t i = 0; i < out->n; i++)
        if (out->rows[i].figure->row)
            rows[n++] = out->rows[i].figure->row;
    enum st_code code = microbench_run(&measured, gpu, traversal, rows, st);
    mem_free(rows);
    TRY(code);
    for (uint32_t i = 0; i < out->n && code == ST_OK; i++) {
        const struct published_figure *f = out->rows[i].figure;
        const struct microbench_row *row = f->row ? microbench_find(&measured, f->row) : NULL;
        if (row)
            out->rows[i].ours = published_scaled(f, row->measured, gpu);
        else if (f->row) /* the table names a row that does not exist */
            code = status_fail(st, ST_FAILED, "%s: there is nothing to measure for %s", gpu->name,
                               f->row);
    }
    microbench_release(&measured);
    return code;
}

enum st_code published_run(struct published_report *out, const struct gpu_config *gpu,
                           const struct traversal_options *traversal, struct status *st)
{
    TRY(list_figures(out, gpu, st));
    enum st_code code = measure(out, gpu, traversal, st);
    if (code != ST_OK)
        published_release(out);
    return code;
}

void published_release(struct published_report *report)
{
    mem_free(report->rows);
    *report = (struct published_report){0};
}

double published_error(const struct published_row *row)
{
    return (row->ours - row->figure->value) / row->figure->value;
}
