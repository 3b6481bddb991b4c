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
    uint32_t function; /* + 1; 0: it is in no code that runs */
    /* Only one function uses it, and writes it before reading it: outside the range other registers
     * may use its row. */
    bool private;
};

/* Sets reorder_B of instructions, and live_registers of the program and of each function: the most
 * 32-bit registers that are live at once (predicates have their own file and are not counted), at a
 * call together with those of the callee. Fills `ranges` (p->n_registers, zeroed) for the functions
 * that may run. `order` names all functions, callees before callers; operands must still be
 * register numbers, and `cells` their kinds. */
enum st_code liveness_registers(struct program *p, uint32_t entry, const uint32_t *order,
                                const uint8_t *cells, struct live_range *ranges, struct status *st);
