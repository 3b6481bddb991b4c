#include "common/memory.h"
#include "sim/workload/workload_kernel.h"

#include <math.h>

enum { A, B, C, TILE = 16 };

static enum st_code prepare(struct workload *w, struct status *st)
{
    uint32_t n = w->size * w->size;
    TRY(workload_random(w, n, st));
    TRY(workload_random(w, n, st));
    return workload_buffer(w, n, st);
}

static enum st_code next(struct workload *w, bool *more, struct status *st)
{
    *more = w->launches == 0;
    return WORKLOAD_LAUNCH(w, st, ((struct workload_shape){w->size, w->size, TILE, TILE}),
                           WORKLOAD_VALUE(w->size), WORKLOAD_BUFFER(w, A), WORKLOAD_BUFFER(w, B),
                           WORKLOAD_BUFFER(w, C));
}

/* Compares with sums in the order of k, as each thread of the kernel adds them; row by row for the
 * host's caches. */
static enum st_code check_matmul(struct workload *w, struct status *st)
{
    const float *a = workload_reals(w, A), *b = workload_reals(w, B);
    size_t side = w->size;
    MEM_AUTO float *c = NULL;
    TRY(mem_make(&c, side * side, sizeof *c, "matmul", st));
    for (size_t y = 0; y < side; y++)
        for (size_t k = 0; k < side; k++)
            for (size_t x = 0; x < side; x++)
                c[y * side + x] = fmaf(a[y * side + k], b[k * side + x], c[y * side + x]);
    return workload_expect_reals(w, C, "c", c, side * side, st);
}

const struct workload_ops matmul_workload = {prepare, next, check_matmul};
