/* Jobs of one frame in one process execute it once for the models that read a trace, and what they
 * say is what a job alone says; of another frame nothing is left. */
#include "tests/rig/rig.h"

#include "orchestrator/settings/options.h"
#include "orchestrator/study/job.h"

#include <string.h>

static void base(struct settings *s, const char *model)
{
    options_default(s);
    s->render.scene = "weekend";
    s->render.gpu = "tiny";
    s->render.width = 40;
    s->render.height = 8;
    s->render.samples = 1;
    s->method.factor = 1;
    s->method.percent = 100;
    s->output.quiet = true;
    assert_ok(options_set(s, "model", model, &st));
}

struct said {
    struct gpu_counters counters;
    struct functional_counts counts;
};

static enum st_code note(void *context, const struct pipeline *p, const struct result *r,
                         struct status *st)
{
    struct said *said = context;
    (void)p, (void)st;
    said->counters = r->counters;
    said->counts = r->groups[0].runs[0].counts;
    return ST_OK;
}

static struct said run(struct job_memory *m, const struct settings *s)
{
    struct said said;
    memset(&said, 0, sizeof said);
    assert_ok(job_run(m, KEY_PREDICT, s, NULL, note, &said, &st));
    return said;
}

static void assert_as_alone(const struct said *said, const struct settings *s)
{
    struct job_memory alone = {0};
    struct said other = run(&alone, s);
    assert_true(said->counters.gpu.cycles > 0);
    assert_memory_equal(said, &other, sizeof other);
    job_forget(&alone);
}

static const char *const traced[] = {"interval", "gatsim"};

TEST(another_gpu_reads_what_the_first_has_executed)
{
    static const char *const gpus[] = {"tiny:ldst.l1_latency=40", "mobile_soc", "tiny"};
    struct job_memory memory = {0};
    for (size_t model = 0; model < sizeof traced / sizeof *traced; model++) {
        struct settings s;
        base(&s, traced[model]);
        uint64_t before = run(&memory, &s).counters.gpu.cycles;
        assert_int_equal(memory.traces.n, 1); /* of the model before as well */
        const struct kernel_trace *trace = memory.traces.of[0].trace;
        for (size_t i = 0; i < sizeof gpus / sizeof *gpus; i++) {
            s.render.gpu = gpus[i];
            struct said said = run(&memory, &s);
            assert_as_alone(&said, &s);
            assert_int_equal(memory.traces.n, 1);
            assert_ptr_equal(memory.traces.of[0].trace, trace);
            assert_true(said.counters.gpu.cycles != before);
            before = said.counters.gpu.cycles;
        }
    }
    job_forget(&memory);
    assert_int_equal(memory.traces.n, 0);
}

TEST(rays_that_walk_otherwise_have_a_trace_of_their_own)
{
    struct job_memory memory = {0};
    struct settings s;
    base(&s, "interval");
    run(&memory, &s);
    s.render.gpu = "tiny:rt.order=stack";
    struct said said = run(&memory, &s);
    assert_as_alone(&said, &s);
    assert_int_equal(memory.traces.n, 2);
    job_forget(&memory);
}

TEST(nothing_of_another_frame_is_read_or_left)
{
    static const char *const others[][2] = {
        {"frame", "7"},   {"seed", "3"},      {"width", "36"},  {"height", "9"},
        {"samples", "2"}, {"max-depth", "1"}, {"shader", "ao"}, {"SCENE", "lonely"}};
    for (size_t i = 0; i < sizeof others / sizeof *others; i++) {
        struct job_memory memory = {0};
        struct settings s;
        base(&s, traced[i % 2]);
        if (strcmp(others[i][0], "frame") == 0)
            s.render.scene = "flight"; /* which has a camera path */
        struct said first = run(&memory, &s);
        if (strcmp(others[i][0], "SCENE") == 0)
            s.render.scene = others[i][1];
        else
            assert_ok(options_set(&s, others[i][0], others[i][1], &st));
        struct said second = run(&memory, &s);
        assert_as_alone(&second, &s);
        assert_int_equal(memory.traces.n, 1);
        if (memcmp(&first, &second, sizeof first) == 0)
            fail_msg("--%s %s changes nothing: a trace of the other frame would not show",
                     others[i][0], others[i][1]);
        job_forget(&memory);
    }
}

TEST(rays_per_hit_belong_to_the_frame)
{
    struct job_memory memory = {0};
    struct settings s;
    base(&s, "gatsim");
    assert_ok(options_set(&s, "shader", "ao", &st));
    run(&memory, &s);
    assert_ok(options_set(&s, "rays", "1", &st));
    struct said said = run(&memory, &s);
    assert_as_alone(&said, &s);
    job_forget(&memory);
}

/* Neither a part of the frame, nor a scale model, nor a model that executes. */
TEST(only_whole_frames_are_kept)
{
    static const char *const others[][2] = {{"percent", "50"}, {"factor", "2"}, {"model", "cycle"}};
    for (size_t i = 0; i < sizeof others / sizeof *others; i++) {
        struct job_memory memory = {0};
        struct settings s;
        base(&s, "gatsim");
        assert_ok(options_set(&s, others[i][0], others[i][1], &st));
        struct said said = run(&memory, &s);
        assert_as_alone(&said, &s);
        assert_int_equal(memory.traces.n, 0);
        job_forget(&memory);
    }
}
