#include "common/memory.h"
#include "sim/workload/workload_kernel.h"

#include <math.h>

enum { POINTS, CENTRES, NEAREST };
static const uint32_t features = 16, centres = 8;

static enum st_code prepare(struct workload *w, struct status *st)
{
    TRY(workload_random(w, (uint64_t)w->size * features, st));
    TRY(workload_random(w, (uint64_t)centres * features, st));
    return workload_buffer(w, w->size, st);
}

static enum st_code next(struct workload *w, bool *more, struct status *st)
{
    *more = w->launches == 0;
    return WORKLOAD_LAUNCH(w, st, ((struct workload_shape){w->size, 1, 256, 1}),
                           WORKLOAD_VALUE(w->size), WORKLOAD_VALUE(features),
                           WORKLOAD_VALUE(centres), WORKLOAD_BUFFER(w, POINTS),
                           WORKLOAD_BUFFER(w, CENTRES), WORKLOAD_BUFFER(w, NEAREST));
}

static uint32_t nearest_of(const struct workload *w, uint32_t i)
{
    float least = INFINITY;
    uint32_t best = 0;
    for (uint32_t c = 0; c < centres; c++) {
        float distance = 0.0f;
        for (uint32_t f = 0; f < features; f++) {
            float apart = workload_reals(w, POINTS)[(size_t)f * w->size + i] -
                          workload_reals(w, CENTRES)[c * features + f];
            distance = fmaf(apart, apart, distance);
        }
        if (distance < least) {
            least = distance;
            best = c;
        }
    }
    return best;
}

static enum st_code check_kmeans(struct workload *w, struct status *st)
{
    MEM_AUTO uint32_t *nearest = NULL;
    TRY(mem_make(&nearest, w->size, sizeof *nearest, "kmeans", st));
    for (uint32_t i = 0; i < w->size; i++)
        nearest[i] = nearest_of(w, i);
    return workload_expect_words(w, NEAREST, "nearest", nearest, w->size, st);
}

const struct workload_ops kmeans_workload = {prepare, next, check_kmeans};
