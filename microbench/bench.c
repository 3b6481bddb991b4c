#include "microbench/bench.h"

#include "common/grow.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool is_kind(const struct bench *b)
{
    return !b->only || strcmp(b->only, b->kind->name) == 0;
}

static void name_row(const struct bench *b, const char *suffix, char name[MICROBENCH_NAME])
{
    snprintf(name, MICROBENCH_NAME, "%s.%s", b->kind->name, suffix);
}

bool bench_wants(const struct bench *b, const char *suffix)
{
    char name[MICROBENCH_NAME];
    name_row(b, suffix, name);
    return is_kind(b) || strcmp(b->only, name) == 0;
}

double microbench_difference(const struct microbench_row *row)
{
    return (row->measured - row->expected) / row->expected;
}

enum st_code bench_report(struct bench *b, const char *suffix, double measured, double expected,
                          double bound, struct status *st)
{
    struct microbench_report *r = b->report;
    if (!bench_wants(b, suffix))
        return ST_OK;
    if (!grow(&r->rows, r->n, &r->room, sizeof *r->rows))
        return status_no_memory(st, "micro-benchmarks");
    struct microbench_row *row = &r->rows[r->n++];
    *row = (struct microbench_row){
        .kind = b->kind, .measured = measured, .expected = expected, .bound = bound};
    name_row(b, suffix, row->name);
    /* Equal quotients of whole numbers may differ in their last bits. */
    row->pass = fabs(measured - expected) <= (bound + 1e-12) * fabs(expected);
    r->failed += !row->pass;
    return ST_OK;
}

static enum st_code run_bench(const struct bench *b, bench_shader *shader, const void *what,
                              uint32_t n, uint32_t ctas, const struct launch_storage *storage,
                              struct gpu_counters *out, struct status *st)
{
    char *text = NULL;
    size_t length = 0;
    FILE *f = open_memstream(&text, &length);
    if (!f)
        return status_no_memory(st, "shader");
    shader_begin(f);
    shader(f, b, what, n);
    shader_end(f);
    bool whole = !ferror(f);
    whole = fclose(f) == 0 && whole;
    enum st_code code = whole ? lab_run(&b->lab, text, length, ctas, storage, out, st)
                              : status_no_memory(st, "shader");
    free(text); /* open_memstream allocated it with malloc */
    return code;
}

enum st_code bench_run(const struct bench *b, bench_shader *shader, const void *what, uint32_t n,
                       uint32_t ctas, const struct launch_storage *storage,
                       struct gpu_counters *out, struct status *st)
{
    if (!storage || storage->bytes)
        return run_bench(b, shader, what, n, ctas, storage, out, st);
    uint8_t *zeroes;
    TRY(mem_make(&zeroes, storage->size, 1, "storage", st));
    enum st_code code = run_bench(b, shader, what, n, ctas,
                                  &(struct launch_storage){zeroes, storage->size}, out, st);
    mem_free(zeroes);
    return code;
}

enum st_code bench_growth(const struct bench *b, bench_shader *shader, const void *what,
                          uint32_t few, uint32_t more, uint32_t ctas,
                          const struct launch_storage *storage, struct gpu_counters *out,
                          struct status *st)
{
    struct gpu_counters less;
    TRY(bench_run(b, shader, what, few, ctas, storage, &less, st));
    TRY(bench_run(b, shader, what, more, ctas, storage, out, st));
    bench_subtract(out, &less);
    return ST_OK;
}

void bench_subtract(struct gpu_counters *from, const struct gpu_counters *less)
{
    for (size_t t = 0; t < n_gpu_counter_tables; t++)
        for (size_t i = 0; i < gpu_counter_tables[t].n_rows; i++) {
            const struct counter *c = &gpu_counter_tables[t].rows[i];
            *counter_field(&gpu_counter_tables[t], c, from) -=
                counter_read(&gpu_counter_tables[t], c, less);
        }
}
