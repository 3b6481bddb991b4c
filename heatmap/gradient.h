/* gradient.h -- converts a colour back to a temperature, and computes its coldness.
 *
 * A gradient (heatmap/gradient_colors.h) is a curve in colour space. A colour has the temperature
 * of the nearest point of the curve, so colours beside the curve (antialiasing, JPEG) have one too.
 * A temperature that is painted in 8-bit colours and read back is off by at most 1/255 (for the
 * gradient greys, which begins slowly, 1.1/255). The two ends of heat (t below 0.05 and above 0.95)
 * have nearly one colour each: there it is off by at most 0.03. */
#pragma once

#include "heatmap/gradient_colors.h"

#include <stdint.h>

enum {
    HEAT_STEPS = 4096, /* the inverse tests t = 0, 1/4096, ..., 1 */
    HEAT_BOX = 64,     /* number of steps that share a bounding box */
    HEAT_BOXES = HEAT_STEPS / HEAT_BOX,
};

/* The curve of a gradient as a polygon in colour space, for many inversions. It is about 100 KiB of
 * plain data. */
struct heat_curve {
    double point[HEAT_STEPS + 1][3]; /* colours of the steps, 0..255, not rounded */
    double low[HEAT_BOXES][3], high[HEAT_BOXES][3];
    uint8_t coldest[3], hottest[3];
};
void heat_curve_init(struct heat_curve *c, enum gradient gradient);

/* Returns the temperature whose colour is nearest in RGB; of equally near ones, the coldest. The
 * colours of the two ends give exactly 0 and 1, so the hottest pixel is read back as such. */
double heat_curve_temperature(const struct heat_curve *c, const uint8_t rgb[3]);
/* Returns the distance of the colour from the nearest point, in RGB steps of 8 bits: 0 to 442. */
double heat_curve_distance(const struct heat_curve *c, const uint8_t rgb[3]);

/* heat_curve_coldness returns c of equation (1), for the curve of heat only: the coldness of a
 * colour by its hue, from 0 (hot) to 1 (cold). c = (hue + 0.14) mod 1 with the hue in turns
 * (docs/model.md, "The authors' scripts", where 1 - c is the warmth). Along the gradient it runs
 * from 0.80 (cold) to 0.06. If maximum and minimum of red, green and blue are closer than
 * HEAT_LEAST_CHROMA, as in black, white and greys, the hue has no meaning: the hue of the nearest
 * colour of the gradient is used instead, so black is cold. */
enum { HEAT_LEAST_CHROMA = 32 };
double heat_curve_coldness(const struct heat_curve *c, const uint8_t rgb[3]);
