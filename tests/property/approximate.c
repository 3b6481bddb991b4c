/* The approximate timing model on small frames: it executes what the cycle model executes, in about
 * the same time; and predictions by it. */
#include "tests/rig/gpus.h"
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
        struct settings s;
        struct pipeline p;
        struct result cycle ENDED_BY(result_free), approximate ENDED_BY(result_free);
        struct run again = {0};
        small_frame(&s, scenes[i / 2], gpus[i % 2]);
        assert_ok(pipeline_open(&p, &s, (struct pipeline_given){0}, &st));
        assert_ok(simulate_frame(&cycle, &s, &p.session, &p.target.gpu, NULL, &st));
        s.method.model = MODEL_APPROXIMATE;
        assert_ok(simulate_frame(&approximate, &s, &p.session, &p.target.gpu, NULL, &st));
        const struct frame_where all = {0};
        const struct frame_job job = {.settings = &s, .session = &p.session, .threads = 1};
        assert_ok(run_frame(&job, &p.target.gpu, &all, MODEL_APPROXIMATE, &again, &st));
        assert_true(again.finished);
        assert_same_counters(&again.counters, &approximate.counters);
        assert_same_work(&approximate.counters, &cycle.counters);
        double error =
            (double)approximate.counters.gpu.cycles / (double)cycle.counters.gpu.cycles - 1;
        print_message("%s on %s: %+.1f %% of cycles\n", scenes[i / 2], gpus[i % 2], 100 * error);
        assert_true(fabs(error) < 0.25);
        for (int m = 0; m < METRIC_COUNT; m++)
            assert_true(approximate.metrics[m].value >= 0 &&
                        approximate.metrics[m].value <= metrics[m].most);
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
        struct settings s;
        struct pipeline p ENDED_BY(pipeline_close);
        struct result r ENDED_BY(result_free);
        small_frame(&s, scenes[i], gpus[i]);
        s.render.width = s.render.height = 64;
        s.method.model = MODEL_APPROXIMATE;
        assert_ok(pipeline_open(&p, &s, (struct pipeline_given){0}, &st));
        assert_ok(simulate_frame(&r, &s, &p.session, &p.target.gpu, NULL, &st));
        gpu_counters_merge(&all, &r.counters);
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

/* --- a prediction by it --- */

static double on_scale(enum metric_id m, double value)
{
    return survey_to_scale(interval_scale(m, value, NULL, 0), value);
}

/* The run's own numbers, shifted and bounded by the model's row. */
TEST(a_prediction_is_the_run_with_the_errors_it_is_known_to_have)
{
    struct settings s;
    struct pipeline p ENDED_BY(pipeline_close);
    struct result r ENDED_BY(result_free), run ENDED_BY(result_free);
    small_frame(&s, "weekend", "mobile_soc");
    assert_ok(pipeline_open(&p, &s, (struct pipeline_given){0}, &st));
    assert_ok(predict_frame(&r, &s, &p, NULL, &st));
    s.method.model = MODEL_APPROXIMATE;
    assert_ok(simulate_frame(&run, &s, &p.session, &p.target.gpu, NULL, &st));
    assert_int_equal(r.evidence.sample, SAMPLE_ALL);
    assert_int_equal(r.evidence.model, MODEL_APPROXIMATE);
    assert_same_counters(&r.counters, &run.counters);
    for (int i = 0; i < METRIC_COUNT; i++) {
        enum metric_id m = (enum metric_id)i;
        const struct error_row *row = &model_errors[MODEL_APPROXIMATE][m];
        const struct estimate *e = &r.metrics[m];
        if (metrics[m].interval != INTERVAL_CALIBRATED || m == METRIC_BANDWIDTH_UTILIZATION)
            continue;
        double expected = on_scale(m, run.metrics[m].value) + row->shift;
        assert_true(fabs(on_scale(m, e->value) - expected) < 1e-9);
        assert_true(fabs(on_scale(m, e->high) - expected - 1.95996 * row->spread) < 1e-4);
    }
    assert_true(survey_is_exact(&r.metrics[METRIC_SIMT_EFFICIENCY]));
}

/* Under a target that no interval meets, everything is simulated and nothing estimated. */
TEST(with_a_target_the_whole_frame_comes_last)
{
    struct settings s;
    struct pipeline p ENDED_BY(pipeline_close);
    struct result r ENDED_BY(result_free), reference ENDED_BY(result_free);
    small_frame(&s, "lonely", "tiny");
    s.method.model = MODEL_APPROXIMATE;
    s.method.target = (struct target_error){1e-6, METRIC_CYCLES};
    assert_ok(pipeline_open(&p, &s, (struct pipeline_given){0}, &st));
    assert_ok(predict_frame(&r, &s, &p, NULL, &st));
    s.method.model = MODEL_CYCLE;
    assert_ok(simulate_frame(&reference, &s, &p.session, &p.target.gpu, NULL, &st));
    assert_true(r.exact && r.evidence.run.finished && !r.interrupted);
    assert_same_counters(&r.counters, &reference.counters);
    for (int m = 0; m < METRIC_COUNT; m++) {
        const struct estimate *e = &r.metrics[m];
        assert_true(e->value == reference.metrics[m].value);
        assert_true(e->low == e->value && e->high == e->value);
    }
}

/* --- out of memory --- */

TEST(every_allocation_that_fails_is_reported)
{
    struct settings s;
    struct pipeline p ENDED_BY(pipeline_close);
    long all = 0;
    small_frame(&s, "lonely", "tiny");
    s.render.height = 3;
    s.method.model = MODEL_APPROXIMATE;
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
}
