/* gradient_colors.h -- gradients, which convert a temperature to a colour.
 *
 * All output uses the gradient heat. The others are for pictures that other programs made. */
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
    /* Smith and van der Walt: viridis, the default of Matplotlib since 2.0, and inferno. */
    GRADIENT_VIRIDIS,
    GRADIENT_INFERNO,
    /* MATLAB's default until 2014, from blue to red: red, green and blue are trapezia over t. */
    GRADIENT_JET,
    GRADIENT_GREY, /* from black to white */
    /* Further gradients of Matplotlib, with its names: magma and plasma by Smith and van der Walt;
     * cividis by Nunez, Anderton and Renslow, for all kinds of colour vision; hot, from black over
     * red and yellow to white; coolwarm by Moreland, from blue over grey to red; greys by Brewer,
     * from white to black. */
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
extern const uint8_t heat_controls[HEAT_CONTROLS][3]; /* from cold to hot */

/* Computes the colour, 0 to 255 and not rounded, of the temperature t in 0..1 (clamped; NaN is 0).
 */
void gradient_at(enum gradient gradient, double t, double rgb[3]);
/* Computes the colour as gradient_at does, rounded. */
void gradient_color(enum gradient gradient, double t, uint8_t rgb[3]);
void heat_color(double t, uint8_t rgb[3]); /* gradient_color of the gradient heat */
