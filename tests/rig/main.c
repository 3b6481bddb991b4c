#include "tests/rig/rig.h"

#include <stdlib.h>

#define TESTS_MOST 256

static struct {
    struct CMUnitTest tests[TESTS_MOST];
    int lines[TESTS_MOST];
    size_t n;
    CMFixtureFunction set_up, tear_down;
} registered;

/* Sorts by line: the order in which constructors of one file run is not promised. */
void rig_register(const struct CMUnitTest *test, int line)
{
    if (registered.n == TESTS_MOST) {
        fprintf(stderr, "%s: more than %d tests in one program\n", test->name, TESTS_MOST);
        exit(1);
    }
    size_t at = registered.n++;
    for (; at > 0 && registered.lines[at - 1] > line; at--) {
        registered.tests[at] = registered.tests[at - 1];
        registered.lines[at] = registered.lines[at - 1];
    }
    registered.tests[at] = *test;
    registered.lines[at] = line;
}

void rig_register_group(CMFixtureFunction set_up, CMFixtureFunction tear_down)
{
    registered.set_up = set_up;
    registered.tear_down = tear_down;
}

int main(void)
{
    if (registered.n == 0)
        return 1;
    return _cmocka_run_group_tests("tests", registered.tests, registered.n, registered.set_up,
                                   registered.tear_down);
}
