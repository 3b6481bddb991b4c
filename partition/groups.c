#include "partition/groups.h"

#include "common/memory.h"

const char *const division_names[] = {"fine", "coarse", NULL};

static uint32_t divide_up(uint64_t a, uint32_t b)
{
    return (uint32_t)((a + b - 1) / b);
}

/* Returns the first pixel of part i of a side that is cut into `parts`: pixel x is in part x *
 * parts / side, rounded down. */
static uint32_t region_begin(uint32_t side, uint32_t parts, uint32_t i)
{
    return divide_up((uint64_t)side * i, parts);
}

static enum st_code check_block(const struct groups *g, const char *what, uint32_t width,
                                uint32_t height, struct status *st)
{
    uint64_t room_x = (uint64_t)divide_up(width, BLOCK_WIDTH) * BLOCK_WIDTH;
    uint64_t room_y = (uint64_t)divide_up(height, BLOCK_HEIGHT) * BLOCK_HEIGHT;
    if (g->block_width <= room_x && g->block_height <= room_y)
        return ST_OK;
    return status_fail(
        st, ST_USAGE,
        "a section block of %lux%lu pixels is larger than the %s of %lux%lu; it must "
        "be at most %lux%lu",
        (unsigned long)g->block_width, (unsigned long)g->block_height, what, (unsigned long)width,
        (unsigned long)height, (unsigned long)room_x, (unsigned long)room_y);
}

static void choose_grid(struct groups *g)
{
    uint32_t less = 1;
    for (uint32_t d = 1; d * d <= g->n; d++)
        if (g->n % d == 0)
            less = d;
    bool wide = g->width > g->height;
    g->columns = wide ? g->n / less : less;
    g->rows = wide ? less : g->n / less;
}

enum st_code groups_init(struct groups *out, uint32_t width, uint32_t height, uint32_t n,
                         enum division division, uint32_t block_width, uint32_t block_height,
                         struct status *st)
{
    if (width == 0 || height == 0)
        return status_fail(st, ST_USAGE,
                           "an image plane of %lux%lu pixels; it must have at least one",
                           (unsigned long)width, (unsigned long)height);
    if (n == 0 || n > GROUPS_MOST)
        return status_fail(st, ST_USAGE, "%lu groups; 1 to %d are possible", (unsigned long)n,
                           (int)GROUPS_MOST);
    if (block_width == 0 || block_height == 0)
        return status_fail(st, ST_USAGE,
                           "a section block of %lux%lu pixels; it must have at least one",
                           (unsigned long)block_width, (unsigned long)block_height);
    struct groups g = {.width = width,
                       .height = height,
                       .n = n,
                       .division = division,
                       .block_width = block_width,
                       .block_height = block_height};
    choose_grid(&g);
    TRY(check_block(&g, "image plane", width, height, st));
    if (division == DIVISION_COARSE)
        TRY(check_block(&g, "coarse groups", divide_up(width, g.columns), divide_up(height, g.rows),
                        st));
    *out = g;
    return ST_OK;
}

/* The rectangle [x0, x1[ x [y0, y1[ that holds a group's pixels. In each of its rows of blocks,
 * every `stride`-th block belongs to the group. */
struct region {
    uint32_t x0, y0, x1, y1;
    uint32_t stride;
};

static struct region region_of(const struct groups *g, uint32_t group)
{
    if (g->division == DIVISION_FINE)
        return (struct region){0, 0, g->width, g->height, g->n};
    uint32_t column = group % g->columns, row = group / g->columns;
    return (struct region){region_begin(g->width, g->columns, column),
                           region_begin(g->height, g->rows, row),
                           region_begin(g->width, g->columns, column + 1),
                           region_begin(g->height, g->rows, row + 1), 1};
}

/* Returns the group's first block in row `ty`. */
static uint32_t first_in_row(const struct groups *g, const struct region *p, uint32_t group,
                             uint32_t ty)
{
    if (p->stride == 1)
        return p->x0 / g->block_width;
    return (group + g->n - ty % g->n) % g->n;
}

static struct block clip(const struct groups *g, const struct region *p, uint32_t tx, uint32_t ty)
{
    uint64_t x = (uint64_t)tx * g->block_width, y = (uint64_t)ty * g->block_height;
    uint64_t x1 = x + g->block_width, y1 = y + g->block_height;
    x = x < p->x0 ? p->x0 : x;
    y = y < p->y0 ? p->y0 : y;
    x1 = x1 > p->x1 ? p->x1 : x1;
    y1 = y1 > p->y1 ? p->y1 : y1;
    return (struct block){(uint32_t)x, (uint32_t)y, (uint32_t)(x1 - x), (uint32_t)(y1 - y)};
}

enum st_code groups_blocks(const struct groups *g, uint32_t group, struct block **out, size_t *n,
                           struct status *st)
{
    struct region p = region_of(g, group);
    bool empty = p.x0 == p.x1 || p.y0 == p.y1;
    uint32_t row_end = empty ? 0 : divide_up(p.y1, g->block_height);
    uint32_t column_end = empty ? 0 : divide_up(p.x1, g->block_width);
    *n = 0;
    *out = NULL;
    size_t count = 0;
    for (uint32_t ty = p.y0 / g->block_height; ty < row_end; ty++) {
        uint32_t first = first_in_row(g, &p, group, ty);
        if (first < column_end)
            count += (column_end - 1 - first) / p.stride + 1;
    }
    TRY(mem_make(out, count, sizeof **out, "section blocks", st));
    for (uint32_t ty = p.y0 / g->block_height; ty < row_end; ty++)
        for (uint32_t tx = first_in_row(g, &p, group, ty); tx < column_end; tx += p.stride)
            (*out)[(*n)++] = clip(g, &p, tx, ty);
    return ST_OK;
}
