/* heatmap.h -- the cost of each pixel, its temperature, and the heatmap picture (paper, III-B). */
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

/* Temperatures of an image plane, row 0 on top: a pixel's cost over the largest cost, 0..1. */
struct heatmap {
    uint32_t width, height;
    float *temperature;
};

/* How a frame is profiled. */
struct profile_options {
    struct traversal_options traversal; /* how its rays walk */
    enum heat_timer timer;
    const atomic_int *stop; /* the profile is aborted where it becomes other than 0; NULL: never */
    bool quiet;
};

/* Profiles every pixel of the launch's frame. TIMER_WORK takes the cost that functional execution
 * counts, which is the same for any number of threads. TIMER_CLOCK runs each pixel alone and
 * measures the processor time of its thread. The most costly pixel gets 1; if all costs are 0, all
 * get 0. `counts` (may be NULL) receives the totals of the frame; with TIMER_CLOCK each pixel is a
 * warp, so warp instructions count once per pixel. On failure, and if aborted, *out is empty. */
enum st_code heatmap_profile(struct heatmap *out, const struct launch *launch,
                             const struct profile_options *how, struct functional_counts *counts,
                             struct status *st);
/* Profiles, as heatmap_profile with TIMER_WORK does, only a sample of the frame's CTAs: costs of
 * other pixels are interpolated, `counts` are estimates for the frame, and `error` is their error.
 */
enum st_code heatmap_profile_sample(struct heatmap *out, const struct launch *launch,
                                    const struct profile_options *how, const struct sample *sample,
                                    struct functional_counts *counts, struct sample_error *error,
                                    struct status *st);
/* Makes a heatmap from the costs of width * height pixels. Fails for 0 pixels or more than
 * IMAGE_MOST_PIXELS. */
enum st_code heatmap_from_costs(struct heatmap *out, uint32_t width, uint32_t height,
                                const uint64_t *cost, struct status *st);
enum st_code heatmap_copy(struct heatmap *out, const struct heatmap *from, struct status *st);
void heatmap_free(struct heatmap *h); /* leaves it empty */

/* Creates *picture, opaque, in the heat gradient (heatmap/gradient.h). */
enum st_code heatmap_paint(const struct heatmap *h, struct image *picture, struct status *st);

/* Reads a PNG, or a PPM (P3, P6, one or two bytes a sample), with unchanged colours. The file's
 * first bytes determine the format, not its name. A PPM's samples are scaled from its maximum to
 * 0..255, rounded; alpha is 255. A file that is not a whole picture fails with ST_FAILED. */
enum st_code heatmap_read_picture(struct image *out, const char *path, struct status *st);
/* Reads a picture from n bytes in memory; `name` is the file name in messages. */
enum st_code heatmap_parse_picture(struct image *out, const void *bytes, size_t n, const char *name,
                                   struct status *st);

/* Computes the temperatures of a heatmap picture by inverting the heat gradient; ignores alpha. */
enum st_code heatmap_from_picture(struct heatmap *out, const struct image *picture,
                                  struct status *st);

/* Repaints a picture that has another gradient with the heat gradient: each pixel keeps its
 * temperature; alpha becomes 255. */
enum st_code heatmap_translate(struct image *picture, enum gradient gradient, struct status *st);

/* How far a picture's colours are from a gradient. */
struct heatmap_fit {
    double far;  /* share of pixels that are more than HEATMAP_FAR from it, which neither noise nor
                    a mix of neighbouring colours explains */
    double mean; /* mean distance of a pixel from it, in steps of 8 bits */
    enum gradient best; /* the gradient from which the mean distance is least */
    double best_mean;
};
enum { HEATMAP_FAR = 48 };
enum st_code heatmap_fit(struct heatmap_fit *out, const struct image *picture,
                         enum gradient gradient, struct status *st);
