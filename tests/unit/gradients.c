/* Heatmaps made with other gradients: the way back from each, through noise, and how a wrong one is
 * found out. */
#include "tests/rig/rig.h"

#include "common/random.h"
#include "heatmap/gradient.h"
#include "heatmap/heatmap.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static struct heat_curve *curve;

static int set_up(void **state)
{
    (void)state;
    curve = malloc(sizeof *curve);
    return curve ? 0 : -1;
}

static int tear_down(void **state)
{
    (void)state;
    free(curve);
    return 0;
}

TEST(known_colors)
{
    static const struct {
        enum gradient gradient;
        double t;
        uint8_t rgb[3];
    } known[] = {
        {GRADIENT_TURBO, 0, {48, 18, 59}},
        {GRADIENT_TURBO, 1, {122, 4, 3}},
        {GRADIENT_VIRIDIS, 0, {68, 1, 84}},
        {GRADIENT_VIRIDIS, 0.5, {33, 144, 140}},
        {GRADIENT_VIRIDIS, 1, {253, 231, 37}},
        {GRADIENT_INFERNO, 0, {0, 0, 4}},
        {GRADIENT_INFERNO, 1, {252, 255, 164}},
        {GRADIENT_JET, 0, {0, 0, 128}},
        {GRADIENT_JET, 0.5, {128, 255, 128}},
        {GRADIENT_JET, 1, {128, 0, 0}},
        {GRADIENT_GREY, 0, {0, 0, 0}},
        {GRADIENT_GREY, 0.2, {51, 51, 51}},
        {GRADIENT_GREY, 1, {255, 255, 255}},
        {GRADIENT_GREY, 7, {255, 255, 255}},
        {GRADIENT_MAGMA, 0, {0, 0, 4}},
        {GRADIENT_MAGMA, 0.5, {182, 54, 122}},
        {GRADIENT_MAGMA, 1, {252, 253, 191}},
        {GRADIENT_PLASMA, 0, {13, 8, 135}},
        {GRADIENT_PLASMA, 0.5, {204, 70, 120}},
        {GRADIENT_PLASMA, 1, {240, 249, 33}},
        {GRADIENT_CIVIDIS, 0, {0, 34, 78}},
        {GRADIENT_CIVIDIS, 1, {254, 232, 56}},
        {GRADIENT_HOT, 0, {11, 0, 0}},
        {GRADIENT_HOT, 0.365079, {255, 0, 0}},
        {GRADIENT_HOT, 0.746032, {255, 255, 0}},
        {GRADIENT_HOT, 1, {255, 255, 255}},
        {GRADIENT_COOLWARM, 0, {59, 76, 192}},
        {GRADIENT_COOLWARM, 0.5, {221, 221, 221}},
        {GRADIENT_COOLWARM, 1, {180, 4, 38}},
        {GRADIENT_GREYS, 0, {255, 255, 255}},
        {GRADIENT_GREYS, 0.5, {150, 150, 150}},
        {GRADIENT_GREYS, 1, {0, 0, 0}},
        {GRADIENT_JET, (double)NAN, {0, 0, 128}},
    };
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        uint8_t rgb[3];
        gradient_color(known[i].gradient, known[i].t, rgb);
        if (memcmp(rgb, known[i].rgb, 3) != 0)
            fail_msg("%s at %g is %d %d %d", gradient_names[known[i].gradient], known[i].t, rgb[0],
                     rgb[1], rgb[2]);
    }
}

/* The largest error that heatmap/gradient.h promises. */
static const double most_error[GRADIENT_KINDS] = {
    [GRADIENT_HEAT] = 0.03,         [GRADIENT_TURBO] = 1.0 / 255,    [GRADIENT_VIRIDIS] = 1.0 / 255,
    [GRADIENT_INFERNO] = 1.0 / 255, [GRADIENT_JET] = 1.0 / 255,      [GRADIENT_GREY] = 1.0 / 255,
    [GRADIENT_MAGMA] = 1.0 / 255,   [GRADIENT_PLASMA] = 1.0 / 255,   [GRADIENT_CIVIDIS] = 1.0 / 255,
    [GRADIENT_HOT] = 1.0 / 255,     [GRADIENT_COOLWARM] = 1.0 / 255, [GRADIENT_GREYS] = 1.1 / 255};

TEST(a_temperature_comes_back_from_every_gradient)
{
    for (int g = 0; g < GRADIENT_KINDS; g++) {
        double worst = 0;
        heat_curve_init(curve, (enum gradient)g);
        for (int i = 0; i <= 5000; i++) {
            uint8_t rgb[3];
            double t = i / 5000.0;
            gradient_color((enum gradient)g, t, rgb);
            worst = fmax(worst, fabs(heat_curve_temperature(curve, rgb) - t));
            assert_true(heat_curve_distance(curve, rgb) < 1);
        }
        print_message("%-8s worst error %.4f\n", gradient_names[g], worst);
        assert_true(worst <= most_error[g]);
        assert_true(heat_curve_temperature(curve, curve->coldest) == 0);
        assert_true(heat_curve_temperature(curve, curve->hottest) == 1);
    }
}

/* Colours of the published tables between the 17 that are kept: entry i of 256 is i / 255. */
TEST(the_published_tables_are_read)
{
    static const struct {
        enum gradient gradient;
        int entry;
        uint8_t rgb[3];
    } published[] = {
        {GRADIENT_TURBO, 8, {57, 42, 115}},      {GRADIENT_TURBO, 57, {53, 171, 248}},
        {GRADIENT_TURBO, 103, {74, 248, 128}},   {GRADIENT_TURBO, 152, {223, 223, 55}},
        {GRADIENT_TURBO, 231, {193, 35, 2}},     {GRADIENT_VIRIDIS, 8, {71, 13, 96}},
        {GRADIENT_VIRIDIS, 57, {62, 74, 137}},   {GRADIENT_VIRIDIS, 103, {41, 121, 142}},
        {GRADIENT_VIRIDIS, 152, {34, 167, 133}}, {GRADIENT_VIRIDIS, 231, {192, 223, 37}},
        {GRADIENT_INFERNO, 8, {4, 3, 18}},       {GRADIENT_INFERNO, 57, {76, 12, 107}},
        {GRADIENT_INFERNO, 103, {149, 38, 103}}, {GRADIENT_INFERNO, 152, {219, 80, 59}},
        {GRADIENT_INFERNO, 231, {245, 217, 73}},
    };
    double worst = 0;
    for (size_t i = 0; i < sizeof published / sizeof *published; i++) {
        heat_curve_init(curve, published[i].gradient);
        double error = heat_curve_temperature(curve, published[i].rgb) - published[i].entry / 255.0;
        worst = fmax(worst, fabs(error));
        assert_true(heat_curve_distance(curve, published[i].rgb) <= 6);
    }
    assert_true(worst <= 0.0055);
}

/* A smooth picture, 96 x 64, and what to do to its bytes. */
enum { WIDTH = 96, HEIGHT = 64 };

static double smooth(uint32_t x, uint32_t y)
{
    return 0.5 + 0.5 * sin(0.08 * x) * cos(0.07 * y);
}

static void paint(struct image *picture, enum gradient g)
{
    assert_ok(image_create(picture, WIDTH, HEIGHT, &st));
    for (uint32_t i = 0; i < WIDTH * HEIGHT; i++)
        gradient_color(g, smooth(i % WIDTH, i / WIDTH), picture->rgba + 4 * (size_t)i);
}

/* Mean error of the temperatures that are read from it, and the largest. */
static double error_of(struct image *picture, enum gradient g, double *worst)
{
    struct heatmap h ENDED_BY(heatmap_free);
    double sum = 0;
    assert_ok(heatmap_translate(picture, g, &st));
    assert_ok(heatmap_from_picture(&h, picture, &st));
    *worst = 0;
    for (uint32_t i = 0; i < WIDTH * HEIGHT; i++) {
        double error = fabs((double)h.temperature[i] - smooth(i % WIDTH, i / WIDTH));
        sum += error / (WIDTH * HEIGHT);
        *worst = fmax(*worst, error);
        assert_int_equal(picture->rgba[4 * i + 3], 255);
    }
    return sum;
}

TEST(pictures_are_translated)
{
    for (int g = 0; g < GRADIENT_KINDS; g++) {
        struct image picture ENDED_BY(image_free);
        double worst;
        paint(&picture, (enum gradient)g);
        double mean = error_of(&picture, (enum gradient)g, &worst);
        if (mean > 0.004 || worst > 0.031)
            fail_msg("%s: mean error %.4f, worst %.4f", gradient_names[g], mean, worst);
    }
}

/* Every channel off by up to 12, as strong JPEG leaves them. */
TEST(noise_is_tolerated)
{
    for (int g = 0; g < GRADIENT_KINDS; g++) {
        struct image picture ENDED_BY(image_free);
        struct heatmap_fit fit;
        double worst;
        paint(&picture, (enum gradient)g);
        for (uint32_t i = 0; i < 4 * WIDTH * HEIGHT; i++) {
            int v = picture.rgba[i] + (int)random_below(1, RANDOM_TEST, i, 25) - 12;
            picture.rgba[i] = (uint8_t)(v < 0 ? 0 : v > 255 ? 255 : v);
        }
        assert_ok(heatmap_fit(&fit, &picture, (enum gradient)g, &st));
        assert_true(fit.far == 0 && fit.mean < 20);
        double mean = error_of(&picture, (enum gradient)g, &worst);
        print_message("%-8s mean error under noise %.4f, worst %.4f\n", gradient_names[g], mean,
                      worst);
        assert_true(mean < 0.02);
    }
}

/* Half a pixel's shift: every pixel is a mix of two neighbours'. */
TEST(antialiasing_is_tolerated)
{
    for (int g = 0; g < GRADIENT_KINDS; g++) {
        struct image picture ENDED_BY(image_free);
        double worst;
        paint(&picture, (enum gradient)g);
        for (uint32_t y = 0; y < HEIGHT; y++)
            for (uint32_t x = 0; x + 1 < WIDTH; x++)
                for (int a = 0; a < 3; a++) {
                    uint8_t *p = image_at(&picture, x, y);
                    p[a] = (uint8_t)((p[a] + p[a + 4] + 1) / 2);
                }
        assert_true(error_of(&picture, (enum gradient)g, &worst) < 0.02);
    }
}

/* Of the same colours the other way round, which no picture tells. */
static bool both_grey(int a, int b)
{
    return (a == GRADIENT_GREY || a == GRADIENT_GREYS) &&
           (b == GRADIENT_GREY || b == GRADIENT_GREYS);
}

TEST(a_wrong_gradient_is_found_out)
{
    for (int made = 0; made < GRADIENT_KINDS; made++)
        for (int read = 0; read < GRADIENT_KINDS; read++) {
            struct image picture ENDED_BY(image_free);
            struct heatmap_fit fit;
            paint(&picture, (enum gradient)made);
            assert_ok(heatmap_fit(&fit, &picture, (enum gradient)read, &st));
            assert_true((int)fit.best == made || both_grey((int)fit.best, made));
            assert_true(fit.best_mean < 1);
            if (read == made || both_grey(read, made))
                assert_true(fit.far == 0 && fit.mean < 1);
            else if (fit.far < 0.05 && fit.mean < 8)
                fail_msg("%s read as %s: %.3f far, %.1f off", gradient_names[made],
                         gradient_names[read], fit.far, fit.mean);
        }
}

TEST_GROUP(set_up, tear_down)
