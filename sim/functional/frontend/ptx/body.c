/* Parses the statements of a function: blocks, registers, labels, local memory. */
#include "common/grow.h"
#include "sim/functional/frontend/ptx/parser.h"

#include <string.h>

enum { MOST_DEPTH = 64, MOST_LABELS = 1 << 14 };

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

static enum st_code declare_registers(struct ptx_parser *p, struct ptx_type type)
{
    uint32_t line = p->tok.line;
    struct ptx_registers r = {.type = type, .count = 1, .first = p->n_slots};
    TRY(ptx_take_name(p, &r.name));
    if (ptx_at(p, "<")) {
        uint64_t count = 0;
        TRY(ptx_next(p));
        TRY(ptx_take_integer(p, 1, 1 << 20, &count));
        TRY(ptx_take(p, ">"));
        r.numbered = true;
        r.count = (uint32_t)count;
    }
    for (uint32_t i = p->scopes[p->n_scopes - 1]; i < p->n_registers; i++)
        if (slice_equal(p->registers[i].name, r.name) && p->registers[i].numbered == r.numbered)
            return ptx_fail(p, line, "register %.*s is declared twice", SLICE_SHOW(r.name));
    for (uint32_t i = 0; i < r.count; i++) {
        TRY(PTX_ROOM(p, slots));
        p->slots[p->n_slots++] = ROW_NONE;
    }
    TRY(PTX_ROOM(p, registers));
    p->registers[p->n_registers++] = r;
    return ST_OK;
}

static enum st_code take_registers(struct ptx_parser *p)
{
    struct ptx_type type = {0};
    TRY(ptx_next(p));
    TRY(ptx_take_type(p, &type));
    TRY(declare_registers(p, type));
    while (ptx_at(p, ",")) {
        TRY(ptx_next(p));
        TRY(declare_registers(p, type));
    }
    return ptx_take(p, ";");
}

enum cell ptx_cell_of(struct ptx_type type)
{
    return type.bits == 1 ? CELL_PRED : type.bits == 64 ? CELL_8 : CELL_4;
}

/* Splits %rd12 into %rd and 12; false if there is no such number. */
static bool split(struct slice name, struct slice *stem, uint32_t *number)
{
    size_t n = name.n;
    while (n > 1 && is_digit(name.text[n - 1]))
        n--;
    if (n == name.n || name.n - n > 7)
        return false;
    *stem = (struct slice){.text = name.text, .n = n};
    *number = 0;
    for (; n < name.n; n++)
        *number = 10 * *number + (uint32_t)(name.text[n] - '0');
    return true;
}

static const struct ptx_registers *find_registers(const struct ptx_parser *p, struct slice name,
                                                  uint32_t *number)
{
    struct slice stem;
    bool numbered = split(name, &stem, number);
    for (uint32_t i = p->n_registers; i-- > 0;) {
        const struct ptx_registers *r = &p->registers[i];
        if (r->numbered ? numbered && slice_equal(r->name, stem) && *number < r->count
                        : slice_equal(r->name, name))
            return r;
    }
    return NULL;
}

bool ptx_is_register(const struct ptx_parser *p, struct slice name)
{
    uint32_t number;
    return find_registers(p, name, &number) != NULL;
}

enum st_code ptx_register(struct ptx_parser *p, struct slice name, uint32_t line, uint32_t *operand,
                          struct ptx_type *type)
{
    uint32_t number = 0;
    const struct ptx_registers *r = find_registers(p, name, &number);
    if (!r)
        return ptx_fail(p, line, "register %.*s is not declared%s", SLICE_SHOW(name),
                        p->kernels ? ", nor a special register that docs/reference/ptx.md lists"
                                   : "");
    uint32_t *slot = &p->slots[r->first + (r->numbered ? number : 0)];
    if (*slot == ROW_NONE)
        TRY(program_add_register(p->builder, ptx_cell_of(r->type), line, slot, p->st));
    *operand = *slot;
    *type = r->type;
    return ST_OK;
}

/* Reads a variable in local memory: `.local .align 8 .b8 __local_depot4[24];`. */
static enum st_code take_local(struct ptx_parser *p)
{
    struct slice name = {0};
    uint32_t align, offset, line = p->tok.line;
    uint64_t count = 1;
    struct ptx_type type = {0};
    TRY(ptx_next(p));
    TRY(ptx_take_align(p, &align));
    TRY(ptx_take_type(p, &type));
    TRY(ptx_take_name(p, &name));
    if (ptx_at(p, "[")) {
        TRY(ptx_next(p));
        TRY(ptx_take_integer(p, 1, UINT32_MAX, &count));
        TRY(ptx_take(p, "]"));
    }
    if (type.bits < 8)
        return ptx_fail(p, line, "local memory of predicates; expected 8 bits or more");
    TRY(program_add_local(p->builder, count * type.bits / 8, align > 8 ? align : 8, line, &offset,
                          p->st));
    TRY(PTX_ROOM(p, variables));
    p->variables[p->n_variables++] =
        (struct ptx_variable){.name = name, .offset = offset, .space = PTX_LOCAL};
    return ptx_take(p, ";");
}

static enum st_code open_block(struct ptx_parser *p)
{
    if (p->depth >= MOST_DEPTH)
        return ptx_fail(p, p->tok.line, "blocks nested too deep; at most %d are allowed",
                        MOST_DEPTH);
    TRY(PTX_ROOM(p, scopes));
    p->scopes[p->n_scopes++] = p->n_registers;
    p->depth++;
    return ptx_next(p);
}

static enum st_code close_block(struct ptx_parser *p)
{
    ptx_leave_block(p);
    p->n_registers = p->scopes[--p->n_scopes];
    p->n_slots = p->n_registers ? p->registers[p->n_registers - 1].first +
                                      p->registers[p->n_registers - 1].count
                                : 0;
    p->depth--;
    return ptx_next(p);
}

static enum st_code define_label(struct ptx_parser *p, struct slice name, uint32_t line)
{
    for (uint32_t i = 0; i < p->n_labels; i++)
        if (slice_equal(p->labels[i].name, name))
            return ptx_fail(p, line, "label %.*s is defined twice, first in line %u",
                            SLICE_SHOW(name), p->labels[i].line);
    if (p->n_labels >= MOST_LABELS)
        return ptx_fail(p, line, "too many labels; at most %d are allowed", MOST_LABELS);
    TRY(PTX_ROOM(p, labels));
    p->labels[p->n_labels++] =
        (struct ptx_label){.name = name, .at = p->builder->p->n_code, .line = line};
    return ST_OK;
}

/* Reads a table of branches behind `.branchtargets`: `$L__BB0_2, $L__BB0_3;`. */
static enum st_code take_targets(struct ptx_parser *p, struct slice table)
{
    do {
        struct slice label = {0};
        TRY(ptx_next(p));
        TRY(ptx_take_name(p, &label));
        TRY(PTX_ROOM(p, targets));
        p->targets[p->n_targets++] = (struct ptx_target){table, label};
    } while (ptx_at(p, ","));
    return ptx_take(p, ";");
}

static enum st_code take_guarded(struct ptx_parser *p)
{
    TRY(ptx_next(p));
    bool not = ptx_at(p, "!");
    if (not )
        TRY(ptx_next(p));
    struct slice name = {0};
    uint32_t guard, line = p->tok.line;
    struct ptx_type type = {0};
    TRY(ptx_take_name(p, &name));
    TRY(ptx_register(p, name, line, &guard, &type));
    if (type.bits != 1)
        return ptx_fail(p, line, "guard %.*s; expected a register of type .pred", (int)name.n,
                        name.text);
    return ptx_instruction(p, guard, not );
}

static enum st_code take_statement(struct ptx_parser *p)
{
    if (ptx_at(p, ";"))
        return ptx_next(p);
    if (ptx_at(p, "{"))
        return open_block(p);
    if (ptx_at(p, "}"))
        return close_block(p);
    if (ptx_at(p, "@"))
        return take_guarded(p);
    if (ptx_at(p, ".reg"))
        return take_registers(p);
    if (ptx_at(p, ".local"))
        return take_local(p);
    if (p->kernels && ptx_at(p, ".shared"))
        return ptx_take_shared(p);
    if (ptx_at(p, ".param"))
        return ptx_declare_argument(p);
    if (ptx_at(p, ".loc") || ptx_at(p, ".file") || ptx_at(p, ".pragma")) {
        ptx_lex_skip_line(&p->lexer);
        return ptx_next(p);
    }
    if (p->tok.kind != PTX_WORD || p->tok.text[0] == '.')
        return ptx_expected(p, "an instruction, a label or the end of the function");
    /* A label is a word before a colon, so this looks one token ahead. */
    struct ptx_lexer ahead = p->lexer;
    struct ptx_token word = p->tok, mark;
    TRY(ptx_lex(&ahead, &mark, p->st));
    if (mark.kind != PTX_MARK || *mark.text != ':')
        return ptx_instruction(p, ROW_NONE, false);
    TRY(ptx_next(p));
    TRY(ptx_next(p));
    if (ptx_at(p, ".branchtargets"))
        return take_targets(p, ptx_slice(&word));
    if (ptx_at(p, ".callprototype"))
        return ptx_take_prototype(p, ptx_slice(&word));
    return define_label(p, ptx_slice(&word), word.line);
}

/* Ends a body: adds a return, unless the last instruction leaves the function and no label follows
 * it. */
static enum st_code finish_body(struct ptx_parser *p, uint32_t first, uint32_t line)
{
    uint32_t n = p->builder->p->n_code;
    bool open = n == first;
    for (uint32_t i = 0; i < p->n_labels; i++)
        open = open || p->labels[i].at == n;
    if (!open) {
        const struct code *last = &p->builder->p->code[n - 1];
        open = last->guard != ROW_NONE ||
               (last->op != CODE_RETURN && last->op != CODE_EXIT && last->op != CODE_BRANCH);
    }
    if (open) {
        struct code ret = {.op = CODE_RETURN, .guard = ROW_NONE, .line = line};
        p->opcode = (struct slice){"ret", 3};
        TRY(ptx_emit(p, &ret));
    }
    for (uint32_t i = 0; i < p->n_jumps; i++) {
        const struct ptx_label *jump = &p->jumps[i];
        uint32_t k = 0;
        while (k < p->n_labels && !slice_equal(p->labels[k].name, jump->name))
            k++;
        if (k == p->n_labels)
            return ptx_fail(p, jump->line, "label %.*s is not defined in this function",
                            SLICE_SHOW(jump->name));
        p->builder->p->code[jump->at].target = p->labels[k].at;
    }
    return ST_OK;
}

enum st_code ptx_body(struct ptx_parser *p)
{
    uint32_t n_variables = p->n_variables, first = p->builder->p->n_code, line;
    p->n_labels = p->n_jumps = p->n_targets = p->n_prototypes = p->n_calls = 0;
    p->carry = ROW_NONE;
    if (!ptx_at(p, "{"))
        return ptx_expected(p, "the body of the function or ';'");
    TRY(open_block(p));
    do {
        line = p->tok.line;
        if (p->tok.kind == PTX_END)
            return ptx_expected(p, "'}' at the end of the function");
        TRY(take_statement(p));
    } while (p->depth);
    TRY(finish_body(p, first, line));
    p->n_variables = n_variables;
    struct program_function *f = &p->builder->p->functions[p->functions[p->function].index];
    f->first = first;
    f->end = p->builder->p->n_code;
    return ST_OK;
}
