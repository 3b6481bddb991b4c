#include "common/file.h"

#include "common/inputs.h"
#include "common/memory.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* Most bytes that are read from a pipe, as an endless one must not take all memory. */
#define MOST_PIPED ((size_t)1 << 30)

static enum st_code fail_too_long(const char *path, const struct stat *info, size_t most,
                                  struct status *st)
{
    if (S_ISREG(info->st_mode))
        return status_fail_at(st, ST_FAILED, path, 0,
                              "has more than %zu bytes, the most that such a file may", most);
    return status_fail_at(st, ST_FAILED, path, 0,
                          "brings more than %zu bytes, the most a pipe may; write them to a file "
                          "and name that",
                          most);
}

/* Reads all of f, at most `most` bytes. The size in `info` is only a first estimate, as a pipe has
 * none and a file may grow. */
static enum st_code read_all(FILE *f, const struct stat *info, const char *path, size_t most,
                             unsigned char **bytes, size_t *n, struct status *st)
{
    if (info->st_size > 0 && (uint64_t)info->st_size > most)
        return fail_too_long(path, info, most, st);
    size_t room = info->st_size > 0 ? (size_t)info->st_size + 1 : 65536, used = 0;
    unsigned char *data = mem_calloc(room, 1);
    if (!data)
        return status_no_memory(st, path);
    for (;;) {
        size_t end = room - 1 < most ? room - 1 : most;
        used += fread(data + used, 1, end - used, f);
        int c = used < end ? EOF : fgetc(f);
        if (c == EOF)
            break;
        unsigned char *more = used == most ? NULL : mem_resize(data, room * 2, 1);
        if (!more) {
            mem_free(data);
            return used == most ? fail_too_long(path, info, most, st) : status_no_memory(st, path);
        }
        data = more;
        room *= 2;
        data[used++] = (unsigned char)c;
    }
    if (ferror(f)) {
        mem_free(data);
        return status_fail_at(st, ST_FAILED, path, 0, "cannot be read: input error");
    }
    if (S_ISREG(info->st_mode) && info->st_size > 0 && used < (size_t)info->st_size) {
        mem_free(data);
        return status_fail_at(st, ST_FAILED, path, 0,
                              "changed while it was read; run again once it is complete");
    }
    data[used] = 0;
    *bytes = data;
    *n = used;
    return ST_OK;
}

static enum st_code check_kind(const struct stat *info, const char *path, bool regular,
                               struct status *st)
{
    if (S_ISDIR(info->st_mode) || (regular && !S_ISREG(info->st_mode)))
        return status_fail_at(st, ST_FAILED, path, 0, "is not a file");
    if (S_ISCHR(info->st_mode) || S_ISBLK(info->st_mode))
        return status_fail_at(st, ST_FAILED, path, 0, "is a device; a file is needed");
    return ST_OK;
}

static enum st_code read_file(const char *path, bool regular, size_t most, unsigned char **bytes,
                              size_t *n, struct status *st)
{
    *bytes = NULL;
    *n = 0;
    /* Without O_NONBLOCK, opening a pipe waits for its writer. */
    int fd = open(path, O_RDONLY | O_CLOEXEC | (regular ? O_NONBLOCK : 0));
    FILE *f = fd >= 0 ? fdopen(fd, "rb") : NULL;
    struct stat info;
    if (!f) {
        status_fail_at(st, ST_FAILED, path, 0, "cannot be read: %s", strerror(errno));
        if (fd >= 0)
            close(fd);
        return st->code;
    }
    enum st_code code =
        fstat(fd, &info) != 0
            ? status_fail_at(st, ST_FAILED, path, 0, "cannot be read: %s", strerror(errno))
            : check_kind(&info, path, regular, st);
    if (code == ST_OK) {
        inputs_add(&info);
        bool piped = !S_ISREG(info.st_mode) && most > MOST_PIPED;
        code = read_all(f, &info, path, piped ? MOST_PIPED : most, bytes, n, st);
    }
    fclose(f);
    return code;
}

enum st_code file_read(const char *path, unsigned char **bytes, size_t *n, struct status *st)
{
    return read_file(path, false, FILE_MOST_BYTES, bytes, n, st);
}

enum st_code file_read_most(const char *path, size_t most, unsigned char **bytes, size_t *n,
                            struct status *st)
{
    return read_file(path, false, most, bytes, n, st);
}

enum st_code file_read_regular(const char *path, unsigned char **bytes, size_t *n,
                               struct status *st)
{
    return read_file(path, true, FILE_MOST_BYTES, bytes, n, st);
}

bool file_is_named(const char *path)
{
    struct stat info;
    return lstat(path, &info) == 0;
}

bool file_exists(const char *path)
{
    struct stat info;
    return stat(path, &info) == 0 && S_ISREG(info.st_mode) && access(path, R_OK) == 0;
}

enum st_code file_make_temporary(char **path, struct status *st)
{
    const char *where = getenv("TMPDIR");
    *path = file_join(where && *where ? where : "/tmp", "diorama-XXXXXX");
    if (!*path)
        return status_no_memory(st, "a temporary folder");
    if (mkdtemp(*path))
        return ST_OK;
    status_fail(st, ST_FAILED,
                "no folder '%s' can be made; expected TMPDIR to be one that can be written to",
                *path);
    mem_free(*path);
    *path = NULL;
    return st->code;
}

enum st_code file_make_folder(const char *path, struct status *st)
{
    MEM_AUTO char *copy = mem_strdup(path);
    if (!copy)
        return status_no_memory(st, path);
    int failed = 0;
    for (char *p = copy + 1; *copy; p++) {
        char end = *p;
        if (end != '/' && end != 0)
            continue;
        *p = 0;
        bool made = mkdir(copy, 0777) == 0;
        if (made || errno == EEXIST)
            failed = 0; /* that of a folder above, which is there */
        else if (!failed)
            failed = errno;
        if (made)
            TRY(file_sync_folder(copy, st)); /* else a loss of power takes all that it holds */
        *p = end;
        if (end == 0)
            break;
    }
    struct stat info;
    if (!failed && (stat(path, &info) != 0 || !S_ISDIR(info.st_mode)))
        failed = ENOTDIR;
    if (failed)
        return status_fail_at(st, ST_FAILED, path, 0, "cannot be made a folder: %s",
                              strerror(failed));
    return ST_OK;
}

char *file_join(const char *folder, const char *name)
{
    while (name[0] == '.' && name[1] == '/')
        name += 2;
    size_t n = strlen(folder) + strlen(name) + 2;
    char *path = mem_calloc(n, 1);
    if (path)
        snprintf(path, n, "%s/%s", folder, name);
    return path;
}

char *file_folder(const char *path)
{
    const char *slash = strrchr(path, '/');
    if (!slash)
        return mem_strdup(".");
    char *copy = mem_strdup(path);
    if (copy)
        copy[slash == path ? 1 : slash - path] = 0;
    return copy;
}

/* Returns the data folder relative to the running program: <its folder>/../share/diorama, so that
 * an installed tree can be moved. */
static char *beside_program(void)
{
    char program[4096];
    ssize_t n = readlink("/proc/self/exe", program, sizeof program - 1);
    if (n <= 0)
        return NULL;
    program[n] = 0;
    char *folder = file_folder(program);
    char *data = folder ? file_join(folder, "../share/diorama") : NULL;
    mem_free(folder);
    return data;
}

static char *look_in(const char *folder, const char *relative)
{
    char *path = folder ? file_join(folder, relative) : NULL;
    struct stat info;
    if (path && stat(path, &info) == 0)
        return path;
    mem_free(path);
    return NULL;
}

char *file_find_data(const char *relative)
{
    char *beside = beside_program();
    const char *folders[] = {getenv("DIORAMA_DATA"), beside, DIORAMA_DATA_DIR, DIORAMA_MADE_DIR,
                             DIORAMA_SOURCE_DIR};
    char *found = NULL;
    for (size_t i = 0; !found && i < sizeof folders / sizeof *folders; i++)
        found = look_in(folders[i], relative);
    mem_free(beside);
    return found;
}

char *file_find(const char *path)
{
    return file_is_named(path) ? mem_strdup(path) : file_find_data(path);
}

void file_free_list(char **names, size_t n)
{
    for (size_t i = 0; i < n; i++)
        mem_free(names[i]);
    mem_free(names);
}

static int by_text(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

static enum st_code add_name(char ***names, size_t *n, const char *file, const char *ending,
                             struct status *st)
{
    size_t length = strlen(file), cut = strlen(ending);
    if (length <= cut || strcmp(file + length - cut, ending) != 0)
        return ST_OK;
    char **more = mem_resize(*names, *n + 1, sizeof **names);
    if (more)
        *names = more;
    char *name = more ? mem_strdup(file) : NULL;
    if (!name)
        return status_no_memory(st, "list of files");
    name[length - cut] = 0;
    (*names)[(*n)++] = name;
    return ST_OK;
}

enum st_code file_list_data(const char *relative, const char *ending, char ***names, size_t *n,
                            struct status *st)
{
    *n = 0;
    *names = mem_calloc(1, sizeof **names);
    if (!*names)
        return status_no_memory(st, "list of files");
    char *folder = file_find_data(relative);
    DIR *d = folder ? opendir(folder) : NULL;
    mem_free(folder);
    enum st_code code =
        d ? ST_OK
          : status_fail(st, ST_FAILED,
                        "the folder %s is not found; set DIORAMA_DATA to the folder that holds it",
                        relative);
    for (struct dirent *e = d ? readdir(d) : NULL; code == ST_OK && e; e = readdir(d))
        code = add_name(names, n, e->d_name, ending, st);
    if (d)
        closedir(d);
    if (code != ST_OK) {
        file_free_list(*names, *n);
        *names = NULL;
        *n = 0;
        return code;
    }
    qsort(*names, *n, sizeof **names, by_text);
    return ST_OK;
}
