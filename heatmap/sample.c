#include "heatmap/sample.h"

#include "common/memory.h"
#include "common/random.h"

#include <math.h>
#include <string.h>

/* ---- the cells ---- */

static uint32_t columns_of(uint32_t width)
{
    return (width - 1) / WARP_LANES + 1;
}

uint32_t sample_frame_ctas(uint32_t width, uint32_t height)
{
    return columns_of(width) * height;
}

/* Returns the beginning of part i of `parts` into which `whole` is cut as evenly as possible. */
static uint32_t cut(uint32_t whole, uint32_t i, uint32_t parts)
{
    return (uint32_t)((uint64_t)whole * i / parts);
}

static uint32_t least(uint32_t a, uint32_t b)
{
    return a < b ? a : b;
}

/* A cell of the grid, in CTAs: columns from x to before end_x, rows from y to before end_y. */
struct cell {
    uint32_t x, end_x, y, end_y;
};

static struct cell cell_of(const struct sample *s, uint32_t i)
{
    uint32_t column = i % s->columns, row = i / s->columns, across = columns_of(s->width);
    return (struct cell){cut(across, column, s->columns), cut(across, column + 1, s->columns),
                         cut(s->height, row, s->rows), cut(s->height, row + 1, s->rows)};
}

uint32_t sample_stratum(const struct sample *s, uint32_t i)
{
    struct cell c = cell_of(s, i);
    return (c.end_x - c.x) * (c.end_y - c.y);
}

/* Chooses a grid of as many cells as possible, at most `most`, that are about square in pixels. */
static void choose_grid(struct sample *s, uint32_t most)
{
    uint32_t across = columns_of(s->width);
    double side = sqrt((double)s->width * s->height / most);
    double columns = fmax(floor((double)s->width / side + 0.5), 1);
    s->columns = columns < least(across, most) ? (uint32_t)columns : least(across, most);
    s->rows = least(s->height, most / s->columns);
    s->columns = least(across, most / s->rows);
    s->n = s->columns * s->rows;
}

enum st_code sample_choose(struct sample *out, uint32_t width, uint32_t height, uint32_t most,
                           uint64_t seed, struct status *st)
{
    *out = (struct sample){.width = width, .height = height};
    choose_grid(out, most);
    TRY(mem_make(&out->ctas, out->n, sizeof *out->ctas, "sample of the frame", st));
    for (uint32_t i = 0; i < out->n; i++) {
        struct cell c = cell_of(out, i);
        uint32_t k = (uint32_t)random_below(seed, RANDOM_PROFILE, i, sample_stratum(out, i));
        uint32_t x = c.x + k % (c.end_x - c.x), y = c.y + k / (c.end_x - c.x);
        out->ctas[i] = y * columns_of(width) + x;
    }
    return ST_OK;
}

void sample_free(struct sample *s)
{
    mem_free(s->ctas);
    memset(s, 0, sizeof *s);
}

/* ---- the pixels ---- */

static uint32_t pixels_of(const struct sample *s, uint32_t cta)
{
    return least(s->width - cta % columns_of(s->width) * WARP_LANES, WARP_LANES);
}

uint64_t sample_pixels(const struct sample *s)
{
    uint64_t pixels = 0;
    for (uint32_t i = 0; i < s->n; i++)
        pixels += pixels_of(s, s->ctas[i]);
    return pixels;
}

/* A chosen CTA's pixels. */
struct place {
    uint32_t x, y, n; /* its first pixel, and its number of pixels */
};

static struct place place_of(const struct sample *s, uint32_t cell)
{
    uint32_t cta = s->ctas[cell], across = columns_of(s->width);
    return (struct place){cta % across * WARP_LANES, cta / across, pixels_of(s, cta)};
}

/* Returns the pixel of the CTA that stands for column x. */
static uint32_t mirrored(const struct place *p, uint32_t x)
{
    if (x >= p->x && x - p->x < p->n)
        return x;
    uint32_t period = 2 * p->n;
    uint32_t away = x > p->x ? (x - p->x) % period : period - 1 - (p->x - x - 1) % period;
    return p->x + (away < p->n ? away : period - 1 - away);
}

/* Fills row y of one column of cells from two chosen CTAs: the nearest at or above the row and the
 * nearest at or below it. */
static void fill(const struct sample *s, uint32_t y, uint32_t column, const struct place two[2],
                 uint64_t *cost)
{
    uint32_t across = columns_of(s->width);
    uint32_t x = cut(across, column, s->columns) * WARP_LANES;
    uint32_t end = least(cut(across, column + 1, s->columns) * WARP_LANES, s->width);
    const uint64_t *above = cost + (uint64_t)two[0].y * s->width;
    const uint64_t *below = cost + (uint64_t)two[1].y * s->width;
    double share = two[1].y > two[0].y ? (double)(y - two[0].y) / (two[1].y - two[0].y) : 0;
    for (; x < end; x++) {
        bool chosen = (y == two[0].y && x - two[0].x < two[0].n) ||
                      (y == two[1].y && x - two[1].x < two[1].n);
        double a = (double)above[mirrored(&two[0], x)], b = (double)below[mirrored(&two[1], x)];
        if (!chosen)
            cost[(uint64_t)y * s->width + x] = (uint64_t)(a + (b - a) * share + 0.5);
    }
}

static uint32_t row_of(const struct sample *s, uint32_t y)
{
    uint32_t row = (uint32_t)((uint64_t)y * s->rows / s->height);
    while (cut(s->height, row + 1, s->rows) <= y)
        row++;
    return row;
}

/* It reads only pixels that were chosen and writes only others, so their order does not matter. */
void sample_interpolate(const struct sample *s, uint64_t *cost)
{
#pragma omp parallel for schedule(static)
    for (uint32_t y = 0; y < s->height; y++) {
        uint32_t row = row_of(s, y);
        for (uint32_t column = 0; column < s->columns; column++) {
            uint32_t i = row * s->columns + column;
            struct place here = place_of(s, i), two[2] = {here, here};
            if (y < here.y && row > 0)
                two[0] = place_of(s, i - s->columns);
            else if (y > here.y && row + 1 < s->rows)
                two[1] = place_of(s, i + s->columns);
            fill(s, y, column, two, cost);
        }
    }
}

/* ---- the counts ---- */

static double square(double x)
{
    return x * x;
}

/* Returns the thread instructions of a CTA minus `ratio` times its warp instructions. */
static double value_of(const struct functional_counts *c, double ratio)
{
    return (double)c->thread_instructions - ratio * (double)c->warp_instructions;
}

/* Returns half the mean squared difference of a cell to its neighbours; 0 for a single cell. */
static double spread(const struct sample *s, const struct functional_counts *of_cta, uint32_t i,
                     double ratio)
{
    uint32_t column = i % s->columns, row = i / s->columns, n = 0;
    double here = value_of(&of_cta[i], ratio), sum = 0;
#define BESIDE(is, at) (is ? (n++, square(here - value_of(&of_cta[at], ratio))) : 0)
    sum += BESIDE(column > 0, i - 1);
    sum += BESIDE(column + 1 < s->columns, i + 1);
    sum += BESIDE(row > 0, i - s->columns);
    sum += BESIDE(row + 1 < s->rows, i + s->columns);
#undef BESIDE
    return n ? sum / (2.0 * n) : 0;
}

/* Returns the variance of the sum over the frame. A cell that has only one CTA adds no error. */
static double variance(const struct sample *s, const struct functional_counts *of_cta, double ratio)
{
    double sum = 0;
    for (uint32_t i = 0; i < s->n; i++) {
        double ctas = sample_stratum(s, i);
        sum += ctas * (ctas - 1) * spread(s, of_cta, i, ratio);
    }
    return sum;
}

static void add_times(struct functional_counts *into, const struct functional_counts *c,
                      uint64_t times)
{
    const struct functional_counts many = {
        .warp_instructions = times * c->warp_instructions,
        .thread_instructions = times * c->thread_instructions,
        .rays = times * c->rays,
        .node_visits = times * c->node_visits,
        .records = times * c->records,
        .max_nodes_per_ray = c->max_nodes_per_ray,
    };
    functional_counts_add(into, &many);
}

void sample_estimate(const struct sample *s, const struct functional_counts *of_cta,
                     struct functional_counts *total, struct sample_error *error)
{
    *total = (struct functional_counts){0};
    *error = (struct sample_error){0};
    for (uint32_t i = 0; i < s->n; i++)
        add_times(total, &of_cta[i], sample_stratum(s, i));
    double threads = (double)total->thread_instructions, warps = (double)total->warp_instructions;
    if (total->thread_instructions == 0)
        return;
    error->thread_instructions = sqrt(variance(s, of_cta, 0)) / threads;
    error->simt_efficiency = sqrt(variance(s, of_cta, threads / warps)) / threads;
}
