/* convert: both syntaxes, both ways, divided or not; warnings; what is refused. */
#include "tests/rig/documents.h"
#include "tests/rig/program.h"
#include "tests/rig/rig.h"

#include "sim/config/gpu_config.h"
#include "sim/config/load/load.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static void load(struct gpu_config *g, const char *operand)
{
    struct status st = {0};
    if (gpu_config_load(g, operand, &st) != ST_OK)
        fail_msg("%s", st.text);
}

TEST(a_preset_goes_there_and_back)
{
    struct gpu_config preset, there, back;
    struct outcome o;
    program_run(&o, "convert rtx2060_vulkansim a.config");
    assert_int_equal(o.status, 0);
    assert_string_equal(o.out, "a.config: 30 SMs, 12 memory partitions, gpgpusim.config\n");
    assert_string_equal(o.err, "");
    outcome_free(&o);
    program_does("convert a.config a.cfg --quiet");
    load(&preset, "rtx2060_vulkansim");
    load(&there, "a.config");
    load(&back, "a.cfg");
    assert_string_equal(there.hash, preset.hash);
    assert_string_equal(back.hash, preset.hash);
    assert_string_equal(back.title, preset.title);
    assert_string_equal(back.name, "a");
}

TEST(what_no_option_can_say_is_listed)
{
    struct outcome o ENDED_BY(outcome_free);
    program_run(&o, "convert mobile_soc b.config --json");
    assert_int_equal(o.status, 0);
    assert_non_null(strstr(o.err, "diorama: warning: b.config says less than its source\n"));
    assert_non_null(strstr(o.err, "rt.result = buffer"));
    json_t *d = document_parse(o.out), *lost = json_object_get(d, "lost");
    assert_string_equal(text_at(d, "syntax"), "gpgpusim");
    assert_int_equal(integer_at(d, "downscale.sms"), 8);
    bool found = false;
    for (size_t i = 0; i < json_array_size(lost); i++)
        found = found || strcmp(text_at(lost, "%zu", i), "rt.result = buffer") == 0;
    assert_true(found);
    json_decref(d);
    outcome_free(&o);
    program_run(&o, "convert mobile_soc b.config --quiet");
    assert_string_equal(o.err, "");
}

TEST(the_scale_model_is_written_too)
{
    struct gpu_config g, small;
    program_does("convert rtx2060_vulkansim c --to gpgpusim --factor auto");
    program_does("convert rtx2060_vulkansim d.cfg -K 3");
    load(&g, "rtx2060_vulkansim");
    gpu_config_downscale(&g, 6);
    load(&small, "c");
    assert_string_equal(small.hash, g.hash);
    assert_int_equal(small.machine.sms, 5);
    assert_string_equal(small.title,
                        "Turing RTX 2060 as Vulkan-Sim simulates it: 30 SMs, 12 memory partitions, "
                        "divided by 6");
    load(&small, "d.cfg");
    assert_int_equal(small.machine.sms, 10);
    assert_int_equal(small.machine.memory_partitions, 4);
}

TEST(any_file_serves_as_a_gpu_whatever_its_name)
{
    struct outcome o ENDED_BY(outcome_free);
    program_write_text("gpu",
                       "-gpgpu_n_clusters 1 -gpgpu_n_cores_per_cluster 1\n-gpgpu_n_mem 1\n"
                       "-gpgpu_scheduler rrr\n-nobodys_option 3\n-gpgpu_shader_registers 65536\n"
                       "-gpgpu_cache:dl1 S:1:128:64,L:L:s:N:L,A:256:8,16:0,32\n");
    program_run(&o, "simulate lonely --gpu gpu -W 32 -H 2 --samples 1 --json --verbose");
    assert_int_equal(o.status, 0);
    assert_non_null(
        strstr(o.err, "diorama: warning: gpu is read as Vulkan-Sim would; of its options\n"));
    assert_non_null(strstr(o.err, "\n  line 3: -gpgpu_scheduler rrr: taken as gto"));
    assert_non_null(strstr(o.err, "\n  unknown option, ignored: -nobodys_option in line 4\n"));
    json_t *d = document_parse(o.out);
    assert_string_equal(text_at(d, "gpu"), "gpu");
    json_decref(d);
    outcome_free(&o);
    program_run(&o, "simulate lonely --gpu gpu -W 32 -H 2 --samples 1 --quiet");
    assert_int_equal(o.status, 0);
    assert_string_equal(o.err, "");
    outcome_free(&o);
    program_run(&o, "gpus --dump gpu --quiet");
    assert_int_equal(o.status, 0);
    assert_non_null(strstr(o.out, "title = \"1 SMs, 1 memory partitions, of a gpgpusim.config\";"));
}

TEST(overrides_are_taken_wherever_a_gpu_is_named)
{
    static const char *const words[] = {
        "simulate lonely -W 32 -H 2 -s 1 --quiet --json -g tiny:sms=3,rt.max_warps=8",
        "predict lonely -W 32 -H 32 -s 1 --quiet --json -g tiny:sms=3,rt.max_warps=8",
        "census lonely -W 32 -H 2 -s 1 --quiet --json -g tiny:sms=3,rt.max_warps=8",
        "convert tiny:sms=3,rt.max_warps=8 over.cfg --json",
    };
    struct gpu_config g, dumped;
    struct outcome o;
    load(&g, "tiny:sms=3,rt.max_warps=8");
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        json_t *d FREED_BY(json_decref) = document_of(words[i], 0);
        assert_string_equal(text_at(d, "gpu"), "tiny:sms=3,rt.max_warps=8");
    }
    load(&dumped, "over.cfg");
    assert_string_equal(dumped.hash, g.hash);
    program_run(&o, "gpus --dump over.cfg:sms=2,rt.max_warps=4");
    program_write_text("back.cfg", o.out);
    outcome_free(&o);
    load(&dumped, "back.cfg");
    load(&g, "tiny:sms=2,rt.max_warps=4");
    assert_string_equal(dumped.hash, g.hash);
}

TEST(what_is_wrong_is_refused_and_nothing_is_written)
{
    program_write_text("wrong.config", "\n-gpgpu_n_mem many\n");
    program_refuses("convert wrong.config e.cfg", 2,
                    "wrong.config:2: -gpgpu_n_mem: 'many' is no whole number");
    program_refuses("simulate lonely --gpu wrong.config", 2, "wrong.config:2: -gpgpu_n_mem");
    program_refuses("convert nobody e.cfg", 2, "no GPU is called 'nobody'");
    program_refuses("convert tiny e", 2, "OUT 'e' ends neither in .cfg nor in .config");
    program_refuses("convert tiny e.cfg --factor 3", 2, "3");
    program_refuses("convert tiny", 2, "no OUT; see 'diorama convert --help'");
    program_refuses("convert", 2, "no IN OUT; see 'diorama convert --help'");
    program_refuses("convert tiny no/such/folder/e.cfg", 1, "no/such/folder");
    program_refuses("convert wrong.config wrong.config", 2,
                    "OUT wrong.config is the file 'wrong.config' that is read");
    program_refuses("convert wrong.config:sms=4 wrong.config", 2,
                    "OUT wrong.config is the file 'wrong.config:sms=4' that is read");
    program_refuses("convert tiny:sms=0 e.cfg", 2, "tiny:sms=0: 'sms' is '0'; it must be");
    assert_int_equal(program_count("e"), 0);
}

TEST(a_built_in_gpu_is_not_written_over)
{
    struct outcome o;
    program_run(&o, "gpus --dump tiny");
    assert_int_equal(mkdir("data", 0777), 0);
    assert_int_equal(mkdir("data/configs", 0777), 0);
    program_write_text("data/configs/own.cfg", o.out);
    outcome_free(&o);
    assert_int_equal(setenv("DIORAMA_DATA", "data", 1), 0);
    program_refuses("convert own data/configs/own.cfg", 2,
                    "data/configs/own.cfg is a file that is read");
    program_refuses("convert own:sms=4 data/configs/own.cfg", 2,
                    "data/configs/own.cfg is a file that is read");
    program_does("convert own data/configs/other.cfg");
    assert_int_equal(unsetenv("DIORAMA_DATA"), 0);
    assert_int_equal(remove("data/configs/own.cfg"), 0);
    assert_int_equal(remove("data/configs/other.cfg"), 0);
    assert_int_equal(rmdir("data/configs"), 0);
    assert_int_equal(rmdir("data"), 0);
}

TEST(a_base_is_not_written_over)
{
    struct outcome o;
    program_run(&o, "gpus --dump tiny");
    program_write_text("below.cfg", o.out);
    outcome_free(&o);
    program_write_text("above.cfg", "base = \"below.cfg\";\ntitle = \"x\";\nsms = 4;\n");
    program_refuses("convert above.cfg below.cfg", 2, "below.cfg is a file that is read; name");
    program_refuses("simulate lonely -g above.cfg -W 8 -H 8 -q --trace below.cfg", 2,
                    "below.cfg is a file that is read; name another one");
    program_does("gpus --dump below.cfg");
    program_does("convert above.cfg beside.cfg");
}

TEST(a_byte_order_mark_is_no_part_of_a_file)
{
    struct gpu_config plain, marked;
    struct outcome o;
    char text[32768];
    program_run(&o, "gpus --dump tiny");
    snprintf(text, sizeof text, "\xef\xbb\xbf%s", o.out);
    program_write_text("marked.cfg", text);
    outcome_free(&o);
    load(&plain, "tiny");
    load(&marked, "marked.cfg");
    assert_string_equal(marked.hash, plain.hash);
    program_write_text("plain.config", "-gpgpu_n_mem 4 -gpgpu_cache:dl1 "
                                       "S:1:128:64,L:L:s:N:L,A:256:8,16:0,32\n");
    program_write_text("marked.config", "\xef\xbb\xbf-gpgpu_n_mem 4 -gpgpu_cache:dl1 "
                                        "S:1:128:64,L:L:s:N:L,A:256:8,16:0,32\n");
    load(&plain, "plain.config");
    load(&marked, "marked.config");
    assert_string_equal(marked.hash, plain.hash);
}

TEST(micro_benchmarks_say_what_is_made_of_the_options)
{
    struct outcome o ENDED_BY(outcome_free);
    program_write_text("said.config", "-gpgpu_n_mem 4 -nobodys_option 3 -gpgpu_cache:dl1 "
                                      "S:1:128:64,L:L:s:N:L,A:256:8,16:0,32\n");
    program_run(&o, "microbench --gpu said.config --only launch");
    assert_non_null(strstr(o.err, "\n  unknown option, ignored: -nobodys_option in line 1; "));
}

TEST(what_is_to_be_said_comes_through_a_base)
{
    struct outcome o ENDED_BY(outcome_free);
    program_write_text("said.config", "-gpgpu_n_mem 4 -nobodys_option 3 -gpgpu_cache:dl1 "
                                      "S:1:128:64,L:L:s:N:L,A:256:8,16:0,32\n");
    program_write_text("first.cfg", "base = \"said.config\";\ntitle = \"x\";\n");
    program_write_text("second.cfg", "base = \"first.cfg\";\ntitle = \"y\";\n");
    program_run(&o, "microbench --gpu second.cfg --only launch");
    assert_int_equal(o.status, 0);
    assert_non_null(strstr(o.err, "\n  unknown option, ignored: -nobodys_option in line 1; "));
}

TEST_GROUP(program_enter, program_leave)
