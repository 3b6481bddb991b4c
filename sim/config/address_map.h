/* address_map.h -- maps an address to channel, slice, bank and row (docs/model.md, "Address map").
 *
 * The map is a text such as "dramid@8;0000RRRR.RRRRRRRR.RBBBCCCC.BCCSSSSS": address bits from the
 * highest to the lowest, R row, B bank, C column, S byte within a burst, 0 unused, dots ignored. It
 * describes the addresses within one channel. Blocks of 2^8 bytes (dramid@8) are interleaved over
 * the channels, for any number n of channels: channel = (addr >> 8) mod n, and the address within
 * the channel is ((addr >> 8) / n) << 8 | low 8 bits. If n is a power of two, this inserts channel
 * bits at bit 8. The lowest bank bits choose the slice within the partition.
 *
 * With hashed@8 each round of n blocks is dealt from another channel on, which depends on all bits
 * of the round's number: addresses a power of two apart fall on all channels. Vendors' GPUs hash
 * addresses too, in ways that they do not publish (Liu et al., ISCA 2018). */
#pragma once

#include "common/status.h"

#include <stdbool.h>
#include <stdint.h>

enum { ADDRESS_MAP_TEXT = 128, ADDRESS_RUNS = 64 };

/* Gathers the bits of a mask to a number without gaps: a list of runs of neighbouring bits. */
struct bit_gather {
    uint32_t n;
    uint8_t from[ADDRESS_RUNS], to[ADDRESS_RUNS]; /* by run: its lowest bit before and after */
    uint64_t mask[ADDRESS_RUNS];                  /* by run: its bits after */
};

struct address_map {
    uint32_t channels, slices; /* slices per channel, a power of two */
    bool hashed;
    uint32_t block_bits; /* channels are interleaved in blocks of 2^n bytes */
    uint64_t row_mask, bank_mask, column_mask, slice_mask;
    struct bit_gather row, bank, column, slice, rest; /* rest: all bits but the slice's */
};

struct dram_place {
    uint32_t bank, row;
    uint64_t column; /* bytes within the row */
};

/* Makes a map. ST_USAGE if the text is no map, bits overlap, or there are too few bank bits for the
 * slices. */
enum st_code address_map_make(struct address_map *out, const char *text, uint32_t channels,
                              uint32_t slices, struct status *st);

/* An address within its channel. */
struct channel_addr {
    uint32_t channel;
    uint64_t inner;
};

/* The channels by which hashed@ turns a round of blocks. */
uint32_t address_map_turn(const struct address_map *m, uint64_t round);

static inline struct channel_addr address_map_in_channel(const struct address_map *m, uint64_t addr)
{
    uint64_t block = addr >> m->block_bits, low = addr & ((UINT64_C(1) << m->block_bits) - 1);
    uint64_t round = block / m->channels;
    uint32_t channel = (uint32_t)(block % m->channels);
    if (m->hashed)
        channel = (channel + address_map_turn(m, round)) % m->channels;
    return (struct channel_addr){channel, round << m->block_bits | low};
}

static inline uint64_t bit_gather(const struct bit_gather *g, uint64_t x)
{
    if (g->n == 1)
        return x >> g->from[0] << g->to[0] & g->mask[0];
    uint64_t r = 0;
    for (uint32_t i = 0; i < g->n; i++)
        r |= x >> g->from[i] << g->to[i] & g->mask[i];
    return r;
}

/* The slice of an address, counted over the GPU: channel * slices + slice within the channel. */
static inline uint32_t address_map_slice_of(const struct address_map *m, struct channel_addr at)
{
    return at.channel * m->slices + (uint32_t)bit_gather(&m->slice, at.inner);
}
/* The address within its slice, without gaps, which chooses the L2 set. */
static inline uint64_t address_map_within_slice(const struct address_map *m, struct channel_addr at)
{
    return bit_gather(&m->rest, at.inner);
}

/* The slice, and the address within the slice, of an address that an SM uses. */
uint32_t address_map_slice(const struct address_map *m, uint64_t addr);
uint64_t address_map_in_slice(const struct address_map *m, uint64_t addr);
static inline struct dram_place address_map_place(const struct address_map *m, uint64_t addr)
{
    uint64_t inner = address_map_in_channel(m, addr).inner;
    return (struct dram_place){.bank = (uint32_t)bit_gather(&m->bank, inner),
                               .row = (uint32_t)bit_gather(&m->row, inner),
                               .column = bit_gather(&m->column, inner)};
}
uint32_t address_map_bank_bits(const struct address_map *m);
