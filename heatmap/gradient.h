/* gradient.h -- the heat gradient: temperature to colour and back.
 *
 * Ten control colours from dark blue over cyan, green, yellow and red to dark purple, blended by
 * smoothstep (paper's reference [24]; reference model, section 7.9). The blend keeps one colour
 * below t = 0.02 and one above t = 0.98, and elsewhere moves through about a thousand 8-bit
 * colours, so that a temperature that went through a picture comes back within 1/255, and within
 * 0.03 at the two ends (t below 0.05 and above 0.95). */
#ifndef HEATMAP_GRADIENT_H
#define HEATMAP_GRADIENT_H

#include <stdint.h>

enum {
    HEAT_CONTROLS = 10,
    HEAT_STEPS = 4096, /* the inverse looks at t = 0, 1/4096, ..., 1 */
    HEAT_BOX = 64,     /* steps that share a bounding box */
    HEAT_BOXES = HEAT_STEPS / HEAT_BOX,
};

extern const uint8_t heat_controls[HEAT_CONTROLS][3]; /* cold to hot */

/* t in 0..1 (clamped; NaN counts as 0) to 8-bit RGB. */
void heat_color(double t, uint8_t rgb[3]);

/* The gradient as a polygon in colour space, for many inversions. About 100 KiB, plain data. */
struct heat_curve {
    double point[HEAT_STEPS + 1][3]; /* 0..255, not rounded */
    double low[HEAT_BOXES][3], high[HEAT_BOXES][3];
};
void heat_curve_init(struct heat_curve *c);

/* The temperature whose colour is nearest in RGB, the colder of equals. The first and the last
 * control colour give exactly 0 and 1: what was longest is read back as longest. Colours that are
 * not on the gradient (greys, black, white) get the nearest point's temperature too. */
double heat_curve_temperature(const struct heat_curve *c, const uint8_t rgb[3]);

/* The c of equation (1): how cool a colour is by its hue, 0 hot .. 1 cold; c = (hue + 0.14) mod 1
 * with the hue in turns (reference model, section 7.5, where 1 - c is the warmth). The gradient
 * runs from 0.80 (cold) to 0.06. Where maximum and minimum of red, green and blue are closer than
 * HEAT_LEAST_CHROMA there is no hue to speak of (black, white, greys): the nearest gradient
 * colour's hue is taken, so that black is cold. */
enum { HEAT_LEAST_CHROMA = 32 };
double heat_curve_coldness(const struct heat_curve *c, const uint8_t rgb[3]);

#endif
