/* Our shaders in Vulkan-Sim's dialect count as Vulkan-Sim's own did: every figure is one that
 * Vulkan-Sim printed at 32 x 32 pixels, two samples, 16 bounces. Needs the real scenes beside the
 * repository; skipped without them. */
#include "tests/rig/documents.h"
#include "tests/rig/rig.h"

#include "common/memory.h"
#include "tests/rig/program.h"

#include <string.h>

enum { IMAGE_STORES = 64, IMAGE_SECTORS = 1024 };

struct printed {
    const char *scene, *needs;
    struct {
        const char *group, *counter;
        json_int_t value;
    } counters[24];
    json_int_t by_lanes[32]; /* warp instructions by active lanes, from one to 32 */
};

static const struct printed wknd = {
    "wknd",
    "scenes/wknd/spheres.txt",
    {{"sm", "warp_instructions", 622543},
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
     {"ldst", "stores", 11588 + IMAGE_STORES},
     {"ldst", "image_stores", IMAGE_STORES},
     {"ldst", "load_sectors", 238796},
     {"ldst", "store_sectors", 80368 + IMAGE_SECTORS},
     {"rt", "rays", 5912},
     {"rt", "headers", 19043},
     {"rt", "internals", 52705},
     {"rt", "instances", 13131},
     {"rt", "procedurals", 13010}},
    {210125, 84406, 47261, 33877, 25619, 25715, 17207, 18857, 13109, 7483, 5501,
     7123,   3909,  5113,  5038,  3022,  3405,  2954,  4447,  3281,  3545, 2475,
     2265,   3124,  3392,  2756,  1606,  867,   1437,  1292,  1810,  70522},
};

static const struct printed ref = {
    "ref-without-lucy",
    "scenes/ref/cornell_box_ref.obj",
    {{"sm", "warp_instructions", 1068397},
     {"sm", "thread_instructions", 6738769},
     {"mix", "alu", 5621054},
     {"mix", "control", 182140},
     {"mix", "sfu", 40473},
     {"mix", "memory", 674075},
     {"mix", "rt", 196069},
     {"mix", "trace", 11602},
     {"mix", "call", 13356},
     {"mix", "predicated_off", 54486},
     {"ldst", "loads", 64271},
     {"ldst", "stores", 21068 + IMAGE_STORES},
     {"ldst", "image_stores", IMAGE_STORES},
     {"ldst", "load_sectors", 279233},
     {"ldst", "store_sectors", 130692 + IMAGE_SECTORS},
     {"rt", "rays", 11602},
     {"rt", "headers", 24964},
     {"rt", "internals", 38122},
     {"rt", "instances", 13362},
     {"rt", "descriptors", 20966},
     {"rt", "triangles", 9642},
     {"rt", "triangle_hits", 9570},
     {"rt", "procedurals", 1754}},
    {331739, 182767, 111255, 72736, 49301, 40488, 28451, 25873, 21830, 15488, 12652,
     15169,  12260,  8477,   6399,  7677,  6235,  6523,  7608,  6495,  4103,  4057,
     3876,   3504,   3041,   4959,  3939,  3676,  3213,  1440,  12177, 50989},
};

static void expect(json_t *counters, const char *group, const char *counter, json_int_t value)
{
    json_t *is = json_at(counters, "%s.%s", group, counter);
    assert_non_null(is);
    if (json_integer_value(is) != value)
        fail_msg("%s.%s is %" JSON_INTEGER_FORMAT ", Vulkan-Sim's %" JSON_INTEGER_FORMAT, group,
                 counter, json_integer_value(is), value);
}

static void compare(const struct printed *p)
{
    char *there = rig_shared(p->needs), words[1024], counter[16];
    if (!there)
        rig_skip();
    mem_free(there);
    snprintf(words, sizeof words,
             "simulate " TEST_SOURCE_DIR "/tests/reference/%s.scene -g mobile_soc_vulkansim "
             "--shaders sim/shaders/vulkansim/path -W 32 -H 32 -s 2 -d 16 --stats --json -q",
             p->scene);
    json_t *run FREED_BY(json_decref) = document_of(words, 0);
    json_t *counters = json_at(run, "groups.0.counters");
    for (size_t i = 0; i < sizeof p->counters / sizeof *p->counters && p->counters[i].group; i++)
        expect(counters, p->counters[i].group, p->counters[i].counter, p->counters[i].value);
    for (int lanes = 1; lanes <= 32; lanes++) {
        snprintf(counter, sizeof counter, "warps_%d", lanes);
        expect(counters, "mix", counter, p->by_lanes[lanes - 1]);
    }
}

TEST(spheres_count_as_vulkansim_printed)
{
    compare(&wknd);
}

TEST(triangles_count_as_vulkansim_printed)
{
    compare(&ref);
}

TEST_GROUP(program_enter, program_leave)
