/* gpus: the list, one of them dumped, and where its values are from. */
#include "tests/rig/documents.h"
#include "tests/rig/program.h"
#include "tests/rig/rig.h"

#include "sim/config/load/sources.h"

#include <string.h>

TEST(sources_are_a_line_for_each_parameter_and_their_shares)
{
    struct outcome o ENDED_BY(outcome_free);
    program_run(&o, "gpus --sources rtx2060");
    assert_int_equal(o.status, 0);
    assert_string_equal(o.err, "");
    assert_non_null(strstr(o.out, "rtx2060: Turing RTX 2060"));
    assert_non_null(strstr(o.out, "\nl1d.ways "));
    assert_non_null(strstr(o.out, "  gpgpu_cache:dl1\n"));
    assert_non_null(strstr(o.out, "\nrt.transform_units "));
    assert_non_null(strstr(o.out, " no public figure\n"));
    assert_non_null(strstr(o.out, "\n  none          0    0.0 %\n"));
    assert_non_null(strstr(o.out, "\nreferences\n  vsim "));
}

TEST(the_document_says_the_same)
{
    json_t *d FREED_BY(json_decref) = document_of("gpus --sources rtx2060:sms=46 --json", 0),
              *parameters = json_object_get(d, "parameters"), *one;
    assert_int_equal(json_array_size(parameters), config_parameters());
    assert_string_equal(text_at(d, "gpu"), "rtx2060:sms=46");
    double total = 0;
    size_t i, unsourced = 0;
    const char *key;
    json_object_foreach(json_object_get(d, "shares"), key, one) total += json_number_value(one);
    assert_true(total > 1 - 1e-9 && total < 1 + 1e-9);
    json_array_foreach(parameters, i, one)
    {
        const char *reference = text_at(one, "reference");
        const char *kind = text_at(one, "kind");
        if (*reference)
            assert_non_null(json_at(d, "references.%s", reference));
        if (strcmp(kind, "none") != 0)
            continue;
        unsourced++;
        assert_string_equal(text_at(one, "key"), "sms");
        assert_string_equal(text_at(one, "value"), "46");
    }
    assert_int_equal(unsourced, 1);
}

TEST(what_makes_no_sense_is_refused)
{
    program_refuses("gpus --sources rtx2061", 2, "no GPU is called 'rtx2061'; did you mean");
    program_refuses("gpus --sources tiny --dump tiny", 2, "--dump and --sources");
    program_write_text("mine.cfg",
                       "title = \"x\"; base = \"tiny\";\nsms = (2, \"guess\", \"x\");\n");
    program_refuses("gpus --sources ./mine.cfg", 2, "mine.cfg:2: unknown kind of source 'guess'");
    program_refuses("simulate weekend -g ./mine.cfg", 2, "mine.cfg:2: unknown kind of source");
}

TEST(notes_on_a_gpgpusim_config_are_three_lines_unless_asked)
{
    struct outcome o ENDED_BY(outcome_free);
    program_write_text("a.config", "-gpgpu_n_clusters 8\n-gpgpu_n_mem 4\n-network_mode 1\n"
                                   "-gpgpu_cache:dl1 S:4:128:64,L:T:m:L:L,A:256:32,16:0,32\n"
                                   "-power_trace_enabled 1\n-gpgpu_n_men 3\n"
                                   "-ptx_opcode_latency_dp 55,55,55,55,330\n"
                                   "-ptx_opcode_initiation_dp 64,55,55,55,130\n");
    program_run(&o, "gpus --dump a.config");
    assert_int_equal(o.status, 0);
    int lines = 0;
    for (const char *at = o.err; (at = strchr(at, '\n')) != NULL; at++)
        lines++;
    assert_int_equal(lines, 3);
    assert_non_null(strstr(o.err, "exec.dp_add (interval 64, latency 55); "));
    assert_non_null(strstr(o.err, ", -gpgpu_cache:dl1 and 6 more are taken for others;\n"));
    assert_non_null(strstr(o.err, "\n  unknown option, ignored: -gpgpu_n_men in line 6 (did you "
                                  "mean -gpgpu_n_mem?); "));
    assert_non_null(strstr(o.err, "--verbose lists all\n"));
    assert_null(strstr(o.err, "taken as 2"));
    outcome_free(&o);
    program_run(&o, "gpus --dump a.config --verbose");
    assert_non_null(strstr(o.err, "line 3: -network_mode 1: taken as 2"));
}

TEST_GROUP(program_enter, program_leave)
