/* lex.h -- PTX text to tokens. */
#ifndef SIM_FUNCTIONAL_PTX_LEX_H
#define SIM_FUNCTIONAL_PTX_LEX_H

#include "common/status.h"

#include <stddef.h>
#include <stdint.h>

enum ptx_token_kind {
    PTX_END,    /* of the text */
    PTX_WORD,   /* names, opcodes, directives, registers: letters, digits and _ $ % . */
    PTX_NUMBER, /* see bits */
    PTX_STRING,
    PTX_MARK, /* one character of punctuation */
};

struct ptx_token {
    enum ptx_token_kind kind;
    const char *text; /* into the source; of strings without the quotes */
    size_t n;
    uint32_t line;
    char number;   /* 'i' integer, 'f' 0fXXXXXXXX, 'd' 0dXXXXXXXXXXXXXXXX */
    uint64_t bits; /* two's complement; of floats their encoding */
};

struct ptx_lexer {
    const char *at, *end;
    const char *name; /* of the source, for messages */
    uint32_t line;
};

/* The next token; control characters, unclosed comments and strings, numbers that do not fit fail.
 */
enum st_code ptx_lex(struct ptx_lexer *lexer, struct ptx_token *out, struct status *st);
/* Skips to the end of the line (directives without a semicolon). */
void ptx_lex_skip_line(struct ptx_lexer *lexer);

#endif
