/* Reads Wavefront OBJ, with one scanner for two uses: checking a file and writing it in a plain
 * form, and giving a mesh the file's exact numbers. The plain form for the importing library has
 * only the words that are used here (v vt vn f o g usemtl mtllib), one per line, without leading
 * blanks or comments.
 *
 * The format has no counts, so a file that is truncated at the end of a line cannot be detected. If
 * it is truncated inside a line, the last line has no line end. In files written by hand that may
 * be missing, too, but there the last line is a face or a comment, and all vertices are used. */
#include "scenes/import/check.h"

#include "common/file.h"
#include "common/grow.h"
#include "common/memory.h"
#include "scenes/import/exact.h"

#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

/* The largest relative error of numbers that the library read. */
#define IMPORT_ERROR 1e-6f

/* The library compares each object with those before it. */
enum { MOST_OBJECTS = 1 << 16 };

enum list { POSITIONS, TEXCOORDS, NORMALS, LISTS };

struct scan {
    const char *path;
    const unsigned char *p, *end;
    int line;
    uint64_t count[LISTS];   /* number of v, vt and vn lines so far */
    uint64_t highest[LISTS]; /* highest number of each that a face uses */
    int highest_line[LISTS];
    unsigned char *used; /* for each position, whether a face uses it */
    uint32_t room;
    bool final;   /* whether a file may end with a line like the last one read */
    bool forward; /* whether a face uses a position that is defined later */
    uint64_t faces, objects;
    bool coloured;                /* whether a vertex has a colour */
    struct mesh_checked *checked; /* NULL: only the numbers of the file are wanted */
    /* The mesh that gets the numbers; NULL: the file is only checked. */
    struct scene_mesh *mesh;
    float (*values[LISTS])[3];
    uint32_t room_values[LISTS];
    uint8_t *done;   /* for each vertex of the mesh, whether it has its numbers */
    uint32_t corner; /* index of the next corner of the mesh */
    struct status *st;
};

static const char *const keywords[LISTS] = {"v", "vt", "vn"};

#define fail(s, ...) status_fail_at((s)->st, ST_FAILED, (s)->path, (s)->line, __VA_ARGS__)

/* Whether a line ends here: as on Unix, on Windows, or with a carriage return alone. */
static bool is_new_line(const unsigned char *p)
{
    return *p == '\n' || (*p == '\r' && p[1] != '\n');
}

/* Returns the number of bytes of a backslash and the line end after it, which continue a line; 0:
 * there are none. */
static size_t continuation(const unsigned char *p)
{
    return *p != '\\' ? 0 : is_new_line(p + 1) ? 2 : p[1] == '\r' ? 3 : 0;
}

static void skip_blanks(struct scan *s)
{
    while (s->p < s->end) {
        size_t n = continuation(s->p);
        s->line += n > 0;
        if (n == 0 && *s->p != ' ' && *s->p != '\t' && (*s->p != '\r' || is_new_line(s->p)))
            return;
        s->p += n ? n : 1;
    }
}

static bool at_line_end(const struct scan *s)
{
    return s->p >= s->end || *s->p == '#' || is_new_line(s->p);
}

static bool at_token_end(const struct scan *s)
{
    return at_line_end(s) || *s->p == ' ' || *s->p == '\t' || *s->p == '\r' || *s->p == '\\';
}

static void skip_line(struct scan *s)
{
    while (s->p < s->end && !is_new_line(s->p)) {
        size_t n = continuation(s->p);
        s->line += n > 0;
        s->p += n ? n : 1;
    }
    if (s->p < s->end)
        s->p++;
    s->line++;
}

/* Reads a number. Only the form is checked: if it begins with a letter, it is a nan, an inf or not
 * a number at all. `out` may be NULL. */
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

/* Reads "nan" as C's printf writes it, with an optional sign before it and an optional word in
 * brackets after it. */
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

/* Reads one number of an element; *is_nan is set for a NaN, which only normals may be. */
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

static void note_no_normal(struct scan *s, float value[3])
{
    value[0] = NAN;
    if (!s->checked)
        return;
    struct mesh_no_normals *n = &s->checked->no_normals;
    n->line = n->n++ ? n->line : s->line;
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
    if (is_nan)
        note_no_normal(s, value);
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

/* Reads a whole number other than 0; returns 0 if there is none. */
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

/* Computes the number of the element, from 1 on, that an index stands for. */
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

/* Reads a corner: v, v/vt, v//vn or v/vt/vn; *form has a bit for each list that has a number. */
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
        if (at_token_end(s)) /* some exporters write "1/" and "1//" */
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

/* Gives the next corner of the mesh the values with these numbers; 0: none. */
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
    if (!isnan(value[NORMALS][0])) /* otherwise the computed normal stays */
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
        if (corners > MESH_MOST_CORNERS)
            return fail(s, "a face with more than %d corners; split it", MESH_MOST_CORNERS);
        if (form != first)
            return fail(s, "a face's corners differ in form; all must be v, v/vt, v//vn or "
                           "v/vt/vn");
    }
    if (corners < 3)
        return fail(s, "a face has fewer than 3 corners; is the file complete?");
    s->faces++;
    if (s->checked)
        s->checked->least += corners <= 4 ? corners - 2 : 0;
    return ST_OK;
}

static bool is_word(const unsigned char *word, size_t n, const char *other)
{
    return n == strlen(other) && memcmp(word, other, n) == 0;
}

/* Finds the next word of the line; false at its end. */
static bool next_word(struct scan *line, const unsigned char **word, size_t *n)
{
    skip_blanks(line);
    *word = line->p;
    if (at_line_end(line))
        return false;
    while (!at_token_end(line))
        line->p++;
    line->p += line->p == *word; /* skips a backslash that does not end the line */
    *n = (size_t)(line->p - *word);
    return true;
}

static size_t count_words(struct scan line)
{
    const unsigned char *word;
    size_t n, words = 0;
    while (next_word(&line, &word, &n))
        words++;
    return words;
}

/* Writes a line of numbers with one blank between them. Three numbers follow v, vt and vn; a single
 * fourth number is a divisor, more numbers of a vertex are colours. A number that begins with its
 * decimal point gets a leading zero, because the library would not count it otherwise. */
static void put_numbers(struct scan *s, const unsigned char *from, bool face)
{
    struct plain *out = &s->checked->plain;
    struct scan line = {.p = from, .end = s->end};
    const size_t words = face ? 0 : count_words(line);
    const size_t wanted = face ? SIZE_MAX : words == 5 ? 5 : 4;
    const unsigned char *word;
    size_t n;
    if (words > 5 && is_word(from, 1, "v") && (from[1] == ' ' || from[1] == '\t') && !s->coloured) {
        s->coloured = true;
        mesh_checked_add(s->checked, "colours of vertices");
    }
    for (size_t i = 0; i < wanted && next_word(&line, &word, &n); i++) {
        plain_put(out, " ", i > 0);
        plain_put(out, "0", *word == '.');
        plain_put(out, word, n);
    }
    plain_put(out, "\n", 1);
}

/* Returns the end of a line without the blanks there, and without the backslash of one that goes
 * on: the library would take what is written next for its end. */
static const unsigned char *end_of(const struct scan *s, const unsigned char *from)
{
    const unsigned char *to = from;
    while (to < s->end && !is_new_line(to))
        to++;
    while (to > from && (to[-1] == ' ' || to[-1] == '\t' || to[-1] == '\r' || continuation(to - 1)))
        to--;
    return to;
}

/* Writes a line with a name, which may contain blanks. */
static void put_name(struct scan *s, const unsigned char *from)
{
    plain_put(&s->checked->plain, from, (size_t)(end_of(s, from) - from));
    plain_put(&s->checked->plain, "\n", 1);
}

static bool is_beside(const struct scan *s, const char *name)
{
    MEM_AUTO char *folder = file_folder(s->path);
    MEM_AUTO char *path = folder ? file_join(folder, name) : NULL;
    return !path || file_exists(path);
}

/* Makes the name of a file from a part of a line; `from` may be behind `to`. */
static void take_file(char name[FILENAME_MAX], const unsigned char *from, const unsigned char *to)
{
    snprintf(name, FILENAME_MAX, "%.*s", from < to ? (int)(to - from) : 0, (const char *)from);
    for (char *c = name; *c; c++)
        *c = *c == '\\' ? '/' : *c;
}

/* Tells of a material file that is neither there nor has the mesh file's name: the library looks
 * there next. */
static void look_for_materials(struct scan *s, const char *name)
{
    char own[FILENAME_MAX], what[128 + 64];
    const char *slash = strrchr(s->path, '/'), *stem = slash ? slash + 1 : s->path;
    snprintf(own, sizeof own, "%.*s.mtl", (int)strcspn(stem, "."), stem);
    if (!name[0] || is_beside(s, name) || is_beside(s, own))
        return;
    snprintf(what, sizeof what, "materials of '%.100s', which is not there", name);
    mesh_checked_add(s->checked, what);
}

/* Writes material files, one a line. A name may contain blanks; several names are those of files
 * of which the first is there. */
static void put_materials(struct scan *s, const unsigned char *keyword)
{
    static const char mtllib[] = "mtllib";
    struct scan line = {.p = keyword + sizeof mtllib - 1, .end = end_of(s, keyword)};
    const unsigned char *word;
    char name[FILENAME_MAX], first[FILENAME_MAX] = "";
    size_t n;
    skip_blanks(&line);
    take_file(name, line.p, line.end);
    struct scan words = line;
    if (next_word(&words, &word, &n))
        take_file(first, word, word + n);
    if (is_beside(s, name) || !is_beside(s, first)) {
        look_for_materials(s, name);
        put_name(s, keyword);
        return;
    }
    while (next_word(&line, &word, &n)) {
        take_file(name, word, word + n);
        look_for_materials(s, name);
        plain_put(&s->checked->plain, "mtllib ", sizeof mtllib);
        plain_put(&s->checked->plain, word, n);
        plain_put(&s->checked->plain, "\n", 1);
    }
}

static void write_line(struct scan *s, const unsigned char *word, size_t n)
{
    static const char *const numbers[] = {"v", "vt", "vn", "f"};
    static const char *const names[] = {"o", "g", "usemtl"};
    for (size_t i = 0; i < 4; i++)
        if (is_word(word, n, numbers[i]))
            put_numbers(s, word, *word == 'f');
        else if (i < 3 && is_word(word, n, names[i]))
            put_name(s, word);
    if (is_word(word, n, "p") || is_word(word, n, "l"))
        s->checked->left_out++;
    if (is_word(word, n, "curv") || is_word(word, n, "surf"))
        mesh_checked_add(s->checked, "free-form curves and surfaces");
    if (is_word(word, n, "mtllib"))
        put_materials(s, word);
}

static enum st_code take_line(struct scan *s)
{
    skip_blanks(s);
    const unsigned char *word = s->p;
    while (!at_token_end(s))
        s->p++;
    size_t n = (size_t)(s->p - word);
    s->final = n == 0 || (n == 1 && strchr("flp", *word));
    s->objects += is_word(word, n, "o");
    if (s->objects > MOST_OBJECTS)
        return fail(s, "more than %d objects ('o'); join them", MOST_OBJECTS);
    if (s->checked)
        write_line(s, word, n);
    for (int list = POSITIONS; list < LISTS; list++)
        if (is_word(word, n, keywords[list]))
            TRY(take_element(s, list));
    if (n == 1 && *word == 'f')
        TRY(take_face(s));
    skip_line(s);
    return ST_OK;
}

static void skip_byte_order_mark(struct scan *s)
{
    if (s->end - s->p >= 3 && memcmp(s->p, "\xef\xbb\xbf", 3) == 0)
        s->p += 3;
}

static enum st_code take_lines(struct scan *s)
{
    skip_byte_order_mark(s);
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

enum st_code mesh_check_obj(const char *path, const unsigned char *bytes, size_t n,
                            struct mesh_checked *out, struct status *st)
{
    *out = (struct mesh_checked){0};
    struct scan s = {
        .path = path, .p = bytes, .end = bytes + n, .line = 1, .checked = out, .st = st};
    if (memchr(bytes, 0, n))
        return status_fail_at(st, ST_FAILED, path, 0, "has a zero byte; OBJ is a text format");
    enum st_code code = take_lines(&s);
    if (code == ST_OK)
        code = check_end(&s, n > 0 && (bytes[n - 1] == '\n' || bytes[n - 1] == '\r'));
    if (code == ST_OK && out->plain.no_memory)
        code = status_no_memory(st, path);
    mem_free(s.used);
    if (code != ST_OK)
        mesh_checked_free(out);
    return code;
}

/* ---- materials ---- */

/* Words of material files, and the count of numbers that each needs; 0: a name. All other words are
 * left out. */
static const struct {
    const char *word;
    int numbers;
} material_words[] = {{"newmtl", 0}, {"Kd", 3}, {"Ks", 3},    {"Ke", 3},     {"Ni", 1},
                      {"d", 1},      {"Tr", 1}, {"illum", 1}, {"map_Kd", 0}, {"map_d", 0}};

static enum st_code take_material_numbers(struct scan *s, const unsigned char *word, size_t length,
                                          int numbers)
{
    struct plain *out = &s->checked->plain;
    const unsigned char *from[3];
    size_t n[3];
    int there = 0;
    for (skip_blanks(s); there < numbers && !at_line_end(s); skip_blanks(s), there++) {
        from[there] = s->p;
        if (!take_number(s, NULL))
            break;
        n[there] = (size_t)(s->p - from[there]);
    }
    if (there == 0 || (there < numbers && !at_line_end(s)))
        return fail(s, "'%.*s' needs %s", (int)length, (const char *)word,
                    numbers == 1 ? "a finite number" : "one or three finite numbers");
    plain_put(out, word, length);
    for (int i = 0; i < numbers; i++) { /* a single number stands for three equal ones */
        const int k = i < there ? i : 0;
        plain_put_text(out, *from[k] == '.' ? " 0" : " ");
        plain_put(out, from[k], n[k]);
    }
    plain_put(out, "\n", 1);
    return ST_OK;
}

static enum st_code take_material_line(struct scan *s)
{
    skip_blanks(s);
    const unsigned char *word = s->p;
    while (!at_token_end(s))
        s->p++;
    size_t n = (size_t)(s->p - word);
    skip_blanks(s);
    if (s->end - s->p > 6 && memcmp(s->p, "-halo ", 6) == 0)
        s->p += 6;
    for (size_t i = 0; i < sizeof material_words / sizeof *material_words; i++) {
        if (!is_word(word, n, material_words[i].word))
            continue;
        if (material_words[i].numbers)
            TRY(take_material_numbers(s, word, n, material_words[i].numbers));
        else if (!at_line_end(s))
            put_name(s, word);
    }
    skip_line(s);
    return ST_OK;
}

enum st_code mesh_check_mtl(const char *path, const unsigned char *bytes, size_t n,
                            struct plain *out, struct status *st)
{
    struct mesh_checked checked = {0};
    struct scan s = {
        .path = path, .p = bytes, .end = bytes + n, .line = 1, .checked = &checked, .st = st};
    enum st_code code = ST_OK;
    skip_byte_order_mark(&s);
    while (code == ST_OK && s.p < s.end)
        code = take_material_line(&s);
    if (code == ST_OK && checked.plain.no_memory)
        code = status_no_memory(st, path);
    *out = checked.plain;
    if (code != ST_OK) {
        mem_free(out->bytes);
        *out = (struct plain){0};
    }
    return code;
}

enum st_code mesh_exact_obj(struct scene_mesh *m, const char *path, struct status *st)
{
    MEM_AUTO unsigned char *bytes = NULL;
    MEM_AUTO uint8_t *done = NULL;
    size_t n;
    TRY(file_read_regular(path, &bytes, &n, st));
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
