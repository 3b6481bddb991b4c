/* run and kernels as a user runs them. */
#include "tests/rig/documents.h"
#include "tests/rig/program.h"
#include "tests/rig/rig.h"

#include "common/file.h"
#include "common/memory.h"
#include "orchestrator/settings/models.h"
#include "sim/workload/workload.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define HEAD ".version 6.4\n.target sm_75\n.address_size 64\n"
/* y[i] = a y[i] + i of one CTA, lines 5 to 8; `more` stands in line 9. */
#define KERNEL(more)                                                                               \
    HEAD ".visible .entry k(.param .u64 y, .param .f32 a) {\n"                                     \
         ".reg .pred %p<3>; .reg .b32 %r<5>; .reg .f32 %f<5>; .reg .b64 %rd<5>;\n"                 \
         "ld.param.u64 %rd1, [y]; ld.param.f32 %f1, [a]; mov.u32 %r1, %tid.x;\n"                   \
         "mul.wide.u32 %rd2, %r1, 4; add.s64 %rd3, %rd1, %rd2; cvt.rn.f32.u32 %f2, %r1;\n"         \
         "ld.global.f32 %f3, [%rd3]; fma.rn.f32 %f4, %f1, %f3, %f2; st.global.f32 [%rd3], "        \
         "%f4;\n" more "\nret;\n}\n"
#define LAUNCH " -g tiny -q --grid 1 --block 32 --param f32x32:1,out=y.bin --param f32:3"

/* ---- kernels of the table ---- */

/* Sizes at which a debug build needs no second for a kernel. */
static uint32_t small(const struct workload_kernel *k)
{
    uint32_t n = k->initial / 64;
    return n > 24 ? n : 24;
}

static json_t *run_by(int model, const char *words)
{
    char line[200];
    snprintf(line, sizeof line, "run %s -q --json --model %s", words, models[model].name);
    return document_of(line, 0);
}

TEST(every_kernel_runs_in_every_model_and_computes_the_same)
{
    for (size_t i = 0; i < n_workload_kernels; i++) {
        const struct workload_kernel *k = &workload_kernels[i];
        double instructions = 0, checked = 0;
        for (int m = 0; m < TIMING_MODELS; m++) {
            char words[100];
            snprintf(words, sizeof words, "%s --size %u -g tiny", k->name, small(k));
            json_t *d FREED_BY(json_decref) = run_by(m, words);
            const json_t *cost = json_object_get(d, "cost");
            assert_string_equal(text_at(d, "kernel"), k->name);
            assert_string_equal(text_at(d, "model"), models[m].name);
            assert_true(number_at(d, "metrics.cycles.value") > 0);
            assert_true(number_at(d, "results_checked") > 0);
            assert_null(json_at(d, "metrics.rt_efficiency"));
            if (m == MODEL_CYCLE) {
                instructions = number_at(cost, "warp_instructions");
                checked = number_at(d, "results_checked");
            }
            assert_true(number_at(cost, "warp_instructions") == instructions);
            assert_true(number_at(d, "results_checked") == checked);
        }
    }
}

TEST(threads_change_nothing)
{
    static const char *const kernels[] = {"hotspot", "histogram", "bfs", "gather"};
    for (size_t i = 0; i < sizeof kernels / sizeof *kernels; i++)
        for (int m = 0; m < TIMING_MODELS; m++) {
            json_t *first FREED_BY(json_decref) = NULL;
            for (int threads = 1; threads <= 3; threads++) {
                char words[100];
                snprintf(words, sizeof words, "%s --size 300 -g mobile_soc --stats -t %d",
                         kernels[i], threads);
                json_t *d = run_by(m, words);
                json_object_del(d, "cost");
                if (threads == 1)
                    first = d;
                else if (!json_equal(first, d))
                    fail_msg("%s by %s differs", words, models[m].name);
                if (threads > 1)
                    json_decref(d);
            }
        }
}

/* What several launches count is what each does. */
TEST(launches_add_up)
{
    json_t *d FREED_BY(json_decref) =
        document_of("run reduce --size 3000 -g tiny -q --json --stats --stalls", 0);
    const json_t *launches = json_object_get(d, "launches"), *one;
    const json_t *dram = json_at(d, "counters.dram");
    double cycles = 0, instructions = 0, slots = 0;
    size_t i;
    json_array_foreach(launches, i, one)
    {
        cycles += number_at(one, "cycles");
        instructions += number_at(one, "warp_instructions");
    }
    assert_int_equal(i, 2);
    assert_int_equal(integer_at(launches, "0.grid.0"), 6);
    assert_true(cycles == number_at(d, "metrics.cycles.value"));
    assert_true(instructions == number_at(d, "cost.warp_instructions"));
    const char *cause;
    const json_t *n;
    json_object_foreach(json_at(d, "stalls.issue"), cause, n) slots += json_number_value(n);
    /* tiny has 2 SMs; their schedulers and the channels are the same in each launch. */
    json_t *single FREED_BY(json_decref) =
        document_of("run reduce --size 500 -g tiny -q --json --stats --stalls", 0);
    double single_slots = 0;
    json_object_foreach(json_at(single, "stalls.issue"), cause, n) single_slots +=
        json_number_value(n);
    assert_true(slots / cycles == single_slots / number_at(single, "metrics.cycles.value"));
    assert_true(number_at(dram, "channels") == number_at(single, "counters.dram.channels"));
    double used = number_at(dram, "data_cycles") / number_at(dram, "cycles");
    assert_true(fabs(number_at(d, "metrics.bandwidth_utilization.value") - used) <
                1e-8); /* of units of 2^-32 */
}

TEST(tables_say_what_documents_say)
{
    struct outcome o ENDED_BY(outcome_free);
    program_run(&o, "run hotspot --size 20 -g tiny");
    assert_int_equal(o.status, 0);
    assert_non_null(strstr(o.out, "Run of hotspot on tiny\n"));
    assert_non_null(strstr(o.out, "  size     20 cells of a side\n"));
    assert_non_null(strstr(o.out, "grid 2 x 2, block 16 x 16: "));
    assert_non_null(strstr(o.out, "  checked  400 results against plain C: equal, bit for bit\n"));
    assert_non_null(strstr(o.out, "GPU Simulation Cycles"));
    assert_null(strstr(o.out, "RT Unit"));
    assert_non_null(strstr(o.err, "diorama: run took"));
    outcome_free(&o);
    program_run(&o, "run hotspot --size 20 -g tiny -q --stats");
    assert_int_equal(o.status, 0);
    assert_string_equal(o.err, "");
    assert_non_null(strstr(o.out, "ldst: "));
}

TEST(kernels_are_listed)
{
    struct outcome o ENDED_BY(outcome_free);
    struct outcome help ENDED_BY(outcome_free);
    program_run(&help, "run --help");
    program_run(&o, "kernels");
    json_t *d FREED_BY(json_decref) = document_of("kernels --json", 0);
    const json_t *list = json_object_get(d, "kernels");
    assert_int_equal(json_array_size(list), n_workload_kernels);
    for (size_t i = 0; i < n_workload_kernels; i++) {
        const json_t *one = json_array_get(list, i);
        assert_string_equal(text_at(one, "name"), workload_kernels[i].name);
        assert_true(number_at(one, "size") == workload_kernels[i].initial);
        assert_non_null(strstr(o.out, workload_kernels[i].summary));
        assert_non_null(strstr(help.out, workload_kernels[i].name));
        /* Where scenes are named, kernels are not taken for them. */
        char scene[64];
        snprintf(scene, sizeof scene, "scenes/builtin/%s.scene", workload_kernels[i].name);
        char *path = file_find_data(scene);
        assert_null(path);
    }
}

/* saxpy that stores its first float, a, in place of the last. */
TEST(a_wrong_result_is_an_error)
{
    unsigned char *text FREED_BY(mem_free);
    size_t n;
    char *path FREED_BY(mem_free) = file_find_data("sim/kernels/saxpy.ptx");
    assert_ok(file_read(path, &text, &n, &st));
    char *store = strstr((char *)text, "st.global.f32");
    assert_non_null(store);
    char *stored = strstr(store, "%f");
    assert_non_null(stored);
    stored[2] = '1';
    assert_ok(file_make_folder("data/sim/kernels", &st));
    program_write("data/sim/kernels/saxpy.ptx", text, n);
    assert_int_equal(setenv("DIORAMA_DATA", "data", 1), 0);
    program_refuses("run saxpy --size 40 -g tiny -q --json", 1, "saxpy: y[0] is 1.75; expected 1.");
    program_refuses("run saxpy --size 40 -g tiny", 1, ", as plain C says (40 of 40 differ)");
    assert_int_equal(unsetenv("DIORAMA_DATA"), 0);
}

TEST(names_and_sizes_that_are_wrong_are_one_line)
{
    program_refuses("run", 2, "no KERNEL; see 'diorama run --help'");
    program_refuses("run saxpi -g tiny", 2, "unknown kernel 'saxpi'; did you mean 'saxpy'?");
    program_refuses("run weekend -g tiny", 2,
                    "unknown kernel 'weekend'; 'diorama kernels' lists those that there are");
    program_refuses("run matmul --size 5000 -g tiny", 2,
                    "matmul of size 5000; expected 1 to 4096 rows and columns");
    program_refuses("run matmul --size 0 -g tiny", 2, "--size is '0'");
    program_refuses("run matmul -g tyni", 2, "tyni");
    program_refuses("run matmul -g tiny --model approximate --stalls", 2,
                    "--stalls is of --model cycle");
    program_refuses("run matmul -g tiny --samples 2", 2, "option '--samples' is not one of 'run'");
}

TEST(options_without_effect_are_named)
{
    struct outcome o ENDED_BY(outcome_free);
    program_run(&o, "run saxpy --size 100 -g tiny --grid 4 --param u32:1");
    assert_int_equal(o.status, 0);
    assert_non_null(strstr(o.err, "without effect here: --grid (of a FILE), --param (of a FILE)"));
}

/* ---- the user's own ---- */

TEST(ptx_of_the_users_own_runs)
{
    unsigned char *bytes FREED_BY(mem_free);
    size_t n;
    program_write_text("k.ptx", KERNEL(""));
    json_t *d = document_of("run k.ptx --json" LAUNCH, 0);
    assert_true(null_at(d, "size"));
    assert_true(null_at(d, "results_checked"));
    assert_true(number_at(d, "ctas") == 1);
    const json_t *settings = json_object_get(d, "settings");
    assert_string_equal(text_at(settings, "grid"), "1");
    json_decref(d);
    assert_ok(file_read("y.bin", &bytes, &n, &st));
    assert_int_equal(n, 128);
    for (uint32_t i = 0; i < 32; i++) {
        float y;
        memcpy(&y, bytes + 4 * i, 4);
        assert_true(y == 3.0f + (float)i);
    }
    mem_free(bytes);
    /* What came out goes in again. */
    program_does("run k.ptx -g tiny -q --entry k --grid 1 --block 32 "
                 "--param f32x32:file=y.bin,out=z.bin --param f32:0.5");
    assert_ok(file_read("z.bin", &bytes, &n, &st));
    float last;
    memcpy(&last, bytes + 124, 4);
    assert_true(last == 0.5f * 34 + 31);
}

TEST(a_kernel_runs_on_each_of_several_gpus)
{
    program_write_text("k.ptx", KERNEL(""));
    json_t *d = document_of("run k.ptx --json -g tiny:sms=4" LAUNCH, 0), *runs, *one;
    runs = json_object_get(d, "runs");
    assert_int_equal(json_array_size(runs), 2);
    assert_string_equal(text_at(runs, "0.gpu"), "tiny:sms=4");
    one = document_of("run k.ptx --json" LAUNCH, 0);
    assert_true(number_at(runs, "1.metrics.cycles.value") ==
                number_at(one, "metrics.cycles.value"));
    assert_null(json_object_get(one, "runs"));
    json_decref(one);
    json_decref(d);
    struct outcome o;
    program_run(&o, "run saxpy --size 64 -g tiny -g tiny -q");
    assert_non_null(strstr(o.out, "1.0000  of the first GPU's\n"));
    outcome_free(&o);
    program_refuses("run saxpy --size 64 -g tiny -g tyni", 2, "tyni");
    program_refuses("predict matmul -g tiny", 2,
                    "matmul is a compute kernel, and predict is of frames: a kernel has no pixels");
    program_refuses("predict k.ptx -g tiny", 2,
                    "k.ptx is a compute kernel, and predict is of frames");
}

TEST(structs_and_shared_memory_come_with_the_launch)
{
    unsigned char *bytes;
    size_t n;
    program_write_text(
        "s.ptx", ".version 7.0\n.target sm_75\n.address_size 64\n"
                 ".extern .shared .align 4 .b8 room[];\n"
                 ".entry k(.param .align 4 .b8 a[8], .param .u64 p) {\n"
                 ".reg .b32 %r<5>; .reg .b64 %rd<5>; ld.param.u32 %r1, [a+4];\n"
                 "mov.u32 %r2, room; st.shared.u32 [%r2+60], %r1; ld.shared.u32 %r3, [room+60];\n"
                 "ld.param.u64 %rd1, [p]; st.global.u32 [%rd1], %r3; ret; }\n");
    program_does("run s.ptx -g tiny -q --grid 1 --block 1 --shared 64 --param u32x2:iota "
                 "--param u32x1:zeros,out=s.bin");
    assert_ok(file_read("s.bin", &bytes, &n, &st));
    assert_int_equal(n, 4);
    assert_int_equal(bytes[0], 1);
    mem_free(bytes);
    program_refuses("run s.ptx -g tiny -q --grid 1 --block 1 --param u32x2:iota --param u32x1:0", 1,
                    "whose size the launch says, which has 0");
    program_refuses("run s.ptx -g tiny -q --grid 1 --block 1 --param u32x3:iota --param u32x1:0", 2,
                    "which is handed over as a whole: expected its 8 bytes");
    program_refuses("run s.ptx -g tiny -q --grid 1 --block 1 --shared 300000", 2, "--shared");
}

TEST(c_of_the_users_own_runs)
{
    if (system("clang --version >/dev/null 2>&1") != 0)
        rig_skip_tool("clang");
    unsigned char *bytes;
    size_t n;
    program_write_text("scale.c", "#include \"gpu.h\"\nvoid scale(float by, GLOBAL float *x)\n"
                                  "{\n    x[gpu_thread()] *= by;\n}\n");
    program_does("run scale.c -g tiny -q --grid 2 --block 32 --param f32:2 --param "
                 "f32x64:iota,out=x.bin");
    assert_ok(file_read("x.bin", &bytes, &n, &st));
    float last;
    memcpy(&last, bytes + n - 4, 4);
    assert_true(n == 256 && last == 126.0f);
    program_write_text("k h.h", "#define BY 2\n");
    program_write_text("with.c",
                       "#include \"gpu.h\"\n#include \"k h.h\"\nvoid with(GLOBAL float *x)\n"
                       "{\n    x[gpu_thread()] *= BY;\n}\n");
    assert_int_equal(symlink("k h.h", "link.h"), 0);
    program_refuses("run with.c -g tiny -q --grid 1 --block 32 --param f32x32:1,out=link.h", 2,
                    "link.h is a file that is read; name another one");
    mem_free(bytes);
    struct outcome rewritten;
    program_run(&rewritten, "run scale.c -g tiny -q --isa ptxas --grid 2 --block 32 --param f32:2 "
                            "--param f32x64:iota --json");
    assert_int_equal(rewritten.status, 0);
    assert_non_null(strstr(rewritten.out, "\"isa\": \"ptxas\""));
    assert_non_null(strstr(rewritten.out, "\"warp_instructions\": 26"));
    outcome_free(&rewritten);
    program_refuses("run scale.c -g tiny --grid 2 --block 32 --param f32:2 --param f32x60:1", 1,
                    "of CTA (1, 0, 0) reads 4 bytes at address 0x100000f0, which is outside every "
                    "buffer: 0 bytes behind the end of buffer 1 of 240 bytes");
    program_refuses("run scale.c -g tiny --grid 2 --block 32 --param f32:2", 2,
                    "PTX of scale.c: 1 arguments (--param); the kernel has 2: b32, b64");
    program_write_text("bad.c", "int f(void)\n{\n    return nothing;\n}\n");
    program_refuses(
        "run bad.c -g tiny --grid 1 --block 32", 1,
        "bad.c: clang failed: bad.c:3:12: error: use of undeclared identifier 'nothing'");
    assert_int_equal(setenv("CLANG", "no-such-clang", 1), 0);
    program_refuses("run scale.c -g tiny --grid 1 --block 32", 1,
                    "no-such-clang cannot be run: No such file or directory; kernels in C need it");
    assert_int_equal(unsetenv("CLANG"), 0);
}

TEST(files_and_launches_that_are_wrong_are_one_line)
{
    program_write_text("k.ptx", KERNEL(""));
    program_refuses("run none.ptx" LAUNCH, 1, "none.ptx: cannot be read: No such file");
    program_refuses("run none.c" LAUNCH, 1, "none.c: cannot be read: No such file");
    program_refuses("run k.ptx -g tiny --block 32", 2, "k.ptx needs --grid; --grid has its CTAs");
    program_refuses("run k.ptx -g tiny --grid 1", 2, "k.ptx needs --block");
    program_refuses("run k.ptx -g tiny --grid 1,x --block 32", 2,
                    "--grid is '1,x'; it must be X, ");
    program_refuses("run k.ptx -g tiny --grid 1,1,1,1 --block 32", 2, "--grid is '1,1,1,1'");
    program_refuses("run k.ptx -g tiny --grid 0 --block 32", 2, "--grid is '0'");
    program_refuses("run k.ptx -g tiny --grid 1 --block 33,32 --param f32x32:1 --param f32:1", 2,
                    "a block of 33 x 32 x 1 threads; expected 1 to 1024 in all");
    program_refuses(
        "run k.ptx -g tiny --grid 4294967295,2 --block 32 --param f32x32:1 --param f32:1", 2,
        "a grid of 4294967295 x 2 x 1 CTAs");
    program_refuses("run k.ptx --entry q" LAUNCH, 1, "k.ptx");
    program_write_text("none.ptx", HEAD);
    program_refuses("run none.ptx" LAUNCH, 1, "none.ptx: no kernel is defined");
    program_write_text("two.ptx", HEAD ".entry a() { ret; }\n.entry b() { ret; }\n");
    program_refuses("run two.ptx" LAUNCH, 1, "b is a second kernel beside a; name the one to run");
    program_does("run two.ptx -g tiny -q --entry b --grid 1 --block 1");
    assert_int_equal(remove("none.ptx"), 0);
}

TEST(arguments_that_are_wrong_are_one_line)
{
    program_write_text("k.ptx", KERNEL(""));
#define RUN "run k.ptx -g tiny --grid 1 --block 32 "
    program_refuses(RUN "--param f32x32:1", 2,
                    "k.ptx: 1 arguments (--param); the kernel has 2: u64, f32");
    program_refuses(RUN "--param f32x32:1 --param f32:1 --param u32:1", 2,
                    "k.ptx: 3 arguments (--param); the kernel has 2: u64, f32");
    program_refuses(RUN "--param f32:1 --param f32x32:1", 2,
                    "--param 1 is 'f32:1', a scalar; parameter 1 of k.ptx is u64");
    program_refuses(RUN "--param f32x32:1 --param f32x32:1", 2,
                    "--param 2 is 'f32x32:1', an address of 8 bytes; parameter 2 of k.ptx is f32");
    program_refuses(RUN "--param f32x32:1 --param f64:1", 2, "parameter 2 of k.ptx is f32");
    program_refuses(RUN "--param f32x32:1 --param u32:1", 2, "parameter 2 of k.ptx is f32");
    program_refuses(RUN "--param f32x32 --param f32:1", 2, "--param 1 is 'f32x32'; expected TYPE");
    program_refuses(RUN "--param f32x32:ones --param f32:1", 2, "zeros, iota, random, file=FILE");
    program_refuses(RUN "--param f32x9999999999:1 --param f32:1", 2,
                    "a buffer of 39999999996 bytes");
    program_refuses(RUN "--param f32x32:file=none.bin --param f32:1", 1,
                    "none.bin: cannot be read: No such file");
    program_write_text("short.bin", "abcd");
    program_refuses(RUN "--param f32x32:file=short.bin --param f32:1", 1,
                    "short.bin: 4 bytes; expected 128, 32 of f32");
    program_refuses(RUN "--param f32x32:1,out=k.ptx --param f32:1", 2, "k.ptx");
    program_refuses(RUN "--param f32x1:file=short.bin,out=short.bin --param f32:1", 2, "short.bin");
    program_refuses(RUN "--param f32x32:1,out=no/where --param f32:1", 1, "no/where");
    program_refuses(RUN "--param f32x32:1,out=- --param f32:1", 2, "out= has no name of a file");
    program_refuses("models k.ptx -g tiny --grid 1 --block 32 --param f32x32:1,out=a --param f32:1",
                    2, "out= writes a file in 'run' alone");
    program_refuses("run k.ptx -g tiny --param", 2, "--param has no value");
}

static void fails_with(const char *more, const char *said)
{
    char text[2048];
    snprintf(text, sizeof text, "%s", KERNEL("@"));
    char *at = strchr(strstr(text, "%f4;\n"), '@'), rest[64];
    snprintf(rest, sizeof rest, "%s", at + 1);
    snprintf(at, sizeof text - (size_t)(at - text), "%s%s", more, rest);
    program_write_text("bad.ptx", text);
    program_refuses("run bad.ptx --step-limit 1000" LAUNCH, 1, said);
    assert_int_equal(program_count("y.bin"), 0);
}

TEST(a_cta_without_room_is_one_line)
{
    program_write_text("big.ptx", KERNEL(".shared .align 4 .b8 s[120000];"));
    program_refuses("run big.ptx" LAUNCH, 2,
                    "an SM has no room for a CTA with 120000 bytes of shared memory");
    program_refuses("run saxpy -g tiny:sm.threads=128", 2, "no room for a CTA of 8 warps");
}

TEST(kernels_that_go_wrong_are_one_line)
{
    remove("y.bin");
    fails_with("mul.hop %r1, %r2;", "bad.ptx:9: instruction mul.hop is not supported");
    fails_with("ld.global.f32 %f1, [%rd3+64];",
               "bad.ptx:9: thread (16, 0, 0) of CTA (0, 0, 0) reads 4 bytes at address 0x10000080, "
               "which is outside every buffer: 0 bytes behind the end of buffer 1 of 128 bytes");
    fails_with("st.global.f32 [%rd1+2], %f1;", "which is not aligned");
    fails_with("again: bra again;", "has executed 1000 instructions; expected a program that ends");
    fails_with("setp.lt.u32 %p1, %r1, 7; @%p1 bra b; bar.sync 0; bra out; b: bar.sync 0; out:",
               "7 of the 32 threads of a warp reach this barrier, thread (7, 0, 0) of CTA (0, 0, "
               "0) does not");
    fails_with("trap;", "executes trap");
}

TEST_GROUP(program_enter, program_leave)
