/* Reads PLY: a header that declares elements with counts and properties, then their values in the
 * same order, as text or as binary numbers of either byte order (Turk, "The PLY Polygon File
 * Format", 1994). All declared values must be there. The importing library gets little-endian
 * binary with one element of vertices (positions, normals, texture coordinates) and one of faces,
 * because it misreads binary data that begin with a line feed, and loses all triangles of strips
 * except the first. */
#include "scenes/import/check.h"

#include "common/memory.h"

#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_ELEMENTS = 16, MOST_PROPERTIES = 64, LONGEST_NAME = 32 };
enum format { TEXT, LITTLE, BIG };

static const struct type {
    const char *name;
    uint8_t size; /* in bytes */
    bool real, is_signed;
} types[] = {
    {"char", 1, false, true},    {"int8", 1, false, true},    {"uchar", 1, false, false},
    {"uint8", 1, false, false},  {"short", 2, false, true},   {"int16", 2, false, true},
    {"ushort", 2, false, false}, {"uint16", 2, false, false}, {"int", 4, false, true},
    {"int32", 4, false, true},   {"uint", 4, false, false},   {"uint32", 4, false, false},
    {"float", 4, true, true},    {"float32", 4, true, true},  {"double", 8, true, true},
    {"float64", 8, true, true},
};

static const struct type *find_type(const char *name)
{
    for (size_t i = 0; i < sizeof types / sizeof *types; i++)
        if (strcmp(name, types[i].name) == 0)
            return &types[i];
    return NULL;
}

/* The vertex data that the library gets; the table has all names that files use for them. */
enum part { X, Y, Z, NX, NY, NZ, S, T, PARTS };
static const char *const part_names[PARTS][4] = {{"x"},
                                                 {"y"},
                                                 {"z"},
                                                 {"nx"},
                                                 {"ny"},
                                                 {"nz"},
                                                 {"s", "u", "texture_u", "tx"},
                                                 {"t", "v", "texture_v", "ty"}};

enum lists { NO_LIST, FACES, STRIPS };

struct property {
    const struct type *type, *count; /* type of a value, and for a list also of its count; count
                                        NULL: a single value */
    enum lists list;
    int part; /* which of the vertex data it is; PARTS: it is not used */
};

struct element {
    char name[LONGEST_NAME];
    uint64_t rows;
    uint32_t n_properties;
    struct property properties[MOST_PROPERTIES];
};

struct scan {
    const char *path;
    const unsigned char *p, *end;
    int line;
    enum format format;
    struct element elements[MOST_ELEMENTS];
    uint32_t n_elements;
    uint64_t vertices, faces;
    bool has_vertices, has[PARTS];
    bool lone_returns; /* whether lines of the header end with a carriage return alone */
    struct plain vertex_rows, face_rows;
    struct mesh_checked *checked;
    struct status *st;
};

/* Fails with file and line; in binary rows the line is 0. */
#define fail(s, ...) status_fail_at((s)->st, ST_FAILED, (s)->path, (s)->line, __VA_ARGS__)

/* Reads the next word of a header line ("" at its end), truncated to LONGEST_NAME. */
static void take_word(struct scan *s, char word[LONGEST_NAME])
{
    size_t n = 0;
    while (s->p < s->end && (*s->p == ' ' || *s->p == '\t'))
        s->p++;
    for (; s->p < s->end && !strchr(" \t\r\n", *s->p); s->p++)
        if (n + 1 < LONGEST_NAME)
            word[n++] = (char)*s->p;
    word[n] = 0;
}

static enum st_code take_format(struct scan *s)
{
    char word[LONGEST_NAME];
    take_word(s, word);
    if (strcmp(word, "ascii") == 0)
        s->format = TEXT;
    else if (strcmp(word, "binary_little_endian") == 0)
        s->format = LITTLE;
    else if (strcmp(word, "binary_big_endian") == 0)
        s->format = BIG;
    else
        return fail(s, "unknown PLY format; it must be ascii, binary_little_endian or "
                       "binary_big_endian");
    return ST_OK;
}

static enum st_code take_element(struct scan *s)
{
    char word[LONGEST_NAME], *after;
    if (s->n_elements == MOST_ELEMENTS)
        return fail(s, "more than 16 elements in a PLY header");
    struct element *e = &s->elements[s->n_elements++];
    take_word(s, e->name);
    take_word(s, word);
    e->rows = strtoull(word, &after, 10);
    if (!*e->name || *word < '0' || *word > '9' || *after || e->rows > UINT32_MAX)
        return fail(s, "an element needs a name and a count from 0 to 4294967295");
    if (strcmp(e->name, "vertex") != 0)
        return ST_OK;
    if (s->has_vertices)
        return fail(s, "a second element 'vertex'; one is needed");
    s->has_vertices = true;
    s->vertices = e->rows;
    return ST_OK;
}

static bool is_element(const struct element *e, const char *name)
{
    return strcmp(e->name, name) == 0;
}

/* Decides what the property of that name is used for. */
static void describe(struct scan *s, const struct element *e, struct property *p, const char *name)
{
    bool indices = p->count && !p->type->real &&
                   (strcmp(name, "vertex_indices") == 0 || strcmp(name, "vertex_index") == 0);
    p->part = PARTS;
    if (indices)
        p->list = is_element(e, "face") ? FACES : is_element(e, "tristrips") ? STRIPS : NO_LIST;
    if (strcmp(name, "texcoord") == 0 && p->count)
        mesh_checked_add(s->checked, "texture coordinates of corners");
    if (!is_element(e, "vertex") || p->count)
        return;
    for (int part = 0; part < PARTS; part++)
        for (int i = 0; i < 4 && part_names[part][i]; i++)
            if (strcmp(name, part_names[part][i]) == 0 && !s->has[part]) {
                s->has[part] = true;
                p->part = part;
            }
    if (strcmp(name, "red") == 0)
        mesh_checked_add(s->checked, "colours of vertices");
}

static enum st_code take_property(struct scan *s)
{
    char word[LONGEST_NAME];
    struct element *e = s->n_elements ? &s->elements[s->n_elements - 1] : NULL;
    if (!e || e->n_properties == MOST_PROPERTIES)
        return fail(s, "a property without an element, or more than 64 of them");
    struct property *p = &e->properties[e->n_properties++];
    take_word(s, word);
    if (strcmp(word, "list") == 0) {
        take_word(s, word);
        p->count = find_type(word);
        if (!p->count || p->count->real)
            return fail(s, "a list property needs a whole-number type for its count");
        take_word(s, word);
    }
    p->type = find_type(word);
    take_word(s, word);
    if (!p->type || !*word)
        return fail(s, "a property needs a type (char, uchar, short, ushort, int, uint, float, "
                       "double) and a name");
    describe(s, e, p, word);
    return ST_OK;
}

/* Reads a comment, since MeshLab names a texture by "comment TextureFile picture.png". */
static void take_comment(struct scan *s)
{
    static const char mark[] = " TextureFile ";
    const unsigned char *to = s->p;
    if (s->end - s->p < (ptrdiff_t)sizeof mark || memcmp(s->p, mark, sizeof mark - 1) != 0)
        return;
    while (to < s->end && *to != '\n' && *to != '\r')
        to++;
    plain_put_text(&s->checked->plain, "comment");
    plain_put(&s->checked->plain, s->p, (size_t)(to - s->p));
    plain_put_text(&s->checked->plain, "\n");
}

static enum st_code take_header_line(struct scan *s, const char *word)
{
    static const char *const passed[] = {"", "ply", "obj_info", "end_header"};
    if (strcmp(word, "format") == 0)
        return take_format(s);
    if (strcmp(word, "element") == 0)
        return take_element(s);
    if (strcmp(word, "property") == 0)
        return take_property(s);
    if (strcmp(word, "comment") == 0) {
        take_comment(s);
        return ST_OK;
    }
    for (size_t i = 0; i < sizeof passed / sizeof *passed; i++)
        if (strcmp(word, passed[i]) == 0)
            return ST_OK;
    mesh_checked_add(s->checked, "header lines with words that PLY does not have");
    return ST_OK;
}

static enum st_code end_header_line(struct scan *s)
{
    while (s->p < s->end && *s->p != '\n' && !(s->lone_returns && *s->p == '\r')) {
        s->lone_returns |= s->line == 1 && *s->p == '\r' && s->p[1] != '\n';
        s->p += !s->lone_returns || *s->p != '\r';
    }
    if (s->p == s->end)
        return fail(s, "the PLY header does not end; is the file complete?");
    s->p++;
    s->line++;
    return ST_OK;
}

static enum st_code take_header(struct scan *s)
{
    char word[LONGEST_NAME];
    for (bool last = false; !last;) {
        take_word(s, word);
        last = strcmp(word, "end_header") == 0;
        if ((s->line == 1) != (strcmp(word, "ply") == 0))
            return fail(s, "is not a PLY file; its first line must be 'ply'");
        TRY(take_header_line(s, word));
        TRY(end_header_line(s));
    }
    return ST_OK;
}

static enum st_code too_short(const struct scan *s, const struct element *e, uint64_t row)
{
    return fail(s, "ends at '%s' %llu of %llu: the file is truncated", e->name,
                (unsigned long long)row, (unsigned long long)e->rows);
}

static double binary_value(const struct scan *s, const struct type *t)
{
    uint64_t bits = 0;
    for (uint8_t i = 0; i < t->size; i++)
        bits |= (uint64_t)s->p[s->format == LITTLE ? i : t->size - 1 - i] << (8 * i);
    if (t->real && t->size == 8) {
        double value;
        memcpy(&value, &bits, sizeof value);
        return value;
    }
    if (t->real) {
        uint32_t low = (uint32_t)bits;
        float value;
        memcpy(&value, &low, sizeof value);
        return (double)value;
    }
    uint64_t sign = (UINT64_C(1) << (8 * t->size)) >> 1; /* the sign bit of a number of up to 4
                                                            bytes */
    return t->is_signed && (bits & sign) ? (double)bits - 2.0 * (double)sign : (double)bits;
}

/* Reads the next value; false if the file ends or if text is not a number. */
static bool take_value(struct scan *s, const struct type *t, double *out)
{
    if (s->format != TEXT) {
        if ((size_t)(s->end - s->p) < t->size)
            return false;
        *out = binary_value(s, t);
        s->p += t->size;
        return true;
    }
    for (; s->p < s->end && strchr(" \t\r\n", *s->p); s->p++)
        s->line += *s->p == '\n';
    if (s->p == s->end)
        return false;
    char *after;
    *out = strtod((const char *)s->p, &after);
    bool number = after != (const char *)s->p && strchr(" \t\r\n", *after);
    s->p = (const unsigned char *)after;
    return number;
}

static void put_number(struct plain *out, uint32_t number)
{
    unsigned char bytes[4];
    for (int i = 0; i < 4; i++)
        bytes[i] = (unsigned char)(number >> 8 * i);
    plain_put(out, bytes, sizeof bytes);
}

static void put_triangle(struct scan *s, uint32_t a, uint32_t b, uint32_t c)
{
    const uint32_t row[4] = {3, a, b, c};
    for (int i = 0; i < 4; i++)
        put_number(&s->face_rows, row[i]);
    s->faces++;
    s->checked->least++;
}

/* Strips of triangles, one after the other in one list, each ended by -1. In a strip every vertex
 * from the third on makes a triangle with the two before it, and every second triangle is reversed.
 * A triangle with a repeated vertex is skipped, as it only joins parts of a strip. */
struct strip {
    uint64_t n;
    uint32_t before[2];
};

static void take_strip_vertex(struct scan *s, struct strip *strip, double value)
{
    if (value < 0) {
        strip->n = 0;
        return;
    }
    const uint32_t a = strip->before[0], b = strip->before[1], c = (uint32_t)value;
    if (strip->n >= 2 && a != b && b != c && a != c)
        put_triangle(s, strip->n % 2 ? b : a, strip->n % 2 ? a : b, c);
    strip->before[0] = b;
    strip->before[1] = c;
    strip->n++;
}

static enum st_code take_index(struct scan *s, const struct property *p, uint64_t row,
                               struct strip *strip, double value)
{
    bool ends = p->list == STRIPS && value == -1;
    if (!ends && !(value >= 0 && value < (double)s->vertices))
        return fail(s, "%s %llu names vertex %.0f; the file has %llu",
                    p->list == STRIPS ? "tristrips" : "face", (unsigned long long)row, value,
                    (unsigned long long)s->vertices);
    if (p->list == STRIPS)
        take_strip_vertex(s, strip, value);
    else
        put_number(&s->face_rows, (uint32_t)value);
    return ST_OK;
}

static enum st_code begin_face(struct scan *s, uint64_t row, uint64_t corners)
{
    if (corners < 3)
        return fail(s, "face %llu has %llu corners; three are needed at least",
                    (unsigned long long)row, (unsigned long long)corners);
    if (corners > MESH_MOST_CORNERS)
        return fail(s, "face %llu has %llu corners; at most %d are possible",
                    (unsigned long long)row, (unsigned long long)corners, MESH_MOST_CORNERS);
    put_number(&s->face_rows, (uint32_t)corners);
    s->faces++;
    s->checked->least += corners <= 4 ? corners - 2 : 0;
    return ST_OK;
}

static enum st_code take_list(struct scan *s, const struct element *e, const struct property *p,
                              uint64_t row)
{
    struct strip strip = {0};
    double count, value;
    if (!take_value(s, p->count, &count))
        return too_short(s, e, row);
    if (!(count >= 0 && count <= UINT32_MAX))
        return fail(s, "a list with a negative count");
    uint64_t corners = (uint64_t)count;
    if (!p->list && s->format != TEXT) {
        if (corners * p->type->size > (uint64_t)(s->end - s->p))
            return too_short(s, e, row);
        s->p += corners * p->type->size;
        return ST_OK;
    }
    if (p->list == FACES)
        TRY(begin_face(s, row, corners));
    for (uint64_t i = 0; i < corners; i++) {
        if (!take_value(s, p->type, &value))
            return too_short(s, e, row);
        if (p->list)
            TRY(take_index(s, p, row, &strip, value));
    }
    return ST_OK;
}

static bool has_normals(const struct scan *s)
{
    return s->has[NX] && s->has[NY] && s->has[NZ];
}

static bool has_texcoords(const struct scan *s)
{
    return s->has[S] && s->has[T];
}

/* Writes the vertex for the library. A normal that is not finite becomes zero. */
static enum st_code end_vertex(struct scan *s, uint64_t row, float v[PARTS])
{
    bool normal = true;
    for (int part = 0; part < PARTS; part++)
        if (part >= NX && part <= NZ)
            normal &= isfinite(v[part]) != 0;
        else if (!isfinite(v[part]))
            return fail(s, "vertex %llu has a NaN or infinite value; all must be finite",
                        (unsigned long long)row);
    if (!normal) {
        struct mesh_no_normals *n = &s->checked->no_normals;
        n->line = n->n++ ? n->line : s->line;
        v[NX] = v[NY] = v[NZ] = 0;
    }
    plain_put(&s->vertex_rows, "", 1);
    for (int part = 0; part < PARTS; part++) {
        uint32_t bits;
        memcpy(&bits, &v[part], sizeof bits);
        if (part <= Z || (part <= NZ && has_normals(s)) || (part >= S && has_texcoords(s)))
            put_number(&s->vertex_rows, bits);
    }
    return ST_OK;
}

static enum st_code take_row(struct scan *s, const struct element *e, uint64_t row)
{
    float vertex[PARTS + 1] = {0};
    double value;
    for (uint32_t i = 0; i < e->n_properties; i++) {
        const struct property *p = &e->properties[i];
        if (p->count) {
            TRY(take_list(s, e, p, row));
            continue;
        }
        if (!take_value(s, p->type, &value))
            return s->p < s->end && s->format == TEXT ? fail(s, "a value is not a number")
                                                      : too_short(s, e, row);
        vertex[p->part] = (float)value;
    }
    return is_element(e, "vertex") ? end_vertex(s, row, vertex) : ST_OK;
}

static enum st_code take_rows(struct scan *s, const struct element *e)
{
    uint64_t stride = 0;
    bool lists = false;
    for (uint32_t i = 0; i < e->n_properties; i++) {
        stride += e->properties[i].type->size;
        lists |= e->properties[i].count != NULL;
    }
    if (!lists && !is_element(e, "vertex") && s->format != TEXT) {
        if (stride * e->rows > (uint64_t)(s->end - s->p))
            return too_short(s, e, stride ? (uint64_t)(s->end - s->p) / stride : 0);
        s->p += stride * e->rows;
        return ST_OK;
    }
    for (uint64_t row = 0; row < e->rows && e->n_properties > 0; row++)
        TRY(take_row(s, e, row));
    return ST_OK;
}

static enum st_code take_elements(struct scan *s)
{
    static const char *const known[] = {"vertex", "face", "tristrips"};
    char what[LONGEST_NAME + 16];
    if (s->vertices && !(s->has[X] && s->has[Y] && s->has[Z]))
        return status_fail_at(s->st, ST_FAILED, s->path, 0,
                              "has vertices without x, y and z; all three are needed");
    for (uint32_t i = 0; i < s->n_elements; i++) {
        const struct element *e = &s->elements[i];
        bool read = e->rows == 0;
        for (size_t k = 0; k < sizeof known / sizeof *known; k++)
            read |= is_element(e, known[k]);
        if (s->format != TEXT)
            s->line = 0;
        TRY(take_rows(s, e));
        snprintf(what, sizeof what, "element '%s'", e->name);
        if (!read)
            mesh_checked_add(s->checked, what);
    }
    if (s->faces == 0)
        return status_fail_at(s->st, ST_FAILED, s->path, 0,
                              "has no triangles; a PLY file with an element 'face' or 'tristrips' "
                              "and a list 'vertex_indices' is needed");
    return ST_OK;
}

static void write_plain(struct scan *s)
{
    static const char *const groups[] = {
        "property uchar zero\nproperty float x\nproperty float y\nproperty float z\n",
        "property float nx\nproperty float ny\nproperty float nz\n",
        "property float s\nproperty float t\n"};
    struct plain *out = &s->checked->plain, comments = *out;
    char line[64];
    *out = (struct plain){0};
    plain_put_text(out, "ply\nformat binary_little_endian 1.0\n");
    plain_put(out, comments.bytes, comments.n);
    snprintf(line, sizeof line, "element vertex %llu\n", (unsigned long long)s->vertices);
    plain_put_text(out, line);
    plain_put_text(out, groups[0]);
    plain_put_text(out, has_normals(s) ? groups[1] : "");
    plain_put_text(out, has_texcoords(s) ? groups[2] : "");
    snprintf(line, sizeof line, "element face %llu\n", (unsigned long long)s->faces);
    plain_put_text(out, line);
    plain_put_text(out, "property list int int vertex_indices\nend_header\n");
    plain_put(out, s->vertex_rows.bytes, s->vertex_rows.n);
    plain_put(out, s->face_rows.bytes, s->face_rows.n);
    out->no_memory |= comments.no_memory | s->vertex_rows.no_memory | s->face_rows.no_memory;
    mem_free(comments.bytes);
}

enum st_code mesh_check_ply(const char *path, const unsigned char *bytes, size_t n,
                            struct mesh_checked *out, struct status *st)
{
    *out = (struct mesh_checked){0};
    struct scan s = {
        .path = path, .p = bytes, .end = bytes + n, .line = 1, .checked = out, .st = st};
    enum st_code code = take_header(&s);
    if (code == ST_OK)
        code = take_elements(&s);
    if (code == ST_OK)
        write_plain(&s);
    if (code == ST_OK && out->plain.no_memory)
        code = status_no_memory(st, path);
    MEM_FREE(s.vertex_rows.bytes, s.face_rows.bytes);
    if (code != ST_OK)
        mesh_checked_free(out);
    return code;
}
