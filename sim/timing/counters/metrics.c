#include "sim/timing/counters/metrics.h"

/* Bounds for numbers that nothing bounds but what a machine can be. */
#define MOST_IPC     (1024.0 * 8 * 32)
#define MOST_CYCLES  1e15
#define MOST_LATENCY 1e12
#define MOST_COUNT   1e18

const struct metric metrics[METRIC_ALL] = {
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
    [METRIC_FETCH_LATENCY] = {"mean_fetch_latency", "Mean Latency Behind the L1D", "core cycles",
                              "averagemflatency", false, false, 0, MOST_LATENCY},
    [METRIC_ROW_LOCALITY] = {"row_locality", "DRAM Requests per Activated Row", "requests",
                             "average row locality", false, false, 0, 1e9},
    [METRIC_THREAD_INSTRUCTIONS] = {"thread_instructions", "Thread Instructions", "instructions",
                                    "gpu_sim_insn", false, false, 0, MOST_COUNT},
    [METRIC_WARP_INSTRUCTIONS] = {"warp_instructions", "Warp Instructions", "instructions",
                                  "gpgpu_n_tot_w_icount", false, false, 0, MOST_COUNT},
    [METRIC_THREAD_SLOTS] = {"thread_slots", "Thread Slots of Warp Instructions", "slots",
                             "gpgpu_n_tot_thrd_icount", false, false, 0, MOST_COUNT},
    [METRIC_RAYS] = {"rays", "Rays", "rays", "rt_n_total_rays", false, false, 0, MOST_COUNT},
    [METRIC_NODES] = {"nodes", "Nodes Visited", "nodes", "rt_tot_nodes_per_ray", false, false, 0,
                      MOST_COUNT},
    [METRIC_NODES_PER_RAY] = {"nodes_per_ray", "Nodes per Ray", "nodes/ray", "rt_avg_nodes_per_ray",
                              false, false, 0, MOST_COUNT},
    [METRIC_MAX_NODES_PER_RAY] = {"max_nodes_per_ray", "Most Nodes of a Ray", "nodes",
                                  "rt_max_nodes_per_ray", false, false, 0, MOST_COUNT},
    [METRIC_MAX_TREE_DEPTH] = {"max_tree_depth", "Deepest Tree Level Reached", "levels",
                               "rt_max_tree_depth", false, false, 0, MOST_COUNT},
    [METRIC_RT_INSTRUCTIONS] = {"rt_instructions", "Threads that Traced", "rays", "gpgpu_n_rt_insn",
                                false, false, 0, MOST_COUNT},
    [METRIC_RT_ACCESSES] = {"rt_accesses", "Records Fetched by Threads", "records",
                            "gpgpu_n_rt_access_insn", false, false, 0, MOST_COUNT},
    [METRIC_RT_WRITES] = {"rt_writes", "RT Unit Stores", "stores", "rt_writes", false, false, 0,
                          MOST_COUNT},
    [METRIC_RT_BUSY_CYCLES_SUM] = {"rt_busy_cycles_sum", "RT Unit Cycles with a Warp",
                                   "core cycles", "rt_total_cycles_sum", false, false, 0,
                                   MOST_COUNT},
    [METRIC_L1D_ACCESSES] = {"l1d_accesses", "L1D Accesses", "sectors", "L1D_total_cache_accesses",
                             false, false, 0, MOST_COUNT},
    [METRIC_L1D_MISSES] = {"l1d_misses", "L1D Misses", "sectors", "L1D_total_cache_misses", false,
                           false, 0, MOST_COUNT},
    [METRIC_L2_ACCESSES] = {"l2_accesses", "L2 Accesses", "sectors", "L2_total_cache_accesses",
                            false, false, 0, MOST_COUNT},
    [METRIC_L2_MISSES] = {"l2_misses", "L2 Misses", "sectors", "L2_total_cache_misses", false,
                          false, 0, MOST_COUNT},
    [METRIC_RT_READ_MISS_RATE] = {"rt_read_miss_rate", "L1D Miss Rate of RT Unit Reads", "fraction",
                                  "rt_l1 reads: miss / all", false, false, 0, 1},
    [METRIC_DRAM_READS] = {"dram_reads", "DRAM Read Commands", "commands", "total dram reads",
                           false, false, 0, MOST_COUNT},
    [METRIC_DRAM_WRITES] = {"dram_writes", "DRAM Write Commands", "commands", "total dram writes",
                            false, false, 0, MOST_COUNT},
    [METRIC_MEAN_DRAM_QUEUE] = {"mean_dram_queue", "Mean Wait for a DRAM Bank", "core cycles",
                                "avg_mrq_latency", false, false, 0, MOST_LATENCY},
    [METRIC_OCCUPANCY_PERCENT] = {"occupancy_percent", "Warp Occupancy in Percent", "percent",
                                  "gpu_occupancy", false, false, 0, 100},
    [METRIC_INSTRUCTIONS_ALU] = {"instructions_alu", "Thread Instructions: Arithmetic",
                                 "instructions", "Kernel Classification, class 1", false, false, 0,
                                 MOST_COUNT},
    [METRIC_INSTRUCTIONS_CONTROL] = {"instructions_control", "Thread Instructions: Control",
                                     "instructions", "Kernel Classification, class 3", false, false,
                                     0, MOST_COUNT},
    [METRIC_INSTRUCTIONS_SFU] = {"instructions_sfu", "Thread Instructions: Special Functions",
                                 "instructions", "Kernel Classification, class 4", false, false, 0,
                                 MOST_COUNT},
    [METRIC_INSTRUCTIONS_MEMORY] = {"instructions_memory", "Thread Instructions: Loads and Stores",
                                    "instructions", "Kernel Classification, class 5", false, false,
                                    0, MOST_COUNT},
    [METRIC_INSTRUCTIONS_RT] = {"instructions_rt", "Thread Instructions: Ray-Tracing Pipeline",
                                "instructions", "Kernel Classification, class 11", false, false, 0,
                                MOST_COUNT},
    [METRIC_INSTRUCTIONS_TRACE] = {"instructions_trace", "Thread Instructions: Traces",
                                   "instructions", "Kernel Classification, class 12", false, false,
                                   0, MOST_COUNT},
    [METRIC_INSTRUCTIONS_CALL] = {"instructions_call", "Thread Instructions: Shader Calls",
                                  "instructions", "Kernel Classification, class 13", false, false,
                                  0, MOST_COUNT},
    [METRIC_INSTRUCTIONS_TEXTURE] = {"instructions_texture", "Thread Instructions: Texture Reads",
                                     "instructions", "Kernel Classification, class 14", false,
                                     false, 0, MOST_COUNT},
    [METRIC_LANES_PREDICATED_OFF] = {"lanes_predicated_off", "Active Lanes Whose Guard Failed",
                                     "lanes", "Kernel Classification, class 0", false, false, 0,
                                     MOST_COUNT},
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

/* Lines are allocated when they are filled: nothing hits a line on its way. */
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

void metrics_compute(const struct gpu_counters *c, double out[METRIC_COUNT])
{
    double rt_warps = (double)c->rt.warps;
    double cycles = (double)c->gpu.cycles;
    out[METRIC_IPC] = ratio((double)c->sm.thread_instructions, cycles);
    out[METRIC_CYCLES] = cycles;
    out[METRIC_L1D_MISS_RATE] = miss_rate(metrics_l1d_accesses(&c->l1d));
    out[METRIC_L2_MISS_RATE] = miss_rate(metrics_l2_accesses(&c->l2));
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

/* Core cycles per DRAM cycle, from how many of both there were. */
static double core_per_dram_cycle(const struct gpu_counters *c)
{
    return ratio((double)c->gpu.cycles * (double)c->dram.channels, (double)c->dram.cycles);
}

void metrics_compute_all(const struct gpu_counters *c, double out[METRIC_ALL])
{
    const struct accesses l1d = metrics_l1d_accesses(&c->l1d), l2 = metrics_l2_accesses(&c->l2);
    double requests = (double)(c->dram.fetches + c->dram.write_backs);
    metrics_compute(c, out);
    out[METRIC_THREAD_INSTRUCTIONS] = (double)c->sm.thread_instructions;
    out[METRIC_WARP_INSTRUCTIONS] = (double)c->sm.warp_instructions;
    out[METRIC_THREAD_SLOTS] = 32.0 * (double)c->sm.warp_instructions;
    out[METRIC_RAYS] = (double)c->rt.rays;
    out[METRIC_NODES] = (double)c->rt.nodes;
    out[METRIC_NODES_PER_RAY] = ratio((double)c->rt.nodes, (double)c->rt.rays);
    out[METRIC_MAX_NODES_PER_RAY] = (double)c->rt.max_nodes;
    out[METRIC_MAX_TREE_DEPTH] = (double)c->rt.max_depth;
    out[METRIC_RT_INSTRUCTIONS] = (double)c->rt.rays;
    out[METRIC_RT_ACCESSES] = (double)c->rt.records;
    out[METRIC_RT_WRITES] = (double)(c->rt.result_stores + c->rt.table_stores);
    out[METRIC_RT_BUSY_CYCLES_SUM] = (double)c->rt.busy_cycles;
    out[METRIC_L1D_ACCESSES] = (double)l1d.all;
    out[METRIC_L1D_MISSES] = (double)l1d.misses;
    out[METRIC_L2_ACCESSES] = (double)l2.all;
    out[METRIC_L2_MISSES] = (double)l2.misses;
    out[METRIC_RT_READ_MISS_RATE] = miss_rate(rt_reads(&c->l1d));
    out[METRIC_DRAM_READS] = (double)c->dram.reads;
    out[METRIC_DRAM_WRITES] = (double)c->dram.writes;
    out[METRIC_MEAN_DRAM_QUEUE] =
        ratio((double)c->dram.bank_wait, requests) * core_per_dram_cycle(c);
    out[METRIC_OCCUPANCY_PERCENT] = 100 * out[METRIC_OCCUPANCY];
    out[METRIC_INSTRUCTIONS_ALU] = (double)c->mix.alu;
    out[METRIC_INSTRUCTIONS_CONTROL] = (double)c->mix.control;
    out[METRIC_INSTRUCTIONS_SFU] = (double)c->mix.sfu;
    out[METRIC_INSTRUCTIONS_MEMORY] = (double)c->mix.memory;
    out[METRIC_INSTRUCTIONS_RT] = (double)c->mix.rt;
    out[METRIC_INSTRUCTIONS_TRACE] = (double)c->mix.trace;
    out[METRIC_INSTRUCTIONS_CALL] = (double)c->mix.call;
    out[METRIC_INSTRUCTIONS_TEXTURE] = (double)c->mix.texture;
    out[METRIC_LANES_PREDICATED_OFF] = (double)c->mix.predicated_off;
}

double metrics_frame_time_ms(const struct gpu_config *config, double cycles)
{
    return cycles / (config->machine.core_MHz * 1000.0);
}
