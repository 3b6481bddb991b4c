#include "common/memory.h"
#include "sim/workload/workload_kernel.h"

#include <math.h>

enum { X, Y };
static const float a = 1.75f;

static enum st_code prepare(struct workload *w, struct status *st)
{
    TRY(workload_random(w, w->size, st));
    return workload_random(w, w->size, st);
}

static enum st_code next(struct workload *w, bool *more, struct status *st)
{
    *more = w->launches == 0;
    return WORKLOAD_LAUNCH(w, st, ((struct workload_shape){w->size, 1, 256, 1}),
                           WORKLOAD_VALUE(w->size), WORKLOAD_VALUE(a), WORKLOAD_BUFFER(w, X),
                           WORKLOAD_BUFFER(w, Y));
}

static enum st_code check_saxpy(struct workload *w, struct status *st)
{
    MEM_AUTO float *y = NULL;
    TRY(mem_make(&y, w->size, sizeof *y, "saxpy", st));
    for (uint32_t i = 0; i < w->size; i++)
        y[i] = fmaf(a, workload_reals(w, X)[i], workload_real(w, Y, i));
    return workload_expect_reals(w, Y, "y", y, w->size, st);
}

const struct workload_ops saxpy_workload = {prepare, next, check_saxpy};
