/* A simulation that is repeated: its first run is the plain one, the others are what the same GPU
 * does when it launches later, metrics are their means, and nothing depends on threads. */
#include "tests/rig/rig.h"

#include "orchestrator/predict/predict.h"
#include "orchestrator/predict/repeat.h"
#include "orchestrator/settings/options.h"
#include "sim/config/load/load.h"

#include <math.h>
#include <omp.h>

enum { RUNS = 5 };

static void simulate(struct result *out, uint32_t sms, uint32_t repeat, uint32_t delay,
                     enum timing_model model)
{
    struct settings s;
    struct world world ENDED_BY(world_close);
    struct session session ENDED_BY(session_close);
    struct gpu_config gpu;
    options_default(&s);
    s.render.scene = "weekend";
    s.render.gpu = "mobile_soc";
    s.render.width = 64;
    s.render.height = 6;
    s.render.samples = 1;
    s.method.repeat = repeat;
    s.method.model = model;
    s.output.quiet = true;
    assert_ok(gpu_config_load(&gpu, s.render.gpu, &st));
    gpu.machine.sms = sms;
    gpu.machine.launch_cycles += delay;
    assert_ok(world_open(&world, s.render.scene, false, &st));
    assert_ok(session_open(&session, &world, &s.render, NULL, &st));
    assert_ok(simulate_frame(out, &s, &session, &gpu, NULL, &st));
}

static void assert_equal(const struct gpu_counters *a, const struct gpu_counters *b)
{
    assert_memory_equal(a, b, sizeof *a);
}

TEST(delays_differ_and_the_first_is_none)
{
    bool seen[48] = {false};
    assert_int_equal(repeat_delay(0), 0);
    for (uint32_t i = 0; i < 48; i++) {
        assert_true(repeat_delay(i) < 48);
        assert_false(seen[repeat_delay(i)]);
        seen[repeat_delay(i)] = true;
    }
    assert_int_equal(repeat_delay(48), 48);
}

TEST(each_run_is_what_a_GPU_that_launches_later_does)
{
    /* Of one SM: from which it launches is no question then. */
    struct result repeated ENDED_BY(result_free), one;
    simulate(&repeated, 1, RUNS, 0, MODEL_CYCLE);
    assert_int_equal(repeated.n_repeats, RUNS - 1);
    for (uint32_t i = 0; i < RUNS; i++) {
        simulate(&one, 1, 1, repeat_delay(i), MODEL_CYCLE);
        assert_equal(&result_repeat(&repeated, i)->counters, &one.counters);
        result_free(&one);
    }
    assert_equal(&repeated.counters, &repeated.groups[0].runs[0].counters);
}

TEST(metrics_are_means_with_the_interval_of_a_mean)
{
    struct result r;
    double sum = 0, squares = 0, values[METRIC_COUNT];
    simulate(&r, 8, RUNS, 0, MODEL_CYCLE);
    for (uint32_t i = 0; i < RUNS; i++) {
        const struct run *run = result_repeat(&r, i);
        result_run_metrics(run, values);
        double cycles = (double)run->counters.gpu.cycles - repeat_delay(i);
        assert_true(values[METRIC_CYCLES] == cycles);
        sum += cycles;
        squares += cycles * cycles;
    }
    const struct estimate *e = &r.metrics[METRIC_CYCLES];
    double mean = sum / RUNS, deviation = sqrt((squares - sum * mean) / (RUNS - 1));
    assert_true(deviation > 0);
    assert_true(fabs(e->value - mean) < 1e-6 * mean);
    assert_true(fabs(result_repeated(&r, METRIC_CYCLES).deviation - deviation) < 1e-3 * deviation);
    /* Student's t of 4 degrees, 95 %: any table of it. */
    assert_true(fabs(e->high - e->value - 2.776 * deviation / sqrt(RUNS)) < 1e-3 * deviation);
    assert_true(fabs(e->value - e->low - 2.776 * deviation / sqrt(RUNS)) < 1e-3 * deviation);
    /* What every run counts alike has nothing to vary. */
    e = &r.metrics[METRIC_SIMT_EFFICIENCY];
    assert_true(e->low == e->value && e->high == e->value);
    result_free(&r);
}

TEST(one_run_has_no_interval_and_no_further_runs)
{
    struct result r ENDED_BY(result_free);
    simulate(&r, 8, 1, 0, MODEL_CYCLE);
    assert_int_equal(r.n_repeats, 0);
    assert_false(survey_has_bounds(&r.metrics[METRIC_CYCLES]));
}

TEST(threads_change_nothing)
{
    struct result serial, parallel;
    int threads = omp_get_max_threads();
    for (enum timing_model model = MODEL_CYCLE; model <= MODEL_APPROXIMATE; model++) {
        omp_set_num_threads(1);
        simulate(&serial, 8, 3, 0, model);
        omp_set_num_threads(7); /* more than there are runs: two in each */
        simulate(&parallel, 8, 3, 0, model);
        omp_set_num_threads(threads);
        for (uint32_t i = 0; i < 3; i++)
            assert_equal(&result_repeat(&serial, i)->counters,
                         &result_repeat(&parallel, i)->counters);
        assert_memory_equal(serial.metrics, parallel.metrics, sizeof serial.metrics);
        result_free(&serial);
        result_free(&parallel);
    }
}

TEST(every_run_is_paid)
{
    struct result one ENDED_BY(result_free), repeated ENDED_BY(result_free);
    simulate(&one, 8, 1, 0, MODEL_CYCLE);
    simulate(&repeated, 8, 3, 0, MODEL_CYCLE);
    assert_int_equal(repeated.cost.warp_instructions, 3 * one.cost.warp_instructions);
}
