/* Every issue slot and every cycle of an RT unit is charged to one cause: the stacks that --stalls
 * shows add up to SMs x schedulers x cycles and to SMs x cycles, exactly. */
#include "tests/rig/rig.h"

#include "orchestrator/diorama.h"
#include "sim/config/load/load.h"
#include "sim/timing/counters/stalls.h"
#include "tests/rig/documents.h"

#include <string.h>

/* The document of a small frame; `pairs` are options. */
static json_t *run(rig_run *f, const char *scene_name, const char *const *pairs)
{
    static const char *const common[] = {"width",  "48",      "height", "12",    "samples",
                                         "1",      "percent", "40",     "stats", "true",
                                         "stalls", "true",    "quiet",  "true",  NULL};
    struct diorama_error error;
    struct diorama_scene *scene;
    must(diorama_scene_load(&scene, scene_name, &error));
    json_t *document = rig_document(f, scene, common, pairs);
    diorama_scene_free(scene);
    return document;
}

static uint64_t sum_of(const json_t *object)
{
    uint64_t sum = 0;
    const char *name;
    json_t *value;
    json_object_foreach((json_t *)object, name, value)
    {
        assert_true(json_is_integer(value));
        sum += (uint64_t)json_integer_value(value);
    }
    return sum;
}

static uint64_t cycles_of(const json_t *group)
{
    const json_t *gpu = json_at(group, "counters.gpu");
    return (uint64_t)integer_at(gpu, "cycles");
}

/* Of each group and of all; in a simulation the whole GPU is the one group. */
static void assert_stacks_add_up(const json_t *document, const struct gpu_config *gpu,
                                 const char *what)
{
    const json_t *all = json_object_get(document, "stalls"), *groups, *group;
    uint64_t sums[STALL_STACKS] = {0};
    size_t i;
    groups = json_object_get(document, "groups");
    assert_true(json_array_size(groups) >= 1);
    json_array_foreach((json_t *)groups, i, group)
    {
        const json_t *stalls = json_object_get(group, "stalls");
        assert_int_equal(json_object_size(stalls), STALL_STACKS);
        for (size_t s = 0; s < STALL_STACKS; s++) {
            uint64_t slots = sum_of(json_object_get(stalls, stall_stacks[s].name));
            uint64_t wanted =
                cycles_of(group) * gpu->machine.sms * (s == 0 ? gpu->sm.schedulers : 1);
            if (slots != wanted)
                fail_msg("%s, group %zu: %s has %llu slots of %llu", what, i, stall_stacks[s].name,
                         (unsigned long long)slots, (unsigned long long)wanted);
            sums[s] += slots;
        }
    }
    for (size_t s = 0; s < STALL_STACKS; s++)
        assert_int_equal(sum_of(json_object_get(all, stall_stacks[s].name)), sums[s]);
    assert_true(sums[0] > 0 && sums[1] > 0);
}

static const char *const gpus[] = {"tiny",    "mobile_soc", "mobile_soc_vulkansim",
                                   "rtx2060", "rtx3070",    "rtx2060_vulkansim"};
static const char *const scenes[] = {"lonely", "weekend", "cornell"};

TEST(stacks_of_a_simulation_add_up)
{
    for (size_t g = 0; g < sizeof gpus / sizeof *gpus; g++)
        for (size_t s = 0; s < sizeof scenes / sizeof *scenes; s++) {
            struct gpu_config gpu;
            const char *const pairs[] = {"gpu", gpus[g], NULL};
            char what[128];
            assert_ok(gpu_config_load(&gpu, gpus[g], &st));
            snprintf(what, sizeof what, "%s on %s", scenes[s], gpus[g]);
            json_t *d FREED_BY(json_decref) = run(diorama_simulate, scenes[s], pairs);
            assert_stacks_add_up(d, &gpu, what);
            /* The cycles of the document itself. */
            json_t *cycles = json_at(d, "metrics.cycles");
            assert_true(number_at(cycles, "value") == (double)cycles_of(json_at(d, "groups.0")));
        }
}

TEST(stacks_of_a_prediction_add_up_over_its_groups)
{
    static const char *const shaders[] = {"path", "shadow", "ao"};
    for (size_t i = 0; i < sizeof shaders / sizeof *shaders; i++) {
        struct gpu_config gpu;
        const char *const pairs[] = {"gpu", "rtx2060", "shader", shaders[i], NULL};
        assert_ok(gpu_config_load(&gpu, "rtx2060", &st));
        gpu_config_downscale(&gpu, 6);
        json_t *d FREED_BY(json_decref) = run(diorama_predict, "weekend", pairs);
        assert_stacks_add_up(d, &gpu, shaders[i]);
    }
}

TEST(without_the_option_there_are_no_stacks)
{
    const char *const pairs[] = {"gpu", "tiny", "stalls", "false", NULL};
    json_t *d FREED_BY(json_decref) = run(diorama_simulate, "lonely", pairs);
    assert_null(json_object_get(d, "stalls"));
    assert_null(json_at(d, "groups.0.stalls"));
}
