/* What several programs want is made by one. */
#include "tests/rig/documents.h"
#include "tests/rig/program.h"
#include "tests/rig/rig.h"

#include <dirent.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define FRAME                                                                                      \
    "predict weekend -g tiny -W 96 -H 96 -s 8 -p 2 -x linear -q -t 1 --json --cache shared"
enum { PROGRAMS = 6 };

TEST(a_profile_is_made_by_one)
{
    pid_t processes[PROGRAMS];
    char name[32];
    int made = 0;
    for (int i = 0; i < PROGRAMS; i++) {
        snprintf(name, sizeof name, "out%d", i);
        processes[i] = program_start(FRAME, name);
    }
    for (int i = 0; i < PROGRAMS; i++) {
        int status;
        assert_int_equal(waitpid(processes[i], &status, 0), processes[i]);
        assert_int_equal(status, 0);
    }
    for (int i = 0; i < PROGRAMS; i++) {
        snprintf(name, sizeof name, "out%d", i);
        json_t *d FREED_BY(json_decref) = document_load(name);
        made += json_is_false(json_at(d, "cost.profile_cached"));
    }
    assert_int_equal(made, 1);
    int left = 0; /* the profile alone */
    DIR *folder = opendir("shared");
    assert_non_null(folder);
    for (struct dirent *e; (e = readdir(folder)) != NULL;)
        left += e->d_name[0] != '.';
    closedir(folder);
    assert_int_equal(left, 1);
}

TEST_GROUP(program_enter, program_leave)
