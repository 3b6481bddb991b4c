/* gradient.h -- converts a colour back to a temperature, and computes its coldness.
 *
 * A gradient (heatmap/gradient_colors.h) is a curve in colour space; a colour's temperature is that
 * of the nearest point of it, so colours beside the curve (antialiasing, JPEG) have one too. A
 * temperature painted in 8-bit colours and read back is off by at most 1/255 (greys, which begins
 * slowly: 1.1/255). The two ends of heat (t below 0.05 and above 0.95) have nearly one colour each:
 * there it is off by at most 0.03. */
#pragma once

#include "heatmap/gradient_colors.h"

#include <stdint.h>

enum {
    HEAT_STEPS = 4096, /* the inverse tests t = 0, 1/4096, ..., 1 */
    HEAT_BOX = 64,     /* steps that share a bounding box */
    HEAT_BOXES = HEAT_STEPS / HEAT_BOX,
};

/* The gradient as a polygon in colour space, for many inversions. About 100 KiB, plain data. */
struct heat_curve {
    double point[HEAT_STEPS + 1][3]; /* 0..255, not rounded */
    double low[HEAT_BOXES][3], high[HEAT_BOXES][3];
    uint8_t coldest[3], hottest[3];
};
void heat_curve_init(struct heat_curve *c, enum gradient gradient);

/* The temperature whose colour is nearest in RGB, the colder of equals. The colours of the two ends
 * give exactly 0 and 1, so the longest pixel is read back as the longest. */
double heat_curve_temperature(const struct heat_curve *c, const uint8_t rgb[3]);
/* Distance of the colour from the nearest point, in RGB steps of 8 bits: 0 to 442. */
double heat_curve_distance(const struct heat_curve *c, const uint8_t rgb[3]);

/* The c of equation (1), for the curve of heat only: the coldness of a colour by its hue, 0 hot ..
 * 1 cold. c = (hue + 0.14) mod 1 with the hue in turns (docs/model.md, "The authors' scripts",
 * where 1 - c is the warmth). The gradient runs from 0.80 (cold) to 0.06. If maximum and minimum of
 * red, green and blue are closer than HEAT_LEAST_CHROMA, a colour has no meaningful hue (black,
 * white, greys): the hue of the nearest colour of the gradient is used, so black is cold. */
enum { HEAT_LEAST_CHROMA = 32 };
double heat_curve_coldness(const struct heat_curve *c, const uint8_t rgb[3]);
