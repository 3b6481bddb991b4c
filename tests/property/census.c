/* Timing decides when, never what: the cycle model counts the same instructions, lanes, sectors and
 * records as a census without timing, on any GPU that walks rays alike. */
#include "tests/rig/rig.h"

#include "orchestrator/compare/census.h"
#include "orchestrator/predict/predict.h"
#include "orchestrator/predict/traversal.h"
#include "orchestrator/settings/options.h"
#include "sim/config/load/load.h"

#include <string.h>

#define DUMPS "sim/shaders/vulkansim/path"

static void assert_equal_counters(const struct census *census, const struct gpu_counters *timing)
{
    for (size_t t = 0; t < n_gpu_counter_tables; t++) {
        const struct counter_table *table = &gpu_counter_tables[t];
        for (size_t i = 0; i < table->n_rows; i++) {
            const struct counter *row = &table->rows[i];
            uint64_t ours = counter_read(table, row, &census->counters);
            uint64_t theirs = counter_read(table, row, timing);
            if (census_has(table, row) ? ours != theirs : ours != 0)
                fail_msg("%s.%s: census %llu, cycle model %llu", table->section, row->name,
                         (unsigned long long)ours, (unsigned long long)theirs);
        }
    }
}

static void compare(const char *scene, const char *gpu_name, enum shader_kind shader,
                    const char *shaders, const char *micromap_level)
{
    struct settings settings;
    struct gpu_config gpu;
    struct world world ENDED_BY(world_close);
    struct session session ENDED_BY(session_close);
    struct result result ENDED_BY(result_free);
    struct census census ENDED_BY(census_free);
    options_default(&settings);
    settings.render.width = 40;
    settings.render.height = 12;
    settings.render.samples = 1;
    settings.render.shader = shader;
    settings.render.shaders = shaders;
    settings.render.gpu = gpu_name;
    settings.output.quiet = true;
    assert_ok(gpu_config_load(&gpu, gpu_name, &st));
    assert_ok(gpu_config_set(&gpu, "rt.opacity_micromap", micromap_level, &st));
    assert_ok(world_open(&world, scene, false, &st));
    assert_ok(session_open(&session, &world, &settings.render, NULL, &st));
    struct traversal_options traversal = traversal_of(&gpu);
    assert_ok(census_take(&census, session.launch, &traversal, true, &st));
    assert_ok(simulate_frame(&result, &settings, &session, &gpu, NULL, &st));
    assert_equal_counters(&census, &result.counters);
    assert_true(census.counters.sm.thread_instructions > 0 && census.counters.rt.rays >= 480);
    assert_int_equal(census.counters.rt.micromap_hits > 0, strcmp(micromap_level, "0") != 0);
}

TEST(shaders_of_clang)
{
    compare("lonely", "tiny", SHADER_PATH, NULL, "0");
    compare("weekend", "mobile_soc_vulkansim", SHADER_PATH, NULL, "0");
    compare("cornell", "rtx2060", SHADER_SHADOW, NULL, "0");
    compare("tree", "tiny", SHADER_AO, NULL, "0");
    compare("tree", "mobile_soc", SHADER_PATH, NULL, "4");
    compare("tree", "tiny", SHADER_SHADOW, NULL, "7");
}

TEST(dumps)
{
    compare("weekend", "mobile_soc_vulkansim", SHADER_PATH, DUMPS, "0");
    compare("cornell", "rtx2060", SHADER_PATH, DUMPS, "0");
}
