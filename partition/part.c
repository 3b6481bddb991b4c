#include "partition/part.h"

#include "common/memory.h"
#include "common/random.h"
#include "partition/groups.h"

#include <math.h>
#include <stdbool.h>
#include <string.h>

enum { STARTS = 64 };

/* CTAs of a row; each is a warp, as wide as a standard block. */
static uint32_t columns_of(uint32_t width)
{
    return (width + BLOCK_WIDTH - 1) / BLOCK_WIDTH;
}

/* Pixels of the CTA; the last of a row may have fewer. */
static uint32_t width_of(uint32_t cta, uint32_t width)
{
    uint32_t left = width - cta % columns_of(width) * BLOCK_WIDTH;
    return left < BLOCK_WIDTH ? left : BLOCK_WIDTH;
}

static size_t first_pixel(uint32_t cta, uint32_t width)
{
    uint32_t columns = columns_of(width);
    return (size_t)(cta / columns) * width + (size_t)(cta % columns) * BLOCK_WIDTH;
}

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

static void weigh(const float *temperature, uint32_t width, uint32_t of, double *weight)
{
    for (uint32_t i = 0; i < of; i++) {
        const float *pixels = temperature + first_pixel(i, width);
        uint32_t n = width_of(i, width);
        for (uint32_t k = 0; k < n; k++)
            weight[i] += (double)pixels[k];
    }
}

enum st_code part_choose(struct part *out, const float *temperature, uint32_t width,
                         uint32_t height, uint64_t wanted, uint64_t seed, struct status *st)
{
    uint32_t of = columns_of(width) * height;
    *out = (struct part){NULL, of, of};
    if (wanted == 0 || wanted > (uint64_t)of * 3 / 4)
        return ST_OK;
    out->n = (uint32_t)wanted;
    double *weight;
    if (!MEM_ARRAYS(MEM_ARRAY(out->ctas, out->n), MEM_ARRAY(weight, of))) {
        mem_free(weight);
        part_free(out);
        return status_no_memory(st, "part of the frame");
    }
    weigh(temperature, width, of, weight);
    uint32_t start = best_start(out, weight, seed);
    for (uint32_t i = 0; i < out->n; i++)
        out->ctas[i] = place(out, i, start);
    mem_free(weight);
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
    *out = (struct part){NULL, 0, columns_of(width) * height};
    out->ctas = mem_calloc(out->of, sizeof *out->ctas);
    if (!out->ctas)
        return status_no_memory(st, "part of the frame");
    for (uint32_t i = 0; i < out->of; i++)
        if (any(filter + first_pixel(i, width), width_of(i, width)))
            out->ctas[out->n++] = i;
    return ST_OK;
}

uint64_t part_pixels(const struct part *p, uint32_t width, uint32_t height)
{
    uint64_t pixels = 0;
    if (!p->ctas)
        return (uint64_t)width * height;
    for (uint32_t i = 0; i < p->n; i++)
        pixels += width_of(p->ctas[i], width);
    return pixels;
}

void part_free(struct part *p)
{
    mem_free(p->ctas);
    memset(p, 0, sizeof *p);
}
