/* Our shaders in Vulkan-Sim's dialect count as Vulkan-Sim's own did: every figure is one that
 * Vulkan-Sim printed for WKND at 32 x 32 pixels, two samples, 16 bounces. Needs the real scene
 * beside the repository; skipped without it. */
#include "tests/rig/rig.h"

#include "common/memory.h"
#include "tests/rig/program.h"

#include <jansson.h>
#include <string.h>

static const struct {
    const char *group, *counter;
    json_int_t value;
} printed[] = {
    {"sm", "warp_instructions", 622543},
    {"sm", "thread_instructions", 4859963},
    {"mix", "alu", 3902216},
    {"mix", "control", 171142},
    {"mix", "sfu", 59338},
    {"mix", "memory", 473482},
    {"mix", "rt", 228951},
    {"mix", "trace", 5912},
    {"mix", "call", 18922},
    {"mix", "predicated_off", 69551},
    {"ldst", "loads", 43452},
    {"ldst", "stores", 11588 + 64}, /* of them image stores */
    {"ldst", "image_stores", 64},
    {"ldst", "load_sectors", 238796},
    {"ldst", "store_sectors", 80368 + 1024},
    {"ldst", "image_store_sectors", 1024},
    {"rt", "rays", 5912},
    {"rt", "headers", 19043},
    {"rt", "internals", 52705},
    {"rt", "instances", 13131},
    {"rt", "procedurals", 13010},
};

/* Warp instructions by active lanes, from one to 32. */
static const json_int_t by_lanes[32] = {210125, 84406, 47261, 33877, 25619, 25715, 17207, 18857,
                                        13109,  7483,  5501,  7123,  3909,  5113,  5038,  3022,
                                        3405,   2954,  4447,  3281,  3545,  2475,  2265,  3124,
                                        3392,   2756,  1606,  867,   1437,  1292,  1810,  70522};

static void expect(json_t *counters, const char *group, const char *counter, json_int_t value)
{
    json_t *is = json_object_get(json_object_get(counters, group), counter);
    assert_non_null(is);
    if (json_integer_value(is) != value)
        fail_msg("%s.%s is %" JSON_INTEGER_FORMAT ", Vulkan-Sim's %" JSON_INTEGER_FORMAT, group,
                 counter, json_integer_value(is), value);
}

static void wknd_counts_as_vulkansim_printed(void **state)
{
    (void)state;
    char *there = rig_shared("scenes/wknd/spheres.txt"), counter[16];
    if (!there)
        skip();
    mem_free(there);
    struct outcome o;
    json_error_t why;
    program_run(&o, "simulate " TEST_SOURCE_DIR "/tests/reference/wknd.scene"
                    " -g mobile_soc_vulkansim --shaders " TEST_SOURCE_DIR
                    "/sim/shaders/vulkansim/path -W 32 -H 32 -s 2 -d 16 --stats --json -q");
    assert_int_equal(o.status, 0);
    json_t *run = json_loads(o.out, 0, &why);
    assert_non_null(run);
    json_t *counters =
        json_object_get(json_array_get(json_object_get(run, "groups"), 0), "counters");
    for (size_t i = 0; i < sizeof printed / sizeof *printed; i++)
        expect(counters, printed[i].group, printed[i].counter, printed[i].value);
    for (int lanes = 1; lanes <= 32; lanes++) {
        snprintf(counter, sizeof counter, "warps_%d", lanes);
        expect(counters, "mix", counter, by_lanes[lanes - 1]);
    }
    json_decref(run);
    outcome_free(&o);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(wknd_counts_as_vulkansim_printed),
    };
    return cmocka_run_group_tests(tests, program_enter, program_leave);
}
