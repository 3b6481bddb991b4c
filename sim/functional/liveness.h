/* liveness.h -- how many registers a thread needs, which limits the warps that an SM holds.
 *
 * A program as compilers emit it has unlimited registers; hardware gets them allocated. The most
 * that are live at once is what a good allocator reaches. */
#ifndef SIM_FUNCTIONAL_LIVENESS_H
#define SIM_FUNCTIONAL_LIVENESS_H

#include "sim/functional/program.h"

/* 32-bit registers (predicates are not counted, they have a file of their own) live at once in
 * function `entry` and, at its calls, in the functions called. Operands must still be register
 * numbers, `cells` their kinds; nothing may recurse. */
enum st_code liveness_registers(const struct program *p, uint32_t entry, const uint8_t *cells,
                                uint32_t *out, struct status *st);

#endif
