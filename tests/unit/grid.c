/* Lists of values and the points that they span. */
#include "tests/rig/rig.h"

#include "orchestrator/settings/options.h"
#include "orchestrator/study/grid.h"

#include <string.h>

static void add(struct grid *g, const char *name, const char *text)
{
    assert_ok(grid_add(g, name, text, &st));
}

static void check_values(const char *name, const char *text, const char *expected)
{
    struct grid g ENDED_BY(grid_free) = {0};
    char all[512] = "";
    size_t used = 0;
    add(&g, name, text);
    const struct grid_axis *axis = grid_axis(&g, name);
    for (uint32_t i = 0; i < axis->n; i++)
        used +=
            (size_t)snprintf(all + used, sizeof all - used, "%s%s", i ? "|" : "", axis->values[i]);
    assert_string_equal(all, expected);
}

TEST(lists_and_ranges_are_the_values_that_one_would_type)
{
    check_values("percent", "10:90:10", "10|20|30|40|50|60|70|80|90");
    check_values("percent", "auto,0.5:1:0.25,33.0", "auto|0.5|0.75|1|33");
    check_values("factor", "2:6:1,auto", "2|3|4|5|6|auto");
    check_values("seed", "1:5:1", "1|2|3|4|5");
    check_values("block", "32x2,8x8", "32x2|8x8");
    check_values("distribution", "uniform,exptmp", "uniform|exptmp");
    check_values("model", "cycle,gatsim", "cycle|gatsim");
    check_values("target-error", "2:ipc,3", "2:ipc|3:cycles");
    check_values("gpu", "rtx2060:sms=46,l2.slices=32", "rtx2060:sms=46,l2.slices=32");
    check_values("scene", "a,b.obj", "a,b.obj");
}

TEST(what_is_no_value_is_refused_with_what_would_be_right)
{
    static const char *const bad[][3] = {
        {"percent", "10,,20", "empty value"},
        {"percent", "10,101", "at most 100"},
        {"percent", "0:100:10", "above 0"},
        {"percent", "90:10:10", "must not be below"},
        {"percent", "10:90:0", "must be above 0"},
        {"percent", "10,10.0", "'10' twice"},
        {"factor", "1:3:0.5", "whole number"},
        {"seed", "1:5000:1", "more than 4096 values"},
        {"division", "fine,medium", "one of fine, coarse"},
        {"block", "32x2,32", "WIDTHxHEIGHT"},
        {"scene", "", "scene is empty"},
        {"gpu", "", "gpu is empty"},
        {"percnt", "10", "did you mean 'percent'?"},
        {"threads", "1,2", "no setting 'threads'"},
        {"output", "x", "no setting 'output'"},
        {"cache", "x", "no setting 'cache'"},
        {"model", "cycles", "one of cycle, approximate"},
    };
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        struct grid g ENDED_BY(grid_free) = {0};
        if (grid_add(&g, bad[i][0], bad[i][1], &st) != ST_USAGE || !strstr(st.text, bad[i][2]))
            fail_msg("%s = %s: '%s', expected '%s'", bad[i][0], bad[i][1], st.text, bad[i][2]);
    }
}

TEST(every_combination_is_a_point_scene_by_scene)
{
    struct grid g ENDED_BY(grid_free) = {0};
    struct grid_points p ENDED_BY(grid_points_free);
    struct settings base;
    options_default(&base);
    base.run.threads = 7;
    add(&g, "percent", "10,20");
    add(&g, "scene", "a");
    add(&g, "scene", "b");
    add(&g, "gpu", "x");
    assert_ok(grid_points(&p, &g, 1, &base, &st));
    assert_int_equal(p.n, 4);
    assert_int_equal(p.n_axes, 3);
    assert_string_equal(p.axes[0], "scene");
    assert_string_equal(p.axes[1], "gpu");
    assert_string_equal(p.axes[2], "percent");
    for (size_t i = 0; i < p.n; i++) {
        assert_string_equal(p.points[i].settings.render.scene, i < 2 ? "a" : "b");
        assert_true(p.points[i].settings.method.percent == (i % 2 ? 20 : 10));
        assert_string_equal(p.points[i].settings.render.gpu, "x");
        assert_int_equal(p.points[i].settings.run.threads, 7);
        assert_string_equal(p.points[i].values[2], i % 2 ? "20" : "10");
    }
}

/* Of the second grid a point is in the first already; what a grid does not name is the default. */
TEST(several_grids_share_their_axes_and_no_point_is_there_twice)
{
    struct grid g[2] = {{0}, {0}};
    struct grid_points p;
    struct settings base;
    options_default(&base);
    add(&g[0], "scene", "a");
    add(&g[0], "percent", "auto,40");
    add(&g[1], "scene", "a");
    add(&g[1], "extrapolate", "auto,linear");
    assert_ok(grid_points(&p, g, 2, &base, &st));
    assert_int_equal(p.n, 3);
    assert_int_equal(p.n_axes, 4);
    assert_string_equal(p.points[0].values[1], "mobile_soc");
    assert_string_equal(p.points[1].values[2], "40");
    assert_string_equal(p.points[1].values[3], "auto");
    assert_string_equal(p.points[2].values[2], "auto");
    assert_string_equal(p.points[2].values[3], "linear");
    assert_int_equal(p.points[2].settings.method.extrapolate, EXTRAPOLATE_LINEAR);
    grid_points_free(&p);
    grid_free(&g[0]);
    grid_free(&g[1]);
}

static void check_points(const char *const axes[][2], size_t n, const char *said)
{
    struct status st = {0};
    struct grid g ENDED_BY(grid_free) = {0};
    struct grid_points p;
    struct settings base;
    options_default(&base);
    for (size_t i = 0; i < n; i++)
        add(&g, axes[i][0], axes[i][1]);
    assert_int_equal(grid_points(&p, &g, 1, &base, &st), ST_USAGE);
    if (!strstr(st.text, said))
        fail_msg("'%s', expected '%s'", st.text, said);
    assert_int_equal(p.n, 0);
}

TEST(points_that_cannot_be_are_refused)
{
    check_points((const char *const[][2]){{"percent", "10"}}, 1, "no SCENE");
    check_points((const char *const[][2]){{"scene", "a"}, {"shader", "ao"}, {"shaders", "d"}}, 3,
                 "both say what runs");
    check_points((const char *const[][2]){{"scene", "a"}, {"percent-min", "50,70"}}, 2,
                 "above --percent-max 60");
    check_points(
        (const char *const[][2]){{"scene", "a"}, {"seed", "1:1000:1"}, {"fills", "1:200:1"}}, 3,
        "more than 100000 points");
}

TEST(a_grid_is_taken_over_and_axes_are_dropped)
{
    struct grid g ENDED_BY(grid_free) = {0}, copy ENDED_BY(grid_free) = {0};
    add(&g, "scene", "a");
    add(&g, "percent", "10,20");
    add(&g, "seed", "1,2");
    add(&copy, "percent", "90");
    assert_ok(grid_replace(&copy, &g, &st));
    assert_int_equal(grid_axis(&copy, "percent")->n, 2);
    grid_drop(&copy, "percent");
    grid_drop(&copy, "percent");
    assert_int_equal(copy.n, 2);
    assert_null(grid_axis(&copy, "percent"));
    assert_string_equal(grid_axis(&copy, "seed")->values[1], "2");
    assert_int_equal(g.n, 3);
}
