#include "sim/functional/frontend/ptxas/edit.h"

#include "common/grow.h"

static bool is_branch(const struct code *c)
{
    return c->op == CODE_BRANCH;
}

bool edit_ends_block(const struct code *c)
{
    return c->op == CODE_BRANCH || c->op == CODE_RETURN || c->op == CODE_EXIT;
}

enum st_code edit_begin(struct edit *e, struct program_builder *b, struct status *st)
{
    const struct program *p = b->p;
    *e = (struct edit){.b = b, .st = st};
    const struct code end = {.op = CODE_RETURN, .guard = ROW_NONE};
    e->ids = p->n_code;
    e->room = p->n_code + 1;
    TRY(mem_make(&e->at, e->room, sizeof *e->at, p->name, st));
    for (uint32_t f = 0; f < p->n_functions; f++) {
        for (uint32_t i = p->functions[f].first; i < p->functions[f].end; i++)
            e->at[e->n++] = (struct item){.c = p->code[i], .id = i, .function = f};
        if (p->functions[f].first < p->functions[f].end && !edit_leaves(&e->at[e->n - 1].c)) {
            TRY(edit_insert(e, e->n, &end)); /* a function may end without a return */
            e->at[e->n - 1].function = f;
        }
    }
    return edit_settle(e);
}

void edit_free(struct edit *e)
{
    MEM_FREE(e->at, e->where, e->defs, e->uses);
}

static void count(struct edit *e)
{
    const struct program *p = e->b->p;
    memset(e->defs, 0, p->n_registers * sizeof *e->defs);
    memset(e->uses, 0, p->n_registers * sizeof *e->uses);
    for (uint32_t i = 0; i < e->n; i++) {
        const struct code *c = &e->at[i].c;
        for (uint32_t k = 0; k < c->n_dst; k++)
            if (c->row[k] != ROW_NONE)
                e->defs[c->row[k]]++;
        for (uint32_t k = c->n_dst; k < (uint32_t)c->n_dst + c->n_src; k++)
            if (!(c->row[k] & OPERAND_CONSTANT))
                e->uses[c->row[k]]++;
        if (c->guard != ROW_NONE)
            e->uses[c->guard]++;
    }
}

/* Sets the position of each number. The numbers of dead items are those of the next item. */
static void find_places(struct edit *e)
{
    uint32_t n = 0;
    for (uint32_t i = 0; i < e->n; i++) {
        e->where[e->at[i].id] = n;
        if (!e->at[i].dead)
            e->at[n++] = e->at[i];
    }
    e->n = n;
    for (uint32_t i = 0; i < n; i++)
        if (is_branch(&e->at[i].c)) {
            e->at[i].c.target = e->at[e->where[e->at[i].c.target]].id;
            e->where[e->at[i].id] = i;
        }
}

/* A call writes registers that it does not name: those of its callee's parameters and result. */
static bool calls(const struct code *c)
{
    return c->op == CODE_CALL || c->op == CODE_CALL_ANY;
}

/* Marks the items that lead. Kills what follows a branch that is always taken and that no branch
 * leads to; true if there is nothing of that kind. */
static bool mark_leaders(struct edit *e)
{
    bool all = true, reached = true;
    for (uint32_t i = 0; i < e->n; i++)
        e->at[i].targeted = false;
    for (uint32_t i = 0; i < e->n; i++)
        if (is_branch(&e->at[i].c))
            e->at[e->where[e->at[i].c.target]].targeted = true;
    for (uint32_t i = 0; i < e->n; i++) {
        bool first = i == 0 || e->at[i].function != e->at[i - 1].function;
        e->at[i].leads = first || e->at[i].targeted || edit_ends_block(&e->at[i - 1].c) ||
                         calls(&e->at[i - 1].c);
        reached = first || e->at[i].targeted || (reached && !edit_leaves(&e->at[i - 1].c));
        e->at[i].dead = !reached;
        all = all && reached;
    }
    return all;
}

enum st_code edit_settle(struct edit *e)
{
    const char *name = e->b->p->name;
    bool all = false;
    while (!all) {
        TRY(mem_remake(&e->where, e->ids + 1, sizeof *e->where, name, e->st));
        find_places(e);
        all = mark_leaders(e);
    }
    TRY(mem_remake(&e->defs, e->b->p->n_registers + 1, sizeof *e->defs, name, e->st));
    TRY(mem_remake(&e->uses, e->b->p->n_registers + 1, sizeof *e->uses, name, e->st));
    count(e);
    return ST_OK;
}

enum st_code edit_end(struct edit *e)
{
    struct program *p = e->b->p;
    p->n_code = 0;
    for (uint32_t f = 0; f < p->n_functions; f++)
        p->functions[f].first = p->functions[f].end = 0;
    for (uint32_t i = 0; i < e->n; i++) {
        struct code c = e->at[i].c;
        struct program_function *f = &p->functions[e->at[i].function];
        if (is_branch(&c))
            c.target = e->where[c.target];
        if (f->first == f->end)
            f->first = i;
        f->end = i + 1;
        TRY(program_add_code(e->b, &c, e->st));
    }
    return ST_OK;
}

enum st_code edit_insert(struct edit *e, uint32_t i, const struct code *c)
{
    const struct item *next = &e->at[i < e->n ? i : e->n - 1];
    struct item item = {.c = *c, .id = e->ids++, .function = next->function};
    if (!c->line) {
        item.c.line = next->c.line;
        item.c.file = next->c.file;
        item.c.opcode = next->c.opcode;
    }
    if (!grow(&e->at, e->n, &e->room, sizeof *e->at))
        return status_no_memory(e->st, e->b->p->name);
    memmove(&e->at[i + 1], &e->at[i], (e->n - i) * sizeof *e->at);
    e->at[i] = item;
    e->n++;
    return ST_OK;
}

bool edit_is_pure(const struct code *c)
{
    return c->op < CODE_FIRST_SPECIAL || c->op == CODE_MODIFIED || c->op == CODE_UNPACK_64 ||
           c->op == CODE_UNPACK_32 || c->op == CODE_ENTRY_PARAM ||
           (c->op == CODE_SPECIAL_REGISTER && c->offset != SPECIAL_CLOCK);
}

bool edit_is_access(const struct code *c)
{
    return c->op == CODE_LOAD || c->op == CODE_STORE || c->op == CODE_LOAD_SHARED ||
           c->op == CODE_STORE_SHARED || c->op == CODE_ATOMIC || c->op == CODE_REDUCE ||
           c->op == CODE_ATOMIC_SHARED;
}

bool edit_is_compare(const struct code *c)
{
    return c->op >= CODE_SETP_EQ_16 && c->op < CODE_FIRST_SPECIAL;
}

bool edit_reads(const struct code *c, uint32_t reg)
{
    for (uint32_t k = c->n_dst; k < (uint32_t)c->n_dst + c->n_src; k++)
        if (c->row[k] == reg)
            return true;
    return c->guard == reg;
}

bool edit_writes(const struct code *c, uint32_t reg)
{
    for (uint32_t k = 0; k < c->n_dst; k++)
        if (c->row[k] == reg)
            return true;
    return false;
}

uint32_t edit_def(const struct edit *e, uint32_t i, uint32_t reg)
{
    while (!e->at[i].leads) {
        const struct item *one = &e->at[--i];
        if (!one->dead && edit_writes(&one->c, reg))
            return one->c.guard == ROW_NONE ? i : EDIT_NONE;
    }
    return EDIT_NONE;
}

bool edit_keeps(const struct edit *e, uint32_t from, uint32_t to)
{
    const struct code *c = &e->at[from].c;
    for (uint32_t i = from; i < to; i++)
        for (uint32_t k = c->n_dst; k < (uint32_t)c->n_dst + c->n_src; k++)
            if (!e->at[i].dead && edit_writes(&e->at[i].c, c->row[k]))
                return false;
    return true;
}

uint32_t edit_block_end(const struct edit *e, uint32_t i)
{
    do
        i++;
    while (i < e->n && !e->at[i].leads);
    return i;
}

bool edit_constant(const struct edit *e, uint32_t row, uint64_t *bits)
{
    if (row == ROW_NONE || !(row & OPERAND_CONSTANT))
        return false;
    *bits = e->b->p->constants[row & ~OPERAND_CONSTANT].bits;
    return true;
}

enum st_code edit_make_constant(struct edit *e, enum cell cell, uint64_t bits, uint32_t *row)
{
    return program_add_constant(e->b, cell, bits, row, e->st);
}

enum st_code edit_make_idle(struct edit *e, struct code *out)
{
    *out = (struct code){.op = CODE_MOV_32, .n_dst = 1, .n_src = 1, .guard = ROW_NONE};
    TRY(program_add_register(e->b, CELL_4, 0, &out->row[0], e->st));
    return edit_make_constant(e, CELL_4, 0, &out->row[1]);
}

enum st_code edit_become(struct edit *e, uint32_t i, int op, const char *spelling, uint32_t n_src,
                         const uint32_t *sources)
{
    struct code *c = &e->at[i].c;
    c->op = (uint16_t)op;
    c->n_src = (uint8_t)n_src;
    memcpy(c->row + c->n_dst, sources, n_src * sizeof *sources);
    return program_add_opcode(e->b, spelling, strlen(spelling), &c->opcode, e->st);
}

enum cell edit_cell(const struct edit *e, uint32_t reg)
{
    return (enum cell)e->b->cells[reg];
}
