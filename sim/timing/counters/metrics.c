#include "sim/timing/counters/metrics.h"

/* Bounds of metrics that are limited only by the largest machine. */
#define MOST_IPC     (1024.0 * 8 * 32)
#define MOST_CYCLES  1e15
#define MOST_LATENCY 1e12
#define MOST_COUNT   1e18

/* The values of the columns `range` and `interval`. */
#define RATE(most)   METRIC_RATE, most
#define SHARE        METRIC_SHARE, 1
#define TOTAL(most)  METRIC_TOTAL, most
#define SUMMED(most) METRIC_SUMMED, most
#define COUNT        RATE(MOST_COUNT)
#define CALIBRATED   INTERVAL_CALIBRATED, METRIC_ALL
#define COUNTED      INTERVAL_COUNTED, METRIC_ALL
#define DERIVED(id)  INTERVAL_DERIVED, METRIC_##id
#define NONE         INTERVAL_NONE, METRIC_ALL

const struct metric metrics[METRIC_ALL] = {
#define FRAME(id, name, title, unit, vulkan_sim, range, interval, formula)                         \
    [METRIC_##id] = {name, title, unit, vulkan_sim, range, interval},
#define RUN(id, name, title, unit, vulkan_sim, range, formula)                                     \
    [METRIC_##id] = {name, title, unit, vulkan_sim, range, NONE},
    METRICS_SEVEN(FRAME) METRICS_FURTHER(FRAME) METRICS_RUN(RUN) METRICS_MIX(RUN)
#undef FRAME
#undef RUN
};

static double ratio(double part, double whole)
{
    return whole > 0 ? part / whole : 0;
}

static double q32(uint64_t x)
{
    return (double)x * 0x1p-32;
}

static double miss_rate(struct accesses a)
{
    return ratio((double)a.misses, (double)a.all);
}

/* Sums up accesses and misses. The L1D allocates lines when they are filled, so no access hits a
 * line in flight. */
struct accesses metrics_l1d_accesses(const struct l1d_counters *c)
{
    uint64_t misses = c->ldst_read_misses + c->ldst_read_sector_misses + c->ldst_write_misses +
                      c->rt_read_misses + c->rt_read_sector_misses + c->rt_write_misses;
    uint64_t hits = c->ldst_read_hits + c->ldst_write_hits + c->rt_read_hits + c->rt_write_hits;
    return (struct accesses){hits + misses, misses};
}

static struct accesses rt_reads(const struct l1d_counters *c)
{
    uint64_t misses = c->rt_read_misses + c->rt_read_sector_misses;
    return (struct accesses){c->rt_read_hits + misses, misses};
}

struct accesses metrics_l2_accesses(const struct l2_counters *c)
{
    uint64_t misses =
        c->read_misses + c->read_sector_misses + c->write_misses + c->write_sector_misses;
    uint64_t hits = c->read_hits + c->write_hits + c->read_hits_reserved + c->write_hits_reserved;
    return (struct accesses){hits + misses, misses};
}

/* Core cycles per DRAM cycle, from the counts of both. */
static double core_per_dram_cycle(const struct gpu_counters *c)
{
    return ratio((double)c->gpu.cycles * (double)c->dram.channels, (double)c->dram.cycles);
}

void metrics_compute(const struct gpu_counters *c, double out[METRIC_COUNT])
{
#define FRAME(id, name, title, unit, vulkan_sim, range, interval, formula)                         \
    out[METRIC_##id] = (double)(formula);
    METRICS_SEVEN(FRAME)
    METRICS_FURTHER(FRAME)
#undef FRAME
}

void metrics_compute_all(const struct gpu_counters *c, double out[METRIC_ALL])
{
#define RUN(id, name, title, unit, vulkan_sim, range, formula) out[METRIC_##id] = (double)(formula);
    metrics_compute(c, out);
    METRICS_RUN(RUN)
    METRICS_MIX(RUN)
#undef RUN
}

double metrics_frame_time_ms(const struct gpu_config *config, double cycles)
{
    return cycles / (config->machine.core_MHz * 1000.0);
}
