/* microbench: what small shaders and kernels measure of a GPU. */
#include "tests/rig/documents.h"
#include "tests/rig/program.h"
#include "tests/rig/rig.h"

#include "microbench/microbench.h"

#include <string.h>

static bool is_of(const char *row, const struct microbench_kind *kind)
{
    size_t n = strlen(kind->name);
    return strncmp(row, kind->name, n) == 0 && row[n] == '.';
}

TEST(every_row_has_a_name_a_unit_and_a_number)
{
    struct outcome o;
    program_run(&o, "microbench --gpu tiny --json");
    assert_int_equal(o.status, 0);
    assert_string_equal(o.err, "");
    json_t *d = document_parse(o.out), *rows = json_object_get(d, "benchmarks");
    assert_string_equal(text_at(d, "command"), "microbench");
    assert_string_equal(text_at(d, "gpu"), "tiny");
    size_t i;
    json_t *row;
    const struct microbench_kind *kind = microbench_kinds;
    json_array_foreach(rows, i, row)
    {
        const char *name = text_at(row, "name");
        if (!is_of(name, kind))
            kind++;
        assert_true(is_of(name, kind));
        assert_string_equal(text_at(row, "unit"), kind->unit);
        assert_true(json_real_value(json_object_get(row, "measured")) > 0);
        assert_int_equal(json_object_size(row), 3);
    }
    assert_null(kind[1].name);
    json_decref(d);
    outcome_free(&o);
}

static size_t rows_of(const char *words)
{
    json_t *d FREED_BY(json_decref) = document_of(words, 0);
    return size_at(d, "benchmarks");
}

TEST(one_kind_or_one_row_runs_alone)
{
    struct outcome o;
    assert_int_equal(rows_of("microbench -g tiny --json --only launch"), 2);
    assert_int_equal(rows_of("microbench -g tiny --json --only latency.fp_add"), 1);
    program_run(&o, "microbench -g tiny --only launch.empty");
    assert_int_equal(o.status, 0);
    assert_non_null(strstr(o.out, "launch.empty                           108.0000\n"));
    assert_null(strstr(o.out, "launch.per_cta"));
    outcome_free(&o);
}

TEST(unknown_names_are_refused)
{
    program_refuses(
        "microbench -g tiny --only late", 2,
        "there is no micro-benchmark 'late' for this GPU; the kinds are launch, latency, ");
    program_refuses("microbench -g tiny --only latency.", 2, "no micro-benchmark 'latency.'");
    program_refuses("microbench -g tiny --only launchempty", 2, "no micro-benchmark");
    program_refuses("microbench -g none", 2, "none");
    program_refuses("microbench weekend", 2, "stray operand 'weekend'");
}

TEST(the_same_bytes_on_every_run)
{
    struct outcome a, b;
    program_run(&a, "microbench -g mobile_soc --only throughput --json");
    program_run(&b, "microbench -g mobile_soc --only throughput --json");
    assert_string_equal(a.out, b.out);
    outcome_free(&a);
    outcome_free(&b);
}

TEST_GROUP(program_enter, program_leave)
