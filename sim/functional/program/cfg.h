/* cfg.h -- where the two ways of a branch meet again: immediate post-dominators of one function. */
#pragma once

#include "sim/functional/program/program.h"

/* Fills `reconvergence` of every branch and guarded return in code[first .. end): the first
 * instruction of the block that post-dominates both ways, or PC_EXIT where that is the function's
 * virtual exit. *n: how many different points there are. *endless: a branch of a loop that can be
 * entered and has no way out; PC_NONE where there is none. Targets must lie inside the function. */
enum st_code cfg_reconverge(struct code *code, uint32_t first, uint32_t end, uint32_t *n,
                            uint32_t *endless, struct status *st);
