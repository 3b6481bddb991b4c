/* heatmap.h -- cost of each pixel, its temperature, and the heatmap picture (paper, III-B). */
#pragma once

#include "common/image.h"
#include "common/status.h"
#include "heatmap/gradient_colors.h"
#include "heatmap/sample.h"
#include "sim/functional/exec/launch.h"

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

enum heat_timer { TIMER_WORK, TIMER_CLOCK };
extern const char *const heat_timer_names[]; /* "work", "clock", NULL */

/* Temperatures of an image plane: value over the longest pixel's value, 0..1, row 0 on top. */
struct heatmap {
    uint32_t width, height;
    float *temperature;
};

/* Options of profiling a frame. */
struct profile_options {
    struct traversal_options traversal; /* of its rays */
    enum heat_timer timer;
    const atomic_int *stop; /* not 0: the profile is aborted; NULL: never */
    bool quiet;
};

/* Profiles every pixel of the launch's frame. TIMER_WORK uses the deterministic cost of the
 * functional side, the same for any number of threads; TIMER_CLOCK runs each pixel alone and
 * measures the processor time of its thread. The longest pixel gets 1; if all costs are 0, all get
 * 0. `counts` (may be NULL) receives the totals of the whole frame; with TIMER_CLOCK each pixel is
 * a warp, so warp instructions count once per pixel. On failure, and if aborted, *out is empty. */
enum st_code heatmap_profile(struct heatmap *out, const struct launch *launch,
                             const struct profile_options *how, struct functional_counts *counts,
                             struct status *st);
/* The same with TIMER_WORK from a sample of the frame's CTAs: costs of other pixels are
 * interpolated, `counts` are estimates for the whole frame, and `error` is their error. */
enum st_code heatmap_profile_sample(struct heatmap *out, const struct launch *launch,
                                    const struct profile_options *how, const struct sample *sample,
                                    struct functional_counts *counts, struct sample_error *error,
                                    struct status *st);
/* Makes a heatmap of any width * height costs. Fails for 0 pixels or more than
 * IMAGE_MOST_PIXELS. */
enum st_code heatmap_from_costs(struct heatmap *out, uint32_t width, uint32_t height,
                                const uint64_t *cost, struct status *st);
enum st_code heatmap_copy(struct heatmap *out, const struct heatmap *from, struct status *st);
void heatmap_free(struct heatmap *h); /* leaves it empty */

/* Paints with the heat gradient (heatmap/gradient.h). `picture` is created, opaque. */
enum st_code heatmap_paint(const struct heatmap *h, struct image *picture, struct status *st);

/* Reads PNG, or PPM (P3, P6, one or two bytes a sample), with unchanged colours. The file's first
 * bytes determine the format, not its name. A PPM's samples are scaled from its maximum to 0..255,
 * rounded; alpha is 255. A file that is not a whole picture fails with ST_FAILED. */
enum st_code heatmap_read_picture(struct image *out, const char *path, struct status *st);
/* From memory; `name` is the file name in messages. */
enum st_code heatmap_parse_picture(struct image *out, const void *bytes, size_t n, const char *name,
                                   struct status *st);

/* Temperatures of a heatmap picture, by inverting the gradient; ignores alpha. */
enum st_code heatmap_from_picture(struct heatmap *out, const struct image *picture,
                                  struct status *st);

/* Repaints a picture made with another gradient in heat, pixel by pixel, through the temperature;
 * alpha becomes 255. */
enum st_code heatmap_translate(struct image *picture, enum gradient gradient, struct status *st);

/* Distance of a picture's colours from a gradient. */
struct heatmap_fit {
    double far;  /* share of pixels that are more than HEATMAP_FAR from it: neither noise nor a mix
                    of neighbouring colours */
    double mean; /* mean distance of a pixel, in steps of 8 bits */
    enum gradient best; /* the gradient with the least mean distance */
    double best_mean;
};
enum { HEATMAP_FAR = 48 };
enum st_code heatmap_fit(struct heatmap_fit *out, const struct image *picture,
                         enum gradient gradient, struct status *st);
