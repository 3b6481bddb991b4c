#include "scenes/file/sphere_file.h"

#include "scenes/source_files.h"

#include <stdlib.h>
#include <string.h>

struct line {
    const char *path;
    int number;
    const char *p; /* next character; '\n', '#' and zero end the line */
    struct status *st;
};

static void skip_blanks(struct line *l)
{
    while (*l->p == ' ' || *l->p == '\t' || *l->p == '\r')
        l->p++;
}

static bool at_end(struct line *l)
{
    skip_blanks(l);
    return *l->p == '\n' || *l->p == '#' || *l->p == 0;
}

static bool take_word(struct line *l, const char *word)
{
    size_t n = strlen(word);
    skip_blanks(l);
    if (strncmp(l->p, word, n) != 0 || !strchr(" \t\r\n#", l->p[n]))
        return false;
    l->p += n;
    return true;
}

static bool take_numbers(struct line *l, int n, float *out)
{
    for (int i = 0; i < n; i++) {
        char *after;
        if (at_end(l))
            return false;
        out[i] = strtof(l->p, &after);
        if (after == l->p || !isfinite(out[i]))
            return false;
        l->p = after;
    }
    return true;
}

static enum st_code take_sphere(struct line *l, struct scene_builder *b)
{
    struct scene_material m = {.color = {1, 1, 1}, .texture = -1, .ior = 1.0f};
    struct scene_sphere s = {.radius = 0};
    struct status why = {0};
    uint32_t material;
    bool good =
        take_word(l, "sphere") && take_numbers(l, 3, s.center) && take_numbers(l, 1, &s.radius);
    if (good && take_word(l, "lambertian"))
        good = take_numbers(l, 3, m.color);
    else if (good && take_word(l, "metallic")) {
        m.model = MATERIAL_METALLIC;
        good = take_numbers(l, 3, m.color) && take_word(l, "fuzz") && take_numbers(l, 1, &m.fuzz);
    } else if (good && take_word(l, "dielectric")) {
        m.model = MATERIAL_DIELECTRIC;
        good = take_numbers(l, 1, &m.ior);
    } else
        good = false;
    if (!good || !at_end(l))
        return status_fail_at(l->st, ST_FAILED, l->path, l->number,
                              "is not a sphere; write: sphere x y z radius lambertian r g b | "
                              "metallic r g b fuzz f | dielectric ior");
    enum st_code code = builder_material(b, &m, &material, &why);
    s.material = (int32_t)material;
    if (code == ST_OK)
        code = builder_sphere(b, &s, &why);
    if (code == ST_FAILED)
        return status_fail_at(l->st, code, l->path, l->number, "%s", why.text);
    if (code != ST_OK)
        *l->st = why;
    return code;
}

static enum st_code take_lines(struct scene_builder *b, const char *path,
                               const struct source_file *file, struct status *st)
{
    struct line l = {.path = path, .number = 1, .p = (const char *)file->bytes, .st = st};
    if (memchr(file->bytes, 0, file->n))
        return status_fail_at(st, ST_FAILED, path, 0, "has a zero byte; a text file is needed");
    for (; *l.p; l.number++) {
        if (!at_end(&l))
            TRY(take_sphere(&l, b));
        while (*l.p && *l.p != '\n')
            l.p++;
        l.p += *l.p == '\n';
    }
    return ST_OK;
}

enum st_code sphere_file_read(struct scene_builder *b, const char *path, struct status *st)
{
    struct source_files files = {.hash = b->hash};
    struct source_file file;
    enum st_code code = source_files_open(&files, path, &file, st);
    if (code == ST_OK)
        code = take_lines(b, path, &file, st);
    source_files_free(&files);
    return code;
}
