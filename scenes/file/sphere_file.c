#include "scenes/file/sphere_file.h"

#include "scenes/source_files.h"

#include <stdio.h>
#include <string.h>

#define SPHERE " sphere%*[ \t]%f %f %f %f"

static bool parse(const char *line, struct scene_sphere *s, struct scene_material *m)
{
    float *at = s->center, *r = &s->radius, *c = m->color;
    int end = 0;
    if (sscanf(line, SPHERE " lambertian%*[ \t]%f %f %f %n", at, at + 1, at + 2, r, c, c + 1, c + 2,
               &end) == 7 &&
        end)
        m->model = MATERIAL_LAMBERTIAN;
    else if (sscanf(line, SPHERE " metallic%*[ \t]%f %f %f fuzz%*[ \t]%f %n", at, at + 1, at + 2, r,
                    c, c + 1, c + 2, &m->fuzz, &end) == 8 &&
             end)
        m->model = MATERIAL_METALLIC;
    else if (sscanf(line, SPHERE " dielectric%*[ \t]%f %n", at, at + 1, at + 2, r, &m->ior, &end) ==
                 5 &&
             end)
        m->model = MATERIAL_DIELECTRIC;
    const float numbers[] = {at[0], at[1], at[2], *r, c[0], c[1], c[2], m->fuzz, m->ior};
    bool finite = true;
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
        finite &= isfinite(numbers[i]);
    return end && !line[end] && finite;
}

static enum st_code add_sphere(struct scene_builder *b, const char *line, struct status *st)
{
    struct scene_material m = {.color = {1, 1, 1}, .texture = -1, .ior = 1.0f};
    struct scene_sphere s = {.radius = 0};
    uint32_t material;
    if (!parse(line, &s, &m))
        return status_fail(st, ST_FAILED,
                           "is not a sphere; write: sphere x y z radius lambertian r g b | "
                           "metallic r g b fuzz f | dielectric ior");
    TRY(builder_material(b, &m, &material, st));
    s.material = (int32_t)material;
    return builder_sphere(b, &s, st);
}

/* Splits `text` into lines, in place, and adds their spheres. */
static enum st_code take_lines(struct scene_builder *b, const char *path, char *text,
                               struct status *st)
{
    int number = 1;
    for (char *line = text, *next; line; line = next, number++) {
        next = strchr(line, '\n');
        if (next)
            *next++ = 0;
        line[strcspn(line, "#")] = 0;
        if (!line[strspn(line, " \t\r")])
            continue;
        TRY(builder_code_at(add_sphere(b, line, st), path, number, st));
    }
    return ST_OK;
}

enum st_code sphere_file_read(struct scene_builder *b, const char *path, struct status *st)
{
    struct source_files files = {.hash = b->hash};
    struct source_file file;
    enum st_code code = source_files_open(&files, path, &file, st);
    if (code == ST_OK && memchr(file.bytes, 0, file.n))
        code = status_fail_at(st, ST_FAILED, path, 0, "has a zero byte; a text file is needed");
    if (code == ST_OK)
        code = take_lines(b, path, (char *)file.bytes, st);
    source_files_free(&files);
    return code;
}
