/* A target that the beginning of the whole frame meets, as a user asks for it. */
#include "tests/rig/documents.h"
#include "tests/rig/program.h"
#include "tests/rig/rig.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define FRAME "lonely -g mobile_soc -W 128 -H 128 -q --json "

static double number_of(const json_t *d, const char *metric, const char *which)
{
    const json_t *one = json_object_get(json_object_get(d, "metrics"), metric);
    assert_true(json_is_number(json_object_get(one, which)));
    return json_number_value(json_object_get(one, which));
}

static double ratio_of(const json_t *d, const char *name)
{
    return json_number_value(json_object_get(json_object_get(d, "ratio"), name));
}

TEST(a_target_ends_the_whole_frame_early_with_the_truth_inside)
{
    json_t *truth = document_of("simulate " FRAME, 0);
    double cycles = number_of(truth, "cycles", "value");
    static const char *const targets[] = {"5", "2.9"};
    double before = 0;
    for (int i = 0; i < 2; i++) {
        char words[160];
        snprintf(words, sizeof words, "predict " FRAME "--target-error %s", targets[i]);
        json_t *d = document_of(words, 0);
        double value = number_of(d, "cycles", "value"), high = number_of(d, "cycles", "high");
        double share = ratio_of(d, "begun_share"), left = ratio_of(d, "begun_left");
        assert_null(json_object_get(d, "exact"));
        assert_true(json_is_false(json_object_get(d, "interrupted")));
        assert_true(high / value - 1 <= strtod(targets[i], NULL) / 100 * 1.02);
        assert_true(number_of(d, "cycles", "low") <= cycles && cycles <= high);
        assert_true(share > before && share < 1 && left > 0 && left < 1);
        assert_true(number_of(d, "ipc", "low") < number_of(d, "ipc", "high"));
        before = share;
        json_decref(d);
    }
    json_decref(truth);
}

TEST(where_it_ends_does_not_hang_on_threads)
{
    json_t *one = document_of("predict " FRAME "--target-error 5 -t 1", 0);
    json_t *more = document_of("predict " FRAME "--target-error 5 -t 3", 0);
    assert_true(json_equal(json_object_get(one, "metrics"), json_object_get(more, "metrics")));
    assert_true(json_equal(json_object_get(one, "ratio"), json_object_get(more, "ratio")));
    json_decref(one);
    json_decref(more);
}

TEST(it_says_what_it_will_do_and_what_it_did)
{
    struct outcome o;
    program_run(&o, "predict lonely -g mobile_soc -W 96 -H 96 --target-error 5");
    assert_int_equal(o.status, 0);
    assert_non_null(
        strstr(o.err, "the cycle model now runs the whole frame and will probably end when "));
    assert_non_null(
        strstr(o.out, "  begun    the cycle model ran the whole frame on the whole GPU until "));
    assert_null(strstr(o.out, "  exact    "));
    outcome_free(&o);
}

/* A part of the frame in the abstract model has no way that the whole could be held against. */
TEST(without_the_abstract_model_of_the_whole_it_goes_to_the_end)
{
    json_t *d = document_of("predict lonely -g tiny -W 64 -H 64 -s 1 -q --json --waves 1 "
                            "--target-error 1",
                            0);
    assert_true(json_is_true(json_object_get(d, "exact")));
    json_decref(d);
}

TEST_GROUP(program_enter, program_leave)
