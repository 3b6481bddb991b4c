/* icache.h -- the instruction cache of an SM, and the warps that wait for its lines (docs/model.md,
 * "SM: instruction cache"). */
#pragma once

#include "common/status.h"
#include "sim/config/read_cache_params.h"
#include "sim/timing/memory/read_cache.h"
#include "sim/timing/sm/issued.h"

#include <stdbool.h>
#include <stdint.h>

/* The base of code addresses, beyond all data. */
#define ICACHE_CODE (UINT64_C(1) << 40)

struct icache {
    struct read_cache cache;
    uint32_t line_B;
    uint64_t line_of[MAX_WARPS]; /* by warp: the line that it waits for */
    uint64_t waiting;            /* warps that wait for a line */
};

enum st_code icache_create(struct icache *c, const struct icache_config *config,
                           struct read_path *path, struct status *st);
void icache_release(struct icache *c);

static inline bool icache_perfect(const struct icache *c)
{
    return c->cache.sets == 0;
}

bool icache_has(const struct icache *c, uint32_t pc);
/* Looks up the line at pc for warp w's fetch. Returns whether it hits; if not, the warp waits for
 * the line. */
bool icache_look(struct icache *c, uint32_t w, uint32_t pc);
/* Bytes from pc to the end of its line. */
static inline uint32_t icache_left(const struct icache *c, uint32_t pc)
{
    return c->line_B - pc % c->line_B;
}
/* Handles a sector that has arrived; returns the warps that stop waiting. */
uint64_t icache_fill(struct icache *c, uint32_t who);
