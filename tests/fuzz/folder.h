/* folder.h -- a folder of files, the first of which is the input. */
#pragma once

#include "common/file.h"
#include "common/memory.h"
#include "tests/fuzz/fuzz.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* A file of the folder, whose first is the one under test. */
struct fuzz_member {
    const char *name, *text;
};

static char *fuzz_folder;
static const struct fuzz_member *fuzz_members;

/* Unlike file_write(), it does not wait for the disk. */
static inline void fuzz_put(const char *name, const void *bytes, size_t n)
{
    char *path = file_join(fuzz_folder, name);
    FILE *f = path ? fopen(path, "wb") : NULL;
    FUZZ_CHECK(f && (n == 0 || fwrite(bytes, 1, n, f) == n));
    FUZZ_CHECK(fclose(f) == 0);
    mem_free(path);
}

static void fuzz_remove_folder(void)
{
    for (int i = 0; fuzz_members[i].name; i++) {
        char *path = file_join(fuzz_folder, fuzz_members[i].name);
        if (path)
            remove(path);
        mem_free(path);
    }
    rmdir(fuzz_folder);
    mem_free(fuzz_folder);
}

/* `members` end with a name that is NULL. */
static inline void fuzz_make_folder(const struct fuzz_member *members)
{
    struct status st;
    if (fuzz_members)
        return;
    fuzz_members = members;
    FUZZ_CHECK(file_make_temporary(&fuzz_folder, &st) == ST_OK);
    atexit(fuzz_remove_folder);
    for (int i = 1; members[i].name; i++)
        fuzz_put(members[i].name, members[i].text, strlen(members[i].text));
}
