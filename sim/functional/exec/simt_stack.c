#include "sim/functional/exec/simt_stack.h"

#include "sim/functional/program/program.h"

void simt_start(struct simt_stack *s, uint32_t pc, uint32_t mask)
{
    s->depth = mask != 0;
    s->calls = 0;
    s->entries[0] = (struct simt_entry){.pc = pc, .reconvergence = PC_NONE, .mask = mask};
}

/* Pops finished entries: those without lanes, those at their reconvergence point, and calls whose
 * lanes have all returned; then the caller continues. */
static void settle(struct simt_stack *s)
{
    bool returned = false;
    while (s->depth) {
        struct simt_entry *top = simt_top(s);
        if (returned && top->mask)
            top->pc++;
        returned = false;
        if (top->call && (top->pc == PC_EXIT || !top->mask)) {
            s->depth--;
            s->calls--;
            returned = true;
        } else if (!top->mask || (!top->call && top->pc == top->reconvergence)) {
            s->depth--;
        } else {
            return;
        }
    }
}

void simt_advance(struct simt_stack *s, uint32_t pc)
{
    struct simt_entry *top = simt_top(s);
    top->pc = pc;
    if (pc == top->reconvergence || pc == PC_EXIT)
        settle(s);
}

void simt_branch(struct simt_stack *s, uint32_t taken, uint32_t target, uint32_t reconvergence)
{
    struct simt_entry *top = simt_top(s);
    uint32_t rest = top->mask & ~taken, next = top->pc + 1;
    if (!rest || !taken) {
        simt_advance(s, taken ? target : next);
        return;
    }
    if (top->call || top->reconvergence != reconvergence)
        top->pc = reconvergence;
    else
        s->depth--;
    if (next != reconvergence)
        s->entries[s->depth++] =
            (struct simt_entry){.pc = next, .reconvergence = reconvergence, .mask = rest};
    if (target != reconvergence)
        s->entries[s->depth++] =
            (struct simt_entry){.pc = target, .reconvergence = reconvergence, .mask = taken};
    settle(s);
}

void simt_call(struct simt_stack *s, uint32_t target)
{
    uint32_t mask = simt_top(s)->mask;
    s->calls++;
    s->entries[s->depth++] =
        (struct simt_entry){.pc = target, .reconvergence = PC_NONE, .mask = mask, .call = true};
}

void simt_call_some(struct simt_stack *s, uint32_t mask, uint32_t target)
{
    struct simt_entry *top = simt_top(s);
    uint32_t pc = top->pc, rest = top->mask & ~mask;
    if (rest) {
        /* Splits the top entry if it waits at this call already, left by an earlier call of some
         * lanes; else lets it wait behind the call for both parts. */
        if (top->call || top->reconvergence != pc + 1)
            top->pc = pc + 1;
        else
            s->depth--;
        s->entries[s->depth++] =
            (struct simt_entry){.pc = pc, .reconvergence = pc + 1, .mask = rest};
        s->entries[s->depth++] =
            (struct simt_entry){.pc = pc, .reconvergence = pc + 1, .mask = mask};
    }
    simt_call(s, target);
}

void simt_return(struct simt_stack *s, uint32_t mask, uint32_t reconvergence)
{
    simt_branch(s, mask, PC_EXIT, reconvergence);
}

uint32_t simt_waiting(const struct simt_stack *s, uint32_t *entry)
{
    uint32_t above = simt_top(s)->mask;
    for (uint32_t i = s->depth - 1; i > 0 && !s->entries[i].call; i--) {
        const struct simt_entry *e = &s->entries[i - 1];
        if (e->mask & ~above && !e->call) {
            *entry = i - 1;
            return e->mask & ~above;
        }
        above |= e->mask;
    }
    return 0;
}

void simt_raise(struct simt_stack *s, uint32_t entry, uint32_t lanes)
{
    struct simt_entry raised = s->entries[entry];
    s->entries[entry].mask &= ~lanes;
    raised.mask = lanes;
    if (s->entries[entry].mask) {
        s->depth++;
    } else {
        for (uint32_t i = entry; i + 1 < s->depth; i++)
            s->entries[i] = s->entries[i + 1];
    }
    *simt_top(s) = raised;
}

void simt_exit(struct simt_stack *s, uint32_t mask)
{
    uint32_t stays = simt_top(s)->mask & ~mask;
    for (uint32_t i = 0; i < s->depth; i++)
        s->entries[i].mask &= ~mask;
    if (stays)
        simt_advance(s, simt_top(s)->pc + 1);
    else
        settle(s);
}
