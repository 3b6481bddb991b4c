/* Any number of threads, and any run in a process, gives the same bytes but for the cost; through
 * the public interface. */
#include "tests/rig/rig.h"

#include "orchestrator/diorama.h"
#include "tests/rig/documents.h"
#include "tests/rig/program.h"

#include <stdlib.h>
#include <string.h>

/* The document without `cost`, as text (to be freed). */
static char *run_once(rig_run *run, const struct diorama_scene *scene, const char *const *pairs,
                      const char *threads)
{
    const char *const common[] = {"gpu",   "mobile_soc", "width",   "64",      "height",
                                  "16",    "samples",    "1",       "percent", "40",
                                  "stats", "true",       "threads", threads,   NULL};
    json_t *document FREED_BY(json_decref) = rig_document(run, scene, common, pairs);
    assert_int_equal(json_object_del(document, "cost"), 0);
    return json_dumps(document, JSON_REAL_PRECISION(17));
}

static void assert_same_always(rig_run *run, const char *scene_name, const char *const *pairs)
{
    static const char *const threads[] = {"1", "2", "2", "1", "3", "8"};
    struct diorama_error error;
    struct diorama_scene *scene;
    must(diorama_scene_load(&scene, scene_name, &error));
    char *first FREED_BY(free) = run_once(run, scene, pairs, threads[0]);
    for (size_t i = 1; i < sizeof threads / sizeof *threads; i++) {
        char *again FREED_BY(free) = run_once(run, scene, pairs, threads[i]);
        assert_string_equal(first, again);
    }
    diorama_scene_free(scene);
}

TEST(a_prediction_does_not_depend_on_threads_or_repetition)
{
    assert_same_always(diorama_predict, "weekend", (const char *const[]){NULL});
    assert_same_always(diorama_predict, "weekend", (const char *const[]){"percent", "auto", NULL});
    assert_same_always(diorama_predict, "weekend",
                       (const char *const[]){"extrapolate", "exponential", NULL});
}

TEST(a_simulation_does_not_depend_on_threads_or_repetition)
{
    assert_same_always(diorama_simulate, "weekend", (const char *const[]){"height", "8", NULL});
    assert_same_always(diorama_simulate, "cornell",
                       (const char *const[]){"gpu", "rtx2060", "height", "32", NULL});
    assert_same_always(diorama_simulate, "tree",
                       (const char *const[]){"gpu", "tiny", "height", "4", NULL});
    assert_same_always(diorama_simulate, "weekend",
                       (const char *const[]){"model", "interval", NULL});
}

/* Every way to walk the tree, to store what was found and to spread addresses. */
TEST(nor_does_one_on_a_machine_of_other_policies)
{
    static const char *const machines[] = {
        "tiny:rt.order=stack,rt.leaf_records=two,memory_partitions=3",
        "tiny:rt.stack_entries=1,rt.refill_cycles=7,rt.closest=last",
        "tiny:rt.order=stack,rt.opacity_micromap=5,rt.box_units=0",
        "tiny:rt.trace=fresh,rt.result=fresh,rt.result_stores=each_hit",
        "tiny:dram.command_bus=scan,l2.eviction_port=writes,l2.partial_write=flag",
        "tiny:sm.pipelines=shared,sm.collectors_held=true,sms=3",
    };
    static const char *const scenes[] = {"weekend", "cornell", "tree"};
    for (size_t i = 0; i < sizeof machines / sizeof *machines; i++)
        assert_same_always(
            diorama_simulate, scenes[i % 3],
            (const char *const[]){"gpu", machines[i], "width", "32", "height", "6", NULL});
}

TEST(another_seed_is_another_prediction)
{
    struct diorama_error error;
    struct diorama_scene *scene;
    must(diorama_scene_load(&scene, "weekend", &error));
    char *one FREED_BY(free) = run_once(diorama_predict, scene, (const char *const[]){NULL}, "2");
    char *two FREED_BY(free) =
        run_once(diorama_predict, scene, (const char *const[]){"seed", "2", NULL}, "2");
    assert_string_not_equal(one, two);
    diorama_scene_free(scene);
}

TEST(wrong_options_are_reported_and_change_nothing)
{
    struct diorama_error error;
    struct diorama_options *options;
    struct diorama_scene *scene;
    struct diorama_result *result = (struct diorama_result *)(void *)&error;
    double value = -1;
    must(diorama_options_create(&options, &error));
    assert_int_equal(diorama_options_set(options, "percent", "101", &error), DIORAMA_USAGE);
    assert_string_equal(error.text,
                        "--percent is '101'; it must be 'auto' or above 0 and at most 100");
    assert_int_equal(diorama_options_set(options, "gpu", "no_such_gpu", NULL), DIORAMA_OK);
    assert_int_equal(diorama_scene_load(&scene, "no_such_scene", &error), DIORAMA_FAILED);
    assert_null(scene);
    must(diorama_scene_load(&scene, "lonely", &error));
    assert_int_equal(diorama_predict(&result, scene, options, &error), DIORAMA_USAGE);
    assert_null(result);
    assert_non_null(strstr(error.text, "no_such_gpu"));
    must(diorama_options_set(options, "gpu", "tiny", &error));
    must(diorama_options_set(options, "width", "32", &error));
    must(diorama_options_set(options, "height", "4", &error));
    must(diorama_predict(&result, scene, options, &error));
    assert_int_equal(diorama_result_metric(result, "cycels", &value), DIORAMA_USAGE);
    assert_true(value == -1);
    assert_int_equal(diorama_result_metric(result, "cycles", &value), DIORAMA_OK);
    assert_true(value > 0 && diorama_result_frame_time_ms(result) > 0);
    diorama_result_free(result);
    diorama_scene_free(scene);
    diorama_options_free(options);
}

TEST_GROUP(program_enter, program_leave)
