#include "orchestrator/amber/words.h"

#include "common/number.h"

#include <stdio.h>
#include <string.h>

enum { SHOWN = 60, MOST_NUMBER = 64, MOST_DIGITS = 15 };

static const char *text_of(const struct amber_words *w)
{
    return (const char *)w->script->text;
}

static bool is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\r' || c == '\f' || c == '\v' || c == '\0';
}

static void skip_row(struct amber_words *w)
{
    while (w->at < w->script->n_text && text_of(w)[w->at] != '\n')
        w->at++;
}

/* Whether a backslash ends the line here. */
static bool is_joined(const struct amber_words *w)
{
    size_t at = w->at;
    if (text_of(w)[at++] != '\\')
        return false;
    while (at < w->script->n_text && is_blank(text_of(w)[at]))
        at++;
    return at < w->script->n_text && text_of(w)[at] == '\n';
}

static void skip_blanks(struct amber_words *w)
{
    bool joined = false;
    for (; w->at < w->script->n_text; w->at++) {
        char c = text_of(w)[w->at];
        if (c == '#')
            skip_row(w);
        if (w->at == w->script->n_text)
            return;
        c = text_of(w)[w->at];
        if (c == '\n') {
            w->line_at++;
            w->row_at += !joined;
            joined = false;
        } else if (is_joined(w)) {
            joined = true;
        } else if (!is_blank(c)) {
            return;
        }
    }
}

void words_next(struct amber_words *w)
{
    w->last_row = w->row;
    skip_blanks(w);
    size_t first = w->at;
    while (w->at < w->script->n_text && !is_blank(text_of(w)[w->at]) && text_of(w)[w->at] != '\n')
        w->at++;
    w->word = (struct amber_name){text_of(w) + first, (uint32_t)(w->at - first)};
    w->line = w->line_at;
    w->row = w->row_at;
}

void words_start(struct amber_words *w, const struct amber_script *script)
{
    *w = (struct amber_words){.script = script, .line_at = 1, .row_at = 1};
    words_next(w);
}

int words_shown(const struct amber_words *w)
{
    return w->word.n < SHOWN ? (int)(w->word.n ? w->word.n : strlen(words_text(w))) : SHOWN;
}

const char *words_text(const struct amber_words *w)
{
    return w->word.n ? w->word.text : "the end of the file";
}

bool amber_is(struct amber_name name, const char *text)
{
    return name.n == strlen(text) && memcmp(name.text, text, name.n) == 0;
}

bool amber_same(struct amber_name a, struct amber_name b)
{
    return a.n == b.n && memcmp(a.text, b.text, a.n) == 0;
}

bool words_are(const struct amber_words *w, const char *text)
{
    return amber_is(w->word, text);
}

bool words_stay(const struct amber_words *w)
{
    return w->word.n && w->row == w->last_row;
}

bool words_take(struct amber_words *w, const char *text)
{
    bool is = words_are(w, text);
    if (is)
        words_next(w);
    return is;
}

enum st_code words_need(struct amber_words *w, const char *text, struct status *st)
{
    return words_take(w, text) ? ST_OK
                               : WORDS_FAIL(w, st, "%.*s; expected %s", WORDS_SHOWN(w), text);
}

enum st_code words_name(struct amber_words *w, const char *what, struct amber_name *out,
                        struct status *st)
{
    if (!w->word.n)
        return WORDS_FAIL(w, st, "%.*s; expected the name of %s", WORDS_SHOWN(w), what);
    *out = w->word;
    words_next(w);
    return ST_OK;
}

enum st_code words_choice(struct amber_words *w, const char *what, const char *const *names,
                          uint32_t *out, struct status *st)
{
    char list[256] = "";
    for (*out = 0; names[*out]; ++*out) {
        size_t used = strlen(list);
        if (words_take(w, names[*out]))
            return ST_OK;
        snprintf(list + used, sizeof list - used, "%s%s", *out ? ", " : "", names[*out]);
    }
    return WORDS_FAIL(w, st, "%s '%.*s'; expected one of %s", what, WORDS_SHOWN(w), list);
}

/* ---- numbers ---- */

/* The digits of a number of base 10 or 16. */
static bool read_digits(const char *text, uint32_t n, unsigned base, int64_t *out)
{
    *out = 0;
    for (uint32_t i = 0; i < n && n <= MOST_DIGITS; i++) {
        char c = text[i];
        unsigned digit = c >= '0' && c <= '9'   ? (unsigned)(c - '0')
                         : c >= 'a' && c <= 'f' ? (unsigned)(c - 'a') + 10
                         : c >= 'A' && c <= 'F' ? (unsigned)(c - 'A') + 10
                                                : base;
        if (digit >= base)
            return false;
        *out = *out * base + digit;
    }
    return n > 0 && n <= MOST_DIGITS;
}

static bool read_whole(struct amber_name word, int64_t *out)
{
    bool minus = word.n && word.text[0] == '-';
    const char *text = word.text + minus;
    uint32_t n = word.n - minus;
    bool hex = n > 2 && text[0] == '0' && (text[1] == 'x' || text[1] == 'X');
    if (hex ? !read_digits(text + 2, n - 2, 16, out) : !read_digits(text, n, 10, out))
        return false;
    *out = minus ? -*out : *out;
    return true;
}

static enum st_code take_whole(struct amber_words *w, const char *what, int64_t least, int64_t most,
                               int64_t *out, struct status *st)
{
    if (!read_whole(w->word, out) || *out < least || *out > most)
        return WORDS_FAIL(w, st, "%s '%.*s'; expected a whole number from %lld to %lld", what,
                          WORDS_SHOWN(w), (long long)least, (long long)most);
    words_next(w);
    return ST_OK;
}

enum st_code words_whole(struct amber_words *w, const char *what, int64_t least, int64_t most,
                         uint32_t *out, struct status *st)
{
    int64_t x;
    TRY(take_whole(w, what, least, most, &x, st));
    *out = (uint32_t)x;
    return ST_OK;
}

enum st_code words_real(struct amber_words *w, const char *what, double *out, struct status *st)
{
    if (w->word.n > MOST_NUMBER || !number_read(w->word.text, w->word.n, out))
        return WORDS_FAIL(w, st, "%s '%.*s'; expected a number", what, WORDS_SHOWN(w));
    words_next(w);
    return ST_OK;
}

double amber_value(enum amber_scalar type, uint32_t word)
{
    float real;
    memcpy(&real, &word, sizeof real);
    return type == AMBER_INT ? (double)(int32_t)word : type == AMBER_UINT ? word : (double)real;
}

enum st_code words_scalar(struct amber_words *w, enum amber_scalar type, uint32_t *word,
                          double *value, struct status *st)
{
    if (type == AMBER_FLOAT) {
        double x;
        TRY(words_real(w, "a number", &x, st));
        float real = (float)x;
        memcpy(word, &real, sizeof real);
    } else {
        int64_t x;
        bool is_signed = type == AMBER_INT;
        TRY(take_whole(w, "a number", is_signed ? INT32_MIN : 0, is_signed ? INT32_MAX : UINT32_MAX,
                       &x, st));
        *word = (uint32_t)x;
    }
    if (value)
        *value = amber_value(type, *word);
    return ST_OK;
}

/* ---- lines and names ---- */

/* Whether the line at `at` begins with END. */
static bool ends(const struct amber_words *w, size_t at)
{
    size_t n = w->script->n_text;
    while (at < n && is_blank(text_of(w)[at]))
        at++;
    if (n - at < 3 || memcmp(text_of(w) + at, "END", 3) != 0)
        return false;
    at += 3;
    return at == n || is_blank(text_of(w)[at]) || text_of(w)[at] == '\n' || text_of(w)[at] == '#';
}

enum st_code words_lines(struct amber_words *w, struct amber_name *out, uint32_t *line,
                         struct status *st)
{
    size_t n = w->script->n_text, at = w->at;
    uint32_t begin = w->line;
    while (at < n && text_of(w)[at] != '\n')
        at++;
    size_t first = at < n ? at + 1 : n;
    *line = begin + 1;
    for (at = first, w->line_at = *line; at < n && !ends(w, at); w->line_at++) {
        while (at < n && text_of(w)[at] != '\n')
            at++;
        at += at < n;
    }
    if (at >= n)
        return status_fail_at(st, ST_FAILED, w->script->path, (int)begin,
                              "a shader without an end; expected a line END behind its text");
    *out = (struct amber_name){text_of(w) + first, (uint32_t)(at - first)};
    w->at = at;
    w->row_at++;
    words_next(w);
    return words_need(w, "END", st);
}

uint32_t amber_find(const void *at, uint32_t n, size_t size, struct amber_name name)
{
    for (uint32_t i = 0; i < n; i++) {
        struct amber_name other;
        memcpy(&other, (const char *)at + i * size, sizeof other);
        if (amber_same(other, name))
            return i;
    }
    return AMBER_NONE;
}

enum st_code words_new(struct amber_words *w, const char *what, const void *at, uint32_t n,
                       size_t size, struct amber_name *out, struct status *st)
{
    if (w->word.n && amber_find(at, n, size, w->word) != AMBER_NONE)
        return WORDS_FAIL(w, st, "a second %s '%.*s'; expected another name", what, WORDS_SHOWN(w));
    return words_name(w, what, out, st);
}

enum st_code words_known(struct amber_words *w, const char *what, const void *at, uint32_t n,
                         size_t size, uint32_t *out, struct status *st)
{
    *out = w->word.n ? amber_find(at, n, size, w->word) : AMBER_NONE;
    if (*out == AMBER_NONE)
        return WORDS_FAIL(w, st, "no %s '%.*s' so far; expected the name of one", what,
                          WORDS_SHOWN(w));
    words_next(w);
    return ST_OK;
}
