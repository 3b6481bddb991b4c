/* heatmap.h -- cost of each pixel, its temperature, and the picture of it (paper, III-B). */
#ifndef HEATMAP_HEATMAP_H
#define HEATMAP_HEATMAP_H

#include "common/image.h"
#include "common/status.h"
#include "sim/functional/launch.h"

#include <stdbool.h>
#include <stdint.h>

enum heat_timer { TIMER_WORK, TIMER_CLOCK };

/* Temperatures of an image plane: value over the longest pixel's value, 0..1, row 0 on top. */
struct heatmap {
    uint32_t width, height;
    float *temperature;
};

/* Profiles every pixel. TIMER_WORK is deterministic for any number of threads; TIMER_CLOCK measures.
 * `counts` (may be NULL) gets the totals of the whole frame. */
enum st_code heatmap_profile(struct heatmap *out, const struct launch *launch,
                             enum heat_timer timer, bool quiet, struct functional_counts *counts,
                             struct status *st);
void heatmap_free(struct heatmap *h); /* leaves it empty */

/* Through the heat gradient (reference model, section 7.9). `picture` is created. */
enum st_code heatmap_paint(const struct heatmap *h, struct image *picture, struct status *st);

/* PNG, or PPM (P3, P6); the picture's colours as they are. */
enum st_code heatmap_read_picture(struct image *out, const char *path, struct status *st);

/* Temperatures of a heatmap picture, by inverting the gradient. */
enum st_code heatmap_from_picture(struct heatmap *out, const struct image *picture,
                                  struct status *st);

/* The gradient itself: t in 0..1 to 8-bit RGB, and the nearest t of a colour. */
void heat_color(double t, uint8_t rgb[3]);
double heat_temperature(const uint8_t rgb[3]);

#endif
