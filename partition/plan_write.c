/* All files are first written into a folder of their own inside the target folder, which cannot be
 * on another file system, and renamed into place when the last is complete: a full disk or a killed
 * run leaves what was there before. */
#include "partition/plan.h"

#include "common/file.h"
#include "common/memory.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { NAME_ROOM = 32, GROUP_DIM = 3, OTHER_DIM = 8 };
static const char *const endings[] = {"coords", "png"};
enum { ENDINGS = sizeof endings / sizeof *endings };

static char *path_of(const char *folder, uint32_t g, const char *ending)
{
    char name[NAME_ROOM];
    snprintf(name, sizeof name, "group_%lu.%s", (unsigned long)g, ending);
    return file_join(folder, name);
}

static enum st_code write_coords(const struct plan *p, uint32_t g, const char *path,
                                 struct status *st)
{
    struct file_out f;
    TRY(file_out_open(&f, path, st));
    for (uint32_t y = 0; y < p->height; y++)
        for (uint32_t x = 0; x < p->width; x++) {
            uint64_t i = (uint64_t)y * p->width + x;
            if (p->group[i] == g && p->chosen[i])
                fprintf(f.stream, "%lu %lu\n", (unsigned long)x, (unsigned long)y);
        }
    return file_out_commit(&f, st);
}

/* `dimmed` has the picture's size. */
static void dim(const struct plan *p, const struct image *picture, uint32_t g, struct image *dimmed)
{
    uint64_t n = (uint64_t)p->width * p->height;
    for (uint64_t i = 0; i < n; i++) {
        int by = p->group[i] != g ? OTHER_DIM : p->chosen[i] ? 1 : GROUP_DIM;
        for (uint64_t a = 0; a < 3; a++)
            dimmed->rgba[4 * i + a] = (uint8_t)(picture->rgba[4 * i + a] / by);
        dimmed->rgba[4 * i + 3] = 255;
    }
}

static enum st_code write_group(const struct plan *p, const struct image *picture, uint32_t g,
                                struct image *dimmed, const char *folder, struct status *st)
{
    char *coords = path_of(folder, g, "coords"), *png = path_of(folder, g, "png");
    enum st_code code = ST_OK;
    if (!coords || !png)
        code = status_no_memory(st, folder);
    if (code == ST_OK)
        code = write_coords(p, g, coords, st);
    if (code == ST_OK) {
        dim(p, picture, g, dimmed);
        code = image_write_png(dimmed, png, st);
    }
    mem_free(coords);
    mem_free(png);
    return code;
}

static enum st_code move(const char *from_folder, const char *to_folder, uint32_t g,
                         const char *ending, struct status *st)
{
    char *from = path_of(from_folder, g, ending), *to = path_of(to_folder, g, ending);
    enum st_code code = ST_OK;
    if (!from || !to)
        code = status_no_memory(st, to_folder);
    else if (rename(from, to) != 0)
        code = status_fail_at(st, ST_FAILED, to, 0, "cannot be written: %s", strerror(errno));
    mem_free(from);
    mem_free(to);
    return code;
}

/* What rename() would refuse half way is looked for before the first one. */
static enum st_code check_target(const char *folder, uint32_t g, const char *ending,
                                 struct status *st)
{
    struct stat info;
    char *path = path_of(folder, g, ending);
    if (!path)
        return status_no_memory(st, folder);
    enum st_code code = ST_OK;
    if (stat(path, &info) == 0 && S_ISDIR(info.st_mode))
        code = status_fail_at(st, ST_FAILED, path, 0, "is a folder; a file is to be written there");
    mem_free(path);
    return code;
}

static enum st_code write_all(const struct plan *p, const struct image *picture,
                              const char *temporary, const char *folder, struct status *st)
{
    struct image dimmed;
    TRY(image_create(&dimmed, p->width, p->height, st));
    enum st_code code = ST_OK;
    for (uint32_t g = 0; code == ST_OK && g < p->n_groups; g++)
        code = write_group(p, picture, g, &dimmed, temporary, st);
    image_free(&dimmed);
    for (uint32_t i = 0; code == ST_OK && i < p->n_groups * ENDINGS; i++)
        code = check_target(folder, i / ENDINGS, endings[i % ENDINGS], st);
    for (uint32_t i = 0; code == ST_OK && i < p->n_groups * ENDINGS; i++)
        code = move(temporary, folder, i / ENDINGS, endings[i % ENDINGS], st);
    return code;
}

/* Removes what is left of the temporary folder. Names are put together in place: this must work
 * where memory has run out. `path` has room for a name behind the folder's. */
static void clean_up(char *path, size_t room, uint32_t n_groups)
{
    size_t used = strlen(path);
    for (uint32_t i = 0; i < n_groups * ENDINGS; i++) {
        snprintf(path + used, room - used, "/group_%lu.%s", (unsigned long)(i / ENDINGS),
                 endings[i % ENDINGS]);
        unlink(path);
    }
    path[used] = 0;
    rmdir(path);
}

enum st_code plan_write(const struct plan *p, const struct image *picture, const char *folder,
                        struct status *st)
{
    if (picture->width != p->width || picture->height != p->height)
        return status_fail(
            st, ST_FAILED,
            "a picture of %lu x %lu pixels for a choice of %lu x %lu; the sizes must "
            "be equal",
            (unsigned long)picture->width, (unsigned long)picture->height, (unsigned long)p->width,
            (unsigned long)p->height);
    size_t room = strlen(folder) + 2 * (size_t)NAME_ROOM;
    char *temporary = mem_calloc(room, 1);
    if (!temporary)
        return status_no_memory(st, folder);
    struct stat info;
    bool is_new = stat(folder, &info) != 0;
    enum st_code code = file_make_folder(folder, st);
    if (code == ST_OK) {
        snprintf(temporary, room, "%s/.groups.XXXXXX", folder);
        if (!mkdtemp(temporary))
            code = status_fail_at(st, ST_FAILED, folder, 0, "cannot be written into: %s",
                                  strerror(errno));
        else {
            code = write_all(p, picture, temporary, folder, st);
            clean_up(temporary, room, p->n_groups);
        }
        if (code != ST_OK && is_new)
            rmdir(folder);
    }
    mem_free(temporary);
    return code;
}
