#include "sim/timing/sm/coalesce.h"

#include "sim/timing/memory/mem_port.h"

#include <string.h>

/* Inserts a sector before the last of n sectors. */
static uint32_t insert_before(struct sector *out, uint32_t n, uint64_t addr, uint32_t bytes)
{
    uint32_t i = n - 1;
    while (i > 0 && out[i - 1].addr > addr)
        i--;
    if (i > 0 && out[i - 1].addr == addr) {
        out[i - 1].bytes |= bytes;
        return n;
    }
    memmove(out + i + 1, out + i, (n - i) * sizeof *out);
    out[i] = (struct sector){addr, bytes};
    return n + 1;
}

/* Inserts a sector. Most warps access ascending addresses or stay on one sector, so these cases
 * come first. */
static inline uint32_t insert(struct sector *out, uint32_t n, uint64_t addr, uint32_t bytes)
{
    if (n && out[n - 1].addr >= addr) {
        if (out[n - 1].addr != addr)
            return insert_before(out, n, addr, bytes);
        out[n - 1].bytes |= bytes;
        return n;
    }
    out[n] = (struct sector){addr, bytes};
    return n + 1;
}

uint32_t coalesce(const uint64_t addr[WARP_LANES], uint32_t lanes, uint32_t size_B,
                  struct sector out[MAX_SECTORS])
{
    uint64_t ones = size_B < SECTOR_B ? (1ull << size_B) - 1 : UINT32_MAX;
    uint32_t n = 0;
    for (; lanes; lanes &= lanes - 1) {
        uint64_t a = addr[__builtin_ctz(lanes)];
        uint64_t first = a & ~(uint64_t)(SECTOR_B - 1);
        uint64_t bytes = ones << (a - first); /* bytes of two adjacent sectors */
        n = insert(out, n, first, (uint32_t)bytes);
        if (bytes >> SECTOR_B)
            n = insert(out, n, first + SECTOR_B, (uint32_t)(bytes >> SECTOR_B));
    }
    return n;
}
