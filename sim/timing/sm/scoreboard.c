#include "sim/timing/sm/scoreboard.h"

#include "common/memory.h"

/* Bytes per warp. Warps run the same program, so they use the same few bytes; the additional 64
 * keep those of different warps out of the same sets of the host's caches. */
enum { REGISTERS = 65536, STRIDE = REGISTERS + 64 };

enum st_code scoreboard_create(struct scoreboard *s, uint32_t warps, struct status *st)
{
    s->pending = mem_calloc((size_t)warps * STRIDE, sizeof *s->pending);
    return s->pending ? ST_OK : status_no_memory(st, "scoreboard");
}

void scoreboard_release(struct scoreboard *s)
{
    mem_free(s->pending);
}

enum wait_kind scoreboard_check(const struct scoreboard *s, uint32_t warp,
                                const struct warp_inst *inst)
{
    /* By set of wait_kind bits: the shortest wait. */
    static const uint8_t shortest[8] = {WAIT_NONE, WAIT_ALU, WAIT_MEMORY, WAIT_ALU,
                                        WAIT_RT,   WAIT_ALU, WAIT_MEMORY, WAIT_ALU};
    const uint8_t *pending = s->pending + (size_t)warp * STRIDE;
    uint32_t waits = 0;
    for (uint32_t i = 0; i < inst->n_src; i++)
        waits |= pending[inst->src[i]];
    for (uint32_t i = 0; i < inst->n_dst; i++)
        waits |= pending[inst->dst[i]];
    return (enum wait_kind)shortest[waits];
}

void scoreboard_reserve(struct scoreboard *s, uint32_t warp, const struct warp_inst *inst,
                        enum wait_kind kind)
{
    uint8_t *pending = s->pending + (size_t)warp * STRIDE;
    for (uint32_t i = 0; i < inst->n_dst; i++)
        pending[inst->dst[i]] = (uint8_t)(1u << (kind - WAIT_ALU));
}

void scoreboard_retire(struct scoreboard *s, uint32_t warp, const struct warp_inst *inst)
{
    uint8_t *pending = s->pending + (size_t)warp * STRIDE;
    for (uint32_t i = 0; i < inst->n_dst; i++)
        pending[inst->dst[i]] = 0;
}
