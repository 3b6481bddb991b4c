/* What the reader of gpgpusim.config files says: refusals with file and line, notes of what is
 * taken for something else or not used, the weightiest first. */
#include "sim/config/gpgpusim/notes.h"
#include "tests/rig/gpgpusim.h"

#include "common/memory.h"
#include "sim/config/gpu_config.h"

#include <stdlib.h>
#include <string.h>

static int lines_of(const char *text)
{
    int n = 1;
    for (; *text; text++)
        n += *text == '\n';
    return n;
}

TEST(what_is_wrong_is_refused_with_file_and_line)
{
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
        {"-gpgpu_cache:dl1 none", "-gpgpu_cache:dl1: 'none' leaves the cache out"},
        {"-gpgpu_cache:dl1 S:4:128", "-gpgpu_cache:dl1: 'S:4:128' is no cache; it must be <S|N>:"},
        {"-gpgpu_cache:dl2 S:17:128:8,L:B:m:L:P,A:48:3,14:0,64",
         "-gpgpu_cache:dl2, as l2.sets: not a "
         "power of two"},
        {"-gpgpu_cache:dl2 S:16:128:8,L:B:m:L:P,T:48:3,14:0,64", "MSHRs 'T' are a texture cache's"},
        {"-gpgpu_cache:dl1 S:1:128:8,L:L:s:N:L,A:1:1,4 -gpgpu_adaptive_cache_config 1 "
         "-gpgpu_unified_l1d_size 32 -gpgpu_shmem_option 32",
         "the cache has no lines or too many"},
        {"-gpgpu_rt_intersection_latency 0,0,0,0,0,0,0", "'rt.header_cycles' is '0'; it must be"},
        {"-gpgpu_rt_use_l1 0",
         "-gpgpu_rt_use_l1: '0', but the ray-tracing unit uses the SM's L1D; it "
         "must be 1"},
        {"-gpgpu_rt_coherence_engine 1", "sorting of rays is not modelled; it must be 0"},
        {"-gpgpu_rt_intersection_table_type 1",
         "function-call coalescing is not modelled; it must be 0"},
        {"-gpgpu_num_rt_core_units 2", "an SM has one ray-tracing unit; it must be 1"},
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
    char *text = rig_gpgpusim_text(RIG_GPGPUSIM_DATA "small.config");
    int line = lines_of(text);
    mem_free(text);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct gpu_config g;
        char expected[64];
        if (rig_gpgpusim_parse(cases[i].line, &g, NULL, &st) != ST_USAGE)
            fail_msg("'%s' was accepted", cases[i].line);
        snprintf(expected, sizeof expected, "my.config:%d: ", line);
        if (strncmp(st.text, expected, strlen(expected)) != 0 || !strstr(st.text, cases[i].said))
            fail_msg("'%s' said '%s', not '%s%s'", cases[i].line, st.text, expected, cases[i].said);
    }
}

TEST(values_of_another_kind_are_taken_for_what_the_model_does_and_said_so)
{
    static const struct {
        const char *line, *said;
    } cases[] = {
        {"-network_mode 1", "-network_mode 1: taken as 2: the interconnect is a crossbar"},
        {"-gpgpu_scheduler rrr", "-gpgpu_scheduler rrr: taken as gto"},
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
        {"-gpgpu_rt_intersection_latency 2,3,4,5,6,7", "six latencies, as older versions have"},
    };
    char *text = rig_gpgpusim_text(RIG_GPGPUSIM_DATA "small.config");
    int line = lines_of(text);
    mem_free(text);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct gpu_config g;
        char *notes FREED_BY(mem_free), where[32];
        if (rig_gpgpusim_parse(cases[i].line, &g, &notes, &st) != ST_OK)
            fail_msg("'%s': %s", cases[i].line, st.text);
        snprintf(where, sizeof where, "line %d: -", line);
        if (!notes || !strstr(notes, cases[i].said) || !strstr(notes, where))
            fail_msg("'%s' said: %s", cases[i].line, notes ? notes : "nothing");
    }
}

TEST(an_interval_above_its_latency_and_six_latencies_of_rays_are_taken)
{
    struct gpu_config g;
    char *notes;
    assert_ok(rig_gpgpusim_parse("-ptx_opcode_latency_dp 55,55,70,55,330\n"
                                 "-ptx_opcode_initiation_dp 64,64,64,64,130",
                                 &g, &notes, &st));
    assert_int_equal(g.exec.dp_add_latency, 64);
    assert_int_equal(g.exec.dp_add_interval, 64);
    assert_int_equal(g.exec.dp_mul_latency, 70);
    assert_int_equal(g.exec.dp_div_latency, 330);
    assert_non_null(strstr(notes, GPGPUSIM_INTERVALS ": exec.dp_add (interval 64, latency 55), "
                                                     "exec.dp_max (interval 64, latency 55), "
                                                     "exec.dp_mad (interval 64, latency 55)\n"));
    mem_free(notes);
    assert_ok(rig_gpgpusim_parse("-gpgpu_rt_intersection_latency 2,3,4,5,6,7", &g, NULL, &st));
    assert_int_equal(g.rt.descriptor_cycles, 5);
    assert_int_equal(g.rt.triangle_cycles, 6);
    assert_int_equal(g.rt.triangle_hit_cycles, 6);
    assert_int_equal(g.rt.procedural_cycles, 7);
    assert_int_equal(rig_gpgpusim_parse("-gpgpu_rt_intersection_latency 2,3,4,5,6", &g, NULL, &st),
                     ST_USAGE);
}

/* How often a text has `word`, not as the beginning of a longer one. */
static int count_word(const char *text, const char *word)
{
    int n = 0;
    for (const char *at = text; (at = strstr(at, word)) != NULL; at += strlen(word))
        n += strchr(" ,\n", at[strlen(word)]) != NULL || !at[strlen(word)];
    return n;
}

TEST(every_option_without_use_is_named_once)
{
    struct gpu_config g;
    char *notes FREED_BY(mem_free);
    assert_ok(rig_gpgpusim_parse("-gpgpu_n_mem 2", &g, &notes, &st));
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
}

TEST(what_matters_comes_first)
{
    struct gpu_config g;
    char *notes;
    assert_ok(rig_gpgpusim_parse(
        "-network_mode 1\n-gpgpu_n_mme 2\n-gpgpu_n_mmee 2 -gpgpu_n_mmeee 2", &g, &notes, &st));
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
