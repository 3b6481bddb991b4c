/* The table of timing models and what all of them give. */
#include "tests/rig/rig.h"

#include "orchestrator/settings/models.h"
#include "orchestrator/settings/options.h"
#include "tests/rig/fake_warp.h"
#include "tests/rig/gpus.h"

#include <math.h>
#include <string.h>

TEST(every_model_can_be_run_and_all_but_the_reference_have_a_title)
{
    for (int m = 0; m < TIMING_MODELS; m++) {
        assert_non_null(models[m].simulate);
        assert_true(m == MODEL_CYCLE ? !models[m].title : models[m].title != NULL);
        assert_true(model_knows((enum timing_model)m, METRIC_CYCLES));
        assert_true(model_knows((enum timing_model)m, METRIC_IPC));
    }
}

TEST(what_a_model_lacks_is_refused_by_one_line)
{
    struct settings s;
    for (int m = 0; m < TIMING_MODELS; m++) {
        options_default(&s);
        s.method.model = (enum timing_model)m;
        assert_ok(options_settle(&s, &st));
        s.output.stalls = true;
        assert_int_equal(options_settle(&s, &st), models[m].stalls ? ST_OK : ST_USAGE);
    }
}

TEST(a_target_of_what_a_model_does_not_know_is_refused)
{
    struct settings s;
    for (int m = 0; m < TIMING_MODELS; m++)
        for (int metric = 0; metric < METRIC_COUNT; metric++) {
            options_default(&s);
            s.method.model = (enum timing_model)m;
            s.method.target.error = 5;
            s.method.target.metric = metric;
            bool known = model_knows((enum timing_model)m, (enum metric_id)metric);
            assert_int_equal(options_settle(&s, &st), known ? ST_OK : ST_USAGE);
            assert_true(known || strstr(st.text, metrics[metric].name));
        }
}

TEST(windows_are_of_models_that_run_them)
{
    struct settings s;
    for (int m = 0; m < TIMING_MODELS; m++) {
        options_default(&s);
        s.method.model = (enum timing_model)m;
        s.method.sample = SAMPLE_WINDOWS;
        assert_int_equal(options_settle(&s, &st), models[m].units ? ST_OK : ST_USAGE);
    }
}

TEST(a_reference_is_the_cycle_models_whatever_predicts)
{
    struct settings s, initial, reference;
    options_default(&initial);
    s = initial;
    s.method.model = MODEL_INTERVAL;
    s.method.interval_level++;
    s.method.representative++;
    s.method.interval_rate = 4;
    s.render.width = 64;
    reference = options_of_reference(&s);
    assert_int_equal(reference.render.width, 64);
    assert_int_equal(reference.method.model, MODEL_CYCLE);
    reference.render.width = initial.render.width;
    reference.method.model = initial.method.model;
    assert_memory_equal(&reference, &initial, sizeof initial);
}

TEST(the_bottleneck_is_the_first_of_the_largest_parts)
{
    struct model_stack s = {0};
    assert_null(model_bottleneck(&s));
    s = (struct model_stack){3, {{"a", 1}, {"b", 2}, {"c", 2}}};
    assert_string_equal(model_bottleneck(&s)->name, "b");
}

/* A load whose latency is longer than the watchdog's patience stands for a model that hangs. The
 * interval model goes through no time; timing/gpu has the cycle model. */
TEST(the_watchdog_ends_an_approximate_run_in_which_nothing_moves)
{
    static const struct fake_step wait[] = {{.op = OP_LOAD, .dst = 1, .base = 0x1000},
                                            {.op = OP_ALU, .dst = 2, .src = 1}};
    struct gpu_config gpu = rig_gpu("tiny:dram.latency_cycles=10000,watchdog_cycles=2000");
    for (int m = MODEL_CYCLE + 1; m < TIMING_MODELS; m++) {
        struct model_answer answer;
        struct kernel *k FREED_BY(kernel_free) = fake_kernel(wait, 2, 1, 16, UINT32_MAX);
        assert_non_null(k);
        enum st_code code = models_simulate((enum timing_model)m, &gpu, k,
                                            &(struct model_options){0}, &answer, &st);
        if (code != (m == MODEL_INTERVAL ? ST_OK : ST_FAILED))
            fail_msg("%s: %s", models[m].name, st.text);
        assert_true(m == MODEL_INTERVAL || strstr(st.text, "the simulation is stuck"));
    }
}

TEST_GROUP(NULL, NULL)
