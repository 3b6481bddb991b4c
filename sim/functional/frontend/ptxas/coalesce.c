/* Makes a value, and the variable that it is moved to in the same block, one register: a loop then
 * counts in place, where PTX writes a new register and moves it. */
#include "sim/functional/frontend/ptxas/edit.h"

/* Whether the item at k, between `from` and k, reads nothing that these items write, so that it may
 * go in front of them. */
static bool can_go_ahead(const struct edit *e, uint32_t from, uint32_t k)
{
    const struct code *c = &e->at[k].c;
    if (!edit_is_pure(c) || c->guard != ROW_NONE)
        return false;
    for (uint32_t i = from; i < k; i++) {
        const struct code *early = &e->at[i].c;
        for (uint32_t d = 0; d < early->n_dst; d++)
            if (early->row[d] != ROW_NONE &&
                (edit_reads(c, early->row[d]) || edit_writes(c, early->row[d])))
                return false;
        for (uint32_t d = 0; d < c->n_dst; d++)
            if (c->row[d] != ROW_NONE && edit_reads(early, c->row[d]))
                return false;
    }
    return true;
}

static void move_ahead(struct edit *e, uint32_t from, uint32_t k)
{
    struct item item = e->at[k];
    for (uint32_t i = k; i > from; i--) {
        e->at[i] = e->at[i - 1];
        e->at[i].leads = e->at[i].targeted = false;
    }
    /* Branches to the block go to what is first in it now. */
    if (from + 1 < e->n) {
        uint32_t id = e->at[from + 1].id;
        item.leads = e->at[from].leads;
        item.targeted = e->at[from].targeted;
        if (item.leads) {
            e->at[from + 1].id = item.id;
            item.id = id;
        }
    }
    e->at[from] = item;
}

static uint32_t reads_in(const struct edit *e, uint32_t first, uint32_t end, uint32_t reg)
{
    uint32_t n = 0;
    for (uint32_t i = first; i < end; i++) {
        const struct code *c = &e->at[i].c;
        for (uint32_t k = c->n_dst; k < (uint32_t)c->n_dst + c->n_src; k++)
            n += c->row[k] == reg;
        n += c->guard == reg;
    }
    return n;
}

static void rename_reads(struct edit *e, uint32_t first, uint32_t end, uint32_t from, uint32_t to)
{
    for (uint32_t i = first; i < end; i++) {
        struct code *c = &e->at[i].c;
        for (uint32_t k = c->n_dst; k < (uint32_t)c->n_dst + c->n_src; k++)
            if (c->row[k] == from)
                c->row[k] = to;
    }
}

/* Makes the source of the move at `move` its destination, from the item on that computes it. */
static void coalesce(struct edit *e, uint32_t move)
{
    const uint32_t to = e->at[move].c.row[0], from = e->at[move].c.row[1];
    uint32_t at = edit_def(e, move, from), end = edit_block_end(e, move);
    if (at == EDIT_NONE || e->defs[from] != 1 || e->at[at].c.n_dst != 1 ||
        edit_cell(e, from) != edit_cell(e, to) || reads_in(e, at + 1, end, from) != e->uses[from])
        return;
    for (uint32_t k = at + 1; k < end; k++)
        if (k != move && edit_writes(&e->at[k].c, to))
            return;
    for (uint32_t k = at + 1; k < move; k++) {
        if (!edit_reads(&e->at[k].c, to))
            continue;
        if (!can_go_ahead(e, at, k))
            return;
        move_ahead(e, at++, k);
    }
    rename_reads(e, at + 1, end, from, to);
    e->uses[to] += e->uses[from];
    e->at[at].c.row[0] = to;
    e->at[move].dead = true;
}

enum st_code coalesce_pass(struct edit *e)
{
    for (uint32_t i = 0; i < e->n; i++) {
        const struct code *c = &e->at[i].c;
        if ((c->op == CODE_MOV_32 || c->op == CODE_MOV_64) && c->guard == ROW_NONE &&
            !(c->row[1] & OPERAND_CONSTANT) && !e->at[i].dead)
            coalesce(e, i);
    }
    return ST_OK;
}
