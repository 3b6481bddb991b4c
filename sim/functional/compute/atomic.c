/* Executes atomic operations: lanes act one after the other, in ascending order. */
#include "sim/functional/compute/cta.h"

#include <string.h>

static float float_of(uint64_t bits)
{
    uint32_t low = (uint32_t)bits;
    float f;
    memcpy(&f, &low, sizeof f);
    return f;
}

static uint64_t add_floats(uint64_t a, uint64_t b)
{
    float sum = float_of(a) + float_of(b);
    uint32_t bits;
    memcpy(&bits, &sum, sizeof bits);
    return bits;
}

static uint64_t add_doubles(uint64_t a, uint64_t b)
{
    double x, y;
    memcpy(&x, &a, sizeof x);
    memcpy(&y, &b, sizeof y);
    x += y;
    memcpy(&a, &x, sizeof a);
    return a;
}

/* Sign-extends a value of 4 or 8 bytes. */
static int64_t extended(uint64_t bits, uint32_t bytes)
{
    return bytes == 8 ? (int64_t)bits : (int32_t)(uint32_t)bits;
}

uint64_t compute_changed(enum atomic_op op, uint64_t old, uint64_t value, uint64_t swap,
                         uint32_t bytes)
{
    switch (op) {
    case ATOMIC_ADD:
        return old + value;
    case ATOMIC_MIN:
        return old < value ? old : value;
    case ATOMIC_MAX:
        return old > value ? old : value;
    case ATOMIC_MIN_SIGNED:
        return extended(old, bytes) < extended(value, bytes) ? old : value;
    case ATOMIC_MAX_SIGNED:
        return extended(old, bytes) > extended(value, bytes) ? old : value;
    case ATOMIC_AND:
        return old & value;
    case ATOMIC_OR:
        return old | value;
    case ATOMIC_XOR:
        return old ^ value;
    case ATOMIC_EXCH:
        return value;
    case ATOMIC_CAS:
        return old == value ? swap : old;
    case ATOMIC_INC:
        return old >= value ? 0 : old + 1;
    case ATOMIC_DEC:
        return old == 0 || old > value ? value : old - 1;
    case ATOMIC_ADD_F32:
        return add_floats(old, value);
    case ATOMIC_ADD_F64:
        return add_doubles(old, value);
    }
    return old;
}

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
        uint64_t addr = compute_address(m, c, address, lane), old = 0;
        uint8_t *host = NULL;
        TRY(find(w, c, addr, lane, &host, &step->addr[lane], st));
        memcpy(&old, host, c->bytes);
        uint64_t swap = c->target == ATOMIC_CAS ? value_of(m, c, address + 2, lane) : 0;
        uint64_t now = compute_changed((enum atomic_op)c->target, old,
                                       value_of(m, c, address + 1, lane), swap, c->bytes);
        memcpy(host, &now, c->bytes);
        if (c->n_dst && c->bytes == 8)
            context_u64(m, c->row[0])[lane] = old;
        else if (c->n_dst)
            context_u32(m, c->row[0])[lane] = (uint32_t)old;
    }
    return ST_OK;
}
