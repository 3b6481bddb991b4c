/* A branch over a few instructions becomes their guard; one to the end of the thread a guarded
 * return (SASS: @P0, @P0 EXIT). */
#include "sim/functional/frontend/ptxas/edit.h"

/* Most instructions behind a branch that become guarded instead, as ptxas 13.0 does for sm_90. */
enum { MOST_GUARDED = 8 };

static bool can_be_guarded(const struct code *c)
{
    return c->op != CODE_ATOMIC && c->op != CODE_REDUCE &&
           (edit_is_access(c) || (edit_is_pure(c) && op_info[c->op].class != OP_INT_DIV));
}

/* A branch at `branch` over items first to end, which ends there or leads there by its last item.
 */
struct hammock {
    uint32_t branch, first, end;
};

/* Whether the item is a load whose result the block at `target` reads: lanes that do not load would
 * wait for it. */
static bool is_waited_for(const struct edit *e, uint32_t i, uint32_t target)
{
    const struct code *c = &e->at[i].c;
    uint32_t end = edit_block_end(e, target);
    for (uint32_t k = target; k < end && c->op == CODE_LOAD; k++)
        if (edit_reads(&e->at[k].c, c->row[0]))
            return true;
    return false;
}

static bool find_hammock(const struct edit *e, uint32_t i, struct hammock *out)
{
    const struct code *c = &e->at[i].c;
    if (c->op != CODE_BRANCH || c->guard == ROW_NONE || i + 1 >= e->n || e->at[i + 1].targeted)
        return false;
    uint32_t end = edit_block_end(e, i + 1), target = e->where[c->target];
    const struct code *last = &e->at[end - 1].c;
    *out = (struct hammock){i, i + 1, end};
    if (last->op == CODE_BRANCH) {
        if (last->guard != ROW_NONE || e->where[last->target] != target)
            return false;
        out->end--;
    } else if (end != target) {
        return false;
    }
    if (out->end - out->first > MOST_GUARDED)
        return false;
    for (uint32_t k = out->first; k < out->end; k++)
        if (!can_be_guarded(&e->at[k].c) || edit_writes(&e->at[k].c, c->guard))
            return false;
    return out->end == out->first || !is_waited_for(e, out->end - 1, target);
}

/* Whether nothing outside of the hammock reads what the item writes, so that it may run for lanes
 * that do not need it. */
static bool is_local(const struct edit *e, const struct hammock *h, uint32_t i)
{
    const struct code *c = &e->at[i].c;
    if (!edit_is_pure(c) || c->guard != ROW_NONE)
        return false;
    for (uint32_t k = 0; k < c->n_dst; k++) {
        uint32_t inside = 0;
        if (c->row[k] == ROW_NONE)
            continue;
        for (uint32_t at = h->first; at < h->end; at++) {
            const struct code *one = &e->at[at].c;
            for (uint32_t s = one->n_dst; s < (uint32_t)one->n_dst + one->n_src; s++)
                inside += one->row[s] == c->row[k];
            inside += one->guard == c->row[k];
        }
        if (e->defs[c->row[k]] != 1 || inside != e->uses[c->row[k]])
            return false;
    }
    return true;
}

/* For guarded items of the hammock: the comparison in it that makes their guard, which takes the
 * branch's condition up; or there is none. All of them must be guarded the same way. */
static bool can_combine(const struct edit *e, const struct hammock *h, uint32_t *compare)
{
    *compare = EDIT_NONE;
    uint32_t guard = ROW_NONE, guard_not = 0;
    for (uint32_t i = h->first; i < h->end; i++) {
        const struct code *c = &e->at[i].c;
        if (c->guard == ROW_NONE)
            continue;
        if (guard != ROW_NONE && (guard != c->guard || guard_not != c->guard_not))
            return false;
        guard = c->guard;
        guard_not = c->guard_not;
    }
    if (guard == ROW_NONE)
        return true;
    /* The comparison becomes its opposite, which nothing but guards may read. */
    for (uint32_t i = h->first; i < h->end && guard_not; i++) {
        const struct code *c = &e->at[i].c;
        for (uint32_t k = c->n_dst; k < (uint32_t)c->n_dst + c->n_src; k++)
            if (c->row[k] == guard)
                return false;
    }
    for (uint32_t i = h->first; i < h->end; i++)
        if (edit_writes(&e->at[i].c, guard) && edit_is_compare(&e->at[i].c) && is_local(e, h, i))
            *compare = i;
    return *compare != EDIT_NONE;
}

static enum st_code combine(struct edit *e, uint32_t compare, bool inverted, uint32_t guard,
                            bool guard_not)
{
    struct code *c = &e->at[compare].c;
    uint32_t sources[3] = {c->row[1], c->row[2], guard};
    c->target = c->op;
    c->offset = MODIFY_AND | (inverted ? MODIFY_INVERT : 0) | (guard_not ? MODIFY_INVERT_OTHER : 0);
    return edit_become(e, compare, CODE_MODIFIED, e->b->p->opcodes[c->opcode], 3, sources);
}

static enum st_code guard_hammock(struct edit *e, const struct hammock *h, bool *done)
{
    const struct code *branch = &e->at[h->branch].c;
    uint32_t guard = branch->guard, compare, local = 0;
    bool guard_not = !branch->guard_not;
    *done = false;
    if (!can_combine(e, h, &compare))
        return ST_OK;
    for (uint32_t i = h->first; i < h->end; i++)
        local |= (uint32_t)is_local(e, h, i) << (i - h->first);
    for (uint32_t i = h->first; i < h->end; i++) {
        struct code *c = &e->at[i].c;
        if (c->guard != ROW_NONE) {
            if (e->at[compare].c.op != CODE_MODIFIED)
                TRY(combine(e, compare, c->guard_not, guard, guard_not));
            c->guard_not = 0;
        } else if (!(local >> (i - h->first) & 1)) {
            c->guard = guard;
            c->guard_not = guard_not;
        }
    }
    e->at[h->branch].dead = true;
    *done = true;
    return ST_OK;
}

/* A branch to the next item is none; of two branches in a row the first may be the opposite of the
 * second. */
static void simplify(struct edit *e)
{
    for (uint32_t i = 0; i + 1 < e->n; i++) {
        struct code *c = &e->at[i].c, *next = &e->at[i + 1].c;
        if (c->op != CODE_BRANCH)
            continue;
        uint32_t target = e->where[c->target];
        if (target == i + 1) {
            e->at[i].dead = true;
        } else if (target == i + 2 && c->guard != ROW_NONE && next->op == CODE_BRANCH &&
                   next->guard == ROW_NONE && !e->at[i + 1].targeted) {
            c->target = next->target;
            c->guard_not ^= 1;
            e->at[i + 1].dead = true;
        }
    }
}

static void return_at_once(struct edit *e)
{
    for (uint32_t i = 0; i < e->n; i++) {
        struct code *c = &e->at[i].c;
        const struct code *to = c->op == CODE_BRANCH ? &e->at[e->where[c->target]].c : c;
        if (to != c && (to->op == CODE_RETURN || to->op == CODE_EXIT) && to->guard == ROW_NONE) {
            c->op = to->op;
            c->opcode = to->opcode;
            c->target = 0;
        }
    }
}

/* A guarded move of a constant to a register that has it already, from the same block, is none. */
static void drop_moves(struct edit *e)
{
    uint64_t bits;
    for (uint32_t i = 0; i < e->n; i++) {
        const struct code *c = &e->at[i].c;
        if (c->op != CODE_MOV_32 || c->guard == ROW_NONE || !edit_constant(e, c->row[1], &bits))
            continue;
        uint32_t from = edit_def(e, i, c->row[0]);
        if (from != EDIT_NONE && e->at[from].c.op == CODE_MOV_32 &&
            e->at[from].c.row[1] == c->row[1])
            e->at[i].dead = true;
    }
}

enum st_code predicate_pass(struct edit *e)
{
    bool more = true;
    while (more) {
        simplify(e);
        TRY(edit_settle(e));
        more = false;
        for (uint32_t i = 0; i < e->n && !more; i++) {
            struct hammock h;
            if (find_hammock(e, i, &h))
                TRY(guard_hammock(e, &h, &more));
        }
        TRY(edit_settle(e));
    }
    drop_moves(e);
    return_at_once(e);
    return ST_OK;
}
