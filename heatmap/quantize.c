/* Quantises a picture. Pixels of one colour always share a centre, so k-means uses each distinct
 * colour once, weighted with its number of pixels: a heatmap of 2^28 pixels has about a thousand
 * colours. Pictures with more than MOST_POINTS colours (photographs) are clustered by the means of
 * 8 x 8 x 8 cells of colour space; each colour is still assigned to its nearest centre. */
#include "heatmap/quantize.h"

#include "common/memory.h"
#include "heatmap/gradient.h"
#include "heatmap/kmeans.h"
#include "heatmap/palette.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_POINTS = 65536, CELLS = 32 * 32 * 32 };

struct work {
    struct palette *palette;
    struct kmeans_point *points;
    uint32_t n_points;
    struct heat_curve *curve;
    uint8_t *of_color; /* the centre of each colour of the palette */
};

struct center {
    uint8_t rgb[3];
    double temperature, coldness;
    uint64_t pixels;
    uint32_t was; /* the centre's index in the k-means model */
};

static void color_point(uint32_t color, double at[3])
{
    at[0] = (double)(color >> 16);
    at[1] = (double)(color >> 8 & 255);
    at[2] = (double)(color & 255);
}

static uint32_t cell_of(uint32_t color)
{
    return (color >> 19 & 31) << 10 | (color >> 11 & 31) << 5 | (color >> 3 & 31);
}

static void points_of_cells(struct work *w)
{
    const struct palette *p = w->palette;
    for (uint32_t i = 0; i < p->n; i++) {
        struct kmeans_point *to = &w->points[cell_of(p->color[i])];
        double at[3];
        color_point(p->color[i], at);
        for (int a = 0; a < 3; a++)
            to->at[a] += at[a] * p->pixels[i];
        to->weight += p->pixels[i];
    }
    for (uint32_t i = 0; i < CELLS; i++) {
        struct kmeans_point point = w->points[i];
        if (point.weight <= 0.0)
            continue;
        for (int a = 0; a < 3; a++)
            point.at[a] /= point.weight;
        w->points[w->n_points++] = point;
    }
}

static enum st_code make_points(struct work *w, struct status *st)
{
    const struct palette *p = w->palette;
    bool cells = p->n > MOST_POINTS;
    if (!MEM_ARRAYS(MEM_ARRAY(w->points, cells ? CELLS : p->n), MEM_ARRAY(w->of_color, p->n),
                    MEM_ARRAY(w->curve, 1)))
        return status_no_memory(st, "quantisation");
    heat_curve_init(w->curve, GRADIENT_HEAT);
    if (cells) {
        points_of_cells(w);
        return ST_OK;
    }
    for (uint32_t i = 0; i < p->n; i++) {
        color_point(p->color[i], w->points[i].at);
        w->points[i].weight = p->pixels[i];
    }
    w->n_points = p->n;
    return ST_OK;
}

/* Orders centres from cold to hot: by the place on the gradient, then by hue, then by index, so
 * that no two are equal. */
static int colder_first(const void *left, const void *right)
{
    const struct center *a = left, *b = right;
    if (a->temperature != b->temperature)
        return a->temperature < b->temperature ? -1 : 1;
    if (a->coldness != b->coldness)
        return a->coldness > b->coldness ? -1 : 1;
    int order = memcmp(a->rgb, b->rgb, sizeof a->rgb);
    return order != 0 ? order : a->was < b->was ? -1 : a->was > b->was;
}

static bool same_color(const struct center *a, const struct center *b)
{
    return memcmp(a->rgb, b->rgb, sizeof a->rgb) == 0;
}

/* Sorts the centres, drops those without a pixel and merges those that round to the same colour. */
static void list_centers(struct quantized *q, struct work *w, const struct kmeans *m)
{
    struct center centers[KMEANS_MOST];
    uint8_t label[KMEANS_MOST] = {0};
    for (uint32_t j = 0; j < m->k; j++) {
        centers[j] = (struct center){.was = j};
        for (int a = 0; a < 3; a++)
            centers[j].rgb[a] = (uint8_t)(m->center[j][a] + 0.5);
        centers[j].temperature = heat_curve_temperature(w->curve, centers[j].rgb);
        centers[j].coldness = heat_curve_coldness(w->curve, centers[j].rgb);
    }
    for (uint32_t i = 0; i < w->palette->n; i++)
        centers[w->of_color[i]].pixels += w->palette->pixels[i];
    qsort(centers, m->k, sizeof *centers, colder_first);
    const struct center *last = NULL;
    for (uint32_t j = 0; j < m->k; j++) {
        const struct center *c = &centers[j];
        if (c->pixels == 0)
            continue;
        if (!last || !same_color(last, c)) {
            memcpy(q->rgb[q->n], c->rgb, sizeof c->rgb);
            q->temperature[q->n] = c->temperature;
            q->coldness[q->n++] = c->coldness;
        }
        label[c->was] = (uint8_t)(q->n - 1);
        q->pixels[q->n - 1] += c->pixels;
        last = c;
    }
    for (uint32_t i = 0; i < w->palette->n; i++)
        w->of_color[i] = label[w->of_color[i]];
}

static enum st_code cluster(struct quantized *q, struct work *w, uint32_t k, uint64_t seed,
                            struct status *st)
{
    const struct palette *p = w->palette;
    struct kmeans model;
    TRY(make_points(w, st));
    TRY(kmeans(&model, w->points, w->n_points, k < w->n_points ? k : w->n_points, seed, st));
#pragma omp parallel for schedule(static)
    for (uint32_t i = 0; i < p->n; i++) {
        double at[3], distance;
        color_point(p->color[i], at);
        w->of_color[i] = (uint8_t)kmeans_nearest(&model, at, &distance);
    }
    list_centers(q, w, &model);
    return ST_OK;
}

static enum st_code label_pixels(struct quantized *q, const struct work *w,
                                 const struct image *picture, struct status *st)
{
    uint64_t n = (uint64_t)picture->width * picture->height;
    TRY(mem_make(&q->label, n, 1, "quantised heatmap", st));
    q->width = picture->width;
    q->height = picture->height;
#pragma omp parallel for schedule(static)
    for (uint64_t i = 0; i < n; i++)
        q->label[i] = w->of_color[palette_index(w->palette, picture->rgba + 4 * i)];
    return ST_OK;
}

enum st_code quantize(struct quantized *out, const struct image *picture, uint32_t k, uint64_t seed,
                      struct status *st)
{
    struct work w = {0};
    *out = (struct quantized){0};
    if (k == 0 || k > QUANTIZE_MOST)
        return status_fail(st, ST_USAGE, "%lu clusters; 1 to %d are possible", (unsigned long)k,
                           (int)QUANTIZE_MOST);
    enum st_code code = palette_create(&w.palette, picture, st);
    if (code == ST_OK)
        code = cluster(out, &w, k, seed, st);
    if (code == ST_OK)
        code = label_pixels(out, &w, picture, st);
    if (code != ST_OK)
        *out = (struct quantized){0};
    palette_free(w.palette);
    MEM_FREE(w.points, w.of_color, w.curve);
    return code;
}

void quantized_free(struct quantized *q)
{
    mem_free(q->label);
    *q = (struct quantized){0};
}

enum st_code quantized_paint(const struct quantized *q, struct image *picture, struct status *st)
{
    TRY(image_create(picture, q->width, q->height, st));
    uint64_t n = (uint64_t)q->width * q->height;
#pragma omp parallel for schedule(static)
    for (uint64_t i = 0; i < n; i++) {
        memcpy(picture->rgba + 4 * i, q->rgb[q->label[i]], 3);
        picture->rgba[4 * i + 3] = 255;
    }
    return ST_OK;
}
