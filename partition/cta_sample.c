#include "partition/cta_sample.h"

#include "common/memory.h"
#include "common/random.h"
#include "partition/groups.h"

#include <math.h>
#include <stdbool.h>
#include <string.h>

enum { STARTS = 4096 };

/* Number of CTAs per row; each is a warp, as wide as a standard block. */
static uint32_t columns_of(uint32_t width)
{
    return (width + BLOCK_WIDTH - 1) / BLOCK_WIDTH;
}

/* Number of pixels of a CTA; the last CTA of a row may have fewer than the others. */
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

static const uint32_t golden = 0x9E3779B9; /* 2^32 divided by the golden ratio */

/* Returns the first CTA of sampling unit i. */
static uint32_t place(const struct cta_sample *p, uint32_t i, uint32_t start)
{
    uint64_t units = p->n / p->unit;
    uint64_t first = i * (uint64_t)p->of / units, end = (i + UINT64_C(1)) * p->of / units;
    uint64_t room = end - first - p->unit + 1;
    return (uint32_t)(first + ((uint64_t)(start + i * golden) * room >> 32));
}

static uint32_t start_of(uint64_t seed, uint32_t k)
{
    return (uint32_t)random_u64(seed, RANDOM_PART, k);
}

/* Running sums over the weights of the CTAs: element k is over the CTAs before CTA k. */
struct moments {
    double sum, squares;
};

static double off(double part, double whole)
{
    return whole > 0 ? part / whole - 1 : 0;
}

/* Returns how far the sample's mean and mean square of weights are from the frame's. */
static double imbalance(const struct cta_sample *p, const struct moments *before, uint32_t start)
{
    struct moments part = {0};
    const struct moments *whole = &before[p->of];
    double share = (double)p->of / p->n;
    for (uint32_t i = 0; i < p->n / p->unit; i++) {
        const struct moments *from = &before[place(p, i, start)], *to = from + p->unit;
        part.sum += to->sum - from->sum;
        part.squares += to->squares - from->squares;
    }
    return hypot(off(part.sum * share, whole->sum), off(part.squares * share, whole->squares));
}

static uint32_t best_start(const struct cta_sample *p, const struct moments *before, uint64_t seed)
{
    double least = INFINITY;
    uint32_t best = 0;
    for (uint32_t k = 0; k < STARTS; k++) {
        double now = imbalance(p, before, start_of(seed, k));
        if (now < least) {
            least = now;
            best = start_of(seed, k);
        }
    }
    return best;
}

/* Sets p->before. Where all weights are 0, CTAs count equally. */
static void note_weights(struct cta_sample *p, const struct moments *before)
{
    double mean = before[p->of].sum / p->of;
    for (uint32_t i = 0; i < p->n; i++) {
        uint32_t at = p->ctas ? p->ctas[i] : i;
        double weight = mean > 0 ? (before[at + 1].sum - before[at].sum) / mean : 1;
        p->before[i + 1] = p->before[i] + weight;
    }
}

double cta_sample_share(const struct cta_sample *p, uint32_t k)
{
    return (p->before ? p->before[k] : k) / p->of;
}

static void weigh(const float *temperature, uint32_t width, uint32_t of, struct moments *before)
{
    before[0] = (struct moments){0, 0};
    for (uint32_t i = 0; i < of; i++) {
        const float *pixels = temperature + first_pixel(i, width);
        uint32_t n = width_of(i, width);
        double weight = 0;
        for (uint32_t k = 0; k < n; k++)
            weight += (double)pixels[k];
        before[i + 1].sum = before[i].sum + weight;
        before[i + 1].squares = before[i].squares + weight * weight;
    }
}

enum st_code cta_sample_choose(struct cta_sample *out, const float *temperature, uint32_t width,
                               uint32_t height, uint32_t unit, uint32_t units, uint64_t seed,
                               struct status *st)
{
    uint32_t of = columns_of(width) * height;
    uint64_t wanted = (uint64_t)unit * units;
    bool all = wanted == 0 || (double)wanted > CTA_SAMPLE_MOST * of;
    *out = (struct cta_sample){.n = all ? of : (uint32_t)wanted, .of = of, .unit = all ? 1 : unit};
    struct moments *before;
    if (!MEM_ARRAYS(MEM_ARRAY(out->ctas, all ? 0 : out->n), MEM_ARRAY(out->before, out->n + 1),
                    MEM_ARRAY(before, of + 1))) {
        cta_sample_free(out);
        return status_no_memory(st, "part of the frame");
    }
    weigh(temperature, width, of, before);
    uint32_t start = all ? 0 : best_start(out, before, seed);
    for (uint32_t i = 0; !all && i < out->n; i++)
        out->ctas[i] = place(out, i / unit, start) + i % unit;
    if (all) {
        mem_free(out->ctas);
        out->ctas = NULL;
    }
    note_weights(out, before);
    mem_free(before);
    return ST_OK;
}

enum st_code cta_sample_look_before(struct cta_sample_before *out, const struct cta_sample *p,
                                    uint32_t most, struct status *st)
{
    uint32_t units = p->n / p->unit, n = 0, behind = 0;
    *out = (struct cta_sample_before){.units = units};
    if (!MEM_ARRAYS(MEM_ARRAY(out->ctas, (size_t)units * most), MEM_ARRAY(out->first, units + 1))) {
        cta_sample_before_free(out);
        return status_no_memory(st, "part of the frame");
    }
    for (uint32_t w = 0; w < units; w++) {
        uint32_t begin = p->ctas[w * p->unit];
        uint32_t from = begin - behind > most ? begin - most : behind;
        for (out->first[w] = n; from < begin; from++)
            out->ctas[n++] = from;
        behind = begin + p->unit;
    }
    out->first[units] = n;
    return ST_OK;
}

void cta_sample_before_free(struct cta_sample_before *b)
{
    MEM_FREE(b->ctas, b->first);
    memset(b, 0, sizeof *b);
}

uint64_t cta_sample_pixels(const struct cta_sample *p, uint32_t width, uint32_t height)
{
    uint64_t pixels = 0;
    if (!p->ctas)
        return (uint64_t)width * height;
    for (uint32_t i = 0; i < p->n; i++)
        pixels += width_of(p->ctas[i], width);
    return pixels;
}

void cta_sample_free(struct cta_sample *p)
{
    MEM_FREE(p->ctas, p->before);
    memset(p, 0, sizeof *p);
}
