#include "common/memory.h"
#include "sim/workload/workload_kernel.h"

#include <string.h>

enum { FROM, EVEN, ODD, THREADS = 256, OF_CTA = 2 * THREADS };

/* The number of elements left after that many launches. */
static uint32_t left_after(uint32_t n, uint32_t launches)
{
    for (; launches > 0; launches--)
        n = n / OF_CTA + (n % OF_CTA != 0);
    return n;
}

static enum st_code prepare(struct workload *w, struct status *st)
{
    TRY(workload_random(w, w->size, st));
    TRY(workload_buffer(w, left_after(w->size, 1), st));
    return workload_buffer(w, left_after(w->size, 2), st);
}

static enum st_code next(struct workload *w, bool *more, struct status *st)
{
    uint32_t n = left_after(w->size, w->launches), ctas = left_after(n, 1);
    uint32_t to = w->launches % 2 ? ODD : EVEN;
    uint32_t from = w->launches == 0 ? FROM : w->launches % 2 ? EVEN : ODD;
    *more = n > 1;
    return WORKLOAD_LAUNCH(w, st, ((struct workload_shape){ctas * THREADS, 1, THREADS, 1}),
                           WORKLOAD_VALUE(n), WORKLOAD_BUFFER(w, from), WORKLOAD_BUFFER(w, to));
}

/* The sum of one CTA, added in the order of its tree. */
static float sum_of(const float *from, uint32_t n)
{
    float sums[THREADS];
    for (uint32_t t = 0; t < THREADS; t++) {
        sums[t] = t < n ? from[t] : 0.0f;
        if (t + THREADS < n)
            sums[t] += from[t + THREADS];
    }
    for (uint32_t apart = THREADS / 2; apart > 0; apart /= 2)
        for (uint32_t t = 0; t < apart; t++)
            sums[t] += sums[t + apart];
    return sums[0];
}

static enum st_code check_reduce(struct workload *w, struct status *st)
{
    MEM_AUTO float *sums = NULL;
    uint32_t n = w->size;
    TRY(mem_make(&sums, n, sizeof *sums, "reduce", st));
    memcpy(sums, workload_reals(w, FROM), n * sizeof *sums);
    for (; n > 1; n = left_after(n, 1))
        for (uint32_t first = 0; first < n; first += OF_CTA)
            sums[first / OF_CTA] = sum_of(sums + first, n - first);
    return workload_expect_reals(w, w->launches % 2 ? EVEN : ODD, "sum", sums, 1, st);
}

const struct workload_ops reduce_workload = {prepare, next, check_reduce};
