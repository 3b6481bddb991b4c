/* set_index.h -- the set of a cache to which a line belongs. */
#pragma once

#include <stdint.h>

enum set_index_kind {
    SET_INDEX_LINEAR, /* the low bits of the line number */
    SET_INDEX_IPOLY, /* the line number modulo an irreducible polynomial over GF(2) (Rau, ISCA 1991)
                      */
};

struct set_index {
    uint32_t bits; /* there are 2^bits sets, at most 2^16 */
    enum set_index_kind kind;
    uint16_t ipoly[8][256]; /* by byte of the line number and its value: what it contributes to the
                               set */
};

/* Prepares set_index_of() for `sets` sets, a power of two up to 2^16. */
void set_index_make(struct set_index *out, uint32_t sets, enum set_index_kind kind);
uint32_t set_index_of(const struct set_index *s, uint64_t line_number);
