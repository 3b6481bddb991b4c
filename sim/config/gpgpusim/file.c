#include "sim/config/gpgpusim/file.h"

#include "common/grow.h"
#include "common/memory.h"

#include <string.h>

static bool blank(char c)
{
    return c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\f' || c == '\v';
}

/* Whether a word names an option; a negative number does not. */
static bool names_option(const char *word)
{
    return word[0] == '-' && ((word[1] >= 'a' && word[1] <= 'z') ||
                              (word[1] >= 'A' && word[1] <= 'Z') || word[1] == '_');
}

bool gpgpusim_file_is(const char *text, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        if (text[i] == '#') {
            while (i < n && text[i] != '\n')
                i++;
        } else if (!blank(text[i])) {
            return i + 1 < n && names_option((char[]){text[i], text[i + 1], 0});
        }
    }
    return false;
}

/* A position in the text, whose comments are replaced by blanks. */
struct place {
    char *at;
    int line;
};

static void skip_blanks(struct place *p)
{
    for (; blank(*p->at); p->at++)
        p->line += *p->at == '\n';
}

struct word {
    char *text;
    int line;
    bool quoted;
};

/* Reads a word up to its closing quote; each run of white space becomes one space, in place. */
static enum st_code quoted_word(const struct gpgpusim_file *f, struct place *p, struct word *out,
                                struct status *st)
{
    char *to = ++p->at;
    out->text = to;
    while (*p->at && *p->at != '"') {
        if (blank(*p->at)) {
            skip_blanks(p);
            *to++ = ' ';
        } else {
            *to++ = *p->at++;
        }
    }
    if (!*p->at)
        return status_fail_at(st, ST_USAGE, f->name, out->line,
                              "a value in quotes has no end; it must have a closing quote");
    p->at++;
    *to = 0;
    if (*p->at && !blank(*p->at))
        return status_fail_at(st, ST_USAGE, f->name, p->line,
                              "'%c' behind a closing quote; there must be white space", *p->at);
    return ST_OK;
}

/* Reads the next word, zero-terminated in place; its text is NULL at the end. */
static enum st_code next_word(const struct gpgpusim_file *f, struct place *p, struct word *out,
                              struct status *st)
{
    skip_blanks(p);
    *out = (struct word){.line = p->line, .quoted = *p->at == '"'};
    if (!*p->at)
        return ST_OK;
    if (out->quoted)
        return quoted_word(f, p, out, st);
    out->text = p->at;
    while (*p->at && !blank(*p->at))
        p->at++;
    if (*p->at) {
        p->line += *p->at == '\n';
        *p->at++ = 0;
    }
    return ST_OK;
}

/* Most options of a file. Real files have some hundreds; the limit is there because each option is
 * compared with all others. */
enum { MOST_OPTIONS = 10000 };

static enum st_code add_option(struct gpgpusim_file *f, const struct word *w, struct status *st)
{
    if (strchr(w->text, '='))
        return status_fail_at(st, ST_USAGE, f->name, w->line,
                              "'%s' has a '='; between an option and its value stands a space",
                              w->text);
    if (strcmp(w->text, "-config") == 0)
        return status_fail_at(st, ST_USAGE, f->name, w->line,
                              "-config names another file; its options must stand in this one");
    if (f->n == MOST_OPTIONS)
        return status_fail_at(st, ST_USAGE, f->name, w->line,
                              "more than %d options; there are some hundreds to give",
                              MOST_OPTIONS);
    for (uint32_t i = 0; i < f->n; i++)
        if (strcmp(f->entries[i].name, w->text) == 0)
            f->entries[i].overridden = true;
    if (!grow(&f->entries, f->n, &f->room, sizeof *f->entries))
        return status_no_memory(st, f->name);
    f->entries[f->n++] = (struct gpgpusim_entry){.name = w->text, .line = w->line};
    return ST_OK;
}

static enum st_code add_value(struct gpgpusim_file *f, const struct word *w, struct status *st)
{
    struct gpgpusim_entry *last = f->n ? &f->entries[f->n - 1] : NULL;
    if (!last)
        return status_fail_at(st, ST_USAGE, f->name, w->line,
                              "'%s' stands before any option; options begin with '-'", w->text);
    if (!last->value) {
        last->value = w->text;
    } else if (!last->stray) {
        last->stray = w->text;
        last->stray_line = w->line;
    }
    return ST_OK;
}

static enum st_code read_words(struct gpgpusim_file *f, char *text, struct status *st)
{
    struct place p = {text, 1};
    struct word w;
    for (;;) {
        TRY(next_word(f, &p, &w, st));
        if (!w.text)
            return ST_OK;
        if (!w.quoted && names_option(w.text))
            TRY(add_option(f, &w, st));
        else
            TRY(add_value(f, &w, st));
    }
}

/* Replaces comments by blanks; a title in one of them is copied behind the text proper. */
static void blank_comments(struct gpgpusim_file *f, char *text, char *title)
{
    static const char mark[] = "title:";
    for (char *at = text; (at = strchr(at, '#')) != NULL;) {
        size_t n = strcspn(at, "\n");
        char *word = at;
        while (*word == '#' || *word == ' ' || *word == '\t')
            word++;
        if (!f->title && strncmp(word, mark, sizeof mark - 1) == 0) {
            word += sizeof mark - 1;
            while (word < at + n && blank(*word))
                word++;
            size_t length = (size_t)(at + n - word);
            while (length > 0 && blank(word[length - 1]))
                length--;
            memcpy(title, word, length);
            title[length] = 0;
            f->title = title;
        }
        memset(at, ' ', n);
        at += n;
    }
}

enum st_code gpgpusim_file_parse(struct gpgpusim_file *out, const char *text, size_t n,
                                 const char *name, struct status *st)
{
    const char *zero = n ? memchr(text, 0, n) : NULL;
    *out = (struct gpgpusim_file){.name = name};
    if (zero) {
        int line = 1;
        for (const char *at = text; at < zero; at++)
            line += *at == '\n';
        return status_fail_at(st, ST_USAGE, name, line,
                              "a zero byte; the file must be a text in one byte per character");
    }
    /* The title needs as much room again, because it is no longer than the text. */
    TRY(mem_make(&out->text, 2, n + 1, name, st));
    if (n > 0)
        memcpy(out->text, text, n);
    blank_comments(out, out->text, out->text + n + 1);
    enum st_code code = read_words(out, out->text, st);
    if (code != ST_OK)
        gpgpusim_file_free(out);
    return code;
}

void gpgpusim_file_free(struct gpgpusim_file *f)
{
    mem_free(f->text);
    mem_free(f->entries);
    *f = (struct gpgpusim_file){0};
}

const struct gpgpusim_entry *gpgpusim_file_find(const struct gpgpusim_file *f, const char *name)
{
    for (uint32_t i = f->n; i-- > 0;)
        if (strcmp(f->entries[i].name, name) == 0)
            return &f->entries[i];
    return NULL;
}
