#include "common/memory.h"
#include "sim/workload/workload_kernel.h"

enum { START, LENGTH, NEXT, VALUE, SUMS, LONGEST = 16, PER_THREAD = 8 };

static enum st_code prepare(struct workload *w, struct status *st)
{
    uint32_t n = w->size, table = PER_THREAD * n;
    for (uint32_t b = START; b <= SUMS; b++)
        TRY(workload_buffer(w, b == NEXT || b == VALUE ? table : n, st));
    for (uint32_t i = 0; i < n; i++) {
        workload_words(w, START)[i] = workload_below(w, START, i, table);
        workload_words(w, LENGTH)[i] = 1 + workload_below(w, LENGTH, i, LONGEST);
    }
    for (uint32_t i = 0; i < table; i++) {
        workload_words(w, NEXT)[i] = workload_below(w, NEXT, i, table);
        workload_words(w, VALUE)[i] = workload_word(w, VALUE, i);
    }
    return ST_OK;
}

static enum st_code next(struct workload *w, bool *more, struct status *st)
{
    *more = w->launches == 0;
    return WORKLOAD_LAUNCH(w, st, ((struct workload_shape){w->size, 1, 128, 1}),
                           WORKLOAD_VALUE(w->size), WORKLOAD_BUFFER(w, START),
                           WORKLOAD_BUFFER(w, LENGTH), WORKLOAD_BUFFER(w, NEXT),
                           WORKLOAD_BUFFER(w, VALUE), WORKLOAD_BUFFER(w, SUMS));
}

static enum st_code check_gather(struct workload *w, struct status *st)
{
    MEM_AUTO uint32_t *sums = NULL;
    TRY(mem_make(&sums, w->size, sizeof *sums, "gather", st));
    for (uint32_t i = 0; i < w->size; i++)
        for (uint32_t at = workload_words(w, START)[i], left = workload_words(w, LENGTH)[i];
             left > 0; left--) {
            sums[i] += workload_words(w, VALUE)[at];
            at = workload_words(w, NEXT)[at];
        }
    return workload_expect_words(w, SUMS, "sum", sums, w->size, st);
}

const struct workload_ops gather_workload = {prepare, next, check_gather};
