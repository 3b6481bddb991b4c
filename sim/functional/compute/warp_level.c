/* Executes communication between the lanes of a warp: shuffles, votes, matches, sums; and the votes
 * of all warps at a barrier (PTX ISA, "Data Movement Instructions: shfl.sync", "Parallel
 * Synchronization and Communication Instructions").
 *
 * The lanes of a member mask take part together; a lane that is not in its own mask, which the ISA
 * leaves undefined, takes part too. Diverged lanes are not waited for, because one stack holds the
 * positions of all lanes of a warp. So an instruction whose mask has a lane that is elsewhere is an
 * error, and never gives a wrong value. */
#include "sim/functional/compute/cta.h"
#include "sim/functional/exec/atomic.h"
#include "sim/functional/exec/rounds.h"

/* The word of source `k` in a lane. */
static uint32_t word(const struct warp_context *m, const struct code *c, uint32_t k, uint32_t lane)
{
    return context_u32(m, c->row[c->n_dst + k])[lane];
}

/* Fails if the member mask, which is the last source, has lanes that do not execute the
 * instruction. */
static enum st_code check_members(const struct cta_warp *w, const struct code *c, struct status *st)
{
    const struct warp_context *m = &w->context;
    uint32_t alive = rounds_alive(&w->context);
    char who[MACHINE_NAME], absent[MACHINE_NAME];
    for (uint32_t on = m->mask; on; on &= on - 1) {
        uint32_t lane = (uint32_t)__builtin_ctz(on), named = word(m, c, c->n_src - 1u, lane);
        uint32_t missing = named & alive & ~m->mask;
        if (!missing)
            continue;
        context_name(m, lane, who);
        context_name(m, (uint32_t)__builtin_ctz(missing), absent);
        return context_fail(m, c, st,
                            "%s names %s in the member mask 0x%08x, which is at another "
                            "instruction; threads that have diverged are not waited for",
                            who, absent, named);
    }
    return ST_OK;
}

/* The lanes that take part with a lane, including itself. */
static uint32_t members(const struct warp_context *m, const struct code *c, uint32_t lane)
{
    return (word(m, c, c->n_src - 1u, lane) & m->mask) | 1u << lane;
}

/* The lane that `lane` reads from; *inside: whether it is in the lane's segment. */
static uint32_t read_from(const struct warp_context *m, const struct code *c, uint32_t lane,
                          bool *inside)
{
    uint32_t b = word(m, c, 1, lane) & 31, bound = word(m, c, 2, lane);
    uint32_t clamp = bound & 31, segment = bound >> 8 & 31;
    uint32_t least = lane & segment, most = least | (clamp & ~segment);
    int32_t from = 0;
    switch ((enum shuffle)c->target) {
    case SHUFFLE_UP:
        from = (int32_t)lane - (int32_t)b;
        *inside = from >= (int32_t)most;
        break;
    case SHUFFLE_DOWN:
        from = (int32_t)(lane + b);
        *inside = from <= (int32_t)most;
        break;
    case SHUFFLE_BUTTERFLY:
        from = (int32_t)(lane ^ b);
        *inside = from <= (int32_t)most;
        break;
    case SHUFFLE_INDEX:
        from = (int32_t)(least | (b & ~segment));
        *inside = from <= (int32_t)most;
        break;
    }
    return *inside ? (uint32_t)from : lane;
}

static void shuffle(struct warp_context *m, const struct code *c)
{
    uint32_t values[WARP_LANES];
    for (uint32_t lane = 0; lane < WARP_LANES; lane++)
        values[lane] = word(m, c, 0, lane);
    bool inside[WARP_LANES];
    uint32_t from[WARP_LANES];
    for (uint32_t on = m->mask; on; on &= on - 1) {
        uint32_t lane = (uint32_t)__builtin_ctz(on);
        from[lane] = read_from(m, c, lane, &inside[lane]);
    }
    for (uint32_t on = m->mask; on; on &= on - 1) {
        uint32_t lane = (uint32_t)__builtin_ctz(on);
        context_u32(m, c->row[0])[lane] = values[from[lane]];
        if (c->n_dst == 2)
            context_u32(m, c->row[1])[lane] = inside[lane] ? UINT32_MAX : 0;
    }
}

static void vote(struct warp_context *m, const struct code *c)
{
    uint32_t holds = 0;
    for (uint32_t on = m->mask; on; on &= on - 1) {
        uint32_t lane = (uint32_t)__builtin_ctz(on);
        holds |= (uint32_t)(word(m, c, 0, lane) != 0) << lane;
    }
    for (uint32_t on = m->mask; on; on &= on - 1) {
        uint32_t lane = (uint32_t)__builtin_ctz(on), among = members(m, c, lane);
        bool all = (holds & among) == among, any = (holds & among) != 0;
        uint32_t result = c->target == VOTE_BALLOT    ? holds & among
                          : c->target == VOTE_ALL     ? 0u - all
                          : c->target == VOTE_UNIFORM ? 0u - (all || !any)
                                                      : 0u - any;
        context_u32(m, c->row[0])[lane] = result;
    }
}

static uint64_t matched(const struct warp_context *m, const struct code *c, uint32_t lane)
{
    uint32_t row = c->row[c->n_dst];
    return c->wide ? context_u64(m, row)[lane] : context_u32(m, row)[lane];
}

static void match(struct warp_context *m, const struct code *c)
{
    uint32_t result[WARP_LANES] = {0};
    for (uint32_t on = m->mask; on; on &= on - 1) {
        uint32_t lane = (uint32_t)__builtin_ctz(on), among = members(m, c, lane);
        for (uint32_t left = among; left; left &= left - 1) {
            uint32_t other = (uint32_t)__builtin_ctz(left);
            result[lane] |= (uint32_t)(matched(m, c, lane) == matched(m, c, other)) << other;
        }
        if (c->target && result[lane] != among)
            result[lane] = 0;
    }
    for (uint32_t on = m->mask; on; on &= on - 1) {
        uint32_t lane = (uint32_t)__builtin_ctz(on);
        context_u32(m, c->row[0])[lane] = result[lane];
        if (c->n_dst == 2)
            context_u32(m, c->row[1])[lane] = result[lane] ? UINT32_MAX : 0;
    }
}

static void reduce(struct warp_context *m, const struct code *c)
{
    uint32_t result[WARP_LANES] = {0};
    for (uint32_t on = m->mask; on; on &= on - 1) {
        uint32_t lane = (uint32_t)__builtin_ctz(on), among = members(m, c, lane);
        uint64_t value = word(m, c, 0, (uint32_t)__builtin_ctz(among));
        for (uint32_t left = among & (among - 1); left; left &= left - 1)
            value = atomic_changed((enum atomic_op)c->target, value,
                                   word(m, c, 0, (uint32_t)__builtin_ctz(left)), 0, 4);
        result[lane] = (uint32_t)value;
    }
    for (uint32_t on = m->mask; on; on &= on - 1)
        context_u32(m, c->row[0])[__builtin_ctz(on)] = result[__builtin_ctz(on)];
}

enum st_code compute_warp_level(struct cta_warp *w, const struct code *c, struct status *st)
{
    struct warp_context *m = &w->context;
    if (c->op == CODE_ACTIVE_MASK) {
        for (uint32_t on = m->mask; on; on &= on - 1)
            context_u32(m, c->row[0])[__builtin_ctz(on)] = m->mask;
        return ST_OK;
    }
    TRY(check_members(w, c, st));
    if (c->op == CODE_SHUFFLE)
        shuffle(m, c);
    else if (c->op == CODE_VOTE)
        vote(m, c);
    else if (c->op == CODE_MATCH)
        match(m, c);
    else if (c->op == CODE_REDUCE_WARP)
        reduce(m, c);
    return ST_OK;
}

static uint32_t total(const struct cta *c, uint32_t *threads)
{
    uint32_t holds = 0;
    *threads = 0;
    for (uint32_t i = 0; i < c->n_warps; i++) {
        const struct cta_warp *w = &c->warps[i];
        for (uint32_t on = w->context.waits ? w->context.mask : 0; on; on &= on - 1) {
            holds += word(&w->context, w->context.waits, 0, (uint32_t)__builtin_ctz(on)) != 0;
            ++*threads;
        }
    }
    return holds;
}

void compute_barrier_reduce(struct cta *c)
{
    uint32_t threads, holds = total(c, &threads);
    for (uint32_t i = 0; i < c->n_warps; i++) {
        struct cta_warp *w = &c->warps[i];
        for (uint32_t on = w->context.waits ? w->context.mask : 0; on; on &= on - 1)
            context_u32(&w->context, w->context.waits->row[0])[__builtin_ctz(on)] =
                w->context.waits->target == VOTE_COUNT ? holds
                : w->context.waits->target == VOTE_ALL ? 0u - (holds == threads)
                                                       : 0u - (holds != 0);
    }
}
