/* One scanner of Wavefront OBJ for both uses: checking a file, and giving a mesh its numbers.
 *
 * The format has no counts, so a cut at the end of a line cannot be seen. A cut inside a line
 * leaves a last line without an end; hand-written files may lack it too, but then it is a face or a
 * comment, and all vertices are used. */
#include "scenes/import/check.h"

#include "common/file.h"
#include "common/grow.h"
#include "common/memory.h"
#include "scenes/import/exact.h"

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

/* What the importer makes of a number is at most so far from it, in parts of the number. */
#define IMPORT_ERROR 1e-6f

enum list { POSITIONS, TEXCOORDS, NORMALS, LISTS };

struct scan {
    const char *path;
    const unsigned char *p, *end;
    int line;
    uint64_t count[LISTS];   /* v, vt, vn lines so far */
    uint64_t highest[LISTS]; /* number that a face names */
    int highest_line[LISTS];
    unsigned char *used; /* per position: a face names it */
    uint32_t room;
    bool final;   /* a file may end with a line like the last one read */
    bool forward; /* a face names a position that comes later */
    uint64_t faces, least;
    struct mesh_no_normals no_normals;
    /* What takes the numbers; NULL: the file is only checked. */
    struct scene_mesh *mesh;
    float (*values[LISTS])[3];
    uint32_t room_values[LISTS];
    uint8_t *done;   /* per vertex of the mesh */
    uint32_t corner; /* of the mesh, next */
    struct status *st;
};

static const char *const keywords[LISTS] = {"v", "vt", "vn"};

#define fail(s, ...) status_fail_at((s)->st, ST_FAILED, (s)->path, (s)->line, __VA_ARGS__)

/* A backslash before the end of a line makes one line of two. */
static void skip_blanks(struct scan *s)
{
    for (; s->p < s->end; s->p++) {
        if (*s->p == '\\' && (s->p[1] == '\n' || (s->p[1] == '\r' && s->p[2] == '\n'))) {
            s->p += s->p[1] == '\r' ? 2 : 1;
            s->line++;
        } else if (*s->p != ' ' && *s->p != '\t' && *s->p != '\r')
            return;
    }
}

static bool at_line_end(const struct scan *s)
{
    return s->p >= s->end || *s->p == '\n' || *s->p == '#';
}

static bool at_token_end(const struct scan *s)
{
    return at_line_end(s) || *s->p == ' ' || *s->p == '\t' || *s->p == '\r' || *s->p == '\\';
}

static void skip_line(struct scan *s)
{
    while (s->p < s->end && *s->p != '\n') {
        s->line += *s->p == '\\' && s->p[1] == '\n';
        s->p += *s->p == '\\' && s->p[1] == '\n' ? 2 : 1;
    }
    if (s->p < s->end)
        s->p++;
    s->line++;
}

/* Only the form: a letter where a number should begin is a nan, an inf or not a number at all. *out
 * is read where it is wanted. */
static bool take_number(struct scan *s, float *out)
{
    skip_blanks(s);
    const unsigned char *from = s->p;
    bool digit = false;
    if (s->p < s->end && (*s->p == '-' || *s->p == '+'))
        s->p++;
    for (; !at_token_end(s); s->p++) {
        bool exponent = digit && strchr("eE+-", *s->p);
        if ((*s->p < '0' || *s->p > '9') && *s->p != '.' && !exponent)
            return false;
        digit |= *s->p >= '0' && *s->p <= '9';
    }
    if (digit && out)
        *out = strtof((const char *)from, NULL);
    return digit && s->p > from;
}

/* "nan", with a sign before it and a word in brackets behind it, as C's printf writes it. */
static bool take_nan(struct scan *s, const unsigned char *from)
{
    s->p = from;
    s->p += s->p < s->end && (*s->p == '-' || *s->p == '+');
    if (s->end - s->p < 3 || strncasecmp((const char *)s->p, "nan", 3) != 0)
        return false;
    s->p += 3;
    if (s->p < s->end && *s->p == '(')
        while (!at_token_end(s))
            s->p++;
    return at_token_end(s);
}

/* One number of an element; *is_nan: it is none, and may be none. */
static bool take_part(struct scan *s, enum list list, float *out, bool *is_nan)
{
    skip_blanks(s);
    const unsigned char *from = s->p;
    if (take_number(s, out))
        return true;
    if (list != NORMALS || !take_nan(s, from))
        return false;
    *is_nan = true;
    return true;
}

static enum st_code take_element(struct scan *s, enum list list)
{
    int needed = list == TEXCOORDS ? 1 : 3, wanted = s->mesh ? 3 : needed;
    float value[3] = {0};
    bool is_nan = false;
    for (int i = 0; i < wanted; i++)
        if (!take_part(s, list, s->mesh ? &value[i] : NULL, &is_nan) && i < needed)
            return fail(s, list == POSITIONS   ? "a vertex needs three finite numbers"
                           : list == TEXCOORDS ? "a texture coordinate needs a finite number"
                                               : "a normal needs three finite numbers, or 'nan'");
    if (is_nan) {
        value[0] = NAN;
        s->no_normals.line = s->no_normals.n++ ? s->no_normals.line : s->line;
    }
    if (list == POSITIONS) {
        if (s->count[list] > UINT32_MAX || !grow(&s->used, (uint32_t)s->count[list], &s->room, 1))
            return status_no_memory(s->st, s->path);
        s->used[s->count[list]] = 0;
    }
    if (s->mesh) {
        if (!grow(&s->values[list], (uint32_t)s->count[list], &s->room_values[list], sizeof value))
            return status_no_memory(s->st, s->path);
        memcpy(s->values[list][s->count[list]], value, sizeof value);
    }
    s->count[list]++;
    return ST_OK;
}

/* A whole number other than 0, or 0 where there is none. */
static int64_t take_index(struct scan *s)
{
    bool negative = s->p < s->end && *s->p == '-';
    int64_t value = 0;
    s->p += negative;
    for (; s->p < s->end && *s->p >= '0' && *s->p <= '9'; s->p++)
        if (value < INT64_MAX / 10 - 1)
            value = 10 * value + (*s->p - '0');
    return negative ? -value : value;
}

/* *out is the number that an index means, from 1. */
static enum st_code note_index(struct scan *s, enum list list, int64_t index, uint64_t *out)
{
    uint64_t number = (uint64_t)index;
    if (index < 0) {
        if ((uint64_t)-index > s->count[list])
            return fail(s, "a face names '%s' number %lld; only %llu come before it",
                        keywords[list], (long long)index, (unsigned long long)s->count[list]);
        number = s->count[list] + 1 - (uint64_t)-index;
    }
    if (number > s->highest[list]) {
        s->highest[list] = number;
        s->highest_line[list] = s->line;
    }
    if (list == POSITIONS && number <= s->count[list])
        s->used[number - 1] = 1;
    else if (list == POSITIONS)
        s->forward = true;
    *out = number;
    return ST_OK;
}

/* v, v/vt, v//vn or v/vt/vn; *form has a bit for each list that is named. */
static enum st_code take_corner(struct scan *s, unsigned *form, uint64_t number[LISTS])
{
    *form = 0;
    for (int list = POSITIONS; list < LISTS; list++) {
        bool omitted = list == TEXCOORDS && s->p < s->end && *s->p == '/';
        int64_t index = omitted ? 0 : take_index(s);
        if (index == 0 && !omitted)
            return fail(s, "a face's corner is not a number from 1 or below 0, as in 'f 1 2 3' or "
                           "'f 1/1/1 2/2/2 3/3/3'");
        if (index != 0)
            TRY(note_index(s, list, index, &number[list]));
        *form |= index != 0 ? 1u << list : 0;
        if (at_token_end(s))
            return ST_OK;
        if (*s->p != '/')
            return fail(s, "a face's corner is not of the form v, v/vt, v//vn or v/vt/vn");
        s->p++;
        if (at_token_end(s)) /* "1/" and "1//" are written by some exporters */
            return ST_OK;
    }
    return fail(s, "a face's corner has more than three numbers");
}

static bool is_near(const float a[3], const float b[3])
{
    for (int k = 0; k < 3; k++)
        if (!(fabsf(a[k] - b[k]) <= IMPORT_ERROR * (fabsf(a[k]) + fabsf(b[k]))))
            return false;
    return true;
}

/* Gives the mesh's next corner the values of these numbers, 0: none. */
static enum st_code place_corner(struct scan *s, const uint64_t number[LISTS])
{
    const float *value[LISTS] = {NULL};
    for (int list = POSITIONS; list < LISTS; list++)
        if (number[list] && number[list] <= s->count[list])
            value[list] = s->values[list][number[list] - 1];
    if (!value[POSITIONS] || !value[NORMALS])
        return fail(s, "a face's corner names no normal, or one that comes later; 'as_lumibench' "
                       "needs corners such as 1/1/1 or 1//1");
    if (s->corner == 3 * s->mesh->n_triangles)
        return fail(s, "a triangle that was left out when the file was imported; 'as_lumibench' "
                       "needs all of them");
    uint32_t index = s->mesh->indices[s->corner++];
    struct scene_vertex *v = &s->mesh->vertices[index];
    if (s->done[index])
        return ST_OK;
    if (!is_near(v->position, value[POSITIONS]))
        return fail(s, "a triangle that was imported in another order; 'as_lumibench' needs "
                       "faces that are triangles and stand in the order of their objects");
    s->done[index] = 1;
    memcpy(v->position, value[POSITIONS], sizeof v->position);
    if (!isnan(value[NORMALS][0])) /* else the geometry's stays */
        memcpy(v->normal, value[NORMALS], sizeof v->normal);
    if (value[TEXCOORDS]) {
        v->texcoord[0] = value[TEXCOORDS][0];
        v->texcoord[1] = 1.0f - value[TEXCOORDS][1];
    }
    return ST_OK;
}

static enum st_code take_face(struct scan *s)
{
    uint64_t corners = 0;
    unsigned form = 0, first = 0;
    for (skip_blanks(s); !at_line_end(s); skip_blanks(s)) {
        uint64_t number[LISTS] = {0};
        if (s->mesh && corners == 3)
            return fail(s, "a face with more than three corners; 'as_lumibench' needs triangles");
        TRY(take_corner(s, &form, number));
        if (s->mesh)
            TRY(place_corner(s, number));
        first = corners++ == 0 ? form : first;
        if (form != first)
            return fail(s, "a face's corners differ in form; all must be v, v/vt, v//vn or "
                           "v/vt/vn");
    }
    if (corners < 3)
        return fail(s, "a face has fewer than 3 corners; is the file complete?");
    s->faces++;
    s->least += corners <= 4 ? corners - 2 : 0;
    return ST_OK;
}

static enum st_code take_line(struct scan *s)
{
    skip_blanks(s);
    const unsigned char *word = s->p;
    while (!at_token_end(s))
        s->p++;
    size_t n = (size_t)(s->p - word);
    s->final = n == 0 || (n == 1 && strchr("flp", *word));
    for (int list = POSITIONS; list < LISTS; list++)
        if (n == strlen(keywords[list]) && memcmp(word, keywords[list], n) == 0)
            TRY(take_element(s, list));
    if (n == 1 && *word == 'f')
        TRY(take_face(s));
    skip_line(s);
    return ST_OK;
}

static enum st_code take_lines(struct scan *s)
{
    while (s->p < s->end)
        TRY(take_line(s));
    return ST_OK;
}

static enum st_code check_end(struct scan *s, bool ended)
{
    for (int list = POSITIONS; list < LISTS; list++)
        if (s->highest[list] > s->count[list])
            return status_fail_at(s->st, ST_FAILED, s->path, s->highest_line[list],
                                  "a face names '%s' number %llu; the file has %llu",
                                  keywords[list], (unsigned long long)s->highest[list],
                                  (unsigned long long)s->count[list]);
    if (s->faces == 0)
        return status_fail_at(s->st, ST_FAILED, s->path, 0,
                              "has no triangles; an OBJ file with 'f' lines is needed");
    if (!ended && (!s->final || (!s->forward && memchr(s->used, 0, s->count[POSITIONS]))))
        return status_fail_at(s->st, ST_FAILED, s->path, s->line - 1,
                              "the file ends inside a line: it is truncated; a complete one ends "
                              "with a face and a new line");
    return ST_OK;
}

enum st_code mesh_check_obj(const char *path, const unsigned char *bytes, size_t n, uint64_t *least,
                            struct mesh_no_normals *no_normals, struct status *st)
{
    struct scan s = {.path = path, .p = bytes, .end = bytes + n, .line = 1, .st = st};
    if (memchr(bytes, 0, n))
        return status_fail_at(st, ST_FAILED, path, 0, "has a zero byte; OBJ is a text format");
    enum st_code code = take_lines(&s);
    if (code == ST_OK)
        code = check_end(&s, n > 0 && bytes[n - 1] == '\n');
    mem_free(s.used);
    *least = s.least;
    *no_normals = s.no_normals;
    return code;
}

enum st_code mesh_exact_obj(struct scene_mesh *m, const char *path, struct status *st)
{
    MEM_AUTO unsigned char *bytes = NULL;
    MEM_AUTO uint8_t *done = NULL;
    size_t n;
    TRY(file_read(path, &bytes, &n, st));
    TRY(mem_make(&done, m->n_vertices, 1, path, st));
    struct scan s = {
        .path = path, .p = bytes, .end = bytes + n, .line = 1, .mesh = m, .done = done, .st = st};
    enum st_code code = take_lines(&s);
    if (code == ST_OK && s.corner != 3 * m->n_triangles)
        code = status_fail_at(st, ST_FAILED, path, 0,
                              "fewer triangles than were imported; 'as_lumibench' needs faces that "
                              "are triangles, one a line");
    for (int list = 0; list < LISTS; list++)
        mem_free(s.values[list]);
    mem_free(s.used);
    return code;
}
