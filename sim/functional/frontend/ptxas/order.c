/* Orders the instructions of a block: of those whose operands are there, first the one from which
 * the longest chain of results leads to the block's end, so that loads go in front of other work
 * (list scheduling; Gibbons and Muchnick, SIGPLAN '86). Where that would take more registers than
 * let an SM be full, 32 of each thread, first the one that needs the fewest more (Goodman and Hsu,
 * ICS '88). */
#include "sim/functional/frontend/ptxas/edit.h"

#include "common/memory.h"

#include <string.h>

/* Cycles that a result is expected to take, and most instructions that are ordered together. */
enum { AFTER_LOAD = 200, AFTER_SHARED = 24, AFTER_SFU = 18, AFTER_OTHER = 4, WINDOW = 256 };
enum { MOST_REGISTERS = 32 };

struct node {
    uint32_t chain;     /* cycles from its issue to the end of the block, at least */
    uint32_t ready;     /* cycle from which its operands are there */
    uint32_t waits_for; /* nodes before it that have not been put */
    bool put;
};

/* A register, by the positions between which it holds a value, loops taken into account. */
struct range {
    uint32_t first, last;
    uint32_t words; /* of 32 bits; 0: it is a predicate, or never used */
    uint32_t left;  /* reads to come in the block that is ordered */
    bool live;
};

struct order {
    struct edit *e;
    struct range *ranges; /* by register */
    uint32_t words;       /* live now */
    struct node node[WINDOW];
    struct item items[WINDOW];
    uint32_t first, n;
};

static uint32_t latency_of(const struct code *c)
{
    switch (c->op) {
    case CODE_LOAD:
    case CODE_ATOMIC:
        return AFTER_LOAD;
    case CODE_LOAD_SHARED:
    case CODE_ATOMIC_SHARED:
        return AFTER_SHARED;
    default:
        return op_info[c->op == CODE_MODIFIED ? c->target : c->op].class == OP_SFU ? AFTER_SFU
                                                                                   : AFTER_OTHER;
    }
}

/* Whether the instruction stays in its place, and others stay on their side of it. */
static bool is_fixed(const struct code *c)
{
    return c->converges || (!edit_is_access(c) && !edit_is_pure(c));
}

enum access {
    ACCESS_NONE,
    READS_GLOBAL = 1,
    WRITES_GLOBAL = 2,
    READS_SHARED = 4,
    WRITES_SHARED = 8
};

/* A generic address may lie in shared memory. */
static uint32_t access_of(const struct edit *e, const struct code *c)
{
    bool generic = !strstr(e->b->p->opcodes[c->opcode], ".global");
    switch (c->op) {
    case CODE_LOAD:
        return READS_GLOBAL | (generic ? READS_SHARED : 0);
    case CODE_STORE:
    case CODE_REDUCE:
    case CODE_ATOMIC:
        return WRITES_GLOBAL | (generic ? WRITES_SHARED : 0);
    case CODE_LOAD_SHARED:
        return READS_SHARED;
    case CODE_STORE_SHARED:
    case CODE_ATOMIC_SHARED:
        return WRITES_SHARED;
    default:
        return ACCESS_NONE;
    }
}

/* Whether an access must stay behind another one, because both may be of the same bytes. */
static bool accesses_conflict(uint32_t a, uint32_t b)
{
    uint32_t writes = WRITES_GLOBAL | WRITES_SHARED;
    return (a & writes & (b | b << 1)) || (b & writes & (a | a << 1));
}

/* Cycles that `late` has to come behind `early`; 0: it need not. */
static uint32_t distance(const struct edit *e, const struct code *early, const struct code *late)
{
    uint32_t cycles = 0;
    for (uint32_t k = 0; k < early->n_dst; k++) {
        if (early->row[k] == ROW_NONE)
            continue;
        if (edit_reads(late, early->row[k]))
            return latency_of(early);
        if (edit_writes(late, early->row[k]))
            cycles = late->guard != ROW_NONE ? latency_of(early) : 1;
    }
    for (uint32_t k = 0; k < late->n_dst && !cycles; k++)
        cycles = late->row[k] != ROW_NONE && edit_reads(early, late->row[k]);
    return cycles || accesses_conflict(access_of(e, early), access_of(e, late)) ? cycles + !cycles
                                                                                : 0;
}

static void measure(struct order *o)
{
    for (uint32_t i = o->n; i-- > 0;) {
        o->node[i] = (struct node){.chain = latency_of(&o->items[i].c)};
        for (uint32_t k = i + 1; k < o->n; k++) {
            uint32_t cycles = distance(o->e, &o->items[i].c, &o->items[k].c);
            if (!cycles)
                continue;
            o->node[k].waits_for++;
            if (cycles + o->node[k].chain > o->node[i].chain)
                o->node[i].chain = cycles + o->node[k].chain;
        }
    }
}

static void extend(struct edit *e, struct range *ranges, uint32_t reg, uint32_t at)
{
    struct range *r = &ranges[reg];
    if (!r->words) {
        r->words = edit_cell(e, reg) == CELL_PRED ? 0 : edit_cell(e, reg) == CELL_8 ? 2 : 1;
        r->first = at;
    }
    r->last = at;
}

/* Where each register holds a value: from its first item to its last, and to the end of every loop
 * that it reaches into from before. */
static void find_ranges(struct edit *e, struct range *ranges)
{
    for (uint32_t i = 0; i < e->n; i++) {
        const struct code *c = &e->at[i].c;
        for (uint32_t k = 0; k < (uint32_t)c->n_dst + c->n_src; k++)
            if (!(c->row[k] & OPERAND_CONSTANT)) /* ROW_NONE has that bit too */
                extend(e, ranges, c->row[k], i);
    }
    for (uint32_t i = 0; i < e->n; i++) {
        const struct code *c = &e->at[i].c;
        uint32_t to = c->op == CODE_BRANCH ? e->where[c->target] : i;
        for (uint32_t r = 0; to < i && r < e->b->p->n_registers; r++)
            if (ranges[r].words && ranges[r].first < to && ranges[r].last >= to &&
                ranges[r].last < i)
                ranges[r].last = i;
    }
}

/* The registers that are live where the run begins, and the reads to come of each. */
static void begin_run(struct order *o)
{
    uint32_t n = o->e->b->p->n_registers;
    o->words = 0;
    for (uint32_t r = 0; r < n; r++) {
        struct range *range = &o->ranges[r];
        range->left = 0;
        range->live = range->words && range->first < o->first && range->last >= o->first;
        o->words += range->live ? range->words : 0;
    }
    for (uint32_t i = 0; i < o->n; i++) {
        const struct code *c = &o->items[i].c;
        for (uint32_t k = c->n_dst; k < (uint32_t)c->n_dst + c->n_src; k++)
            if (!(c->row[k] & OPERAND_CONSTANT))
                o->ranges[c->row[k]].left++;
    }
}

/* The words that become live less those that become free with the item. */
static int32_t growth(const struct order *o, const struct code *c)
{
    int32_t words = 0;
    uint32_t end = o->first + o->n;
    for (uint32_t k = 0; k < c->n_dst; k++)
        if (c->row[k] != ROW_NONE && !o->ranges[c->row[k]].live)
            words += (int32_t)o->ranges[c->row[k]].words;
    for (uint32_t k = c->n_dst; k < (uint32_t)c->n_dst + c->n_src; k++) {
        const struct range *r = c->row[k] & OPERAND_CONSTANT ? NULL : &o->ranges[c->row[k]];
        if (r && r->live && r->left == 1 && r->last < end)
            words -= (int32_t)r->words;
    }
    return words;
}

static void take(struct order *o, const struct code *c)
{
    uint32_t end = o->first + o->n;
    for (uint32_t k = c->n_dst; k < (uint32_t)c->n_dst + c->n_src; k++) {
        struct range *r = c->row[k] & OPERAND_CONSTANT ? NULL : &o->ranges[c->row[k]];
        if (r && --r->left == 0 && r->live && r->last < end) {
            r->live = false;
            o->words -= r->words;
        }
    }
    for (uint32_t k = 0; k < c->n_dst; k++) {
        struct range *r = c->row[k] == ROW_NONE ? NULL : &o->ranges[c->row[k]];
        if (r && !r->live) {
            r->live = true;
            o->words += r->words;
        }
    }
}

/* Chooses, among the items that wait for none before them, the one that needs the fewest more
 * registers. */
static uint32_t choose_small(const struct order *o)
{
    uint32_t best = EDIT_NONE;
    int32_t least = 0;
    for (uint32_t i = 0; i < o->n; i++) {
        if (o->node[i].put || o->node[i].waits_for)
            continue;
        int32_t words = growth(o, &o->items[i].c);
        if (best == EDIT_NONE || words < least) {
            best = i;
            least = words;
        }
    }
    return best;
}

static uint32_t choose(const struct order *o, uint32_t now)
{
    uint32_t best = EDIT_NONE;
    for (uint32_t i = 0; i < o->n; i++) {
        const struct node *n = &o->node[i], *b = best == EDIT_NONE ? NULL : &o->node[best];
        if (n->put || n->waits_for)
            continue;
        bool is_ready = n->ready <= now, best_is_ready = b && b->ready <= now;
        if (!b || (is_ready && !best_is_ready) ||
            (is_ready == best_is_ready && (is_ready ? n->chain > b->chain : n->ready < b->ready)))
            best = i;
    }
    bool full = (int32_t)o->words + growth(o, &o->items[best].c) > MOST_REGISTERS;
    return full ? choose_small(o) : best;
}

static void put_in_order(struct order *o)
{
    uint32_t now = 0;
    begin_run(o);
    for (uint32_t n = 0; n < o->n; n++) {
        uint32_t i = choose(o, now);
        struct node *node = &o->node[i];
        node->put = true;
        take(o, &o->items[i].c);
        now = (node->ready > now ? node->ready : now) + 1;
        for (uint32_t k = i + 1; k < o->n; k++) {
            uint32_t cycles = distance(o->e, &o->items[i].c, &o->items[k].c);
            if (!cycles)
                continue;
            o->node[k].waits_for--;
            if (now - 1 + cycles > o->node[k].ready)
                o->node[k].ready = now - 1 + cycles;
        }
        o->e->at[o->first + n] = o->items[i];
    }
}

static void order_run(struct order *o, uint32_t first, uint32_t end)
{
    o->first = first;
    o->n = end - first;
    for (uint32_t i = 0; i < o->n; i++)
        o->items[i] = o->e->at[first + i];
    measure(o);
    put_in_order(o);
    /* Branches to the block go to what is first in it now. */
    struct item *at = &o->e->at[first];
    for (uint32_t i = 1; i < o->n; i++)
        if (at[i].id == o->items[0].id) {
            at[i].id = at[0].id;
            at[0].id = o->items[0].id;
        }
}

enum st_code order_pass(struct edit *e)
{
    struct order *o;
    TRY(mem_make(&o, 1, sizeof *o, e->b->p->name, e->st));
    o->e = e;
    enum st_code code =
        mem_make(&o->ranges, e->b->p->n_registers + 1, sizeof *o->ranges, e->b->p->name, e->st);
    if (code == ST_OK)
        find_ranges(e, o->ranges);
    for (uint32_t i = 0; i < e->n && code == ST_OK;) {
        uint32_t end = i;
        while (end < e->n && end - i < WINDOW && !is_fixed(&e->at[end].c) &&
               (end == i || !e->at[end].leads))
            end++;
        if (end > i + 1)
            order_run(o, i, end);
        i = end > i ? end : i + 1;
    }
    MEM_FREE(o->ranges, o);
    return code;
}
