#include "common/once.h"

#include "common/file.h"
#include "common/memory.h"

#include <errno.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

char *once_own_name(const char *path)
{
    static atomic_uint made;
    char host[64] = "";
    gethostname(host, sizeof host - 1);
    size_t room = strlen(path) + sizeof host + 64;
    char *name = mem_calloc(room, 1);
    if (name)
        snprintf(name, room, "%s.%s.%ld.%u.new", path, host, (long)getpid(),
                 atomic_fetch_add(&made, 1));
    return name;
}

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
        return ST_OK;
    return status_fail_at(st, ST_FAILED, path, 0, "cannot be made: %s", strerror(why));
}

static enum st_code write_own(const char *own, const void *bytes, size_t n, struct status *st)
{
    errno = 0;
    FILE *file = fopen(own, "wx");
    bool good =
        file && fwrite(bytes, 1, n, file) == n && file_flush(file) && fsync(fileno(file)) == 0;
    int why = errno;
    if (file && fclose(file) != 0)
        good = false;
    if (good)
        return ST_OK;
    if (file)
        unlink(own);
    return status_fail_at(st, ST_FAILED, own, 0, "cannot be written: %s", strerror(why));
}

enum st_code once_write(const char *path, const void *bytes, size_t n, bool *first,
                        struct status *st)
{
    MEM_AUTO char *own = once_own_name(path);
    if (!own)
        return status_no_memory(st, path);
    TRY(write_own(own, bytes, n, st));
    return once_link(own, path, first, st);
}
