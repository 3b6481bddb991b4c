/* sweep and compare of compute kernels, built in and from files. */
#include "tests/rig/documents.h"
#include "tests/rig/program.h"
#include "tests/rig/rig.h"
#include "tests/rig/rows.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* Adds the first argument, a buffer of one element per thread, to itself. */
#define DOUBLER                                                                                    \
    ".version 7.0\n.target sm_70\n.address_size 64\n"                                              \
    ".visible .entry k(.param .u64 x)\n{\n"                                                        \
    "    .reg .b32 %r<4>;\n    .reg .b64 %d<4>;\n"                                                 \
    "    ld.param.u64 %d1, [x];\n    mov.u32 %r1, %tid.x;\n"                                       \
    "    mad.wide.u32 %d2, %r1, 4, %d1;\n    ld.global.u32 %r2, [%d2];\n"                          \
    "    add.u32 %r2, %r2, %r2;\n    st.global.u32 [%d2], %r2;\n    ret;\n}\n"

static double run_cycles(const char *words)
{
    json_t *d FREED_BY(json_decref) = rows_of(words, 0);
    const json_t *all = json_object_get(d, "metrics");
    return number_at(all, "cycles.value");
}

static void expect_row(const json_t *rows, size_t i, const char *size, const char *model,
                       double reference)
{
    const json_t *row = json_array_get(rows, i);
    char words[160];
    snprintf(words, sizeof words, "run saxpy -g tiny -q --json --size %s --model %s", size, model);
    double cycles = run_cycles(words);
    assert_true(number_at(row, "cycles") == cycles);
    assert_true(number_at(row, "cycles_reference") == reference);
    assert_true(fabs(number_at(row, "cycles_error") - (cycles / reference - 1)) < 1e-12);
    assert_true((strcmp(text_at(row, "exact"), "yes") == 0) == (strcmp(model, "cycle") == 0));
}

/* By the cycle model, prediction and reference of a kernel are one run. */
TEST(a_sweep_of_kernels_has_what_run_says)
{
    static const char *const sizes[] = {"64", "256"};
    json_t *rows = rows_of("sweep saxpy -g tiny -q --json --size 64,256 --model cycle,gatsim "
                           "--reference -o kernels.sqlite",
                           0);
    assert_int_equal(json_array_size(rows), 4);
    for (size_t i = 0; i < 2; i++) {
        char words[96];
        snprintf(words, sizeof words, "run saxpy -g tiny -q --json --size %s", sizes[i]);
        double reference = run_cycles(words);
        expect_row(rows, 2 * i, sizes[i], "cycle", reference);
        expect_row(rows, 2 * i + 1, sizes[i], "gatsim", reference);
    }
    json_decref(rows);
    assert_int_equal(results_in("kernels.sqlite"), 4);
}

TEST(a_comparison_of_a_file_has_the_ratio_of_its_runs)
{
    program_write_text("k.ptx", DOUBLER);
    json_t *d FREED_BY(json_decref) =
        rows_of("compare k.ptx -g tiny -g tiny:sms=4 -q --json --grid 4 "
                "--block 32x1 --param u32x32:iota",
                0);
    const json_t *of_four = json_at(d, "results.1");
    const json_t *ratio = json_at(d, "normalized.1");
    const json_t *cycles = json_at(of_four, "metrics.cycles");
    double one = run_cycles("run k.ptx -g tiny -q --json --grid 4 --block 32 --param u32x32:iota");
    double other =
        run_cycles("run k.ptx -g tiny:sms=4 -q --json --grid 4 --block 32x1 --param u32x32:iota");
    assert_true(number_at(cycles, "value") == other);
    assert_true(fabs(number_at(ratio, "cycles") - other / one) < 1e-12);
}

/* A result that was kept stands for the same program and arguments, whatever the files' names. */
TEST(kept_results_of_a_file_are_of_its_content)
{
    static const char words[] = "sweep k.ptx -g tiny -q --grid 2 --block 32x1 -o own.sqlite "
                                "--param u32x32:file=in.bin";
    unsigned char bytes[128] = {1};
    program_write_text("k.ptx", DOUBLER);
    program_write("in.bin", bytes, sizeof bytes);
    program_does(words);
    program_does(words);
    assert_int_equal(results_in("own.sqlite"), 1);
    bytes[0] = 2;
    program_write("in.bin", bytes, sizeof bytes);
    program_does(words);
    assert_int_equal(results_in("own.sqlite"), 2);
    program_write_text("k.ptx", "// another text\n" DOUBLER);
    program_does(words);
    assert_int_equal(results_in("own.sqlite"), 3);
}

TEST(what_does_not_fit_kernels_is_said)
{
    struct outcome o;
    program_run(&o, "sweep saxpy -g tiny --size 64 --width 64 --percent 30 --block 32x4");
    assert_int_equal(o.status, 0);
    assert_non_null(strstr(o.err, "without effect here: --width (of a SCENE), --percent (of a "
                                  "SCENE), --block (of --sample groups or a FILE)\n"));
    outcome_free(&o);
    program_write_text("k.ptx", DOUBLER);
    program_refuses("compare k.ptx -g tiny", 2, "k.ptx needs --grid");
    program_refuses("compare k.ptx -g tiny --grid 4", 2, "k.ptx needs --block");
    program_refuses("compare k.ptx -g tiny --grid 4 --block 64", 2, "must be WIDTHxHEIGHT");
    program_refuses("sweep k.ptx -g tiny --grid 4 --block 64x1", 2, "0 arguments (--param)");
    program_refuses("sweep saxpy -g tiny --size 1073741824", 2, "saxpy of size 1073741824");
    program_refuses("sweep saxpi -g tiny", 1, "did you mean 'saxpy'?");
    program_refuses("compare saxpy saxpy -g tiny", 2, "twice");
}

TEST_GROUP(program_enter, program_leave)
