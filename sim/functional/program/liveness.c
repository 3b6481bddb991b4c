/* Computes liveness by backward data flow, one function at a time, callees first. Only the sets at
 * branch targets are stored; the walk updates the current one. */
#include "sim/functional/program/liveness.h"

#include "common/memory.h"

#include <string.h>

enum { MOST_WORDS = 1 << 22 }; /* most words of a function's sets; else: an upper bound */

struct flow {
    const struct program *p;
    const uint8_t *cells;
    const struct program_function *f;
    uint32_t *local;   /* by register: its number in this function + 1; 0: not seen */
    uint32_t *slot;    /* by instruction - first: number of its set + 1 if it is a branch target */
    uint64_t *live_in; /* the sets at branch targets, `words` each */
    uint64_t *now;     /* set of the instruction that the walk has reached */
    uint64_t *wide, *predicates;
    uint32_t n_local, words;
    struct live_range *ranges;
    uint32_t *names; /* by number in this function: the register */
};

static bool is_register(uint32_t operand)
{
    return operand != ROW_NONE && !(operand & OPERAND_CONSTANT);
}

static void number_register(struct flow *w, uint32_t r)
{
    uint32_t function = (uint32_t)(w->f - w->p->functions) + 1;
    struct live_range *range = &w->ranges[r];
    if (!is_register(r) || w->local[r])
        return;
    w->names[w->n_local] = r;
    w->local[r] = ++w->n_local;
    range->private = !range->function;
    range->function = function;
    range->first = UINT32_MAX;
    range->last = 0;
}

static void number_registers(struct flow *w)
{
    w->n_local = 0;
    for (uint32_t i = w->f->first; i < w->f->end; i++) {
        const struct code *c = &w->p->code[i];
        for (uint32_t k = 0; k < (uint32_t)c->n_dst + c->n_src; k++)
            number_register(w, c->row[k]);
        number_register(w, c->guard);
    }
    w->words = (w->n_local + 63) / 64;
}

static void stretch(struct flow *w, uint32_t r, uint32_t i)
{
    struct live_range *range = &w->ranges[r];
    range->first = i < range->first ? i : range->first;
    range->last = i > range->last ? i : range->last;
}

/* Extends the ranges of all currently live registers to instruction i. */
static void stretch_live(struct flow *w, uint32_t i)
{
    for (uint32_t k = 0; k < w->words; k++)
        for (uint64_t bits = w->now[k]; bits; bits &= bits - 1)
            stretch(w, w->names[64 * k + (uint32_t)__builtin_ctzll(bits)], i);
}

static void share_none(struct flow *w)
{
    for (uint32_t k = 0; k < w->n_local; k++)
        w->ranges[w->names[k]].private = false;
}

static void mark_kinds(struct flow *w, uint32_t n_registers)
{
    for (uint32_t r = 0; r < n_registers; r++) {
        if (!w->local[r])
            continue;
        uint32_t at = w->local[r] - 1;
        if (w->cells[r] == CELL_8)
            w->wide[at / 64] |= UINT64_C(1) << at % 64;
        else if (w->cells[r] == CELL_PRED)
            w->predicates[at / 64] |= UINT64_C(1) << at % 64;
    }
}

static void set_bit(const struct flow *w, uint32_t operand, bool on)
{
    if (!is_register(operand))
        return;
    uint32_t at = w->local[operand] - 1;
    uint64_t bit = UINT64_C(1) << at % 64;
    w->now[at / 64] = on ? w->now[at / 64] | bit : w->now[at / 64] & ~bit;
}

static void step_back(struct flow *w, const struct code *c)
{
    if (c->guard == ROW_NONE &&
        (c->op == CODE_BRANCH || c->op == CODE_RETURN || c->op == CODE_EXIT))
        memset(w->now, 0, w->words * sizeof *w->now);
    if (c->op == CODE_BRANCH) {
        const uint64_t *in = w->live_in + (size_t)(w->slot[c->target - w->f->first] - 1) * w->words;
        for (uint32_t k = 0; k < w->words; k++)
            w->now[k] |= in[k];
    }
    if (c->guard == ROW_NONE)
        for (uint32_t k = 0; k < c->n_dst; k++)
            set_bit(w, c->row[k], false);
    for (uint32_t k = c->n_dst; k < (uint32_t)c->n_dst + c->n_src; k++)
        set_bit(w, c->row[k], true);
    if (c->guard != ROW_NONE)
        set_bit(w, c->guard, true);
}

static uint32_t count_live(const struct flow *w)
{
    uint32_t n = 0;
    for (uint32_t k = 0; k < w->words; k++)
        n += (uint32_t)(__builtin_popcountll(w->now[k] & ~w->predicates[k]) +
                        __builtin_popcountll(w->now[k] & w->wide[k]));
    return n;
}

/* Permits to reorder threads before the instruction that reads the kind of hit after a trace: the
 * hit is known there, and no shader of the hit has begun, so threads may be sorted by their next
 * work. Registers that are live in callers are not counted. */
static void note_reorder(struct warp_inst *inst, uint32_t live)
{
    enum { MOST = UINT16_MAX / 4 };
    inst->reorder_B = (uint16_t)(4 * (live < 1 ? 1 : live > MOST ? MOST : live));
}

/* Walks the function backwards once; returns whether a stored set grew. */
static bool walk(struct flow *w, const uint32_t *most_of, uint32_t *most)
{
    bool changed = false;
    memset(w->now, 0, w->words * sizeof *w->now);
    for (uint32_t i = w->f->end; i-- > w->f->first;) {
        const struct code *c = &w->p->code[i];
        uint32_t called = 0;
        for (uint32_t callee = 0; program_next_callee(w->p, c, &callee); callee++)
            called = most_of[callee] > called ? most_of[callee] : called;
        uint32_t behind = called ? count_live(w) + called : 0;
        step_back(w, c);
        uint32_t before = count_live(w);
        if (c->op == CODE_hit_geometry)
            note_reorder(&w->p->insts[i], before);
        *most = behind > *most ? behind : *most;
        *most = before > *most ? before : *most;
        uint32_t slot = w->slot[i - w->f->first];
        if (!slot)
            continue;
        uint64_t *in = w->live_in + (size_t)(slot - 1) * w->words;
        if (memcmp(in, w->now, w->words * sizeof *in) != 0) {
            memcpy(in, w->now, w->words * sizeof *in);
            changed = true;
        }
    }
    return changed;
}

/* Finds the live ranges: walks once more with the final sets. */
static void find_ranges(struct flow *w)
{
    memset(w->now, 0, w->words * sizeof *w->now);
    for (uint32_t i = w->f->end; i-- > w->f->first;) {
        const struct code *c = &w->p->code[i];
        stretch_live(w, i);
        for (uint32_t k = 0; k < c->n_dst; k++)
            if (is_register(c->row[k]))
                stretch(w, c->row[k], i);
        step_back(w, c);
        stretch_live(w, i);
    }
    for (uint32_t k = 0; k < w->words; k++)
        for (uint64_t bits = w->now[k]; bits; bits &= bits - 1)
            w->ranges[w->names[64 * k + (uint32_t)__builtin_ctzll(bits)]].private = false;
}

static uint32_t number_targets(struct flow *w)
{
    uint32_t n = 0;
    for (uint32_t i = w->f->first; i < w->f->end; i++) {
        const struct code *c = &w->p->code[i];
        if (c->op == CODE_BRANCH && !w->slot[c->target - w->f->first])
            w->slot[c->target - w->f->first] = ++n;
    }
    return n;
}

static enum st_code measure(struct flow *w, const uint32_t *most_of, uint32_t *out,
                            struct status *st)
{
    const struct program *p = w->p;
    uint32_t n_slots = number_targets(w);
    uint64_t words = ((uint64_t)n_slots + 3) * w->words;
    if (words > MOST_WORDS) {
        *out = w->n_local;
        share_none(w);
        for (uint32_t i = w->f->first; i < w->f->end; i++)
            if (p->code[i].op == CODE_hit_geometry)
                note_reorder(&p->insts[i], w->n_local);
        return ST_OK;
    }
    TRY(mem_make(&w->live_in, words + 1, sizeof *w->live_in, p->name, st));
    w->now = w->live_in + (size_t)n_slots * w->words;
    w->wide = w->now + w->words;
    w->predicates = w->wide + w->words;
    mark_kinds(w, p->n_registers);
    *out = 0;
    while (walk(w, most_of, out))
        ;
    find_ranges(w);
    mem_free(w->live_in);
    return ST_OK;
}

/* Marks the functions that may run: all functions of a framed program, else those that `entry`
 * reaches. */
static void mark_reached(const struct program *p, uint32_t entry, const uint32_t *order,
                         uint8_t *reached)
{
    memset(reached, p->framed, p->n_functions);
    reached[entry] = 1;
    for (uint32_t k = p->n_functions; k-- > 0;) {
        const struct program_function *f = &p->functions[order[k]];
        for (uint32_t i = f->first; reached[order[k]] && i < f->end; i++)
            for (uint32_t callee = 0; program_next_callee(p, &p->code[i], &callee); callee++)
                reached[callee] = 1;
    }
}

enum st_code liveness_registers(struct program *p, uint32_t entry, const uint32_t *order,
                                const uint8_t *cells, struct live_range *ranges, struct status *st)
{
    size_t n = p->n_functions, n_marks = (size_t)p->n_registers + p->n_code;
    uint32_t *work;
    uint8_t *reached;
    if (!MEM_ARRAYS(MEM_ARRAY(work, n + n_marks + p->n_registers + 1), MEM_ARRAY(reached, n))) {
        MEM_FREE(work, reached);
        return status_no_memory(st, p->name);
    }
    enum st_code result = ST_OK;
    uint32_t *most_of = work;
    struct flow w = {.p = p, .cells = cells, .local = work + n, .ranges = ranges};
    w.slot = w.local + p->n_registers;
    w.names = w.slot + p->n_code;
    mark_reached(p, entry, order, reached);
    for (uint32_t k = 0; k < n && result == ST_OK; k++) {
        if (!reached[order[k]])
            continue;
        w.f = &p->functions[order[k]];
        memset(w.local, 0, n_marks * sizeof *w.local);
        number_registers(&w);
        result = measure(&w, most_of, &most_of[order[k]], st);
    }
    for (uint32_t f = 0; f < n && result == ST_OK; f++)
        p->functions[f].live_registers = most_of[f];
    p->live_registers = most_of[entry];
    MEM_FREE(work, reached);
    return result;
}
