/* Machines from gpgpusim.config files and back: what every option sets, what no option says. */
#include "tests/rig/rig.h"

#include "common/file.h"
#include "common/memory.h"
#include "sim/timing/config.h"
#include "sim/timing/gpgpusim_options.h"
#include "sim/timing/gpgpusim_values.h"
#include "sim/timing/gpgpusim_write.h"

#include <stdlib.h>
#include <string.h>

#define DATA TEST_SOURCE_DIR "/tests/data/gpgpusim/"

static char *text_of(const char *path)
{
    struct status st = {0};
    unsigned char *bytes = NULL;
    size_t n;
    assert_ok(file_read(path, &bytes, &n, &st));
    char *text = mem_strdup((char *)bytes);
    mem_free(bytes);
    return text;
}

/* small.config with a line at its end. */
static enum st_code parse_with(const char *line, struct gpu_config *g, char **notes,
                               struct status *st)
{
    char *text = text_of(DATA "small.config");
    size_t n = strlen(text) + strlen(line) + 2;
    char *all = mem_calloc(n, 1);
    snprintf(all, n, "%s%s\n", text, line);
    enum st_code code = gpu_config_parse(g, all, strlen(all), "my.config", notes, st);
    mem_free(text);
    mem_free(all);
    return code;
}

static struct gpu_config small(void)
{
    struct status st = {0};
    struct gpu_config g;
    if (parse_with("", &g, NULL, &st) != ST_OK)
        fail_msg("%s", st.text);
    return g;
}

static void value_of(const struct gpu_config *g, const char *key, char text[PARAM_VALUE_TEXT])
{
    size_t offset;
    const struct param *p = params_find(gpu_param_tables, n_gpu_param_tables, key, &offset);
    if (!p)
        fail_msg("there is no parameter %s", key);
    else
        params_value(p, (const char *)g + offset, text, PARAM_VALUE_TEXT);
}

/* Calls back for every parameter by its full name. */
static void each_parameter(void (*each)(void *self, const char *key), void *self)
{
    for (size_t t = 0; t < n_gpu_param_tables; t++)
        for (size_t i = 0; i < gpu_param_tables[t].n_rows; i++) {
            char key[80];
            const char *section = gpu_param_tables[t].section;
            snprintf(key, sizeof key, "%s%s%s", section, section[0] ? "." : "",
                     gpu_param_tables[t].rows[i].name);
            each(self, key);
        }
}

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
    {"-gpgpu_num_sched_per_core 1", "sm.schedulers=1"},
    {"-gpgpu_scheduler old", "sm.scheduler=oldest"},
    {"-gpgpu_scheduler lrr -gpgpu_num_sched_per_core 1", "sm.schedulers=1"},
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
    value_of(&c->base, key, wanted);
    value_of(&c->changed, key, got);
    if (expected_value(c->change->sets, key, wanted)) {
        char before[PARAM_VALUE_TEXT];
        value_of(&c->base, key, before);
        if (strcmp(before, wanted) == 0)
            fail_msg("%s: %s is %s in small.config already", c->change->line, key, wanted);
    }
    if (strcmp(wanted, got) != 0)
        fail_msg("%s: %s is %s, not %s", c->change->line, key, got, wanted);
}

static void an_option_changes_its_parameters_and_no_other(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof changes / sizeof *changes; i++) {
        struct status st = {0};
        struct comparison c = {.change = &changes[i], .base = small()};
        if (parse_with(changes[i].line, &c.changed, NULL, &st) != ST_OK)
            fail_msg("%s: %s", changes[i].line, st.text);
        each_parameter(compare, &c);
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

static void every_option_that_sets_something_is_tested_above(void **state)
{
    (void)state;
    for (size_t i = 0; i < n_gpgpusim_options; i++)
        if (gpgpusim_options[i].parameters)
            gpgpusim_each_parameter(&gpgpusim_options[i], find_in_changes, NULL);
}

static void has_one_rule(void *self, const char *key)
{
    struct search s = {key, 0};
    (void)self;
    for (size_t i = 0; i < n_gpgpusim_options; i++)
        if (gpgpusim_options[i].parameters)
            gpgpusim_each_parameter(&gpgpusim_options[i], count_key, &s);
    for (size_t i = 0; i < n_gpgpusim_constants; i++)
        s.found += strcmp(gpgpusim_constants[i].key, key) == 0;
    if (s.found != 1)
        fail_msg("%s has %d rules in sim/timing/gpgpusim_options.c; it needs one: an option, or in "
                 "gpgpusim_constants what Vulkan-Sim does",
                 key, s.found);
}

static void every_parameter_is_an_options_or_a_constant_of_vulkan_sim(void **state)
{
    (void)state;
    each_parameter(has_one_rule, NULL);
    struct gpu_config g = small();
    for (size_t i = 0; i < n_gpgpusim_constants; i++) {
        char value[PARAM_VALUE_TEXT];
        value_of(&g, gpgpusim_constants[i].key, value);
        assert_string_equal(value, gpgpusim_constants[i].value);
    }
}

static void banks_and_address_map_change_together(void **state)
{
    (void)state;
    struct status st = {0};
    struct gpu_config g;
    assert_ok(
        parse_with("-gpgpu_dram_timing_opt nbk=16:CCD=3:RRD=5:RCD=14:RAS=30:RP=12:RC=44:CL=13:"
                   "WL=4:CDLR=6:WR=11:nbkgrp=4:CCDL=5:RTPL=2 -gpgpu_mem_addr_mapping "
                   "dramid@9;00000000.00000000.00000000.00000000.00000rrr.RRRRRRRR.RRBBB|ccc."
                   "BCCCssss",
                   &g, NULL, &st));
    assert_int_equal(g.dram.banks, 16);
    assert_string_equal(g.address_map, "dramid@9;00000RRR.RRRRRRRR.RRBBBCCC.BCCCSSSS");
}

static void without_a_map_the_address_mask_counts(void **state)
{
    (void)state;
    struct status st = {0};
    struct gpu_config g;
    char *text = text_of(DATA "small.config"), *map = strstr(text, "-gpgpu_mem_addr_mapping");
    memset(map, ' ', strcspn(map, "\n"));
    char *banks = strstr(text, "nbk=8");
    memcpy(banks, "nbk=4", 5);
    assert_ok(gpu_config_parse(&g, text, strlen(text), "my.config", NULL, &st));
    assert_string_equal(g.address_map, "dramid@13;00000RRR.RRRRRRRR.RRRBBCCC.CCCCCCCC");
    char *mask = strstr(text, "-gpgpu_mem_address_mask 1");
    mask[strlen("-gpgpu_mem_address_mask ")] = '7';
    assert_int_equal(gpu_config_parse(&g, text, strlen(text), "my.config", NULL, &st), ST_USAGE);
    assert_non_null(strstr(st.text, "-gpgpu_mem_addr_mapping (not given): needed"));
    mem_free(text);
}

static int lines_of(const char *text)
{
    int n = 1;
    for (; *text; text++)
        n += *text == '\n';
    return n;
}

static void what_is_wrong_is_refused_with_file_and_line(void **state)
{
    (void)state;
    static const struct {
        const char *line, *said;
    } cases[] = {
        {"-gpgpu_n_mem two", "-gpgpu_n_mem: 'two' is no whole number"},
        {"-gpgpu_n_mem 2.0", "-gpgpu_n_mem: '2.0' is no whole number"},
        {"-gpgpu_n_mem 1:2", "-gpgpu_n_mem: '1:2' is not one number"},
        {"-gpgpu_n_mem", "-gpgpu_n_mem: no value"},
        {"-gpgpu_n_mem 300",
         "-gpgpu_n_mem: 'memory_partitions' is '300'; it must be a whole number "
         "from 1 to 256"},
        {"-gpgpu_n_mem 2 2", "'2' behind the value of -gpgpu_n_mem; an option has one value"},
        {"-gpgpu_n_mem=2", "'-gpgpu_n_mem=2' has a '='; between"},
        {"-gpgpu_n_clusters 70000 -gpgpu_n_cores_per_cluster 70000", "'sms' is '4900000000'"},
        {"-gpgpu_clock_domains 1000:1000:1000", "has not 4 numbers with ':' between"},
        {"-gpgpu_clock_domains 1000,1000,1000,1000", "has not 4 numbers with ':' between"},
        {"-gpgpu_clock_domains 1:1:1:x", "'dram_MHz' is 'x'; it must be a number"},
        {"-gpgpu_clock_domains 999.9:1000:1000:19999.999", "-gpgpu_clock_domains, as dram_MHz: the "
                                                           "clocks have no common tick"},
        {"-gpgpu_shader_core_pipeline 512:64", "'64' in '512:64'; it must be 32"},
        {"-gpgpu_shader_core_pipeline 500:32", "-gpgpu_shader_core_pipeline, as sm.threads: not a "
                                               "multiple of 32"},
        {"-gpgpu_scheduler magic", "-gpgpu_scheduler: 'magic' is no scheduler; it must be gto"},
        {"-gpgpu_flush_l1_cache 2", "-gpgpu_flush_l1_cache: '2' is neither 0 nor 1"},
        {"-gpgpu_deadlock_detect 2", "-gpgpu_deadlock_detect: '2' is neither 0 nor 1"},
        {"-dram_bnkgrp_indexing_policy 2", "'2' is more than this option has choices"},
        {"-gpgpu_pipeline_widths 1,2,3", "3 numbers; there must be 7 or 11 to 15"},
        {"-gpgpu_pipeline_widths 1,2,x", "'1,2,x' is no list of 7 or of 11 to 15 numbers"},
        {"-ptx_opcode_latency_int 1,2,3,4", "has not 5 to 6 numbers with ',' between"},
        {"-ptx_opcode_latency_int 1,2,3,4,5,6,7", "has not 5 to 6 numbers with ',' between"},
        {"-ptx_opcode_initiation_fp 6,7,8,9,26",
         "-ptx_opcode_initiation_fp, as exec.fp_div_interval: "
         "longer than its latency"},
        {"-gpgpu_cache:dl1 none", "-gpgpu_cache:dl1: 'none' leaves the cache out"},
        {"-gpgpu_cache:dl1 S:4:128", "-gpgpu_cache:dl1: 'S:4:128' is no cache; it must be <S|N>:"},
        {"-gpgpu_cache:dl2 S:17:128:8,L:B:m:L:P,A:48:3,14:0,64",
         "-gpgpu_cache:dl2, as l2.sets: not a "
         "power of two"},
        {"-gpgpu_cache:dl2 S:16:128:8,L:B:m:L:P,T:48:3,14:0,64", "MSHRs 'T' are a texture cache's"},
        {"-gpgpu_cache:dl1 S:1:128:8,L:L:s:N:L,A:1:1,4 -gpgpu_adaptive_cache_config 1 "
         "-gpgpu_unified_l1d_size 32 -gpgpu_shmem_option 32",
         "the cache has no lines or too many"},
        {"-gpgpu_rt_intersection_latency 0,0,0,0,0,0,0", "'header_cycles' is '0'; it must be"},
        {"-gpgpu_rt_use_l1 0",
         "-gpgpu_rt_use_l1: '0', but the ray-tracing unit uses the SM's L1D; it "
         "must be 1"},
        {"-gpgpu_rt_perfect_mem 1", "memory without latency is not modelled; it must be 0"},
        {"-gpgpu_rt_perfect_mem", "memory without latency is not modelled; it must be 0"},
        {"-gpgpu_rt_coherence_engine 1", "sorting of rays is not modelled; it must be 0"},
        {"-gpgpu_rt_intersection_table_type 1",
         "function-call coalescing is not modelled; it must be 0"},
        {"-gpgpu_num_rt_core_units 2", "an SM has one ray-tracing unit; it must be 1"},
        {"-gpgpu_perfect_mem 1", "memory without latency is not modelled; it must be 0"},
        {"-l2_ideal 1", "an L2 that always hits is not modelled; it must be 0"},
        {"-gpgpu_simple_dram_model 1", "DRAM of constant latency is not modelled; it must be 0"},
        {"-gpgpu_dram_scheduler 2", "-gpgpu_dram_scheduler: '2' is no DRAM scheduler"},
        {"-gpgpu_dram_timing_opt nbk=8:CCD=3", "-gpgpu_dram_timing_opt: RRD is missing"},
        {"-gpgpu_dram_timing_opt nbk=8:CCDX=3", "-gpgpu_dram_timing_opt: 'CCDX' is no timing"},
        {"-gpgpu_dram_timing_opt nbk=8:CCD=", "-gpgpu_dram_timing_opt: CCD has no value"},
        {"-gpgpu_dram_timing_opt 1:2:3:4:5:6:7:8:9:10:11:12:13:14:15", "more than 14 numbers"},
        {"-gpgpu_dram_timing_opt 16:4:6:15:31:13:45:14:5:7:12:2:6:3",
         "-gpgpu_dram_timing_opt, as dram.banks: not 2 to the number of bank bits"},
        {"-gpgpu_mem_addr_mapping dramid@8;RRRRBBBC",
         "-gpgpu_mem_addr_mapping: the map has 8 bits"},
        {"-gpgpu_mem_addr_mapping RRRR", "'RRRR' does not begin with dramid@N;"},
        {"-gpgpu_mem_addr_mapping", "-gpgpu_mem_addr_mapping: no value"},
        {"-gpgpu_mem_addr_mapping dramid@8;00000000.00000000.00000000.00000000.0000DRRR.RRRRRRRR."
         "RRRBBCCC.BCCCSSSS",
         "-gpgpu_mem_addr_mapping, as address_map: 'D' in the address map"},
        {"-config other.config", "-config names another file"},
        {"-visualizer_outputfile \"a b", "a value in quotes has no end"},
        {"-visualizer_outputfile \"a\"b", "'b' behind a closing quote"},
    };
    char *text = text_of(DATA "small.config");
    int line = lines_of(text);
    mem_free(text);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct status st = {0};
        struct gpu_config g;
        char expected[64];
        if (parse_with(cases[i].line, &g, NULL, &st) != ST_USAGE)
            fail_msg("'%s' was accepted", cases[i].line);
        snprintf(expected, sizeof expected, "my.config:%d: ", line);
        if (strncmp(st.text, expected, strlen(expected)) != 0 || !strstr(st.text, cases[i].said))
            fail_msg("'%s' said '%s', not '%s%s'", cases[i].line, st.text, expected, cases[i].said);
    }
}

static void values_of_another_kind_are_taken_for_what_the_model_does_and_said_so(void **state)
{
    (void)state;
    static const struct {
        const char *line, *said;
    } cases[] = {
        {"-network_mode 1", "-network_mode 1: taken as 2: the interconnect is a crossbar"},
        {"-gpgpu_scheduler lrr", "-gpgpu_scheduler lrr: taken as gto"},
        {"-gpgpu_scheduler two_level_active:6:0:1", "two_level_active:6:0:1: taken as gto"},
        {"-gpgpu_max_insn_issue_per_warp 2", "taken as 1: a scheduler issues one instruction"},
        {"-gpgpu_n_cores_per_cluster 2", "as many clusters of one core"},
        {"-gpgpu_num_sfu_units 1", "-gpgpu_num_sfu_units 1: taken as 2: the 2 schedulers"},
        {"-gpgpu_pipeline_widths 4,4,4,4,4,4,4,4,4,4,8,4,4", "one register for each of the 2"},
        {"-gpgpu_cache:dl1 S:4:128:24,L:T:m:L:L,A:96:5,9:0,32",
         "taken as a cache that writes through and gives up the sector, allocates when data "
         "arrive, "
         "allocates nothing on a write"},
        {"-gpgpu_cache:dl2 S:16:128:8,F:T:m:W:H,A:48:3,14:0,64",
         "taken as a cache that replaces the least recently used line, writes back, allocates on a "
         "write and fetches when it is read, hashes the set by a polynomial"},
        {"-gpgpu_l1_banks_byte_interleaving 7", "taken as 5: Vulkan-Sim shifts by it"},
        {"-gpgpu_dram_scheduler 0", "taken as FR-FCFS that sees one request"},
        {"-gpgpu_dram_return_queue_size 0", "unlimited; taken as 4096"},
        {"-gpgpu_enable_specialized_operand_collector 1", "all collectors are one pool"},
        {"-gpgpu_gmem_skip_L1D 1", "taken as 0: loads look into the L1D"},
        {"-gpgpu_memory_partition_indexing 2", "taken as 0: blocks go to the channels in turn"},
        {"-gpgpu_gmem_skip_L1D", "taken as 0: loads look into the L1D"},
    };
    char *text = text_of(DATA "small.config");
    int line = lines_of(text);
    mem_free(text);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct status st = {0};
        struct gpu_config g;
        char *notes, where[32];
        if (parse_with(cases[i].line, &g, &notes, &st) != ST_OK)
            fail_msg("'%s': %s", cases[i].line, st.text);
        snprintf(where, sizeof where, "line %d: -", line);
        if (!notes || !strstr(notes, cases[i].said) || !strstr(notes, where))
            fail_msg("'%s' said: %s", cases[i].line, notes ? notes : "nothing");
        mem_free(notes);
    }
}

/* How often a text has `word`, not as the beginning of a longer one. */
static int count_word(const char *text, const char *word)
{
    int n = 0;
    for (const char *at = text; (at = strstr(at, word)) != NULL; at += strlen(word))
        n += strchr(" ,\n", at[strlen(word)]) != NULL || !at[strlen(word)];
    return n;
}

static void every_option_without_use_is_named_once(void **state)
{
    (void)state;
    struct status st = {0};
    struct gpu_config g;
    char *notes;
    assert_ok(parse_with("-gpgpu_n_mem 2", &g, &notes, &st));
    assert_non_null(notes);
    static const char *const once[] = {"-an_option_of_nobody",
                                       "-power_simulation_enabled",
                                       "-gpgpu_runtime_stat",
                                       "-gpgpu_tensor_core_avail",
                                       "-ptx_opcode_latency_tesnor",
                                       "-gpgpu_rt_max_mshr",
                                       "-network_mode",
                                       "-gpgpu_sub_core_model",
                                       "-gpgpu_n_mem"};
    for (size_t i = 0; i < sizeof once / sizeof *once; i++)
        if (count_word(notes, once[i]) != 1)
            fail_msg("%s is named %d times in: %s", once[i], count_word(notes, once[i]), notes);
    assert_int_equal(count_word(notes, "-gpgpu_n_clusters"), 0);
    assert_non_null(strstr(notes, "\n  unknown option, ignored: -an_option_of_nobody in line"));
    assert_non_null(strstr(notes, "\n  not modelled (tensor units): -gpgpu_tensor_core_avail") ||
                    strstr(notes, "\n  not modelled (tensor units): -ptx_opcode_latency_tesnor"));
    assert_non_null(strstr(notes, "\n  given again further down: -gpgpu_n_mem in line 8"));
    mem_free(notes);
}

static void what_matters_comes_first(void **state)
{
    (void)state;
    struct status st = {0};
    struct gpu_config g;
    char *notes;
    assert_ok(parse_with("-network_mode 1\n-gpgpu_n_mme 2\n-gpgpu_n_mmee 2 -gpgpu_n_mmeee 2", &g,
                         &notes, &st));
    static const char *const order[] = {"\n  line ",
                                        "\n  unknown option, ignored: ",
                                        "-gpgpu_n_mme in line ",
                                        "-gpgpu_n_mmeee in line ",
                                        "\n  not given, so the defaults: ",
                                        "\n  as the model does it: "};
    const char *at = notes;
    for (size_t i = 0; i < sizeof order / sizeof *order; i++) {
        const char *found = strstr(at, order[i]);
        if (!found)
            fail_msg("'%s' is not behind '%s' in: %s", order[i], i ? order[i - 1] : "", notes);
        at = found;
    }
    assert_non_null(strstr(notes, " (did you mean -gpgpu_n_mem?), -gpgpu_n_mmee in line"));
    assert_null(strstr(strstr(notes, "-gpgpu_n_mmeee in line"), "did you mean"));
    mem_free(notes);
}

static void what_a_file_does_not_name_is_as_gpgpu_sim_has_it(void **state)
{
    (void)state;
    static const char text[] =
        "-gpgpu_cache:dl1 S:1:128:64,L:L:s:N:L,A:256:8,16:0,32 -gpgpu_n_cores_per_cluster 1\n"
        "-gpgpu_num_sp_units 1\n";
    struct status st = {0};
    struct gpu_config g;
    char *notes;
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
    assert_string_equal(g.address_map, "dramid@10;00000RRR.RRRRRRRR.RRRCCCBB.CCCCCCCC");
    assert_non_null(strstr(notes, "not given, so the defaults: -gpgpu_n_clusters 10, "));
    assert_non_null(strstr(notes, "not given: -network_mode 1: taken as 2"));
    mem_free(notes);
}

static void the_syntax_is_known_by_the_first_word(void **state)
{
    (void)state;
    assert_true(gpgpusim_file_is("-gpgpu_n_mem 3", 14));
    assert_true(gpgpusim_file_is("\n# sms = 3;\n\t# -\n  -l2_ideal 0", 31));
    assert_false(gpgpusim_file_is("sms = 3; # -gpgpu_n_mem 3", 25));
    assert_false(gpgpusim_file_is("# -gpgpu_n_mem 3", 16));
    assert_false(gpgpusim_file_is("-", 1));
    assert_false(gpgpusim_file_is("-3", 2));
    assert_false(gpgpusim_file_is("", 0));
}

static void options_are_as_many_as_can_be_compared(void **state)
{
    (void)state;
    enum { MOST = 10000 };
    static char text[3 * (MOST + 1) + 1];
    struct status st = {0};
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

static void words_quotes_and_comments_are_the_option_parsers(void **state)
{
    (void)state;
    static const char text[] =
        "# a comment\n-a\n1 # -b 2\n-c \"x \n\t y\" -d -e -3\r\n-a 0x2\n-f \"\"";
    struct status st = {0};
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

static void names_are_the_files_or_the_folders(void **state)
{
    (void)state;
    static const char *const names[][2] = {{"/x/SM75_RTX2060/gpgpusim.config", "SM75_RTX2060"},
                                           {"gpgpusim.config", "gpgpusim"},
                                           {"./gpgpusim.config", "."},
                                           {"../gpgpusim.config", "gpgpusim"},
                                           {"/gpgpusim.config", "gpgpusim"},
                                           {"a/rtx2060.gpgpusim.config", "rtx2060"},
                                           {"a/my.gpu.config", "my.gpu"},
                                           {"a/my", "my"}};
    char *text = text_of(DATA "small.config");
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        struct status st = {0};
        struct gpu_config g;
        assert_ok(gpu_config_parse(&g, text, strlen(text), names[i][0], NULL, &st));
        assert_string_equal(g.name, strcmp(names[i][1], ".") == 0 ? "gpgpusim" : names[i][1]);
        assert_string_equal(g.title, "A small machine, for tests");
    }
    mem_free(text);
}

/* The released configurations are beside the source tree where they may be. */
static void the_released_configurations_are_the_presets_of_vulkan_sim(void **state)
{
    (void)state;
    static const char *const pairs[][2] = {
        {TEST_SOURCE_DIR "/../shared/reference/mobile_soc.gpgpusim.config", "mobile_soc_vulkansim"},
        {TEST_SOURCE_DIR "/../shared/reference/rtx2060.gpgpusim.config", "rtx2060_vulkansim"}};
    for (size_t i = 0; i < 2; i++) {
        struct status st = {0};
        struct gpu_config read, preset;
        if (!file_exists(pairs[i][0])) {
            print_message("%s is not there: not compared\n", pairs[i][0]);
            skip();
        }
        if (gpu_config_load(&read, pairs[i][0], &st) != ST_OK)
            fail_msg("%s", st.text);
        assert_ok(gpu_config_load(&preset, pairs[i][1], &st));
        struct comparison c = {
            .change = &(struct change){pairs[i][1], ""}, .base = preset, .changed = read};
        each_parameter(compare, &c);
        assert_string_equal(read.address_map, preset.address_map);
        assert_string_equal(read.hash, preset.hash);
    }
}

static bool is_constant(const char *key)
{
    for (size_t i = 0; i < n_gpgpusim_constants; i++)
        if (strcmp(gpgpusim_constants[i].key, key) == 0)
            return true;
    return false;
}

struct trip {
    const char *name;
    struct gpu_config before, after;
    const struct gpgpusim_notes *lost;
    uint32_t n_lost;
};

static void survives(void *self, const char *key)
{
    struct trip *t = self;
    char before[PARAM_VALUE_TEXT], after[PARAM_VALUE_TEXT], item[160];
    value_of(&t->before, key, before);
    value_of(&t->after, key, after);
    if (strcmp(before, after) == 0)
        return;
    /* Options for these have fewer values than the parameters. */
    bool coarse = strcmp(key, "watchdog_cycles") == 0 || strcmp(key, "dram.command_bus") == 0;
    if (!is_constant(key) && !coarse)
        fail_msg("%s: %s was %s and is %s", t->name, key, before, after);
    snprintf(item, sizeof item, "%s = %s", key, before);
    for (uint32_t i = 0; i < t->lost->n; i++)
        if (strcmp(t->lost->notes[i].item, item) == 0) {
            t->n_lost++;
            return;
        }
    fail_msg("%s: nobody said that %s is lost", t->name, item);
}

static void there_and_back(const struct gpu_config *before)
{
    struct status st = {0};
    struct gpgpusim_notes lost = {0};
    struct trip t = {before->name, *before, *before, &lost, 0};
    char *text, *again;
    assert_ok(gpgpusim_write(&text, before, &lost, &st));
    if (gpu_config_parse(&t.after, text, strlen(text), "my.config", NULL, &st) != ST_OK)
        fail_msg("%s: %s", before->name, st.text);
    each_parameter(survives, &t);
    assert_int_equal(t.n_lost, lost.n);
    assert_string_equal(t.after.title, before->title);
    gpgpusim_notes_free(&lost);
    /* Once more: nothing more is lost, and the same is written but for the comments. */
    assert_ok(gpgpusim_write(&again, &t.after, &lost, &st));
    assert_int_equal(lost.n, 0);
    assert_int_equal(strncmp(text, again, strlen(again)), 0);
    gpgpusim_notes_free(&lost);
    mem_free(text);
    mem_free(again);
}

static void every_preset_survives_the_way_there_and_back(void **state)
{
    (void)state;
    struct status st = {0};
    char **names;
    size_t n;
    assert_ok(gpu_config_list(&names, &n, &st));
    for (size_t i = 0; i < n; i++) {
        struct gpu_config g, back;
        char *text;
        struct gpgpusim_notes lost = {0};
        assert_ok(gpu_config_load(&g, names[i], &st));
        there_and_back(&g);
        if (strstr(names[i], "vulkansim")) { /* nothing is lost at all */
            assert_ok(gpgpusim_write(&text, &g, &lost, &st));
            assert_int_equal(lost.n, 0);
            assert_ok(gpu_config_parse(&back, text, strlen(text), "my.config", NULL, &st));
            assert_string_equal(back.hash, g.hash);
            mem_free(text);
        }
    }
    file_free_list(names, n);
}

static void what_was_read_is_written_to_the_same_machine(void **state)
{
    (void)state;
    struct gpu_config g = small(), back;
    struct status st = {0};
    struct gpgpusim_notes lost = {0};
    char *text, *notes;
    assert_ok(gpgpusim_write(&text, &g, &lost, &st));
    assert_int_equal(lost.n, 0);
    assert_ok(gpu_config_parse(&back, text, strlen(text), "my.config", &notes, &st));
    assert_string_equal(back.hash, g.hash);
    assert_string_equal(back.address_map, g.address_map);
    /* Every value of what is written means what the model does. */
    assert_null(strstr(notes, "taken as"));
    assert_null(strstr(notes, "not given"));
    assert_null(strstr(notes, "unknown"));
    mem_free(text);
    mem_free(notes);
}

static void running_out_of_memory_is_reported(void **state)
{
    (void)state;
    char *text = text_of(DATA "small.config");
    struct gpu_config g = small();
    for (long n = 1;; n++) {
        struct status st = {0};
        struct gpu_config read;
        char *notes = NULL;
        mem_fail_from(n);
        enum st_code code = gpu_config_parse(&read, text, strlen(text), "my.config", &notes, &st);
        mem_fail_from(0);
        mem_free(notes);
        if (code == ST_OK) {
            assert_true(n > 10);
            break;
        }
        assert_int_equal(code, ST_NOMEM);
        assert_null(notes);
    }
    for (long n = 1;; n++) {
        struct status st = {0};
        struct gpgpusim_notes lost = {0};
        char *written = NULL;
        mem_fail_from(n);
        enum st_code code = gpgpusim_write(&written, &g, &lost, &st);
        mem_fail_from(0);
        gpgpusim_notes_free(&lost);
        mem_free(written);
        if (code == ST_OK) {
            assert_true(n > 3);
            break;
        }
        assert_int_equal(code, ST_NOMEM);
    }
    mem_free(text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_option_changes_its_parameters_and_no_other),
        cmocka_unit_test(every_option_that_sets_something_is_tested_above),
        cmocka_unit_test(every_parameter_is_an_options_or_a_constant_of_vulkan_sim),
        cmocka_unit_test(banks_and_address_map_change_together),
        cmocka_unit_test(without_a_map_the_address_mask_counts),
        cmocka_unit_test(what_is_wrong_is_refused_with_file_and_line),
        cmocka_unit_test(values_of_another_kind_are_taken_for_what_the_model_does_and_said_so),
        cmocka_unit_test(every_option_without_use_is_named_once),
        cmocka_unit_test(what_matters_comes_first),
        cmocka_unit_test(what_a_file_does_not_name_is_as_gpgpu_sim_has_it),
        cmocka_unit_test(the_syntax_is_known_by_the_first_word),
        cmocka_unit_test(options_are_as_many_as_can_be_compared),
        cmocka_unit_test(words_quotes_and_comments_are_the_option_parsers),
        cmocka_unit_test(names_are_the_files_or_the_folders),
        cmocka_unit_test(the_released_configurations_are_the_presets_of_vulkan_sim),
        cmocka_unit_test(every_preset_survives_the_way_there_and_back),
        cmocka_unit_test(what_was_read_is_written_to_the_same_machine),
        cmocka_unit_test(running_out_of_memory_is_reported),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
