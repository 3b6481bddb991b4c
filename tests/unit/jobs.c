/* How many threads a job of a sweep gets. */
#include "tests/rig/rig.h"

#include "orchestrator/settings/options.h"
#include "orchestrator/study/jobs.h"

enum { JOBS = 4 };

static void fill(struct job all[JOBS], struct settings *settings, uint32_t repeat)
{
    options_default(settings);
    settings->method.repeat = repeat;
    for (int i = 0; i < JOBS; i++)
        all[i] = (struct job){.kind = i % 2 ? KEY_SIMULATE : KEY_PREDICT, .settings = settings};
}

TEST(only_a_repeated_reference_has_more_than_one_thread)
{
    struct settings settings;
    struct job all[JOBS];
    struct jobs jobs = {.all = all, .n = JOBS};
    fill(all, &settings, 8);
    assert_int_equal(jobs_threads(&jobs, 0, 16), 1);
    assert_int_equal(jobs_threads(&jobs, 1, 16), 4);
    fill(all, &settings, 1);
    assert_int_equal(jobs_threads(&jobs, 1, 16), 1);
}

TEST(processes_that_have_nothing_left_to_do_lend_theirs)
{
    struct settings settings;
    struct job all[JOBS];
    struct jobs jobs = {.all = all, .n = JOBS};
    fill(all, &settings, 8);
    assert_int_equal(jobs_threads(&jobs, 1, 2), 1); /* fewer than jobs: none to lend */
    all[0].state = all[2].state = JOB_DONE;
    all[3].state = JOB_RUNNING;
    assert_int_equal(jobs_threads(&jobs, 1, 8), 4);
    all[3].state = JOB_FAILED;
    assert_int_equal(jobs_threads(&jobs, 1, 8), 8);
    assert_int_equal(jobs_threads(&jobs, 1, 64), 8); /* no more than there are runs */
}
