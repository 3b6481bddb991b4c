/* Lays blocks out so that what usually follows does so without a branch: behind a block comes the
 * one that it leads to, and a loop ends with the branch back to its begin. */
#include "sim/functional/frontend/ptxas/edit.h"

#include "common/memory.h"

struct layout {
    struct edit *e;
    struct item *to;
    uint32_t n;
    bool *placed; /* by position of a block's first item */
};

static void put(struct layout *l, const struct item *item)
{
    l->to[l->n++] = *item;
}

/* The block behind a conditional branch, if that block is nothing but a branch. */
static const struct code *branch_behind(const struct edit *e, uint32_t at)
{
    const struct code *c = at < e->n ? &e->at[at].c : NULL;
    return c && c->op == CODE_BRANCH && c->guard == ROW_NONE && !e->at[at].targeted ? c : NULL;
}

static void put_branch(struct layout *l, const struct item *like, uint32_t to)
{
    struct item item = *like;
    item.id = l->e->ids++;
    item.c.op = CODE_BRANCH;
    item.c.guard = ROW_NONE;
    item.c.guard_not = item.c.n_src = item.c.n_dst = 0;
    item.c.target = l->e->at[to].id;
    put(l, &item);
}

/* Puts the block at `first` and returns the one to be put behind it; EDIT_NONE: any. */
static uint32_t put_block(struct layout *l, uint32_t first)
{
    struct edit *e = l->e;
    uint32_t end = edit_block_end(e, first);
    struct item *last = &e->at[end - 1];
    l->placed[first] = true;
    for (uint32_t i = first; i + 1 < end; i++)
        put(l, &e->at[i]);
    if (last->c.op != CODE_BRANCH) {
        put(l, last);
        if (edit_leaves(&last->c))
            return EDIT_NONE;
        if (!l->placed[end])
            return end;
        put_branch(l, last, end);
        return EDIT_NONE;
    }
    uint32_t target = e->where[last->c.target];
    if (last->c.guard == ROW_NONE) {
        if (!l->placed[target]) {
            last->dead = true; /* its number passes to what follows */
            put(l, last);
            return target;
        }
        put(l, last);
        return EDIT_NONE;
    }
    const struct code *behind = branch_behind(e, end);
    uint32_t other = behind ? e->where[behind->target] : end;
    if (behind)
        l->placed[end] = true;
    if (l->placed[other] && !l->placed[target]) {
        last->c.guard_not ^= 1;
        last->c.target = e->at[other].id;
        put(l, last);
        return target;
    }
    put(l, last);
    if (!l->placed[other])
        return other;
    put_branch(l, last, other);
    return EDIT_NONE;
}

static void put_function(struct layout *l, uint32_t first, uint32_t end)
{
    uint32_t next = first;
    for (uint32_t from = first; from < end;) {
        if (next == EDIT_NONE) {
            if (l->placed[from]) {
                from = edit_block_end(l->e, from);
                continue;
            }
            next = from;
        }
        next = put_block(l, next);
    }
}

enum st_code layout_pass(struct edit *e)
{
    struct layout l = {.e = e};
    uint32_t most = 2 * e->n + 1;
    TRY(mem_make(&l.to, most, sizeof *l.to, e->b->p->name, e->st));
    enum st_code code = mem_make(&l.placed, e->n + 1, sizeof *l.placed, e->b->p->name, e->st);
    if (code != ST_OK) {
        mem_free(l.to);
        return code;
    }
    for (uint32_t first = 0, end; first < e->n; first = end) {
        for (end = first; end < e->n && e->at[end].function == e->at[first].function;)
            end++;
        put_function(&l, first, end);
    }
    MEM_FREE(e->at, l.placed);
    e->at = l.to;
    e->n = l.n;
    e->room = most;
    return ST_OK;
}
