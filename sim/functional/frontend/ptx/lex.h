/* lex.h -- splits PTX text into tokens. */
#pragma once

#include "common/status.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* A piece of the source. */
struct slice {
    const char *text;
    size_t n;
};
bool slice_is(struct slice s, const char *text);
bool slice_equal(struct slice a, struct slice b);
int slice_order(struct slice a, struct slice b); /* order as of strcmp */

/* Shows a slice or a token in messages, cut to SLICE_SHOWN: the arguments of "%.*s". */
enum { SLICE_SHOWN = 60 };
#define SLICE_SHOW(s) (s).n < SLICE_SHOWN ? (int)(s).n : SLICE_SHOWN, (s).text

enum ptx_token_kind {
    PTX_END,    /* end of the text */
    PTX_WORD,   /* names, opcodes, directives, registers: letters, digits and _ $ % . */
    PTX_NUMBER, /* number; `number` and `bits` give its kind and value */
    PTX_STRING,
    PTX_MARK, /* one character of punctuation */
};

struct ptx_token {
    enum ptx_token_kind kind;
    const char *text; /* points into the source; a string's text is without quotes */
    size_t n;
    uint32_t line;
    char number;   /* kind of a number: 'i' integer, 'f' 0fXXXXXXXX, 'd' 0dXXXXXXXXXXXXXXXX */
    uint64_t bits; /* an integer in two's complement; a float's encoding */
};

/* Whether the token is this word or mark. */
bool ptx_token_is(const struct ptx_token *t, const char *text);
struct slice ptx_slice(const struct ptx_token *t);

struct ptx_lexer {
    const char *at, *end;
    const char *name; /* of the source file, for messages */
    uint32_t line;
};

/* Reads the next token; fails for control characters, unclosed comments and strings, numbers that
 * do not fit. */
enum st_code ptx_lex(struct ptx_lexer *lexer, struct ptx_token *out, struct status *st);
/* Skips to the end of the line, for directives that end there and not at a semicolon. */
void ptx_lex_skip_line(struct ptx_lexer *lexer);
/* Skips a block whose opening brace has been read: to behind its closing brace, over any text.
 * Without a closing brace, skips to the end and sets *closed to false. Fails for unclosed
 * comments. */
enum st_code ptx_lex_skip_block(struct ptx_lexer *lexer, bool *closed, struct status *st);
