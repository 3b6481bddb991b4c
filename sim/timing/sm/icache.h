/* icache.h -- the instruction cache of an SM as fetch sees it: which warps wait for a line
 * (docs/model.md, "SM: instruction cache"). */
#pragma once

#include "common/status.h"
#include "sim/config/read_cache_params.h"
#include "sim/timing/memory/read_cache.h"
#include "sim/timing/sm/issued.h"

#include <stdbool.h>
#include <stdint.h>

/* Instructions lie where no data do. */
#define ICACHE_CODE (UINT64_C(1) << 40)

struct icache {
    struct read_cache cache;
    uint32_t line_B;
    uint64_t line_of[MAX_WARPS]; /* of those that wait */
    uint64_t waiting;            /* warps */
};

enum st_code icache_create(struct icache *c, const struct icache_config *config,
                           struct read_path *path, struct status *st);
void icache_release(struct icache *c);

static inline bool icache_perfect(const struct icache *c)
{
    return c->cache.sets == 0;
}

bool icache_has(const struct icache *c, uint32_t pc);
/* Whether warp w's fetch at pc hits; else it waits for the line. */
bool icache_look(struct icache *c, uint32_t w, uint32_t pc);
/* Of a fetch at pc: bytes up to the end of the line. */
static inline uint32_t icache_left(const struct icache *c, uint32_t pc)
{
    return c->line_B - pc % c->line_B;
}
/* A sector has come; warps that need not wait any longer. */
uint64_t icache_fill(struct icache *c, uint32_t who);
