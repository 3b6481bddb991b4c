/* Threads that cannot be had: one line, where libraries would end the program. */
#include "tests/rig/program.h"
#include "tests/rig/rig.h"

#include "common/threads.h"

#include <stdlib.h>
#include <string.h>

#define RENDER "render lonely -g tiny -W 8 -H 8 -s 1 -q -o o.png "

/* Even one thread of work needs another, of Embree's. */
TEST(no_thread_is_told_in_one_line)
{
    struct outcome o;
    long calls = program_fail(&o, "clone3", 0, "EAGAIN", RENDER "-t 2");
    assert_int_equal(o.status, 0);
    outcome_free(&o);
    assert_true(calls >= 2);
    for (long n = 1; n <= 2; n++) {
        program_fail(&o, "clone3", n, "EAGAIN", RENDER "-t 2");
        assert_int_equal(o.status, 1);
        assert_non_null(strstr(o.err, n == 1 ? "diorama: 0 of 2 threads can be started: Resource"
                                             : "diorama: 1 of 2 threads can be started: Resource"));
        outcome_free(&o);
    }
}

TEST(too_many_threads_are_told)
{
    setenv("OMP_NUM_THREADS", "1025", 1);
    program_refuses(RENDER, 2, "1025 threads are wanted; at most 1024 are possible");
    setenv("OMP_NUM_THREADS", "100000", 1);
    program_refuses(RENDER, 2, "100000 threads are wanted");
    program_does(RENDER "-t 1");
    setenv("OMP_NUM_THREADS", "2", 1);
    assert_ok(threads_probe(2, &st));
}

TEST_GROUP(program_enter, program_leave)
