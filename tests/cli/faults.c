/* What the program says and leaves when one system call fails. */
#include "tests/rig/program.h"
#include "tests/rig/rig.h"

#include "common/memory.h"

#include <stdio.h>
#include <string.h>

#define POINTS "sweep lonely -g tiny -W 16 -H 16 -s 1 -p 20,50 -x linear -t 1 -q "

/* Otherwise the sweep would wait for the rest of the answer for ever. */
TEST(a_lost_answer_fails_its_point)
{
    struct outcome o;
    long calls = program_fail(&o, "write", 0, "EIO", POINTS "-o all.db");
    assert_int_equal(o.status, 0);
    outcome_free(&o);
    for (long n = 1; n <= 4; n++) { /* beginning and rest of both answers */
        assert_true(n < calls);
        program_fail(&o, "write", n, "EIO", POINTS "-o lost.db");
        assert_int_equal(o.status, 1);
        assert_non_null(strstr(o.err, "1 of 2 points failed"));
        assert_non_null(strstr(o.err, "before all of its answer came"));
        outcome_free(&o);
        program_does(POINTS "-o lost.db --retry-failed");
        remove("lost.db");
    }
}

TEST_GROUP(program_enter, program_leave)
