/* Gives what a GPU does by several instructions as many: integer arithmetic of 64 bits outside of
 * shared memory's addresses, functions that scale subnormal operands, stores of constants, and what
 * a kernel begins with. */
#include "sim/functional/frontend/ptxas/edit.h"

#include "common/memory.h"

#include <string.h>

/* By register: whether it is part of an address in shared memory, which has 32 bits. */
static void find_shared(const struct edit *e, uint8_t *shared)
{
    for (bool more = true; more;) {
        more = false;
        for (uint32_t i = 0; i < e->n; i++) {
            const struct code *c = &e->at[i].c;
            bool access = c->op == CODE_LOAD_SHARED || c->op == CODE_STORE_SHARED ||
                          c->op == CODE_ATOMIC_SHARED;
            bool part =
                edit_is_pure(c) && c->n_dst == 1 && c->row[0] != ROW_NONE && shared[c->row[0]];
            if (!access && !part)
                continue;
            for (uint32_t k = c->n_dst; k < (uint32_t)c->n_dst + (access ? 1 : c->n_src); k++)
                if (!(c->row[k] & OPERAND_CONSTANT) && edit_cell(e, c->row[k]) == CELL_8 &&
                    !shared[c->row[k]])
                    shared[c->row[k]] = more = true;
        }
    }
}

/* Instructions of 32 bits that an operation takes besides the first. */
static uint32_t halves_of(const struct edit *e, const struct code *c, const uint8_t *shared)
{
    uint64_t bits;
    switch (c->op) {
    case CODE_ADD_64:
    case CODE_SUB_64:
    case CODE_AND_64:
    case CODE_OR_64:
    case CODE_XOR_64:
    case CODE_NOT_64:
    case CODE_NEG_64:
    case CODE_SHL_64:
    case CODE_SHR_U64:
    case CODE_SHR_S64:
    case CODE_SELP_64:
    case CODE_MOV_64:
        return !shared[c->row[0]];
    case CODE_MAD_LO_64:
    case CODE_MUL_LO_64:
        if (shared[c->row[0]])
            return 0;
        return edit_constant(e, c->row[2], &bits) && !(bits & (bits - 1)) ? 1 : 2;
    default:
        return 0;
    }
}

/* Adds instructions behind those of 64 bits, which depend on their results and leave them as they
 * are. */
static enum st_code add_halves(struct edit *e, const uint8_t *shared)
{
    struct item *to;
    uint32_t zero, n = 0, room = e->n + 1;
    for (uint32_t i = 0; i < e->n; i++)
        room += halves_of(e, &e->at[i].c, shared);
    TRY(edit_make_constant(e, CELL_8, 0, &zero));
    TRY(mem_make(&to, room, sizeof *to, e->b->p->name, e->st));
    for (uint32_t i = 0; i < e->n; i++) {
        struct item half = to[n++] = e->at[i];
        half.c.op = CODE_ADD_64;
        half.c.n_src = 2;
        half.c.row[1] = half.c.row[0];
        half.c.row[2] = zero;
        half.leads = half.targeted = false;
        for (uint32_t more = halves_of(e, &e->at[i].c, shared); more > 0; more--) {
            half.id = e->ids++;
            to[n++] = half;
        }
    }
    mem_free(e->at);
    e->at = to;
    e->n = n;
    e->room = room;
    return ST_OK;
}

/* 2^24 x, before a function of a subnormal x, and the power of two that takes it back. */
struct scaled {
    int op;
    uint32_t scale, back; /* as bits of floats */
};

/* Lets branches to the item at `op` go to the one at `first`, which has been put in front of it. */
static void lead(struct edit *e, uint32_t first, uint32_t op)
{
    struct item *head = &e->at[first], *behind = &e->at[op];
    uint32_t id = head->id;
    head->id = behind->id;
    behind->id = id;
    head->leads = behind->leads;
    behind->leads = false;
}

/* Scales a subnormal operand, in its register if nothing else reads that, and the result back
 * (FSETP, @P FMUL, MUFU, @P FMUL). *added: the items that came. */
static enum st_code scale_operand(struct edit *e, uint32_t i, const struct scaled *s,
                                  uint32_t *added)
{
    struct code c = e->at[i].c, test = c, up = c, down = c, copy = c;
    uint32_t from = c.row[1], scale, back, predicate;
    uint32_t first = i;
    *added = 0;
    if (c.guard != ROW_NONE || (from & OPERAND_CONSTANT))
        return ST_OK;
    TRY(edit_make_constant(e, CELL_4, s->scale, &scale));
    TRY(edit_make_constant(e, CELL_4, s->back, &back));
    TRY(program_add_register(e->b, CELL_PRED, c.line, &predicate, e->st));
    test.op = CODE_TESTP_SUBNORMAL_F32;
    test.row[0] = predicate;
    up.op = down.op = CODE_MUL_F32;
    up.n_src = down.n_src = 2;
    up.guard = down.guard = predicate;
    down.row[1] = down.row[0];
    down.row[2] = back;
    if (e->uses[from] > 1 || edit_def(e, i, from) == EDIT_NONE) {
        copy.op = CODE_MOV_32;
        TRY(program_add_register(e->b, CELL_4, c.line, &copy.row[0], e->st));
        TRY(edit_insert(e, i++, &copy));
        e->at[i].c.row[1] = from = copy.row[0];
        ++*added;
    }
    up.row[0] = up.row[1] = from;
    up.row[2] = scale;
    *added += 3;
    TRY(edit_insert(e, i + 1, &down));
    TRY(edit_insert(e, i, &up));
    TRY(edit_insert(e, i, &test));
    lead(e, first, i + 2);
    return ST_OK;
}

/* Moves what a store or atomic writes, if it is a constant other than 0, to a register, which these
 * read alone (MOV, under the same guard). */
static enum st_code move_constants(struct edit *e, uint32_t i, uint32_t *added)
{
    const struct code c = e->at[i].c;
    uint64_t bits;
    *added = 0;
    if (!edit_is_access(&c) || c.op == CODE_LOAD || c.op == CODE_LOAD_SHARED)
        return ST_OK;
    bool store =
        c.op == CODE_STORE || c.op == CODE_STORE_SHARED; /* else `wide` is of all elements */
    for (uint32_t k = c.n_dst + 1u; k < (uint32_t)c.n_dst + c.n_src; k++) {
        if (!edit_constant(e, c.row[k], &bits) || !bits)
            continue;
        bool wide = c.wide >> (store ? k - c.n_dst - 1 : 0) & 1;
        struct code move = {.op = wide ? CODE_MOV_64 : CODE_MOV_32,
                            .n_dst = 1,
                            .n_src = 1,
                            .guard = c.guard,
                            .guard_not = c.guard_not,
                            .row = {0, c.row[k]}};
        TRY(program_add_register(e->b, wide ? CELL_8 : CELL_4, c.line, &move.row[0], e->st));
        TRY(edit_insert(e, i, &move));
        ++*added;
        e->at[i + *added].c.row[k] = move.row[0];
    }
    if (*added)
        lead(e, i, i + *added);
    return ST_OK;
}

/* Whether guarded items alone, and at least one, read the parameter that the item at i loads from a
 * fixed place. */
static bool is_guarded_parameter(const struct edit *e, uint32_t i)
{
    const struct code *c = &e->at[i].c;
    if (c->op != CODE_ENTRY_PARAM || c->n_src || c->guard != ROW_NONE || e->defs[c->row[0]] != 1 ||
        !e->uses[c->row[0]])
        return false;
    for (uint32_t k = 0; k < e->n; k++)
        if (e->at[k].c.guard == ROW_NONE && edit_reads(&e->at[k].c, c->row[0]))
            return false;
    return true;
}

/* Loads such a parameter in front of its first reader in each run of items with that guard, and
 * nowhere else (@P LDC): no register holds it in between. */
static enum st_code load_under_guard(struct edit *e, uint32_t i)
{
    struct code load = e->at[i].c;
    e->at[i].dead = true;
    for (uint32_t k = 0; k < e->n; k++) {
        const struct code *c = &e->at[k].c;
        if (e->at[k].leads || c->guard != load.guard || c->guard_not != load.guard_not)
            load.guard = ROW_NONE;
        if (c->guard != load.guard && edit_reads(c, load.row[0])) {
            load.guard = c->guard;
            load.guard_not = c->guard_not;
            TRY(edit_insert(e, k, &load));
            lead(e, k, k + 1);
            k++;
        }
        if (load.guard != ROW_NONE && edit_writes(&e->at[k].c, load.guard))
            load.guard = ROW_NONE;
    }
    return ST_OK;
}

static bool reaches_global(const struct edit *e)
{
    for (uint32_t i = 0; i < e->n; i++)
        if (e->at[i].c.op == CODE_LOAD || e->at[i].c.op == CODE_STORE)
            return true;
    return false;
}

/* A kernel loads its stack's address and the descriptor of global memory first. */
static enum st_code add_prologue(struct edit *e)
{
    struct code c;
    uint32_t n = 1 + reaches_global(e), at = 0;
    while (at < e->n && strcmp(e->b->p->functions[e->at[at].function].name, e->entry) != 0)
        at++;
    for (uint32_t i = 0; i < n && at < e->n; i++) {
        TRY(edit_make_idle(e, &c));
        TRY(edit_insert(e, at, &c));
    }
    return ST_OK;
}

static enum st_code expand(struct edit *e, const uint8_t *shared)
{
    static const struct scaled scaled[] = {{CODE_RSQRT_F32, 0x4b800000u, 0x45800000u}};
    for (uint32_t i = 0; i < e->n; i++)
        if (is_guarded_parameter(e, i)) {
            TRY(load_under_guard(e, i));
            TRY(edit_settle(e));
            i--;
        }
    TRY(add_halves(e, shared));
    for (uint32_t i = 0; i < e->n; i++) {
        uint32_t added = 0;
        for (size_t k = 0; k < sizeof scaled / sizeof *scaled; k++)
            if (e->at[i].c.op == scaled[k].op)
                TRY(scale_operand(e, i, &scaled[k], &added));
        i += added;
        TRY(move_constants(e, i, &added));
        i += added;
    }
    return add_prologue(e);
}

enum st_code expand_pass(struct edit *e)
{
    uint8_t *shared;
    TRY(mem_make(&shared, e->b->p->n_registers + 1, 1, e->b->p->name, e->st));
    find_shared(e, shared);
    enum st_code code = expand(e, shared);
    mem_free(shared);
    return code;
}
