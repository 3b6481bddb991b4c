/* Profiling: what the functional side counts per pixel becomes temperatures. */
#include "tests/rig/rig.h"

#include "common/memory.h"
#include "heatmap/heatmap.h"
#include "tests/rig/scenes.h"
#include "tests/rig/shader.h"

#include <omp.h>
#include <stdlib.h>
#include <string.h>

static const struct profile_options by_work = {.timer = TIMER_WORK, .quiet = true};
static const struct profile_options by_clock = {.timer = TIMER_CLOCK, .quiet = true};

struct fixture {
    struct rig_scene scene;
    struct device_image *image;
};

static int set_up(void **state)
{
    struct status st = {0};
    struct fixture *f = calloc(1, sizeof *f);
    if (!f)
        return -1;
    rig_scene_ref(&f->scene);
    f->scene.scene.camera = (struct scene_camera){.eye = {278, 278, -800},
                                                  .look_at = {278, 278, 0},
                                                  .up = {0, 1, 0},
                                                  .vertical_fov_deg = 60,
                                                  .focus_distance = 1000};
    if (device_image_create(&f->image, &f->scene.scene, &st) != ST_OK)
        return -1;
    *state = f;
    return 0;
}

static int tear_down(void **state)
{
    struct fixture *f FREED_BY(free) = *state;
    device_image_free(f->image);
    return 0;
}

static struct launch *launch_of(const struct fixture *f, uint32_t width, uint32_t height)
{
    struct launch *launch;
    struct frame frame = {.width = width,
                          .height = height,
                          .samples = 1,
                          .max_depth = 3,
                          .shader = SHADER_PATH,
                          .rays_per_hit = 2,
                          .seed = 1,
                          .isa = ISA_PTX};
    assert_ok(launch_create(&launch, f->image, &frame, &st));
    return launch;
}

TEST(work_is_the_cost_of_each_pixel)
{
    enum { WIDTH = 70, HEIGHT = 45 }; /* more than one band, clipped CTAs */
    struct launch *launch FREED_BY(launch_free) = launch_of(*state, WIDTH, HEIGHT);
    uint64_t *work = mem_calloc(WIDTH * HEIGHT, sizeof *work);
    struct kernel_settings settings = {.work = work};
    struct functional_counts whole, counts;
    struct kernel *kernel;
    assert_ok(launch_kernel(launch, &settings, &kernel, &st));
    assert_ok(kernel_run(kernel, &st));
    launch_kernel_counts(kernel, &whole);
    kernel->ops->free(kernel);
    struct heatmap expected ENDED_BY(heatmap_free), h ENDED_BY(heatmap_free);
    assert_ok(heatmap_from_costs(&expected, WIDTH, HEIGHT, work, &st));
    assert_ok(heatmap_profile(&h, launch, &by_work, &counts, &st));
    assert_int_equal(h.width, WIDTH);
    assert_int_equal(h.height, HEIGHT);
    assert_memory_equal(h.temperature, expected.temperature,
                        WIDTH * HEIGHT * sizeof *h.temperature);
    assert_memory_equal(&counts, &whole, sizeof counts);
    assert_true(counts.rays >= WIDTH * HEIGHT && counts.max_nodes_per_ray > 0);
    float low = 1.0f, high = 0.0f;
    for (int i = 0; i < WIDTH * HEIGHT; i++) {
        low = h.temperature[i] < low ? h.temperature[i] : low;
        high = h.temperature[i] > high ? h.temperature[i] : high;
    }
    assert_true(low > 0.0f && low < 0.9f && high == 1.0f);
    mem_free(work);
}

TEST(threads_do_not_matter)
{
    enum { WIDTH = 40, HEIGHT = 70 };
    struct launch *launch FREED_BY(launch_free) = launch_of(*state, WIDTH, HEIGHT);
    struct heatmap one ENDED_BY(heatmap_free), many ENDED_BY(heatmap_free);
    struct functional_counts of_one, of_many;
    int threads = omp_get_max_threads();
    omp_set_num_threads(1);
    assert_ok(heatmap_profile(&one, launch, &by_work, &of_one, &st));
    omp_set_num_threads(4);
    assert_ok(heatmap_profile(&many, launch, &by_work, &of_many, &st));
    omp_set_num_threads(threads);
    assert_memory_equal(one.temperature, many.temperature, WIDTH * HEIGHT * sizeof(float));
    assert_memory_equal(&of_one, &of_many, sizeof of_one);
}

TEST(a_profile_is_given_up_when_told_to_stop)
{
    enum { WIDTH = 40, HEIGHT = 70 };
    const atomic_int stop = 1, go_on = 0;
    struct profile_options how = by_work;
    struct launch *launch FREED_BY(launch_free) = launch_of(*state, WIDTH, HEIGHT);
    struct functional_counts counts;
    struct sample_error error;
    struct sample sample ENDED_BY(sample_free);
    struct heatmap h ENDED_BY(heatmap_free);
    assert_ok(sample_choose(&sample, WIDTH, HEIGHT, 16, 1, &st));
    how.stop = &stop;
    assert_ok(heatmap_profile(&h, launch, &how, &counts, &st));
    assert_null(h.temperature);
    assert_ok(heatmap_profile_sample(&h, launch, &how, &sample, &counts, &error, &st));
    assert_null(h.temperature);
    how.stop = &go_on;
    assert_ok(heatmap_profile_sample(&h, launch, &how, &sample, &counts, &error, &st));
    assert_non_null(h.temperature);
}

TEST(the_clock_measures_every_pixel)
{
    static const uint32_t sizes[][2] = {{1, 1}, {33, 3}, {5, 9}};
    for (size_t i = 0; i < 3; i++) {
        struct launch *launch FREED_BY(launch_free) = launch_of(*state, sizes[i][0], sizes[i][1]);
        struct functional_counts work, clock;
        struct heatmap h ENDED_BY(heatmap_free);
        assert_ok(heatmap_profile(&h, launch, &by_work, &work, &st));
        heatmap_free(&h);
        assert_ok(heatmap_profile(&h, launch, &by_clock, &clock, &st));
        float high = 0.0f;
        for (uint32_t p = 0; p < sizes[i][0] * sizes[i][1]; p++) {
            assert_true(h.temperature[p] > 0.0f);
            high = h.temperature[p] > high ? h.temperature[p] : high;
        }
        assert_true(high == 1.0f);
        /* A pixel alone does what it does in its warp. */
        assert_int_equal(clock.thread_instructions, work.thread_instructions);
        assert_int_equal(clock.rays, work.rays);
        assert_int_equal(clock.node_visits, work.node_visits);
        assert_true(clock.warp_instructions >= work.warp_instructions);
    }
}

/* Asks for descriptor y: from some row on there is none, and the message names the pixel. */
static const char failing[] = ".version 6.3\n.target sm_75\n.address_size 64\n"
                              ".extern .func (.param .b64 func_retval0) rt_descriptor\n"
                              "(\n.param .b32 rt_descriptor_param_0\n)\n;\n"
                              ".extern .func (.param .b32 func_retval0) rt_launch_id_y\n()\n;\n"
                              ".visible .func raygen()\n{\n"
                              ".reg .b32 %r<2>;\n.reg .b64 %rd<2>;\n"
                              "{\n.param .b32 retval0;\n"
                              "call.uni (retval0), rt_launch_id_y, ();\n"
                              "ld.param.b32 %r1, [retval0+0];\n}\n"
                              "{\n.param .b32 param0;\nst.param.b32 [param0+0], %r1;\n"
                              ".param .b64 retval0;\n"
                              "call.uni (retval0), rt_descriptor, (param0);\n"
                              "ld.param.b64 %rd1, [retval0+0];\n}\n"
                              "ret;\n}\n";

TEST(the_first_band_that_fails_is_reported)
{
    const struct fixture *f = *state;
    struct frame frame = {.width = 4,
                          .height = 400,
                          .samples = 1,
                          .max_depth = 1,
                          .shader = SHADER_PATH,
                          .rays_per_hit = 2,
                          .seed = 1,
                          .isa = ISA_PTX};
    struct launch *launch FREED_BY(launch_free);
    char first[STATUS_TEXT] = "";
    int threads = omp_get_max_threads();
    assert_ok(launch_create_from_text(&launch, f->image, &frame, "failing.ptx", failing,
                                      strlen(failing), &st));
    for (int t = 1; t <= 4; t++) {
        struct heatmap h;
        omp_set_num_threads(t);
        for (int timer = TIMER_WORK; timer <= TIMER_CLOCK; timer++) {
            st = (struct status){0};
            enum st_code code =
                heatmap_profile(&h, launch, timer == TIMER_WORK ? &by_work : &by_clock, NULL, &st);
            assert_int_equal(code, ST_FAILED);
            assert_null(h.temperature);
            if (!*first)
                memcpy(first, st.text, sizeof first);
            assert_string_equal(st.text, first);
        }
    }
    omp_set_num_threads(threads);
    assert_non_null(strstr(first, "failing.ptx"));
    assert_non_null(strstr(first, "descriptor"));
}

TEST(running_out_of_memory_is_survived)
{
    struct launch *launch FREED_BY(launch_free) = launch_of(*state, 2, 2);
    int threads = omp_get_max_threads();
    omp_set_num_threads(1);
    for (int timer = TIMER_WORK; timer <= TIMER_CLOCK; timer++) {
        long n = 1;
        for (;; n++) {
            struct heatmap h;
            mem_fail_from(n);
            enum st_code code =
                heatmap_profile(&h, launch, timer == TIMER_WORK ? &by_work : &by_clock, NULL, &st);
            mem_fail_from(0);
            heatmap_free(&h);
            if (code == ST_OK)
                break;
            assert_int_equal(code, ST_NOMEM);
        }
        assert_true(n > 5);
    }
    omp_set_num_threads(threads);
}

TEST_GROUP(set_up, tear_down)
