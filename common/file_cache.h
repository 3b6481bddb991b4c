/* file_cache.h -- a folder of results, each found by the hash of its inputs.
 *
 * An entry is a file <key>.<kind>: a line that says what it is, the hash of the content, the
 * content. It is written whole or not at all, so that several programs may share a folder. A
 * damaged entry is told from a good one by its hash and never used. */
#pragma once

#include "common/hash.h"
#include "common/status.h"
#include "common/turn.h"

#include <stddef.h>

enum file_cache_answer {
    FILE_CACHE_NONE,    /* there is no such entry */
    FILE_CACHE_FOUND,   /* *bytes are the caller's (mem_free) */
    FILE_CACHE_DAMAGED, /* there is one that cannot be used; st->text says why. If it is a file, it
                     is gone */
};

/* `asked` "auto": $XDG_CACHE_HOME/diorama, else $HOME/.cache/diorama; anything else is the folder.
 * It is made. *out is the caller's (mem_free). ST_FAILED where it cannot be, ST_USAGE where neither
 * variable is set. */
enum st_code file_cache_open(char **out, const char *asked, struct status *st);

/* `key` is a hash of everything that the entry depends on. */
enum file_cache_answer file_cache_load(const char *folder, const char *kind,
                                       const char key[HASH_TEXT], unsigned char **bytes, size_t *n,
                                       struct status *st);
enum st_code file_cache_store(const char *folder, const char *kind, const char key[HASH_TEXT],
                              const void *bytes, size_t n, struct status *st);

/* For an entry that is missing: waits while another program makes it. Where t->path is not NULL
 * then, it is ours to make, and turn_end() says that it is there. */
void file_cache_turn(struct turn *t, const char *folder, const char *kind,
                     const char key[HASH_TEXT]);

/* The hash of the running program, which is part of the key of everything that its code makes; the
 * version's where the program's file cannot be read. */
void program_hash(char text[HASH_TEXT]);
