/* Finds the heatmap in a figure. White pixels that are connected to the picture's border are
 * margin. The plot is the largest rectangle without margin: ticks and letters are smaller, a colour
 * bar is narrower. */
#include "heatmap/crop.h"

#include "common/memory.h"
#include "heatmap/gradient.h"
#include "heatmap/heatmap.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    WHITE = 250,     /* a pixel is white if every channel is at least this */
    MOST_LINES = 3,  /* pixels that an axis is wide at most */
    LINE_STEPS = 40, /* within an axis, a channel differs by at most this between pixels, ... */
    GREY_STEPS = 12, /* ... and a pixel's channels differ by at most this from each other */
    MOST_SWEEPS = 64,
};

/* A line of pixels is margin if `mostly` of it is white. The plot has a margin around it if
 * `around` of the line next to each side is margin. A second rectangle with `second` of the plot's
 * area is a second plot. A plot has at least `least` of the picture's area. */
static const double mostly = 0.95, around = 0.8, second = 0.5, least = 0.05;

struct finder {
    const struct image *picture;
    uint8_t *margin; /* for each pixel, whether it is margin */
    uint32_t *tall;  /* for each column, pixels from the current row upwards that are no margin */
    uint32_t *open;  /* columns where a rectangle begins, sorted by rising height */
    struct heat_curve *curve;
};

static bool is_white(const uint8_t *p)
{
    return p[0] >= WHITE && p[1] >= WHITE && p[2] >= WHITE;
}

/* Returns pixel i of the line that lies `in` pixels inside a side of the rectangle. Sides are top,
 * bottom, left, right. */
static const uint8_t *line_pixel(const struct finder *f, const struct crop *c, int side,
                                 uint32_t in, uint32_t i)
{
    switch (side) {
    case 0:
        return image_at(f->picture, c->x + i, c->y + in);
    case 1:
        return image_at(f->picture, c->x + i, c->y + c->height - 1 - in);
    case 2:
        return image_at(f->picture, c->x + in, c->y + i);
    default:
        return image_at(f->picture, c->x + c->width - 1 - in, c->y + i);
    }
}

static uint32_t line_length(const struct crop *c, int side)
{
    return side < 2 ? c->width : c->height;
}

static double white_of_line(const struct finder *f, const struct crop *c, int side)
{
    const uint32_t n = line_length(c, side);
    uint64_t white = 0;
    for (uint32_t i = 0; i < n; i++)
        white += is_white(line_pixel(f, c, side, 0, i));
    return (double)white / n;
}

/* ---- the margin ---- */

static bool touches_margin(const struct finder *f, uint32_t x, uint32_t y)
{
    const uint32_t w = f->picture->width, h = f->picture->height;
    const uint8_t *m = f->margin + (uint64_t)y * w + x;
    return x == 0 || y == 0 || x == w - 1 || y == h - 1 || m[-1] || m[1] || *(m - w) || m[w];
}

static bool take_pixel(struct finder *f, uint32_t x, uint32_t y)
{
    uint8_t *m = f->margin + (uint64_t)y * f->picture->width + x;
    if (*m || !is_white(image_at(f->picture, x, y)) || !touches_margin(f, x, y))
        return false;
    *m = 1;
    return true;
}

/* Marks the margin: sweeps over the picture forwards and backwards until nothing changes. */
static void find_margin(struct finder *f)
{
    const uint32_t w = f->picture->width, h = f->picture->height;
    bool more = true;
    for (int sweep = 0; more && sweep < MOST_SWEEPS; sweep++) {
        more = false;
        for (uint32_t y = 0; y < h; y++)
            for (uint32_t x = 0; x < w; x++)
                more |= take_pixel(f, x, y);
        for (uint32_t y = h; y-- > 0;)
            for (uint32_t x = w; x-- > 0;)
                more |= take_pixel(f, x, y);
    }
}

/* ---- the rectangle ---- */

static uint64_t area(const struct crop *c)
{
    return (uint64_t)c->width * c->height;
}

static bool lies_in(const struct crop *c, uint32_t x, uint32_t y)
{
    return x >= c->x && x - c->x < c->width && y >= c->y && y - c->y < c->height;
}

/* Returns the largest rectangle without margin that does not meet `but`. */
static struct crop largest(struct finder *f, const struct crop *but)
{
    const uint32_t w = f->picture->width, h = f->picture->height;
    struct crop best = {0};
    memset(f->tall, 0, w * sizeof *f->tall);
    for (uint32_t y = 0; y < h; y++) {
        uint32_t n = 0;
        for (uint32_t x = 0; x < w; x++)
            f->tall[x] = f->margin[(uint64_t)y * w + x] || lies_in(but, x, y) ? 0 : f->tall[x] + 1;
        for (uint32_t x = 0; x <= w; x++) {
            while (n > 0 && (x == w || f->tall[f->open[n - 1]] >= f->tall[x])) {
                const uint32_t tall = f->tall[f->open[--n]], from = n ? f->open[n - 1] + 1 : 0;
                const struct crop c = {from, y + 1 - tall, x - from, tall};
                if (area(&c) > area(&best))
                    best = c;
            }
            f->open[n++] = x;
        }
    }
    return best;
}

/* ---- its axes ---- */

/* Whether the outermost row or column of a side has one grey, as axes have. Only the outermost one
 * (`first`) may be a colour of the gradient: an axis may be black, and so may be the end of the
 * gradient. */
static bool is_axis(const struct finder *f, const struct crop *c, int side, bool first)
{
    const uint32_t n = line_length(c, side);
    const uint8_t *p = line_pixel(f, c, side, 0, n / 2);
    if (!first && heat_curve_distance(f->curve, p) < GREY_STEPS)
        return false;
    for (uint32_t i = 0; i < n; i++) {
        const uint8_t *q = line_pixel(f, c, side, 0, i);
        for (int a = 0; a < 3; a++)
            if (abs(q[a] - p[a]) > LINE_STEPS || abs(q[a] - q[(a + 1) % 3]) > GREY_STEPS)
                return false;
    }
    return true;
}

static void drop_line(struct crop *c, int side)
{
    c->y += side == 0;
    c->x += side == 2;
    c->height -= side < 2;
    c->width -= side >= 2;
}

/* Removes axes from the rectangle and returns the number of sides that had one. It does not find an
 * axis that is blended with its neighbours. */
static int drop_axes(const struct finder *f, struct crop *c)
{
    int sides = 0;
    for (int side = 0; side < 4; side++) {
        int lines = 0;
        while (lines < MOST_LINES && c->width > 2 && c->height > 2 &&
               is_axis(f, c, side, lines == 0)) {
            drop_line(c, side);
            lines++;
        }
        sides += lines > 0;
    }
    return sides;
}

/* Whether there is white, or the end of the picture, two pixels outside of the side. */
static bool ends_there(const struct finder *f, const struct crop *c, int side)
{
    enum { AWAY = 2 };
    struct crop out = *c;
    const uint32_t room = side == 0   ? c->y
                          : side == 1 ? f->picture->height - c->y - c->height
                          : side == 2 ? c->x
                                      : f->picture->width - c->x - c->width;
    if (room < AWAY)
        return true;
    out.y -= side == 0 ? AWAY : 0;
    out.x -= side == 2 ? AWAY : 0;
    out.height += side < 2 ? AWAY : 0;
    out.width += side >= 2 ? AWAY : 0;
    return white_of_line(f, &out, side) >= around;
}

/* ---- the whole figure ---- */

static double white_share(const struct image *picture)
{
    const uint64_t n = (uint64_t)picture->width * picture->height;
    uint64_t white = 0;
    for (uint64_t i = 0; i < n; i++)
        white += is_white(picture->rgba + 4 * i);
    return (double)white / (double)n;
}

static void find(struct finder *f, struct crop *out, enum crop_kind *kind)
{
    static const uint8_t white[3] = {255, 255, 255};
    const struct crop none = {0};
    const uint64_t pixels = (uint64_t)f->picture->width * f->picture->height;
    find_margin(f);
    const struct crop plot = largest(f, &none), next = largest(f, &plot);
    *out = plot;
    bool clear = (double)area(&plot) > least * (double)pixels &&
                 (double)area(&next) < second * (double)area(&plot);
    for (int side = 0; clear && side < 4; side++)
        clear = ends_there(f, &plot, side);
    const bool framed = area(&plot) > 0 && drop_axes(f, out) >= 2;
    const bool has_white = heat_curve_distance(f->curve, white) < HEATMAP_FAR;
    *kind = clear && (framed || !has_white) ? CROP_FIGURE : CROP_UNCLEAR;
    if (clear || !has_white)
        return;
    *kind = CROP_NONE;
    *out = (struct crop){0, 0, f->picture->width, f->picture->height};
}

enum st_code crop_find(struct crop *out, enum crop_kind *kind, double *white,
                       const struct image *picture, enum gradient gradient, struct status *st)
{
    struct finder f = {.picture = picture};
    *out = (struct crop){0, 0, picture->width, picture->height};
    *kind = CROP_NONE;
    *white = white_share(picture);
    bool margin = false;
    for (int side = 0; side < 4; side++)
        margin = margin || white_of_line(&f, out, side) >= mostly;
    if (!margin || *white == 1)
        return ST_OK;
    const uint64_t pixels = (uint64_t)picture->width * picture->height;
    if (!MEM_ARRAYS(MEM_ARRAY(f.margin, pixels), MEM_ARRAY(f.tall, picture->width + (size_t)1),
                    MEM_ARRAY(f.open, picture->width + (size_t)1), MEM_ARRAY(f.curve, 1))) {
        MEM_FREE(f.margin, f.tall, f.open, f.curve);
        return status_no_memory(st, "heatmap");
    }
    heat_curve_init(f.curve, gradient);
    find(&f, out, kind);
    MEM_FREE(f.margin, f.tall, f.open, f.curve);
    return ST_OK;
}

enum st_code crop_read(struct crop *out, const char *text, const struct image *picture,
                       struct status *st)
{
    unsigned long long v[4];
    int end = 0;
    const bool good =
        strspn(text, "0123456789,") == strlen(text) && strlen(text) < 48 &&
        sscanf(text, "%llu,%llu,%llu,%llu%n", &v[0], &v[1], &v[2], &v[3], &end) == 4 && !text[end];
    if (!good)
        return status_fail(
            st, ST_USAGE,
            "--crop is '%s'; it must be X,Y,W,H in whole pixels, such as 58,31,200,150", text);
    if (v[2] == 0 || v[3] == 0 || v[0] >= picture->width || v[2] > picture->width - v[0] ||
        v[1] >= picture->height || v[3] > picture->height - v[1])
        return status_fail(st, ST_USAGE,
                           "--crop is '%s', which is not inside of the picture's %ux%u pixels",
                           text, picture->width, picture->height);
    *out = (struct crop){(uint32_t)v[0], (uint32_t)v[1], (uint32_t)v[2], (uint32_t)v[3]};
    return ST_OK;
}

enum st_code crop_apply(struct image *picture, const struct crop *crop, struct status *st)
{
    struct image part;
    TRY(image_create(&part, crop->width, crop->height, st));
    for (uint32_t y = 0; y < crop->height; y++)
        memcpy(image_at(&part, 0, y), image_at(picture, crop->x, crop->y + y),
               4 * (size_t)crop->width);
    image_free(picture);
    *picture = part;
    return ST_OK;
}
