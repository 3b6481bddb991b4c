/* stalls.h -- stall stacks: counters with a common prefix that charge every slot to one cause.
 *
 * The parts of a stack add up to its slots exactly: scheduler slots are SMs x schedulers x cycles,
 * slots of RT units SMs x cycles. Over several runs, such as the groups of a prediction, they add
 * up to the sum of the runs' slots. */
#pragma once

#include "sim/timing/counters/gpu_counters.h"

struct stall_stack {
    const char *name;    /* "issue" */
    const char *title;   /* the meaning of a slot */
    const char *section; /* section of its counters in GPU_COUNTER_SECTIONS: "sm" */
    const char *prefix;  /* prefix of its counters' names: "slot_" */
};
enum { STALL_STACKS = 2 };
extern const struct stall_stack stall_stacks[STALL_STACKS];

/* A part of a stack; `name` is the counter's without prefix. */
struct stall_cause {
    const char *name, *doc;
    uint64_t slots;
};

/* Gets part i of a stack, in the order of the table; false if there are no more. */
bool stall_cause(const struct stall_stack *stack, const struct gpu_counters *counters, size_t i,
                 struct stall_cause *out);
/* Sum of the parts. */
uint64_t stall_slots(const struct stall_stack *stack, const struct gpu_counters *counters);

/* Writes the section on the stacks for the page of statistics, Markdown. */
void stalls_document(FILE *out);
