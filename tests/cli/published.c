/* microbench --published: what others have measured beside what the model does. */
#include "tests/rig/documents.h"
#include "tests/rig/program.h"
#include "tests/rig/rig.h"

#include <math.h>
#include <string.h>

static const json_t *find(const json_t *rows, const char *figure, const char *device)
{
    size_t i;
    json_t *row;
    json_array_foreach(rows, i, row)
    {
        const char *what = text_at(row, "figure");
        const char *on = text_at(row, "device");
        if (strcmp(what, figure) == 0 && strcmp(on, device) == 0)
            return row;
    }
    fail_msg("no figure '%s' of %s", figure, device);
    return NULL;
}

TEST(figures_stand_beside_what_the_benchmarks_measure)
{
    struct outcome o ENDED_BY(outcome_free);
    program_run(&o, "microbench -g mobile_soc --published --json");
    assert_int_equal(o.status, 0);
    assert_string_equal(o.err, "");
    json_t *d FREED_BY(json_decref) = document_parse(o.out),
              *rows = json_object_get(d, "published");
    json_t *c FREED_BY(json_decref) =
        document_of("microbench -g mobile_soc --only chase.l2_hit --json", 0);
    const json_t *measured = json_at(c, "benchmarks.0");
    size_t i;
    json_t *row;
    json_array_foreach(rows, i, row)
    {
        const char *source = text_at(row, "source");
        assert_non_null(json_at(d, "sources.%s", source));
        if (null_at(row, "row")) {
            assert_true(null_at(row, "ours"));
            assert_true(null_at(row, "error"));
            continue;
        }
        double published = number_at(row, "published"), ours = number_at(row, "ours");
        assert_true(published > 0 && ours > 0);
        assert_true(fabs(number_at(row, "error") - (ours - published) / published) < 1e-12);
    }
    const json_t *l2 = find(rows, "L2 hit, pointer chase", "RTX 2070");
    assert_true(number_at(l2, "ours") == number_at(measured, "measured"));
    const json_t *pins = find(rows, "DRAM, share of the pins'", "T4");
    assert_true(number_at(pins, "ours") > 90 && number_at(pins, "ours") <= 101);
    find(rows, "DRAM, TLB miss, pointer chase", "RTX 2070");
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
