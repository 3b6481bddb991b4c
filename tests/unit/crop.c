/* Figures: the plot is found to the pixel, whatever the gradient, and what is no figure stays. */
#include "tests/rig/rig.h"

#include "heatmap/crop.h"

#include <math.h>
#include <string.h>

enum { WIDTH = 240, HEIGHT = 180, LEFT = 31, TOP = 21, WIDE = 149, TALL = 131, BAR = 198 };

static void fill(struct image *p, struct crop c, uint8_t grey)
{
    for (uint32_t y = c.y; y < c.y + c.height; y++)
        for (uint32_t x = c.x; x < c.x + c.width; x++)
            memset(image_at(p, x, y), grey, 4);
}

/* Cold at its edges, as a frame with sky around is, with a hot spot. */
static void plot(struct image *p, struct crop c, enum gradient g)
{
    for (uint32_t y = 0; y < c.height; y++)
        for (uint32_t x = 0; x < c.width; x++) {
            const double u = x - 0.6 * c.width, v = y - 0.4 * c.height;
            gradient_color(g, exp(-(u * u + v * v) / 900), image_at(p, c.x + x, c.y + y));
        }
}

static void box(struct image *p, struct crop inside, uint8_t grey)
{
    fill(p, (struct crop){inside.x - 1, inside.y - 1, inside.width + 2, inside.height + 2}, grey);
}

/* White, a plot with axes of one grey line, ticks and letters, and a colour bar beside it. */
static void draw(struct image *p, enum gradient g, int axis)
{
    const struct crop inside = {LEFT, TOP, WIDE, TALL}, bar = {BAR, TOP, 9, TALL};
    assert_ok(image_create(p, WIDTH, HEIGHT, &st));
    fill(p, (struct crop){0, 0, WIDTH, HEIGHT}, 255);
    for (uint32_t i = 0; axis >= 0 && i < 5; i++) {
        fill(p, (struct crop){LEFT - 5, TOP + 5 + 30 * i, 5, 1}, 40);
        fill(p, (struct crop){LEFT + 9 + 31 * i, TOP + TALL, 1, 5}, 40);
        fill(p, (struct crop){LEFT - 16, TOP + 2 + 30 * i, 6, 7}, 60);
        fill(p, (struct crop){BAR + 9, TOP + 5 + 30 * i, 4, 1}, 40);
    }
    if (axis >= 0) {
        box(p, inside, (uint8_t)axis);
        box(p, bar, (uint8_t)axis);
    }
    plot(p, inside, g);
    for (uint32_t y = 0; y < TALL; y++)
        for (uint32_t x = 0; x < bar.width; x++)
            gradient_color(g, 1 - y / (TALL - 1.0), image_at(p, bar.x + x, bar.y + y));
}

static enum crop_kind find(const struct image *p, enum gradient g, struct crop *out)
{
    enum crop_kind kind;
    double white;
    assert_ok(crop_find(out, &kind, &white, p, g, &st));
    return kind;
}

TEST(the_plot_of_a_figure_is_found)
{
    static const int axes[] = {0, 38, 110};
    for (int g = 0; g < GRADIENT_KINDS; g++)
        for (size_t i = 0; i < sizeof axes / sizeof *axes; i++) {
            struct image p ENDED_BY(image_free);
            struct crop c;
            draw(&p, (enum gradient)g, axes[i]);
            if (find(&p, (enum gradient)g, &c) != CROP_FIGURE || c.x != LEFT || c.y != TOP ||
                c.width != WIDE || c.height != TALL)
                fail_msg("%s, axes of %d: %u,%u,%u,%u", gradient_names[g], axes[i], c.x, c.y,
                         c.width, c.height);
        }
}

TEST(a_margin_without_axes_is_left_out)
{
    struct image p ENDED_BY(image_free);
    struct crop c;
    draw(&p, GRADIENT_VIRIDIS, -1);
    assert_int_equal(find(&p, GRADIENT_VIRIDIS, &c), CROP_FIGURE);
    assert_true(c.x == LEFT && c.y == TOP && c.width == WIDE && c.height == TALL);
}

TEST(heatmaps_without_margins_stay_whole)
{
    for (int g = 0; g < GRADIENT_KINDS; g++) {
        struct image p ENDED_BY(image_free);
        struct crop c;
        assert_ok(image_create(&p, WIDTH, HEIGHT, &st));
        plot(&p, (struct crop){0, 0, WIDTH, HEIGHT}, (enum gradient)g);
        assert_int_equal(find(&p, (enum gradient)g, &c), CROP_NONE);
        assert_true(c.x == 0 && c.y == 0 && c.width == WIDTH && c.height == HEIGHT);
    }
}

/* Two plots, and one that is no rectangle. */
TEST(what_is_not_clear_is_said)
{
    struct image p ENDED_BY(image_free);
    struct crop c;
    draw(&p, GRADIENT_VIRIDIS, 0);
    fill(&p, (struct crop){LEFT + 70, TOP - 1, 8, TALL + 2}, 255);
    assert_int_equal(find(&p, GRADIENT_VIRIDIS, &c), CROP_UNCLEAR);
    image_free(&p);
    draw(&p, GRADIENT_VIRIDIS, 0);
    fill(&p, (struct crop){LEFT - 1, TOP - 1, 60, 50}, 255);
    assert_int_equal(find(&p, GRADIENT_VIRIDIS, &c), CROP_UNCLEAR);
}

TEST(a_part_is_taken_as_it_was_asked_for)
{
    static const char *const bad[] = {
        "",         "1,2,3",     "1,2,3,4,5",        "0,0,0,4",
        "-1,0,2,2", "0,0,241,1", "240,0,1,1",        "1,1,1,180",
        "1, 2,3,4", "a",         "4294967296,0,1,1", "1,1,99999999999999999999,1"};
    struct image p ENDED_BY(image_free);
    struct crop c;
    draw(&p, GRADIENT_VIRIDIS, 0);
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        assert_int_equal(crop_read(&c, bad[i], &p, &st), ST_USAGE);
        assert_non_null(strstr(st.text, "--crop is"));
    }
    uint8_t first[4];
    memcpy(first, image_at(&p, LEFT + 80, TOP + 40), 4);
    assert_ok(crop_read(&c, "111,61,10,20", &p, &st));
    assert_ok(crop_apply(&p, &c, &st));
    assert_true(p.width == 10 && p.height == 20);
    assert_memory_equal(p.rgba, first, 4);
}
