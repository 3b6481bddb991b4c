/* metric_rows.h -- the table of metrics: a new metric needs only its row here (paper, Table I;
 * docs/model.md, "Metrics").
 *
 *     ROW(id, name, title, unit, Vulkan-Sim's name, range, interval, formula)
 *
 * name      in JSON and in tables of runs; calibrate.py expects the id in lower case
 * title     in reports
 * range     RATE(most)    from 0 to `most`, comparable between a part of a frame and all of it
 *           SHARE         a rate from 0 to 1
 *           TOTAL(most)   grows with the number of pixels
 *           SUMMED(most)  a rate of parallel machines: the rate of all is the sum over them
 * interval  the source of the interval of a prediction:
 *           CALIBRATED    from the errors in predict/errors.c; none if they are missing there
 *           DERIVED(id)   computed from exact counts and the metric `id`, with the same error
 *           COUNTED       computed from instruction counts alone: exact if all were counted
 *           NONE          no interval
 * formula   of the counters *c; out[METRIC_...] has the rows above. ratio() of 0 is 0.
 *
 * The last two lists are never estimated and have no column `interval`. */
#pragma once

/* The paper's seven metrics. */
#define METRICS_SEVEN(ROW)                                                                         \
    ROW(IPC, "ipc", "GPU Instructions Per Cycle", "thread instructions/core cycle", "gpu_ipc",     \
        SUMMED(MOST_IPC), DERIVED(CYCLES), ratio(c->sm.thread_instructions, c->gpu.cycles))        \
    ROW(CYCLES, "cycles", "GPU Simulation Cycles", "core cycles", "gpu_sim_cycle",                 \
        TOTAL(MOST_CYCLES), CALIBRATED, c->gpu.cycles)                                             \
    ROW(L1D_MISS_RATE, "l1d_miss_rate", "L1D Total Cache Miss Rate", "fraction",                   \
        "L1D_total_cache_miss_rate", SHARE, CALIBRATED, miss_rate(metrics_l1d_accesses(&c->l1d)))  \
    ROW(L2_MISS_RATE, "l2_miss_rate", "L2 Total Cache Miss Rate", "fraction",                      \
        "L2_total_cache_miss_rate", SHARE, CALIBRATED, miss_rate(metrics_l2_accesses(&c->l2)))     \
    ROW(RT_EFFICIENCY, "rt_efficiency", "RT Unit Avg Efficiency", "fraction", "rt_avg_efficiency", \
        SHARE, CALIBRATED, ratio(q32(c->rt.efficiency_q32), c->rt.warps))                          \
    ROW(DRAM_EFFICIENCY, "dram_efficiency", "DRAM Efficiency", "fraction", "dram_eff", SHARE,      \
        CALIBRATED, ratio(q32(c->dram.efficiency_q32), c->dram.active_channels))                   \
    ROW(BANDWIDTH_UTILIZATION, "bandwidth_utilization", "Bandwidth Utilization", "fraction",       \
        "bwutil", SHARE, CALIBRATED, ratio(q32(c->dram.utilization_q32), c->dram.channels))

/* Metrics that are reported beside the seven. */
#define METRICS_FURTHER(ROW)                                                                       \
    ROW(SIMT_EFFICIENCY, "simt_efficiency", "SIMT Efficiency", "fraction",                         \
        "gpu_sim_insn / (32 gpgpu_n_tot_w_icount)", SHARE, COUNTED,                                \
        ratio(c->sm.thread_instructions, 32.0 * c->sm.warp_instructions))                          \
    ROW(RT_WARP_LATENCY, "rt_warp_latency", "RT Unit Avg Warp Latency", "core cycles",             \
        "rt_avg_warp_latency", RATE(MOST_LATENCY), CALIBRATED,                                     \
        ratio(c->rt.warp_latency, c->rt.warps))                                                    \
    ROW(RT_THREAD_LATENCY, "rt_thread_latency", "RT Unit Avg Thread Latency", "core cycles",       \
        "rt_avg_thread_latency", RATE(MOST_LATENCY), CALIBRATED,                                   \
        ratio(c->rt.thread_latency, 32.0 * c->rt.warps))                                           \
    ROW(RT_WARP_OCCUPANCY, "rt_warp_occupancy", "RT Unit Avg Warp Occupancy", "fraction",          \
        "rt_avg_warp_occupancy", SHARE, CALIBRATED,                                                \
        ratio(c->rt.warp_latency, c->gpu.rt_slot_cycles))                                          \
    ROW(RT_STAGES_PER_CYCLE, "rt_stages_per_cycle", "RT Unit Avg Performance",                     \
        "intersection stages/core cycle", "rt_avg_performance", RATE(32.0 * 32), CALIBRATED,       \
        ratio(q32(c->gpu.rt_performance_q32), c->gpu.rt_sms))                                      \
    ROW(RT_STAGES_PER_SECTOR, "rt_stages_per_sector", "RT Unit Avg Operational Intensity",         \
        "intersection stages/sector", "rt_avg_op_intensity", RATE(1e6), CALIBRATED,                \
        ratio(q32(c->gpu.rt_intensity_q32), c->gpu.rt_sms))                                        \
    ROW(OCCUPANCY, "occupancy", "Warp Occupancy of Active SMs", "fraction", "gpu_occupancy",       \
        SHARE, CALIBRATED, ratio(c->sm.resident_warp_cycles, c->gpu.warp_slot_cycles))             \
    ROW(MEAN_FETCH_LATENCY, "mean_fetch_latency", "Mean Latency Behind the L1D", "core cycles",    \
        "averagemflatency", RATE(MOST_LATENCY), CALIBRATED,                                        \
        ratio(c->icnt.latency, c->icnt.replies))                                                   \
    ROW(ROW_LOCALITY, "row_locality", "DRAM Requests per Activated Row", "requests",               \
        "average row locality", RATE(1e9), CALIBRATED,                                             \
        ratio(c->dram.fetches + c->dram.write_backs, c->dram.activates))

/* Metrics of one run only, for comparison with a run of Vulkan-Sim, which prints them too. */
#define METRICS_RUN(ROW)                                                                           \
    ROW(THREAD_INSTRUCTIONS, "thread_instructions", "Thread Instructions", "instructions",         \
        "gpu_sim_insn", COUNT, c->sm.thread_instructions)                                          \
    ROW(WARP_INSTRUCTIONS, "warp_instructions", "Warp Instructions", "instructions",               \
        "gpgpu_n_tot_w_icount", COUNT, c->sm.warp_instructions)                                    \
    ROW(THREAD_SLOTS, "thread_slots", "Thread Slots of Warp Instructions", "slots",                \
        "gpgpu_n_tot_thrd_icount", COUNT, 32.0 * c->sm.warp_instructions)                          \
    ROW(RAYS, "rays", "Rays", "rays", "rt_n_total_rays", COUNT, c->rt.rays)                        \
    ROW(NODES, "nodes", "Nodes Visited", "nodes", "rt_tot_nodes_per_ray", COUNT, c->rt.nodes)      \
    ROW(NODES_PER_RAY, "nodes_per_ray", "Nodes per Ray", "nodes/ray", "rt_avg_nodes_per_ray",      \
        COUNT, ratio(c->rt.nodes, c->rt.rays))                                                     \
    ROW(MAX_NODES_PER_RAY, "max_nodes_per_ray", "Most Nodes of a Ray", "nodes",                    \
        "rt_max_nodes_per_ray", COUNT, c->rt.max_nodes)                                            \
    ROW(MAX_TREE_DEPTH, "max_tree_depth", "Deepest Tree Level Reached", "levels",                  \
        "rt_max_tree_depth", COUNT, c->rt.max_depth)                                               \
    ROW(RT_INSTRUCTIONS, "rt_instructions", "Threads that Traced", "rays", "gpgpu_n_rt_insn",      \
        COUNT, c->rt.rays)                                                                         \
    ROW(RT_ACCESSES, "rt_accesses", "Records Fetched by Threads", "records",                       \
        "gpgpu_n_rt_access_insn", COUNT, c->rt.records)                                            \
    ROW(RT_WRITES, "rt_writes", "RT Unit Stores", "stores", "rt_writes", COUNT,                    \
        c->rt.result_stores + c->rt.table_stores)                                                  \
    ROW(RT_BUSY_CYCLES_SUM, "rt_busy_cycles_sum", "RT Unit Cycles with a Warp", "core cycles",     \
        "rt_total_cycles_sum", COUNT, c->rt.busy_cycles)                                           \
    ROW(L1D_ACCESSES, "l1d_accesses", "L1D Accesses", "sectors", "L1D_total_cache_accesses",       \
        COUNT, metrics_l1d_accesses(&c->l1d).all)                                                  \
    ROW(L1D_MISSES, "l1d_misses", "L1D Misses", "sectors", "L1D_total_cache_misses", COUNT,        \
        metrics_l1d_accesses(&c->l1d).misses)                                                      \
    ROW(L2_ACCESSES, "l2_accesses", "L2 Accesses", "sectors", "L2_total_cache_accesses", COUNT,    \
        metrics_l2_accesses(&c->l2).all)                                                           \
    ROW(L2_MISSES, "l2_misses", "L2 Misses", "sectors", "L2_total_cache_misses", COUNT,            \
        metrics_l2_accesses(&c->l2).misses)                                                        \
    ROW(RT_READ_MISS_RATE, "rt_read_miss_rate", "L1D Miss Rate of RT Unit Reads", "fraction",      \
        "rt_l1 reads: miss / all", SHARE, miss_rate(rt_reads(&c->l1d)))                            \
    ROW(DRAM_READS, "dram_reads", "DRAM Read Commands", "commands", "total dram reads", COUNT,     \
        c->dram.reads)                                                                             \
    ROW(DRAM_WRITES, "dram_writes", "DRAM Write Commands", "commands", "total dram writes", COUNT, \
        c->dram.writes)                                                                            \
    ROW(MEAN_DRAM_QUEUE, "mean_dram_queue", "Mean Wait for a DRAM Bank", "core cycles",            \
        "avg_mrq_latency", RATE(MOST_LATENCY),                                                     \
        ratio(c->dram.bank_wait, c->dram.fetches + c->dram.write_backs) * core_per_dram_cycle(c))  \
    ROW(OCCUPANCY_PERCENT, "occupancy_percent", "Warp Occupancy in Percent", "percent",            \
        "gpu_occupancy", RATE(100), 100 * out[METRIC_OCCUPANCY])

/* Metrics of one run only: the kinds of its instructions. */
#define METRICS_MIX(ROW)                                                                           \
    ROW(INSTRUCTIONS_ALU, "instructions_alu", "Thread Instructions: Arithmetic", "instructions",   \
        "Kernel Classification, class 1", COUNT, c->mix.alu)                                       \
    ROW(INSTRUCTIONS_CONTROL, "instructions_control", "Thread Instructions: Control",              \
        "instructions", "Kernel Classification, class 3", COUNT, c->mix.control)                   \
    ROW(INSTRUCTIONS_SFU, "instructions_sfu", "Thread Instructions: Special Functions",            \
        "instructions", "Kernel Classification, class 4", COUNT, c->mix.sfu)                       \
    ROW(INSTRUCTIONS_MEMORY, "instructions_memory", "Thread Instructions: Loads and Stores",       \
        "instructions", "Kernel Classification, class 5", COUNT, c->mix.memory)                    \
    ROW(INSTRUCTIONS_RT, "instructions_rt", "Thread Instructions: Ray-Tracing Pipeline",           \
        "instructions", "Kernel Classification, class 11", COUNT, c->mix.rt)                       \
    ROW(INSTRUCTIONS_TRACE, "instructions_trace", "Thread Instructions: Traces", "instructions",   \
        "Kernel Classification, class 12", COUNT, c->mix.trace)                                    \
    ROW(INSTRUCTIONS_CALL, "instructions_call", "Thread Instructions: Shader Calls",               \
        "instructions", "Kernel Classification, class 13", COUNT, c->mix.call)                     \
    ROW(INSTRUCTIONS_TEXTURE, "instructions_texture", "Thread Instructions: Texture Reads",        \
        "instructions", "Kernel Classification, class 14", COUNT, c->mix.texture)                  \
    ROW(LANES_PREDICATED_OFF, "lanes_predicated_off", "Active Lanes Whose Guard Failed", "lanes",  \
        "Kernel Classification, class 0", COUNT, c->mix.predicated_off)
