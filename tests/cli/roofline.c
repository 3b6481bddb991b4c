/* roofline as a user runs it. */
#include "tests/rig/documents.h"
#include "tests/rig/program.h"
#include "tests/rig/rig.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define FRAME    " -W 64 -H 8 -s 1 -q "
#define ROOFLINE "roofline lonely weekend" FRAME "-g tiny -g tiny:sms=4 "

static const json_t *prediction(const json_t *d, size_t scene, size_t gpu)
{
    const json_t *kernel = json_at(d, "kernels.%zu", scene);
    return json_at(kernel, "predictions.%zu", gpu);
}

/* What another command says of the same frame on one GPU. */
static json_t *simulated(const char *scene, const char *gpu)
{
    char words[256];
    snprintf(words, sizeof words, "simulate %s" FRAME "-g %s --stats --json", scene, gpu);
    return document_of(words, 0);
}

/* The profile is the reference's run, and errors are against runs of simulate. */
TEST(profile_and_errors_are_those_of_simulate)
{
    json_t *d FREED_BY(json_decref) = document_of(ROOFLINE "--reference --json", 0);
    double sum = 0;
    assert_string_equal(text_at(d, "command"), "roofline");
    assert_string_equal(text_at(d, "reference"), "tiny");
    for (size_t s = 0; s < 2; s++) {
        const char *scene = s ? "weekend" : "lonely";
        const json_t *kernel = json_at(d, "kernels.%zu", s);
        const json_t *profile = json_object_get(kernel, "profile");
        json_t *first FREED_BY(json_decref) = simulated(scene, "tiny"),
                      *other = simulated(scene, "tiny:sms=4");
        assert_string_equal(text_at(kernel, "scene"), scene);
        assert_int_equal(integer_at(profile, "warp_instructions"),
                         integer_at(first, "counters.sm.warp_instructions"));
        assert_int_equal(integer_at(profile, "dram_reads"),
                         integer_at(first, "counters.l2.fetches"));
        assert_int_equal(integer_at(profile, "trace_requests"),
                         integer_at(first, "counters.rt.reads"));
        assert_int_equal(integer_at(prediction(d, s, 0), "simulated"),
                         integer_at(first, "counters.gpu.cycles"));
        assert_int_equal(integer_at(prediction(d, s, 1), "simulated"),
                         integer_at(other, "counters.gpu.cycles"));
        double error = number_at(prediction(d, s, 1), "error");
        assert_near(error, number_at(prediction(d, s, 1), "cycles") /
                                   (double)integer_at(other, "counters.gpu.cycles") -
                               1);
        sum += fabs(error);
        json_decref(other);
    }
    assert_near(number_at(d, "mean_abs_error"), sum / 2);
}

/* The longest ceiling is the time; twice the SMs halve two of them and leave DRAM's. */
TEST(ceilings_scale_with_the_target)
{
    json_t *d FREED_BY(json_decref) = document_of(ROOFLINE "--json", 0);
    for (size_t s = 0; s < 2; s++) {
        const json_t *few = prediction(d, s, 0), *many = prediction(d, s, 1);
        double longest = fmax(number_at(few, "compute_s"),
                              fmax(number_at(few, "memory_s"), number_at(few, "rt_unit_s")));
        assert_near(number_at(few, "seconds"), longest);
        assert_true(fabs(number_at(many, "compute_s") / number_at(few, "compute_s") - 0.5) < 0.01);
        assert_true(number_at(many, "rt_unit_s") < number_at(few, "rt_unit_s"));
        assert_true(fabs(number_at(many, "memory_s") / number_at(few, "memory_s") - 1) < 0.1);
        assert_true(null_at(many, "error"));
    }
    assert_true(null_at(d, "mean_abs_error"));
}

static char *said(const char *words)
{
    struct outcome o ENDED_BY(outcome_free);
    program_run(&o, words);
    assert_int_equal(o.status, 0);
    char *out = strdup(o.out);
    assert_non_null(out);
    return out;
}

TEST(threads_and_kept_peaks_change_no_byte)
{
    char *one FREED_BY(free) = said(ROOFLINE "--reference -t 1"),
              *three = said(ROOFLINE "--reference -t 3");
    char *made FREED_BY(free) = said(ROOFLINE "--reference --cache @/kept");
    assert_int_equal(access("kept", F_OK), 0);
    char *kept FREED_BY(free) = said(ROOFLINE "--reference --cache @/kept");
    assert_string_equal(one, three);
    assert_string_equal(one, made);
    assert_string_equal(one, kept);
    free(three);
}

TEST(pictures_are_written)
{
    program_does(ROOFLINE "--plot @/roof");
    assert_int_equal(program_count("roof."), 4);
    assert_int_equal(program_count("roof-quadrant."), 4);
}

TEST(kernels_are_profiled_as_scenes_are)
{
    json_t *d FREED_BY(json_decref) =
        document_of("roofline saxpy lonely -W 32 -H 1 -s 1 --size 4096 -g tiny -g "
                    "tiny:sms=4 --reference --json",
                    0);
    for (size_t g = 0; g < 2; g++) {
        json_t *one FREED_BY(json_decref) =
            document_of(g ? "run saxpy --size 4096 -q -g tiny:sms=4 --json --stats"
                          : "run saxpy --size 4096 -q -g tiny --json --stats",
                        0);
        assert_int_equal(integer_at(prediction(d, 0, g), "simulated"),
                         integer_at(one, "counters.gpu.cycles"));
    }
    assert_string_equal(text_at(d, "kernels.0.scene"), "saxpy");
}

TEST(what_is_wrong_is_one_line)
{
    program_refuses("roofline", 2, "SCENE");
    program_refuses("roofline lonley -g tiny", 1, "lonley");
    program_refuses("roofline lonely -g tiny -g tyni", 2, "tyni");
    program_refuses("roofline lonely -g tiny -s 1,2", 2, "roofline takes one");
    program_refuses("roofline lonely -g tiny --percent 10", 2, "--percent");
    program_refuses("roofline lonely -g tiny --plot @/nowhere/roof -W 32 -H 1", 1, "nowhere");
}

TEST_GROUP(program_enter, program_leave)
