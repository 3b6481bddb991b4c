/* heatmap.h -- cost of each pixel, its temperature, and the picture of it (paper, III-B). */
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

/* How a frame is profiled. */
struct profile_options {
    struct traversal_options traversal; /* of its rays */
    enum heat_timer timer;
    const atomic_int *stop; /* not 0: the profile is given up; NULL: it is not */
    bool quiet;
};

/* Profiles every pixel of the launch's frame. TIMER_WORK takes the deterministic cost of the
 * functional side, the same for any number of threads; TIMER_CLOCK runs each pixel alone and
 * measures the processor time of its thread. The longest pixel gets 1; where no pixel cost
 * anything, all get 0. `counts` (may be NULL) gets the totals of the whole frame; with TIMER_CLOCK
 * a pixel is a warp of its own, so warp instructions count once per pixel. On failure, and where it
 * was given up, *out is empty. */
enum st_code heatmap_profile(struct heatmap *out, const struct launch *launch,
                             const struct profile_options *how, struct functional_counts *counts,
                             struct status *st);
/* The same of TIMER_WORK from a sample of the frame's CTAs: costs of other pixels are interpolated,
 * `counts` are estimates for the whole frame, and `error` is theirs. */
enum st_code heatmap_profile_sample(struct heatmap *out, const struct launch *launch,
                                    const struct profile_options *how, const struct sample *sample,
                                    struct functional_counts *counts, struct sample_error *error,
                                    struct status *st);
/* From any costs: width * height of them. 0 pixels or more than IMAGE_MOST_PIXELS fail. */
enum st_code heatmap_from_costs(struct heatmap *out, uint32_t width, uint32_t height,
                                const uint64_t *cost, struct status *st);
enum st_code heatmap_copy(struct heatmap *out, const struct heatmap *from, struct status *st);
void heatmap_free(struct heatmap *h); /* leaves it empty */

/* Through the heat gradient (heatmap/gradient.h). `picture` is created, opaque. */
enum st_code heatmap_paint(const struct heatmap *h, struct image *picture, struct status *st);

/* PNG, or PPM (P3, P6, one or two bytes a sample); the picture's colours as they are. The file's
 * first bytes decide, not its name. A PPM's samples are scaled from its maximum to 0..255, rounded;
 * alpha is 255. Every file that is not a whole picture fails with ST_FAILED. */
enum st_code heatmap_read_picture(struct image *out, const char *path, struct status *st);
/* From memory; `name` stands for the file in messages. */
enum st_code heatmap_parse_picture(struct image *out, const void *bytes, size_t n, const char *name,
                                   struct status *st);

/* Temperatures of a heatmap picture, by inverting the gradient; alpha is not looked at. */
enum st_code heatmap_from_picture(struct heatmap *out, const struct image *picture,
                                  struct status *st);

/* Repaints a picture made with another gradient in heat, pixel by pixel, by way of the temperature;
 * alpha becomes 255. */
enum st_code heatmap_translate(struct image *picture, enum gradient gradient, struct status *st);

/* How far the colours of a picture are from a gradient. */
struct heatmap_fit {
    double far;  /* share of pixels that lie more than HEATMAP_FAR from it: neither noise nor a mix
                    of neighbouring colours */
    double mean; /* distance of a pixel, in steps of 8 bits */
    enum gradient best; /* the gradient from which the mean distance is least */
    double best_mean;
};
enum { HEATMAP_FAR = 48 };
enum st_code heatmap_fit(struct heatmap_fit *out, const struct image *picture,
                         enum gradient gradient, struct status *st);
