#include "common/memory.h"
#include "sim/workload/workload_kernel.h"

#include <math.h>

enum { A, B, C };
static const float s = 0.375f;

static uint32_t elements(const struct workload *w)
{
    return w->size / 4 * 4;
}

static enum st_code prepare(struct workload *w, struct status *st)
{
    TRY(workload_buffer(w, elements(w), st));
    TRY(workload_random(w, elements(w), st));
    return workload_random(w, elements(w), st);
}

static enum st_code next(struct workload *w, bool *more, struct status *st)
{
    *more = w->launches == 0;
    return WORKLOAD_LAUNCH(w, st, ((struct workload_shape){elements(w) / 4, 1, 256, 1}),
                           WORKLOAD_VALUE(w->size), WORKLOAD_VALUE(s), WORKLOAD_BUFFER(w, A),
                           WORKLOAD_BUFFER(w, B), WORKLOAD_BUFFER(w, C));
}

static enum st_code check_triad(struct workload *w, struct status *st)
{
    MEM_AUTO float *a = NULL;
    TRY(mem_make(&a, elements(w), sizeof *a, "triad", st));
    for (uint32_t i = 0; i < elements(w); i++)
        a[i] = fmaf(s, workload_reals(w, C)[i], workload_reals(w, B)[i]);
    return workload_expect_reals(w, A, "a", a, elements(w), st);
}

const struct workload_ops triad_workload = {prepare, next, check_triad};
