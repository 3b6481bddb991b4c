/* liveness.h -- computes the registers that a thread needs, which limit the warps of an SM, and the
 * live range of each.
 *
 * A program as compilers emit it has unlimited registers; hardware allocates them. The maximum of
 * live registers is the result of a good allocator. */
#pragma once

#include "sim/functional/program/program.h"

/* The instructions from the first write of a register to its last read. */
struct live_range {
    uint32_t first, last;
    uint32_t function; /* number of the function that uses it + 1; 0: no code that runs uses it */
    /* Whether only one function uses the register, and writes it before reading it: outside the
     * range other registers may use its row. */
    bool private;
};

/* Sets reorder_B of instructions, and live_registers of the program and of each function: the most
 * 32-bit registers that are live at once, at a call together with those of the callee. Predicates
 * have their own file and are not counted. Fills `ranges` (p->n_registers, zeroed) for the
 * functions that may run. `order` lists all functions, callees before callers; `cells` gives the
 * enum cell of each register; operands must still be register numbers. */
enum st_code liveness_registers(struct program *p, uint32_t entry, const uint32_t *order,
                                const uint8_t *cells, struct live_range *ranges, struct status *st);
