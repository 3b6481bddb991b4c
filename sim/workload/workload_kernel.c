#include "sim/workload/workload_kernel.h"

#include "common/random.h"
#include "sim/functional/program/program.h"

#include <math.h>
#include <string.h>

/* ---- inputs ---- */

enum st_code workload_buffer(struct workload *w, uint64_t words, struct status *st)
{
    const struct compute_buffer *unused;
    return compute_memory_add(&w->memory, 4 * (words ? words : 1), &unused, st);
}

static uint64_t draw(const struct workload *w, uint32_t buffer, uint64_t i)
{
    return random_u64(w->seed, RANDOM_KERNEL, (uint64_t)buffer << 48 | i);
}

uint32_t workload_word(const struct workload *w, uint32_t buffer, uint64_t i)
{
    return (uint32_t)draw(w, buffer, i);
}

uint32_t workload_below(const struct workload *w, uint32_t buffer, uint64_t i, uint32_t bound)
{
    return workload_word(w, buffer, i) % bound;
}

float workload_real(const struct workload *w, uint32_t buffer, uint64_t i)
{
    return (float)(draw(w, buffer, i) >> 40) * 0x1p-24f;
}

enum st_code workload_random(struct workload *w, uint64_t n, struct status *st)
{
    uint32_t buffer = w->memory.n;
    TRY(workload_buffer(w, n, st));
    for (uint64_t i = 0; i < n; i++)
        workload_reals(w, buffer)[i] = workload_real(w, buffer, i);
    return ST_OK;
}

/* ---- launches ---- */

static uint32_t ctas(uint32_t threads, uint32_t block)
{
    return threads / block + (threads % block != 0);
}

enum st_code workload_launch(struct workload *w, struct workload_shape shape,
                             const struct workload_argument *arguments, uint32_t n,
                             struct status *st)
{
    const struct program *p = compute_program_of(w->program);
    uint32_t threads[] = {shape.threads_x, shape.threads_y ? shape.threads_y : 1, 1};
    uint32_t block[] = {shape.block_x, shape.block_y ? shape.block_y : 1, 1};
    for (int axis = 0; axis < 3; axis++) {
        w->block[axis] = block[axis];
        w->grid[axis] = ctas(threads[axis], block[axis]);
    }
    if (p->n_params != n)
        return status_fail_at(st, ST_FAILED, p->name, 0, "%u parameters; expected %u", p->n_params,
                              n);
    for (uint32_t i = 0; i < n; i++) {
        if (p->params[i].bytes != arguments[i].bytes)
            return status_fail_at(st, ST_FAILED, p->name, 0,
                                  "parameter %u has %u bytes; expected %u", i + 1,
                                  p->params[i].bytes, arguments[i].bytes);
        memcpy(w->params + p->params[i].offset, arguments[i].value, arguments[i].bytes);
    }
    return ST_OK;
}

/* ---- results ---- */

enum st_code workload_expect_words(struct workload *w, uint32_t buffer, const char *what,
                                   const uint32_t *expected, uint64_t n, struct status *st)
{
    const uint32_t *is = workload_words(w, buffer);
    uint64_t first = n, differ = 0;
    for (uint64_t i = n; i-- > 0;)
        if (is[i] != expected[i]) {
            first = i;
            differ++;
        }
    w->compared += n - differ;
    if (!differ)
        return ST_OK;
    return status_fail(st, ST_FAILED,
                       "%s: %s[%llu] is %u; expected %u, as plain C says (%llu of %llu differ)",
                       w->kernel->name, what, (unsigned long long)first, is[first], expected[first],
                       (unsigned long long)differ, (unsigned long long)n);
}

static uint32_t bits_of(float x)
{
    uint32_t bits;
    memcpy(&bits, &x, sizeof bits);
    return bits;
}

static bool same(float a, float b, double apart)
{
    return bits_of(a) == bits_of(b) || (isnan(a) && isnan(b)) ||
           fabs((double)a - (double)b) <= apart;
}

static double largest(const float *x, uint64_t n)
{
    double most = 0;
    for (uint64_t i = 0; i < n; i++)
        most = fmax(most, fabs((double)x[i]));
    return most;
}

enum st_code workload_expect_reals(struct workload *w, uint32_t buffer, const char *what,
                                   const float *expected, uint64_t n, struct status *st)
{
    const float *is = workload_reals(w, buffer);
    const double apart = w->tolerance > 0 ? w->tolerance * largest(expected, n) : -1;
    uint64_t first = n, differ = 0;
    for (uint64_t i = n; i-- > 0;)
        if (!same(is[i], expected[i], apart)) {
            first = i;
            differ++;
        }
    w->compared += n - differ;
    if (!differ)
        return ST_OK;
    return status_fail(st, ST_FAILED,
                       "%s: %s[%llu] is %.9g; expected %.9g, as plain C says (%llu of %llu differ)",
                       w->kernel->name, what, (unsigned long long)first, (double)is[first],
                       (double)expected[first], (unsigned long long)differ, (unsigned long long)n);
}
