/* With one group of which every pixel is traced, group + choose + extrapolate + combine is the
 * identity: the prediction equals the simulation, which never saw a plan, in every counter. */
#include "tests/rig/gpus.h"
#include "tests/rig/rig.h"

#include "orchestrator/predict/frame_run.h"
#include "orchestrator/predict/pipeline.h"
#include "orchestrator/predict/predict.h"
#include "orchestrator/settings/options.h"

#include <string.h>
#include <time.h>

/* With a filter that lets every pixel through. */
static void assert_filter_changes_nothing(const struct settings *s, const struct pipeline *p,
                                          const struct run *bare)
{
    struct run run = {0};
    uint8_t filter[400];
    const struct frame_job job = {.settings = s, .session = &p->session, .threads = 1};
    memset(filter, 1, sizeof filter);
    assert_ok(run_frame(&job, &p->target.small, &(struct frame_where){.filter = filter},
                        MODEL_CYCLE, &run, &st));
    assert_same_counters(&run.counters, &bare->counters);
    assert_memory_equal(&run.counts, &bare->counts, sizeof run.counts);
}

static double process_cpu_s(void)
{
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* Every phase's time is a part of what this process used, and so is their sum. */
static void assert_cost(const struct result *r, double used_s)
{
    const struct cost *c = &r->cost;
    assert_true(c->setup.cpu_s >= 0 && c->profile.cpu_s >= 0 && c->simulate.cpu_s > 0);
    assert_true(c->total.cpu_s == c->setup.cpu_s + c->profile.cpu_s + c->simulate.cpu_s);
    assert_true(c->total.cpu_s <= used_s);
    assert_true(c->total.wall_s == c->setup.wall_s + c->profile.wall_s + c->simulate.wall_s);
    assert_int_equal(c->simulated_cycles, r->counters.gpu.cycles);
    const struct functional_counts *counts = &r->groups[0].runs[0].counts;
    assert_int_equal(c->warp_instructions, counts->warp_instructions);
    assert_int_equal(c->thread_instructions, counts->thread_instructions);
    assert_int_equal(c->rays, counts->rays);
    assert_int_equal(c->node_visits, counts->node_visits);
}

/* The settings, and by default 40 x 10 pixels, so that the last warp of a row is not full. */
static void compare(const char *scene, const char *const *options)
{
    struct settings s;
    struct pipeline p ENDED_BY(pipeline_close);
    struct result prediction ENDED_BY(result_free), simulation ENDED_BY(result_free);
    options_default(&s);
    s.render.scene = scene;
    s.render.gpu = "tiny";
    s.render.width = 40;
    s.render.height = 10;
    s.method.factor = 1;
    s.method.percent = 100;
    s.output.quiet = true;
    for (; *options; options += 2)
        assert_ok(options_set(&s, options[0], options[1], &st));
    double begin_s = process_cpu_s();
    assert_ok(pipeline_open(&p, &s, (struct pipeline_given){0}, &st));
    assert_ok(predict_frame(&prediction, &s, &p, NULL, &st));
    assert_true(prediction.fills == 20.0 / (double)pipeline_slots(&p)); /* CTAs */
    assert_cost(&prediction, process_cpu_s() - begin_s);
    assert_ok(simulate_frame(&simulation, &s, &p.session, &p.target.gpu, NULL, &st));
    assert_true(simulation.counters.gpu.cycles > 0);
    assert_same_counters(&prediction.counters, &simulation.counters);
    assert_same_counters(&prediction.groups[0].runs[0].counters, &simulation.counters);
    assert_filter_changes_nothing(&s, &p, &prediction.groups[0].runs[0]);
    for (int m = 0; m < METRIC_COUNT; m++) {
        const struct estimate *e = &prediction.metrics[m];
        assert_true(e->value == simulation.metrics[m].value);
        assert_true(e->low == e->value && e->high == e->value);
        assert_false(survey_has_bounds(&simulation.metrics[m]));
    }
    assert_int_equal(result_traced(&prediction), 400);
    assert_int_equal(prediction.n_fits, 0);
}

TEST(for_every_shader)
{
    compare("lonely", (const char *const[]){NULL});
    compare("weekend", (const char *const[]){"samples", "1", NULL});
    compare("weekend", (const char *const[]){"shader", "shadow", NULL});
    compare("weekend", (const char *const[]){"shader", "ao", NULL});
}

TEST(for_every_way_to_divide_choose_extrapolate_and_combine)
{
    compare("lonely", (const char *const[]){"combine", "paper", NULL});
    compare("lonely", (const char *const[]){"extrapolate", "exponential", NULL});
    compare("lonely", (const char *const[]){"division", "coarse", "distribution", "exptmp", NULL});
    compare("lonely", (const char *const[]){"distribution", "lintmp", "clusters", "1", NULL});
}
