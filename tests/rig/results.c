#include "tests/rig/results.h"

#include "common/memory.h"
#include "common/random.h"
#include "orchestrator/settings/options.h"
#include "tests/rig/rig.h"

#include <string.h>

void rig_fill_counters(struct gpu_counters *out, uint64_t which, uint64_t cycles)
{
    uint64_t index = 1000 * which;
    memset(out, 0, sizeof *out);
    for (size_t t = 0; t < n_gpu_counter_tables; t++)
        for (size_t i = 0; i < gpu_counter_tables[t].n_rows; i++) {
            const struct counter_table *table = &gpu_counter_tables[t];
            *counter_field(table, &table->rows[i], out) =
                1 + random_below(1, RANDOM_TEST, index++, 1000);
        }
    out->gpu.cycles = cycles;
    /* No more than there is room for. */
    out->gpu.warp_slot_cycles += out->sm.resident_warp_cycles;
    out->gpu.rt_slot_cycles += out->rt.warp_latency;
    out->sm.warp_instructions += out->sm.thread_instructions / 32;
}

void rig_make_result(struct result *out, uint32_t n, uint64_t pixels,
                     const uint64_t traced[RESULT_LEVELS])
{
    memset(out, 0, sizeof *out);
    options_default(&out->settings);
    out->kind = RESULT_PREDICTION;
    out->scene = mem_strdup("made-up");
    out->groups = mem_calloc(n, sizeof *out->groups);
    assert_true(out->scene && out->groups);
    out->n_groups = n;
    out->evidence.sample = SAMPLE_GROUPS;
    out->n_levels = 1;
    out->frame = (struct frame){.width = (uint32_t)(n * pixels),
                                .height = 1,
                                .samples = 2,
                                .max_depth = 8,
                                .rays_per_hit = 1,
                                .seed = 1};
    out->downscale = (struct downscale){n, 2, 1};
    snprintf(out->gpu.name, sizeof out->gpu.name, "paper");
    out->gpu.machine.core_MHz = 1000;
    for (uint32_t g = 0; g < n; g++) {
        out->groups[g].pixels = pixels;
        out->groups[g].finished = true;
        for (uint32_t level = 0; level < RESULT_LEVELS; level++) {
            out->groups[g].runs[level].traced = traced[level];
            rig_fill_counters(&out->groups[g].runs[level].counters, 10 * g + level,
                              1000 * (g + 1) + 10 * level);
        }
    }
}
