#include "orchestrator/study/merge.h"

#include "common/auto.h"
#include "common/file.h"
#include "common/interrupt.h"
#include "common/own_name.h"
#include "orchestrator/study/store_merge.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

/* ---- identity ---- */

struct belonging {
    char name[STORE_NAME]; /* name of the study; "": not known yet */
    struct store_identity identity;
};

static enum st_code compare(const struct belonging *all, const char *name,
                            const struct store_identity *identity, const char *path,
                            struct status *st)
{
    if (strcmp(name, all->name) != 0)
        return status_fail_at(st, ST_FAILED, path, 0,
                              "belongs to the study '%.100s', and what it is to be merged with to "
                              "'%.100s'; name another --output",
                              name, all->name);
    return store_same(identity, &all->identity, path, st);
}

/* Compares a file's identity with that of the files before. A file that cannot be read is damaged,
 * which copying it will report; a file of another program is an error. */
static enum st_code look_at(struct belonging *all, const char *path, struct status *st)
{
    struct store_identity identity;
    struct status why = {0};
    char name[STORE_NAME] = "";
    enum st_code code = store_merge_identity(path, name, &identity, &why);
    if (code != ST_OK && (code == ST_NOMEM || !file_exists(path) || store_merge_is_foreign(path))) {
        *st = why;
        return code;
    }
    if (code != ST_OK || !name[0])
        return ST_OK;
    if (all->name[0])
        return compare(all, name, &identity, path, st);
    memcpy(all->name, name, sizeof name);
    all->identity = identity;
    return ST_OK;
}

/* Compares the identity with that of the existing file `path`, which may have further studies. */
static enum st_code look_at_old(const struct belonging *all, const char *path, struct status *st)
{
    struct store_identity identity;
    char name[STORE_NAME];
    memcpy(name, all->name, sizeof name);
    TRY(store_merge_identity(path, name, &identity, st));
    if (name[0] && all->name[0])
        return compare(all, name, &identity, path, st);
    memset(name, 0, sizeof name);
    TRY(store_merge_identity(path, name, &identity, st));
    return name[0] && all->name[0] ? compare(all, name, &identity, path, st) : ST_OK;
}

static enum st_code check_merge(const char *path, const struct merge_file *files, size_t n,
                                struct status *st)
{
    struct belonging all = {.name = ""};
    for (size_t i = 0; i < n; i++)
        TRY(look_at(&all, files[i].path, st));
    return file_exists(path) ? look_at_old(&all, path, st) : ST_OK;
}

/* ---- the new file ---- */

static enum st_code copy_all(struct store *to, const char *path, bool old, struct merge_file *files,
                             size_t n, struct merge_end *out, struct status *st)
{
    TRY(store_merge_begin(to, path, st));
    if (old) {
        struct merge_file there = {.path = (char *)(uintptr_t)path};
        TRY(store_merge_file(to, &there, st));
        if (there.damaged)
            return status_fail_at(st, ST_FAILED, path, 0, "damaged (%.300s); name another --output",
                                  there.reason);
    }
    for (size_t i = 0; i < n; i++) {
        TRY(store_merge_file(to, &files[i], st));
        out->damaged += files[i].damaged;
    }
    return store_merge_end(to, out, st);
}

static enum st_code write_new(const char *own, const char *path, bool old, struct merge_file *files,
                              size_t n, struct merge_end *out, struct status *st)
{
    struct store *to;
    TRY(store_open(&to, own, STORE_WRITE, st));
    enum st_code code = copy_all(to, path, old, files, n, out, st);
    store_close(to);
    return code;
}

static enum st_code replace(const char *path, bool old, struct merge_file *files, size_t n,
                            struct merge_end *out, struct status *st)
{
    MEM_AUTO char *own = own_name(path);
    if (!own)
        return status_no_memory(st, path);
    enum st_code code = write_new(own, path, old, files, n, out, st);
    if (code == ST_OK && interrupt_signal())
        code = status_fail_at(st, ST_FAILED, path, 0, "a signal came; nothing is changed");
    if (code == ST_OK)
        return file_take_name(own, path, st);
    unlink(own);
    return code;
}

enum st_code merge_files(const char *path, struct merge_file *files, size_t n,
                         struct merge_end *out, struct status *st)
{
    struct store *old = NULL;
    *out = (struct merge_end){0};
    TRY(check_merge(path, files, n, st));
    if (file_is_named(path))
        TRY(store_open(&old, path, STORE_WRITE, st));
    enum st_code code = old ? store_merge_lock(old, st) : ST_OK;
    if (code == ST_OK)
        code = replace(path, old != NULL, files, n, out, st);
    store_close(old);
    return code;
}
