/* simulate --model approximate prints what that model counts, and nothing else. */
#include "tests/rig/documents.h"
#include "tests/rig/program.h"
#include "tests/rig/rig.h"

#include <string.h>

#define APPROXIMATE "simulate lonely -g tiny -W 32 -H 16 -s 1 -q --model approximate "

TEST(the_approximate_models_stats_have_no_counter_that_it_does_not_count)
{
    json_t *d FREED_BY(json_decref) = document_of(APPROXIMATE "--stats --json", 0);
    const json_t *all = json_object_get(d, "counters");
    const json_t *of_group = json_at(d, "groups.0.counters");
    assert_null(json_object_get(all, "mix"));
    assert_null(json_object_get(all, "ldst"));
    assert_null(json_at(all, "sm.slot_issued"));
    assert_null(json_at(all, "dram.bank_wait"));
    assert_true(json_is_integer(json_at(all, "sm.warps")));
    assert_true(json_equal(all, of_group));
}

TEST(its_table_has_neither)
{
    struct outcome o ENDED_BY(outcome_free);
    program_run(&o, APPROXIMATE "--stats");
    assert_int_equal(o.status, 0);
    assert_non_null(strstr(o.out, "\nsm: SMs\n"));
    assert_non_null(strstr(o.out, "warp_instructions"));
    assert_null(strstr(o.out, " slot_"));
    assert_null(strstr(o.out, "cycle_test"));
    assert_null(strstr(o.out, "\nmix: "));
}

TEST(it_has_no_stalls)
{
    program_refuses(APPROXIMATE "--stalls", 2, "--stalls is of --model cycle");
    program_does("simulate lonely -g tiny -W 32 -H 16 -s 1 -q --stalls");
}

TEST_GROUP(program_enter, program_leave)
