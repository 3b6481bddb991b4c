#include "partition/part.h"

#include "common/memory.h"
#include "common/random.h"
#include "partition/groups.h"

#include <math.h>
#include <stdbool.h>
#include <string.h>

enum { STARTS = 64 };

static const uint32_t golden = 0x9E3779B9; /* 2^32 over the golden ratio */

/* The CTA of stratum i. */
static uint32_t place(const struct part *p, uint32_t i, uint32_t start)
{
    uint64_t first = (uint64_t)i * p->of / p->n, end = ((uint64_t)i + 1) * p->of / p->n;
    return (uint32_t)(first + ((uint64_t)(start + i * golden) * (end - first) >> 32));
}

static uint32_t start_of(uint64_t seed, uint32_t k)
{
    return (uint32_t)random_u64(seed, RANDOM_PART, k);
}

struct moments {
    double sum, squares;
};

static void add(struct moments *m, double x)
{
    m->sum += x;
    m->squares += x * x;
}

static double off(double part, double whole)
{
    return whole > 0 ? part / whole - 1 : 0;
}

/* How far the part's mean and mean square are from the frame's. */
static double imbalance(const struct part *p, const double *weight, const struct moments *whole,
                        uint32_t start)
{
    struct moments part = {0};
    double share = (double)p->of / p->n;
    for (uint32_t i = 0; i < p->n; i++)
        add(&part, weight[place(p, i, start)]);
    return hypot(off(part.sum * share, whole->sum), off(part.squares * share, whole->squares));
}

static uint32_t best_start(const struct part *p, const double *weight, uint64_t seed)
{
    struct moments whole = {0};
    double least = INFINITY;
    uint32_t best = 0;
    for (uint32_t i = 0; i < p->of; i++)
        add(&whole, weight[i]);
    for (uint32_t k = 0; k < STARTS; k++) {
        double now = imbalance(p, weight, &whole, start_of(seed, k));
        if (now < least) {
            least = now;
            best = start_of(seed, k);
        }
    }
    return best;
}

enum st_code part_choose(struct part *out, const double *weight, uint32_t of, uint64_t wanted,
                         uint64_t seed, struct status *st)
{
    *out = (struct part){NULL, of, of};
    if (wanted == 0 || wanted > (uint64_t)of * 3 / 4)
        return ST_OK;
    out->n = (uint32_t)wanted;
    out->ctas = mem_calloc(out->n, sizeof *out->ctas);
    if (!out->ctas) {
        part_free(out);
        return status_no_memory(st, "part of the frame");
    }
    uint32_t start = best_start(out, weight, seed);
    for (uint32_t i = 0; i < out->n; i++)
        out->ctas[i] = place(out, i, start);
    return ST_OK;
}

static bool any(const uint8_t *filter, uint32_t n)
{
    for (uint32_t i = 0; i < n; i++)
        if (filter[i])
            return true;
    return false;
}

enum st_code part_of_filter(struct part *out, const uint8_t *filter, uint32_t width,
                            uint32_t height, struct status *st)
{
    uint32_t columns = (width + BLOCK_WIDTH - 1) / BLOCK_WIDTH;
    *out = (struct part){NULL, 0, columns * height};
    out->ctas = mem_calloc(out->of, sizeof *out->ctas);
    if (!out->ctas) {
        part_free(out);
        return status_no_memory(st, "part of the frame");
    }
    for (uint32_t i = 0; i < out->of; i++) {
        uint32_t x = i % columns * BLOCK_WIDTH, left = width - x;
        if (any(filter + (size_t)(i / columns) * width + x,
                left < BLOCK_WIDTH ? left : BLOCK_WIDTH))
            out->ctas[out->n++] = i;
    }
    return ST_OK;
}

void part_free(struct part *p)
{
    mem_free(p->ctas);
    memset(p, 0, sizeof *p);
}
