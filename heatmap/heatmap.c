#include "heatmap/heatmap.h"

#include "common/memory.h"
#include "heatmap/gradient.h"
#include "heatmap/palette.h"

const char *const heat_timer_names[] = {"work", "clock", NULL};

static enum st_code create(struct heatmap *out, uint32_t width, uint32_t height, struct status *st)
{
    *out = (struct heatmap){0};
    uint64_t pixels = (uint64_t)width * height;
    if (pixels == 0 || pixels > IMAGE_MOST_PIXELS)
        return status_fail(st, ST_FAILED,
                           "a heatmap of %lu x %lu pixels; 1 to 2^28 pixels are possible",
                           (unsigned long)width, (unsigned long)height);
    out->temperature = mem_calloc(pixels, sizeof *out->temperature);
    if (!out->temperature)
        return status_no_memory(st, "heatmap");
    out->width = width;
    out->height = height;
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

/* Each distinct colour is inverted once. */
static void invert(struct heatmap *h, const struct image *picture, const struct palette *palette,
                   const struct heat_curve *curve, float *of_color)
{
#pragma omp parallel for schedule(dynamic, 4096)
    for (uint32_t i = 0; i < palette->n; i++) {
        uint32_t key = palette->color[i];
        const uint8_t rgb[3] = {(uint8_t)(key >> 16), (uint8_t)(key >> 8), (uint8_t)key};
        of_color[i] = (float)heat_curve_temperature(curve, rgb);
    }
    uint64_t n = (uint64_t)h->width * h->height;
#pragma omp parallel for schedule(static)
    for (uint64_t i = 0; i < n; i++)
        h->temperature[i] = of_color[palette_index(palette, picture->rgba + 4 * i)];
}

enum st_code heatmap_from_picture(struct heatmap *out, const struct image *picture,
                                  struct status *st)
{
    struct palette *palette;
    *out = (struct heatmap){0};
    TRY(palette_create(&palette, picture, st));
    struct heat_curve *curve = mem_calloc(1, sizeof *curve);
    float *of_color = mem_calloc(palette->n, sizeof *of_color);
    enum st_code code = ST_OK;
    if (!curve || !of_color)
        code = status_no_memory(st, "heatmap");
    else
        code = create(out, picture->width, picture->height, st);
    if (code == ST_OK) {
        heat_curve_init(curve);
        invert(out, picture, palette, curve, of_color);
    }
    mem_free(of_color);
    mem_free(curve);
    palette_free(palette);
    return code;
}
