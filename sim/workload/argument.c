#include "sim/workload/argument.h"

#include "common/file.h"
#include "common/memory.h"
#include "common/number.h"
#include "common/random.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

static const struct type {
    const char *name;
    char kind;
    uint32_t bytes;
} types[] = {{"u8", 'u', 1},  {"s8", 's', 1},  {"u16", 'u', 2}, {"s16", 's', 2}, {"u32", 'u', 4},
             {"s32", 's', 4}, {"u64", 'u', 8}, {"s64", 's', 8}, {"f32", 'f', 4}, {"f64", 'f', 8}};

#define FORMS                                                                                      \
    "expected TYPE:VALUE or TYPExN:FILL[,out=FILE], such as u32:1000 or f32x1024:zeros, TYPE u8 "  \
    "to u64, s8 to s64, f32 or f64 (docs/reference/kernels.md)"

/* ---- values ---- */

static bool read_integer(const struct type *t, const char *text, uint64_t *out)
{
    char *end;
    errno = 0;
    if (text[strspn(text, "0123456789-")] || !text[0])
        return false;
    if (t->kind == 'u') {
        unsigned long long value = strtoull(text, &end, 10);
        *out = value;
        return !errno && !*end && text[0] != '-' && (t->bytes == 8 || !(value >> 8 * t->bytes));
    }
    long long value = strtoll(text, &end, 10), most = INT64_MAX >> (64 - 8 * t->bytes);
    *out = (uint64_t)value;
    return !errno && !*end && value <= most && value >= -most - 1;
}

/* The bits of a number as a float of 4 or 8 bytes. */
static uint64_t real_bits(uint32_t bytes, double value)
{
    float single = (float)value;
    uint32_t low;
    uint64_t bits;
    memcpy(&low, &single, sizeof low);
    memcpy(&bits, &value, sizeof bits);
    return bytes == 4 ? low : bits;
}

static bool read_value(const struct type *t, const char *text, uint64_t *out)
{
    double real;
    if (t->kind != 'f')
        return read_integer(t, text, out);
    if (!number_read(text, strlen(text), &real))
        return false;
    *out = real_bits(t->bytes, real);
    return true;
}

/* ---- texts ---- */

static const struct type *find_type(const char *text, size_t n)
{
    for (size_t i = 0; i < sizeof types / sizeof *types; i++)
        if (strlen(types[i].name) == n && memcmp(types[i].name, text, n) == 0)
            return &types[i];
    return NULL;
}

/* Reads a count such as "1024" up to the colon; false if it is 0 or no number. */
static bool read_count(const char *text, const char *colon, uint64_t *out)
{
    size_t n = (size_t)(colon - text);
    errno = 0;
    *out = strtoull(text, NULL, 10);
    return n > 0 && strspn(text, "0123456789") == n && !errno && *out > 0;
}

static enum st_code bad_value(const char *text, uint32_t number, const struct type *t,
                              const char *forms, struct status *st)
{
    return status_fail(st, ST_USAGE, "--param %u is '%s'; behind the ':' expected %sa value of %s",
                       number, text, forms, t->name);
}

/* Parses FILL[,out=FILE] in `fill`, a copy of that part of the text, which it splits. */
static enum st_code parse_fill(struct argument *out, char *fill, const struct type *t,
                               const char *text, uint32_t number, struct status *st)
{
    static const char *const words[] = {
        [FILL_ZEROS] = "zeros", [FILL_IOTA] = "iota", [FILL_RANDOM] = "random"};
    char *file = strstr(fill, ",out=");
    if (file) {
        *file = 0;
        file += strlen(",out=");
        if (!*file || strcmp(file, "-") == 0)
            return status_fail(st, ST_USAGE, "--param %u is '%s'; out= has no name of a file",
                               number, text);
        TRY(mem_copy_text(&out->out, file, "--param", st));
    }
    if (strncmp(fill, "file=", 5) == 0 && fill[5]) {
        out->fill = FILL_FILE;
        return mem_copy_text(&out->in, fill + 5, "--param", st);
    }
    for (uint32_t i = FILL_ZEROS; i <= FILL_RANDOM; i++)
        if (strcmp(fill, words[i]) == 0) {
            out->fill = (enum fill_kind)i;
            return ST_OK;
        }
    return read_value(t, fill, &out->value)
               ? ST_OK
               : bad_value(text, number, t, "zeros, iota, random, file=FILE or ", st);
}

static enum st_code parse_buffer(struct argument *out, const char *from, const struct type *t,
                                 const char *text, uint32_t number, struct status *st)
{
    MEM_AUTO char *fill = NULL;
    TRY(mem_copy_text(&fill, from, "--param", st));
    enum st_code code = parse_fill(out, fill, t, text, number, st);
    if (code != ST_OK)
        argument_release(out);
    return code;
}

enum st_code argument_parse(struct argument *out, const char *text, uint32_t number,
                            struct status *st)
{
    const char *colon = strchr(text, ':'),
               *x = colon ? memchr(text, 'x', (size_t)(colon - text)) : NULL;
    const struct type *t = colon ? find_type(text, (size_t)((x ? x : colon) - text)) : NULL;
    *out = (struct argument){.fill = FILL_VALUE};
    if (!t || (x && !read_count(x + 1, colon, &out->n)))
        return status_fail(st, ST_USAGE, "--param %u is '%s'; " FORMS, number, text);
    out->type = t->name;
    out->kind = t->kind;
    out->bytes = t->bytes;
    if (x)
        return parse_buffer(out, colon + 1, t, text, number, st);
    return read_value(t, colon + 1, &out->value) ? ST_OK : bad_value(text, number, t, "", st);
}

void argument_release(struct argument *p)
{
    MEM_FREE(p->in, p->out);
    p->in = p->out = NULL;
}

/* ---- argument and kernel ---- */

void argument_describe(const struct program_param *p, char out[ARGUMENT_TEXT])
{
    if (p->kind == 'a')
        snprintf(out, ARGUMENT_TEXT, "b8[%u]", p->bytes);
    else
        snprintf(out, ARGUMENT_TEXT, "%c%u", p->kind, 8 * p->bytes);
}

enum st_code argument_check(const struct argument *p, const char *text, uint32_t number,
                            const struct program_param *wanted, const char *program,
                            struct status *st)
{
    char describes[ARGUMENT_TEXT];
    uint32_t bytes = p->n ? sizeof(uint64_t) : p->bytes;
    bool real = !p->n && p->kind == 'f';
    bool fits = wanted->bytes == bytes && (wanted->kind == 'b' || (wanted->kind == 'f') == real);
    bool whole =
        p->n && wanted->bytes / p->bytes == p->n && wanted->bytes % p->bytes == 0 && !p->out;
    if (wanted->kind == 'a' ? whole : fits)
        return ST_OK;
    argument_describe(wanted, describes);
    if (wanted->kind == 'a')
        return status_fail(
            st, ST_USAGE,
            "--param %u is '%s'; parameter %u of %s is %s, which is handed over as a "
            "whole: expected its %u bytes, such as u8x%u:zeros, without out=",
            number, text, number, program, describes, wanted->bytes, wanted->bytes);
    return status_fail(st, ST_USAGE, "--param %u is '%s', %s; parameter %u of %s is %s", number,
                       text, p->n ? "an address of 8 bytes" : "a scalar", number, program,
                       describes);
}

/* ---- elements ---- */

static uint64_t element(const struct argument *p, uint32_t number, uint64_t seed, uint64_t i)
{
    switch (p->fill) {
    case FILL_IOTA:
        return p->kind == 'f' ? real_bits(p->bytes, (double)i) : i;
    case FILL_RANDOM: {
        uint64_t drawn = random_u64(seed, RANDOM_KERNEL, (uint64_t)number << 48 | i);
        if (p->kind != 'f')
            return drawn;
        /* Uses as many random bits as the type holds, so that no value is rounded up to 1. */
        return p->bytes == 4 ? real_bits(4, (double)(drawn >> 40) * 0x1p-24)
                             : real_bits(8, (double)(drawn >> 11) * 0x1p-53);
    }
    default:
        return p->value;
    }
}

static enum st_code fill_from_file(const struct argument *p, uint8_t *elements, struct status *st)
{
    MEM_AUTO unsigned char *bytes = NULL;
    size_t n;
    TRY(file_read(p->in, &bytes, &n, st));
    if (n != p->n * p->bytes)
        return status_fail_at(st, ST_FAILED, p->in, 0, "%zu bytes; expected %llu, %llu of %s", n,
                              (unsigned long long)(p->n * p->bytes), (unsigned long long)p->n,
                              p->type);
    memcpy(elements, bytes, n);
    return ST_OK;
}

enum st_code argument_fill(const struct argument *p, uint32_t number, uint64_t seed,
                           uint8_t *elements, struct status *st)
{
    if (p->fill == FILL_FILE)
        return fill_from_file(p, elements, st);
    for (uint64_t i = 0; p->fill != FILL_ZEROS && i < p->n; i++) {
        uint64_t bits = element(p, number, seed, i);
        memcpy(elements + i * p->bytes, &bits, p->bytes);
    }
    return ST_OK;
}
