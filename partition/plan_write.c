/* Writes a plan. All files are written before the first gets its name, so that after a full disk or
 * a killed run the old files remain. */
#include "partition/plan.h"

#include "common/file.h"
#include "common/memory.h"

#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { NAME_ROOM = 32, GROUP_DIM = 3, OTHER_DIM = 8, ALL_GROUPS = GROUPS_MOST };
static const char *const endings[] = {"coords", "png"};
enum { ENDINGS = sizeof endings / sizeof *endings };

static void write_coords(const struct plan *p, uint32_t g, FILE *stream)
{
    for (uint32_t y = 0; y < p->height; y++)
        for (uint32_t x = 0; x < p->width; x++) {
            uint64_t i = (uint64_t)y * p->width + x;
            if (p->group[i] == g && p->chosen[i])
                fprintf(stream, "%lu %lu\n", (unsigned long)x, (unsigned long)y);
        }
}

/* Dims the pixels that group g, or all groups, have not chosen. `dimmed` has the picture's size. */
static void dim(const struct plan *p, const struct image *picture, uint32_t g, struct image *dimmed)
{
    uint64_t n = (uint64_t)p->width * p->height;
    for (uint64_t i = 0; i < n; i++) {
        bool mine = g == ALL_GROUPS || p->group[i] == g;
        int by = mine && p->chosen[i] ? 1 : mine && g != ALL_GROUPS ? GROUP_DIM : OTHER_DIM;
        for (uint64_t a = 0; a < 3; a++)
            dimmed->rgba[4 * i + a] = (uint8_t)(picture->rgba[4 * i + a] / by);
        dimmed->rgba[4 * i + 3] = 255;
    }
}

enum st_code plan_paint(const struct plan *p, const struct image *picture, struct image *out,
                        struct status *st)
{
    TRY(image_create(out, p->width, p->height, st));
    dim(p, picture, ALL_GROUPS, out);
    return ST_OK;
}

/* The data that all files of a plan share. */
struct writing {
    const struct plan *plan;
    const struct image *picture;
    struct image dimmed;
    struct file_out *files; /* ENDINGS files per group; those that are not open are zeroed */
    char *path;             /* the folder's name, with room for a file's name after it */
    size_t folder_length, room;
};

static enum st_code write_file(struct writing *w, uint32_t i, struct status *st)
{
    struct file_out *f = &w->files[i];
    uint32_t g = i / ENDINGS;
    snprintf(w->path + w->folder_length, w->room - w->folder_length, "/group_%lu.%s",
             (unsigned long)g, endings[i % ENDINGS]);
    TRY(file_out_open(f, w->path, st));
    if (i % ENDINGS == 0) {
        write_coords(w->plan, g, f->stream);
    } else {
        dim(w->plan, w->picture, g, &w->dimmed);
        TRY(image_put_png(&w->dimmed, f->stream, w->path, st));
    }
    return file_out_flush(f, st);
}

/* Writes all files. They get their names when the last one is complete. */
static enum st_code write_all(struct writing *w, struct status *st)
{
    uint32_t n = w->plan->n_groups * ENDINGS;
    enum st_code code = ST_OK;
    for (uint32_t i = 0; code == ST_OK && i < n; i++)
        code = write_file(w, i, st);
    for (uint32_t i = 0; i < n; i++)
        if (code == ST_OK)
            code = file_out_commit(&w->files[i], st);
        else
            file_out_abandon(&w->files[i]);
    return code;
}

static enum st_code write_into(struct writing *w, const char *folder, struct status *st)
{
    struct stat info;
    bool is_new = stat(folder, &info) != 0;
    TRY(file_make_folder(folder, st));
    snprintf(w->path, w->room, "%s", folder);
    enum st_code code = write_all(w, st);
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
    struct writing w = {.plan = p, .picture = picture, .folder_length = strlen(folder)};
    w.room = w.folder_length + NAME_ROOM;
    TRY(image_create(&w.dimmed, p->width, p->height, st));
    bool got =
        MEM_ARRAYS(MEM_ARRAY(w.path, w.room), MEM_ARRAY(w.files, (size_t)p->n_groups * ENDINGS));
    enum st_code code = got ? write_into(&w, folder, st) : status_no_memory(st, folder);
    MEM_FREE(w.files, w.path);
    image_free(&w.dimmed);
    return code;
}
