/* gradient_colors.h -- gradients: convert temperature to colour.
 *
 * All output uses heat. The others are for pictures made elsewhere. */
#pragma once

#include <stdint.h>

enum gradient {
    /* Ten control colours from dark blue over cyan, green, yellow and red to dark purple, blended
     * by smoothstep (paper's reference [24]; docs/model.md, "The authors' scripts"). The blend
     * keeps one colour below t = 0.02 and one above t = 0.98, and elsewhere moves through about a
     * thousand.
     */
    GRADIENT_HEAT,
    /* Mikhailov, "Turbo, An Improved Rainbow Colormap for Visualization", Google AI Blog, 2019. */
    GRADIENT_TURBO,
    /* Smith and van der Walt, the default of Matplotlib since 2.0; and its sister. */
    GRADIENT_VIRIDIS,
    GRADIENT_INFERNO,
    /* MATLAB's default until 2014: red, green and blue are trapezia, blue to red. */
    GRADIENT_JET,
    GRADIENT_GREY, /* black to white */
    /* More gradients of Matplotlib, by its names: two more of Smith and van der Walt's; Nunez,
     * Anderton and Renslow's for all eyes; black over red and yellow to white; Moreland's blue over
     * grey to red; Brewer's white to black. */
    GRADIENT_MAGMA,
    GRADIENT_PLASMA,
    GRADIENT_CIVIDIS,
    GRADIENT_HOT,
    GRADIENT_COOLWARM,
    GRADIENT_GREYS,
    GRADIENT_KINDS
};
extern const char *const gradient_names[GRADIENT_KINDS + 1]; /* "heat", ..., NULL */

enum { HEAT_CONTROLS = 10 };
extern const uint8_t heat_controls[HEAT_CONTROLS][3]; /* cold to hot */

/* t in 0..1 (clamped; NaN counts as 0) to RGB of 0 to 255, not rounded. */
void gradient_at(enum gradient gradient, double t, double rgb[3]);
/* The same, rounded. */
void gradient_color(enum gradient gradient, double t, uint8_t rgb[3]);
void heat_color(double t, uint8_t rgb[3]); /* of heat */
