#include "sim/functional/exec/frame_state.h"

#include "common/grow.h"
#include "common/memory.h"
#include "sim/functional/exec/group.h"
#include "sim/functional/exec/written.h"

#include <string.h>

/* Most bytes of all states of a frame. */
#define MOST_STATES (UINT64_C(8) << 30)

/* ---- dispatches ---- */

static uint32_t parts(uint64_t whole, uint32_t part)
{
    return (uint32_t)((whole + part - 1) / part);
}

static uint32_t warps_of(const uint32_t group[2])
{
    return parts((uint64_t)group[0] * group[1], WARP_LANES);
}

static enum st_code fill_compute(const struct launch *l, const struct spirv_dispatch *asked,
                                 const struct spirv_module *m, struct launch_dispatch *d,
                                 struct status *st)
{
    uint64_t pixels = (uint64_t)l->frame.width * l->frame.height;
    d->compute = true;
    d->linear = asked->linear;
    memcpy(d->group, m->local_size, sizeof d->group);
    if (d->linear && d->group[1] != 1)
        return status_fail_at(
            st, ST_USAGE, m->name, 0,
            "a linear dispatch of work groups of %u x %u threads; expected one row", d->group[0],
            d->group[1]);
    d->groups[0] = parts(d->linear ? pixels : l->frame.width, d->group[0]);
    d->groups[1] = d->linear ? 1 : parts(l->frame.height, d->group[1]);
    if (asked->groups[0])
        memcpy(d->groups, asked->groups, sizeof d->groups);
    d->n_ctas = d->groups[0] * d->groups[1];
    return ST_OK;
}

/* All CTAs of a kernel have as many warps. */
static enum st_code count_warps(struct launch *l, const struct spirv_pipeline *p, struct status *st)
{
    const struct spirv_module *first = NULL;
    for (uint32_t i = 0; i < l->n_dispatches; i++) {
        const struct launch_dispatch *d = &l->dispatches[i];
        const struct spirv_module *m = p->stages[p->dispatches[i].entry.stage].module;
        if (!d->compute)
            continue;
        if (first && warps_of(d->group) != l->cta_warps)
            return status_fail_at(st, ST_USAGE, m->name, 0,
                                  "work groups of %u warps, and %u in %s; expected groups of one "
                                  "size in all dispatches of a frame",
                                  warps_of(d->group), l->cta_warps, first->name);
        first = m;
        l->cta_warps = warps_of(d->group);
    }
    return ST_OK;
}

static enum st_code fill_pipeline(struct launch *l, const struct spirv_pipeline *p,
                                  struct status *st)
{
    l->n_dispatches = p->n_dispatches;
    for (uint32_t i = 0; i < l->n_dispatches; i++) {
        struct launch_dispatch *d = &l->dispatches[i];
        const struct spirv_stage *stage = &p->stages[p->dispatches[i].entry.stage];
        d->entry = l->program->functions[stage->function].first;
        d->record = p->dispatches[i].entry.record;
        if (stage->kind == STAGE_COMPUTE)
            TRY(fill_compute(l, &p->dispatches[i], stage->module, d, st));
    }
    return count_warps(l, p, st);
}

/* The size of each storage image: of a pipeline's as it says, else that of the image plane. */
static void place_pictures(struct launch *l)
{
    for (uint32_t i = 0; i < PIPELINE_MOST_PICTURES; i++) {
        l->picture_size[i][0] = l->frame.width;
        l->picture_size[i][1] = l->frame.height;
    }
    for (uint32_t i = 0; l->pipeline && i < l->pipeline->n_resources; i++) {
        const struct spirv_resource *r = &l->pipeline->resources[i];
        if (r->kind == RESOURCE_IMAGE && r->size[0])
            memcpy(l->picture_size[r->picture], r->size, sizeof r->size);
    }
}

enum st_code frame_dispatches(struct launch *l, struct status *st)
{
    l->n_dispatches = l->cta_warps = 1;
    l->warps_per_row = parts(l->frame.width, WARP_LANES);
    l->dispatches[0].entry = l->program->entry;
    place_pictures(l);
    if (l->pipeline)
        TRY(fill_pipeline(l, l->pipeline, st));
    for (uint32_t i = 0; i < l->n_dispatches; i++) {
        struct launch_dispatch *d = &l->dispatches[i];
        if (!d->compute)
            d->n_ctas = parts((uint64_t)l->warps_per_row * l->frame.height, l->cta_warps);
        d->first = l->n_ctas;
        if (((uint64_t)l->n_ctas + d->n_ctas) * l->cta_warps > UINT32_MAX / WARP_LANES)
            return status_fail(st, ST_USAGE,
                               "dispatches of more than %u warps in all; expected fewer",
                               UINT32_MAX / WARP_LANES);
        l->n_ctas += d->n_ctas;
        l->n_warps = d->n_ctas * l->cta_warps > l->n_warps ? d->n_ctas * l->cta_warps : l->n_warps;
    }
    return ST_OK;
}

struct pixel pipeline_pixel(const struct warp_context *m, uint64_t thread)
{
    const struct launch_dispatch *d = m->dispatch;
    uint32_t at[2];
    pipeline_thread(m, thread, at);
    if (d->linear)
        return (struct pixel){at[0] % m->launch->frame.width, at[0] / m->launch->frame.width};
    return (struct pixel){at[0], at[1]};
}

/* ---- a state ---- */

const struct frame_state *frame_state_of(const struct warp_context *m)
{
    return m->kernel->after ? m->kernel->after : m->dispatch ? m->dispatch->before : NULL;
}

/* The picture that an address is in, and the offset there. */
static uint32_t picture_at(const struct launch *l, uint64_t addr, uint64_t *offset)
{
    for (uint32_t i = 0; i < l->pipeline->n_pictures; i++) {
        *offset = addr - l->map.images[i];
        if (*offset < memory_picture_bytes(l, i))
            return i;
    }
    return PIPELINE_MOST_PICTURES;
}

void frame_state_pixel(const struct warp_context *m, uint64_t addr, float pixel[4])
{
    const struct frame_state *state = frame_state_of(m);
    uint64_t offset;
    uint32_t i = state ? picture_at(m->launch, addr, &offset) : PIPELINE_MOST_PICTURES;
    memset(pixel, 0, 4 * sizeof *pixel);
    if (i < PIPELINE_MOST_PICTURES && state->pictures[i])
        memcpy(pixel, state->pictures[i] + offset, 4 * sizeof *pixel);
}

void frame_state_put(struct warp_context *m, const struct written_line *line)
{
    const struct launch *l = m->launch;
    struct frame_state *state = m->kernel->after;
    uint64_t offset;
    for (uint32_t i = 0; i < l->n_memories; i++) {
        const struct pipeline_memory *memory = &l->memories[i];
        offset = line->addr - memory->addr;
        if (offset >= memory->size)
            continue;
        uint64_t left = memory->size - offset;
        memcpy(state->memories[i] + offset, line->bytes, left < WRITTEN_LINE ? left : WRITTEN_LINE);
        return;
    }
    uint32_t i = picture_at(l, line->addr, &offset);
    if (i < PIPELINE_MOST_PICTURES)
        memcpy(state->pictures[i] + offset, line->bytes, WRITTEN_LINE);
}

/* ---- atomics ---- */

enum st_code frame_state_atomic(struct warp_context *m, uint32_t lane, uint64_t *old,
                                struct status *st)
{
    if (!m->dispatch->atomics)
        return ST_OK;
    struct atomic_log *log = &m->dispatch->atomics[m->cta];
    if (m->kernel->after) {
        if (!grow(&log->entries, log->n, &log->room, sizeof *log->entries))
            return status_no_memory(st, "atomic operations");
        log->entries[log->n++] = (struct atomic_entry){*old, lane};
        return ST_OK;
    }
    uint32_t *next = &m->next_atomic[lane];
    while (*next < log->n && log->entries[*next].lane != lane)
        ++*next;
    if (*next < log->n)
        *old = log->entries[(*next)++].value;
    return ST_OK;
}

/* ---- making states ---- */

/* A copy of the state before a dispatch, or of the launch's memory, that may be written. */
static enum st_code copy_state(struct frame_state **out, const struct launch *l,
                               const struct frame_state *from, uint64_t *bytes, struct status *st)
{
    const struct spirv_pipeline *p = l->pipeline;
    TRY(mem_make(out, 1, sizeof **out, "a frame's states", st));
    TRY(mem_make(&(*out)->memories, l->n_memories + 1, sizeof *(*out)->memories, "a frame's states",
                 st));
    for (uint32_t i = 0; i < l->n_memories; i++) {
        const struct pipeline_memory *memory = &l->memories[i];
        uint8_t *now = from ? from->memories[i] : memory->host;
        (*out)->memories[i] = now;
        if (!memory->written)
            continue;
        TRY(mem_make(&(*out)->memories[i], memory->size + 1, 1, "a frame's states", st));
        memcpy((*out)->memories[i], now, memory->size);
        *bytes += memory->size;
    }
    for (uint32_t i = 0; p->reads_images && i < p->n_pictures; i++) {
        uint64_t picture = memory_picture_bytes(l, i);
        TRY(mem_make(&(*out)->pictures[i], picture, 1, "a frame's states", st));
        if (from && from->pictures[i])
            memcpy((*out)->pictures[i], from->pictures[i], picture);
        *bytes += picture;
    }
    if (*bytes > MOST_STATES)
        return status_fail(st, ST_FAILED,
                           "what the dispatches of this frame leave in memory takes more than "
                           "%llu GiB; expected a smaller frame or smaller buffers",
                           (unsigned long long)(MOST_STATES >> 30));
    return ST_OK;
}

static void free_state(const struct launch *l, struct frame_state *s)
{
    if (!s)
        return;
    for (uint32_t i = 0; s->memories && i < l->n_memories; i++)
        if (s->memories[i] != l->memories[i].host)
            mem_free(s->memories[i]);
    for (uint32_t i = 0; i < PIPELINE_MOST_PICTURES; i++)
        mem_free(s->pictures[i]);
    MEM_FREE(s->memories, s);
}

static enum st_code run_dispatch(struct launch *l, struct launch_dispatch *d,
                                 struct frame_state *after, struct status *st)
{
    struct kernel *kernel;
    TRY(launch_kernel(l, &(struct kernel_settings){0}, &kernel, st));
    ((struct kernel_state *)kernel)->after = after;
    enum st_code code = ST_OK;
    for (uint32_t i = 0; i < d->n_ctas && code == ST_OK; i++)
        code = kernel_run_cta(kernel, d->first + i, st);
    kernel->ops->free(kernel);
    return code;
}

enum st_code frame_states_make(struct launch *l, struct status *st)
{
    bool atomics = l->pipeline->atomics;
    uint64_t bytes = 0;
    for (uint32_t i = 0; i + !atomics < l->n_dispatches; i++) {
        struct launch_dispatch *d = &l->dispatches[i];
        struct frame_state *after = NULL;
        bool last = i + 1 == l->n_dispatches;
        if (atomics)
            TRY(mem_make(&d->atomics, d->n_ctas * l->cta_warps, sizeof *d->atomics,
                         "atomic operations", st));
        enum st_code code = copy_state(&after, l, d->before, &bytes, st);
        if (code == ST_OK)
            code = run_dispatch(l, d, after, st);
        if (last || code != ST_OK)
            free_state(l, after);
        else
            l->dispatches[i + 1].before = after;
        TRY(code);
    }
    return ST_OK;
}

enum st_code launch_execute(struct launch *l, struct status *st)
{
    struct launch_dispatch *d = &l->dispatches[l->n_dispatches - 1];
    uint64_t bytes = 0;
    l->pipeline->reads_images = true; /* so that stores into pictures are kept */
    for (uint32_t k = 0; d->atomics && k < d->n_ctas * l->cta_warps; k++)
        d->atomics[k].n = 0;
    TRY(copy_state(&l->after, l, d->before, &bytes, st));
    return run_dispatch(l, d, l->after, st);
}

/* The resource of a binding that a stage uses; NULL: none does. */
static const struct spirv_resource *used_resource(const struct launch *l, uint32_t set,
                                                  uint32_t binding, enum resource_kind kind)
{
    for (uint32_t i = 0; i < l->pipeline->n_resources; i++) {
        const struct spirv_resource *r = &l->pipeline->resources[i];
        if (r->set == (int32_t)set && r->binding == binding && r->kind == kind)
            return r;
    }
    return NULL;
}

const uint8_t *launch_buffer(const struct launch *l, uint32_t set, uint32_t binding, uint64_t *size)
{
    const struct spirv_resource *r = used_resource(l, set, binding, RESOURCE_BUFFER);
    if (!r)
        return NULL;
    uint32_t memory = l->first_memory[r - l->pipeline->resources];
    *size = l->memories[memory].size;
    return l->after->memories[memory];
}

const uint8_t *launch_pixel(const struct launch *l, uint32_t set, uint32_t binding, uint32_t x,
                            uint32_t y)
{
    const struct spirv_resource *r = used_resource(l, set, binding, RESOURCE_IMAGE);
    if (!r || x >= image_side(l, r->picture, 0) || y >= image_side(l, r->picture, 1))
        return NULL;
    return l->after->pictures[r->picture] +
           (image_element_addr(l, r->picture, x, y) - l->map.images[r->picture]);
}

void frame_states_free(struct launch *l)
{
    free_state(l, l->after);
    for (uint32_t i = 0; i < l->n_dispatches; i++) {
        struct launch_dispatch *d = &l->dispatches[i];
        free_state(l, d->before);
        for (uint32_t k = 0; d->atomics && k < d->n_ctas * l->cta_warps; k++)
            mem_free(d->atomics[k].entries);
        mem_free(d->atomics);
    }
}
