#include "scenes/bvh/micromap_bake.h"

#include "common/memory.h"

#include <math.h>
#include <stdbool.h>
#include <string.h>

enum {
    STATES_A_BYTE = 4,
    PASSES = 128,       /* least alpha that passes the test; any_hit() in hit.h */
    MOST_ROWS = 1 << 16 /* most rows of a repeated texture that one query examines */
};

/* The largest texture coordinate that can be baked. Larger ones have too few bits for the fraction
 * that selects a texel. */
#define MOST_COORDINATE 0x1p16f
/* The largest rounding error of the shader's sums, products and wrapping, relative to the largest
 * coordinate (or 1 if that is less): about ten roundings of 2^-24 each. */
#define ROUNDING 0x1p-20
/* The largest distance by which a hit beside the triangle is moved to be inside: two margins in u
 * and in v. */
#define MOVED (4 * (double)MICROMAP_MARGIN)

struct baker {
    const struct micromap_mask *mask;
    double at[2];       /* position of vertex 0, in texels */
    double along[2][2]; /* vectors from vertex 0 to vertex 1 and to vertex 2 */
    double margin[2];   /* in texels, on each axis */
    double part;        /* length of a step, as a part of an edge of the triangle */
    uint8_t *out;
    uint32_t seen; /* a bit per state, which is set if a microtriangle has it */
};

enum st_code micromap_mask_create(struct micromap_mask *out, const struct image *texture,
                                  struct status *st)
{
    *out = (struct micromap_mask){.width = texture->width, .height = texture->height};
    const size_t row = (size_t)texture->width + 1;
    TRY(mem_make(&out->passed, row * texture->height, sizeof *out->passed, "opacity micromaps",
                 st));
    for (uint32_t y = 0; y < texture->height; y++)
        for (uint32_t x = 0; x < texture->width; x++)
            out->passed[y * row + x + 1] =
                out->passed[y * row + x] + (image_at(texture, x, y)[3] >= PASSES);
    return ST_OK;
}

void micromap_mask_release(struct micromap_mask *mask)
{
    mem_free(mask->passed);
    mask->passed = NULL;
}

static uint32_t wrapped(int64_t x, uint32_t n)
{
    int64_t rest = x % n;
    return (uint32_t)(rest < 0 ? rest + n : rest);
}

/* Returns how many texels from column `first` to `last` of a row pass the test; the range may wrap
 * around the texture. */
static uint64_t count(const struct micromap_mask *m, int64_t row, int64_t first, int64_t last)
{
    const uint32_t *passed = m->passed + (size_t)wrapped(row, m->height) * ((size_t)m->width + 1);
    uint64_t rounds = (uint64_t)(last - first + 1) / m->width;
    uint64_t from = wrapped(first, m->width);
    uint64_t to = from + (uint64_t)(last - first + 1) % m->width;
    uint64_t some = to <= m->width ? passed[to] - passed[from]
                                   : passed[m->width] - passed[from] + passed[to - m->width];
    return rounds * passed[m->width] + some;
}

/* Widens `range` by the columns that an edge covers between two heights. */
static void widen(const double a[2], const double b[2], double low, double high, double range[2])
{
    const double *ends[2] = {a, b};
    for (int i = 0; i < 2; i++) {
        const double *p = ends[i], *q = ends[1 - i];
        double y = fmin(fmax(p[1], low), high);
        if (y != p[1] && (q[1] - y) * (p[1] - y) > 0)
            continue; /* the edge does not reach that height */
        double x = y == p[1] ? p[0] : p[0] + (q[0] - p[0]) * ((y - p[1]) / (q[1] - p[1]));
        range[0] = fmin(range[0], x);
        range[1] = fmax(range[1], x);
    }
}

/* Returns the state of the area that a triangle and a margin around it cover; corners in texels. */
static enum micromap_state state_of(const struct baker *b, const double corner[3][2])
{
    double low = fmin(fmin(corner[0][1], corner[1][1]), corner[2][1]) - b->margin[1];
    double high = fmax(fmax(corner[0][1], corner[1][1]), corner[2][1]) + b->margin[1];
    uint64_t passed = 0, all = 0;
    if (high - low > MOST_ROWS)
        return MICROMAP_UNKNOWN;
    for (int64_t row = (int64_t)floor(low); row <= (int64_t)floor(high); row++) {
        double range[2] = {INFINITY, -INFINITY}, top = (double)row - b->margin[1];
        double bottom = (double)row + 1 + b->margin[1];
        for (int i = 0; i < 3; i++)
            widen(corner[i], corner[(i + 1) % 3], top, bottom, range);
        if (range[0] > range[1])
            continue;
        int64_t first = (int64_t)floor(range[0] - b->margin[0]);
        int64_t last = (int64_t)floor(range[1] + b->margin[0]);
        passed += count(b->mask, row, first, last);
        all += (uint64_t)(last - first + 1);
        if (passed != 0 && passed != all)
            return MICROMAP_UNKNOWN;
    }
    return passed ? MICROMAP_OPAQUE : MICROMAP_TRANSPARENT;
}

static void fill(struct baker *b, uint32_t index, uint32_t n, enum micromap_state state)
{
    unsigned bits = (unsigned)state;
    b->seen |= 1u << bits;
    if (n >= STATES_A_BYTE)
        memset(b->out + index / STATES_A_BYTE, (int)(bits * 0x55), n / STATES_A_BYTE);
    else
        b->out[index / STATES_A_BYTE] |= (uint8_t)(bits << 2 * (index % STATES_A_BYTE));
}

/* Bakes a triangle of 4^level microtriangles, of which the first has number `index`. If all texels
 * that the triangle can use have one state, all its microtriangles have that state. */
static void bake(struct baker *b, const struct microtriangle *t, uint32_t level, uint32_t index)
{
    double corner[3][2];
    for (int i = 0; i < 3; i++)
        for (int k = 0; k < 2; k++)
            corner[i][k] = b->at[k] + (t->corner[i].u * b->part) * b->along[0][k] +
                           (t->corner[i].v * b->part) * b->along[1][k];
    enum micromap_state state = state_of(b, (const double(*)[2])corner);
    if (state != MICROMAP_UNKNOWN || level == 0) {
        fill(b, index, UINT32_C(1) << 2 * level, state);
        return;
    }
    for (unsigned n = 0; n < 4; n++) {
        struct microtriangle part = microtriangle_part(t, n);
        bake(b, &part, level - 1, index + (n << 2 * (level - 1)));
    }
}

int micromap_bake(const struct micromap_mask *mask, const float coordinates[3][2], uint32_t level,
                  uint8_t *out)
{
    const double texels[2] = {mask->width, mask->height};
    const uint32_t parts = UINT32_C(1) << level;
    struct baker b = {.mask = mask, .part = 1.0 / parts, .out = out};
    memset(out, 0, micromap_bytes(level));
    for (int k = 0; k < 2; k++) {
        double most = 1;
        for (int i = 0; i < 3; i++) {
            if (!(fabsf(coordinates[i][k]) <= MOST_COORDINATE)) {
                memset(out, 0xff, micromap_bytes(level));
                return MICROMAP_UNKNOWN;
            }
            most = fmax(most, fabs((double)coordinates[i][k]));
        }
        double first = (double)coordinates[0][k];
        b.at[k] = first * texels[k];
        for (int i = 0; i < 2; i++)
            b.along[i][k] = ((double)coordinates[i + 1][k] - first) * texels[k];
        b.margin[k] =
            most * ROUNDING * texels[k] + MOVED * (fabs(b.along[0][k]) + fabs(b.along[1][k]));
    }
    const struct microtriangle whole = {{{0, 0}, {parts, 0}, {0, parts}}};
    bake(&b, &whole, level, 0);
    return b.seen & (b.seen - 1) ? -1 : __builtin_ctz(b.seen);
}
