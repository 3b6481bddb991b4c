/* Executes atomic operations: lanes act one after the other, in ascending order. */
#include "sim/functional/exec/atomic.h"
#include "sim/functional/compute/cta.h"
#include "sim/functional/exec/rounds.h"

#include <string.h>

/* Operand `row` of a lane. */
static uint64_t value_of(const struct warp_context *m, const struct code *c, uint32_t row,
                         uint32_t lane)
{
    return c->bytes == 8 ? context_u64(m, c->row[row])[lane] : context_u32(m, c->row[row])[lane];
}

static enum st_code find(struct cta_warp *w, const struct code *c, uint64_t addr, uint32_t lane,
                         uint8_t **host, uint64_t *seen, struct status *st)
{
    const struct warp_context *m = &w->context;
    if (c->op == CODE_ATOMIC_SHARED || compute_is_shared(addr))
        return compute_shared(w, c, addr, lane, c->bytes, host, seen, st);
    const struct region *r = memory_find_region(m, addr, c->bytes);
    if (r && !(addr & (c->bytes - 1u))) {
        *host = r->host + (addr - r->addr);
        *seen = addr;
        return ST_OK;
    }
    memory_refuse(m, c, addr, lane, c->bytes,
                  r ? "which is not aligned" : "which is outside every buffer", st);
    return ST_FAILED;
}

enum st_code compute_atomic(struct cta_warp *w, const struct code *c, struct warp_step *step,
                            struct status *st)
{
    struct warp_context *m = &w->context;
    uint32_t address = c->n_dst;
    for (uint32_t on = m->mask; on; on &= on - 1) {
        uint32_t lane = (uint32_t)__builtin_ctz(on);
        uint64_t addr = rounds_address(m, c, address, lane), old = 0;
        uint8_t *host = NULL;
        TRY(find(w, c, addr, lane, &host, &step->addr[lane], st));
        memcpy(&old, host, c->bytes);
        uint64_t swap = c->target == ATOMIC_CAS ? value_of(m, c, address + 2, lane) : 0;
        uint64_t now = atomic_changed((enum atomic_op)c->target, old,
                                      value_of(m, c, address + 1, lane), swap, c->bytes);
        memcpy(host, &now, c->bytes);
        if (c->n_dst && c->bytes == 8)
            context_u64(m, c->row[0])[lane] = old;
        else if (c->n_dst)
            context_u32(m, c->row[0])[lane] = (uint32_t)old;
    }
    return ST_OK;
}
