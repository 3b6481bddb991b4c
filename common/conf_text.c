/* A scanner of libconfig's tokens, as far as the checks need them: strings and comments, whose
 * contents are skipped, brackets, whole numbers and "@include" at the beginning of a line.
 *
 * The checks are needed because libconfig ends the program if an included file cannot be read to
 * its end, leaks the text of a string without an end, takes the text after an unfinished comment as
 * part of the comment, recurses per level of nesting, and cuts whole numbers to 32 bits (64 with an
 * L). */
#include "common/conf_text.h"

#include "common/file.h"
#include "common/memory.h"

#include <ctype.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

enum {
    DEEPEST = 64,          /* levels of nesting; no real file has more */
    DEEPEST_INCLUDE = 10,  /* levels of includes, as in libconfig */
    MOST_KEYS = 10000,     /* keys of one group, as the library compares each with all others */
    MOST_BYTES = 1 << 25,  /* of all files together; the tree takes up to 100 times as much */
    MOST_INCLUDED = 1000,  /* files in total, as files that include each other several times would
                              be exponentially many */
    LONGEST_INCLUDE = 4096 /* characters of an included file's name */
};

struct scan {
    const char *text;
    size_t n, at;
    const char *name, *folder;
    int line, depth, level;
    uint32_t *included; /* number of files included so far, on all levels */
    uint32_t *keys;     /* number of keys so far in the open group of each level, DEEPEST + 1 */
    size_t *bytes;      /* of the files so far */
    struct status *st;
};

#define fail(s, ...) status_fail_at((s)->st, ST_USAGE, (s)->name, (s)->line, __VA_ARGS__)

static enum st_code check_conf_text(struct scan *s);

static bool starts(const struct scan *s, const char *word)
{
    size_t n = strlen(word);
    return s->n - s->at >= n && memcmp(s->text + s->at, word, n) == 0;
}

static void skip(struct scan *s, size_t n)
{
    for (; n > 0 && s->at < s->n; n--, s->at++)
        s->line += s->text[s->at] == '\n';
}

static enum st_code endless(const struct scan *s, const char *what, const char *end)
{
    return fail(s, "a %s begins here and does not end; it must end with %s", what, end);
}

static enum st_code skip_string(struct scan *s)
{
    size_t i = s->at + 1;
    for (; i < s->n && s->text[i] != '"'; i++)
        i += s->text[i] == '\\';
    if (i >= s->n)
        return endless(s, "text", "'\"'");
    skip(s, i + 1 - s->at);
    return ST_OK;
}

static enum st_code skip_block_comment(struct scan *s)
{
    size_t i = s->at + 3;
    for (; i < s->n && !(s->text[i - 1] == '*' && s->text[i] == '/'); i++)
        ;
    if (i >= s->n)
        return endless(s, "comment", "*/");
    skip(s, i + 1 - s->at);
    return ST_OK;
}

static void skip_line(struct scan *s)
{
    while (s->at < s->n && s->text[s->at] != '\n')
        s->at++;
}

static bool in_word(char c)
{
    return isalnum((unsigned char)c) || c == '_' || c == '-' || c == '+' || c == '.' || c == '*';
}

/* Whether the digits of `word` are a number of at most `most`. */
static bool fits(const char *word, size_t n, unsigned base, uint64_t most)
{
    uint64_t value = 0;
    for (size_t i = 0; i < n && isxdigit((unsigned char)word[i]); i++) {
        char c = (char)tolower((unsigned char)word[i]);
        uint64_t digit = (uint64_t)(c <= '9' ? c - '0' : c - 'a' + 10);
        if (value > (most - digit) / base)
            return false;
        value = value * base + digit;
    }
    return true;
}

/* Skips a name or a number, which its first character tells apart. */
static enum st_code skip_word(struct scan *s)
{
    const char *word = s->text + s->at;
    size_t n = 0, sign = *word == '-' || *word == '+';
    while (s->at + n < s->n && in_word(word[n]))
        n++;
    s->at += n;
    if (n <= sign || !isdigit((unsigned char)word[sign]))
        return ST_OK;
    bool hex = n > sign + 2 && (word[sign + 1] == 'x' || word[sign + 1] == 'X');
    bool is_long = word[n - 1] == 'L';
    size_t skipped = sign + (hex ? 2 : 0);
    for (size_t i = skipped; !hex && i < n; i++)
        if (word[i] == '.' || word[i] == 'e' || word[i] == 'E')
            return ST_OK;
    if (fits(word + skipped, n - skipped, hex ? 16 : 10, is_long ? INT64_MAX : INT32_MAX))
        return ST_OK;
    return fail(s, "%.*s does not fit into %d bits; %s", (int)(n < 40 ? n : 40), word,
                is_long ? 64 : 32,
                is_long ? "a smaller number is needed"
                        : "numbers beyond 2147483647 are written with an L behind them");
}

/* Reads the name between the quotes as libconfig does; false if there is no closing quote. */
static bool included_name(const struct scan *s, char name[LONGEST_INCLUDE])
{
    size_t i = s->at + strlen("@include"), used = 0;
    while (i < s->n && (s->text[i] == ' ' || s->text[i] == '\t'))
        i++;
    if (i >= s->n || s->text[i] != '"')
        return false;
    for (i++; i < s->n && s->text[i] != '"' && used < LONGEST_INCLUDE - 1; i++) {
        i += s->text[i] == '\\' && i + 1 < s->n;
        name[used++] = s->text[i];
    }
    name[used] = 0;
    return i < s->n && s->text[i] == '"';
}

static enum st_code check_file(struct scan *s, const char *path)
{
    struct status why = {0};
    MEM_AUTO unsigned char *bytes = NULL;
    size_t n;
    enum st_code code = file_read_regular(path, &bytes, &n, &why);
    if (code == ST_NOMEM)
        return status_no_memory(s->st, path);
    if (code != ST_OK)
        return fail(s, "@include: %s; names are relative to the folder of the first file",
                    why.text);
    struct scan inner = *s;
    inner.text = (const char *)bytes;
    inner.n = n;
    inner.at = 0;
    inner.name = path;
    inner.line = 1;
    inner.level++;
    return check_conf_text(&inner);
}

static enum st_code check_include(struct scan *s)
{
    char name[LONGEST_INCLUDE];
    if (!included_name(s, name))
        return fail(s, "an @include without a name; write @include \"file\"");
    if (s->level == DEEPEST_INCLUDE)
        return fail(s,
                    "includes are nested deeper than %d files; does the file include "
                    "itself?",
                    DEEPEST_INCLUDE);
    if (++*s->included > MOST_INCLUDED)
        return fail(s, "more than %d files are included", MOST_INCLUDED);
    MEM_AUTO char *path = file_join(s->folder, name);
    if (!path)
        return status_no_memory(s->st, s->name);
    TRY(check_file(s, path));
    s->at += strlen("@include");
    return ST_OK;
}

/* Whether there are only blanks before the position on its line. */
static bool begins_line(const struct scan *s)
{
    size_t i = s->at;
    while (i > 0 && (s->text[i - 1] == ' ' || s->text[i - 1] == '\t'))
        i--;
    return i == 0 || s->text[i - 1] == '\n';
}

static enum st_code skip_other(struct scan *s)
{
    char c = s->text[s->at];
    bool opens = c == '{' || c == '(' || c == '[';
    s->depth += opens;
    s->depth -= c == '}' || c == ')' || c == ']';
    if (s->depth > DEEPEST)
        return fail(s, "is nested deeper than %d levels", DEEPEST);
    uint32_t *keys = &s->keys[s->depth > 0 ? s->depth : 0];
    *keys = opens ? 0 : *keys + (c == '=' || c == ':');
    if (*keys > MOST_KEYS)
        return fail(s, "more than %d keys in one group", MOST_KEYS);
    skip(s, 1);
    return ST_OK;
}

static enum st_code check_conf_text(struct scan *s)
{
    *s->bytes += s->n;
    if (*s->bytes > MOST_BYTES)
        return status_fail_at(s->st, ST_USAGE, s->name, 0,
                              "brings the text, with what it includes, to more than %d bytes",
                              MOST_BYTES);
    if (memchr(s->text, 0, s->n))
        return status_fail_at(s->st, ST_USAGE, s->name, 0,
                              "has a zero byte; a text file is needed");
    while (s->at < s->n) {
        char c = s->text[s->at];
        if (c == '"')
            TRY(skip_string(s));
        else if (starts(s, "/*"))
            TRY(skip_block_comment(s));
        else if (c == '#' || starts(s, "//"))
            skip_line(s);
        else if (starts(s, "@include") && begins_line(s))
            TRY(check_include(s));
        else if (in_word(c))
            TRY(skip_word(s));
        else
            TRY(skip_other(s));
    }
    return ST_OK;
}

enum st_code conf_text_check(const char *text, size_t n, const char *name, const char *folder,
                             size_t *all, struct status *st)
{
    uint32_t included = 0, keys[DEEPEST + 1] = {0};
    *all = 0;
    struct scan s = {.text = text,
                     .n = n,
                     .name = name,
                     .folder = folder,
                     .line = 1,
                     .included = &included,
                     .keys = keys,
                     .bytes = all,
                     .st = st};
    return check_conf_text(&s);
}
