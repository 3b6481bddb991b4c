#include "common/memory.h"
#include "sim/workload/workload_kernel.h"

#include <math.h>
#include <string.h>

enum { POWER, EVEN, ODD, STEPS = 2, TILE = 16 };
/* Constants for which the steps are stable: a cell gives each neighbour less than a quarter of
 * their difference. */
static const float exchange = 0.125f, leak = 0.03125f, ambient = 80.0f;

static float begins_at(const struct workload *w, uint32_t i)
{
    return 70.0f + 20.0f * workload_real(w, EVEN, i);
}

static enum st_code prepare(struct workload *w, struct status *st)
{
    uint32_t n = w->size * w->size;
    TRY(workload_random(w, n, st));
    TRY(workload_buffer(w, n, st));
    TRY(workload_buffer(w, n, st));
    for (uint32_t i = 0; i < n; i++)
        workload_reals(w, EVEN)[i] = begins_at(w, i);
    return ST_OK;
}

static enum st_code next(struct workload *w, bool *more, struct status *st)
{
    uint32_t from = w->launches % 2 ? ODD : EVEN, to = w->launches % 2 ? EVEN : ODD;
    *more = w->launches < STEPS;
    return WORKLOAD_LAUNCH(w, st, ((struct workload_shape){w->size, w->size, TILE, TILE}),
                           WORKLOAD_VALUE(w->size), WORKLOAD_VALUE(exchange), WORKLOAD_VALUE(leak),
                           WORKLOAD_VALUE(ambient), WORKLOAD_BUFFER(w, POWER),
                           WORKLOAD_BUFFER(w, from), WORKLOAD_BUFFER(w, to));
}

static void step(const struct workload *w, const float *from, float *to)
{
    uint32_t side = w->size;
    for (uint32_t y = 0; y < side; y++)
        for (uint32_t x = 0; x < side; x++) {
            const float *row = from + (size_t)y * side;
            float own = row[x];
            float beside = row[x > 0 ? x - 1 : 0] + row[x + 1 < side ? x + 1 : x];
            float above =
                from[(size_t)(y > 0 ? y - 1 : 0) * side + x] + row[(y + 1 < side ? side : 0) + x];
            float gained = fmaf(-4.0f, own, beside + above);
            float power = workload_reals(w, POWER)[(size_t)y * side + x];
            to[(size_t)y * side + x] =
                own + fmaf(leak, ambient - own, fmaf(exchange, gained, power));
        }
}

static enum st_code check_hotspot(struct workload *w, struct status *st)
{
    size_t n = (size_t)w->size * w->size;
    MEM_AUTO float *from = NULL;
    MEM_AUTO float *to = NULL;
    TRY(mem_make(&from, n, sizeof *from, "hotspot", st));
    TRY(mem_make(&to, n, sizeof *to, "hotspot", st));
    for (uint32_t i = 0; i < n; i++)
        to[i] = begins_at(w, i);
    for (int i = 0; i < STEPS; i++) {
        memcpy(from, to, n * sizeof *from);
        step(w, from, to);
    }
    return workload_expect_reals(w, STEPS % 2 ? ODD : EVEN, "temperature", to, n, st);
}

const struct workload_ops hotspot_workload = {prepare, next, check_hotspot};
