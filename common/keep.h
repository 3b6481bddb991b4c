/* keep.h -- a folder of results that are found again by what they were made from.
 *
 * An entry is a file <key>.<kind> with a line that says what it is and the hash of what follows. It
 * is written whole or not at all, so several programs may share a folder; one that is damaged all
 * the same is told from a good one and never used. */
#pragma once

#include "common/hash.h"
#include "common/status.h"
#include "common/turn.h"

#include <stddef.h>

enum keep_answer {
    KEEP_NONE,    /* there is no such entry */
    KEEP_FOUND,   /* *bytes are the caller's (mem_free) */
    KEEP_DAMAGED, /* there is one that cannot be used; st->text says why. If it is a file, it is
                     gone */
};

/* `asked` "auto": $XDG_CACHE_HOME/diorama, else $HOME/.cache/diorama; anything else is the folder.
 * It is made. *out is the caller's (mem_free). ST_FAILED where it cannot be, ST_USAGE where neither
 * variable is set. */
enum st_code keep_open(char **out, const char *asked, struct status *st);

/* `key` is a hash of everything that the entry depends on. */
enum keep_answer keep_load(const char *folder, const char *kind, const char key[HASH_TEXT],
                           unsigned char **bytes, size_t *n, struct status *st);
enum st_code keep_store(const char *folder, const char *kind, const char key[HASH_TEXT],
                        const void *bytes, size_t n, struct status *st);

/* For an entry that is missing: waits while another program makes it. Where t->path is not NULL
 * then, it is ours to make, and turn_end() says that it is there. */
void keep_turn(struct turn *t, const char *folder, const char *kind, const char key[HASH_TEXT]);

/* The hash of the running program, which is part of the key of everything that its code makes; the
 * version's where the program's file cannot be read. */
void keep_program_hash(char text[HASH_TEXT]);
