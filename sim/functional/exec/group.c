#include "sim/functional/exec/group.h"

#include "common/memory.h"
#include "sim/functional/exec/atomic.h"
#include "sim/functional/exec/context_start.h"
#include "sim/functional/exec/pipeline_exec.h"
#include "sim/functional/exec/rounds.h"
#include "sim/functional/exec/written.h"

#include <stdio.h>
#include <string.h>

/* ---- threads ---- */

/* The number of a thread in its work group, and that of the group. */
static uint32_t index_of(const struct warp_context *m, uint64_t thread, uint32_t *group)
{
    uint32_t threads = m->launch->cta_warps * WARP_LANES;
    *group = (uint32_t)(thread / threads);
    return (uint32_t)(thread % threads);
}

void pipeline_thread(const struct warp_context *m, uint64_t thread, uint32_t out[2])
{
    const struct launch_dispatch *d = m->dispatch;
    uint32_t group, index = index_of(m, thread, &group);
    out[0] = group % d->groups[0] * d->group[0] + index % d->group[0];
    out[1] = group / d->groups[0] * d->group[1] + index / d->group[0];
}

void pipeline_thread_words(const struct warp_context *m, int64_t value, uint32_t lane,
                           uint32_t out[3])
{
    const struct launch_dispatch *d = m->dispatch;
    uint32_t group, index = index_of(m, m->thread[lane], &group);
    switch (value) {
    case VALUE_THREAD:
        pipeline_thread(m, m->thread[lane], out);
        out[2] = 0;
        return;
    case VALUE_THREAD_OF_GROUP:
        memcpy(out, (uint32_t[]){index % d->group[0], index / d->group[0], 0}, 12);
        return;
    case VALUE_GROUP:
        memcpy(out, (uint32_t[]){group % d->groups[0], group / d->groups[0], 0}, 12);
        return;
    case VALUE_GROUPS:
        memcpy(out, (uint32_t[]){d->groups[0], d->groups[1], 1}, 12);
        return;
    case VALUE_WARP:
        out[0] = index / WARP_LANES;
        return;
    case VALUE_WARPS:
        out[0] = m->launch->cta_warps;
        return;
    case VALUE_MASK_EQ:
        out[0] = 1u << lane;
        return;
    case VALUE_MASK_GE:
        out[0] = UINT32_MAX << lane;
        return;
    case VALUE_MASK_GT:
        out[0] = ~(UINT32_MAX >> (31 - lane));
        return;
    case VALUE_MASK_LE:
        out[0] = UINT32_MAX >> (31 - lane);
        return;
    case VALUE_MASK_LT:
        out[0] = ~(UINT32_MAX << lane);
        return;
    case VALUE_INDEX_OF_GROUP:
        out[0] = index;
        return;
    default: /* the upper words of masks */
        return;
    }
}

/* ---- operations ---- */

static enum st_code shared(const struct warp_context *m, const struct code *c, uint64_t addr,
                           uint32_t lane, uint32_t bytes, uint8_t **host, uint64_t *offset,
                           struct status *st)
{
    uint32_t size = m->launch->program->shared_bytes;
    char who[MACHINE_NAME];
    *offset = addr - PROGRAM_SHARED_BASE;
    if (*offset < size && bytes <= size - *offset && !(*offset & (bytes - 1))) {
        *host = m->shared + *offset;
        return ST_OK;
    }
    context_name(m, lane, who);
    return context_fail(m, c, st,
                        "%s %s %u bytes at byte %lld of the work group's memory, which has %u; "
                        "expected an index inside an array",
                        who, op_info[c->op].class == OP_LOAD_SHARED ? "reads" : "writes", bytes,
                        (long long)*offset, size);
}

static enum st_code atomic_shared(struct warp_context *m, const struct code *c,
                                  struct warp_step *step, struct status *st)
{
    for (uint32_t on = m->mask; on; on &= on - 1) {
        uint32_t lane = (uint32_t)__builtin_ctz(on);
        uint8_t *host = NULL;
        TRY(shared(m, c, rounds_address(m, c, 1, lane), lane, c->bytes, &host, &step->addr[lane],
                   st));
        pipeline_change(m, c, lane, host, NULL);
    }
    return ST_OK;
}

static enum st_code execute(struct warp_context *m, const struct code *c, struct warp_step *step,
                            struct status *st)
{
    switch (c->op) {
    case CODE_ATOMIC:
        return pipeline_atomic(m, c, step, st);
    case CODE_ATOMIC_SHARED:
        return atomic_shared(m, c, step, st);
    case CODE_BARRIER:
        return rounds_barrier(m, c, st);
    default: /* LOAD_SHARED, STORE_SHARED */
        return rounds_access_shared(m, c, step, st);
    }
}

static void name(const struct warp_context *m, uint32_t lane, char *out, size_t n)
{
    struct pixel at = context_pixel(m, lane);
    snprintf(out, n, "pixel (%u, %u)", at.x, at.y);
}

static void near(const struct warp_context *m, uint64_t addr, char *out, size_t n)
{
    pipeline_near(m->launch, addr, out, n);
}

const struct context_compute pipeline_compute = {
    .execute = execute, .shared = shared, .name = name, .near = near};

/* ---- CTAs ---- */

enum st_code group_prepare(struct kernel_state *k, struct status *st)
{
    uint32_t n = k->launch->cta_warps;
    k->recorded.n_warps = n;
    k->recorded.insts = k->launch->program->insts;
    TRY(mem_make(&k->group, n, sizeof(struct warp_context *), "a work group", st));
    for (uint32_t i = 0; i < n; i++) {
        TRY(context_create(&k->group[i], k, st));
        if (i) {
            mem_free(k->group[i]->shared);
            k->group[i]->shared = NULL;
        }
        k->group[i]->written = &k->group[0]->own_written;
    }
    return ST_OK;
}

void group_release(struct kernel_state *k)
{
    for (uint32_t i = 1; k->group && i < k->launch->cta_warps && k->group[i]; i++)
        k->group[i]->shared = NULL; /* the first one's */
    recorded_pool_release(&k->recorded);
    mem_free(k->group);
}

enum st_code group_run(struct kernel_state *k, uint32_t cta, struct step_log *const *records,
                       struct status *st)
{
    uint32_t n = k->launch->cta_warps;
    const struct rounds rounds = {
        .warps = k->group, .n_warps = n, .records = records, .values = k->settings.values};
    written_clear(k->group[0]);
    for (uint32_t i = 0; i < n; i++) {
        k->group[i]->shared = k->group[0]->shared;
        TRY(context_start(k->group[i], cta, i, st));
        TRY(context_begin(k->group[i], st));
    }
    TRY(rounds_run(&rounds, st));
    if (k->after)
        written_commit(k->group[0]);
    for (uint32_t i = 0; i < n; i++)
        context_finish(k->group[i]);
    return ST_OK;
}

enum st_code group_start(struct kernel_state *k, uint32_t cta, struct warp **out, struct status *st)
{
    struct recorded_cta *c = NULL;
    TRY(recorded_take(&c, &k->recorded, st));
    enum st_code code = group_run(k, cta, recorded_logs(c), st);
    if (code != ST_OK)
        recorded_give_back(c);
    else
        recorded_start(c, out);
    return code;
}
