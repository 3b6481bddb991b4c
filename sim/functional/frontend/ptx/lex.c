#include "sim/functional/frontend/ptx/lex.h"

#include <string.h>

bool slice_is(struct slice s, const char *text)
{
    return s.n == strlen(text) && memcmp(s.text, text, s.n) == 0;
}

bool slice_equal(struct slice a, struct slice b)
{
    return a.n == b.n && (a.n == 0 || memcmp(a.text, b.text, a.n) == 0);
}

int slice_order(struct slice a, struct slice b)
{
    int order = memcmp(a.text, b.text, a.n < b.n ? a.n : b.n);
    return order ? order : (a.n > b.n) - (a.n < b.n);
}

struct slice ptx_slice(const struct ptx_token *t)
{
    return (struct slice){.text = t->text, .n = t->n};
}

bool ptx_token_is(const struct ptx_token *t, const char *text)
{
    return (t->kind == PTX_WORD || t->kind == PTX_MARK) && slice_is(ptx_slice(t), text);
}

static bool is_word(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
           c == '$' || c == '%' || c == '.';
}

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

static enum st_code fail(const struct ptx_lexer *l, struct status *st, const char *what)
{
    return status_fail_at(st, ST_FAILED, l->name, (int)l->line, "%s", what);
}

static enum st_code skip_space(struct ptx_lexer *l, struct status *st)
{
    while (l->at < l->end) {
        size_t left = (size_t)(l->end - l->at);
        if (*l->at == '\n') {
            l->line++;
            l->at++;
        } else if (*l->at == ' ' || *l->at == '\t' || *l->at == '\r') {
            l->at++;
        } else if (left >= 2 && l->at[0] == '/' && l->at[1] == '/') {
            ptx_lex_skip_line(l);
        } else if (left >= 2 && l->at[0] == '/' && l->at[1] == '*') {
            struct ptx_lexer begin = *l;
            l->at += 2;
            while (l->end - l->at >= 2 && !(l->at[0] == '*' && l->at[1] == '/'))
                l->line += *l->at++ == '\n';
            if (l->end - l->at < 2)
                return fail(&begin, st, "a comment that is never closed; expected */");
            l->at += 2;
        } else {
            break;
        }
    }
    return ST_OK;
}

void ptx_lex_skip_line(struct ptx_lexer *l)
{
    while (l->at < l->end && *l->at != '\n')
        l->at++;
}

enum st_code ptx_lex_skip_block(struct ptx_lexer *l, bool *closed, struct status *st)
{
    uint32_t depth = 1;
    *closed = false;
    while (depth) {
        TRY(skip_space(l, st));
        if (l->at == l->end)
            return ST_OK;
        char c = *l->at++;
        depth += (uint32_t)(c == '{') - (uint32_t)(c == '}');
        while (c == '"' && l->at < l->end && *l->at != '\n' && *l->at++ != '"')
            continue;
    }
    *closed = true;
    return ST_OK;
}

static int hex_value(char c)
{
    if (is_digit(c))
        return c - '0';
    if (c >= 'a' && c <= 'f')
        return c - 'a' + 10;
    if (c >= 'A' && c <= 'F')
        return c - 'A' + 10;
    return -1;
}

/* Parses a number: 12, 0x1F, 017, 0b11, 0f3F800000, 0d3FF0000000000000; integers may end with U. */
static bool parse_number(struct ptx_token *t)
{
    const char *s = t->text, *end = s + t->n;
    int base = 10, digits = 0, want = 0;
    t->number = 'i';
    if (t->n > 2 && s[0] == '0' && !is_digit(s[1])) {
        char c = s[1];
        base = c == 'b' || c == 'B' ? 2 : 16;
        if (c == 'f' || c == 'F' || c == 'd' || c == 'D') {
            t->number = c == 'f' || c == 'F' ? 'f' : 'd';
            want = t->number == 'f' ? 8 : 16;
        } else if (c != 'x' && c != 'X' && base != 2) {
            return false;
        }
        s += 2;
    } else if (t->n > 1 && s[0] == '0') {
        base = 8;
        s++;
    }
    if (!want && end > s && end[-1] == 'U')
        end--;
    t->bits = 0;
    for (; s < end; s++, digits++) {
        int v = hex_value(*s);
        if (v < 0 || v >= base || t->bits > (UINT64_MAX - (uint64_t)v) / (uint64_t)base)
            return false;
        t->bits = t->bits * (uint64_t)base + (uint64_t)v;
    }
    return digits > 0 && (!want || digits == want);
}

static enum st_code lex_string(struct ptx_lexer *l, struct ptx_token *out, struct status *st)
{
    l->at++;
    out->kind = PTX_STRING;
    out->text = l->at;
    while (l->at < l->end && *l->at != '"' && *l->at != '\n')
        l->at++;
    if (l->at == l->end || *l->at != '"')
        return fail(l, st, "a string that is never closed; expected \"");
    out->n = (size_t)(l->at++ - out->text);
    return ST_OK;
}

/* Whether the next characters are the colons within `L1::evict_first`. */
static bool is_scope(const struct ptx_lexer *l)
{
    return l->end - l->at > 2 && l->at[0] == ':' && l->at[1] == ':' && is_word(l->at[2]);
}

enum st_code ptx_lex(struct ptx_lexer *l, struct ptx_token *out, struct status *st)
{
    TRY(skip_space(l, st));
    memset(out, 0, sizeof *out);
    out->text = l->at;
    out->line = l->line;
    if (l->at == l->end)
        return ST_OK;
    char c = *l->at;
    if (c == '"')
        return lex_string(l, out, st);
    if (is_word(c)) {
        while (l->at < l->end && (is_word(*l->at) || is_scope(l)))
            l->at += is_word(*l->at) ? 1 : 2;
        out->n = (size_t)(l->at - out->text);
        out->kind = is_digit(c) ? PTX_NUMBER : PTX_WORD;
        if (out->kind == PTX_NUMBER && !parse_number(out))
            return status_fail_at(st, ST_FAILED, l->name, (int)l->line,
                                  "%.*s is not a number; expected an integer of at most 64 bits, "
                                  "0f and 8 or 0d and 16 hexadecimal digits",
                                  out->n < 40 ? (int)out->n : 40, out->text);
        return ST_OK;
    }
    if (!memchr("{}()[]<>,;:=+-@!|", c, 17))
        return status_fail_at(st, ST_FAILED, l->name, (int)l->line,
                              "character 0x%02x does not belong into PTX", (unsigned char)c);
    l->at++;
    out->n = 1;
    out->kind = PTX_MARK;
    return ST_OK;
}
