/* Reads the text of a dump into statements, registers and labels. */
#include "sim/functional/frontend/vsim/parse.h"

#include "common/grow.h"
#include "common/memory.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_STATEMENTS = 1 << 17, MOST_REGISTERS = 1 << 14 };

struct reader {
    struct ptx_lexer lexer;
    struct ptx_token tok;
    struct vsim_dump *d;
    struct status *st;
};

static enum st_code next_token(struct reader *r)
{
    return ptx_lex(&r->lexer, &r->tok, r->st);
}

static bool at(const struct reader *r, const char *text)
{
    return ptx_token_is(&r->tok, text);
}

static enum st_code expected(const struct reader *r, const char *what)
{
    if (r->tok.kind == PTX_END)
        return status_fail_at(r->st, ST_FAILED, r->d->path, (int)r->tok.line,
                              "the file ends; expected %s", what);
    return status_fail_at(r->st, ST_FAILED, r->d->path, (int)r->tok.line, "'%.*s'; expected %s",
                          SLICE_SHOW(ptx_slice(&r->tok)), what);
}

static enum st_code take_token(struct reader *r, const char *text)
{
    char what[16];
    if (at(r, text))
        return next_token(r);
    snprintf(what, sizeof what, "'%s'", text);
    return expected(r, what);
}

static enum st_code take_word(struct reader *r, const char *what, struct slice *out)
{
    if (r->tok.kind != PTX_WORD)
        return expected(r, what);
    *out = ptx_slice(&r->tok);
    return next_token(r);
}

static uint8_t bits_of(struct slice type)
{
    if (slice_is(type, ".pred"))
        return 1;
    if (type.n < 3 || type.text[0] != '.' || !strchr("fsub", type.text[1]))
        return 0;
    unsigned bits = 0;
    for (uint32_t i = 2; i < type.n; i++)
        bits = type.text[i] >= '0' && type.text[i] <= '9' && bits < 100
                   ? 10 * bits + (unsigned)(type.text[i] - '0')
                   : 1000;
    return bits == 8 || bits == 16 || bits == 32 || bits == 64 ? (uint8_t)bits : 0;
}

/* Reads a declaration: `.reg .f32 %ssa_1;`. */
static enum st_code take_register(struct reader *r)
{
    struct vsim_dump *d = r->d;
    struct vsim_register reg = {.name.line = r->tok.line, .operand = ROW_NONE};
    struct slice type = {0};
    TRY(next_token(r));
    struct reader before = *r;
    TRY(take_word(r, "a type such as .f32", &type));
    reg.bits = bits_of(type);
    if (!reg.bits)
        return expected(&before, "a type such as .f32");
    TRY(take_word(r, "the name of a register", &reg.name.text));
    TRY(take_token(r, ";"));
    if (d->n_registers >= MOST_REGISTERS)
        return status_fail_at(r->st, ST_FAILED, d->path, (int)reg.name.line,
                              "too many registers; at most %d are allowed", MOST_REGISTERS);
    if (!grow(&d->registers, d->n_registers, &d->room_registers, sizeof *d->registers))
        return status_no_memory(r->st, d->path);
    d->registers[d->n_registers++] = reg;
    return ST_OK;
}

static enum st_code add_label(struct reader *r, struct slice name, uint32_t line)
{
    struct vsim_dump *d = r->d;
    if (!grow(&d->labels, d->n_labels, &d->room_labels, sizeof *d->labels))
        return status_no_memory(r->st, d->path);
    d->labels[d->n_labels++] = (struct vsim_label){{name, line}, d->n_statements};
    return ST_OK;
}

/* Reads a number: `12`, `-1`, `0F3f800000`. */
static enum st_code take_number(struct reader *r, uint64_t *bits)
{
    bool negative = at(r, "-");
    if (negative)
        TRY(next_token(r));
    if (r->tok.kind != PTX_NUMBER)
        return expected(r, "a number");
    *bits = negative ? 0 - r->tok.bits : r->tok.bits;
    return next_token(r);
}

static enum st_code take_address(struct reader *r, struct vsim_operand *o)
{
    o->kind = VSIM_ADDRESS;
    TRY(next_token(r));
    TRY(take_word(r, "a register", &o->name));
    if (at(r, "+")) {
        TRY(next_token(r));
        TRY(take_number(r, &o->bits));
    } else if (at(r, "-")) {
        TRY(take_number(r, &o->bits));
    }
    return take_token(r, "]");
}

static enum st_code take_operand(struct reader *r)
{
    struct vsim_dump *d = r->d;
    struct vsim_operand o = {.kind = VSIM_NAME};
    if (at(r, "[")) {
        TRY(take_address(r, &o));
    } else if (r->tok.kind == PTX_NUMBER || at(r, "-")) {
        o.kind = VSIM_NUMBER;
        TRY(take_number(r, &o.bits));
    } else {
        TRY(take_word(r, "an operand", &o.name));
    }
    if (!grow(&d->operands, d->n_operands, &d->room_operands, sizeof *d->operands))
        return status_no_memory(r->st, d->path);
    d->operands[d->n_operands++] = o;
    return ST_OK;
}

static enum st_code take_guard(struct reader *r, struct vsim_statement *s)
{
    TRY(next_token(r));
    s->guard_not = at(r, "!");
    if (s->guard_not)
        TRY(next_token(r));
    return take_word(r, "a predicate", &s->guard);
}

/* Reads the operands, from the opcode to the semicolon. */
static enum st_code take_operands(struct reader *r, struct vsim_statement *s)
{
    struct vsim_dump *d = r->d;
    s->first = d->n_operands;
    while (!at(r, ";")) {
        if (d->n_operands > s->first && !at(r, ","))
            return expected(r, "',' or ';'");
        if (d->n_operands > s->first)
            TRY(next_token(r));
        TRY(take_operand(r));
    }
    s->n = d->n_operands - s->first;
    if (d->n_statements >= MOST_STATEMENTS)
        return status_fail_at(r->st, ST_FAILED, d->path, (int)s->line,
                              "too many instructions; at most %d are allowed", MOST_STATEMENTS);
    if (!grow(&d->statements, d->n_statements, &d->room_statements, sizeof *d->statements))
        return status_no_memory(r->st, d->path);
    d->statements[d->n_statements++] = *s;
    return next_token(r);
}

static enum st_code take_statement(struct reader *r)
{
    struct vsim_statement s = {.line = r->tok.line};
    if (at(r, ".reg"))
        return take_register(r);
    if (at(r, "@"))
        TRY(take_guard(r, &s));
    TRY(take_word(r, "an instruction, a label, .reg or }", &s.opcode));
    if (at(r, ":") && !s.guard.n) {
        TRY(add_label(r, s.opcode, s.line));
        return next_token(r);
    }
    return take_operands(r, &s);
}

static enum st_code take_entry(struct reader *r)
{
    while (at(r, ".version") || at(r, ".target") || at(r, ".address_size")) {
        ptx_lex_skip_line(&r->lexer);
        TRY(next_token(r));
    }
    r->d->entry_line = r->tok.line;
    if (at(r, "decl_var") || at(r, "shader"))
        return status_fail_at(r->st, ST_FAILED, r->d->path, (int)r->tok.line,
                              "this is NIR, which Vulkan-Sim translates in place; expected PTX: "
                              "copy the folder when the first frame has begun");
    TRY(take_token(r, ".entry"));
    TRY(take_word(r, "the name of the shader", &r->d->entry));
    TRY(take_token(r, "("));
    TRY(take_token(r, ")"));
    TRY(take_token(r, "{"));
    while (!at(r, "}"))
        TRY(take_statement(r));
    TRY(next_token(r));
    return r->tok.kind == PTX_END ? ST_OK : expected(r, "the end of the file");
}

/* Orders registers, and labels, by name and line. */
static int by_name_and_line(const void *a, const void *b)
{
    const struct vsim_name *x = a, *y = b;
    int order = slice_order(x->text, y->text);
    return order ? order : (x->line > y->line) - (x->line < y->line);
}

static int by_place(const void *a, const void *b)
{
    const struct vsim_name *x = a, *y = b;
    return (x->text.text > y->text.text) - (x->text.text < y->text.text);
}

/* Gives registers their numbers. A name that is declared again is the same register and gets no
 * number (ptx_parser.cc, add_identifier). */
static void number_registers(struct vsim_dump *d)
{
    uint32_t n = 0;
    qsort(d->registers, d->n_registers, sizeof *d->registers, by_name_and_line);
    for (uint32_t i = 0; i < d->n_registers; i++)
        if (n == 0 || slice_order(d->registers[n - 1].name.text, d->registers[i].name.text) != 0)
            d->registers[n++] = d->registers[i];
    d->n_registers = n;
    qsort(d->registers, n, sizeof *d->registers, by_place);
    for (uint32_t i = 0; i < n; i++)
        d->registers[i].ordinal = (uint16_t)(i + 1);
    qsort(d->registers, n, sizeof *d->registers, by_name_and_line);
}

static enum st_code sort_labels(struct vsim_dump *d, struct status *st)
{
    qsort(d->labels, d->n_labels, sizeof *d->labels, by_name_and_line);
    for (uint32_t i = 1; i < d->n_labels; i++)
        if (slice_order(d->labels[i].name.text, d->labels[i - 1].name.text) == 0)
            return status_fail_at(st, ST_FAILED, d->path, (int)d->labels[i].name.line,
                                  "label %.*s is defined twice, first in line %u",
                                  SLICE_SHOW(d->labels[i].name.text), d->labels[i - 1].name.line);
    return ST_OK;
}

enum st_code vsim_read(struct vsim_dump *out, const char *path, const char *text, size_t n,
                       struct status *st)
{
    memset(out, 0, sizeof *out);
    out->path = path;
    struct reader r = {
        .lexer = {.at = text, .end = text + n, .name = path, .line = 1}, .d = out, .st = st};
    enum st_code code = next_token(&r);
    if (code == ST_OK)
        code = take_entry(&r);
    if (code == ST_OK) {
        if (out->n_registers)
            number_registers(out);
        code = out->n_labels ? sort_labels(out, st) : ST_OK;
    }
    if (code != ST_OK)
        vsim_dump_free(out);
    return code;
}

void vsim_dump_free(struct vsim_dump *d)
{
    MEM_FREE(d->statements, d->operands, d->registers, d->labels);
    memset(d, 0, sizeof *d);
}
