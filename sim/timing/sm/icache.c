#include "sim/timing/sm/icache.h"

/* MAX_WARPS lines may be in flight, because a warp waits for at most one. */
enum st_code icache_create(struct icache *c, const struct icache_config *config,
                           struct read_path *path, struct status *st)
{
    const struct read_shape shape = {config->size_B, config->line_B, config->ways, MAX_WARPS, 0};
    *c = (struct icache){.line_B = config->line_B};
    return read_cache_create(&c->cache, &shape, path, st);
}

void icache_release(struct icache *c)
{
    read_cache_release(&c->cache);
}

bool icache_has(const struct icache *c, uint32_t pc)
{
    return read_cache_has(&c->cache, (ICACHE_CODE + pc) / c->line_B);
}

bool icache_look(struct icache *c, uint32_t w, uint32_t pc)
{
    uint64_t line = (ICACHE_CODE + pc) / c->line_B;
    if (read_cache_look(&c->cache, line) == READ_HIT)
        return true;
    c->line_of[w] = line;
    c->waiting |= UINT64_C(1) << w;
    return false;
}

uint64_t icache_fill(struct icache *c, uint32_t who)
{
    uint64_t line, freed = 0;
    if (!read_cache_fill(&c->cache, who, &line))
        return 0;
    for (uint64_t m = c->waiting; m; m &= m - 1) {
        uint32_t w = (uint32_t)__builtin_ctzll(m);
        freed |= (uint64_t)(c->line_of[w] == line) << w;
    }
    c->waiting &= ~freed;
    return freed;
}
