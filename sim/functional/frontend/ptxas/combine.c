/* Makes loads of neighbouring words of shared memory one load of 2 or 4 words (SASS: LDS.64,
 * LDS.128). The base's low bits must be known to be zero: shared memory is laid out here, while
 * addresses in global memory are parameters. */
#include "sim/functional/frontend/ptxas/edit.h"

#include "common/memory.h"

enum { WORD_B = 4, MOST_WORDS = 4, MOST_ZEROS = 4, DEEPEST = 8 };

struct combine {
    struct edit *e;
    uint32_t *def; /* by register: the position of its one definition, or EDIT_NONE */
};

static uint32_t least(uint32_t a, uint32_t b)
{
    return a < b ? a : b;
}

/* Low bits of an operand that are 0 on every way to it, up to MOST_ZEROS. */
static uint32_t zeros(const struct combine *m, uint32_t row, uint32_t depth)
{
    uint64_t bits;
    if (edit_constant(m->e, row, &bits))
        return bits ? least((uint32_t)__builtin_ctzll(bits), MOST_ZEROS) : MOST_ZEROS;
    if ((row & OPERAND_CONSTANT) || m->def[row] == EDIT_NONE || depth == DEEPEST)
        return 0;
    const struct code *c = &m->e->at[m->def[row]].c;
    if (c->guard != ROW_NONE || c->n_dst != 1)
        return 0;
    uint32_t of[3] = {MOST_ZEROS, MOST_ZEROS, MOST_ZEROS};
    for (uint32_t k = 0; k < c->n_src && k < 3; k++)
        of[k] = zeros(m, c->row[1 + k], depth + 1);
    switch (c->op) {
    case CODE_MOV_32:
    case CODE_MOV_64:
        return of[0];
    case CODE_ADD_32:
    case CODE_ADD_64:
        return least(of[0], of[1]);
    case CODE_MUL_LO_32:
    case CODE_MUL_WIDE_U32:
    case CODE_MUL_WIDE_S32:
    case CODE_MAD_LO_32:
    case CODE_MAD_LO_64:
    case CODE_MAD_WIDE_U32:
    case CODE_MAD_WIDE_S32: /* a product has no third source */
        return least(least(of[0] + of[1], MOST_ZEROS), of[2]);
    case CODE_SHL_32:
    case CODE_SHL_64:
        return edit_constant(m->e, c->row[2], &bits) && bits < MOST_ZEROS
                   ? least(of[0] + (uint32_t)bits, MOST_ZEROS)
                   : of[0];
    default:
        return 0;
    }
}

/* Whether the item loads one word of shared memory in every lane. */
static bool is_word(const struct code *c)
{
    return c->op == CODE_LOAD_SHARED && c->n_dst == 1 && c->bytes == WORD_B && !c->wide &&
           !c->narrow && c->guard == ROW_NONE && !c->converges && !(c->row[1] & OPERAND_CONSTANT);
}

/* The load of the word at `offset` from the first one's base, which can be made with the first one:
 * nothing between writes shared memory, and nothing there reads or writes its result. EDIT_NONE:
 * there is none. */
static uint32_t find_word(const struct edit *e, uint32_t first, int64_t offset)
{
    const struct code *c = &e->at[first].c;
    uint32_t end = edit_block_end(e, first);
    for (uint32_t i = first + 1; i < end; i++) {
        const struct code *o = &e->at[i].c;
        if (e->at[i].dead)
            continue;
        if (is_word(o) && o->row[1] == c->row[1] && o->offset == offset &&
            edit_cell(e, o->row[0]) == edit_cell(e, c->row[0])) {
            for (uint32_t k = first; k < i; k++)
                if (!e->at[k].dead &&
                    (edit_reads(&e->at[k].c, o->row[0]) || edit_writes(&e->at[k].c, o->row[0])))
                    return EDIT_NONE;
            return i;
        }
        if (edit_writes(o, c->row[1]) ||
            (!edit_is_pure(o) && o->op != CODE_LOAD && o->op != CODE_LOAD_SHARED))
            return EDIT_NONE;
    }
    return EDIT_NONE;
}

/* Lets the load at `first` load 2 or 4 words, if the words behind its own are loaded too. */
static void combine(const struct combine *m, uint32_t first)
{
    struct edit *e = m->e;
    struct code *c = &e->at[first].c;
    uint32_t found[MOST_WORDS] = {first}, n = 1, words = MOST_WORDS, base = c->row[1];
    while (n < MOST_WORDS &&
           (found[n] = find_word(e, first, c->offset + (int64_t)(WORD_B * n))) != EDIT_NONE)
        n++;
    uint32_t known = zeros(m, base, 0);
    while (words > 1 &&
           (words > n || (1u << known) < WORD_B * words || c->offset % (WORD_B * words)))
        words /= 2;
    if (words == 1)
        return;
    for (uint32_t k = 0; k < words; k++) {
        c->row[k] = e->at[found[k]].c.row[0];
        e->at[found[k]].dead = k > 0;
    }
    c->row[words] = base;
    c->n_dst = (uint8_t)words;
}

enum st_code combine_pass(struct edit *e)
{
    struct combine m = {.e = e};
    TRY(mem_make(&m.def, e->b->p->n_registers + 1, sizeof *m.def, e->b->p->name, e->st));
    for (uint32_t r = 0; r < e->b->p->n_registers; r++)
        m.def[r] = EDIT_NONE;
    for (uint32_t i = 0; i < e->n; i++)
        for (uint32_t k = 0; k < e->at[i].c.n_dst; k++)
            if (e->at[i].c.row[k] != ROW_NONE && e->defs[e->at[i].c.row[k]] == 1)
                m.def[e->at[i].c.row[k]] = i;
    for (uint32_t i = 0; i < e->n; i++)
        if (!e->at[i].dead && is_word(&e->at[i].c))
            combine(&m, i);
    mem_free(m.def);
    return ST_OK;
}
