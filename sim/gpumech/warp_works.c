#include "sim/gpumech/warp_works.h"

#include "sim/timing/memory/mem_port.h"
#include "sim/timing/memory/memory_path.h"

#include <math.h>

enum { RECORD_SECTORS = 2 }; /* sectors of most kinds of records (sim/functional/warp.h) */

double warp_works_slice_cycles(const struct gpu_config *config)
{
    double slices = (double)config->machine.memory_partitions * config->l2.slices;
    double port = config->l2.data_port_B < SECTOR_B ? SECTOR_B / config->l2.data_port_B : 1;
    return port * config->machine.core_MHz / config->machine.l2_MHz / slices;
}

double warp_works_dram_cycles(const struct gpu_config *config)
{
    const struct dram_config *d = &config->dram;
    double burst = fmax(d->burst / d->transfers_per_cycle, d->ccd);
    return burst * memory_path_columns(config) * config->machine.core_MHz /
           config->machine.dram_MHz / config->machine.memory_partitions;
}

/* Splits a warp's demand for a station. A trace's longest lane waits for `chain` sectors, the
 * trace's other lanes run beside it, and no instruction waits for posted sectors. */
static void split(struct warp_work *work, enum station k, double all, double posted, double traced,
                  double chain, double cycles)
{
    traced = fmin(traced, all);
    chain = fmin(chain, traced);
    posted = fmin(posted, all - traced);
    work->traced[k] = chain * cycles;
    work->wants[k] = (all - traced - posted + chain) * cycles;
    work->beside[k] = (traced - chain) * cycles;
    work->posted[k] = posted * cycles;
}

struct warp_work warp_works_make(const struct warp_profiles *profiles,
                                 const struct gpu_config *config, double miss_cycles, uint32_t i,
                                 const struct interval_profile *profile)
{
    const struct interval_access *does = &profile->does;
    const struct warp_trace sum = warp_profiles_traces(profiles, i);
    struct warp_work work = {.insts = profile->insts,
                             .cycles = interval_profile_cycles(profile),
                             .trace_cycles = sum.cycles};
    work.wants[STATION_ISSUE] =
        (double)profile->insts / profile->issue_rate / config->sm.schedulers;
    split(&work, STATION_PORT, does->port_cycles, does->posted_port, 0, 0, 1);
    work.wants[STATION_REQUESTS] = work.traced[STATION_REQUESTS] = sum.records;
    work.beside[STATION_REQUESTS] = fmax(sum.requests - sum.records, 0);
    work.wants[STATION_MSHR] = does->misses * miss_cycles / config->l1d.mshrs;
    work.traced[STATION_MSHR] = does->traced_misses * miss_cycles / config->l1d.mshrs;
    if (config->rt.mshrs)
        work.wants[STATION_RT_MSHR] = work.traced[STATION_RT_MSHR] =
            does->traced_misses * miss_cycles / config->rt.mshrs;
    split(&work, STATION_L2, does->l2_reqs, does->posted_l2, does->traced_l2,
          RECORD_SECTORS * sum.far, warp_works_slice_cycles(config));
    split(&work, STATION_DRAM, does->dram_reqs, does->posted_dram, does->traced_dram,
          RECORD_SECTORS * sum.dram, warp_works_dram_cycles(config));
    return work;
}
