/* The inverse of a gradient finds the nearest of 4097 points of its curve. Bounding boxes of 64
 * points each allow skipping most of them, with the same result as testing all. */
#include "heatmap/gradient.h"

#include "heatmap/gradient_colors.h"

#include <math.h>

void heat_curve_init(struct heat_curve *c, enum gradient gradient)
{
    gradient_color(gradient, 0.0, c->coldest);
    gradient_color(gradient, 1.0, c->hottest);
    for (int i = 0; i <= HEAT_STEPS; i++)
        gradient_at(gradient, (double)i / HEAT_STEPS, c->point[i]);
    for (int b = 0; b < HEAT_BOXES; b++)
        for (int a = 0; a < 3; a++) {
            double low = 255.0, high = 0.0;
            for (int i = b * HEAT_BOX; i <= (b + 1) * HEAT_BOX; i++) {
                low = fmin(low, c->point[i][a]);
                high = fmax(high, c->point[i][a]);
            }
            c->low[b][a] = low;
            c->high[b][a] = high;
        }
}

static double squared_to_point(const double p[3], const double q[3])
{
    double r = p[0] - q[0], g = p[1] - q[1], b = p[2] - q[2];
    return r * r + g * g + b * b;
}

static double squared_to_box(const double p[3], const double low[3], const double high[3])
{
    double sum = 0.0;
    for (int i = 0; i < 3; i++) {
        double d = fmax(fmax(low[i] - p[i], p[i] - high[i]), 0.0);
        sum += d * d;
    }
    return sum;
}

static int same(const uint8_t a[3], const uint8_t b[3])
{
    return a[0] == b[0] && a[1] == b[1] && a[2] == b[2];
}

static double nearest_point(const struct heat_curve *c, const uint8_t rgb[3], double *squared)
{
    *squared = 0.0;
    if (same(rgb, c->coldest))
        return 0.0;
    if (same(rgb, c->hottest))
        return 1.0;
    const double p[3] = {rgb[0], rgb[1], rgb[2]};
    double bound[HEAT_BOXES], best = HUGE_VAL;
    int first = 0, nearest = 0;
    for (int b = 0; b < HEAT_BOXES; b++) {
        bound[b] = squared_to_box(p, c->low[b], c->high[b]);
        if (bound[b] < bound[first])
            first = b;
    }
    /* Visits the nearest box first; then, in order, those that may contain a point as near. Among
     * points equally near the smallest index is taken, whatever the order of visits. */
    for (int visit = -1; visit < HEAT_BOXES; visit++) {
        int b = visit < 0 ? first : visit;
        if (visit == first || bound[b] > best)
            continue;
        for (int i = b * HEAT_BOX; i <= (b + 1) * HEAT_BOX; i++) {
            double d = squared_to_point(p, c->point[i]);
            if (d < best || (d <= best && i < nearest)) {
                best = d;
                nearest = i;
            }
        }
    }
    *squared = best;
    return (double)nearest / HEAT_STEPS;
}

double heat_curve_temperature(const struct heat_curve *c, const uint8_t rgb[3])
{
    double squared;
    return nearest_point(c, rgb, &squared);
}

double heat_curve_distance(const struct heat_curve *c, const uint8_t rgb[3])
{
    double squared = 0.0;
    nearest_point(c, rgb, &squared);
    return sqrt(squared);
}

/* The hue as a fraction of the colour circle, in [0, 1); chroma must be above 0. */
static double hue(const uint8_t rgb[3], int max, int chroma)
{
    double h;
    if (rgb[0] == max)
        h = (double)(rgb[1] - rgb[2]) / chroma;
    else if (rgb[1] == max)
        h = (double)(rgb[2] - rgb[0]) / chroma + 2.0;
    else
        h = (double)(rgb[0] - rgb[1]) / chroma + 4.0;
    h /= 6.0;
    return h < 0.0 ? h + 1.0 : h;
}

double heat_curve_coldness(const struct heat_curve *c, const uint8_t rgb[3])
{
    uint8_t on_curve[3];
    for (int pass = 0;; pass++) {
        int max = rgb[0], min = rgb[0];
        for (int i = 1; i < 3; i++) {
            max = rgb[i] > max ? rgb[i] : max;
            min = rgb[i] < min ? rgb[i] : min;
        }
        if (pass > 0 || max - min >= HEAT_LEAST_CHROMA) {
            double shifted = hue(rgb, max, max - min) + 0.14;
            return shifted >= 1.0 ? shifted - 1.0 : shifted;
        }
        heat_color(heat_curve_temperature(c, rgb), on_curve);
        rgb = on_curve;
    }
}
