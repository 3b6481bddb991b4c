#include "sim/config/address_map.h"

#include <stdlib.h>
#include <string.h>

static struct bit_gather gather_of(uint64_t mask)
{
    struct bit_gather g = {0};
    uint32_t to = 0;
    for (uint32_t bit = 0; bit < 64;) {
        if (!(mask >> bit & 1)) {
            bit++;
            continue;
        }
        uint32_t end = bit;
        while (end < 64 && (mask >> end & 1))
            end++;
        uint64_t ones = end - bit == 64 ? UINT64_MAX : (UINT64_C(1) << (end - bit)) - 1;
        g.from[g.n] = (uint8_t)bit;
        g.to[g.n] = (uint8_t)to;
        g.mask[g.n++] = ones << to;
        to += end - bit;
        bit = end;
    }
    return g;
}

static uint32_t ones_of(uint64_t x)
{
    uint32_t n = 0;
    for (; x; x &= x - 1)
        n++;
    return n;
}

static enum st_code read_bits(struct address_map *m, const char *bits, struct status *st)
{
    uint32_t n = 0, bit = 0;
    for (const char *p = bits; *p; p++)
        n += *p != '.' && *p != '|';
    if (n < m->block_bits + 1 || n > 64)
        return status_fail(st, ST_USAGE, "the address map has %u bits; it must have %u to 64", n,
                           m->block_bits + 1);
    for (const char *p = bits; *p; p++) {
        if (*p == '.' || *p == '|')
            continue;
        uint64_t mask = UINT64_C(1) << (n - 1 - bit++);
        switch (*p) {
        case 'R':
            m->row_mask |= mask;
            break;
        case 'B':
            m->bank_mask |= mask;
            break;
        case 'C':
        case 'S':
            m->column_mask |= mask;
            break;
        case '0':
            break;
        default:
            return status_fail(st, ST_USAGE,
                               "'%c' in the address map; it knows R (row), B (bank), C (column), S "
                               "(byte of a burst), 0 (unused) and dots",
                               *p >= ' ' && *p <= '~' ? *p : '?');
        }
    }
    if (!m->row_mask || ones_of(m->row_mask) > 32)
        return status_fail(st, ST_USAGE, "the address map has %u row bits; it must have 1 to 32",
                           ones_of(m->row_mask));
    return ST_OK;
}

enum st_code address_map_make(struct address_map *out, const char *text, uint32_t channels,
                              uint32_t slices, struct status *st)
{
    static const char prefixes[2][8] = {"dramid@", "hashed@"};
    *out = (struct address_map){.channels = channels, .slices = slices};
    char *end = NULL;
    unsigned long block = 0;
    for (int i = 0; i < 2; i++)
        if (strncmp(text, prefixes[i], sizeof prefixes[i] - 1) == 0) {
            block = strtoul(text + sizeof prefixes[i] - 1, &end, 10);
            out->hashed = i;
        }
    if (!end || *end != ';' || block < 5 || block > 20)
        return status_fail(
            st, ST_USAGE,
            "the address map does not start with \"dramid@N;\" or \"hashed@N;\" with "
            "N from 5 to 20");
    out->block_bits = (uint32_t)block;
    TRY(read_bits(out, end + 1, st));
    uint32_t slice_bits = 0;
    while (1u << slice_bits < slices)
        slice_bits++;
    if (1u << slice_bits != slices || slice_bits > ones_of(out->bank_mask))
        return status_fail(st, ST_USAGE,
                           "%u slices in a partition; it must be a power of two up to 2^%u, the "
                           "bank bits of the address map",
                           slices, ones_of(out->bank_mask));
    uint64_t banks = out->bank_mask;
    for (uint32_t i = 0; i < slice_bits; i++, banks &= banks - 1)
        out->slice_mask |= banks & (~banks + 1);
    out->row = gather_of(out->row_mask);
    out->bank = gather_of(out->bank_mask);
    out->column = gather_of(out->column_mask);
    out->slice = gather_of(out->slice_mask);
    out->rest = gather_of(~out->slice_mask);
    return ST_OK;
}

/* Multiplies a round by the odd number nearest to 2^64 over the golden ratio (Knuth, The Art of
 * Computer Programming, volume 3, 6.4) and takes the high bits, which depend on all of the round's.
 */
uint32_t address_map_turn(const struct address_map *m, uint64_t round)
{
    uint64_t high = round * UINT64_C(0x9e3779b97f4a7c15) >> 32;
    return (uint32_t)(high * m->channels >> 32);
}

uint32_t address_map_slice(const struct address_map *m, uint64_t addr)
{
    return address_map_slice_of(m, address_map_in_channel(m, addr));
}

uint64_t address_map_in_slice(const struct address_map *m, uint64_t addr)
{
    return address_map_within_slice(m, address_map_in_channel(m, addr));
}

uint32_t address_map_bank_bits(const struct address_map *m)
{
    return ones_of(m->bank_mask);
}
