#include "sim/functional/values.h"

#include <string.h>

/* Places of a hash table for the values of a warp: twice as many as lanes, to avoid collisions. */
enum { PLACES = 2 * WARP_LANES, PLACE_BITS = 6 };

static uint32_t word_at(const void *row, uint32_t index)
{
    uint32_t word;
    memcpy(&word, (const unsigned char *)row + index * sizeof word, sizeof word);
    return word;
}

void values_count(struct value_counts *c, const void *row, uint32_t stride, uint32_t mask)
{
    uint32_t values[PLACES];
    uint64_t taken = 0;
    for (uint32_t on = mask; on; on &= on - 1) {
        uint32_t value = word_at(row, stride * (uint32_t)__builtin_ctz(on));
        uint32_t at = value * 2654435761u >> (32 - PLACE_BITS); /* Fibonacci hashing */
        while (taken >> at & 1 && values[at] != value)
            at = (at + 1) % PLACES;
        c->unique += !(taken >> at & 1);
        values[at] = value;
        taken |= UINT64_C(1) << at;
    }
    c->lanes += warp_count_lanes(mask);
    c->accesses += mask != 0;
}

void values_step(struct value_counts *c, const struct value_counts *before, uint32_t index,
                 uint32_t lanes)
{
    if (!c->sites)
        return;
    struct value_site *site = &c->sites[index];
    uint64_t accesses = c->accesses - before->accesses;
    site->steps++;
    site->lanes += lanes;
    site->differs |= c->unique - before->unique > accesses;
}
