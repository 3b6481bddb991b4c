/* The main of every test program: runs the cases of the file that it is told, or one of them. */
#include "tests/rig/rig.h"

#include <stdlib.h>
#include <string.h>

static struct rig_case *cases;
static struct rig_group *groups;

/* Sorts by line: the order in which constructors of one file run is not promised. */
void rig_register(struct rig_case *c)
{
    struct rig_case **at = &cases;
    while (*at && (*at)->line < c->line)
        at = &(*at)->next;
    c->next = *at;
    *at = c;
}

void rig_register_group(struct rig_group *group)
{
    group->next = groups;
    groups = group;
}

/* Whether path is .../name.c */
static bool is_named(const char *path, const char *name)
{
    const char *slash = strrchr(path, '/');
    const char *base = slash ? slash + 1 : path;
    size_t n = strlen(name);
    return strncmp(base, name, n) == 0 && strcmp(base + n, ".c") == 0;
}

int main(int argc, char **argv)
{
    const char *name = argc == 2 || argc == 3 ? argv[1] : "";
    size_t n = 0, room = 0;
    struct rig_group group = {0};
    for (struct rig_case *c = cases; c; c = c->next)
        room++;
    struct CMUnitTest *tests = calloc(room + 1, sizeof *tests);
    for (struct rig_case *c = cases; c && tests; c = c->next)
        if (is_named(c->file, name) && (argc == 2 || strcmp(c->test.name, argv[2]) == 0))
            tests[n++] = c->test;
    for (struct rig_group *g = groups; g; g = g->next)
        if (is_named(g->file, name))
            group = *g;
    if (n == 0) {
        fprintf(stderr,
                "usage: %s NAME [CASE], where NAME.c is a source of its folder, CASE one of it\n",
                argv[0]);
        return 2;
    }
    int failed = _cmocka_run_group_tests(name, tests, n, group.set_up, group.tear_down);
    free(tests);
    return failed ? 1 : rig_skipped ? 77 : 0;
}
