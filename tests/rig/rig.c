#define _XOPEN_SOURCE 700
#include "tests/rig/rig.h"

#include "common/file.h"
#include "common/memory.h"

#include <ftw.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

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
