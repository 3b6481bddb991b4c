/* cfg.h -- computes where the two sides of a branch reconverge, from the immediate post-dominators
 * of one function. */
#pragma once

#include "sim/functional/program/program.h"

/* Sets `reconvergence` of every branch and guarded return in code[first .. end): the first
 * instruction of the block that post-dominates both sides, or the one behind it if that one
 * `converges`, or PC_EXIT if they meet only at the function's end. *n: number of different
 * reconvergence points. *endless: a branch of a loop that can be entered and has no exit; PC_NONE:
 * there is none. Targets must lie inside the function. */
enum st_code cfg_reconverge(struct code *code, uint32_t first, uint32_t end, uint32_t *n,
                            uint32_t *endless, struct status *st);
