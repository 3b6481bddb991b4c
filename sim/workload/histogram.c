#include "sim/workload/workload_kernel.h"

enum { VALUES, COUNTS, LINEAR = 128, LINEAR_BITS = 7, BINS = LINEAR + 32 - LINEAR_BITS };
enum { THREADS = 256, PER_THREAD = 16, MOST_BITS = 20 };

/* Makes the values: they have 1 to 20 bits, each number equally likely, so small values are
 * frequent. */
static enum st_code prepare(struct workload *w, struct status *st)
{
    TRY(workload_buffer(w, w->size, st));
    TRY(workload_buffer(w, BINS, st));
    for (uint32_t i = 0; i < w->size; i++) {
        uint32_t bits = 1 + workload_below(w, COUNTS, i, MOST_BITS);
        workload_words(w, VALUES)[i] = workload_word(w, VALUES, i) & ((1u << bits) - 1);
    }
    return ST_OK;
}

static enum st_code next(struct workload *w, bool *more, struct status *st)
{
    *more = w->launches == 0;
    return WORKLOAD_LAUNCH(w, st,
                           ((struct workload_shape){
                               w->size / PER_THREAD + (w->size % PER_THREAD != 0), 1, THREADS, 1}),
                           WORKLOAD_VALUE(w->size), WORKLOAD_BUFFER(w, VALUES),
                           WORKLOAD_BUFFER(w, COUNTS));
}

static enum st_code check_histogram(struct workload *w, struct status *st)
{
    uint32_t counts[BINS] = {0};
    for (uint32_t i = 0; i < w->size; i++) {
        uint32_t value = workload_words(w, VALUES)[i];
        counts[value < LINEAR ? value
                              : LINEAR + 31u - LINEAR_BITS - (uint32_t)__builtin_clz(value)]++;
    }
    return workload_expect_words(w, COUNTS, "count", counts, BINS, st);
}

const struct workload_ops histogram_workload = {prepare, next, check_histogram};
