/* stalls.h -- where the cycles went: counters of one prefix that charge every slot to one cause.
 *
 * A stack's parts add up to its slots exactly: scheduler slots are SMs x schedulers x cycles, slots
 * of RT units SMs x cycles; over several runs, as the groups of a prediction, to the sum of those.
 */
#pragma once

#include "sim/timing/counters/gpu_counters.h"

struct stall_stack {
    const char *name;    /* "issue" */
    const char *title;   /* what a slot is */
    const char *section; /* of its counters: "sm" */
    const char *prefix;  /* of its counters: "slot_" */
};
enum { STALL_STACKS = 2 };
extern const struct stall_stack stall_stacks[STALL_STACKS];

/* A part of a stack; `name` is the counter's without prefix. */
struct stall_cause {
    const char *name, *doc;
    uint64_t slots;
};

/* Part i in the order of the table; false where there are no more. */
bool stall_cause(const struct stall_stack *stack, const struct gpu_counters *counters, size_t i,
                 struct stall_cause *out);
/* Sum of the parts. */
uint64_t stall_slots(const struct stall_stack *stack, const struct gpu_counters *counters);

/* A section on the stacks for the page of statistics, Markdown. */
void stalls_document(FILE *out);
