/* Which sample and model a prediction takes. */
#include "tests/rig/gpus.h"
#include "tests/rig/rig.h"

#include "orchestrator/predict/choice.h"
#include "orchestrator/predict/interval.h"
#include "orchestrator/settings/options.h"

enum { SLOTS = 128 };

static struct choice chosen(const char *gpu, uint64_t ctas, const char *option, const char *value)
{
    struct settings s;
    const struct gpu_config config = rig_gpu(gpu);
    options_default(&s);
    if (option)
        assert_ok(options_set(&s, option, value, &st));
    return choose(&s, &config, SLOTS, ctas);
}

static void assert_chosen(struct choice c, enum sample_kind sample, enum timing_model model)
{
    assert_int_equal(c.sample, sample);
    assert_int_equal(c.model, model);
}

TEST(the_larger_the_frame_the_less_of_it_is_run)
{
    const uint64_t wave = SLOTS;
    assert_chosen(chosen("mobile_soc", 32 * wave, NULL, NULL), SAMPLE_ALL, MODEL_APPROXIMATE);
    assert_chosen(chosen("mobile_soc", 33 * wave, NULL, NULL), SAMPLE_WINDOWS, MODEL_APPROXIMATE);
    assert_chosen(chosen("mobile_soc", 64 * wave, NULL, NULL), SAMPLE_WINDOWS, MODEL_APPROXIMATE);
    assert_int_equal(chosen("mobile_soc", 64 * wave, NULL, NULL).fills, 8);
    assert_int_equal(chosen("mobile_soc", 16 * wave, NULL, NULL).fills, 0);
    assert_chosen(chosen("mobile_soc", 64 * wave, "fills", "all"), SAMPLE_ALL, MODEL_APPROXIMATE);
}

TEST(waves_hold_a_thousand_warps)
{
    assert_int_equal(choice_fills(0), 8);
    assert_int_equal(choice_fills(128), 8);
    assert_int_equal(choice_fills(200), 6);
    assert_int_equal(choice_fills(960), 6);
}

TEST(windows_of_most_of_the_frame_are_all_of_it)
{
    assert_chosen(chosen("mobile_soc", 10 * SLOTS, "sample", "windows"), SAMPLE_ALL,
                  MODEL_APPROXIMATE);
    assert_int_equal(chosen("mobile_soc", 10 * SLOTS, "sample", "windows").fills, 0);
}

TEST(options_that_groups_alone_have_mean_groups)
{
    static const char *const options[][2] = {
        {"percent", "40"},      {"percent-min", "20"}, {"factor", "2"},
        {"division", "coarse"}, {"clusters", "4"},     {"extrapolate", "linear"},
        {"combine", "paper"},   {"block", "32x4"},     {"distribution", "lintmp"}};
    for (size_t i = 0; i < sizeof options / sizeof *options; i++)
        assert_chosen(chosen("mobile_soc", 1000, options[i][0], options[i][1]), SAMPLE_GROUPS,
                      MODEL_CYCLE);
    assert_chosen(chosen("mobile_soc", 1000, "pixels", "lists"), SAMPLE_PIXELS, MODEL_CYCLE);
}

TEST(what_is_named_is_taken)
{
    assert_chosen(chosen("mobile_soc", 11 * SLOTS, "sample", "windows"), SAMPLE_WINDOWS,
                  MODEL_APPROXIMATE);
    assert_chosen(chosen("mobile_soc", 1000, "model", "gatsim"), SAMPLE_ALL, MODEL_GATSIM);
    assert_chosen(chosen("mobile_soc", 100000, "model", "gatsim"), SAMPLE_ALL, MODEL_GATSIM);
    assert_chosen(chosen("mobile_soc", 1000, "model", "cycle"), SAMPLE_ALL, MODEL_CYCLE);
}

TEST(the_approximate_model_is_not_taken_for_what_it_does_not_see)
{
    assert_chosen(chosen("mobile_soc:l2.mshrs=64", 1000, NULL, NULL), SAMPLE_ALL, MODEL_CYCLE);
    assert_chosen(chosen("mobile_soc:l1d.mshrs=16", 1000, NULL, NULL), SAMPLE_ALL, MODEL_CYCLE);
    assert_chosen(chosen("mobile_soc:l1d.mshrs=128", 1000, NULL, NULL), SAMPLE_ALL,
                  MODEL_APPROXIMATE);
    assert_chosen(chosen("mobile_soc", 1000, "isa", "rdna2"), SAMPLE_ALL, MODEL_CYCLE);
    const struct gpu_config gpus[] = {rig_gpu("mobile_soc"), rig_gpu("mobile_soc:l2.mshrs=64")};
    struct settings s;
    options_default(&s);
    assert_int_equal(choose_compared(&s, gpus, 1), MODEL_APPROXIMATE);
    assert_int_equal(choose_compared(&s, gpus, 2), MODEL_CYCLE);
}

TEST(a_target_below_what_a_model_errs_by_is_the_cycle_models)
{
    double least = interval_least_percent(SAMPLE_ALL, MODEL_APPROXIMATE, METRIC_CYCLES, 95);
    char text[32];
    snprintf(text, sizeof text, "%.3f", least + 0.1);
    assert_chosen(chosen("mobile_soc", 1000, "target-error", text), SAMPLE_ALL, MODEL_APPROXIMATE);
    snprintf(text, sizeof text, "%.3f", least - 0.1);
    assert_chosen(chosen("mobile_soc", 1000, "target-error", text), SAMPLE_ALL, MODEL_CYCLE);
}

TEST_GROUP(NULL, NULL)
