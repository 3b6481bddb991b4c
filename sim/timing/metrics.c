#include "sim/timing/metrics.h"

/* Bounds for numbers that nothing bounds but what a machine can be. */
#define MOST_IPC     (1024.0 * 8 * 32)
#define MOST_CYCLES  1e15
#define MOST_LATENCY 1e12

const struct metric metrics[METRIC_COUNT] = {
    [METRIC_IPC] = {"ipc", "GPU Instructions Per Cycle", "thread instructions/core cycle",
                    "gpu_ipc", false, true, 0, MOST_IPC},
    [METRIC_CYCLES] = {"cycles", "GPU Simulation Cycles", "core cycles", "gpu_sim_cycle", true,
                       false, 0, MOST_CYCLES},
    [METRIC_L1D_MISS_RATE] = {"l1d_miss_rate", "L1D Total Cache Miss Rate", "fraction",
                              "L1D_total_cache_miss_rate", false, false, 0, 1},
    [METRIC_L2_MISS_RATE] = {"l2_miss_rate", "L2 Total Cache Miss Rate", "fraction",
                             "L2_total_cache_miss_rate", false, false, 0, 1},
    [METRIC_RT_EFFICIENCY] = {"rt_efficiency", "RT Unit Avg Efficiency", "fraction",
                              "rt_avg_efficiency", false, false, 0, 1},
    [METRIC_DRAM_EFFICIENCY] = {"dram_efficiency", "DRAM Efficiency", "fraction", "dram_eff", false,
                                false, 0, 1},
    [METRIC_BANDWIDTH_UTILIZATION] = {"bandwidth_utilization", "Bandwidth Utilization", "fraction",
                                      "bwutil", false, false, 0, 1},
    [METRIC_SIMT_EFFICIENCY] = {"simt_efficiency", "SIMT Efficiency", "fraction",
                                "gpu_sim_insn / (32 gpgpu_n_tot_w_icount)", false, false, 0, 1},
    [METRIC_RT_WARP_LATENCY] = {"rt_warp_latency", "RT Unit Avg Warp Latency", "core cycles",
                                "rt_avg_warp_latency", false, false, 0, MOST_LATENCY},
    [METRIC_RT_THREAD_LATENCY] = {"rt_thread_latency", "RT Unit Avg Thread Latency", "core cycles",
                                  "rt_avg_thread_latency", false, false, 0, MOST_LATENCY},
    [METRIC_RT_WARP_OCCUPANCY] = {"rt_warp_occupancy", "RT Unit Avg Warp Occupancy", "fraction",
                                  "rt_avg_warp_occupancy", false, false, 0, 1},
    [METRIC_RT_STAGES_PER_CYCLE] = {"rt_stages_per_cycle", "RT Unit Avg Performance",
                                    "intersection stages/core cycle", "rt_avg_performance", false,
                                    false, 0, 32.0 * 32},
    [METRIC_RT_STAGES_PER_SECTOR] = {"rt_stages_per_sector", "RT Unit Avg Operational Intensity",
                                     "intersection stages/sector", "rt_avg_op_intensity", false,
                                     false, 0, 1e6},
    [METRIC_OCCUPANCY] = {"occupancy", "Warp Occupancy of Active SMs", "fraction", "gpu_occupancy",
                          false, false, 0, 1},
    [METRIC_FETCH_LATENCY] = {"fetch_latency", "Mean Latency of a Request Behind the L1D",
                              "core cycles", "averagemflatency", false, false, 0, MOST_LATENCY},
    [METRIC_ROW_LOCALITY] = {"row_locality", "DRAM Requests per Activated Row", "requests",
                             "average row locality", false, false, 0, 1e9},
};

static double ratio(double part, double whole)
{
    return whole > 0 ? part / whole : 0;
}

static double q32(uint64_t x)
{
    return (double)x * 0x1p-32;
}

/* Lines are allocated when they are filled: nothing hits a line on its way. */
static double l1d_miss_rate(const struct l1d_counters *c)
{
    uint64_t misses = c->ldst_read_misses + c->ldst_read_sector_misses + c->ldst_write_misses +
                      c->rt_read_misses + c->rt_read_sector_misses + c->rt_write_misses;
    uint64_t hits = c->ldst_read_hits + c->ldst_write_hits + c->rt_read_hits + c->rt_write_hits;
    return ratio((double)misses, (double)(misses + hits));
}

static double l2_miss_rate(const struct l2_counters *c)
{
    uint64_t misses =
        c->read_misses + c->read_sector_misses + c->write_misses + c->write_sector_misses;
    uint64_t hits = c->read_hits + c->write_hits + c->read_hits_reserved + c->write_hits_reserved;
    return ratio((double)misses, (double)(misses + hits));
}

void metrics_compute(const struct gpu_counters *c, double out[METRIC_COUNT])
{
    double rt_warps = (double)c->rt.warps;
    double cycles = (double)c->gpu.cycles;
    out[METRIC_IPC] = ratio((double)c->sm.thread_instructions, cycles);
    out[METRIC_CYCLES] = cycles;
    out[METRIC_L1D_MISS_RATE] = l1d_miss_rate(&c->l1d);
    out[METRIC_L2_MISS_RATE] = l2_miss_rate(&c->l2);
    out[METRIC_RT_EFFICIENCY] = ratio(q32(c->rt.efficiency_q32), rt_warps);
    out[METRIC_DRAM_EFFICIENCY] =
        ratio(q32(c->dram.efficiency_q32), (double)c->dram.active_channels);
    out[METRIC_BANDWIDTH_UTILIZATION] =
        ratio(q32(c->dram.utilization_q32), (double)c->dram.channels);
    out[METRIC_SIMT_EFFICIENCY] =
        ratio((double)c->sm.thread_instructions, 32.0 * (double)c->sm.warp_instructions);
    out[METRIC_RT_WARP_LATENCY] = ratio((double)c->rt.warp_latency, rt_warps);
    out[METRIC_RT_THREAD_LATENCY] = ratio((double)c->rt.thread_latency, 32.0 * rt_warps);
    out[METRIC_RT_WARP_OCCUPANCY] =
        ratio((double)c->rt.warp_latency, (double)c->gpu.rt_slot_cycles);
    out[METRIC_RT_STAGES_PER_CYCLE] = ratio(q32(c->gpu.rt_performance_q32), (double)c->gpu.rt_sms);
    out[METRIC_RT_STAGES_PER_SECTOR] = ratio(q32(c->gpu.rt_intensity_q32), (double)c->gpu.rt_sms);
    out[METRIC_OCCUPANCY] =
        ratio((double)c->sm.resident_warp_cycles, (double)c->gpu.warp_slot_cycles);
    out[METRIC_FETCH_LATENCY] = ratio((double)c->icnt.latency, (double)c->icnt.replies);
    out[METRIC_ROW_LOCALITY] =
        ratio((double)(c->dram.fetches + c->dram.write_backs), (double)c->dram.activates);
}

double metrics_frame_time_ms(const struct gpu_config *config, double cycles)
{
    return cycles / (config->machine.core_MHz * 1000.0);
}
