/* The heat gradient: known colours, and the way back. */
#include "tests/rig/rig.h"

#include "common/random.h"
#include "heatmap/gradient.h"

#include <math.h>
#include <stdlib.h>

static struct heat_curve *curve;

static int set_up(void **state)
{
    (void)state;
    curve = malloc(sizeof *curve);
    if (curve)
        heat_curve_init(curve, GRADIENT_HEAT);
    return curve ? 0 : -1;
}

static int tear_down(void **state)
{
    (void)state;
    free(curve);
    return 0;
}

static void assert_color(double t, int r, int g, int b)
{
    uint8_t rgb[3];
    heat_color(t, rgb);
    if (rgb[0] != r || rgb[1] != g || rgb[2] != b)
        fail_msg("t = %g is %d %d %d, not %d %d %d", t, rgb[0], rgb[1], rgb[2], r, g, b);
}

/* Worked out by hand from the formula: at s = 10 t = i the blend is half of controls i - 1 and i;
 * at i + 1/2 its weights are 0.0923, 0.8239 and 0.0923. */
TEST(colors_are_those_of_the_formula)
{
    assert_color(0.0, 0, 2, 91);
    assert_color(0.02, 0, 2, 91);
    assert_color(0.1, 0, 55, 171);
    assert_color(0.2, 0, 165, 236);
    assert_color(0.3, 26, 221, 111);
    assert_color(0.9, 168, 0, 74);
    assert_color(0.98, 145, 0, 65);
    assert_color(1.0, 145, 0, 65);
    assert_color(0.15, 0, 110, 236);
    assert_color(0.45, 238, 245, 0);
    assert_color(-3.0, 0, 2, 91);
    assert_color(7.0, 145, 0, 65);
    assert_color((double)NAN, 0, 2, 91);
}

TEST(the_ten_control_colors_are_found_in_their_intervals)
{
    for (int i = 0; i < HEAT_CONTROLS; i++) {
        double t = heat_curve_temperature(curve, heat_controls[i]);
        double want = i == 0 ? 0.0 : i == HEAT_CONTROLS - 1 ? 1.0 : (i + 0.5) / 10.0;
        if (fabs(t - want) > 0.015)
            fail_msg("control colour %d is at %g, not near %g", i, t, want);
    }
    assert_true(heat_curve_temperature(curve, heat_controls[0]) == 0.0);
    assert_true(heat_curve_temperature(curve, heat_controls[9]) == 1.0);
}

TEST(a_temperature_comes_back_from_its_color)
{
    double worst = 0.0, worst_at_ends = 0.0, sum = 0.0;
    for (int i = 0; i <= 10000; i++) {
        uint8_t rgb[3];
        double t = i / 10000.0;
        heat_color(t, rgb);
        double error = fabs(heat_curve_temperature(curve, rgb) - t);
        double *to = t < 0.05 || t > 0.95 ? &worst_at_ends : &worst;
        *to = fmax(*to, error);
        sum += error;
    }
    if (worst > 1.0 / 255 || worst_at_ends > 0.03 || sum / 10001 > 1.0 / 512)
        fail_msg("worst %g, at the ends %g, mean %g", worst, worst_at_ends, sum / 10001);
}

TEST(a_color_comes_back_from_its_temperature)
{
    for (int i = 0; i <= 10000; i++) {
        uint8_t rgb[3], again[3];
        heat_color(i / 10000.0, rgb);
        heat_color(heat_curve_temperature(curve, rgb), again);
        for (int a = 0; a < 3; a++)
            if (abs(rgb[a] - again[a]) > 1)
                fail_msg("t = %g: channel %d was %d, is %d", i / 10000.0, a, rgb[a], again[a]);
    }
}

static double squared(const uint8_t rgb[3], const double p[3])
{
    double sum = 0.0;
    for (int a = 0; a < 3; a++)
        sum += (rgb[a] - p[a]) * (rgb[a] - p[a]);
    return sum;
}

TEST(any_color_gets_the_nearest_point)
{
    for (uint64_t i = 0; i < 5000; i++) {
        uint64_t bits = random_u64(1, RANDOM_TEST, i);
        uint8_t rgb[3] = {(uint8_t)bits, (uint8_t)(bits >> 8), (uint8_t)(bits >> 16)};
        int best = 0;
        for (int s = 1; s <= HEAT_STEPS; s++)
            if (squared(rgb, curve->point[s]) < squared(rgb, curve->point[best]))
                best = s;
        assert_true(heat_curve_temperature(curve, rgb) == (double)best / HEAT_STEPS);
    }
}

/* The warmths of docs/model.md, "The authors' scripts". */
TEST(coldness_of_the_control_colors_is_their_shifted_hue)
{
    static const double warmth[HEAT_CONTROLS] = {0.197, 0.265, 0.360, 0.565, 0.695,
                                                 0.742, 0.792, 0.844, 0.932, 0.935};
    for (int i = 0; i < HEAT_CONTROLS; i++)
        assert_true(fabs(heat_curve_coldness(curve, heat_controls[i]) - (1 - warmth[i])) < 0.0006);
}

TEST(coldness_is_in_range_and_falls_along_the_gradient)
{
    double last = 1.0;
    for (int i = 0; i <= 1000; i++) {
        uint8_t rgb[3];
        heat_color(i / 1000.0, rgb);
        double c = heat_curve_coldness(curve, rgb);
        assert_true(c >= 0.0 && c <= 1.0);
        if (c > last + 0.004)
            fail_msg("t = %g: coldness rises from %g to %g", i / 1000.0, last, c);
        last = c;
    }
}

TEST(colors_without_hue_take_the_nearest_gradient_colors)
{
    for (int v = 0; v < 256; v += 5) {
        uint8_t grey[3] = {(uint8_t)v, (uint8_t)v, (uint8_t)v}, on_curve[3];
        heat_color(heat_curve_temperature(curve, grey), on_curve);
        assert_true(heat_curve_coldness(curve, grey) == heat_curve_coldness(curve, on_curve));
    }
    static const uint8_t black[3] = {0, 0, 0};
    assert_true(heat_curve_coldness(curve, black) > 0.79);
}

TEST_GROUP(set_up, tear_down)
