/* values.h -- counts the different values among the lanes of vector registers, in reads and writes
 * ("Lost in Abstraction", Gutierrez et al., HPCA 2018, V.D). */
#pragma once

#include "sim/functional/warp.h"

#include <stdbool.h>
#include <stdint.h>

/* Sums over all steps of an instruction of the program. */
struct value_site {
    uint64_t steps, lanes; /* lanes that executed it, summed over steps */
    bool differs;          /* lanes had different values in some access */
};

struct value_counts {
    uint64_t lanes;           /* lanes that read or wrote a register of 32 bits */
    uint64_t unique;          /* number of different values in an access, summed over accesses */
    uint64_t accesses;        /* accesses by at least one lane */
    struct value_site *sites; /* by instruction of the program; NULL: not counted. Borrowed. */
};

/* Counts one access to a register by the lanes of `mask`. `stride` is the number of words from a
 * lane to the next one: 2 for a half of a register of 64 bits. */
void values_count(struct value_counts *c, const void *row, uint32_t stride, uint32_t mask);

/* Counts a step of instruction `index` by `lanes` lanes; `before` are the counts before the
 * step. */
void values_step(struct value_counts *c, const struct value_counts *before, uint32_t index,
                 uint32_t lanes);
