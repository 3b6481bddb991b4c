/* values.h -- how many different values the lanes of vector registers hold where these are read and
 * written ("Lost in Abstraction", Gutierrez et al., HPCA 2018, V.D). */
#pragma once

#include "sim/functional/warp.h"

#include <stdbool.h>
#include <stdint.h>

/* What an instruction of the program met in all its steps. */
struct value_site {
    uint64_t steps, lanes; /* lanes: that executed them */
    bool differs;          /* in some access lanes had different values */
};

struct value_counts {
    uint64_t lanes;           /* that read or wrote a register of 32 bits */
    uint64_t unique;          /* values that were different in one access, summed over accesses */
    uint64_t accesses;        /* by at least one lane */
    struct value_site *sites; /* by instruction of the program; NULL: not asked for. Borrowed. */
};

/* One access of a register by the lanes of `mask`; `stride`: words from a lane's to the next one's,
 * 2 for a half of a register of 64 bits. */
void values_count(struct value_counts *c, const void *row, uint32_t stride, uint32_t mask);

/* A step of instruction `index` by so many lanes, before which the counts were `before`. */
void values_step(struct value_counts *c, const struct value_counts *before, uint32_t index,
                 uint32_t lanes);
