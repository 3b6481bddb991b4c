#include "sim/config/gpgpusim/options.h"

#include "sim/config/gpgpusim/special.h"
#include "sim/config/gpgpusim/values.h"

#include <string.h>

/* clang-format off */
#define HEADING(text)                      {text, GPGPUSIM_HEADING, NULL, NULL, NULL, NULL, NULL, NULL}
#define NUMBERS(name, initial, shape)      {name, GPGPUSIM_NUMBERS, shape, initial, NULL, NULL, NULL, NULL}
#define PAIR(name, initial, sets, special) {name, GPGPUSIM_PAIR, sets, initial, NULL, NULL, \
                                            gpgpusim_read_##special, gpgpusim_write_##special}
#define READ(name, initial, sets, special) {name, GPGPUSIM_PAIR, sets, initial, NULL, NULL, gpgpusim_read_##special, NULL}
#define PART(name, initial, written)       {name, GPGPUSIM_PART, NULL, initial, written, NULL, NULL, NULL}
#define ONLY(name, initial, written, note) {name, GPGPUSIM_ONLY, NULL, initial, written, note, NULL, NULL}
#define MUST(name, written, note)          {name, GPGPUSIM_MUST, NULL, NULL, written, note, NULL, NULL}
#define IGNORED(name, note)                {name, GPGPUSIM_IGNORED, NULL, NULL, NULL, note, NULL, NULL}
#define WRITTEN(name, written, note)       {name, GPGPUSIM_IGNORED, NULL, NULL, written, note, NULL, NULL}

#define NOT_TENSOR      "not modelled (tensor units)"
#define NOT_PREFERRED   "ignored (the division of L1D and shared memory is fixed)"
#define NOT_SPECIAL     "not modelled (specialised units)"
#define NOT_READ_ONLY   "not modelled (instruction, constant and texture caches)"
#define NOT_OUT_PORTS   "not modelled (output ports of operand collectors)"
#define NOT_RESPONSES   "not modelled (buffer of replies in the load/store unit)"
#define NOT_CHIPLETS    "not modelled (chiplets)"
#define IGNORED_POWER   "ignored (power model)"
#define IGNORED_STATS   "ignored (statistics and traces of the simulator)"
#define IGNORED_PTX     "ignored (functional simulation and the CUDA runtime)"
#define IGNORED_KERNELS "ignored (one kernel runs, on an empty L2)"
#define IGNORED_EFFECT  "ignored (of no effect in Vulkan-Sim with the options that the model takes)"
#define IGNORED_ZATEL   "ignored (Diorama chooses the pixels)"

const struct gpgpusim_option gpgpusim_options[] = {
    HEADING("SMs, memory partitions, clocks"),
    READ("-gpgpu_n_clusters", "10", "sms", clusters),
    PART("-gpgpu_n_cores_per_cluster", "3", "1"),
    NUMBERS("-gpgpu_n_mem", "8", "memory_partitions"),
    NUMBERS("-gpgpu_n_sub_partition_per_mchannel", "1", "l2.slices"),
    NUMBERS("-gpgpu_clock_domains", "500.0:2000.0:2000.0:2000.0", "core_MHz:icnt_MHz:l2_MHz:dram_MHz"),
    NUMBERS("-gpgpu_kernel_launch_latency", "0", "launch_cycles"),
    ONLY("-gpgpu_TB_launch_latency", "0", "0", "CTAs start at once"),
    PAIR("-gpgpu_deadlock_detect", "1", "watchdog_cycles", deadlock),
    IGNORED("-gpgpu_max_concurrent_kernel", IGNORED_KERNELS),
    IGNORED("-gpgpu_concurrent_kernel_sm", IGNORED_KERNELS),
    WRITTEN("-gpgpu_max_simulated_rt_kernels", "1", IGNORED_KERNELS),
    IGNORED("-gpgpu_max_cycle", IGNORED_KERNELS),
    IGNORED("-gpgpu_max_insn", IGNORED_KERNELS),
    IGNORED("-gpgpu_max_cta", IGNORED_KERNELS),
    IGNORED("-gpgpu_max_completed_cta", IGNORED_KERNELS),
    IGNORED("-gpgpu_simt_core_sim_order", "ignored (SMs are visited in turn)"),

    HEADING("SM: warps, front end, operand collectors"),
    NUMBERS("-gpgpu_shader_core_pipeline", "1024:32", "sm.threads:=32"),
    NUMBERS("-gpgpu_shader_registers", "8192", "sm.registers"),
    NUMBERS("-gpgpu_shader_cta", "8", "sm.ctas"),
    NUMBERS("-gpgpu_num_sched_per_core", "1", "sm.schedulers"),
    PAIR("-gpgpu_scheduler", "gto", "sm.scheduler", scheduler),
    ONLY("-gpgpu_max_insn_issue_per_warp", "2", "1", "a scheduler issues one instruction per cycle"),
    IGNORED("-gpgpu_dual_issue_diff_exec_units", IGNORED_EFFECT),
    NUMBERS("-gpgpu_inst_fetch_throughput", "1", "sm.fetches"),
    ONLY("-gpgpu_perfect_inst_const_cache", "0", "1", "instructions and constants are always there"),
    WRITTEN("-gpgpu_cache:il1", "N:64:128:16,L:R:f:N:L,S:2:48,4", NOT_READ_ONLY),
    WRITTEN("-gpgpu_const_cache:l1", "N:128:64:8,L:R:f:N:L,S:2:64,4", NOT_READ_ONLY),
    WRITTEN("-gpgpu_tex_cache:l1", "N:4:128:256,L:R:m:N:L,T:512:8,128:2", NOT_READ_ONLY),
    ONLY("-gpgpu_sub_core_model", "0", "1", "every scheduler has registers and collectors of its own"),
    PART("-gpgpu_enable_specialized_operand_collector", "1", "0"),
    READ("-gpgpu_operand_collector_num_units_gen", "0", "sm.collectors", collectors),
    PART("-gpgpu_operand_collector_num_units_sp", "4", NULL),
    PART("-gpgpu_operand_collector_num_units_dp", "0", NULL),
    PART("-gpgpu_operand_collector_num_units_sfu", "4", NULL),
    PART("-gpgpu_operand_collector_num_units_int", "0", NULL),
    PART("-gpgpu_operand_collector_num_units_tensor_core", "4", NULL),
    PART("-gpgpu_operand_collector_num_units_mem", "2", NULL),
    READ("-gpgpu_operand_collector_num_in_ports_gen", "0", "sm.collector_ports", collector_ports),
    PART("-gpgpu_operand_collector_num_in_ports_sp", "1", NULL),
    PART("-gpgpu_operand_collector_num_in_ports_dp", "0", NULL),
    PART("-gpgpu_operand_collector_num_in_ports_sfu", "1", NULL),
    PART("-gpgpu_operand_collector_num_in_ports_int", "0", NULL),
    PART("-gpgpu_operand_collector_num_in_ports_tensor_core", "1", NULL),
    PART("-gpgpu_operand_collector_num_in_ports_mem", "1", NULL),
    WRITTEN("-gpgpu_operand_collector_num_out_ports_gen", "8", NOT_OUT_PORTS),
    IGNORED("-gpgpu_operand_collector_num_out_ports_*", NOT_OUT_PORTS),
    READ("-gpgpu_num_reg_banks", "8", "sm.register_banks", register_banks),
    NUMBERS("-gpgpu_reg_file_port_throughput", "1", "sm.collector_steps"),
    IGNORED("-gpgpu_reg_bank_use_warp_id", IGNORED_EFFECT),
    NUMBERS("-gpgpu_flush_l1_cache", "0", "sm.flush_l1d"),
    ONLY("-gpgpu_simd_model", "1", "1", "warps diverge on a stack and reconverge at post-dominators"),
    IGNORED("-gpgpu_simd_*", IGNORED_EFFECT),
    WRITTEN("-gpgpu_coalesce_arch", "75", "ignored (accesses are coalesced into sectors of 32 bytes)"),
    WRITTEN("-gpgpu_occupancy_sm_number", "75", "ignored (registers of a thread are the program's own)"),
    WRITTEN("-gpgpu_compute_capability_major", "7", IGNORED_PTX),
    WRITTEN("-gpgpu_compute_capability_minor", "5", IGNORED_PTX),
    WRITTEN("-gpgpu_ptx_force_max_capability", "75", IGNORED_PTX),
    WRITTEN("-gpgpu_registers_per_block", "65536", "ignored (a CTA may have all that an SM has)"),
    IGNORED("-gpgpu_num_cta_barriers", "ignored (a CTA has one barrier)"),
    IGNORED("-gpgpu_ignore_resources_limitation", "ignored (resources limit the CTAs)"),
    NUMBERS("-gpgpu_shmem_size", "16384", "sm.shared_B"),
    IGNORED("-gpgpu_shmem_size*", NOT_PREFERRED),
    IGNORED("-gpgpu_shmem_per_block", "ignored (a CTA may have all that an SM has)"),
    IGNORED("-gpgpu_local_mem_map", IGNORED_PTX),

    HEADING("Arithmetic units; latencies and initiation intervals"),
    PAIR("-gpgpu_pipeline_widths", "1,1,1,1,1,1,1,1,1,1,1,1,1,1,1", "exec.writebacks", pipeline_widths),
    READ("-gpgpu_num_sp_units", "1", "exec.sp_units", sp_units),
    READ("-gpgpu_num_int_units", "0", "exec.int_units", int_units),
    READ("-gpgpu_num_sfu_units", "1", "exec.sfu_units", sfu_units),
    ONLY("-gpgpu_num_dp_units", "0", "0", "double precision runs on the SFUs"),
    IGNORED("-gpgpu_num_mem_units", IGNORED_EFFECT),
    IGNORED("-gpgpu_mem_unit_ports", IGNORED_EFFECT),
    IGNORED("-gpgpu_num_tensor_core_units", NOT_TENSOR),
    IGNORED("-gpgpu_tensor_core_avail", NOT_TENSOR),
    IGNORED("-specialized_unit_*", NOT_SPECIAL),
    NUMBERS("-ptx_opcode_latency_int", "1,1,19,25,145,32",
            "exec.int_add_latency,exec.int_max_latency,exec.int_mul_latency,exec.int_mad_latency,exec.int_div_latency,[32]"),
    NUMBERS("-ptx_opcode_initiation_int", "1,1,4,4,32,4",
            "exec.int_add_interval,exec.int_max_interval,exec.int_mul_interval,exec.int_mad_interval,exec.int_div_interval,[4]"),
    NUMBERS("-ptx_opcode_latency_fp", "1,1,1,1,30",
            "exec.fp_add_latency,exec.fp_max_latency,exec.fp_mul_latency,exec.fp_mad_latency,exec.fp_div_latency,[]"),
    NUMBERS("-ptx_opcode_initiation_fp", "1,1,1,1,5",
            "exec.fp_add_interval,exec.fp_max_interval,exec.fp_mul_interval,exec.fp_mad_interval,exec.fp_div_interval,[]"),
    NUMBERS("-ptx_opcode_latency_dp", "8,8,8,8,335",
            "exec.dp_add_latency,exec.dp_max_latency,exec.dp_mul_latency,exec.dp_mad_latency,exec.dp_div_latency,[]"),
    NUMBERS("-ptx_opcode_initiation_dp", "8,8,8,8,130",
            "exec.dp_add_interval,exec.dp_max_interval,exec.dp_mul_interval,exec.dp_mad_interval,exec.dp_div_interval,[]"),
    NUMBERS("-ptx_opcode_latency_sfu", "8", "exec.sfu_latency"),
    NUMBERS("-ptx_opcode_initiation_sfu", "8", "exec.sfu_interval"),
    IGNORED("-ptx_opcode_latency_tesnor", NOT_TENSOR),
    IGNORED("-ptx_opcode_latency_tensor", NOT_TENSOR),
    IGNORED("-ptx_opcode_initiation_tensor", NOT_TENSOR),

    HEADING("Load/store unit and L1D"),
    NUMBERS("-gpgpu_l1_banks", "1", "ldst.l1_banks"),
    PAIR("-gpgpu_l1_banks_byte_interleaving", "32", "ldst.bank", l1_interleaving),
    ONLY("-gpgpu_l1_banks_hashing_function", "0", "0", "banks are chosen by the address as it is"),
    NUMBERS("-gpgpu_l1_latency", "1", "ldst.l1_latency"),
    PAIR("-gpgpu_cache:dl1", "none", "l1d.sets l1d.ways l1d.line_B l1d.mshrs l1d.mshr_merges l1d.miss_queue", dl1),
    IGNORED("-gpgpu_cache:dl1Pref*", NOT_PREFERRED),
    PART("-gpgpu_adaptive_cache_config", "0", "0"),
    PART("-gpgpu_unified_l1d_size", "0", NULL),
    PART("-gpgpu_shmem_option", "0", NULL),
    NUMBERS("-gpgpu_shmem_num_banks", "16", "ldst.shared_banks"),
    NUMBERS("-gpgpu_smem_latency", "3", "ldst.shared_latency"),
    ONLY("-gpgpu_shmem_limited_broadcast", "1", "0", "every word of shared memory goes to all lanes that read it"),
    ONLY("-gpgpu_shmem_warp_parts", "2", "1", "all lanes of a warp access shared memory together"),
    IGNORED("-gpgpu_l1_cache_write_ratio", "ignored (the L1D holds no written data)"),
    ONLY("-gpgpu_gmem_skip_L1D", "0", "0", "loads look into the L1D"),
    NUMBERS("-gpgpu_perfect_mem", "0", "ldst.perfect_mem"),
    IGNORED("-gpgpu_n_ldst_response_buffer_size", NOT_RESPONSES),

    HEADING("Ray-tracing unit"),
    MUST("-gpgpu_num_rt_core_units", "1", "an SM has one ray-tracing unit"),
    /* Vulkan-Sim's own defaults are no warps and no cycles. The defaults here are those of its
     * released configurations, for files of GPGPU-Sim and Accel-Sim, which have no ray tracing. */
    NUMBERS("-gpgpu_rt_max_warps", "4", "rt.max_warps"),
    PAIR("-gpgpu_rt_intersection_latency", "4,8,8,4,8,8,8",
         "rt.header_cycles rt.internal_cycles rt.instance_cycles rt.descriptor_cycles rt.triangle_cycles rt.triangle_hit_cycles rt.procedural_cycles",
         rt_latency),
    NUMBERS("-gpgpu_rt_coalesce_warps", "0", "rt.coalesce_warps"),
    MUST("-gpgpu_rt_use_l1", "1", "the ray-tracing unit uses the SM's L1D"),
    NUMBERS("-gpgpu_rt_perfect_mem", "0", "rt.perfect_mem"),
    MUST("-gpgpu_rt_coherence_engine", "0", "sorting of rays is not modelled"),
    {"-gpgpu_rt_intersection_table_type", GPGPUSIM_MUST, NULL, "0", NULL, "function-call coalescing is not modelled", NULL, NULL},
    IGNORED("-gpgpu_rt_coherence_engine_config", IGNORED_EFFECT),
    WRITTEN("-gpgpu_rt_cache:l1", "S:32:128:16,L:R:m:L:P,A:256:256,32:0,32", IGNORED_EFFECT),
    IGNORED("-gpgpu_rt_disable_rt_cache", IGNORED_EFFECT),
    IGNORED("-gpgpu_rt_max_mshr", IGNORED_EFFECT),

    HEADING("Interconnect"),
    ONLY("-network_mode", "1", "2", "the interconnect is a crossbar"),
    NUMBERS("-icnt_in_buffer_limit", "64", "icnt.input_buffer"),
    NUMBERS("-icnt_out_buffer_limit", "64", "icnt.output_buffer"),
    NUMBERS("-gpgpu_n_cluster_ejection_buffer_size", "8", "icnt.ejection_buffer"),
    ONLY("-icnt_subnets", "2", "2", "requests and replies have a crossbar each"),
    ONLY("-icnt_arbiter_algo", "1", "1", "outputs choose their inputs in turn"),
    ONLY("-icnt_grant_cycles", "1", NULL, "a packet passes in one cycle"),
    WRITTEN("-icnt_flit_size", "40", "ignored (a packet of any size is one flit)"),
    IGNORED("-inter_config_file", "ignored (it describes another interconnect)"),

    HEADING("L2"),
    NUMBERS("-gpgpu_l2_rop_latency", "85", "l2.rop_cycles"),
    PAIR("-gpgpu_cache:dl2", "S:32:128:24,L:B:m:L:P,A:192:4,32:0,32",
         "l2.sets l2.ways l2.line_B l2.set_index l2.mshrs l2.mshr_merges l2.miss_queue l2.data_port_B", dl2),
    NUMBERS("-gpgpu_dram_partition_queues", "8:8:8:8", "l2.request_queue:l2.dram_queue:l2.fill_queue:l2.reply_queue"),
    ONLY("-gpgpu_cache:dl2_texture_only", "1", "0", "everything goes through the L2"),
    ONLY("-gpgpu_memory_partition_indexing", "0", "0", "blocks go to the channels in turn"),
    ONLY("-memory_partition_indexing", "0", NULL, "blocks go to the channels in turn"),
    MUST("-l2_ideal", "0", "an L2 that always hits is not modelled"),
    ONLY("-gpgpu_lrc_enabled", "0", NULL, "there is no coalescer of loads in front of the L2"),
    IGNORED("-gpgpu_lrc_*", IGNORED_EFFECT),
    IGNORED("-gpgpu_perf_sim_memcpy", IGNORED_KERNELS),
    IGNORED("-gpgpu_flush_l2_cache", IGNORED_KERNELS),
    IGNORED("-gpgpu_n_chiplet_partition", NOT_CHIPLETS),
    IGNORED("-gpgpu_chiplet_interleave", NOT_CHIPLETS),
    IGNORED("-chiplet_*", NOT_CHIPLETS),
    IGNORED("-inter_chiplet_*", NOT_CHIPLETS),

    HEADING("DRAM"),
    NUMBERS("-dram_latency", "30", "dram.latency_cycles"),
    PART("-gpgpu_dram_scheduler", "1", "1"),
    READ("-gpgpu_frfcfs_dram_sched_queue_size", "0", "dram.scheduler_queue", scheduler_queue),
    READ("-gpgpu_dram_return_queue_size", "0", "dram.return_queue", return_queue),
    NUMBERS("-gpgpu_n_mem_per_ctrlr", "1", "dram.chips"),
    NUMBERS("-gpgpu_dram_buswidth", "4", "dram.bus_B"),
    NUMBERS("-gpgpu_dram_burst_length", "4", "dram.burst"),
    NUMBERS("-dram_data_command_freq_ratio", "2", "dram.transfers_per_cycle"),
    PAIR("-gpgpu_dram_timing_opt", "4:2:8:12:21:13:34:9:4:5:13:1:0:0",
         "dram.banks dram.ccd dram.rrd dram.rcd dram.ras dram.rp dram.rc dram.cl dram.wl dram.cdlr dram.wr dram.bank_groups dram.ccdl dram.rtpl",
         dram_timing),
    NUMBERS("-dram_bnkgrp_indexing_policy", "0", "dram.bank_group"),
    ONLY("-dram_bnk_indexing_policy", "0", "0", "banks are chosen by the address as it is"),
    PAIR("-gpgpu_mem_addr_mapping", NULL, "address_map", address_map),
    PART("-gpgpu_mem_address_mask", "0", "1"),
    IGNORED("-gpgpu_mem_addr_test", IGNORED_PTX),
    MUST("-gpgpu_simple_dram_model", "0", "DRAM of constant latency is not modelled"),
    IGNORED("-gpgpu_simple_dram_clock_multiplier", IGNORED_EFFECT),
    PAIR("-dram_dual_bus_interface", "0", "dram.command_bus", command_bus),
    ONLY("-dram_seperate_write_queue_enable", "0", "0", "reads and writes share a queue"),
    IGNORED("-dram_write_queue_size", IGNORED_EFFECT),
    ONLY("-dram_elimnate_rw_turnaround", "0", NULL, "the bus takes time to turn around"),

    HEADING("Output, power, functional simulation"),
    IGNORED("-power_*", IGNORED_POWER),
    IGNORED("-gpuwattch_*", IGNORED_POWER),
    IGNORED("-accelwattch_*", IGNORED_POWER),
    IGNORED("-hw_perf_*", IGNORED_POWER),
    IGNORED("-dvfs_enabled", IGNORED_POWER),
    IGNORED("-aggregate_power_stats", IGNORED_POWER),
    IGNORED("-steady_*", IGNORED_POWER),
    IGNORED("-n_regfile_gating_group", IGNORED_POWER),
    IGNORED("-gpgpu_clock_gated_*", IGNORED_POWER),
    IGNORED("-gpgpu_memlatency_stat", IGNORED_STATS),
    IGNORED("-gpgpu_runtime_stat", IGNORED_STATS),
    IGNORED("-enable_ptx_file_line_stats", IGNORED_STATS),
    IGNORED("-ptx_line_stats_filename", IGNORED_STATS),
    WRITTEN("-visualizer_enabled", "0", IGNORED_STATS),
    IGNORED("-visualizer_*", IGNORED_STATS),
    IGNORED("-trace_*", IGNORED_STATS),
    IGNORED("-liveness_message_freq", IGNORED_STATS),
    IGNORED("-gpgpu_warpdistro_shader", IGNORED_STATS),
    IGNORED("-gpgpu_warp_issue_shader", IGNORED_STATS),
    IGNORED("-gpgpu_cflog_interval", IGNORED_STATS),
    IGNORED("-icnt_verbose", IGNORED_STATS),
    IGNORED("-gpgpu_ptx_*", IGNORED_PTX),
    IGNORED("-gpgpu_stack_size_limit", IGNORED_PTX),
    IGNORED("-gpgpu_heap_size_limit", IGNORED_PTX),
    IGNORED("-gpgpu_runtime_*", IGNORED_PTX),
    IGNORED("-gpgpu_experimental_lib_support", IGNORED_PTX),
    IGNORED("-gpgpu_cdp_enabled", IGNORED_PTX),
    IGNORED("-cdp_latency", IGNORED_PTX),
    IGNORED("-checkpoint_*", IGNORED_PTX),
    IGNORED("-resume_*", IGNORED_PTX),
    IGNORED("-save_embedded_ptx", IGNORED_PTX),
    IGNORED("-keep", IGNORED_PTX),
    IGNORED("-SST_mode", IGNORED_PTX),
    IGNORED("-gpgpu_trywait_*", IGNORED_PTX),
    IGNORED("-selected_coordinates", IGNORED_ZATEL),
};
/* clang-format on */
const size_t n_gpgpusim_options = sizeof gpgpusim_options / sizeof *gpgpusim_options;

/* Section 8 of docs/deviations.md describes the oddities of Vulkan-Sim among these values. */
const struct gpgpusim_constant gpgpusim_constants[] = {
    {"sm.pipelines", "shared"},
    {"sm.collectors_held", "true"},
    /* Costs of opcodes that no table of latencies contains. */
    {"exec.alu_latency", "1"},
    {"exec.alu_interval", "1"},
    {"exec.result_cycles", "2"},
    {"sm.barrier_cycles", "0"},
    {"sm.barrier_warp_cycles", "0"},
    {"sm.predicate_cycles", "0"},
    {"sm.redirect_cycles", "0"},
    {"ldst.lanes", "0"},
    {"ldst.load_result", "sector"},
    {"l1d.tlb_entries", "0"},
    {"l1d.page_KB", "0"},
    {"l1d.tlb_miss_cycles", "0"},
    {"l2.fetch", "sector"},
    {"dram.refi", "0"},
    {"dram.rfc", "0"},
    /* No effect, because the program is PTX, which has no scalar instructions. */
    {"exec.scalar_latency", "2"},
    {"scalar_cache.size_B", "16384"},
    {"scalar_cache.line_B", "64"},
    {"scalar_cache.ways", "4"},
    {"scalar_cache.mshrs", "32"},
    {"scalar_cache.latency", "20"},
    /* -gpgpu_perfect_inst_const_cache must be on, so every fetch hits; it has two instructions. */
    {"sm.buffer_B", "16"},
    {"icache.size_B", "0"},
    {"icache.line_B", "64"},
    {"icache.ways", "4"},
    /* -gpgpu_rt_max_mshr has no effect, because it is compared with a cache that is not used; hits
     * take no time. */
    {"rt.mshrs", "0"},
    {"rt.hit_latency", "0"},
    {"rt.l1_port", "own"},
    {"rt.request_B", "32"},
    {"rt.box_units", "0"},
    {"rt.box_interval", "0"},
    {"rt.triangle_units", "0"},
    {"rt.transform_units", "0"},
    {"rt.result", "fresh"},
    {"rt.closest", "last"},
    {"rt.order", "stack"},
    {"rt.stack_entries", "0"},
    {"rt.refill_cycles", "1"},
    {"rt.leaf_records", "two"},
    {"rt.result_stores", "each_hit"},
    {"rt.trace", "fresh"},
    {"l1d.latency_from", "request"},
    {"l1d.rt_store", "to_line_end"},
    {"l2.partial_write", "flag"},
    {"l2.eviction_port", "writes"},
};
const size_t n_gpgpusim_constants = sizeof gpgpusim_constants / sizeof *gpgpusim_constants;

static void document_parameter(void *out, const char *key)
{
    fprintf(out, " `%s`", key);
}

static void document_option(const struct gpgpusim_option *o, FILE *out)
{
    const char *means = o->written ? o->written : o->initial;
    fprintf(out, "| `%s` | ", o->name);
    if (o->initial)
        fprintf(out, "`%s`", o->initial);
    fputs(" |", out);
    if (o->use == GPGPUSIM_PART)
        fputs(" read together with others of this group", out);
    else if (o->use == GPGPUSIM_ONLY)
        fprintf(out, " taken as `%s`: %s", means, o->note);
    else if (o->use == GPGPUSIM_MUST)
        fprintf(out, " must be `%s`: %s", means, o->note);
    else
        gpgpusim_each_parameter(o, document_parameter, out);
    fputs(" |\n", out);
}

/* Writes a row for each reason why options are ignored, with all of these options. */
static void document_ignored(FILE *out)
{
    fputs("\n| Read without effect | why |\n| --- | --- |\n", out);
    for (size_t i = 0; i < n_gpgpusim_options; i++) {
        const struct gpgpusim_option *first = &gpgpusim_options[i];
        bool again = first->use != GPGPUSIM_IGNORED;
        for (size_t k = 0; k < i && !again; k++)
            again = gpgpusim_options[k].use == GPGPUSIM_IGNORED &&
                    strcmp(gpgpusim_options[k].note, first->note) == 0;
        if (again)
            continue;
        fprintf(out, "| `%s`", first->name);
        for (size_t k = i + 1; k < n_gpgpusim_options; k++)
            if (gpgpusim_options[k].use == GPGPUSIM_IGNORED &&
                strcmp(gpgpusim_options[k].note, first->note) == 0)
                fprintf(out, ", `%s`", gpgpusim_options[k].name);
        fprintf(out, " | %s |\n", first->note);
    }
}

void gpgpusim_document(FILE *out)
{
    fputs("\n## gpgpusim.config\n\n"
          "A configuration may also be a `gpgpusim.config` of GPGPU-Sim, Accel-Sim or Vulkan-Sim: "
          "what a file\nis, its first word tells. The machine is then Vulkan-Sim's with that file. "
          "Options that a file does\nnot name have the defaults below, which are those that the "
          "simulators register, but for the\nray-tracing unit's, which are those of Vulkan-Sim's "
          "released configurations. What is ignored, taken for\nsomething else or unknown, a "
          "warning sums up and, with `--verbose`, lists. An initiation interval above its\nlatency "
          "is taken with a latency as long. `diorama convert` writes either syntax.\n",
          out);
    for (size_t i = 0; i < n_gpgpusim_options; i++) {
        const struct gpgpusim_option *o = &gpgpusim_options[i];
        if (o->use == GPGPUSIM_IGNORED)
            continue;
        if (o->use == GPGPUSIM_HEADING)
            fprintf(out, "\n| %s | default | here |\n| --- | --- | --- |\n", o->name);
        else
            document_option(o, out);
    }
    document_ignored(out);
    fputs(
        "\nWhatever a file says, Vulkan-Sim does these ([deviations.md](../deviations.md), section "
        "8):\n\n| parameter | value |\n| --- | --- |\n",
        out);
    for (size_t i = 0; i < n_gpgpusim_constants; i++)
        fprintf(out, "| `%s` | %s |\n", gpgpusim_constants[i].key, gpgpusim_constants[i].value);
}

const struct gpgpusim_option *gpgpusim_option_find(const char *name)
{
    for (size_t i = 0; i < n_gpgpusim_options; i++) {
        const struct gpgpusim_option *o = &gpgpusim_options[i];
        size_t n = strlen(o->name);
        if (o->use == GPGPUSIM_HEADING)
            continue;
        if (o->name[n - 1] == '*' ? strncmp(o->name, name, n - 1) == 0 : strcmp(o->name, name) == 0)
            return o;
    }
    return NULL;
}
