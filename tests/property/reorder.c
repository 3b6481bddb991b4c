/* Threads that change warps in the middle of what they do, do the same: pictures, work of each
 * pixel and numbers of instructions and rays are those of a run in which nobody moves, on any
 * number of host threads; and a sort is one. */
#include "tests/rig/rig.h"

#include "common/memory.h"
#include "common/random.h"
#include "sim/config/load/load.h"
#include "sim/functional/exec/launch.h"
#include "sim/functional/exec/warp_context.h"
#include "sim/timing/gpu.h"
#include "sim/trace/replay.h"
#include "tests/rig/fake_warp.h"
#include "tests/rig/gpus.h"
#include "tests/rig/scenes.h"
#include "tests/rig/shader.h"

#include <string.h>

enum { WIDTH = 40, HEIGHT = 16, PIXELS = WIDTH * HEIGHT, WARPS = 8 };

struct outcome {
    float picture[3 * PIXELS];
    uint64_t work[PIXELS];
    struct functional_counts counts;
    struct gpu_counters timing;
};

static const struct way {
    const char *warps, *wait, *B;
    bool fresh, filtered;
} ways[] = {{"64", "0", "0", false, false},  {"2", "0", "16", false, true},
            {"16", "300", "0", true, false}, {"5", "1000", "64", true, true},
            {"1", "0", "0", false, false},   {"64", "20000", "1", false, false}};

/* Without a way as kernel_run() runs it. */
static void run(const struct launch *launch, const struct way *way, bool moves, uint32_t threads,
                struct outcome *out)
{
    static uint8_t filter[PIXELS];
    struct gpu_config gpu;
    struct kernel *kernel FREED_BY(kernel_free);
    for (uint32_t i = 0; i < PIXELS; i++)
        filter[i] = random_below(7, RANDOM_TEST, i, 3) != 0;
    struct kernel_settings settings = {.picture = out->picture,
                                       .work = out->work,
                                       .filter = way->filtered ? filter : NULL,
                                       .traversal = {.fresh_traces = way->fresh}};
    memset(out, 0, sizeof *out);
    assert_ok(launch_kernel(launch, &settings, &kernel, &st));
    gpu = rig_gpu("tiny");
    assert_ok(gpu_config_set(&gpu, "rt.trace", way->fresh ? "fresh" : "buffer", &st));
    assert_ok(gpu_config_set(&gpu, "rt.reorder_warps", way->warps, &st));
    assert_ok(gpu_config_set(&gpu, "rt.reorder_wait", way->wait, &st));
    assert_ok(gpu_config_set(&gpu, "rt.reorder_B", way->B, &st));
    if (moves)
        assert_ok(gpu_simulate(&gpu, kernel, &(struct model_options){.threads = threads},
                               &out->timing, &st));
    else
        assert_ok(kernel_run(kernel, &st));
    launch_kernel_counts(kernel, &out->counts);
}

static void check(const struct device_image *image, const char *name, enum shader_kind shader,
                  struct gpu_counters *met)
{
    static struct outcome still, moved, again;
    struct launch *launch FREED_BY(launch_free);
    const struct frame frame = {.width = WIDTH,
                                .height = HEIGHT,
                                .samples = 1,
                                .max_depth = 5,
                                .shader = shader,
                                .rays_per_hit = 2,
                                .seed = 5};
    assert_ok(launch_create(&launch, image, &frame, &st));
    for (size_t i = 0; i < sizeof ways / sizeof *ways; i++) {
        run(launch, &ways[i], false, 1, &still);
        run(launch, &ways[i], true, 1, &moved);
        if (memcmp(still.picture, moved.picture, sizeof still.picture) != 0)
            fail_msg("%s, %s, way %zu: another picture", name, shader_names[shader], i);
        if (memcmp(still.work, moved.work, sizeof still.work) != 0)
            fail_msg("%s, %s, way %zu: other work", name, shader_names[shader], i);
        assert_int_equal(still.counts.rays, moved.counts.rays);
        assert_int_equal(still.counts.records, moved.counts.records);
        assert_int_equal(still.counts.thread_instructions, moved.counts.thread_instructions);
        assert_int_equal(still.counts.thread_instructions, moved.timing.sm.thread_instructions);
        assert_int_equal(moved.counts.warp_instructions, moved.timing.sm.warp_instructions);
        if (i % 3 == 0) {
            run(launch, &ways[i], true, 3, &again);
            assert_memory_equal(&moved.timing, &again.timing, sizeof moved.timing);
        }
        const struct reorder_counters *c = &moved.timing.reorder;
        assert_true(c->keys_after <= c->keys_before);
        assert_true(c->moved <= c->threads && c->threads <= c->warps * WARP_LANES);
        gpu_counters_merge(met, &moved.timing);
    }
}

TEST(every_thread_does_what_it_would_have_done)
{
    static const char *const names[] = {"cornell", "tree", "weekend"};
    struct gpu_counters met = {0};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        struct scene *scene FREED_BY(scene_free);
        struct device_image *image FREED_BY(device_image_free);
        rig_load_image(names[i], &scene, &image);
        for (int shader = 0; shader < SHADER_ANY_SCENE; shader++)
            check(image, names[i], (enum shader_kind)shader, &met);
    }
    assert_true(met.reorder.moved && met.reorder.keys_after < met.reorder.keys_before);
    assert_true(met.reorder.shaders_after < met.reorder.shaders_before);
}

/* ---- one sort ---- */

static uint64_t key_of(const struct warp_context *m, uint32_t lane)
{
    const struct lane_ray *r = &m->lane[lane];
    const struct scene *scene = m->launch->image->scene;
    if (!r->hit)
        return 0;
    const struct scene_instance *instance = &scene->instances[r->instance];
    if (r->sphere)
        return UINT64_C(2) << 32 | (uint32_t)scene->spheres[instance->index].material;
    const struct scene_mesh *mesh = &scene->meshes[instance->index];
    uint32_t vertex = mesh->indices[3 * (size_t)r->primitive];
    return UINT64_C(1) << 32 | (uint32_t)mesh->vertices[vertex].material;
}

/* Warps that stand in front of the first sort, with the place of each thread in its payload. */
TEST(threads_are_dealt_out_by_shader_and_material)
{
    struct scene *scene FREED_BY(scene_free);
    struct device_image *image FREED_BY(device_image_free);
    struct launch *launch FREED_BY(launch_free);
    struct kernel *kernel FREED_BY(kernel_free);
    struct warp *warps[WARPS];
    struct warp_step step;
    struct reordering done;
    const struct frame frame = {
        .width = WIDTH, .height = HEIGHT, .samples = 1, .max_depth = 4, .seed = 5};
    struct kernel_settings settings = {.lanes = 0xfff7ff7f};
    rig_load_image("weekend", &scene, &image);
    assert_ok(launch_create(&launch, image, &frame, &st));
    assert_ok(launch_kernel(launch, &settings, &kernel, &st));
    for (uint32_t w = 0; w < WARPS; w++) {
        assert_ok(kernel->ops->start(kernel, 16 + w, &warps[w], &st));
        while (!warps[w]->next->reorder_B)
            assert_ok(warps[w]->ops->step(warps[w], &step, &st));
        assert_true(warps[w]->ops->same_place(warps[0], warps[w]));
    }
    uint64_t before = UINT64_MAX, thread = 0;
    assert_ok(warps[0]->ops->reorder(warps, WARPS, &done, &st));
    assert_in_range(done.moved, 1, done.threads);
    uint32_t lanes = 0, keys = 0;
    for (uint32_t w = 0; w < WARPS; w++) {
        const struct warp_context *m = (const struct warp_context *)warps[w];
        assert_int_equal(warps[w]->active, m->inside & settings.lanes);
        uint64_t last = UINT64_MAX;
        for (uint32_t on = warps[w]->active; on; on &= on - 1, lanes++) {
            uint32_t lane = (uint32_t)__builtin_ctz(on);
            uint64_t key = key_of(m, lane);
            if (before != UINT64_MAX)
                assert_true(key > before || (key == before && m->thread[lane] > thread));
            keys += key != last;
            before = last = key;
            thread = m->thread[lane];
        }
    }
    assert_int_equal(lanes, done.threads);
    assert_int_equal(keys, done.keys_after);
    /* What is sorted stays as it is. */
    struct reordering none;
    assert_ok(warps[0]->ops->reorder(warps, WARPS, &none, &st));
    assert_int_equal(none.moved, 0);
    assert_int_equal(none.keys_before, done.keys_after);
    assert_ok(warps[0]->ops->step(warps[0], &step, &st));
    assert_false(warps[0]->ops->same_place(warps[0], warps[1]));
    for (uint32_t w = 0; w < WARPS; w++) {
        assert_ok(warp_run(warps[w], &st));
        warps[w]->ops->end(warps[w]);
    }
}

/* ---- who cannot ---- */

static void refused(struct kernel *kernel, const char *what)
{
    struct gpu_counters out;
    struct status st = {0};
    char expected[STATUS_TEXT];
    struct gpu_config gpu = rig_gpu("tiny");
    assert_ok(gpu_config_set(&gpu, "rt.reorder_warps", "8", &st));
    assert_int_equal(gpu_simulate(&gpu, kernel, NULL, &out, &st), ST_USAGE);
    snprintf(expected, sizeof expected,
             "rt.reorder_warps is 8; expected 0, as threads of %s cannot change warps", what);
    assert_string_equal(st.text, expected);
    kernel->ops->free(kernel);
}

TEST(other_threads_are_not_moved)
{
    struct scene *scene FREED_BY(scene_free);
    struct device_image *image FREED_BY(device_image_free);
    struct launch *launch FREED_BY(launch_free);
    struct kernel *kernel, *replay;
    struct kernel_trace *trace;
    struct kernel_settings settings = {0};
    struct frame frame = {.width = 8, .height = 8, .samples = 1, .max_depth = 1, .seed = 1};
    rig_load_image("cornell", &scene, &image);

    assert_ok(launch_create(&launch, image, &frame, &st));
    assert_ok(launch_kernel(launch, &settings, &kernel, &st));
    assert_ok(kernel_trace_create(&trace, kernel, &(struct kernel_trace_options){0}, &st));
    assert_ok(replay_kernel(&replay, trace, &st));
    refused(replay, "a recorded trace");
    kernel_trace_free(trace);
    kernel->ops->free(kernel);
    launch_free(launch);

    frame.isa = ISA_RDNA2;
    assert_ok(launch_create(&launch, image, &frame, &st));
    assert_ok(launch_kernel(launch, &settings, &kernel, &st));
    refused(kernel, "machine code");
    launch_free(launch);

    frame.isa = ISA_PTX;
    frame.shaders = "sim/shaders/vulkansim/path";
    assert_ok(launch_create(&launch, image, &frame, &st));
    assert_ok(launch_kernel(launch, &settings, &kernel, &st));
    refused(kernel, "Vulkan-Sim's shader dumps");
}
