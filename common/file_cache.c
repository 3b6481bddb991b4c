#include "common/file_cache.h"

#include "common/file.h"
#include "common/memory.h"
#include "version.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum { HEADER = 128 }; /* room for the header line, in bytes */

static char *home_folder(void)
{
    const char *cache = getenv("XDG_CACHE_HOME"), *home = getenv("HOME");
    if (cache && cache[0] == '/') /* the XDG specification ignores relative paths */
        return file_join(cache, "diorama");
    return home && home[0] ? file_join(home, ".cache/diorama") : NULL;
}

#define MAKING ".making"

/* Removes the turns of programs that were killed. */
static void forget_turns(const char *folder)
{
    DIR *entries = opendir(folder);
    for (struct dirent *e; entries && (e = readdir(entries));) {
        size_t n = strlen(e->d_name), k = sizeof MAKING - 1;
        MEM_AUTO char *path = NULL;
        if (n > k && strcmp(e->d_name + n - k, MAKING) == 0)
            path = file_join(folder, e->d_name);
        if (path)
            turn_forget_gone(path);
    }
    if (entries)
        closedir(entries);
}

enum st_code file_cache_open(char **out, const char *asked, struct status *st)
{
    bool automatic = strcmp(asked, "auto") == 0;
    *out = automatic ? home_folder() : mem_strdup(asked);
    if (!*out && automatic)
        return status_fail(st, ST_USAGE,
                           "--cache is 'auto', and neither XDG_CACHE_HOME nor HOME is set; name a "
                           "folder");
    if (!*out)
        return status_no_memory(st, "cache");
    enum st_code code = file_make_folder(*out, st);
    if (code == ST_OK) {
        forget_turns(*out);
    } else {
        mem_free(*out);
        *out = NULL;
    }
    return code;
}

static char *path_of(const char *folder, const char *kind, const char *key)
{
    char name[HASH_TEXT + 32];
    snprintf(name, sizeof name, "%s.%s", key, kind);
    return file_join(folder, name);
}

/* Writes the header line of an entry with these bytes; returns its length. */
static size_t header_of(const char *kind, const char *key, const void *bytes, size_t n,
                        char line[HEADER])
{
    char hash[HASH_TEXT];
    hash_bytes(bytes, n, hash);
    int length = snprintf(line, HEADER, "diorama %s %s %zu %s\n", kind, key, n, hash);
    return (size_t)length;
}

static bool is_good(const char *kind, const char *key, const unsigned char *file, size_t n,
                    size_t *begin)
{
    char line[HEADER];
    const unsigned char *end = memchr(file, '\n', n < HEADER ? n : HEADER);
    if (!end)
        return false;
    *begin = (size_t)(end - file) + 1;
    size_t length = header_of(kind, key, file + *begin, n - *begin, line);
    return length == *begin && memcmp(line, file, length) == 0;
}

static enum file_cache_answer load(const char *path, const char *kind, const char *key,
                                   unsigned char **bytes, size_t *n, struct status *st)
{
    size_t begin;
    if (!file_is_named(path))
        return FILE_CACHE_NONE;
    if (file_read_regular(path, bytes, n, st) != ST_OK)
        return FILE_CACHE_DAMAGED;
    if (!is_good(kind, key, *bytes, *n, &begin)) {
        mem_free(*bytes);
        *bytes = NULL;
        remove(path); /* removed first, as files that were read are never overwritten (inputs.h) */
        status_fail_at(st, ST_FAILED, path, 0, "damaged; it is made again");
        return FILE_CACHE_DAMAGED;
    }
    *n -= begin;
    memmove(*bytes, *bytes + begin, *n);
    return FILE_CACHE_FOUND;
}

enum file_cache_answer file_cache_load(const char *folder, const char *kind,
                                       const char key[HASH_TEXT], unsigned char **bytes, size_t *n,
                                       struct status *st)
{
    MEM_AUTO char *path = path_of(folder, kind, key);
    if (path)
        return load(path, kind, key, bytes, n, st);
    status_no_memory(st, "cache");
    return FILE_CACHE_DAMAGED;
}

enum st_code file_cache_store(const char *folder, const char *kind, const char key[HASH_TEXT],
                              const void *bytes, size_t n, struct status *st)
{
    MEM_AUTO char *path = path_of(folder, kind, key);
    char line[HEADER];
    struct file_out file;
    struct stat info;
    if (!path)
        return status_no_memory(st, "cache");
    if (stat(path, &info) == 0 && !S_ISREG(info.st_mode)) /* opening a pipe would block */
        return status_fail_at(st, ST_FAILED, path, 0, "is not a file");
    TRY(file_out_open(&file, path, st));
    fwrite(line, 1, header_of(kind, key, bytes, n, line), file.stream);
    fwrite(bytes, 1, n, file.stream);
    return file_out_commit(&file, st); /* also checks for errors of the stream */
}

static bool is_kept(void *path)
{
    return file_is_named(path);
}

void file_cache_turn(struct turn *t, const char *folder, const char *kind,
                     const char key[HASH_TEXT], bool quiet)
{
    MEM_AUTO char *path = path_of(folder, kind, key), *turn = NULL;
    char name[HASH_TEXT + 32];
    snprintf(name, sizeof name, "%s.%s" MAKING, key, kind);
    turn = file_join(folder, name);
    t->path = NULL;
    if (path && turn)
        turn_take(t, turn, quiet, is_kept, path);
}

void program_hash(char text[HASH_TEXT])
{
    struct status st;
    if (hash_file("/proc/self/exe", text, &st) == ST_OK)
        return;
    char identity[256];
    struct stat exe = {0};
    stat("/proc/self/exe", &exe);
    int n = snprintf(identity, sizeof identity, "%s %llu %llu %lld %lld.%09ld", DIORAMA_VERSION,
                     (unsigned long long)exe.st_dev, (unsigned long long)exe.st_ino,
                     (long long)exe.st_size, (long long)exe.st_mtim.tv_sec, exe.st_mtim.tv_nsec);
    hash_bytes(identity, (size_t)n, text);
}
