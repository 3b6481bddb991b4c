/* file_cache.h -- a folder of results, each found by the hash of its inputs.
 *
 * An entry is a file <key>.<kind>: a header line with the hash of the content, and the content. It
 * is written completely or not at all, so that several programs may share a folder. A damaged entry
 * is detected by its hash and never used. */
#pragma once

#include "common/hash.h"
#include "common/status.h"
#include "common/turn.h"

#include <stddef.h>

enum file_cache_answer {
    FILE_CACHE_NONE,    /* there is no such entry */
    FILE_CACHE_FOUND,   /* *bytes is the content; the caller frees it (mem_free) */
    FILE_CACHE_DAMAGED, /* there is an entry that cannot be used; st->text has the reason. If it is
                           a file, it has been removed */
};

/* Opens the folder `asked`; "auto" is $XDG_CACHE_HOME/diorama or, without that variable,
 * $HOME/.cache/diorama. Creates it if it is missing, and removes the turns of programs that were
 * killed. The caller frees *out (mem_free). ST_FAILED if it cannot be created, ST_USAGE if "auto"
 * finds neither variable set. */
enum st_code file_cache_open(char **out, const char *asked, struct status *st);

/* Loads an entry. `key` is a hash of everything that the entry depends on. */
enum file_cache_answer file_cache_load(const char *folder, const char *kind,
                                       const char key[HASH_TEXT], unsigned char **bytes, size_t *n,
                                       struct status *st);
enum st_code file_cache_store(const char *folder, const char *kind, const char key[HASH_TEXT],
                              const void *bytes, size_t n, struct status *st);

/* Waits, for an entry that is missing, while another program makes it (turn.h). If t->path is not
 * NULL afterwards, the caller makes the entry and announces it by turn_end(). */
void file_cache_turn(struct turn *t, const char *folder, const char *kind,
                     const char key[HASH_TEXT], bool quiet);

/* Writes the hash of the running program, which is part of the key of every result that depends on
 * its code. Where the program's file cannot be read, it is that of the version and of the file's
 * place, size and time, so that no other build's results are taken. */
void program_hash(char text[HASH_TEXT]);
