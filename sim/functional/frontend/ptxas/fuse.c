/* Within blocks: constants and copies go into the operands that use them, a product and the sum
 * behind it become one instruction, sums with a constant the offset of an access, and a comparison
 * and the logic behind it one comparison (SASS: IMAD.WIDE, LEA, [R + offset], ISETP.AND). */
#include "sim/functional/frontend/ptxas/edit.h"

#include "common/memory.h"

static bool is_move(const struct code *c)
{
    return (c->op == CODE_MOV_32 || c->op == CODE_MOV_64 || c->op == CODE_MOV_PRED) &&
           c->guard == ROW_NONE;
}

/* Replaces the source operand `reg` of an item. */
static void replace(struct edit *e, uint32_t i, uint32_t reg, uint32_t with)
{
    struct code *c = &e->at[i].c;
    for (uint32_t k = c->n_dst; k < (uint32_t)c->n_dst + c->n_src; k++)
        if (c->row[k] == reg)
            c->row[k] = with;
}

/* A register that only one move writes, of a constant, is that constant wherever it is read. */
static enum st_code spread_constants(struct edit *e)
{
    uint32_t *value;
    uint64_t bits;
    TRY(mem_make(&value, e->b->p->n_registers + 1, sizeof *value, e->b->p->name, e->st));
    for (uint32_t i = 0; i < e->n; i++) {
        const struct code *c = &e->at[i].c;
        if (is_move(c) && e->defs[c->row[0]] == 1 && edit_constant(e, c->row[1], &bits))
            value[c->row[0]] = c->row[1];
    }
    for (uint32_t i = 0; i < e->n; i++) {
        struct code *c = &e->at[i].c;
        for (uint32_t k = c->n_dst; k < (uint32_t)c->n_dst + c->n_src; k++)
            if (!(c->row[k] & OPERAND_CONSTANT) && value[c->row[k]])
                c->row[k] = value[c->row[k]];
    }
    mem_free(value);
    return ST_OK;
}

/* Lets what reads a copy, in the block behind it, read the original. */
static void spread_copy(struct edit *e, uint32_t i)
{
    uint32_t to = e->at[i].c.row[0], from = e->at[i].c.row[1];
    for (uint32_t k = i + 1; k < e->n && !e->at[k].leads; k++) {
        replace(e, k, to, from);
        if (edit_writes(&e->at[k].c, to) || edit_writes(&e->at[k].c, from))
            return;
    }
}

/* If `row` is a register that holds, at position i, another register times a constant or a whole
 * product, gives the factors: row[0] * row[1]. *wide: the factors have 32 bits, the product 64;
 * *sign: they are signed. */
static enum st_code find_product(struct edit *e, uint32_t i, uint32_t row, uint32_t factors[2],
                                 bool *wide, bool *sign, bool *found)
{
    uint64_t shift;
    *found = *wide = *sign = false;
    uint32_t at = row & OPERAND_CONSTANT ? EDIT_NONE : edit_def(e, i, row);
    if (at == EDIT_NONE || !edit_keeps(e, at, i))
        return ST_OK;
    const struct code *c = &e->at[at].c;
    factors[0] = c->row[1];
    factors[1] = c->row[2];
    switch (c->op) {
    case CODE_MUL_WIDE_U32:
    case CODE_MUL_WIDE_S32:
        *found = *wide = true;
        *sign = c->op == CODE_MUL_WIDE_S32;
        return ST_OK;
    case CODE_MUL_LO_32:
        *found = e->uses[row] == 1;
        return ST_OK;
    case CODE_SHL_32:
    case CODE_SHL_64:
        break;
    default:
        return ST_OK;
    }
    bool is_64 = c->op == CODE_SHL_64;
    if (!edit_constant(e, factors[1], &shift) || shift > 31)
        return ST_OK;
    *found = true;
    uint32_t from =
        is_64 && !(factors[0] & OPERAND_CONSTANT) ? edit_def(e, at, factors[0]) : EDIT_NONE;
    if (from != EDIT_NONE && edit_keeps(e, from, i) && e->at[from].c.op == CODE_EXT_Z32_R8_32) {
        factors[0] = e->at[from].c.row[1];
        *wide = true;
    }
    return edit_make_constant(e, is_64 && !*wide ? CELL_8 : CELL_4, UINT64_C(1) << shift,
                              &factors[1]);
}

/* Makes a sum of which one side is a product one instruction. */
static enum st_code fuse_sum(struct edit *e, uint32_t i)
{
    const struct code *c = &e->at[i].c;
    bool is_64 = c->op == CODE_ADD_64;
    if ((c->op != CODE_ADD_64 && c->op != CODE_ADD_32) || c->guard != ROW_NONE)
        return ST_OK;
    for (uint32_t side = 0; side < 2; side++) {
        uint32_t sources[3] = {0, 0, c->row[2 - side]};
        bool wide, sign, found;
        TRY(find_product(e, i, c->row[1 + side], sources, &wide, &sign, &found));
        if (found)
            return wide && sign ? edit_become(e, i, CODE_MAD_WIDE_S32, "mad.wide.s32", 3, sources)
                   : wide       ? edit_become(e, i, CODE_MAD_WIDE_U32, "mad.wide.u32", 3, sources)
                   : is_64      ? edit_become(e, i, CODE_MAD_LO_64, "mad.lo.s64", 3, sources)
                                : edit_become(e, i, CODE_MAD_LO_32, "mad.lo.s32", 3, sources);
    }
    return ST_OK;
}

/* Takes a constant that was added to an address into the access. */
static void fold_offset(struct edit *e, uint32_t i)
{
    struct code *c = &e->at[i].c;
    uint64_t bits;
    while (edit_is_access(c) && !c->narrow && !(c->row[c->n_dst] & OPERAND_CONSTANT)) {
        uint32_t from = edit_def(e, i, c->row[c->n_dst]);
        const struct code *sum = from == EDIT_NONE ? NULL : &e->at[from].c;
        if (!sum || sum->op != CODE_ADD_64 || !edit_keeps(e, from, i) ||
            (sum->row[1] & OPERAND_CONSTANT) || !edit_constant(e, sum->row[2], &bits) ||
            bits + (1u << 23) >= 1u << 24) /* an offset has 24 bits */
            return;
        c->offset += (int64_t)bits;
        c->row[c->n_dst] = sum->row[1];
    }
}

/* Makes a comparison, and the and behind it, one instruction. */
static enum st_code fuse_test(struct edit *e, uint32_t i)
{
    struct code *c = &e->at[i].c;
    if (c->op != CODE_AND_PRED || c->guard != ROW_NONE)
        return ST_OK;
    for (uint32_t side = 2; side > 0; side--) {
        uint32_t test = c->row[side], other = c->row[3 - side];
        uint32_t at = test & OPERAND_CONSTANT ? EDIT_NONE : edit_def(e, i, test);
        if (at == EDIT_NONE || !edit_is_compare(&e->at[at].c) || !edit_keeps(e, at, i) ||
            e->uses[test] != 1 || other == c->row[0])
            continue;
        const struct code *from = &e->at[at].c;
        uint32_t sources[3] = {from->row[1], from->row[2], other};
        c->target = from->op;
        c->offset = MODIFY_AND;
        return edit_become(e, i, CODE_MODIFIED, e->b->p->opcodes[from->opcode], 3, sources);
    }
    return ST_OK;
}

/* Lets a guard that is a copy or the opposite of another predicate be that one. */
static void forward_guard(struct edit *e, uint32_t i)
{
    struct code *c = &e->at[i].c;
    uint64_t bits;
    while (c->guard != ROW_NONE) {
        uint32_t from = edit_def(e, i, c->guard);
        const struct code *d = from == EDIT_NONE ? NULL : &e->at[from].c;
        if (!d || !edit_keeps(e, from, i) || (d->n_src && (d->row[1] & OPERAND_CONSTANT)))
            return;
        if (d->op == CODE_NOT_PRED)
            c->guard_not ^= 1;
        else if (d->op == CODE_XOR_PRED && edit_constant(e, d->row[2], &bits))
            c->guard_not ^= bits != 0;
        else if (d->op != CODE_MOV_PRED)
            return;
        c->guard = d->row[1];
    }
}

static enum st_code remove_unread(struct edit *e)
{
    bool more = true;
    while (more) {
        TRY(edit_settle(e));
        more = false;
        for (uint32_t i = 0; i < e->n; i++) {
            const struct code *c = &e->at[i].c;
            bool read = !edit_is_pure(c);
            for (uint32_t k = 0; k < c->n_dst; k++)
                read |= c->row[k] != ROW_NONE && e->uses[c->row[k]];
            e->at[i].dead = !read;
            more |= !read;
        }
    }
    return ST_OK;
}

enum st_code fuse_pass(struct edit *e)
{
    TRY(spread_constants(e));
    for (uint32_t i = 0; i < e->n; i++)
        if (is_move(&e->at[i].c) && !(e->at[i].c.row[1] & OPERAND_CONSTANT))
            spread_copy(e, i);
    TRY(remove_unread(e));
    for (uint32_t i = 0; i < e->n; i++) {
        TRY(fuse_sum(e, i));
        TRY(fuse_test(e, i));
        fold_offset(e, i);
        forward_guard(e, i);
    }
    return remove_unread(e);
}
