/* liveness.h -- how many registers a thread needs, which limits the warps that an SM holds, and
 * when each is in use.
 *
 * A program as compilers emit it has unlimited registers; hardware gets them allocated. The most
 * that are live at once is what a good allocator reaches. */
#ifndef SIM_FUNCTIONAL_PROGRAM_LIVENESS_H
#define SIM_FUNCTIONAL_PROGRAM_LIVENESS_H

#include "sim/functional/program/program.h"

/* The instructions at which a register is written or holds what is still to be read. */
struct live_range {
    uint32_t first, last;
    uint32_t function; /* + 1; 0: it is in no code that runs */
    /* It is one function's alone and no call of that begins with reading it, so that others may
     * have its place outside the range. */
    bool private;
};

/* 32-bit registers (predicates are not counted, they have a file of their own) live at once in
 * function `entry` and, at its calls, in the functions called; and the ranges of all of them, in a
 * framed program of every function's
 * (p->n_registers, zeroed). Keeps the number of each function in the program. Operands must still
 * be register numbers, `cells` their kinds; nothing may recurse. */
enum st_code liveness_registers(struct program *p, uint32_t entry, const uint8_t *cells,
                                uint32_t *out, struct live_range *ranges, struct status *st);

#endif
