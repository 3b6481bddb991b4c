/* simt_stack.h -- which lanes of a warp run next, and where they meet again.
 *
 * The post-dominator stack of Vulkan-Sim (docs/model.md, "Divergence"): at a divergent branch the
 * current entry becomes the place of reconvergence, the side that falls through is pushed, then
 * the taken side, which therefore runs first. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

struct simt_entry {
    uint32_t pc;
    uint32_t reconvergence; /* the entry is popped when it gets there; PC_NONE: never */
    uint32_t mask;          /* lanes, never 0 between steps */
    bool call;              /* pushed by a call: popped by its return */
};

struct simt_stack {
    struct simt_entry *entries; /* room for program.stack_room of them; owned by its context */
    uint32_t depth;             /* 0: every lane has ended */
    uint32_t calls;             /* that are open */
    uint32_t room;              /* of entries */
};

void simt_start(struct simt_stack *s, uint32_t pc, uint32_t mask);

static inline struct simt_entry *simt_top(const struct simt_stack *s)
{
    return &s->entries[s->depth - 1];
}

/* All active lanes go on at pc. */
void simt_advance(struct simt_stack *s, uint32_t pc);
/* Active lanes in `taken` go to target, the others fall through to pc + 1. */
void simt_branch(struct simt_stack *s, uint32_t taken, uint32_t target, uint32_t reconvergence);
void simt_call(struct simt_stack *s, uint32_t target);
/* The active lanes in `mask` call; the others are at the call still when those have returned. */
void simt_call_some(struct simt_stack *s, uint32_t mask, uint32_t target);
/* The active lanes in `mask` leave the function: all of them, or else the rest goes on behind. */
void simt_return(struct simt_stack *s, uint32_t mask, uint32_t reconvergence);
/* Lanes of the running function that could go on while those that run wait: another side of a
 * branch, or lanes that are where the sides meet already. *entry is where they are; 0: there are
 * none. */
uint32_t simt_waiting(const struct simt_stack *s, uint32_t *entry);
/* They run first. */
void simt_raise(struct simt_stack *s, uint32_t entry, uint32_t lanes);
/* The lanes end; those active that do not, go on behind. */
void simt_exit(struct simt_stack *s, uint32_t mask);
