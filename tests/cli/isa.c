/* isa as a user runs it. */
#include "tests/rig/documents.h"
#include "tests/rig/program.h"
#include "tests/rig/rig.h"

#include <string.h>

#define FRAME " -W 32 -H 16 -s 1 -q "

static const json_t *statistic(const json_t *d, size_t frame, const char *name)
{
    const json_t *all =
        json_object_get(json_array_get(json_object_get(d, "frames"), frame), "statistics");
    for (size_t i = 0; i < json_array_size(all); i++) {
        const json_t *row = json_array_get(all, i);
        if (strcmp(text_at(row, "name"), name) == 0)
            return row;
    }
    fail_msg("there is no %s", name);
    return NULL;
}

static double value(const json_t *d, size_t frame, const char *name, const char *isa)
{
    return number_at(statistic(d, frame, name), "%s", isa);
}

static double cycles_of(const char *words)
{
    json_t *d FREED_BY(json_decref) = document_of(words, 0);
    const json_t *cycles = json_at(d, "metrics.cycles");
    return number_at(cycles, "value");
}

TEST(cycles_are_those_of_simulate)
{
    json_t *d FREED_BY(json_decref) = document_of("isa lonely" FRAME "-g tiny --json", 0);
    assert_near(value(d, 0, "cycles", "ptx"), cycles_of("simulate lonely" FRAME "-g tiny --json"));
    assert_near(value(d, 0, "cycles", "rdna2"),
                cycles_of("simulate lonely" FRAME "-g tiny --isa rdna2 --json"));
}

/* Classes add up; what only machine code has, only it has; the same work is done on the same data.
 */
TEST(statistics_are_of_the_same_work)
{
    static const char *const classes[] = {"vector_alu",    "scalar_alu", "vector_memory",
                                          "scalar_memory", "lds",        "ray",
                                          "branch",        "waitcnt",    "misc"};
    static const char *const isas[] = {"ptx", "rdna2"};
    json_t *d FREED_BY(json_decref) =
        document_of("isa lonely saxpy" FRAME "--size 256 -g tiny --json", 0);
    assert_int_equal(size_at(d, "frames"), 2);
    for (size_t f = 0; f < 2; f++) {
        for (int i = 0; i < 2; i++) {
            double sum = 0;
            for (size_t c = 0; c < sizeof classes / sizeof *classes; c++)
                sum += value(d, f, classes[c], isas[i]);
            assert_near(sum, value(d, f, "instructions", isas[i]));
        }
        assert_near(value(d, f, "waitcnt", "ptx") + value(d, f, "scalar_alu", "ptx"), 0);
        assert_true(value(d, f, "waitcnt", "rdna2") > 0);
        assert_true(value(d, f, "scalar_alu", "rdna2") > 0);
        assert_near(value(d, f, "ray", "ptx"), value(d, f, "ray", "rdna2"));
        double unique = value(d, f, "uniqueness", "rdna2");
        assert_true(unique > 100.0 / 32 && unique <= 100);
    }
}

/* Code that both sets execute equally often, by as many lanes, is not what all of it is; its
 * instructions are of some of all that there are. */
TEST(shared_code_is_a_part)
{
    static const char *const isas[] = {"ptx", "rdna2"};
    json_t *d FREED_BY(json_decref) = document_of("isa bfs saxpy --size 512 -g tiny -q --json", 0);
    for (int i = 0; i < 2; i++) {
        /* saxpy has no loop and all its lanes go the same way. */
        assert_near(value(d, 1, "alu_in_shared_code", isas[i]), 100);
        assert_near(value(d, 1, "simd_shared_code", isas[i]),
                    value(d, 1, "simd_utilization", isas[i]));
        assert_near(value(d, 1, "simd_varying", isas[i]), 100);
        double part = value(d, 0, "alu_in_shared_code", isas[i]);
        assert_true(part > 0 && part < 100);
        double varying = value(d, 0, "simd_varying", isas[i]);
        assert_true(varying > 0 && varying < value(d, 0, "simd_utilization", isas[i]));
    }
}

/* Every document of a run says what was run. */
TEST(documents_say_the_instruction_set)
{
    static const char *const words[][2] = {
        {"simulate lonely" FRAME "-g tiny --json", "ptx"},
        {"simulate lonely" FRAME "-g tiny --isa rdna2 --json", "rdna2"},
        {"run saxpy --size 64 -q -g tiny --json", "ptx"},
        {"run saxpy --size 64 -q -g tiny --isa rdna2 --json", "rdna2"},
    };
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        json_t *d FREED_BY(json_decref) = document_of(words[i][0], 0);
        assert_string_equal(text_at(d, "isa"), words[i][1]);
    }
}

TEST(a_table_has_both_and_the_ratio)
{
    struct outcome o ENDED_BY(outcome_free);
    program_run(&o, "isa saxpy --size 256 -g tiny:icache.size_B=1024 -q");
    assert_int_equal(o.status, 0);
    assert_non_null(strstr(o.out, "  rdna2  ratio  unit\n"));
    assert_non_null(strstr(o.out, "simd_utilization"));
}

TEST(without_an_instruction_cache_it_is_said)
{
    struct outcome o ENDED_BY(outcome_free);
    program_run(&o, "isa saxpy --size 256 -g tiny");
    assert_int_equal(o.status, 0);
    assert_non_null(strstr(o.err, "tiny has no instruction cache"));
}

TEST(what_it_cannot_run_is_one_line)
{
    static const char *const wrong[][2] = {
        {"isa sapxy -q", "did you mean 'saxpy'?"},
        {"isa lonely --isa rdna2 -q", "option '--isa' is not one of 'isa'"},
        {"isa -q", "isa"},
        {"isa k.c -g tiny -q", "k.c: a file is of one instruction set, and isa compares two"},
        {"run k.c --isa rdna2 --grid 1 --block 32 -g tiny -q",
         "k.c with --isa rdna2: C is compiled to PTX alone; expected a file that ends in .s"},
    };
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        struct outcome o ENDED_BY(outcome_free);
        program_run(&o, wrong[i][0]);
        assert_true(o.status != 0);
        assert_non_null(strstr(o.err, wrong[i][1]));
    }
}

TEST_GROUP(program_enter, program_leave)
