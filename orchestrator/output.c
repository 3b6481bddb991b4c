#include "orchestrator/output.h"

#include "common/file.h"
#include "common/memory.h"

#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

enum st_code output_name(char **out, const char *asked, const char *stem, const char *ending,
                         struct status *st)
{
    size_t n = strlen(stem) + strlen(ending) + 1;
    if (asked) {
        *out = mem_strdup(asked);
    } else {
        *out = mem_calloc(n, 1);
        if (*out)
            snprintf(*out, n, "%s%s", stem, ending);
    }
    return *out ? ST_OK : status_no_memory(st, "name of an output file");
}

enum st_code output_check(const char *path, struct status *st)
{
    struct stat info;
    struct file_out file;
    /* Opening a device or a pipe just to look could have an effect. */
    if (stat(path, &info) == 0 && !S_ISREG(info.st_mode) && !S_ISDIR(info.st_mode))
        return ST_OK;
    TRY(file_out_open(&file, path, st));
    file_out_abandon(&file);
    return ST_OK;
}

enum st_code output_check_folder(const char *path, struct status *st)
{
    struct stat info;
    if (stat(path, &info) == 0 && !S_ISDIR(info.st_mode))
        return status_fail_at(st, ST_FAILED, path, 0, "is a file; a folder is needed");
    return ST_OK;
}

enum st_code output_picture(const struct image *picture, const char *folder, const char *name,
                            struct status *st)
{
    char *path = file_join(folder, name);
    if (!path)
        return status_no_memory(st, name);
    enum st_code code = image_write_png(picture, path, st);
    mem_free(path);
    return code;
}
