/* Work made from a heatmap alone does what the heatmap says: its own heatmap is the same one. */
#include "tests/rig/gpus.h"
#include "tests/rig/rig.h"

#include "common/file.h"
#include "common/memory.h"
#include "common/random.h"
#include "orchestrator/compare/correlate.h"
#include "orchestrator/predict/frame_profile.h"
#include "orchestrator/predict/predict.h"
#include "orchestrator/settings/options.h"
#include "sim/config/load/load.h"

#include <math.h>
#include <string.h>

static void default_settings(struct settings *s)
{
    options_default(s);
    s->render.gpu = "tiny";
    s->output.quiet = true;
    s->render.heatmap = "folder/picture.png";
}

/* Temperatures of the picture, as shares of its hottest. */
static double *temperatures(const struct image *picture)
{
    struct heatmap h ENDED_BY(heatmap_free);
    assert_ok(heatmap_from_picture(&h, picture, &st));
    uint64_t n = (uint64_t)h.width * h.height;
    double *out = mem_calloc(n, sizeof *out), most = 0;
    for (uint64_t i = 0; i < n; i++)
        most = fmax(most, (double)h.temperature[i]);
    for (uint64_t i = 0; i < n; i++)
        out[i] = most > 0 ? (double)h.temperature[i] / most : 0;
    return out;
}

struct trip {
    double correlation; /* NAN where all pixels are equal */
    double off;         /* mean difference of temperatures */
    struct functional_counts counts;
    struct synthetic_facts facts;
    char hash[HASH_TEXT];
};

/* Picture to work to picture. */
static struct trip travel(const struct settings *s, const struct image *picture)
{
    struct world world ENDED_BY(world_close);
    struct session session ENDED_BY(session_close);
    struct frame_profile profile ENDED_BY(frame_profile_release);
    struct trip trip = {0};
    struct gpu_config gpu = rig_gpu(s->render.gpu);
    assert_ok(world_open_synthetic(&world, &s->render, &gpu, picture, &st));
    assert_ok(session_open(&session, &world, &s->render, NULL, &st));
    assert_int_equal(session.frame.width, picture->width);
    assert_int_equal(session.frame.height, picture->height);
    assert_ok(frame_profile_make(&profile, &session, &gpu, s, NULL, &st));
    uint64_t n = session_pixels(&session);
    double *before FREED_BY(mem_free) = temperatures(picture),
                   *after = temperatures(&profile.picture);
    for (uint64_t i = 0; i < n; i++)
        trip.off += fabs(before[i] - after[i]) / (double)n;
    assert_ok(correlate_ranks(before, after, n, &trip.correlation, &st));
    trip.counts = profile.counts;
    trip.facts = world.synthetic->facts;
    memcpy(trip.hash, world.scene->hash, HASH_TEXT);
    mem_free(after);
    return trip;
}

static void assert_same_heat(const struct trip *t, const char *what)
{
    if (!(t->correlation >= 0.95) || !(t->off <= 0.05))
        fail_msg("%s: rank correlation %.4f, mean difference %.4f", what, t->correlation, t->off);
}

/* ---- real heatmaps ---- */

static void heatmap_of(const char *scene, uint32_t side, struct image *picture)
{
    struct settings s;
    struct world world ENDED_BY(world_close);
    struct session session ENDED_BY(session_close);
    struct frame_profile profile;
    default_settings(&s);
    s.render.width = s.render.height = side;
    struct gpu_config gpu = rig_gpu(s.render.gpu);
    assert_ok(world_open(&world, scene, false, &st));
    assert_ok(session_open(&session, &world, &s.render, NULL, &st));
    assert_ok(frame_profile_make(&profile, &session, &gpu, &s, NULL, &st));
    *picture = profile.picture;
    heatmap_free(&profile.map);
}

TEST(every_scenes_heatmap_comes_back)
{
    struct settings s;
    char **names;
    size_t n;
    default_settings(&s);
    assert_ok(scene_list_builtin(&names, &n, &st));
    assert_true(n > 5);
    for (size_t i = 0; i < n; i++) {
        struct image picture ENDED_BY(image_free);
        heatmap_of(names[i], 128, &picture);
        struct trip t = travel(&s, &picture);
        print_message("%-8s rank correlation %.4f, mean difference %.4f\n", names[i], t.correlation,
                      t.off);
        assert_same_heat(&t, names[i]);
    }
    file_free_list(names, n);
}

TEST(whatever_the_knobs_are)
{
    static const char *const knobs[][3] = {{"4", "0", "4KiB"},
                                           {"4", "1", "64KiB"},
                                           {"16", "1", "16MiB"},
                                           {"2.5", "0.25", "1MiB"},
                                           {"200", "0", "100000"}};
    struct image picture ENDED_BY(image_free);
    heatmap_of("cornell", 64, &picture);
    for (size_t i = 0; i < sizeof knobs / sizeof *knobs; i++) {
        struct settings s;
        default_settings(&s);
        assert_ok(options_set(&s, "hottest-pixel", knobs[i][0], &st));
        assert_ok(options_set(&s, "coherence", knobs[i][1], &st));
        assert_ok(options_set(&s, "footprint", knobs[i][2], &st));
        struct trip t = travel(&s, &picture);
        assert_same_heat(&t, knobs[i][2]);
    }
}

/* ---- pictures that nobody's profiler wrote ---- */

static void paint(struct image *picture, uint32_t width, uint32_t height,
                  double (*at)(uint32_t x, uint32_t y))
{
    struct heatmap h ENDED_BY(heatmap_free) = {.width = width, .height = height};
    h.temperature = mem_calloc((size_t)width * height, sizeof *h.temperature);
    for (uint32_t i = 0; i < width * height; i++)
        h.temperature[i] = (float)at(i % width, i / width);
    assert_ok(heatmap_paint(&h, picture, &st));
}

static double one_hot(uint32_t x, uint32_t y)
{
    return x == 20 && y == 3 ? 1.0 : 0.0;
}
static double ramp(uint32_t x, uint32_t y)
{
    return (x + 37.0 * y) / (37.0 * 29.0);
}
static double noise(uint32_t x, uint32_t y)
{
    return random_unit(1, RANDOM_TEST, 1000 * y + x);
}
static double lukewarm(uint32_t x, uint32_t y)
{
    return x % 2 == y % 2 ? 0.25 : 0.5;
}
static double cold(uint32_t x, uint32_t y)
{
    (void)x, (void)y;
    return 0.0;
}
static double hot(uint32_t x, uint32_t y)
{
    (void)x, (void)y;
    return 1.0;
}

TEST(made_up_pictures_come_back_too)
{
    static const struct {
        const char *name;
        uint32_t width, height;
        double (*at)(uint32_t x, uint32_t y);
    } pictures[] = {
        {"one hot pixel", 33, 5, one_hot}, {"ramp", 37, 29, ramp},         {"noise", 61, 7, noise},
        {"a column", 1, 101, noise},       {"a row", 101, 1, noise},       {"a few", 3, 2, ramp},
        {"lukewarm", 64, 3, lukewarm},     {"a large one", 257, 33, ramp},
    };
    struct settings s;
    default_settings(&s);
    for (size_t i = 0; i < sizeof pictures / sizeof *pictures; i++) {
        struct image picture ENDED_BY(image_free);
        paint(&picture, pictures[i].width, pictures[i].height, pictures[i].at);
        struct trip t = travel(&s, &picture);
        assert_same_heat(&t, pictures[i].name);
    }
}

/* A heatmap is relative: of equal pixels it only says that they are equal. */
TEST(pictures_of_one_temperature)
{
    struct settings s;
    struct image picture;
    default_settings(&s);
    paint(&picture, 33, 5, cold);
    struct trip t = travel(&s, &picture);
    assert_int_equal(t.counts.rays, 0);
    assert_true(t.counts.thread_instructions > 0);
    image_free(&picture);
    for (uint32_t side = 1; side < 40; side += 32) {
        paint(&picture, side, side, hot);
        t = travel(&s, &picture);
        assert_true(t.off == 0);
        assert_in_range(t.counts.rays, 12 * side * side, 20 * side * side);
        image_free(&picture);
    }
}

/* ---- how it is done ---- */

TEST(work_is_done_to_the_instruction)
{
    enum { WIDTH = 70, HEIGHT = 20 };
    struct settings s;
    struct gpu_config gpu;
    struct world world ENDED_BY(world_close);
    struct session session ENDED_BY(session_close);
    struct image picture ENDED_BY(image_free);
    struct kernel *kernel;
    uint64_t work[WIDTH * HEIGHT] = {0};
    struct kernel_settings settings = {.work = work};
    default_settings(&s);
    paint(&picture, WIDTH, HEIGHT, ramp);
    assert_ok(gpu_config_load(&gpu, s.render.gpu, &st));
    assert_ok(world_open_synthetic(&world, &s.render, &gpu, &picture, &st));
    assert_ok(session_open(&session, &world, &s.render, NULL, &st));
    assert_ok(launch_kernel(session.launch, &settings, &kernel, &st));
    assert_ok(kernel_run(kernel, &st));
    kernel->ops->free(kernel);
    const uint32_t *wanted = synthetic_plan_work(world.synthetic->plan);
    uint32_t exact = 0, beyond = 0, last = WIDTH * HEIGHT - 1;
    uint64_t rest = work[last] - wanted[last];
    for (uint32_t i = 0; i < WIDTH * HEIGHT; i++) {
        uint64_t off = work[i] - wanted[i];
        exact += off == rest;
        beyond += off > rest && off - rest > world.synthetic->facts.ray_work;
    }
    assert_true(rest < 40);
    /* Else it is too cold for a shader's beginning and end, or its last ray was too dear. */
    assert_true(exact > WIDTH * HEIGHT * 97 / 100);
    assert_int_equal(beyond, 0);
}

TEST(time_becomes_rays)
{
    struct settings s;
    struct image picture ENDED_BY(image_free);
    struct trip half, whole, elsewhere;
    default_settings(&s);
    paint(&picture, 16, 2, ramp);
    struct gpu_config gpu = rig_gpu(s.render.gpu);
    s.render.hottest_pixel = "0.125ms";
    half = travel(&s, &picture);
    s.render.hottest_pixel = "0.25ms";
    whole = travel(&s, &picture);
    assert_true(half.facts.ray_cycles > 100 && half.facts.ms == 0.125);
    assert_true(half.facts.ray_cycles == whole.facts.ray_cycles);
    assert_true(fabs(whole.facts.rays - 2 * half.facts.rays) < 1e-9 * whole.facts.rays);
    assert_true(fabs(metrics_frame_time_ms(&gpu, half.facts.rays * half.facts.ray_cycles) - 0.125) <
                1e-9);
    s.render.hottest_pixel = "0.25ms@mobile_soc";
    elsewhere = travel(&s, &picture);
    assert_true(elsewhere.facts.ray_cycles != whole.facts.ray_cycles);
    assert_string_not_equal(elsewhere.hash, whole.hash);
}

TEST(the_footprint_is_what_was_asked_for)
{
    static const struct {
        const char *text;
        double bytes;
    } asked[] = {{"4096", 4096}, {"64KiB", 65536}, {"1.5MiB", 1572864}, {"8MiB", 8388608}};
    struct settings s;
    struct image picture ENDED_BY(image_free);
    default_settings(&s);
    paint(&picture, 2, 2, ramp);
    for (size_t i = 0; i < sizeof asked / sizeof *asked; i++) {
        s.render.footprint = asked[i].text;
        struct trip t = travel(&s, &picture);
        assert_true(fabs((double)t.facts.footprint / asked[i].bytes - 1) < (i ? 0.05 : 0.2));
    }
}

/* What caches go by. */
TEST(hashes_cover_picture_and_knobs)
{
    static const char *const changes[][2] = {
        {"seed", "1"}, {"hottest-pixel", "17"}, {"coherence", "0.5001"}, {"footprint", "2MiB"}};
    struct settings s;
    struct image picture ENDED_BY(image_free);
    default_settings(&s);
    paint(&picture, 4, 4, ramp);
    struct trip first = travel(&s, &picture);
    for (size_t i = 0; i < sizeof changes / sizeof *changes; i++) {
        struct settings other = s;
        assert_ok(options_set(&other, changes[i][0], changes[i][1], &st));
        struct trip t = travel(&other, &picture);
        if (i == 0)
            assert_string_equal(t.hash, first.hash);
        else
            assert_string_not_equal(t.hash, first.hash);
    }
    picture.rgba[4 * 15 + 1] ^= 1; /* of the last pixel */
    struct trip t = travel(&s, &picture);
    assert_string_not_equal(t.hash, first.hash);
}

/* Coherent rays walk together. */
TEST(coherence_is_seen_by_the_rt_unit)
{
    static const double coherence[] = {0.0, 1.0};
    struct image picture ENDED_BY(image_free);
    double efficiency[2];
    struct gpu_config gpu = rig_gpu("tiny");
    paint(&picture, 64, 4, hot);
    for (int i = 0; i < 2; i++) {
        struct settings s;
        struct world world ENDED_BY(world_close);
        struct session session ENDED_BY(session_close);
        struct result r ENDED_BY(result_free);
        default_settings(&s);
        s.render.coherence = coherence[i];
        assert_ok(world_open_synthetic(&world, &s.render, &gpu, &picture, &st));
        assert_ok(session_open(&session, &world, &s.render, NULL, &st));
        assert_ok(simulate_frame(&r, &s, &session, &gpu, NULL, &st));
        efficiency[i] = r.metrics[METRIC_RT_EFFICIENCY].value;
        assert_true(r.synthetic.is && r.synthetic.coherence == coherence[i]);
    }
    assert_true(efficiency[0] + 0.1 < efficiency[1]);
}
