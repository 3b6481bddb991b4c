/* The operations of ops.h that compute kernels alone have. */
#include "sim/functional/compute/cta.h"

#include <stdio.h>
#include <string.h>

static const struct cta_warp *warp_of(const struct machine *m)
{
    return (const struct cta_warp *)m;
}

/* The place of a lane's thread in its CTA. */
static uint32_t thread_at(const struct cta_warp *w, uint32_t lane, uint32_t axis)
{
    const uint32_t *block = w->cta->launch.block;
    uint32_t thread = w->index * WARP_LANES + lane;
    return axis == 0   ? thread % block[0]
           : axis == 1 ? thread / block[0] % block[1]
                       : thread / block[0] / block[1];
}

static void name(const struct machine *m, uint32_t lane, char *out, size_t n)
{
    const struct cta_warp *w = warp_of(m);
    const uint32_t *at = w->cta->at;
    snprintf(out, n, "thread (%u, %u, %u) of CTA (%u, %u, %u)", thread_at(w, lane, 0),
             thread_at(w, lane, 1), thread_at(w, lane, 2), at[0], at[1], at[2]);
}

/* Buffers are counted from 1, in the order of their adding; the byte right behind one is 0 behind.
 */
static void near(const struct machine *m, uint64_t addr, char *out, size_t n)
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

static uint32_t special(const struct cta_warp *w, uint32_t which, uint32_t lane)
{
    const struct cta *c = w->cta;
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

static void special_register(struct machine *m, const struct code *c)
{
    row_u32 *d = machine_u32(m, c->row[0]);
    for (uint32_t on = m->mask; on; on &= on - 1) {
        uint32_t lane = (uint32_t)__builtin_ctz(on);
        d[lane] = special(warp_of(m), (uint32_t)c->offset, lane);
    }
}

static void entry_param(const struct machine *m, const struct code *c)
{
    const uint8_t *from = warp_of(m)->cta->launch.params + c->offset;
    for (uint32_t on = m->mask; on; on &= on - 1)
        memory_load_element(m, c, 0, (uint32_t)__builtin_ctz(on), from);
}

enum st_code compute_shared(const struct cta_warp *w, const struct code *c, uint64_t addr,
                            uint32_t lane, uint32_t bytes, uint8_t **host, uint64_t *offset,
                            struct status *st)
{
    uint32_t size = w->machine.launch->program->shared_bytes;
    char who[MACHINE_NAME];
    *offset = addr - PROGRAM_SHARED_BASE;
    if (*offset < size && bytes <= size - *offset && !(*offset & (bytes - 1))) {
        *host = w->cta->shared + *offset;
        return ST_OK;
    }
    machine_name(&w->machine, lane, who);
    return machine_fail(&w->machine, c, st,
                        "%s %s %u bytes at offset %lld of shared memory, which has %u; expected an "
                        "aligned place inside it",
                        who, c->op == CODE_LOAD_SHARED ? "reads" : "writes", bytes,
                        (long long)*offset, size);
}

static enum st_code access_shared(struct machine *m, const struct code *c, struct warp_step *step,
                                  struct status *st)
{
    bool store = c->op == CODE_STORE_SHARED;
    uint32_t n = store ? c->n_src - 1u : c->n_dst, bytes = c->bytes * n;
    const row_u64 *base = machine_u64(m, c->row[store ? 0 : n]);
    for (uint32_t on = m->mask; on; on &= on - 1) {
        uint32_t lane = (uint32_t)__builtin_ctz(on);
        uint8_t *host = NULL;
        TRY(compute_shared(warp_of(m), c, base[lane] + (uint64_t)c->offset, lane, bytes, &host,
                           &step->addr[lane], st));
        for (uint32_t i = 0; i < n; i++)
            if (store)
                memory_store_element(m, c, i, lane, host);
            else
                memory_load_element(m, c, i, lane, host);
    }
    return ST_OK;
}

/* All threads of a warp reach a barrier together, or some of them never may. */
static enum st_code barrier(struct machine *m, const struct code *c, struct status *st)
{
    struct cta_warp *w = (struct cta_warp *)m;
    if (m->mask != m->lanes) {
        char who[MACHINE_NAME];
        machine_name(m, (uint32_t)__builtin_ctz(m->lanes & ~m->mask), who);
        return machine_fail(m, c, st,
                            "%u of the %u threads of a warp reach this barrier, %s does not; "
                            "expected all to reach it together",
                            warp_count_lanes(m->mask), warp_count_lanes(m->lanes), who);
    }
    w->waits = true;
    w->barrier = c->line;
    return ST_OK;
}

static enum st_code execute(struct machine *m, const struct code *c, struct warp_step *step,
                            struct status *st)
{
    switch (c->op) {
    case CODE_SPECIAL_REGISTER:
        special_register(m, c);
        return ST_OK;
    case CODE_ENTRY_PARAM:
        entry_param(m, c);
        return ST_OK;
    case CODE_LOAD_SHARED:
    case CODE_STORE_SHARED:
        return access_shared(m, c, step, st);
    case CODE_BARRIER:
        return barrier(m, c, st);
    default:
        return compute_atomic((struct cta_warp *)m, c, step, st);
    }
}

static enum st_code shared(const struct machine *m, const struct code *c, uint64_t addr,
                           uint32_t lane, uint32_t bytes, uint8_t **host, uint64_t *offset,
                           struct status *st)
{
    return compute_shared(warp_of(m), c, addr, lane, bytes, host, offset, st);
}

const struct machine_compute compute_operations = {
    .execute = execute, .shared = shared, .name = name, .near = near};
