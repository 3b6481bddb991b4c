/* simt_stack.h -- the SIMT stack: the lanes of a warp that run next, and their reconvergence.
 *
 * It is the post-dominator stack of Vulkan-Sim (docs/model.md, "Divergence"): at a divergent branch
 * the current entry becomes the point of reconvergence, then the fall-through side is pushed, then
 * the taken side, which therefore runs first. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

struct simt_entry {
    uint32_t pc;
    uint32_t reconvergence; /* the entry is popped when it reaches it; PC_NONE: never */
    uint32_t mask;          /* lanes, never 0 between steps */
    bool call;              /* pushed by a call: popped by its return */
};

struct simt_stack {
    struct simt_entry *entries; /* room for program.stack_room of them; owned by its context */
    uint32_t depth;             /* 0: every lane has ended */
    uint32_t calls;             /* number of open calls */
    uint32_t room;              /* number of entries */
};

void simt_start(struct simt_stack *s, uint32_t pc, uint32_t mask);

static inline struct simt_entry *simt_top(const struct simt_stack *s)
{
    return &s->entries[s->depth - 1];
}

/* All active lanes continue at pc. */
void simt_advance(struct simt_stack *s, uint32_t pc);
/* Active lanes in `taken` go to target, the others fall through to pc + 1. */
void simt_branch(struct simt_stack *s, uint32_t taken, uint32_t target, uint32_t reconvergence);
void simt_call(struct simt_stack *s, uint32_t target);
/* The active lanes in `mask` call; the others stay at the call until those have returned. */
void simt_call_some(struct simt_stack *s, uint32_t mask, uint32_t target);
/* The active lanes in `mask` return from the function; if not all do, the others continue with the
 * next instruction. */
void simt_return(struct simt_stack *s, uint32_t mask, uint32_t reconvergence);
/* Lanes of the running function that could continue while the running ones wait: another side of a
 * branch, or lanes that have already reached the reconvergence point. *entry is their entry; 0:
 * there are none. */
uint32_t simt_waiting(const struct simt_stack *s, uint32_t *entry);
/* Lets these lanes run first. */
void simt_raise(struct simt_stack *s, uint32_t entry, uint32_t lanes);
/* Ends the lanes; the other active ones continue with the next instruction. */
void simt_exit(struct simt_stack *s, uint32_t mask);
