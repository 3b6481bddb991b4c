#include "scenes/import/exact.h"

#include "common/file.h"
#include "common/grow.h"
#include "common/memory.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum list { POSITIONS, TEXCOORDS, NORMALS, LISTS };

/* What the importer makes of a number is at most so far from it, in parts of the number. */
#define IMPORT_ERROR 1e-6f

struct exact {
    struct scene_mesh *mesh;
    const char *path;
    int line;
    float (*values[LISTS])[3];
    uint32_t n[LISTS], room[LISTS];
    uint8_t *done;   /* per vertex of the mesh */
    uint32_t corner; /* of the mesh, next */
    struct status *st;
};

#define fail(e, ...) status_fail_at((e)->st, ST_FAILED, (e)->path, (e)->line, __VA_ARGS__)

static enum st_code take_numbers(struct exact *e, enum list list, const char *at)
{
    if (!grow(&e->values[list], e->n[list], &e->room[list], sizeof *e->values[list]))
        return status_no_memory(e->st, e->path);
    float *value = e->values[list][e->n[list]++];
    for (int k = 0; k < 3; k++) {
        char *end;
        value[k] = strtof(at, &end); /* none: 0, of a texture coordinate's third */
        at = end;
    }
    return ST_OK;
}

/* The value that a face's corner names, NULL: none. Moves *at behind the number. */
static const float *take_index(const struct exact *e, enum list list, const char **at)
{
    char *end;
    long long index = strtoll(*at, &end, 10);
    bool named = end != *at;
    *at = end;
    if (index < 0)
        index += (long long)e->n[list] + 1;
    return named && index >= 1 && index <= (long long)e->n[list] ? e->values[list][index - 1]
                                                                 : NULL;
}

static bool is_near(const float a[3], const float b[3])
{
    for (int k = 0; k < 3; k++)
        if (!(fabsf(a[k] - b[k]) <= IMPORT_ERROR * (fabsf(a[k]) + fabsf(b[k]))))
            return false;
    return true;
}

static enum st_code take_corner(struct exact *e, const char **at)
{
    const float *value[LISTS] = {NULL};
    for (int list = POSITIONS; list < LISTS; list++) {
        value[list] = take_index(e, (enum list)list, at);
        if (list + 1 < LISTS && **at != '/')
            break;
        *at += list + 1 < LISTS;
    }
    if (!value[POSITIONS] || !value[NORMALS])
        return fail(e, "a face's corner names no normal, or one that comes later; 'as_lumibench' "
                       "needs corners such as 1/1/1 or 1//1");
    if (e->corner == 3 * e->mesh->n_triangles)
        return fail(e, "a triangle that was left out when the file was imported; 'as_lumibench' "
                       "needs all of them");
    uint32_t index = e->mesh->indices[e->corner++];
    struct scene_vertex *v = &e->mesh->vertices[index];
    if (!e->done[index] && !is_near(v->position, value[POSITIONS]))
        return fail(e, "a triangle that was imported in another order; 'as_lumibench' needs "
                       "faces that are triangles and stand in the order of their objects");
    if (e->done[index])
        return ST_OK;
    e->done[index] = 1;
    memcpy(v->position, value[POSITIONS], sizeof v->position);
    memcpy(v->normal, value[NORMALS], sizeof v->normal);
    if (value[TEXCOORDS]) {
        v->texcoord[0] = value[TEXCOORDS][0];
        v->texcoord[1] = 1.0f - value[TEXCOORDS][1];
    }
    return ST_OK;
}

static enum st_code take_face(struct exact *e, const char *at)
{
    uint32_t corners = 0;
    for (at += strspn(at, " \t\r"); *at == '-' || (*at >= '0' && *at <= '9');
         at += strspn(at, " \t\r")) {
        if (corners++ == 3)
            return fail(e, "a face with more than three corners; 'as_lumibench' needs triangles");
        TRY(take_corner(e, &at));
    }
    return ST_OK;
}

static enum st_code take_line(struct exact *e, const char *at)
{
    at += strspn(at, " \t");
    size_t n = strcspn(at, " \t\r");
    if (n == 1 && *at == 'v')
        return take_numbers(e, POSITIONS, at + n);
    if (n == 2 && memcmp(at, "vt", 2) == 0)
        return take_numbers(e, TEXCOORDS, at + n);
    if (n == 2 && memcmp(at, "vn", 2) == 0)
        return take_numbers(e, NORMALS, at + n);
    return n == 1 && *at == 'f' ? take_face(e, at + n) : ST_OK;
}

static enum st_code take_file(struct exact *e, char *text)
{
    for (char *next; text; text = next) {
        next = strchr(text, '\n');
        if (next)
            *next++ = 0;
        e->line++;
        TRY(take_line(e, text));
    }
    if (e->corner == 3 * e->mesh->n_triangles)
        return ST_OK;
    e->line = 0;
    return fail(e, "fewer triangles than were imported; 'as_lumibench' needs faces that are "
                   "triangles, one a line");
}

enum st_code mesh_exact_obj(struct scene_mesh *m, const char *path, struct status *st)
{
    struct exact e = {.mesh = m, .path = path, .st = st};
    unsigned char *text = NULL;
    size_t n;
    TRY(file_read(path, &text, &n, st));
    e.done = mem_calloc(m->n_vertices, 1);
    enum st_code code = e.done ? take_file(&e, (char *)text) : status_no_memory(st, path);
    for (int list = 0; list < LISTS; list++)
        mem_free(e.values[list]);
    mem_free(e.done);
    mem_free(text);
    return code;
}
