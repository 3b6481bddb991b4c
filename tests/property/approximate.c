/* The approximate timing model on small frames: it executes what the cycle model executes, in about
 * the same time; and the ratio estimator, which leans on both. */
#include "tests/rig/rig.h"

#include "common/memory.h"
#include "orchestrator/predict/estimator.h"
#include "orchestrator/predict/interval.h"
#include "orchestrator/predict/predict.h"
#include "orchestrator/settings/options.h"
#include "sim/approximate/counted.h"

#include <math.h>
#include <omp.h>
#include <string.h>

static void small_frame(struct settings *s, const char *scene, const char *gpu)
{
    options_default(s);
    s->render.scene = scene;
    s->render.gpu = gpu;
    s->render.width = s->render.height = 32;
    s->render.samples = 1;
    s->output.quiet = true;
}

static void assert_same(const struct gpu_counters *a, const struct gpu_counters *b)
{
    for (size_t t = 0; t < n_gpu_counter_tables; t++) {
        const struct counter_table *table = &gpu_counter_tables[t];
        for (size_t i = 0; i < table->n_rows; i++)
            if (counter_read(table, &table->rows[i], a) != counter_read(table, &table->rows[i], b))
                fail_msg("%s.%s differs", table->section, table->rows[i].name);
    }
}

static uint64_t ldst_reads(const struct gpu_counters *c)
{
    return c->l1d.ldst_read_hits + c->l1d.ldst_read_misses + c->l1d.ldst_read_sector_misses;
}

static uint64_t ldst_writes(const struct gpu_counters *c)
{
    return c->l1d.ldst_write_hits + c->l1d.ldst_write_misses;
}

static void assert_same_work(const struct gpu_counters *ours, const struct gpu_counters *theirs)
{
#define SAME(counter) assert_int_equal(ours->counter, theirs->counter)
    SAME(gpu.ctas);
    SAME(sm.warps);
    SAME(sm.warp_instructions);
    SAME(sm.thread_instructions);
    SAME(sm.active_lanes);
    SAME(rt.warps);
    SAME(rt.rays);
    SAME(rt.records);
    SAME(rt.nodes);
    SAME(rt.max_nodes);
    SAME(rt.max_depth);
    SAME(rt.stages);
    SAME(rt.spill_stores);
    SAME(rt.table_stores);
    SAME(rt.result_stores);
    SAME(dram.channels);
#undef SAME
    assert_int_equal(ldst_reads(ours), ldst_reads(theirs));
    assert_int_equal(ldst_writes(ours), ldst_writes(theirs));
}

TEST(it_does_the_same_in_about_the_same_time)
{
    static const char *const scenes[] = {"weekend", "lonely"}, *const gpus[] = {"tiny",
                                                                                "mobile_soc"};
    for (int i = 0; i < 4; i++) {
        struct status st = {0};
        struct settings s;
        struct pipeline p;
        struct result cycle, approximate;
        struct run again = {0};
        small_frame(&s, scenes[i / 2], gpus[i % 2]);
        assert_ok(pipeline_open(&p, &s, (struct pipeline_given){0}, &st));
        assert_ok(simulate_frame(&cycle, &s, &p.session, &p.target.gpu, NULL, &st));
        s.method.model = MODEL_APPROXIMATE;
        assert_ok(simulate_frame(&approximate, &s, &p.session, &p.target.gpu, NULL, &st));
        const struct frame_where all = {0};
        const struct frame_job job = {.settings = &s, .session = &p.session, .threads = 1};
        assert_ok(run_frame_approximate(&job, &p.target.gpu, &all, NULL, &again, &st));
        assert_true(again.finished);
        assert_same(&again.counters, &approximate.counters);
        assert_same_work(&approximate.counters, &cycle.counters);
        double error =
            (double)approximate.counters.gpu.cycles / (double)cycle.counters.gpu.cycles - 1;
        print_message("%s on %s: %+.1f %% of cycles\n", scenes[i / 2], gpus[i % 2], 100 * error);
        assert_true(fabs(error) < 0.25);
        for (int m = 0; m < METRIC_COUNT; m++)
            assert_true(approximate.metrics[m].value >= 0 &&
                        approximate.metrics[m].value <= metrics[m].most);
        result_free(&cycle);
        result_free(&approximate);
        pipeline_close(&p);
    }
}

/* Spheres, instances and no L2 to speak of, so that each counter has something to count. */
TEST(what_is_said_to_be_counted_is)
{
    static const char *const scenes[] = {"weekend", "rigging", "tree"}, *const gpus[] = {
                                                                            "mobile_soc", "rtx2060",
                                                                            "tiny"};
    struct gpu_counters all = {0};
    for (int i = 0; i < 3; i++) {
        struct status st = {0};
        struct settings s;
        struct pipeline p;
        struct result r;
        small_frame(&s, scenes[i], gpus[i]);
        s.render.width = s.render.height = 64;
        s.method.model = MODEL_APPROXIMATE;
        assert_ok(pipeline_open(&p, &s, (struct pipeline_given){0}, &st));
        assert_ok(simulate_frame(&r, &s, &p.session, &p.target.gpu, NULL, &st));
        gpu_counters_merge(&all, &r.counters);
        result_free(&r);
        pipeline_close(&p);
    }
    for (size_t t = 0; t < n_gpu_counter_tables; t++) {
        const struct counter_table *table = &gpu_counter_tables[t];
        for (size_t i = 0; i < table->n_rows; i++) {
            const struct counter *row = &table->rows[i];
            if (approximate_counts(table, row) != (counter_read(table, row, &all) > 0))
                fail_msg("%s.%s", table->section, row->name);
        }
    }
}

/* --- the ratio estimator --- */

static double on_scale(enum metric_id m, double value)
{
    return survey_to_scale(interval_scale(m, value, NULL, 0), value);
}

/* Where the sample is the whole frame on the whole GPU, nothing is estimated. */
TEST(of_the_whole_frame_the_ratio_is_the_reference)
{
    struct status st = {0};
    struct settings s;
    struct pipeline p;
    struct result r, reference;
    small_frame(&s, "weekend", "tiny");
    s.method.extrapolate = EXTRAPOLATE_RATIO;
    s.method.percent = 100;
    s.method.factor = 1;
    assert_ok(pipeline_open(&p, &s, (struct pipeline_given){0}, &st));
    assert_ok(predict_frame(&r, &s, &p, NULL, &st));
    assert_ok(simulate_frame(&reference, &s, &p.session, &p.target.gpu, NULL, &st));
    assert_false(r.approximate.finished);
    for (int m = 0; m < METRIC_COUNT; m++) {
        const struct estimate *e = &r.metrics[m];
        assert_true(e->value == reference.metrics[m].value);
        assert_true(e->low == e->value && e->value == e->high);
    }
    result_free(&r);
    result_free(&reference);
    pipeline_close(&p);
}

/* What is carried over leans on the sample as the calibration says. */
TEST(the_frame_is_the_approximate_one_corrected_by_the_sample)
{
    struct status st = {0};
    struct settings s;
    struct pipeline p;
    struct result r;
    double whole[METRIC_COUNT], sample[METRIC_COUNT], assisted[METRIC_COUNT];
    small_frame(&s, "weekend", "tiny");
    s.method.extrapolate = EXTRAPOLATE_RATIO;
    s.method.percent = 50;
    assert_ok(pipeline_open(&p, &s, (struct pipeline_given){0}, &st));
    assert_ok(predict_frame(&r, &s, &p, NULL, &st));
    result_ratio_parts(&r, whole, sample, assisted);
    static const enum metric_id some[] = {METRIC_CYCLES, METRIC_L1D_MISS_RATE, METRIC_RT_EFFICIENCY,
                                          METRIC_MEAN_FETCH_LATENCY};
    for (size_t i = 0; i < sizeof some / sizeof *some; i++) {
        enum metric_id m = some[i];
        const struct calibration *c = &calibrations[m];
        const struct estimate *e = &r.metrics[m];
        double apart = on_scale(m, sample[m]) - on_scale(m, assisted[m]);
        double expected = on_scale(m, whole[m]) + c->shift + c->slope * apart;
        double allowance = c->times * hypot(c->base, apart);
        assert_true(fabs(on_scale(m, e->value) - expected) < 1e-9);
        assert_true(fabs(on_scale(m, e->high) - expected - allowance) < 1e-4);
        assert_true(fabs(on_scale(m, e->low) - expected + allowance) < 1e-4);
    }
    double work = (double)r.approximate.counters.sm.thread_instructions;
    assert_true(r.metrics[METRIC_SIMT_EFFICIENCY].value == whole[METRIC_SIMT_EFFICIENCY]);
    assert_true(fabs(r.metrics[METRIC_IPC].value * r.metrics[METRIC_CYCLES].value / work - 1) <
                1e-12);
    result_free(&r);
    pipeline_close(&p);
}

/* The counters of several groups are added up, their cycles too; groups not finished do not count.
 */
TEST(the_parts_of_groups_are_summed)
{
    struct result_group groups[3];
    struct result r = {.n_groups = 3, .groups = groups};
    double whole[METRIC_COUNT], sample[METRIC_COUNT], assisted[METRIC_COUNT];
    memset(groups, 0, sizeof groups);
    for (uint32_t g = 0; g < 3; g++) {
        groups[g].finished = g != 1;
        groups[g].runs[0].counters.gpu.cycles = 100 * (g + 1);
        groups[g].runs[0].counters.sm.thread_instructions = 6400;
        groups[g].approximate.counters.gpu.cycles = 1000;
        groups[g].approximate.counters.sm.thread_instructions = 3000;
    }
    r.approximate.counters.gpu.cycles = 77;
    r.approximate.counters.sm.thread_instructions = 154;
    result_ratio_parts(&r, whole, sample, assisted);
    assert_true(whole[METRIC_CYCLES] == 77 && whole[METRIC_IPC] == 2);
    assert_true(sample[METRIC_CYCLES] == 400 && sample[METRIC_IPC] == 32);
    assert_true(assisted[METRIC_CYCLES] == 2000 && assisted[METRIC_IPC] == 3);
}

/* Further runs are the perturbed ones of simulate, on any number of threads, and leave the estimate
 * what it is. */
TEST(the_approximate_model_runs_as_often_as_asked)
{
    enum { RUNS = 4 };
    struct status st = {0};
    struct settings s;
    struct pipeline p;
    struct result r, one, reference;
    int threads = omp_get_max_threads();
    small_frame(&s, "weekend", "tiny");
    s.method.percent = 50;
    assert_ok(pipeline_open(&p, &s, (struct pipeline_given){0}, &st));
    assert_ok(predict_frame(&one, &s, &p, NULL, &st));
    assert_int_equal(one.n_approximate_repeats, 0);
    s.method.approximate_runs = s.method.repeat = RUNS;
    s.method.model = MODEL_APPROXIMATE;
    assert_ok(simulate_frame(&reference, &s, &p.session, &p.target.gpu, NULL, &st));
    for (int n = 1; n <= 7; n += 3) {
        omp_set_num_threads(n);
        assert_ok(predict_frame(&r, &s, &p, NULL, &st));
        assert_int_equal(r.n_approximate_repeats, RUNS - 1);
        assert_same(&r.approximate.counters, &reference.counters);
        for (uint32_t i = 1; i < RUNS; i++) {
            assert_same(&r.approximate_repeats[i - 1].counters,
                        &result_repeat(&reference, i)->counters);
            assert_int_equal(r.approximate_repeats[i - 1].delay,
                             result_repeat(&reference, i)->delay);
        }
        assert_true(result_approximate_finished(&r));
        assert_memory_equal(r.metrics, one.metrics, sizeof r.metrics);
        result_free(&r);
    }
    omp_set_num_threads(threads);
    result_free(&one);
    result_free(&reference);
    pipeline_close(&p);
}

/* Under a target that no interval meets, everything is simulated and nothing estimated. */
TEST(with_a_target_the_whole_frame_comes_last)
{
    struct status st = {0};
    struct settings s;
    struct pipeline p;
    struct result r, reference;
    small_frame(&s, "lonely", "tiny");
    s.method.extrapolate = EXTRAPOLATE_RATIO;
    s.method.percent = 50;
    s.method.target = (struct target_error){1e-6, METRIC_CYCLES};
    assert_ok(pipeline_open(&p, &s, (struct pipeline_given){0}, &st));
    assert_ok(predict_frame(&r, &s, &p, NULL, &st));
    assert_ok(simulate_frame(&reference, &s, &p.session, &p.target.gpu, NULL, &st));
    assert_true(r.exact && r.whole.finished && !r.interrupted);
    assert_same(&r.counters, &reference.counters);
    for (int m = 0; m < METRIC_COUNT; m++) {
        const struct estimate *e = &r.metrics[m];
        assert_true(e->value == reference.metrics[m].value);
        assert_true(e->low == e->value && e->high == e->value);
    }
    for (uint32_t g = 0; g < r.n_groups; g++)
        assert_true(r.groups[g].finished || r.groups[g].pixels == 0);
    result_free(&r);
    result_free(&reference);
    pipeline_close(&p);
}

/* --- out of memory --- */

TEST(every_allocation_that_fails_is_reported)
{
    struct status st = {0};
    struct settings s;
    struct pipeline p;
    long all = 0;
    small_frame(&s, "lonely", "tiny");
    s.render.height = 3;
    s.method.extrapolate = EXTRAPOLATE_RATIO;
    s.method.approximate_runs = 2;
    s.method.target = (struct target_error){1e-6, METRIC_CYCLES};
    omp_set_num_threads(1);
    assert_ok(pipeline_open(&p, &s, (struct pipeline_given){0}, &st));
    for (long n = 0; n <= all; n = n < 100 ? n + 1 : n + n / 6) {
        struct result r;
        st = (struct status){0};
        mem_fail_from(n);
        enum st_code code = predict_frame(&r, &s, &p, NULL, &st);
        all = n == 0 ? mem_count() : all;
        mem_fail_from(0);
        if (code == ST_OK)
            result_free(&r);
        if (n == 0 ? code != ST_OK : code != ST_NOMEM || !st.text[0])
            fail_msg("allocation %ld of %ld: code %d, '%s'", n, all, (int)code, st.text);
    }
    assert_true(all > 100);
    pipeline_close(&p);
}
