/* A warp that runs to its end in one call does what its steps do one by one: the same picture, cost
 * of every pixel and counts, and these are the sums of what the steps say. Half of the warps give
 * the records of their rays up. */
#include "tests/rig/rig.h"

#include "sim/functional/exec/warp_context.h"
#include "tests/rig/scenes.h"

#include <string.h>

enum { WIDTH = 40, HEIGHT = 24, PIXELS = WIDTH * HEIGHT };

struct result {
    float picture[3 * PIXELS];
    uint64_t work[PIXELS];
    struct functional_counts counts;
};

/* Cycles of the records' tests: docs/model.md, "RT unit: records and tests". */
static uint64_t test_cycles(const struct ray_work *ray)
{
    static const uint8_t cycles[RECORD_KINDS] = {4, 8, 8, 4, 8, 8, 8, 0, 1, 4, 4, 8, 8, 8, 8};
    uint64_t sum = 0;
    for (uint32_t i = 0; i < ray->n_records; i++)
        sum += cycles[record_kind(ray->records[i])];
    return sum;
}

static void sum_step(const struct warp_step *step, uint32_t cta, uint64_t *work,
                     struct functional_counts *counts)
{
    uint32_t per_row = (WIDTH + WARP_LANES - 1) / WARP_LANES;
    counts->warp_instructions++;
    for (uint32_t on = step->executed; on; on &= on - 1) {
        uint32_t lane = (uint32_t)__builtin_ctz(on);
        uint32_t x = cta % per_row * WARP_LANES + lane, y = cta / per_row;
        uint64_t cycles = step->rays ? test_cycles(&step->rays[lane]) : 0;
        counts->thread_instructions++;
        if (step->rays) {
            const struct ray_work *ray = &step->rays[lane];
            counts->rays++;
            counts->records += ray->n_records;
            counts->node_visits += ray->n_nodes;
            if (ray->n_nodes > counts->max_nodes_per_ray)
                counts->max_nodes_per_ray = ray->n_nodes;
        }
        if (x < WIDTH)
            work[y * WIDTH + x] += 1 + cycles;
    }
}

/* So that it does not matter in which of them an address is looked for first. */
static void regions_are_apart(const struct warp *w)
{
    const struct warp_context *m = (const void *)w;
    for (uint32_t i = 0; i < m->n_regions; i++)
        for (uint32_t k = 0; k < i; k++)
            assert_true(m->regions[i].addr + m->regions[i].size <= m->regions[k].addr ||
                        m->regions[k].addr + m->regions[k].size <= m->regions[i].addr);
}

static void step_all(struct kernel *kernel, uint64_t *work, struct functional_counts *counts)
{
    for (uint32_t cta = 0; cta < kernel->n_ctas; cta++) {
        struct warp_step step;
        struct warp *w;
        assert_ok(kernel->ops->start(kernel, cta, &w, &st));
        regions_are_apart(w);
        while (w->next) {
            const struct warp_inst *inst = w->next;
            uint32_t active = w->active;
            assert_ok(w->ops->step(w, &step, &st));
            assert_ptr_equal(step.inst, inst);
            assert_int_equal(step.active, active);
            sum_step(&step, cta, work, counts);
            if (step.rays && cta % 2)
                w->ops->drop_records(w);
            if (cta == 0) { /* also in the middle of a warp */
                struct functional_counts now;
                launch_kernel_counts(kernel, &now);
                assert_memory_equal(&now, counts, sizeof now);
            }
        }
        w->ops->end(w);
    }
}

static void check(const struct device_image *image, const char *name, enum shader_kind shader,
                  const char *dumps, const uint8_t *filter)
{
    static struct result ran, stepped;
    static uint64_t summed[PIXELS];
    struct functional_counts counts = {0};
    struct launch *launch;
    struct kernel *kernel;
    const struct frame frame = {.width = WIDTH,
                                .height = HEIGHT,
                                .samples = 1,
                                .max_depth = 4,
                                .shader = shader,
                                .shaders = dumps,
                                .rays_per_hit = 2,
                                .seed = 3};
    assert_ok(launch_create(&launch, image, &frame, &st));
    memset(&ran, 0, sizeof ran);
    memset(&stepped, 0, sizeof stepped);
    memset(summed, 0, sizeof summed);
    struct kernel_settings settings = {.filter = filter, .picture = ran.picture, .work = ran.work};
    assert_ok(launch_kernel(launch, &settings, &kernel, &st));
    assert_ok(kernel_run(kernel, &st));
    launch_kernel_counts(kernel, &ran.counts);
    kernel->ops->free(kernel);
    settings.picture = stepped.picture;
    settings.work = stepped.work;
    assert_ok(launch_kernel(launch, &settings, &kernel, &st));
    step_all(kernel, summed, &counts);
    launch_kernel_counts(kernel, &stepped.counts);
    kernel->ops->free(kernel);
    launch_free(launch);
    if (memcmp(&ran, &stepped, sizeof ran) != 0)
        fail_msg("%s, %s: another result", name, dumps ? dumps : shader_names[shader]);
    assert_memory_equal(&counts, &stepped.counts, sizeof counts);
    assert_memory_equal(summed, stepped.work, sizeof summed);
}

TEST(a_run_is_its_steps)
{
    static const char *const names[] = {"atrium", "rigging", "tree", "weekend"};
    static uint8_t filter[PIXELS];
    for (uint32_t i = 0; i < PIXELS; i++)
        filter[i] = i % 7 < 3;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        struct scene *scene FREED_BY(scene_free);
        struct device_image *image FREED_BY(device_image_free);
        rig_load_image(names[i], &scene, &image);
        for (int shader = 0; shader < SHADER_ANY_SCENE; shader++) {
            check(image, names[i], (enum shader_kind)shader, NULL, NULL);
            check(image, names[i], (enum shader_kind)shader, NULL, filter);
        }
        check(image, names[i], SHADER_PATH, "sim/shaders/vulkansim/path", NULL);
    }
}

/* A warp that executes too much is found out at the same instruction. */
TEST(a_run_ends_where_the_budget_does)
{
    struct scene *scene FREED_BY(scene_free);
    struct device_image *image FREED_BY(device_image_free);
    struct launch *launch;
    const struct frame frame = {
        .width = 32, .height = 1, .samples = 1, .max_depth = 4, .rays_per_hit = 2, .seed = 1};
    rig_load_image("lonely", &scene, &image);
    assert_ok(launch_create(&launch, image, &frame, &st));
    for (uint64_t budget = 1; budget < 200; budget++) {
        struct functional_counts counts[2];
        struct status why[2];
        for (int stepped = 0; stepped < 2; stepped++) {
            struct kernel_settings settings = {.step_budget = budget};
            struct kernel *kernel;
            struct warp_step step;
            struct warp *w;
            enum st_code code = ST_OK;
            assert_ok(launch_kernel(launch, &settings, &kernel, &st));
            assert_ok(kernel->ops->start(kernel, 0, &w, &st));
            while (stepped && code == ST_OK && w->next)
                code = w->ops->step(w, &step, &why[stepped]);
            if (!stepped)
                code = warp_run(w, &why[stepped]);
            assert_int_equal(code, ST_FAILED);
            w->ops->end(w);
            launch_kernel_counts(kernel, &counts[stepped]);
            kernel->ops->free(kernel);
        }
        assert_int_equal(counts[0].warp_instructions, budget);
        assert_memory_equal(&counts[0], &counts[1], sizeof counts[0]);
        assert_string_equal(why[0].text, why[1].text);
    }
    launch_free(launch);
}
