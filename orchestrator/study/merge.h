/* merge.h -- makes one file of results from many.
 *
 * The outcome depends neither on the order of the files nor on how often each is given: of two
 * results of one run, one that is done counts before one that failed, then the one whose text comes
 * first in sorting order. The merge writes a new file, which takes the name of the old one when it
 * is complete; a merge that ends early leaves the old file as it was. */
#pragma once

#include "orchestrator/study/store.h"

struct merge_file {
    char *path;
    uint64_t lost;            /* number of results that cannot be read */
    bool damaged;             /* whether a part of the file cannot be read */
    char reason[STATUS_TEXT]; /* how the file is damaged */
};

struct merge_end {
    uint64_t results; /* number of results in the new file */
    uint64_t points, done, failed;
    size_t damaged; /* number of damaged files */
};

/* Merges `path`, if that exists, and then `files` in order into a new `path`. ST_FAILED, with
 * nothing written, where a file belongs to another study or was made by another program. */
enum st_code merge_files(const char *path, struct merge_file *files, size_t n,
                         struct merge_end *out, struct status *st);
