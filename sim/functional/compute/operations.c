/* Executes the operations of ops.h that only compute kernels have. */
#include "sim/functional/compute/cta.h"
#include "sim/functional/exec/rounds.h"

#include <stdio.h>
#include <string.h>

static const struct cta_warp *warp_of(const struct warp_context *m)
{
    return (const struct cta_warp *)m;
}

/* The coordinate of a lane's thread in its CTA, on one axis. */
static uint32_t thread_at(const struct cta_warp *w, uint32_t lane, uint32_t axis)
{
    const uint32_t *block = w->cta->launch.block;
    uint32_t thread = w->index * WARP_LANES + lane;
    return axis == 0   ? thread % block[0]
           : axis == 1 ? thread / block[0] % block[1]
                       : thread / block[0] / block[1];
}

static void name(const struct warp_context *m, uint32_t lane, char *out, size_t n)
{
    const struct cta_warp *w = warp_of(m);
    const uint32_t *at = w->cta->at;
    snprintf(out, n, "thread (%u, %u, %u) of CTA (%u, %u, %u)", thread_at(w, lane, 0),
             thread_at(w, lane, 1), thread_at(w, lane, 2), at[0], at[1], at[2]);
}

/* Buffers are counted from 1, in the order in which they were added. The byte directly behind a
 * buffer has distance 0. */
static void near(const struct warp_context *m, uint64_t addr, char *out, size_t n)
{
    const struct compute_memory *memory = warp_of(m)->cta->memory;
    const struct compute_buffer *nearest = NULL;
    uint64_t least = UINT64_MAX;
    out[0] = 0;
    for (uint32_t i = 0; i < memory->n; i++) {
        const struct compute_buffer *b = &memory->buffers[i];
        uint64_t end = b->addr + b->bytes;
        uint64_t away = addr < b->addr ? b->addr - addr : addr < end ? 0 : addr - end + 1;
        if (away < least) {
            least = away;
            nearest = b;
        }
    }
    if (!nearest || least == 0)
        return;
    const char *where = addr < nearest->addr ? "before" : "behind the end of";
    uint64_t bytes = addr < nearest->addr ? least : least - 1;
    uint32_t number = (uint32_t)(nearest - memory->buffers) + 1;
    snprintf(out, n, ": %llu bytes %s buffer %u of %llu bytes", (unsigned long long)bytes, where,
             number, (unsigned long long)nearest->bytes);
}

static uint64_t special(const struct cta_warp *w, uint32_t which, uint32_t lane)
{
    const struct cta *c = w->cta;
    const struct program *p = c->program->launch.program;
    switch (which) {
    case SPECIAL_LANEMASK_EQ:
        return 1u << lane;
    case SPECIAL_LANEMASK_LT:
        return (1u << lane) - 1;
    case SPECIAL_LANEMASK_LE:
        return UINT32_MAX >> (31 - lane);
    case SPECIAL_LANEMASK_GT:
        return ~(UINT32_MAX >> (31 - lane));
    case SPECIAL_LANEMASK_GE:
        return UINT32_MAX << lane;
    case SPECIAL_CLOCK:
        return w->context.steps;
    case SPECIAL_SHARED_DYNAMIC:
        return c->launch.shared_bytes;
    case SPECIAL_SHARED_ALL:
        return p->shared_bytes + c->launch.shared_bytes;
    case SPECIAL_ZERO:
        return 0;
    default:
        break;
    }
    if (which < SPECIAL_NTID)
        return thread_at(w, lane, which - SPECIAL_TID);
    if (which < SPECIAL_CTAID)
        return c->launch.block[which - SPECIAL_NTID];
    if (which < SPECIAL_NCTAID)
        return c->at[which - SPECIAL_CTAID];
    if (which < SPECIAL_LANE)
        return c->launch.grid[which - SPECIAL_NCTAID];
    return which == SPECIAL_LANE ? lane : w->index;
}

static void special_register(struct warp_context *m, const struct code *c)
{
    for (uint32_t on = m->mask; on; on &= on - 1) {
        uint32_t lane = (uint32_t)__builtin_ctz(on);
        uint64_t value = special(warp_of(m), (uint32_t)c->offset, lane);
        if (c->wide)
            context_u64(m, c->row[0])[lane] = value;
        else
            context_u32(m, c->row[0])[lane] = (uint32_t)value;
    }
}

/* Reads a parameter, by its offset or through an address. */
static enum st_code entry_param(const struct warp_context *m, const struct code *c,
                                struct status *st)
{
    const struct compute_launch *l = &warp_of(m)->cta->launch;
    char who[MACHINE_NAME];
    for (uint32_t on = m->mask; on; on &= on - 1) {
        uint32_t lane = (uint32_t)__builtin_ctz(on);
        uint64_t at = (uint64_t)c->offset;
        if (c->n_src)
            at += context_u64(m, c->row[1])[lane] - PROGRAM_PARAM_BASE;
        if (at > l->param_bytes || c->bytes > l->param_bytes - at) {
            context_name(m, lane, who);
            return context_fail(m, c, st,
                                "%s reads %u bytes at offset %lld of the parameters, which have "
                                "%u bytes",
                                who, c->bytes, (long long)at, l->param_bytes);
        }
        memory_load_element(m, c, 0, lane, l->params + at);
    }
    return ST_OK;
}

enum st_code compute_shared(const struct cta_warp *w, const struct code *c, uint64_t addr,
                            uint32_t lane, uint32_t bytes, uint8_t **host, uint64_t *offset,
                            struct status *st)
{
    const struct program *p = w->context.launch->program;
    bool dynamic = addr >= PROGRAM_DYNAMIC_BASE && addr < PROGRAM_SHARED_END;
    uint32_t size = dynamic ? w->cta->launch.shared_bytes : p->shared_bytes;
    uint64_t at = addr - (dynamic ? PROGRAM_DYNAMIC_BASE : PROGRAM_SHARED_BASE);
    char who[MACHINE_NAME];
    *offset = addr - PROGRAM_SHARED_BASE;
    if (at < size && bytes <= size - at && !(at & (bytes - 1))) {
        *host = w->cta->shared + at + (dynamic ? p->shared_bytes : 0);
        return ST_OK;
    }
    context_name(&w->context, lane, who);
    return context_fail(&w->context, c, st,
                        "%s %s %u bytes at offset %lld of shared memory%s, which has %u; expected "
                        "an aligned place inside it%s",
                        who, c->op == CODE_LOAD_SHARED || c->op == CODE_LOAD ? "reads" : "writes",
                        bytes, (long long)at, dynamic ? " whose size the launch says" : "", size,
                        dynamic ? " (--shared BYTES)" : "");
}

static enum st_code execute(struct warp_context *m, const struct code *c, struct warp_step *step,
                            struct status *st)
{
    switch (c->op) {
    case CODE_SPECIAL_REGISTER:
        special_register(m, c);
        return ST_OK;
    case CODE_NOTHING:
        return ST_OK;
    case CODE_ENTRY_PARAM:
        return entry_param(m, c, st);
    case CODE_LOAD_SHARED:
    case CODE_STORE_SHARED:
        return rounds_access_shared(m, c, step, st);
    case CODE_BARRIER:
    case CODE_BARRIER_REDUCE:
        return rounds_barrier(m, c, st);
    case CODE_SHUFFLE:
    case CODE_VOTE:
    case CODE_MATCH:
    case CODE_REDUCE_WARP:
    case CODE_SYNC_WARP:
    case CODE_ACTIVE_MASK:
        return compute_warp_level((struct cta_warp *)m, c, st);
    default:
        return compute_atomic((struct cta_warp *)m, c, step, st);
    }
}

static enum st_code shared(const struct warp_context *m, const struct code *c, uint64_t addr,
                           uint32_t lane, uint32_t bytes, uint8_t **host, uint64_t *offset,
                           struct status *st)
{
    return compute_shared(warp_of(m), c, addr, lane, bytes, host, offset, st);
}

const struct context_compute compute_operations = {
    .execute = execute, .shared = shared, .name = name, .near = near};
