/* Other programs that run: how they end. */
#include "tests/rig/rig.h"

#include "common/child.h"
#include "common/memory.h"

#include <stdlib.h>
#include <string.h>

static enum st_code run(const char *script, char **out, bool *failed, struct status *into)
{
    const char *arguments[] = {"sh", "-c", script, NULL};
    struct child c ENDED_BY(child_close);
    size_t n;
    assert_ok(child_open(&c, arguments[0], &st));
    enum st_code code =
        child_run(&c, (char *const *)(uintptr_t)arguments, "scripts need it", failed, into);
    assert_ok(child_read(c.out, out, &n, &st));
    return code;
}

TEST(an_end_is_told_from_a_signal)
{
    MEM_AUTO char *first = NULL, *second = NULL, *third = NULL;
    bool failed;
    assert_ok(run("printf done", &first, &failed, &st));
    assert_false(failed);
    assert_string_equal(first, "done");
    assert_ok(run("exit 3", &second, &failed, &st));
    assert_true(failed);
    assert_int_equal(run("kill -KILL $$", &third, &failed, &st), ST_FAILED);
    assert_non_null(strstr(st.text, "sh was ended by signal 9 (Killed)"));
}

TEST(memory_has_a_limit)
{
    MEM_AUTO char *text = NULL;
    bool failed;
    assert_ok(run("ulimit -v", &text, &failed, &st));
    assert_string_equal(text, "4194304\n");
}

TEST(time_has_a_limit)
{
    MEM_AUTO char *left = NULL, *none = NULL;
    bool failed;
    assert_ok(run("exec perl -e 'print alarm 0'", &left, &failed, &st));
    assert_in_range(strtol(left, NULL, 10), CHILD_SECONDS - 60, CHILD_SECONDS);
    assert_int_equal(run("kill -ALRM $$", &none, &failed, &st), ST_FAILED);
    assert_string_equal(st.text, "sh has not ended in 120 seconds and was stopped");
}

TEST(a_program_that_is_missing_is_named)
{
    char *arguments[] = {(char[]){"no-such-program"}, NULL};
    struct child c ENDED_BY(child_close);
    bool failed;
    assert_ok(child_open(&c, arguments[0], &st));
    assert_int_equal(child_run(&c, arguments, "a test needs it", &failed, &st), ST_FAILED);
    assert_non_null(strstr(st.text, "no-such-program cannot be run: No such file or directory; a "
                                    "test needs it"));
}

TEST_GROUP(NULL, NULL)
