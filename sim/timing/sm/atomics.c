#include "sim/timing/sm/atomics.h"

#include "sim/timing/memory/mem_port.h"

#include <string.h>

/* Adds the bytes to a request for their sector that has none of them, else adds a request after the
 * others for this sector. */
static uint32_t insert(struct sector *out, uint32_t n, uint64_t addr, uint32_t bytes)
{
    uint32_t i = n;
    while (i > 0 && out[i - 1].addr > addr)
        i--;
    uint32_t end = i;
    while (i > 0 && out[i - 1].addr == addr)
        i--;
    while (i < end && out[i].bytes & bytes)
        i++;
    if (i < end) {
        out[i].bytes |= bytes;
        return n;
    }
    memmove(out + end + 1, out + end, (n - end) * sizeof *out);
    out[end] = (struct sector){addr, bytes};
    return n + 1;
}

uint32_t atomics_coalesce(const uint64_t addr[WARP_LANES], uint32_t lanes, uint32_t size_B,
                          struct sector out[MAX_SECTORS])
{
    uint64_t ones = size_B < SECTOR_B ? (1ull << size_B) - 1 : UINT32_MAX;
    uint32_t n = 0;
    for (; lanes; lanes &= lanes - 1) {
        uint64_t a = addr[__builtin_ctz(lanes)];
        uint64_t sector = a & ~(uint64_t)(SECTOR_B - 1);
        n = insert(out, n, sector, (uint32_t)(ones << (a - sector)));
    }
    return n;
}

uint32_t atomics_conflicts(const struct sector *requests, uint32_t n)
{
    uint32_t conflicts = 0;
    for (uint32_t i = 1; i < n; i++)
        conflicts += requests[i].addr == requests[i - 1].addr;
    return conflicts;
}

void atomic_replies_add(struct atomic_replies *r, struct issued *op)
{
    if (op->arrived++)
        return;
    if (r->first)
        r->last->behind = op->number;
    else
        r->first = op;
    r->last = op;
}

struct issued *atomic_replies_take(struct atomic_replies *r, const struct issued_pool *pool)
{
    struct issued *op = r->first;
    if (--op->arrived == 0)
        r->first = op == r->last ? NULL : issued_numbered(pool, op->behind);
    return op;
}
