#define _XOPEN_SOURCE 700
#include "tests/rig/rig.h"

#include "common/file.h"
#include "common/memory.h"

#include <ftw.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

void assert_near(double a, double b)
{
    if (!(fabs(a - b) <= 1e-12 * fmax(1, fmax(fabs(a), fabs(b)))))
        fail_msg("%.17g is not %.17g", a, b);
}

static void *held(const void *variable)
{
    void *p;
    memcpy(&p, variable, sizeof p);
    return p;
}

void mem_free_of(void *variable)
{
    mem_free(held(variable));
}

void free_of(void *variable)
{
    free(held(variable));
}

bool rig_skipped;
struct status st;

void rig_skip(void)
{
    rig_skipped = true;
    skip();
}

void rig_skip_tool(const char *tool)
{
    if (getenv("TEST_NO_TOOL"))
        fail_msg("%s is missing (scripts/bootstrap --test)", tool);
    rig_skip();
}

void rig_make_folder(char path[256])
{
    strcpy(path, "/tmp/diorama-test-XXXXXX");
    if (!mkdtemp(path))
        fail_msg("mkdtemp failed");
}

static int remove_one(const char *path, const struct stat *info, int type, struct FTW *where)
{
    (void)info;
    (void)type;
    (void)where;
    return remove(path);
}

void rig_remove_folder(const char *path)
{
    nftw(path, remove_one, 16, FTW_DEPTH | FTW_PHYS);
}

char *rig_shared(const char *relative)
{
    char *folder = file_join(TEST_SOURCE_DIR "/../shared", relative);
    if (folder && access(folder, R_OK) == 0)
        return folder;
    mem_free(folder);
    return NULL;
}
