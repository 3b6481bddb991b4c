/* liveness.h -- how many registers a thread needs, which limits the warps that an SM holds, and
 * when each is in use.
 *
 * A program as compilers emit it has unlimited registers; hardware gets them allocated. The most
 * that are live at once is what a good allocator reaches. */
#pragma once

#include "sim/functional/program/program.h"

/* The instructions at which a register is written or holds what is still to be read. */
struct live_range {
    uint32_t first, last;
    uint32_t function; /* + 1; 0: it is in no code that runs */
    /* Only one function uses it, and writes it before reading it: outside the range others may have
     * its row. */
    bool private;
};

/* Sets reorder_B of instructions, and live_registers of the program and of each function: most
 * 32-bit registers that are live at once (predicates have a file of their own and are not counted),
 * at a call together with those of the function called. Fills `ranges` (p->n_registers, zeroed) for
 * the functions that may run. `order` names all functions, those called before those that call;
 * operands must still be register numbers, `cells` their kinds. */
enum st_code liveness_registers(struct program *p, uint32_t entry, const uint32_t *order,
                                const uint8_t *cells, struct live_range *ranges, struct status *st);
