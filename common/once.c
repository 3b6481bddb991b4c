#include "common/once.h"

#include "common/file.h"
#include "common/memory.h"
#include "common/own_name.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* Whether the link was made although link() failed. On a network its reply may be lost, and the
 * second try fails because the name exists; two links to the file show that it is ours. */
static bool is_linked(const char *own)
{
    struct stat info;
    return stat(own, &info) == 0 && info.st_nlink == 2;
}

enum st_code once_link(const char *own, const char *path, bool *first, struct status *st)
{
    *first = link(own, path) == 0;
    int why = errno;
    if (!*first)
        *first = is_linked(own);
    unlink(own);
    if (*first || why == EEXIST)
        return file_sync_folder(path, st);
    return status_fail_at(st, ST_FAILED, path, 0, "cannot be made: %s", strerror(why));
}

static enum st_code write_own(const char *own, const void *bytes, size_t n, struct status *st)
{
    FILE *file = fopen(own, "wxe");
    int why = errno;
    if (file) {
        fwrite(bytes, 1, n, file);
        why = file_sync(file);
        if (fclose(file) != 0 && !why)
            why = errno;
        if (!why)
            return ST_OK;
        unlink(own);
    }
    return status_fail_at(st, ST_FAILED, own, 0, "cannot be written: %s", strerror(why));
}

enum st_code once_write(const char *path, const void *bytes, size_t n, bool *first,
                        struct status *st)
{
    MEM_AUTO char *own = own_name(path);
    if (!own)
        return status_no_memory(st, path);
    TRY(write_own(own, bytes, n, st));
    *first = false;
    enum st_code code = once_link(own, path, first, st);
    if (code != ST_OK && *first) /* its folder could not be synced */
        unlink(path);
    return code;
}
