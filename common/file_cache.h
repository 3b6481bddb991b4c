/* file_cache.h -- a folder of results, each found by the hash of its inputs.
 *
 * An entry is a file <key>.<kind>: a header line, with the hash of the content, and the content. It
 * is written completely or not at all, so several programs may share a folder. A damaged entry is
 * detected by its hash and never used. */
#pragma once

#include "common/hash.h"
#include "common/status.h"
#include "common/turn.h"

#include <stddef.h>

enum file_cache_answer {
    FILE_CACHE_NONE,    /* there is no such entry */
    FILE_CACHE_FOUND,   /* the caller owns *bytes (mem_free) */
    FILE_CACHE_DAMAGED, /* there is one that cannot be used; st->text has the reason. If it is a
                           file, it has been removed */
};

/* `asked` "auto": $XDG_CACHE_HOME/diorama, else $HOME/.cache/diorama; any other value is the
 * folder. Creates it. The caller owns *out (mem_free). ST_FAILED if it cannot be created, ST_USAGE
 * if neither variable is set. */
enum st_code file_cache_open(char **out, const char *asked, struct status *st);

/* `key` is a hash of everything that the entry depends on. */
enum file_cache_answer file_cache_load(const char *folder, const char *kind,
                                       const char key[HASH_TEXT], unsigned char **bytes, size_t *n,
                                       struct status *st);
enum st_code file_cache_store(const char *folder, const char *kind, const char key[HASH_TEXT],
                              const void *bytes, size_t n, struct status *st);

/* For a missing entry: waits while another program makes it. If t->path is not NULL afterwards, the
 * caller makes the entry and announces it by turn_end(). */
void file_cache_turn(struct turn *t, const char *folder, const char *kind,
                     const char key[HASH_TEXT]);

/* The hash of the running program, which is part of the key of all results of its code; the
 * version's if the program's file cannot be read. */
void program_hash(char text[HASH_TEXT]);
