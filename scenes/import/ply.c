/* PLY: a header that declares elements with counts and properties, then their values in the same
 * order, as text or as binary numbers of either byte order (Turk, "The PLY Polygon File Format",
 * 1994). Everything that is declared must be there. */
#include "scenes/import/check.h"

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_ELEMENTS = 16, MOST_PROPERTIES = 64, LONGEST_NAME = 32 };
enum format { TEXT, LITTLE, BIG };

static const struct type {
    const char *name;
    uint8_t size; /* bytes */
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

struct property {
    const struct type *type, *count; /* of a list's count; NULL: a single value */
    bool indices;
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
    uint64_t vertices, faces, least;
    struct status *st;
};

/* The line is 0 in binary rows. */
#define fail(s, ...) status_fail_at((s)->st, ST_FAILED, (s)->path, (s)->line, __VA_ARGS__)

/* The next word of a header line ("" at its end), cut to its room. */
static void take_word(struct scan *s, char word[LONGEST_NAME])
{
    size_t n = 0;
    while (s->p < s->end && (*s->p == ' ' || *s->p == '\t' || *s->p == '\r'))
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
    if (strcmp(e->name, "vertex") == 0)
        s->vertices = e->rows;
    return ST_OK;
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
    p->indices = p->count && !p->type->real && strcmp(e->name, "face") == 0 &&
                 (strcmp(word, "vertex_indices") == 0 || strcmp(word, "vertex_index") == 0);
    return ST_OK;
}

static enum st_code take_header(struct scan *s)
{
    char word[LONGEST_NAME];
    for (;;) {
        take_word(s, word);
        bool first = s->line == 1, last = strcmp(word, "end_header") == 0;
        if (first != (strcmp(word, "ply") == 0))
            return fail(s, "is not a PLY file; its first line must be 'ply'");
        if (strcmp(word, "format") == 0)
            TRY(take_format(s));
        else if (strcmp(word, "element") == 0)
            TRY(take_element(s));
        else if (strcmp(word, "property") == 0)
            TRY(take_property(s));
        else if (*word && !first && !last && strcmp(word, "comment") != 0 &&
                 strcmp(word, "obj_info") != 0)
            return fail(s, "unknown keyword in a PLY header");
        while (s->p < s->end && *s->p != '\n')
            s->p++;
        if (s->p == s->end)
            return fail(s, "the PLY header does not end; is the file complete?");
        s->p++;
        s->line++;
        if (last)
            return ST_OK;
    }
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
    uint64_t sign = (UINT64_C(1) << (8 * t->size)) >> 1; /* of 4 bytes at most */
    return t->is_signed && (bits & sign) ? (double)bits - 2.0 * (double)sign : (double)bits;
}

/* The next value; false where the file ends or, in a text, where it is not a number. */
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

static enum st_code take_list(struct scan *s, const struct element *e, const struct property *p,
                              uint64_t row)
{
    double count, value;
    if (!take_value(s, p->count, &count))
        return too_short(s, e, row);
    if (!(count >= 0 && count <= UINT32_MAX))
        return fail(s, "a list with a negative count");
    uint64_t corners = (uint64_t)count;
    if (!p->indices && s->format != TEXT) {
        if (corners * p->type->size > (uint64_t)(s->end - s->p))
            return too_short(s, e, row);
        s->p += corners * p->type->size;
        return ST_OK;
    }
    for (uint64_t i = 0; i < corners; i++) {
        if (!take_value(s, p->type, &value))
            return too_short(s, e, row);
        if (p->indices && !(value >= 0 && value < (double)s->vertices))
            return fail(s, "face %llu names vertex %.0f; the file has %llu",
                        (unsigned long long)row, value, (unsigned long long)s->vertices);
    }
    if (p->indices && corners >= 3) {
        s->faces++;
        s->least += corners <= 4 ? corners - 2 : 0;
    }
    return ST_OK;
}

static enum st_code take_rows(struct scan *s, const struct element *e)
{
    uint64_t stride = 0;
    bool lists = false, vertex = strcmp(e->name, "vertex") == 0;
    double value;
    for (uint32_t i = 0; i < e->n_properties; i++) {
        stride += e->properties[i].type->size;
        lists |= e->properties[i].count != NULL;
    }
    if (!lists && !vertex && s->format != TEXT) {
        if (stride * e->rows > (uint64_t)(s->end - s->p))
            return too_short(s, e, stride ? (uint64_t)(s->end - s->p) / stride : 0);
        s->p += stride * e->rows;
        return ST_OK;
    }
    for (uint64_t row = 0; row < e->rows && e->n_properties > 0; row++)
        for (uint32_t i = 0; i < e->n_properties; i++) {
            const struct property *p = &e->properties[i];
            if (p->count) {
                TRY(take_list(s, e, p, row));
                continue;
            }
            if (!take_value(s, p->type, &value))
                return s->p < s->end && s->format == TEXT ? fail(s, "a value is not a number")
                                                          : too_short(s, e, row);
            if (vertex && !isfinite(value))
                return fail(s, "vertex %llu has a NaN or infinite value; all must be finite",
                            (unsigned long long)row);
        }
    return ST_OK;
}

enum st_code mesh_check_ply(const char *path, const unsigned char *bytes, size_t n, uint64_t *least,
                            struct status *st)
{
    struct scan s = {.path = path, .p = bytes, .end = bytes + n, .line = 1, .st = st};
    TRY(take_header(&s));
    bool strips = false;
    for (uint32_t i = 0; i < s.n_elements; i++) {
        strips |= strcmp(s.elements[i].name, "tristrips") == 0;
        if (s.format != TEXT)
            s.line = 0;
        TRY(take_rows(&s, &s.elements[i]));
    }
    if (s.faces == 0 && !strips)
        return status_fail_at(st, ST_FAILED, path, 0,
                              "has no triangles; a PLY file with an element 'face' and a list "
                              "'vertex_indices' is needed");
    *least = s.least;
    return ST_OK;
}
