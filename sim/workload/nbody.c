#include "common/memory.h"
#include "sim/workload/workload_kernel.h"

#include <math.h>

enum { BODIES, ACCELERATIONS };
static const float softening = 0.0009765625f;

static enum st_code prepare(struct workload *w, struct status *st)
{
    TRY(workload_random(w, (uint64_t)w->size * 4, st));
    return workload_buffer(w, (uint64_t)w->size * 4, st);
}

static enum st_code next(struct workload *w, bool *more, struct status *st)
{
    *more = w->launches == 0;
    return WORKLOAD_LAUNCH(w, st, ((struct workload_shape){w->size, 1, 128, 1}),
                           WORKLOAD_VALUE(w->size), WORKLOAD_VALUE(softening),
                           WORKLOAD_BUFFER(w, BODIES), WORKLOAD_BUFFER(w, ACCELERATIONS));
}

/* Computes the acceleration of a body. Its special function is 1 / sqrt(x) with two roundings, as
 * that of PTX here (docs/reference/ptx.md). */
static void accelerate(const float *bodies, uint32_t n, const float own[4], float out[4])
{
    for (uint32_t k = 0; k < n; k++) {
        const float *other = bodies + 4 * (size_t)k;
        float dx = other[0] - own[0], dy = other[1] - own[1], dz = other[2] - own[2];
        float inverse = 1.0f / sqrtf(fmaf(dz, dz, fmaf(dy, dy, fmaf(dx, dx, softening))));
        float pull = other[3] * inverse * (inverse * inverse);
        out[0] = fmaf(dx, pull, out[0]);
        out[1] = fmaf(dy, pull, out[1]);
        out[2] = fmaf(dz, pull, out[2]);
    }
}

static enum st_code check_nbody(struct workload *w, struct status *st)
{
    const float *bodies = workload_reals(w, BODIES);
    MEM_AUTO float *expected = NULL;
    TRY(mem_make(&expected, (size_t)w->size * 4, sizeof *expected, "nbody", st));
    for (size_t i = 0; i < w->size; i++)
        accelerate(bodies, w->size, bodies + 4 * i, expected + 4 * i);
    return workload_expect_reals(w, ACCELERATIONS, "acceleration", expected, (uint64_t)w->size * 4,
                                 st);
}

const struct workload_ops nbody_workload = {prepare, next, check_nbody};
