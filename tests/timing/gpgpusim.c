/* Machines from gpgpusim.config files: what every option sets, what no option says. */
#include "tests/rig/gpgpusim.h"

#include "common/file.h"
#include "common/memory.h"
#include "sim/config/gpgpusim/options.h"
#include "sim/config/gpgpusim/values.h"
#include "sim/config/gpgpusim/write.h"
#include "sim/config/gpu_config.h"
#include "sim/config/load/load.h"

#include <stdlib.h>
#include <string.h>

/* A line of a file and the parameters that it changes in small.config, "key=value" by spaces. */
static const struct change {
    const char *line, *sets;
} changes[] = {
    {"-gpgpu_n_clusters 4", "sms=4"},
    {"-gpgpu_n_cores_per_cluster 3", "sms=6"},
    {"-gpgpu_n_mem 4", "memory_partitions=4"},
    {"-gpgpu_n_sub_partition_per_mchannel 4", "l2.slices=4"},
    {"-gpgpu_clock_domains 1300:1150.0:1050:2500.5",
     "core_MHz=1300.0 icnt_MHz=1150.0 l2_MHz=1050.0 dram_MHz=2500.5"},
    {"-gpgpu_kernel_launch_latency 0", "launch_cycles=0"},
    {"-gpgpu_deadlock_detect 0", "watchdog_cycles=1000000000"},
    {"-gpgpu_shader_core_pipeline 1024:32", "sm.threads=1024"},
    {"-gpgpu_shader_registers 0x8000", "sm.registers=32768"},
    {"-gpgpu_shader_cta 010", "sm.ctas=8"},
    {"-gpgpu_shmem_size 8192", "sm.shared_B=8192"},
    {"-gpgpu_num_sched_per_core 1", "sm.schedulers=1"},
    {"-gpgpu_scheduler old", "sm.scheduler=oldest"},
    {"-gpgpu_scheduler lrr -gpgpu_num_sched_per_core 1", "sm.scheduler=lrr sm.schedulers=1"},
    {"-gpgpu_inst_fetch_throughput 4", "sm.fetches=4"},
    {"-gpgpu_operand_collector_num_units_gen 8", "sm.collectors=8"},
    {"-gpgpu_operand_collector_num_units_gen 7", "sm.collectors=8"},
    {"-gpgpu_operand_collector_num_in_ports_gen 8", "sm.collector_ports=8"},
    {"-gpgpu_enable_specialized_operand_collector 1",
     "sm.collectors=20 sm.collector_ports=9"}, /* 6 + 4+4+4+2; 5 + 1+1+1+1 */
    {"-gpgpu_enable_specialized_operand_collector 1 -gpgpu_operand_collector_num_units_sp 40 "
     "-gpgpu_operand_collector_num_in_ports_mem 3",
     "sm.collectors=32 sm.collector_ports=11"},
    {"-gpgpu_num_reg_banks 16", "sm.register_banks=16"},
    {"-gpgpu_num_reg_banks 15", "sm.register_banks=16"},
    {"-gpgpu_reg_file_port_throughput 1", "sm.collector_steps=1"},
    {"-gpgpu_flush_l1_cache 0", "sm.flush_l1d=false"},
    {"-gpgpu_flush_l1_cache 0 -gpgpu_flush_l1_cache", ""},
    {"-gpgpu_pipeline_widths 2,0,2,2,2,2,0,2,2,2,9,2,2", "exec.writebacks=9"},
    {"-gpgpu_pipeline_widths 1,1,1,1,1,1,10", "exec.writebacks=10"},
    {"-gpgpu_num_sp_units 2", "exec.sp_units=2"},
    {"-gpgpu_num_int_units 0", "exec.int_units=0"},
    {"-gpgpu_num_sfu_units 1", "exec.sfu_units=2"},
    {"-ptx_opcode_latency_int 61,62,63,64,65",
     "exec.int_add_latency=61 exec.int_max_latency=62 exec.int_mul_latency=63 "
     "exec.int_mad_latency=64 exec.int_div_latency=65"},
    {"-ptx_opcode_initiation_int 5,4,6,3,2,9",
     "exec.int_add_interval=5 exec.int_max_interval=4 exec.int_mul_interval=6 "
     "exec.int_mad_interval=3 exec.int_div_interval=2"},
    {"-ptx_opcode_latency_fp 61,62,63,64,65",
     "exec.fp_add_latency=61 exec.fp_max_latency=62 exec.fp_mul_latency=63 "
     "exec.fp_mad_latency=64 exec.fp_div_latency=65"},
    {"-ptx_opcode_initiation_fp 5,4,6,3,2",
     "exec.fp_add_interval=5 exec.fp_max_interval=4 exec.fp_mul_interval=6 "
     "exec.fp_mad_interval=3 exec.fp_div_interval=2"},
    {"-ptx_opcode_latency_dp 61,62,63,64,65",
     "exec.dp_add_latency=61 exec.dp_max_latency=62 exec.dp_mul_latency=63 "
     "exec.dp_mad_latency=64 exec.dp_div_latency=65"},
    {"-ptx_opcode_initiation_dp 5,4,6,3,2",
     "exec.dp_add_interval=5 exec.dp_max_interval=4 exec.dp_mul_interval=6 "
     "exec.dp_mad_interval=3 exec.dp_div_interval=2"},
    {"-ptx_opcode_latency_sfu 66", "exec.sfu_latency=66"},
    {"-ptx_opcode_initiation_sfu 4", "exec.sfu_interval=4"},
    {"-gpgpu_l1_banks 4", "ldst.l1_banks=4"},
    {"-gpgpu_l1_banks_byte_interleaving 5", "ldst.bank=sector"},
    {"-gpgpu_l1_banks_byte_interleaving 7", "ldst.bank=sector"},
    {"-gpgpu_l1_latency 18", "ldst.l1_latency=18"},
    {"-gpgpu_shmem_num_banks 32", "ldst.shared_banks=32"},
    {"-gpgpu_smem_latency 23", "ldst.shared_latency=23"},
    {"-gpgpu_cache:dl1 S:2:64:25,L:L:f:N:L,A:97:6,10:0,32",
     "l1d.sets=2 l1d.line_B=64 l1d.ways=25 l1d.mshrs=97 l1d.mshr_merges=6 l1d.miss_queue=10"},
    /* Streaming: 4 times the lines, times 4 sectors where it has sectors; 64 merges. */
    {"-gpgpu_cache:dl1 S:4:128:24,L:L:s:N:L,A:96:5,9:0,32", "l1d.mshrs=1536 l1d.mshr_merges=64"},
    {"-gpgpu_cache:dl1 N:4:128:24,L:L:s:N:L,A:96:5,9", "l1d.mshrs=384 l1d.mshr_merges=64"},
    {"-gpgpu_cache:dl1 32:128:4,L:L:m:N,A:32:8,8", /* GPGPU-Sim 3 */
     "l1d.sets=32 l1d.ways=4 l1d.mshrs=32 l1d.mshr_merges=8 l1d.miss_queue=8"},
    /* Adaptive: 4 times the ways, or what the unified cache leaves beside the least shared memory.
     */
    {"-gpgpu_adaptive_cache_config 1", "l1d.ways=96"},
    {"-gpgpu_adaptive_cache_config 1 -gpgpu_unified_l1d_size 128 -gpgpu_shmem_option 0,8,64",
     "l1d.ways=256"},
    {"-gpgpu_adaptive_cache_config 1 -gpgpu_unified_l1d_size 96 -gpgpu_shmem_option 32,64",
     "l1d.ways=128"},
    {"-gpgpu_rt_max_warps 8", "rt.max_warps=8"},
    {"-gpgpu_rt_intersection_latency 12,13,14,15,16,17,18",
     "rt.header_cycles=12 rt.internal_cycles=13 rt.instance_cycles=14 rt.descriptor_cycles=15 "
     "rt.triangle_cycles=16 rt.triangle_hit_cycles=17 rt.procedural_cycles=18"},
    {"-gpgpu_rt_coalesce_warps 1", "rt.coalesce_warps=true"},
    {"-gpgpu_perfect_mem 1", "ldst.perfect_mem=true"},
    {"-gpgpu_rt_perfect_mem 1", "rt.perfect_mem=true"},
    {"-icnt_in_buffer_limit 41", "icnt.input_buffer=41"},
    {"-icnt_out_buffer_limit 43", "icnt.output_buffer=43"},
    {"-gpgpu_n_cluster_ejection_buffer_size 44", "icnt.ejection_buffer=44"},
    {"-gpgpu_l2_rop_latency 91", "l2.rop_cycles=91"},
    {"-gpgpu_cache:dl2 S:32:64:9,L:B:m:L:P,A:49:4,15:0,32",
     "l2.sets=32 l2.line_B=64 l2.ways=9 l2.set_index=ipoly l2.mshrs=49 l2.mshr_merges=4 "
     "l2.miss_queue=15 l2.data_port_B=32"},
    {"-gpgpu_cache:dl2 N:16:128:8,L:B:m:W:L,A:48:3,14", "l2.data_port_B=128"},
    {"-gpgpu_dram_partition_queues 20:21:22:23",
     "l2.request_queue=20 l2.dram_queue=21 l2.fill_queue=22 l2.reply_queue=23"},
    {"-dram_latency 46", "dram.latency_cycles=46"},
    {"-gpgpu_frfcfs_dram_sched_queue_size 29", "dram.scheduler_queue=29"},
    {"-gpgpu_frfcfs_dram_sched_queue_size 0", "dram.scheduler_queue=4096"},
    {"-gpgpu_dram_scheduler 0", "dram.scheduler_queue=1"},
    {"-gpgpu_dram_return_queue_size 41", "dram.return_queue=41"},
    {"-gpgpu_dram_return_queue_size 0", "dram.return_queue=4096"},
    {"-gpgpu_n_mem_per_ctrlr 1", "dram.chips=1"},
    {"-gpgpu_dram_buswidth 2", "dram.bus_B=2"},
    {"-gpgpu_dram_burst_length 4", "dram.burst=4"},
    {"-dram_data_command_freq_ratio 8", "dram.transfers_per_cycle=8"},
    {"-gpgpu_dram_timing_opt \"nbk=8 : CCD=4:RRD=6:RCD=15:RAS=31:RP=13:RC=45:CL=14:WL=5:CDLR=7:"
     "WR=12:nbkgrp=2:CCDL=6:RTPL=3\"",
     "dram.ccd=4 dram.rrd=6 dram.rcd=15 dram.ras=31 dram.rp=13 dram.rc=45 dram.cl=14 dram.wl=5 "
     "dram.cdlr=7 dram.wr=12 dram.bank_groups=2 dram.ccdl=6 dram.rtpl=3"},
    {"-gpgpu_dram_timing_opt 8:4:6:15:31:13:45:14:5:7:12:2:6:3",
     "dram.ccd=4 dram.rrd=6 dram.rcd=15 dram.ras=31 dram.rp=13 dram.rc=45 dram.cl=14 dram.wl=5 "
     "dram.cdlr=7 dram.wr=12 dram.bank_groups=2 dram.ccdl=6 dram.rtpl=3"},
    /* Without groups: one group, no delay but CCD within it. */
    {"-gpgpu_dram_timing_opt nbk=8:CCD=3:RRD=5:RCD=14:RAS=30:RP=12:RC=44:CL=13:WL=4:CDLR=6:WR=11",
     "dram.bank_groups=1 dram.ccdl=3 dram.rtpl=0"},
    {"-dram_bnkgrp_indexing_policy 0", "dram.bank_group=high"},
    {"-dram_dual_bus_interface 1", "dram.command_bus=dual"},
    {"-gpgpu_mem_addr_mapping dramid@9;00000000000000000000000000000000.0000000R.RRRRRRRR."
     "RRRRbbcc.bcccssss",
     ""},
};

/* Looks a parameter up in "key=value key=value". */
static bool expected_value(const char *sets, const char *key, char *value)
{
    size_t n = strlen(key);
    for (const char *at = sets; at; at = strchr(at, ' ') ? strchr(at, ' ') + 1 : NULL)
        if (strncmp(at, key, n) == 0 && at[n] == '=') {
            snprintf(value, PARAM_VALUE_TEXT, "%.*s", (int)strcspn(at + n + 1, " "), at + n + 1);
            return true;
        }
    return false;
}

struct comparison {
    const struct change *change;
    struct gpu_config base, changed;
};

static void compare(void *self, const char *key)
{
    const struct comparison *c = self;
    char wanted[PARAM_VALUE_TEXT], got[PARAM_VALUE_TEXT];
    rig_param_value(&c->base, key, wanted);
    rig_param_value(&c->changed, key, got);
    if (expected_value(c->change->sets, key, wanted)) {
        char before[PARAM_VALUE_TEXT];
        rig_param_value(&c->base, key, before);
        if (strcmp(before, wanted) == 0)
            fail_msg("%s: %s is %s in small.config already", c->change->line, key, wanted);
    }
    if (strcmp(wanted, got) != 0)
        fail_msg("%s: %s is %s, not %s", c->change->line, key, got, wanted);
}

TEST(an_option_changes_its_parameters_and_no_other)
{
    for (size_t i = 0; i < sizeof changes / sizeof *changes; i++) {
        struct comparison c = {.change = &changes[i], .base = rig_gpgpusim_small()};
        if (rig_gpgpusim_parse(changes[i].line, &c.changed, NULL, &st) != ST_OK)
            fail_msg("%s: %s", changes[i].line, st.text);
        rig_each_param(compare, &c);
    }
}

struct search {
    const char *key;
    int found;
};

static void count_key(void *self, const char *key)
{
    struct search *s = self;
    s->found += strcmp(s->key, key) == 0;
}

static void find_in_changes(void *self, const char *key)
{
    char value[PARAM_VALUE_TEXT];
    (void)self;
    for (size_t i = 0; i < sizeof changes / sizeof *changes; i++)
        if (expected_value(changes[i].sets, key, value))
            return;
    if (strcmp(key, "address_map") != 0 && strcmp(key, "dram.banks") != 0)
        fail_msg("no line of changes[] sets %s", key);
}

TEST(every_option_that_sets_something_is_tested_above)
{
    for (size_t i = 0; i < n_gpgpusim_options; i++)
        if (gpgpusim_options[i].parameters)
            gpgpusim_each_parameter(&gpgpusim_options[i], find_in_changes, NULL);
}

static void has_one_rule(void *self, const char *key)
{
    struct search s = {key, 0};
    size_t offset;
    const struct param *p = params_find(gpu_param_tables, n_gpu_param_tables, key, &offset);
    (void)self;
    for (size_t i = 0; i < n_gpgpusim_options; i++)
        if (gpgpusim_options[i].parameters)
            gpgpusim_each_parameter(&gpgpusim_options[i], count_key, &s);
    for (size_t i = 0; i < n_gpgpusim_constants; i++)
        s.found += strcmp(gpgpusim_constants[i].key, key) == 0;
    if (s.found != 1 && !(s.found == 0 && p && p->optional))
        fail_msg("%s has %d rules in sim/config/gpgpusim/options.c; it needs one: an option, or in "
                 "gpgpusim_constants what Vulkan-Sim does; none if it is optional, which is to say "
                 "that Vulkan-Sim has not got it",
                 key, s.found);
}

TEST(every_parameter_is_an_options_or_a_constant_of_vulkan_sim)
{
    rig_each_param(has_one_rule, NULL);
    struct gpu_config g = rig_gpgpusim_small();
    for (size_t i = 0; i < n_gpgpusim_constants; i++) {
        char value[PARAM_VALUE_TEXT];
        rig_param_value(&g, gpgpusim_constants[i].key, value);
        assert_string_equal(value, gpgpusim_constants[i].value);
    }
}

TEST(banks_and_address_map_change_together)
{
    struct gpu_config g;
    assert_ok(rig_gpgpusim_parse(
        "-gpgpu_dram_timing_opt nbk=16:CCD=3:RRD=5:RCD=14:RAS=30:RP=12:RC=44:CL=13:"
        "WL=4:CDLR=6:WR=11:nbkgrp=4:CCDL=5:RTPL=2 -gpgpu_mem_addr_mapping "
        "dramid@9;00000000.00000000.00000000.00000000.00000rrr.RRRRRRRR.RRBBB|ccc."
        "BCCCssss",
        &g, NULL, &st));
    assert_int_equal(g.dram.banks, 16);
    assert_string_equal(g.address_map_text, "dramid@9;00000RRR.RRRRRRRR.RRBBBCCC.BCCCSSSS");
}

TEST(without_a_map_the_address_mask_counts)
{
    struct gpu_config g;
    char *text FREED_BY(mem_free) = rig_gpgpusim_text(RIG_GPGPUSIM_DATA "small.config"),
               *map = strstr(text, "-gpgpu_mem_addr_mapping");
    memset(map, ' ', strcspn(map, "\n"));
    char *banks = strstr(text, "nbk=8");
    memcpy(banks, "nbk=4", 5);
    assert_ok(gpu_config_parse(&g, text, strlen(text), "my.config", NULL, &st));
    assert_string_equal(g.address_map_text, "dramid@13;00000RRR.RRRRRRRR.RRRBBCCC.CCCCCCCC");
    char *mask = strstr(text, "-gpgpu_mem_address_mask 1");
    mask[strlen("-gpgpu_mem_address_mask ")] = '7';
    assert_int_equal(gpu_config_parse(&g, text, strlen(text), "my.config", NULL, &st), ST_USAGE);
    assert_non_null(strstr(st.text, "-gpgpu_mem_addr_mapping (not given): needed"));
}

TEST(what_a_file_does_not_name_is_as_gpgpu_sim_has_it)
{
    static const char text[] =
        "-gpgpu_cache:dl1 S:1:128:64,L:L:s:N:L,A:256:8,16:0,32 -gpgpu_n_cores_per_cluster 1\n"
        "-gpgpu_num_sp_units 1\n";
    struct gpu_config g;
    char *notes FREED_BY(mem_free);
    assert_ok(gpu_config_parse(&g, text, sizeof text - 1, "my.config", &notes, &st));
    assert_int_equal(g.machine.sms, 10);
    assert_int_equal(g.machine.memory_partitions, 8);
    assert_true(g.machine.core_MHz == 500 && g.machine.dram_MHz == 2000);
    assert_int_equal(g.machine.launch_cycles, 0);
    assert_int_equal(g.sm.registers, 8192);
    assert_int_equal(g.sm.schedulers, 1);
    assert_int_equal(g.exec.int_mul_latency, 19);
    assert_int_equal(g.exec.int_div_interval, 32);
    assert_int_equal(g.exec.dp_div_latency, 335);
    assert_int_equal(g.icnt.input_buffer, 64);
    assert_int_equal(g.icnt.ejection_buffer, 8);
    assert_int_equal(g.l2.rop_cycles, 85);
    assert_int_equal(g.l2.request_queue, 8);
    assert_int_equal(g.dram.latency_cycles, 30);
    assert_int_equal(g.dram.banks, 4);
    assert_int_equal(g.dram.bus_B, 4);
    assert_int_equal(g.rt.max_warps, 4);
    assert_string_equal(g.address_map_text, "dramid@10;00000RRR.RRRRRRRR.RRRCCCBB.CCCCCCCC");
    assert_non_null(strstr(notes, "not given, so the defaults: -gpgpu_n_clusters 10, "));
    assert_non_null(strstr(notes, "not given: -network_mode 1: taken as 2"));
}

TEST(the_syntax_is_known_by_the_first_word)
{
    assert_true(gpgpusim_file_is("-gpgpu_n_mem 3", 14));
    assert_true(gpgpusim_file_is("\n# sms = 3;\n\t# -\n  -l2_ideal 0", 31));
    assert_false(gpgpusim_file_is("sms = 3; # -gpgpu_n_mem 3", 25));
    assert_false(gpgpusim_file_is("# -gpgpu_n_mem 3", 16));
    assert_false(gpgpusim_file_is("-", 1));
    assert_false(gpgpusim_file_is("-3", 2));
    assert_false(gpgpusim_file_is("", 0));
}

TEST(options_are_as_many_as_can_be_compared)
{
    enum { MOST = 10000 };
    static char text[3 * (MOST + 1) + 1];
    struct gpgpusim_file f;
    for (size_t i = 0; i <= MOST; i++)
        memcpy(text + 3 * i, "-a\n", 3);
    assert_ok(gpgpusim_file_parse(&f, text, (size_t)3 * MOST, "my.config", &st));
    assert_int_equal(f.n, MOST);
    gpgpusim_file_free(&f);
    assert_int_equal(gpgpusim_file_parse(&f, text, (size_t)3 * (MOST + 1), "my.config", &st),
                     ST_USAGE);
    assert_string_equal(st.text, "my.config:10001: more than 10000 options; there are some "
                                 "hundreds to give");
}

TEST(words_quotes_and_comments_are_the_option_parsers)
{
    static const char text[] =
        "# a comment\n-a\n1 # -b 2\n-c \"x \n\t y\" -d -e -3\r\n-a 0x2\n-f \"\"";
    struct gpgpusim_file f;
    assert_ok(gpgpusim_file_parse(&f, text, sizeof text - 1, "my.config", &st));
    assert_int_equal(f.n, 6);
    assert_string_equal(f.entries[0].name, "-a");
    assert_string_equal(f.entries[0].value, "1");
    assert_int_equal(f.entries[0].line, 2);
    assert_true(f.entries[0].overridden);
    assert_string_equal(f.entries[1].name, "-c");
    assert_string_equal(f.entries[1].value, "x y");
    assert_null(f.entries[2].value);
    assert_int_equal(f.entries[2].line, 5);
    assert_string_equal(f.entries[3].value, "-3");
    assert_string_equal(gpgpusim_file_find(&f, "-a")->value, "0x2");
    assert_int_equal(gpgpusim_file_find(&f, "-a")->line, 6);
    assert_string_equal(f.entries[5].value, "");
    assert_null(gpgpusim_file_find(&f, "-b"));
    gpgpusim_file_free(&f);
    assert_int_equal(gpgpusim_file_parse(&f, "-a\n\0", 4, "my.config", &st), ST_USAGE);
    assert_string_equal(st.text,
                        "my.config:2: a zero byte; the file must be a text in one byte per "
                        "character");
    assert_int_equal(gpgpusim_file_parse(&f, "3 -a", 4, "my.config", &st), ST_USAGE);
    assert_string_equal(st.text,
                        "my.config:1: '3' stands before any option; options begin with '-'");
}

TEST(names_are_the_files_or_the_folders)
{
    static const char *const names[][2] = {{"/x/SM75_RTX2060/gpgpusim.config", "SM75_RTX2060"},
                                           {"gpgpusim.config", "gpgpusim"},
                                           {"./gpgpusim.config", "."},
                                           {"../gpgpusim.config", "gpgpusim"},
                                           {"/gpgpusim.config", "gpgpusim"},
                                           {"a/rtx2060.gpgpusim.config", "rtx2060"},
                                           {"a/my.gpu.config", "my.gpu"},
                                           {"a/my", "my"}};
    char *text FREED_BY(mem_free) = rig_gpgpusim_text(RIG_GPGPUSIM_DATA "small.config");
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        struct gpu_config g;
        assert_ok(gpu_config_parse(&g, text, strlen(text), names[i][0], NULL, &st));
        assert_string_equal(g.name, strcmp(names[i][1], ".") == 0 ? "gpgpusim" : names[i][1]);
        assert_string_equal(g.title, "A small machine, for tests");
    }
}

/* The released configurations are beside the source tree where they may be. */
TEST(the_released_configurations_are_the_presets_of_vulkan_sim)
{
    static const char *const pairs[][2] = {
        {TEST_SOURCE_DIR "/../shared/reference/mobile_soc.gpgpusim.config", "mobile_soc_vulkansim"},
        {TEST_SOURCE_DIR "/../shared/reference/rtx2060.gpgpusim.config", "rtx2060_vulkansim"}};
    for (size_t i = 0; i < 2; i++) {
        struct gpu_config read, preset;
        if (!file_exists(pairs[i][0])) {
            print_message("%s is not there: not compared\n", pairs[i][0]);
            rig_skip();
        }
        if (gpu_config_load(&read, pairs[i][0], &st) != ST_OK)
            fail_msg("%s", st.text);
        assert_ok(gpu_config_load(&preset, pairs[i][1], &st));
        struct comparison c = {
            .change = &(struct change){pairs[i][1], ""}, .base = preset, .changed = read};
        rig_each_param(compare, &c);
        assert_string_equal(read.address_map_text, preset.address_map_text);
        assert_string_equal(read.hash, preset.hash);
    }
}

TEST(running_out_of_memory_is_reported)
{
    char *text FREED_BY(mem_free) = rig_gpgpusim_text(RIG_GPGPUSIM_DATA "small.config");
    struct gpu_config g = rig_gpgpusim_small();
    struct gpu_config read;
    char *notes = NULL;
    assert_survives_without_memory(
        gpu_config_parse(&read, text, strlen(text), "my.config", &notes, &st), 10, mem_free(notes);
        assert_null(notes));
    mem_free(notes);
    struct gpgpusim_notes lost = {0};
    char *written = NULL;
    assert_survives_without_memory(
        gpgpusim_write(&written, &g, &lost, &st), 3, gpgpusim_notes_free(&lost); mem_free(written));
    gpgpusim_notes_free(&lost);
    mem_free(written);
}
