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
int slice_order(struct slice a, struct slice b); /* as strcmp */

/* A slice or a token for "%.*s" in messages, cut to SLICE_SHOWN. */
enum { SLICE_SHOWN = 60 };
#define SLICE_SHOW(s) (s).n < SLICE_SHOWN ? (int)(s).n : SLICE_SHOWN, (s).text

enum ptx_token_kind {
    PTX_END,    /* of the text */
    PTX_WORD,   /* names, opcodes, directives, registers: letters, digits and _ $ % . */
    PTX_NUMBER, /* see bits */
    PTX_STRING,
    PTX_MARK, /* one character of punctuation */
};

struct ptx_token {
    enum ptx_token_kind kind;
    const char *text; /* in the source; strings without the quotes */
    size_t n;
    uint32_t line;
    char number;   /* 'i' integer, 'f' 0fXXXXXXXX, 'd' 0dXXXXXXXXXXXXXXXX */
    uint64_t bits; /* two's complement; floats: their encoding */
};

/* Whether it is that word or mark. */
bool ptx_token_is(const struct ptx_token *t, const char *text);
struct slice ptx_slice(const struct ptx_token *t);

struct ptx_lexer {
    const char *at, *end;
    const char *name; /* of the source, for messages */
    uint32_t line;
};

/* Reads the next token; fails for control characters, unclosed comments and strings, numbers that
 * do not fit. */
enum st_code ptx_lex(struct ptx_lexer *lexer, struct ptx_token *out, struct status *st);
/* Skips to the end of the line (directives without a semicolon). */
void ptx_lex_skip_line(struct ptx_lexer *lexer);
/* After an opening brace: skips to after the matching one, over any text; without one, to the end.
 * Fails for unclosed comments. */
enum st_code ptx_lex_skip_block(struct ptx_lexer *lexer, bool *closed, struct status *st);
