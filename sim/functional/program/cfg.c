/* Computes post-dominators by iteration over the reversed graph (Cooper, Harvey, Kennedy: A Simple,
 * Fast Dominance Algorithm, 2001). Block n_blocks is the virtual exit; a loop without an exit is
 * connected to it, so every block has a post-dominator. */
#include "sim/functional/program/cfg.h"

#include "common/memory.h"

struct block {
    uint32_t first;   /* index of its first instruction */
    uint32_t next[3]; /* successors; n_blocks: the exit; the third for endless loops only */
    uint32_t n_next;
    uint32_t dominator;
    uint32_t followed; /* number of its predecessors that the walk has followed */
    bool entered, reconverges;
    uint32_t order; /* post-order number in the reversed walk; the exit has the highest */
    uint32_t preds, n_preds;
};

struct graph {
    struct block *blocks; /* n blocks and the exit */
    uint32_t n;
    uint32_t *block_of; /* by instruction */
    uint32_t *preds;    /* predecessors of all blocks; those of a block are adjacent */
    uint32_t *sorted;   /* blocks by descending order number */
    uint32_t *stack;
};

#define UNKNOWN UINT32_MAX

static bool ends_block(const struct code *c)
{
    return c->op == CODE_BRANCH || c->op == CODE_RETURN || c->op == CODE_EXIT;
}

static void find_blocks(struct graph *g, const struct code *code, uint32_t first, uint32_t end)
{
    uint32_t n = end - first;
    for (uint32_t i = 0; i < n; i++)
        g->block_of[i] = 0;
    g->block_of[0] = 1;
    for (uint32_t i = 0; i < n; i++) {
        const struct code *c = &code[first + i];
        if (c->op == CODE_BRANCH)
            g->block_of[c->target - first] = 1;
        if (ends_block(c) && i + 1 < n)
            g->block_of[i + 1] = 1;
    }
    g->n = 0;
    for (uint32_t i = 0; i < n; i++) {
        if (g->block_of[i])
            g->blocks[g->n++] = (struct block){.first = first + i};
        g->block_of[i] = g->n - 1;
    }
    g->blocks[g->n] = (struct block){.first = end};
}

static void link_blocks(struct graph *g, const struct code *code, uint32_t first, uint32_t end)
{
    for (uint32_t b = 0; b < g->n; b++) {
        struct block *block = &g->blocks[b];
        uint32_t last = g->blocks[b + 1].first - 1;
        const struct code *c = &code[last];
        bool falls = !ends_block(c) || c->guard != ROW_NONE;
        if (c->op == CODE_BRANCH)
            block->next[block->n_next++] = g->block_of[c->target - first];
        else if (ends_block(c))
            block->next[block->n_next++] = g->n;
        uint32_t after = last + 1 < end ? g->block_of[last + 1 - first] : g->n;
        if (falls && !(block->n_next == 1 && block->next[0] == after))
            block->next[block->n_next++] = after;
    }
}

static void link_back(struct graph *g)
{
    for (uint32_t b = 0; b <= g->n; b++)
        g->blocks[b].n_preds = 0;
    for (uint32_t b = 0; b < g->n; b++)
        for (uint32_t k = 0; k < g->blocks[b].n_next; k++)
            g->blocks[g->blocks[b].next[k]].n_preds++;
    uint32_t at = 0;
    for (uint32_t b = 0; b <= g->n; b++) {
        g->blocks[b].preds = at;
        at += g->blocks[b].n_preds;
        g->blocks[b].n_preds = 0;
    }
    for (uint32_t b = 0; b < g->n; b++)
        for (uint32_t k = 0; k < g->blocks[b].n_next; k++) {
            struct block *to = &g->blocks[g->blocks[b].next[k]];
            g->preds[to->preds + to->n_preds++] = b;
        }
}

/* Searches depth first from `root` against the edges, and gives blocks numbers from `order` on when
 * it leaves them. Returns the next number. */
static uint32_t number_from(struct graph *g, uint32_t root, uint32_t order)
{
    uint32_t depth = 0;
    g->stack[depth++] = root;
    g->blocks[root].order = UNKNOWN - 1; /* marks a block as seen */
    g->blocks[root].followed = 0;
    while (depth) {
        struct block *b = &g->blocks[g->stack[depth - 1]];
        if (b->followed < b->n_preds) {
            uint32_t p = g->preds[b->preds + b->followed++];
            if (g->blocks[p].order == UNKNOWN) {
                g->blocks[p].order = UNKNOWN - 1;
                g->blocks[p].followed = 0;
                g->stack[depth++] = p;
            }
        } else {
            b->order = order;
            g->sorted[order++] = g->stack[--depth];
        }
    }
    return order;
}

static uint32_t number_reached(struct graph *g)
{
    link_back(g);
    for (uint32_t b = 0; b <= g->n; b++)
        g->blocks[b].order = UNKNOWN;
    return number_from(g, g->n, 0);
}

/* The first branch of an endless loop, in the order of code. Blocks that are entered and have no
 * number do not lead to the exit. They form a closed set, so one of them branches back. */
static uint32_t find_endless(const struct graph *g, const struct code *code)
{
    uint32_t depth = 0, found = PC_NONE;
    g->blocks[0].entered = true;
    g->stack[depth++] = 0;
    while (depth) {
        uint32_t b = g->stack[--depth], last = g->blocks[b + 1].first - 1;
        if (g->blocks[b].order == UNKNOWN && code[last].op == CODE_BRANCH && last < found)
            found = last;
        for (uint32_t k = 0; k < g->blocks[b].n_next; k++) {
            uint32_t next = g->blocks[b].next[k];
            if (next == g->n || g->blocks[next].entered)
                continue;
            g->blocks[next].entered = true;
            g->stack[depth++] = next;
        }
    }
    return found;
}

/* Connects every endless loop to the exit, at its last block, then numbers all blocks. */
static void number_blocks(struct graph *g, const struct code *code, uint32_t *endless)
{
    uint32_t seen = number_reached(g);
    *endless = PC_NONE;
    if (seen == g->n + 1)
        return;
    *endless = find_endless(g, code);
    seen = number_reached(g);
    for (uint32_t b = g->n; b-- > 0;)
        if (g->blocks[b].order == UNKNOWN) {
            g->blocks[b].next[g->blocks[b].n_next++] = g->n;
            seen = number_from(g, b, seen);
        }
    number_reached(g);
}

static uint32_t meet(const struct graph *g, uint32_t a, uint32_t b)
{
    while (a != b) {
        while (g->blocks[a].order < g->blocks[b].order)
            a = g->blocks[a].dominator;
        while (g->blocks[b].order < g->blocks[a].order)
            b = g->blocks[b].dominator;
    }
    return a;
}

static void find_dominators(struct graph *g)
{
    for (uint32_t b = 0; b < g->n; b++)
        g->blocks[b].dominator = UNKNOWN;
    g->blocks[g->n].dominator = g->n;
    for (bool changed = true; changed;) {
        changed = false;
        for (uint32_t i = g->n; i-- > 0;) {
            struct block *b = &g->blocks[g->sorted[i]];
            uint32_t found = UNKNOWN;
            for (uint32_t k = 0; k < b->n_next; k++) {
                uint32_t s = b->next[k];
                if (g->blocks[s].dominator != UNKNOWN)
                    found = found == UNKNOWN ? s : meet(g, found, s);
            }
            if (found != b->dominator) {
                b->dominator = found;
                changed = true;
            }
        }
    }
}

static uint32_t write_reconvergence(const struct graph *g, struct code *code, uint32_t first,
                                    uint32_t end)
{
    uint32_t n = 0;
    for (uint32_t i = first; i < end; i++) {
        struct code *c = &code[i];
        if (!ends_block(c))
            continue;
        uint32_t d = g->blocks[g->block_of[i - first]].dominator;
        c->reconvergence = d == g->n ? PC_EXIT : g->blocks[d].first;
        if (d < g->n && code[c->reconvergence].converges)
            c->reconvergence++;
        n += !g->blocks[d].reconverges;
        g->blocks[d].reconverges = true;
    }
    return n;
}

enum st_code cfg_reconverge(struct code *code, uint32_t first, uint32_t end, uint32_t *n,
                            uint32_t *endless, struct status *st)
{
    size_t size = (size_t)(end - first) + 1;
    struct graph g = {.n = 0};
    bool got = MEM_ARRAYS(MEM_ARRAY(g.blocks, size), MEM_ARRAY(g.block_of, size),
                          MEM_ARRAY(g.preds, 3 * size), MEM_ARRAY(g.sorted, size),
                          MEM_ARRAY(g.stack, size));
    if (got) {
        find_blocks(&g, code, first, end);
        link_blocks(&g, code, first, end);
        number_blocks(&g, code, endless);
        find_dominators(&g);
        *n = write_reconvergence(&g, code, first, end);
    }
    MEM_FREE(g.blocks, g.block_of, g.preds, g.sorted, g.stack);
    return got ? ST_OK : status_no_memory(st, "control-flow graph");
}
