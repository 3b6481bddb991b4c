#include "heatmap/heatmap.h"

#include "common/memory.h"
#include "heatmap/gradient.h"
#include "heatmap/palette.h"

#include <string.h>

const char *const heat_timer_names[] = {"work", "clock", NULL};

static enum st_code create(struct heatmap *out, uint32_t width, uint32_t height, struct status *st)
{
    *out = (struct heatmap){0};
    uint64_t pixels = (uint64_t)width * height;
    if (pixels == 0 || pixels > IMAGE_MOST_PIXELS)
        return status_fail(st, ST_FAILED,
                           "a heatmap of %lu x %lu pixels; 1 to 2^28 pixels are possible",
                           (unsigned long)width, (unsigned long)height);
    TRY(mem_make(&out->temperature, pixels, sizeof *out->temperature, "heatmap", st));
    out->width = width;
    out->height = height;
    return ST_OK;
}

enum st_code heatmap_copy(struct heatmap *out, const struct heatmap *from, struct status *st)
{
    TRY(create(out, from->width, from->height, st));
    memcpy(out->temperature, from->temperature,
           (size_t)from->width * from->height * sizeof *out->temperature);
    return ST_OK;
}

void heatmap_free(struct heatmap *h)
{
    mem_free(h->temperature);
    *h = (struct heatmap){0};
}

enum st_code heatmap_from_costs(struct heatmap *out, uint32_t width, uint32_t height,
                                const uint64_t *cost, struct status *st)
{
    TRY(create(out, width, height, st));
    uint64_t n = (uint64_t)width * height, longest = 0;
    for (uint64_t i = 0; i < n; i++)
        longest = cost[i] > longest ? cost[i] : longest;
    for (uint64_t i = 0; longest > 0 && i < n; i++)
        out->temperature[i] = (float)((double)cost[i] / (double)longest);
    return ST_OK;
}

enum st_code heatmap_paint(const struct heatmap *h, struct image *picture, struct status *st)
{
    TRY(image_create(picture, h->width, h->height, st));
#pragma omp parallel for schedule(static)
    for (uint32_t y = 0; y < h->height; y++)
        for (uint32_t x = 0; x < h->width; x++) {
            uint8_t *pixel = image_at(picture, x, y);
            heat_color((double)h->temperature[(uint64_t)y * h->width + x], pixel);
            pixel[3] = 255;
        }
    return ST_OK;
}

/* The distinct colours of a picture and their temperatures; each is inverted once. */
struct colors {
    struct palette *palette;
    struct heat_curve *curve;
    float *temperature;
};

static void colors_free(struct colors *c)
{
    MEM_FREE(c->temperature, c->curve);
    palette_free(c->palette);
}

static void color_bytes(const struct palette *p, uint32_t i, uint8_t rgb[3])
{
    uint32_t key = p->color[i];
    rgb[0] = (uint8_t)(key >> 16);
    rgb[1] = (uint8_t)(key >> 8);
    rgb[2] = (uint8_t)key;
}

static enum st_code colors_open(struct colors *c, const struct image *picture,
                                enum gradient gradient, struct status *st)
{
    *c = (struct colors){0};
    TRY(palette_create(&c->palette, picture, st));
    if (!MEM_ARRAYS(MEM_ARRAY(c->curve, 1), MEM_ARRAY(c->temperature, c->palette->n))) {
        colors_free(c);
        return status_no_memory(st, "heatmap");
    }
    heat_curve_init(c->curve, gradient);
    return ST_OK;
}

static void invert(struct colors *c)
{
#pragma omp parallel for schedule(dynamic, 4096)
    for (uint32_t i = 0; i < c->palette->n; i++) {
        uint8_t rgb[3];
        color_bytes(c->palette, i, rgb);
        c->temperature[i] = (float)heat_curve_temperature(c->curve, rgb);
    }
}

enum st_code heatmap_from_picture(struct heatmap *out, const struct image *picture,
                                  struct status *st)
{
    struct colors c;
    *out = (struct heatmap){0};
    TRY(colors_open(&c, picture, GRADIENT_HEAT, st));
    enum st_code code = create(out, picture->width, picture->height, st);
    if (code == ST_OK) {
        invert(&c);
        uint64_t n = (uint64_t)out->width * out->height;
#pragma omp parallel for schedule(static)
        for (uint64_t i = 0; i < n; i++)
            out->temperature[i] = c.temperature[palette_index(c.palette, picture->rgba + 4 * i)];
    }
    colors_free(&c);
    return code;
}

enum st_code heatmap_translate(struct image *picture, enum gradient gradient, struct status *st)
{
    struct colors c;
    uint64_t n = (uint64_t)picture->width * picture->height;
    TRY(colors_open(&c, picture, gradient, st));
    invert(&c);
#pragma omp parallel for schedule(static)
    for (uint64_t i = 0; i < n; i++) {
        uint8_t *rgba = picture->rgba + 4 * i;
        heat_color((double)c.temperature[palette_index(c.palette, rgba)], rgba);
        rgba[3] = 255;
    }
    colors_free(&c);
    return ST_OK;
}

/* Most colours for which the distance from a gradient is computed; of more, as photographs have, an
 * even sample is used. */
enum { MOST_FITTED = 1 << 15 };

/* Returns the mean distance of the picture's pixels from the curve; *far gets the share of those
 * that are far from it. */
static double distance(const struct palette *p, const struct heat_curve *curve, double *far)
{
    double sum = 0, beyond = 0, pixels = 0;
    for (uint32_t i = 0; i < p->n; i += p->n / MOST_FITTED + 1) {
        uint8_t rgb[3];
        color_bytes(p, i, rgb);
        double d = heat_curve_distance(curve, rgb);
        sum += d * p->pixels[i];
        beyond += d > HEATMAP_FAR ? p->pixels[i] : 0;
        pixels += p->pixels[i];
    }
    *far = beyond / pixels;
    return sum / pixels;
}

enum st_code heatmap_fit(struct heatmap_fit *out, const struct image *picture,
                         enum gradient gradient, struct status *st)
{
    struct colors c;
    double unused;
    TRY(colors_open(&c, picture, gradient, st));
    out->mean = out->best_mean = distance(c.palette, c.curve, &out->far);
    out->best = gradient;
    for (int other = 0; other < GRADIENT_KINDS; other++) {
        heat_curve_init(c.curve, (enum gradient)other);
        double mean = distance(c.palette, c.curve, &unused);
        if (mean < out->best_mean) {
            out->best = (enum gradient)other;
            out->best_mean = mean;
        }
    }
    colors_free(&c);
    return ST_OK;
}
