#include "microbench/places.h"

#include "common/grow.h"
#include "sim/timing/memory/mem_port.h"

/* Searched part of the storage: more than the rows of a bank that a benchmark needs on the largest
 * GPUs. */
#define LOOKED_AT (LAUNCH_STORAGE_MOST / 4)

static uint32_t channel_of(const struct address_map *map, uint64_t addr)
{
    return address_map_slice(map, addr) / map->slices;
}

static bool same_bank(const struct address_map *map, uint64_t a, uint64_t b)
{
    return channel_of(map, a) == channel_of(map, b) &&
           address_map_place(map, a).bank == address_map_place(map, b).bank;
}

bool place_any(const struct address_map *map, const struct places *so_far, uint64_t addr)
{
    (void)map, (void)so_far, (void)addr;
    return true;
}

bool place_row_hit(const struct address_map *map, const struct places *so_far, uint64_t addr)
{
    uint64_t first = so_far->addr[0];
    return same_bank(map, first, addr) &&
           address_map_place(map, first).row == address_map_place(map, addr).row;
}

bool place_row_miss(const struct address_map *map, const struct places *so_far, uint64_t addr)
{
    if (!same_bank(map, so_far->addr[0], addr))
        return false;
    uint32_t row = address_map_place(map, addr).row;
    for (uint32_t i = 0; i < so_far->n; i++)
        if (address_map_place(map, so_far->addr[i]).row == row)
            return false;
    return true;
}

bool place_two_banks(const struct address_map *map, const struct places *so_far, uint64_t addr)
{
    struct dram_place first = address_map_place(map, so_far->addr[0]),
                      place = address_map_place(map, addr);
    return channel_of(map, so_far->addr[0]) == channel_of(map, addr) && place.row == first.row &&
           (place.bank ^ first.bank) <= 1;
}

bool place_rows_of_banks(const struct address_map *map, const struct places *so_far, uint64_t addr)
{
    struct dram_place place = address_map_place(map, addr);
    if (channel_of(map, so_far->addr[0]) != channel_of(map, addr))
        return false;
    for (uint32_t i = so_far->n; i-- > 0;) {
        struct dram_place other = address_map_place(map, so_far->addr[i]);
        if (other.row == place.row && other.bank == place.bank)
            return false;
    }
    return true;
}

enum st_code places_find(struct places *out, const struct address_map *map, place_wanted *wanted,
                         uint32_t step, uint32_t most, struct status *st)
{
    *out = (struct places){.addr = mem_calloc(most, sizeof *out->addr)};
    if (!out->addr)
        return status_no_memory(st, "addresses");
    out->addr[out->n++] = LAUNCH_STORAGE_BASE;
    for (uint64_t i = step; out->n < most && i < LOOKED_AT; i += step)
        if (wanted(map, out, LAUNCH_STORAGE_BASE + i))
            out->addr[out->n++] = LAUNCH_STORAGE_BASE + i;
    return ST_OK;
}

void places_free(struct places *p)
{
    mem_free(p->addr);
    *p = (struct places){0};
}

enum st_code places_chain(const struct places *p, struct launch_storage *out, uint8_t **bytes,
                          struct status *st)
{
    uint64_t size = p->addr[p->n - 1] - LAUNCH_STORAGE_BASE + SECTOR_B;
    TRY(mem_make(bytes, size, 1, "storage", st));
    for (uint32_t i = 0; i < p->n; i++)
        memcpy(*bytes + (p->addr[i] - LAUNCH_STORAGE_BASE), &p->addr[(i + 1) % p->n],
               sizeof *p->addr);
    *out = (struct launch_storage){*bytes, size};
    return ST_OK;
}
