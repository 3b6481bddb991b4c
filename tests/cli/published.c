/* microbench --published: what others have measured beside what the model does. */
#include "tests/rig/program.h"
#include "tests/rig/rig.h"

#include <jansson.h>
#include <math.h>
#include <string.h>

static double number(const json_t *row, const char *name)
{
    return json_number_value(json_object_get(row, name));
}

static const json_t *find(const json_t *rows, const char *figure, const char *device)
{
    size_t i;
    json_t *row;
    json_array_foreach(rows, i, row)
    {
        const char *what = json_string_value(json_object_get(row, "figure"));
        const char *on = json_string_value(json_object_get(row, "device"));
        if (strcmp(what, figure) == 0 && strcmp(on, device) == 0)
            return row;
    }
    fail_msg("no figure '%s' of %s", figure, device);
    return NULL;
}

TEST(figures_stand_beside_what_the_benchmarks_measure)
{
    struct outcome o, chase;
    program_run(&o, "microbench -g mobile_soc --published --json");
    program_run(&chase, "microbench -g mobile_soc --only chase.l2_hit --json");
    assert_int_equal(o.status, 0);
    assert_string_equal(o.err, "");
    json_t *d = json_loads(o.out, 0, NULL), *rows = json_object_get(d, "published");
    json_t *c = json_loads(chase.out, 0, NULL);
    const json_t *measured = json_array_get(json_object_get(c, "benchmarks"), 0);
    size_t i;
    json_t *row;
    json_array_foreach(rows, i, row)
    {
        const char *source = json_string_value(json_object_get(row, "source"));
        assert_non_null(json_object_get(json_object_get(d, "sources"), source));
        if (json_is_null(json_object_get(row, "row"))) {
            assert_true(json_is_null(json_object_get(row, "ours")));
            assert_true(json_is_null(json_object_get(row, "error")));
            continue;
        }
        double published = number(row, "published"), ours = number(row, "ours");
        assert_true(published > 0 && ours > 0);
        assert_true(fabs(number(row, "error") - (ours - published) / published) < 1e-12);
    }
    const json_t *l2 = find(rows, "L2 hit, pointer chase", "RTX 2070");
    assert_true(number(l2, "ours") == number(measured, "measured"));
    const json_t *pins = find(rows, "DRAM, share of the pins'", "T4");
    assert_true(number(pins, "ours") > 90 && number(pins, "ours") <= 101);
    find(rows, "DRAM, TLB miss, pointer chase", "RTX 2070");
    json_decref(d);
    json_decref(c);
    outcome_free(&o);
    outcome_free(&chase);
}

TEST(values_behind_a_colon_count)
{
    struct outcome o;
    program_run(&o, "microbench -g mobile_soc:ldst.l1_latency=29 --published");
    assert_int_equal(o.status, 0);
    const char *line = strstr(o.out, "\nL1 hit, pointer chase");
    assert_non_null(line);
    assert_non_null(strstr(line, "32        32 cycles           +0.0 %  feng: Latency\n"));
    assert_non_null(strstr(o.out, "\nwhat the model cannot say, or not as it is\n"));
    assert_non_null(strstr(o.out, "addresses are not translated\n"));
    assert_non_null(strstr(o.out, "\nsources\n  jia "));
    outcome_free(&o);
}

TEST(what_nobody_has_published_is_refused)
{
    program_refuses("microbench -g tiny --published", 2,
                    "nothing is known to be published of 'tiny'; there are figures beside "
                    "mobile_soc, rtx2060, rtx3070");
    program_refuses("microbench -g rtx2060 --published --only chase", 2, "leave out --only");
    program_refuses("gpus --published", 2, "--published");
}

TEST_GROUP(program_enter, program_leave)
