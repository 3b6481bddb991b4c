/* merge.h -- makes one file of results from many.
 *
 * The outcome does not depend on the order of the files, nor on how often each is given: of two
 * results of one run a done one counts before a failed one, then the one whose text comes first.
 * The merge writes a new file that takes the old one's name when it is complete, so that a merge
 * that ends early leaves the old one. */
#pragma once

#include "orchestrator/study/store.h"

struct merge_file {
    char *path;
    uint64_t lost;            /* results that cannot be read */
    bool damaged;             /* a part of it cannot be read */
    char reason[STATUS_TEXT]; /* of the damage */
};

struct merge_end {
    uint64_t results; /* in the new file */
    uint64_t points, done, failed;
    size_t damaged; /* files */
};

/* Reads `files` in order, after `path` if that exists. ST_FAILED, with nothing written, where a
 * file belongs to another study or was made by another program. */
enum st_code merge_files(const char *path, struct merge_file *files, size_t n,
                         struct merge_end *out, struct status *st);
