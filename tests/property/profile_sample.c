/* Predictions from a profile of some pixels: what it says of the whole frame is within its errors,
 * and where it is not asked for nothing changes. */
#include "tests/rig/rig.h"

#include "orchestrator/predict/predict.h"
#include "orchestrator/settings/options.h"

#include <math.h>
#include <omp.h>
#include <string.h>

static void settings_of(struct settings *s, const char *scene, uint32_t side, const char *pixels)
{
    options_default(s);
    s->render.scene = scene;
    s->render.gpu = "tiny";
    s->render.width = s->render.height = side;
    s->render.samples = 1;
    s->method.sample = SAMPLE_WINDOWS;
    s->method.fills = 2;
    s->output.quiet = true;
    assert_ok(options_set(s, "profile-pixels", pixels, &st));
}

static void open_pipeline(struct pipeline *p, const struct settings *s)
{
    assert_ok(pipeline_open(p, s, (struct pipeline_given){0}, &st));
}

static double simt(const struct functional_counts *c)
{
    return (double)c->thread_instructions / (double)c->warp_instructions;
}

TEST(instructions_are_within_their_errors)
{
    static const char *const scenes[] = {"weekend", "cornell", "lonely"};
    for (int i = 0; i < 3; i++) {
        struct settings s;
        struct pipeline whole, part;
        double sum = 0, most = 0, of_simt = 0;
        enum { SEEDS = 6 };
        for (uint64_t seed = 1; seed <= SEEDS; seed++) {
            settings_of(&s, scenes[i], 160, "all");
            s.render.seed = seed;
            open_pipeline(&whole, &s);
            settings_of(&s, scenes[i], 160, "4096");
            s.render.seed = seed;
            open_pipeline(&part, &s);
            const struct profile_facts *f = &part.profile.facts;
            assert_true(f->sampled && !whole.profile.facts.sampled);
            assert_int_equal(whole.profile.facts.pixels, 160 * 160);
            assert_true(f->pixels <= 4096 && f->pixels > 2048);
            double error = (double)part.profile.counts.thread_instructions /
                               (double)whole.profile.counts.thread_instructions -
                           1;
            double errors = error / f->error.thread_instructions;
            of_simt =
                fmax(of_simt, fabs(simt(&part.profile.counts) / simt(&whole.profile.counts) - 1) /
                                  f->error.simt_efficiency);
            print_message("%s: %+.2f %%, %+.1f standard errors\n", scenes[i], 100 * error, errors);
            sum += errors * errors / SEEDS;
            most = fmax(most, fabs(errors));
            assert_true(f->error.thread_instructions < 0.1);
            pipeline_close(&whole);
            pipeline_close(&part);
        }
        assert_true(most < 4 && of_simt < 4);
        assert_true(sum < 3);
    }
}

static double mean(const struct heatmap *h)
{
    double sum = 0;
    for (uint32_t i = 0; i < h->width * h->height; i++)
        sum += (double)h->temperature[i];
    return sum / (h->width * h->height);
}

TEST(any_number_of_threads_makes_the_same_heatmap)
{
    struct settings s;
    struct pipeline one ENDED_BY(pipeline_close), many ENDED_BY(pipeline_close);
    int threads = omp_get_max_threads();
    settings_of(&s, "weekend", 100, "2048");
    omp_set_num_threads(1);
    open_pipeline(&one, &s);
    omp_set_num_threads(5);
    open_pipeline(&many, &s);
    omp_set_num_threads(threads);
    assert_string_equal(one.profile.hash, many.profile.hash);
    assert_memory_equal(&one.profile.counts, &many.profile.counts, sizeof one.profile.counts);
    assert_true(one.profile.facts.error.thread_instructions ==
                many.profile.facts.error.thread_instructions);
    assert_true(mean(&one.profile.map) > 0);
}

static void predict(struct result *r, const struct settings *s)
{
    struct pipeline p ENDED_BY(pipeline_close);
    open_pipeline(&p, s);
    assert_ok(predict_frame(r, s, &p, NULL, &st));
}

static double half_width(const struct result *r, enum metric_id m)
{
    return survey_half_width(&r->metrics[m]);
}

TEST(intervals_hold_the_error_of_instructions)
{
    struct settings s;
    struct result whole ENDED_BY(result_free), part;
    settings_of(&s, "weekend", 128, "all");
    predict(&whole, &s);
    settings_of(&s, "weekend", 128, "2048");
    predict(&part, &s);
    assert_true(whole.evidence.run.traced < 128 * 128);
    assert_false(whole.profile.sampled);
    assert_true(part.profile.sampled);
    assert_true(half_width(&whole, METRIC_SIMT_EFFICIENCY) == 0);
    double simt = half_width(&part, METRIC_SIMT_EFFICIENCY);
    assert_true(simt > 1.5 * part.profile.error.simt_efficiency);
    assert_true(simt < 2.5 * part.profile.error.simt_efficiency);
    const struct estimate *ipc = &part.metrics[METRIC_IPC], *cycles = &part.metrics[METRIC_CYCLES];
    double of_ipc = log(ipc->high / ipc->value), of_cycles = log(cycles->high / cycles->value);
    double of_counts = 1.95996 * part.profile.error.thread_instructions;
    assert_true(fabs(of_ipc - hypot(of_cycles, of_counts)) < 1e-6);
    assert_true(fabs(half_width(&whole, METRIC_IPC) - half_width(&whole, METRIC_CYCLES)) < 1e-9);
    result_free(&part);
}

static void assert_same_result(const struct settings *a, const struct settings *b)
{
    struct result x ENDED_BY(result_free), y ENDED_BY(result_free);
    predict(&x, a);
    predict(&y, b);
    assert_string_equal(x.heatmap_hash, y.heatmap_hash);
    assert_memory_equal(x.metrics, y.metrics, sizeof x.metrics);
    assert_false(x.profile.sampled || y.profile.sampled);
}

TEST(a_frame_that_is_not_larger_is_run_as_a_whole)
{
    struct settings all, some;
    settings_of(&all, "weekend", 64, "all");
    settings_of(&some, "weekend", 64, "4096");
    assert_same_result(&all, &some);
    settings_of(&some, "weekend", 64, "auto");
    assert_same_result(&all, &some);
}

/* 384 x 384 pixels are more than auto takes. */
TEST(auto_is_by_the_sample)
{
    static const struct {
        enum sample_kind sample;
        bool sampled;
    } cases[] = {{SAMPLE_WINDOWS, true}, {SAMPLE_GROUPS, false}};
    for (int i = 0; i < 2; i++) {
        struct settings s;
        struct pipeline p ENDED_BY(pipeline_close);
        settings_of(&s, "lonely", 384, "auto");
        s.method.sample = cases[i].sample;
        open_pipeline(&p, &s);
        assert_true(p.profile.facts.sampled == cases[i].sampled);
        assert_true(p.profile.facts.pixels <= (cases[i].sampled ? 1 << 17 : 384 * 384));
    }
}

TEST(what_is_kept_is_of_as_many_pixels)
{
    char folder[256];
    static const char *const pixels[] = {"2048", "4096", "all", "2048", "all"};
    static const bool cached[] = {false, false, false, true, true};
    struct profile_facts first = {0};
    rig_make_folder(folder);
    for (int i = 0; i < 5; i++) {
        struct settings s;
        struct pipeline p ENDED_BY(pipeline_close);
        settings_of(&s, "lonely", 96, pixels[i]);
        s.run.cache = folder;
        open_pipeline(&p, &s);
        assert_true(p.profile.cached == cached[i]);
        assert_true(p.profile.facts.sampled == (pixels[i][0] != 'a'));
        if (i == 0)
            first = p.profile.facts;
        if (i == 3)
            assert_memory_equal(&p.profile.facts, &first, sizeof first);
    }
    rig_remove_folder(folder);
}
