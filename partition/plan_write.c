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

/* The two folders, with room for a file's name behind them: once there is memory for this, names
 * cost none, so that neither moving nor cleaning up can fail for want of it. */
struct places {
    char *temporary, *final;
    size_t temporary_used, final_used, room;
};

static void name_file(char *path, size_t used, size_t room, uint32_t g, const char *ending)
{
    snprintf(path + used, room - used, "/group_%lu.%s", (unsigned long)g, ending);
}

static const char *temporary_name(struct places *at, uint32_t g, const char *ending)
{
    name_file(at->temporary, at->temporary_used, at->room, g, ending);
    return at->temporary;
}

static const char *final_name(struct places *at, uint32_t g, const char *ending)
{
    name_file(at->final, at->final_used, at->room, g, ending);
    return at->final;
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
                                struct image *dimmed, struct places *at, struct status *st)
{
    TRY(write_coords(p, g, temporary_name(at, g, "coords"), st));
    dim(p, picture, g, dimmed);
    return image_write_png(dimmed, temporary_name(at, g, "png"), st);
}

/* What rename() would refuse half way is looked for before the first one. */
static enum st_code check_targets(struct places *at, uint32_t n_groups, struct status *st)
{
    for (uint32_t i = 0; i < n_groups * ENDINGS; i++) {
        struct stat info;
        const char *path = final_name(at, i / ENDINGS, endings[i % ENDINGS]);
        if (stat(path, &info) == 0 && S_ISDIR(info.st_mode))
            return status_fail_at(st, ST_FAILED, path, 0,
                                  "is a folder; a file is to be written there");
    }
    return ST_OK;
}

static enum st_code move_all(struct places *at, uint32_t n_groups, struct status *st)
{
    for (uint32_t i = 0; i < n_groups * ENDINGS; i++) {
        const char *from = temporary_name(at, i / ENDINGS, endings[i % ENDINGS]);
        const char *to = final_name(at, i / ENDINGS, endings[i % ENDINGS]);
        if (rename(from, to) != 0)
            return status_fail_at(st, ST_FAILED, to, 0, "cannot be written: %s", strerror(errno));
    }
    return ST_OK;
}

static enum st_code write_all(const struct plan *p, const struct image *picture, struct places *at,
                              struct status *st)
{
    struct image dimmed;
    TRY(image_create(&dimmed, p->width, p->height, st));
    enum st_code code = ST_OK;
    for (uint32_t g = 0; code == ST_OK && g < p->n_groups; g++)
        code = write_group(p, picture, g, &dimmed, at, st);
    image_free(&dimmed);
    if (code == ST_OK)
        code = check_targets(at, p->n_groups, st);
    return code == ST_OK ? move_all(at, p->n_groups, st) : code;
}

/* Removes what is left of the temporary folder. */
static void clean_up(struct places *at, uint32_t n_groups)
{
    for (uint32_t i = 0; i < n_groups * ENDINGS; i++)
        unlink(temporary_name(at, i / ENDINGS, endings[i % ENDINGS]));
    at->temporary[at->temporary_used] = 0;
    rmdir(at->temporary);
}

static enum st_code write_through_temporary(const struct plan *p, const struct image *picture,
                                            const char *folder, struct places *at,
                                            struct status *st)
{
    struct stat info;
    bool is_new = stat(folder, &info) != 0;
    TRY(file_make_folder(folder, st));
    at->final_used = (size_t)snprintf(at->final, at->room, "%s", folder);
    at->temporary_used = (size_t)snprintf(at->temporary, at->room, "%s/.groups.XXXXXX", folder);
    enum st_code code;
    if (mkdtemp(at->temporary)) {
        code = write_all(p, picture, at, st);
        clean_up(at, p->n_groups);
    } else {
        code =
            status_fail_at(st, ST_FAILED, folder, 0, "cannot be written into: %s", strerror(errno));
    }
    if (code != ST_OK && is_new)
        rmdir(folder);
    return code;
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
    struct places at = {.room = strlen(folder) + 2 * (size_t)NAME_ROOM};
    at.temporary = mem_calloc(at.room, 1);
    at.final = mem_calloc(at.room, 1);
    enum st_code code = at.temporary && at.final
                            ? write_through_temporary(p, picture, folder, &at, st)
                            : status_no_memory(st, folder);
    mem_free(at.temporary);
    mem_free(at.final);
    return code;
}
