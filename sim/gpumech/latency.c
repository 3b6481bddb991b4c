#include "sim/gpumech/latency.h"

#include "sim/timing/memory/memory_path.h"

enum {
    PHASES = 256, /* number of phases between the clocks that are sampled */
    /* Cycles at the end of a miss's path (memory_path.h): from the fill of the L1D through the
     * writeback register to the register file. The RT unit takes the data with the fill and does
     * not need them. */
    WRITEBACK = 2,
};

static double dram_mean(const struct gpu_config *config)
{
    double sum = 0;
    for (cycle_t t = 0; t < PHASES; t++) {
        struct memory_path path = memory_path_make(config);
        sum += (double)(memory_path_dram(&path, t, 0) - t);
    }
    return sum / PHASES;
}

void interval_latency_make(struct interval_latency *out, const struct gpu_config *config)
{
    double l2 = memory_path_l2_mean(config), dram = dram_mean(config);
    *out = (struct interval_latency){
        .level = {[INTERVAL_L1] = 0, [INTERVAL_L2] = l2, [INTERVAL_DRAM] = dram},
        .record = {[INTERVAL_L1] = config->rt.hit_latency,
                   [INTERVAL_L2] = l2 - WRITEBACK,
                   [INTERVAL_DRAM] = dram - WRITEBACK},
    };
}
