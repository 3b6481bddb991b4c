/* simt_stack.h -- the SIMT stack: the lanes of a warp that run next, and their reconvergence.
 *
 * It is the post-dominator stack of Vulkan-Sim (docs/model.md, "Divergence"). A divergent branch
 * turns the current entry into one that waits at the point of reconvergence, then pushes the
 * fall-through side, then the taken side, which therefore runs first. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

struct simt_entry {
    uint32_t pc;
    uint32_t reconvergence; /* pc at which the entry is popped; PC_NONE: never */
    uint32_t mask;          /* lanes of the entry, never 0 between steps */
    bool call;              /* the entry was pushed by a call and is popped by the return */
};

struct simt_stack {
    struct simt_entry *entries; /* program.stack_room places; owned by the stack's context */
    uint32_t depth;             /* 0: every lane has ended */
    uint32_t calls;             /* number of open calls */
    uint32_t room;              /* most entries */
};

void simt_start(struct simt_stack *s, uint32_t pc, uint32_t mask);

static inline struct simt_entry *simt_top(const struct simt_stack *s)
{
    return &s->entries[s->depth - 1];
}

/* Lets all active lanes continue at pc. */
void simt_advance(struct simt_stack *s, uint32_t pc);
/* Sends the active lanes in `taken` to target and the others to pc + 1. */
void simt_branch(struct simt_stack *s, uint32_t taken, uint32_t target, uint32_t reconvergence);
void simt_call(struct simt_stack *s, uint32_t target);
/* Lets the active lanes in `mask` call; the others stay at the call until these have returned. */
void simt_call_some(struct simt_stack *s, uint32_t mask, uint32_t target);
/* Lets the active lanes in `mask` return from the function. If some do not, these continue with the
 * next instruction. */
void simt_return(struct simt_stack *s, uint32_t mask, uint32_t reconvergence);
/* The lanes of the running function that could continue while the running ones wait: another side
 * of a branch, or lanes that have already reached the reconvergence point. *entry becomes the index
 * of their entry. 0 if there are no such lanes. */
uint32_t simt_waiting(const struct simt_stack *s, uint32_t *entry);
/* Lets lanes of an entry that simt_waiting() found run first. */
void simt_raise(struct simt_stack *s, uint32_t entry, uint32_t lanes);
/* Ends the lanes; the other active ones continue with the next instruction. */
void simt_exit(struct simt_stack *s, uint32_t mask);
