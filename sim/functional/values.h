/* values.h -- how many different values the lanes of vector registers hold where these are read and
 * written ("Lost in Abstraction", Gutierrez et al., HPCA 2018, V.D). */
#pragma once

#include "sim/functional/warp.h"

#include <stdint.h>

struct value_counts {
    uint64_t lanes;  /* that read or wrote a register of 32 bits */
    uint64_t unique; /* values that were different in one access, summed over accesses */
};

/* One access of a register by the lanes of `mask`; `stride`: words from a lane's to the next one's,
 * 2 for a half of a register of 64 bits. */
void values_count(struct value_counts *c, const void *row, uint32_t stride, uint32_t mask);
