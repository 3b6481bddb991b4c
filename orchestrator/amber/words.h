/* words.h -- the words of an Amber script, one after the other. Internal to orchestrator/amber.
 *
 * The next word waits in `word`; behind the last one its text is empty. Comments are left out; a
 * row is a line with those that a backslash joins to it. */
#pragma once

#include "orchestrator/amber/script.h"

#include "common/grow.h"

struct amber_words {
    const struct amber_script *script;
    size_t at; /* of the text behind `word` */
    uint32_t line_at, row_at;
    struct amber_name word;
    uint32_t line, row; /* of `word` */
    uint32_t last_row;  /* of the word before it */
};

/* Fails at the next word. */
#define WORDS_FAIL(w, st, ...)                                                                     \
    status_fail_at(st, ST_FAILED, (w)->script->path, (int)(w)->line, __VA_ARGS__)
/* The next word in a message: "%.*s". */
#define WORDS_SHOWN(w) words_shown(w), words_text(w)

/* Adds an element of zeros to a list. */
#define TRY_ADD(list, st)                                                                          \
    do {                                                                                           \
        if (!grow(&(list)->at, (list)->n, &(list)->room, sizeof *(list)->at))                      \
            return status_no_memory(st, "an Amber script");                                        \
        memset(&(list)->at[(list)->n++], 0, sizeof *(list)->at);                                   \
    } while (0)
#define LAST(list) ((list)->at[(list)->n - 1])

void words_start(struct amber_words *w, const struct amber_script *script);
void words_next(struct amber_words *w);
int words_shown(const struct amber_words *w);
const char *words_text(const struct amber_words *w);

bool amber_is(struct amber_name name, const char *text);
bool amber_same(struct amber_name a, struct amber_name b);
/* Whether the next word is the text, and whether it is on the row of the word before it. */
bool words_are(const struct amber_words *w, const char *text);
bool words_stay(const struct amber_words *w);
/* Takes the next word if it is the text. */
bool words_take(struct amber_words *w, const char *text);

/* Each takes a word, or fails with what was expected. */
enum st_code words_need(struct amber_words *w, const char *text, struct status *st);
enum st_code words_name(struct amber_words *w, const char *what, struct amber_name *out,
                        struct status *st);
/* The index of the word in `names`, which end with NULL. */
enum st_code words_choice(struct amber_words *w, const char *what, const char *const *names,
                          uint32_t *out, struct status *st);
/* A whole number, decimal or 0x... */
enum st_code words_whole(struct amber_words *w, const char *what, int64_t least, int64_t most,
                         uint32_t *out, struct status *st);
enum st_code words_real(struct amber_words *w, const char *what, double *out, struct status *st);
/* A number as a 32-bit word of a type; *value, which may be NULL, is what it then stands for. */
enum st_code words_scalar(struct amber_words *w, enum amber_scalar type, uint32_t *word,
                          double *value, struct status *st);

/* The lines below the next word's, up to one that begins with END; *line is the first one's number.
 */
enum st_code words_lines(struct amber_words *w, struct amber_name *out, uint32_t *line,
                         struct status *st);

/* The element of a list whose name it is; AMBER_NONE: there is none. Names come first in them. */
uint32_t amber_find(const void *at, uint32_t n, size_t size, struct amber_name name);
#define AMBER_FIND(list, name) amber_find((list)->at, (list)->n, sizeof *(list)->at, name)
/* Takes a name that is new in a list, and one that is known there. */
#define WORDS_NEW(w, what, list, out, st)                                                          \
    words_new(w, what, (list)->at, (list)->n, sizeof *(list)->at, out, st)
#define WORDS_KNOWN(w, what, list, out, st)                                                        \
    words_known(w, what, (list)->at, (list)->n, sizeof *(list)->at, out, st)
enum st_code words_new(struct amber_words *w, const char *what, const void *at, uint32_t n,
                       size_t size, struct amber_name *out, struct status *st);
enum st_code words_known(struct amber_words *w, const char *what, const void *at, uint32_t n,
                         size_t size, uint32_t *out, struct status *st);

/* Read a command from behind its first word, ACCELERATION_STRUCTURE or PIPELINE, to its END. */
enum st_code amber_read_structure(struct amber_words *w, struct amber_script *s, struct status *st);
enum st_code amber_read_pipeline(struct amber_words *w, struct amber_script *s, struct status *st);
