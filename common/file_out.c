/* Writes output files: under its name, a file is complete or absent. */
#define _GNU_SOURCE /* for O_TMPFILE */
#include "common/file.h"

#include "common/inputs.h"
#include "common/memory.h"
#include "common/own_name.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static void release(struct file_out *f)
{
    mem_free(f->path);
    mem_free(f->temporary);
    *f = (struct file_out){0};
}

/* Examines what has the name already. A link is followed, so that its target is replaced and not
 * the link. A link to nothing fails, as it is more likely a mistake than intended. */
static enum st_code look_at_target(const char *path, char *target, bool *exists, struct stat *info,
                                   struct status *st)
{
    struct stat link;
    *exists = stat(path, info) == 0;
    int why = *exists ? 0 : errno;
    if (why == ENOENT && lstat(path, &link) == 0)
        return status_fail_at(st, ST_FAILED, path, 0,
                              "is a link to nothing; the name of a file is needed");
    if (why && why != ENOENT)
        return status_fail_at(st, ST_FAILED, path, 0, "cannot be written: %s", strerror(why));
    if (*exists && S_ISDIR(info->st_mode))
        return status_fail_at(st, ST_FAILED, path, 0, "is a folder; a file name is needed");
    if (*exists && inputs_have(info))
        return status_fail(st, ST_USAGE, "%s is a file that is read; name another one", path);
    /* Renaming would succeed, since it needs only permission to write the folder. */
    if (*exists && S_ISREG(info->st_mode) && access(path, W_OK) != 0)
        return status_fail_at(st, ST_FAILED, path, 0, "cannot be written: %s", strerror(errno));
    bool is_link = *exists && lstat(path, &link) == 0 && S_ISLNK(link.st_mode);
    if (is_link && S_ISREG(info->st_mode)) {
        if (!realpath(path, target))
            return status_fail_at(st, ST_FAILED, path, 0, "cannot be written: %s", strerror(errno));
    } else {
        snprintf(target, PATH_MAX, "%s", path);
    }
    return ST_OK;
}

/* Opens a file without a name, which disappears however the program ends; -1 if the file system
 * does not support it, or if /proc, through which it gets its name, is missing. */
static int open_nameless(const char *folder)
{
#ifdef O_TMPFILE
    if (access("/proc/self/fd", X_OK) == 0)
        return open(folder, O_TMPFILE | O_WRONLY | O_CLOEXEC, 0666);
#endif
    errno = EOPNOTSUPP;
    return -1;
}

static int open_temporary(struct file_out *f, const char *folder)
{
    int fd = open_nameless(folder);
    f->nameless = fd >= 0;
    if (fd < 0 && (errno == EOPNOTSUPP || errno == EISDIR || errno == EINVAL))
        fd = open(f->temporary, O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC, 0666);
    return fd;
}

/* Opens the stream; `old` is the existing entry, or NULL. */
static void open_stream(struct file_out *f, const struct stat *old, const char *folder)
{
    /* A rename would not write to a device or pipe (/dev/stdout, /dev/full) but replace it. */
    if (old && !S_ISREG(old->st_mode)) {
        f->stream = fopen(f->path, "wb");
        mem_free(f->temporary);
        f->temporary = NULL;
        return;
    }
    int fd = open_temporary(f, folder);
    if (fd < 0)
        return;
    if (old) /* the same mode as if the old file were overwritten */
        fchmod(fd, old->st_mode & 07777);
    f->stream = fdopen(fd, "wb");
    if (!f->stream) {
        int why = errno;
        close(fd);
        if (!f->nameless)
            unlink(f->temporary);
        errno = why;
    }
}

enum st_code file_out_open(struct file_out *f, const char *path, struct status *st)
{
    char target[PATH_MAX];
    struct stat info;
    bool exists;
    *f = (struct file_out){0};
    if (!*path)
        return status_fail(st, ST_USAGE, "the name of an output file is empty");
    TRY(look_at_target(path, target, &exists, &info, st));
    char *folder = file_folder(target);
    f->path = mem_strdup(target);
    f->temporary = own_name(target);
    if (!folder || !f->path || !f->temporary) {
        mem_free(folder);
        release(f);
        return status_no_memory(st, path);
    }
    open_stream(f, exists ? &info : NULL, folder);
    int why = errno;
    mem_free(folder);
    if (!f->stream) {
        release(f);
        return status_fail_at(st, ST_FAILED, path, 0, "cannot be written: %s", strerror(why));
    }
    return ST_OK;
}

/* Gives the nameless file a name: the final one if that is free, else the temporary one. Returns 0
 * or errno. */
static int give_name(const struct file_out *f, bool *done)
{
    char nameless[64];
    snprintf(nameless, sizeof nameless, "/proc/self/fd/%d", fileno(f->stream));
    *done = linkat(AT_FDCWD, nameless, AT_FDCWD, f->path, AT_SYMLINK_FOLLOW) == 0;
    if (*done || errno != EEXIST || !f->temporary)
        return *done ? 0 : errno;
    return linkat(AT_FDCWD, nameless, AT_FDCWD, f->temporary, AT_SYMLINK_FOLLOW) == 0 ? 0 : errno;
}

bool file_flush(FILE *stream)
{
    errno = 0;
    bool whole = fflush(stream) == 0 && !ferror(stream);
    if (!whole && !errno)
        errno = EIO;
    return whole;
}

bool file_close(FILE *stream)
{
    bool whole = file_flush(stream);
    int why = errno;
    if (fclose(stream) == 0)
        errno = why;
    else
        whole = false;
    return whole;
}

FILE *file_memory(char **text, size_t *n)
{
    errno = 0;
    return open_memstream(text, n);
}

bool file_memory_close(FILE *stream, char *const *text)
{
    bool whole = errno != ENOMEM;
    return file_close(stream) && whole && errno != ENOMEM && *text;
}

enum st_code file_out_flush(struct file_out *f, struct status *st)
{
    if (file_flush(f->stream))
        return ST_OK;
    return status_fail_at(st, ST_FAILED, f->path, 0, "cannot be written: %s", strerror(errno));
}

/* Waits until what was written to a file is on the disk. Pipes and devices have nothing to wait
 * for. Returns 0 or errno. */
static int sync_file(int fd)
{
    return fsync(fd) == 0 || errno == EINVAL || errno == EROFS ? 0 : errno;
}

int file_sync(FILE *stream)
{
    return file_flush(stream) ? sync_file(fileno(stream)) : errno;
}

/* Opens a file or folder by its name to flush it. Returns 0 or errno. */
static int sync_name(const char *path, int flags)
{
    int fd = open(path, O_RDONLY | O_CLOEXEC | flags);
    int why = fd < 0 ? errno : sync_file(fd);
    if (fd >= 0)
        close(fd);
    return why;
}

static int sync_folder(const char *path)
{
    char folder[PATH_MAX] = ".";
    const char *slash = strrchr(path, '/');
    if (slash)
        snprintf(folder, sizeof folder, "%.*s", (int)(slash - path) + 1, path);
    int why = sync_name(folder, O_DIRECTORY);
    return why == EACCES ? 0 : why; /* a folder that may be written but not read */
}

enum st_code file_sync_folder(const char *path, struct status *st)
{
    int why = sync_folder(path);
    return why ? status_fail_at(st, ST_FAILED, path, 0, "cannot be written: %s", strerror(why))
               : ST_OK;
}

/* Returns 0 or errno; on failure the file has no name. */
static int take_name(const char *own, const char *path)
{
    if (rename(own, path) == 0)
        return sync_folder(path);
    int why = errno;
    unlink(own);
    return why;
}

enum st_code file_take_name(const char *own, const char *path, struct status *st)
{
    int why = sync_name(own, 0);
    if (why)
        unlink(own);
    else
        why = take_name(own, path);
    return why ? status_fail_at(st, ST_FAILED, path, 0, "cannot be written: %s", strerror(why))
               : ST_OK;
}

/* Returns 0 or errno; on failure the new file has no name. */
static int finish(struct file_out *f)
{
    bool done = !f->temporary;
    int why = file_sync(f->stream);
    if (!why && f->nameless)
        why = give_name(f, &done);
    bool named = f->temporary && (!f->nameless || (!why && !done));
    if (fclose(f->stream) != 0 && !why)
        why = errno;
    if (why && named)
        unlink(f->temporary);
    else if (!why && f->temporary)
        why = named ? take_name(f->temporary, f->path) : sync_folder(f->path);
    return why;
}

enum st_code file_out_commit(struct file_out *f, struct status *st)
{
    int why = finish(f);
    enum st_code code =
        why ? status_fail_at(st, ST_FAILED, f->path, 0, "cannot be written: %s", strerror(why))
            : ST_OK;
    release(f);
    return code;
}

void file_out_abandon(struct file_out *f)
{
    if (!f->stream)
        return;
    fclose(f->stream);
    if (f->temporary && !f->nameless)
        unlink(f->temporary);
    release(f);
}

enum st_code file_out_finish(struct file_out *f, enum st_code code, struct status *st)
{
    if (code == ST_OK)
        return file_out_commit(f, st);
    file_out_abandon(f);
    return code;
}

enum st_code file_write(const char *path, const void *bytes, size_t n, struct status *st)
{
    struct file_out f;
    TRY(file_out_open(&f, path, st));
    fwrite(bytes, 1, n, f.stream);
    return file_out_commit(&f, st);
}
