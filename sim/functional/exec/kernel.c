/* Makes the warps of a kernel for the timing model: starts, steps and ends them, and reuses their
 * contexts. */
#include "sim/functional/exec/launch.h"

#include "common/auto.h"
#include "common/memory.h"
#include "scenes/bvh/micromap.h"
#include "sim/functional/exec/context_start.h"
#include "sim/functional/exec/group.h"
#include "sim/functional/exec/pipeline_exec.h"
#include "sim/functional/exec/warp_context.h"
#include "sim/functional/exec/written.h"
#include "sim/functional/traversal/treelets.h"

#include <string.h>

/* Most instructions of a warp of dumps: a constant, plus a number for each ray segment of a
 * sample. */
#define DUMP_STEPS         (UINT64_C(1) << 24)
#define DUMP_STEPS_PER_RAY (UINT64_C(1) << 20)

static enum st_code warp_step(struct warp *w, struct warp_step *step, struct status *st)
{
    return context_step((struct warp_context *)w, step, st);
}

static enum st_code warp_step_counting(struct warp *w, struct warp_step *step, struct status *st)
{
    struct warp_context *m = (struct warp_context *)w;
    return context_step_counting(m, step, m->kernel->settings.values, st);
}

static enum st_code warp_step_rdna2(struct warp *w, struct warp_step *step, struct status *st)
{
    return rdna2_step((struct warp_context *)w, step, st);
}

/* Other threads may add to the same pixel: its warps of other dispatches. */
static void add(uint32_t *to, uint32_t n)
{
    __atomic_fetch_add(to, n, __ATOMIC_RELAXED);
}

static void add_work(const struct warp_context *m)
{
    uint64_t *work = m->kernel->settings.work;
    for (uint32_t lanes = m->lanes & m->inside; lanes; lanes &= lanes - 1) {
        uint32_t i = (uint32_t)__builtin_ctz(lanes);
        struct pixel at = context_pixel(m, i);
        __atomic_fetch_add(&work[(uint64_t)at.y * m->launch->frame.width + at.x],
                           m->lane_steps[i] + m->lane_rt[i], __ATOMIC_RELAXED);
    }
}

static void add_pixels(const struct warp_context *m)
{
    for (uint32_t lanes = m->lanes & m->inside; lanes; lanes &= lanes - 1) {
        uint32_t i = (uint32_t)__builtin_ctz(lanes);
        struct pixel at = context_pixel(m, i);
        struct pixel_counts *p =
            &m->kernel->settings.pixels[(uint64_t)at.y * m->launch->frame.width + at.x];
        const struct pixel_counts *c = &m->lane_counts[i];
        add(&p->instructions, m->lane_steps[i]);
        add(&p->rays, c->rays);
        add(&p->first_hit_rays, c->first_hit_rays);
        add(&p->nested_rays, c->nested_rays);
        add(&p->nodes, c->nodes);
        add(&p->triangles, c->triangles);
        add(&p->candidates, c->candidates);
        add(&p->any_hits, c->any_hits);
        add(&p->intersections, c->intersections);
    }
}

void context_finish(struct warp_context *m)
{
    context_settle_counts(m);
    if (m->kernel->settings.work)
        add_work(m);
    if (m->kernel->settings.pixels)
        add_pixels(m);
}

static void warp_end(struct warp *w)
{
    struct warp_context *m = (struct warp_context *)w;
    context_finish(m);
    struct warp_context *first = atomic_load_explicit(&m->kernel->free, memory_order_relaxed);
    do
        m->next_free = first;
    while (!atomic_compare_exchange_weak_explicit(&m->kernel->free, &first, m, memory_order_release,
                                                  memory_order_relaxed));
}

/* Takes a free context; NULL if there is none. Only one thread takes contexts, so the successor of
 * the first one cannot change meanwhile. */
static struct warp_context *take_free(struct kernel_state *k)
{
    struct warp_context *first = atomic_load_explicit(&k->free, memory_order_acquire);
    while (first &&
           !atomic_compare_exchange_weak_explicit(&k->free, &first, first->next_free,
                                                  memory_order_acquire, memory_order_acquire))
        continue;
    return first;
}

static void warp_drop_records(struct warp *w)
{
    lane_rays_drop((struct warp_context *)w);
}

static const struct warp_ops warp_ops = {.step = warp_step,
                                         .drop_records = warp_drop_records,
                                         .end = warp_end,
                                         .same_place = machines_same_place,
                                         .reorder = machines_reorder};
static const struct warp_ops warp_ops_counting = {.step = warp_step_counting,
                                                  .drop_records = warp_drop_records,
                                                  .end = warp_end,
                                                  .same_place = machines_same_place,
                                                  .reorder = machines_reorder};
static const struct warp_ops warp_ops_rdna2 = {
    .step = warp_step_rdna2, .drop_records = warp_drop_records, .end = warp_end};

static void lane_rays_free(struct lane_ray *rays, uint32_t n)
{
    for (uint32_t i = 0; i < n; i++) {
        trace_result_release(&rays[i].trace);
        mem_free(rays[i].table_stores);
    }
}

static void context_free(struct warp_context *m)
{
    if (!m)
        return;
    lane_rays_free(m->lane, WARP_LANES);
    lane_rays_free(m->nested, m->n_levels * WARP_LANES);
    for (uint32_t i = 0; i < m->n_levels * WARP_LANES; i++)
        mem_free(m->nested[i].record);
    pipeline_queries_free(m);
    MEM_FREE(m->nested, m->records, m->incoming, m->own_written.lines, m->shared);
    context_release(m);
    mem_free(m);
}

/* Writes the constants into a register file. Once is enough, because no operation writes a
 * constant. */
static void fill_constants(uint8_t *frame, const struct program *p)
{
    for (uint32_t i = 0; i < p->n_constants; i++) {
        const struct program_constant *k = &p->constants[i];
        for (uint32_t lane = 0; lane < WARP_LANES; lane++)
            if (k->cell == CELL_8)
                ((row_u64 *)(void *)(frame + k->offset))[lane] = k->bits;
            else
                ((row_u32 *)(void *)(frame + k->offset))[lane] = (uint32_t)k->bits;
    }
}

enum st_code context_add_frame(struct warp_context *m, struct status *st)
{
    const struct program *p = m->launch->program;
    uint8_t *frames = mem_resize(m->frames, m->n_frames + 1, p->file_bytes);
    if (!frames)
        return status_no_memory(st, "registers");
    m->frames = frames;
    uint8_t *frame = frames + (size_t)m->n_frames++ * p->file_bytes;
    memset(frame, 0, p->file_bytes);
    fill_constants(frame, p);
    return ST_OK;
}

void context_release(struct warp_context *m)
{
    MEM_FREE(m->frames, m->stack.entries, m->blocks, m->region_of);
}

enum st_code context_prepare(struct warp_context *m, const struct launch *l, struct status *st)
{
    m->launch = l;
    m->lane_ops = vectors_best()->lane_ops;
    m->blocks_bytes = 0;
    for (uint32_t b = 0; b < BLOCK_BACKED; b++)
        m->blocks_bytes += l->map.block_bytes[b] * WARP_LANES;
    m->stack.room = l->program->stack_room;
    m->stack.entries = mem_calloc(l->program->stack_room, sizeof *m->stack.entries);
    m->blocks = mem_room(m->blocks_bytes, 1); /* each warp zeroes them */
    m->region_of = mem_calloc(l->program->n_code, 1);
    return m->stack.entries && m->blocks && m->region_of ? context_add_frame(m, st)
                                                         : status_no_memory(st, "warp");
}

static const struct warp_ops *ops_of(const struct kernel_state *k)
{
    return k->settings.values          ? &warp_ops_counting
           : k->launch->program->rdna2 ? &warp_ops_rdna2
                                       : &warp_ops;
}

enum st_code context_create(struct warp_context **out, struct kernel_state *k, struct status *st)
{
    TRY(mem_make(out, 1, sizeof **out, "warp", st));
    (*out)->kernel = k;
    (*out)->launch = k->launch;
    (*out)->written = &(*out)->own_written;
    (*out)->next = k->contexts;
    k->contexts = *out;
    if (k->launch->pipeline && k->launch->program->shared_bytes)
        TRY(mem_make(&(*out)->shared, k->launch->program->shared_bytes, 1, "a work group", st));
    if (k->launch->pipeline)
        TRY(mem_make(&(*out)->incoming, pipeline_most_calls(k->launch->pipeline) + 1,
                     sizeof *(*out)->incoming, "calls", st));
    (*out)->count_lanes = k->settings.work || k->settings.pixels || k->launch->program->asks_work;
    return ST_OK;
}

/* Whether a work group runs: as a whole, if the pixel of its first thread is one of the filter's.
 */
static bool is_chosen(const struct warp_context *m, const uint8_t *filter)
{
    struct pixel at = pipeline_pixel(m, (m->cta - m->index) * WARP_LANES);
    return at.x >= m->launch->frame.width || at.y >= m->launch->frame.height ||
           filter[(uint64_t)at.y * m->launch->frame.width + at.x];
}

/* The lanes with which a dump or a user's pipeline begins. They do not test the filter, so the
 * thread of a filtered pixel does not begin. Of a dump on a frame that is at least 32 wide all
 * lanes begin, and those without a pixel exit by themselves (Vulkan-Sim vulkan_ray_tracing.cc
 * 1559). */
static uint32_t first_lanes(const struct warp_context *m)
{
    const struct launch *l = m->launch;
    const uint8_t *filter = m->kernel->settings.filter;
    uint32_t lanes = l->dumps && l->frame.width >= WARP_LANES ? UINT32_MAX : m->inside;
    if (m->dispatch->compute)
        return filter && !is_chosen(m, filter) ? 0 : m->threads;
    for (uint32_t on = filter ? m->inside : 0; on; on &= on - 1) {
        uint32_t lane = (uint32_t)__builtin_ctz(on);
        if (!filter[(uint64_t)m->y * l->frame.width + m->x + lane])
            lanes &= ~(1u << lane);
    }
    return lanes;
}

static void start_lanes(struct warp_context *m)
{
    const struct launch *l = m->launch;
    memset(m->open, 0, sizeof m->open);
    for (uint32_t i = 0; i < WARP_LANES; i++) {
        struct lane_ray *r = &m->lane[i];
        r->ray = (struct ray){.flags = 0};
        r->record_addr = memory_block_addr(m, BLOCK_RECORD, i);
        m->attributes[i] = l->dumps && m->kernel->settings.traversal.fresh_traces
                               ? NO_ADDRESS
                               : memory_block_addr(m, BLOCK_ATTRIBUTES, i);
        r->record = memory_block(m, BLOCK_RECORD, i);
        r->hit = r->sphere = false;
        r->t = 0.0f;
        r->instance = r->primitive = 0;
        r->selected = -1;
        r->trace.n_candidates = 0;
    }
}

/* Allocates the context's memory if this is its first warp, and zeroes the warp's own state. */
enum st_code context_begin(struct warp_context *m, struct status *st)
{
    const struct program *p = m->launch->program;
    if (!m->frames)
        TRY(context_prepare(m, m->launch, st));
    m->registers = m->frames;
    memset(m->registers, 0, p->register_bytes);
    start_lanes(m);
    memory_start(m);
    if (m->shared && m->index == 0)
        memset(m->shared, 0, p->shared_bytes);
    if (p->rdna2)
        rdna2_start(m, &(struct rdna2_place){.group = {m->cta, 0, 0}, .block = {WARP_LANES, 1, 1}});
    else
        simt_start(&m->stack, m->dispatch->entry, m->lanes);
    m->warp.ops = ops_of(m->kernel);
    return ST_OK;
}

static enum st_code warp_step_first(struct warp *w, struct warp_step *step, struct status *st)
{
    TRY(context_begin((struct warp_context *)w, st));
    return w->ops->step(w, step, st);
}

static const struct warp_ops warp_ops_first = {
    .step = warp_step_first, .drop_records = warp_drop_records, .end = warp_end};

static const struct launch_dispatch *dispatch_of(const struct launch *l, uint32_t cta)
{
    uint32_t i = l->n_dispatches - 1;
    while (cta < l->dispatches[i].first)
        i--;
    return &l->dispatches[i];
}

/* Finds the warp's pixels: lanes that have a thread, and those whose thread has a pixel. */
static void place_warp(struct warp_context *m)
{
    const struct launch *l = m->launch;
    const struct launch_dispatch *d = m->dispatch;
    if (!d->compute) {
        m->x = m->cta % l->warps_per_row * WARP_LANES;
        m->y = m->cta / l->warps_per_row;
        uint32_t inside = l->frame.width - m->x;
        m->inside = inside < WARP_LANES ? (1u << inside) - 1 : UINT32_MAX;
        m->inside = m->threads = m->y < l->frame.height ? m->inside : 0;
        return;
    }
    uint32_t left = d->group[0] * d->group[1] - m->index * WARP_LANES;
    m->threads = left < WARP_LANES ? (1u << left) - 1 : UINT32_MAX;
    m->inside = 0;
    for (uint32_t on = m->threads; on; on &= on - 1) {
        struct pixel at = context_pixel(m, (uint32_t)__builtin_ctz(on));
        m->inside |= at.x < l->frame.width && at.y < l->frame.height ? on & (0 - on) : 0;
    }
    m->x = context_pixel(m, 0).x;
    m->y = context_pixel(m, 0).y;
}

/* Starts a warp. One thread starts all warps, but any thread steps them, so the long part,
 * context_begin(), is done at the first step. Machine code, and warps whose threads may be
 * reordered before their first step, need it at once. */
enum st_code context_start(struct warp_context *m, uint32_t cta, uint32_t index, struct status *st)
{
    const struct launch *l = m->launch;
    uint32_t wanted = m->kernel->settings.lanes ? m->kernel->settings.lanes : UINT32_MAX;
    m->dispatch = dispatch_of(l, cta);
    m->index = index;
    m->cta = (cta - m->dispatch->first) * l->cta_warps + index;
    context_place_threads(m);
    place_warp(m);
    const struct warp_inst *first = &l->program->insts[m->dispatch->entry];
    m->lanes = wanted & (l->dumps || l->pipeline ? first_lanes(m) : m->inside);
    m->steps = 0;
    m->fresh_blocks = 0;
    memset(m->lane_steps, 0, sizeof m->lane_steps);
    memset(m->lane_rt, 0, sizeof m->lane_rt);
    memset(m->lane_counts, 0, sizeof m->lane_counts);
    memset(m->next_atomic, 0, sizeof m->next_atomic);
    m->warp.ops = &warp_ops_first;
    if (l->program->rdna2 || first->reorder_B)
        TRY(context_begin(m, st));
    if (l->program->rdna2)
        return ST_OK;
    m->warp.next = m->lanes ? first : NULL;
    m->warp.active = m->lanes;
    return ST_OK;
}

static enum st_code kernel_start(struct kernel *kernel, uint32_t cta, struct warp **out,
                                 struct status *st)
{
    struct kernel_state *k = (struct kernel_state *)kernel;
    struct warp_context *m;
    if (cta >= kernel->n_ctas)
        BUG("CTA %u of %u", cta, kernel->n_ctas);
    uint32_t number = k->settings.ctas ? k->settings.ctas[cta] : cta;
    if (k->launch->cta_warps > 1)
        return group_start(k, number, out, st);
    m = take_free(k);
    if (!m)
        TRY(context_create(&m, k, st));
    TRY(context_start(m, number, 0, st));
    *out = &m->warp;
    return ST_OK;
}

static void kernel_free(struct kernel *kernel)
{
    struct kernel_state *k = (struct kernel_state *)kernel;
    group_release(k);
    while (k->contexts) {
        struct warp_context *m = k->contexts;
        k->contexts = m->next;
        context_free(m);
    }
    mem_free(k);
}

static const struct kernel_ops kernel_ops = {.start = kernel_start, .free = kernel_free};

/* Most instructions of a warp. A dump may loop without end, and this must be detected before a
 * timing model has run for a day. LumiBench's shaders execute some thousand per ray. */
static uint64_t most_steps(const struct launch *l)
{
    const struct frame *f = &l->frame;
    if (!l->dumps && !l->pipeline)
        return UINT32_MAX;
    uint64_t rays = (uint64_t)f->max_depth + f->rays_per_hit;
    if (rays > UINT32_MAX / f->samples)
        return UINT32_MAX;
    uint64_t most = DUMP_STEPS + DUMP_STEPS_PER_RAY * (rays * f->samples);
    return most < UINT32_MAX ? most : UINT32_MAX;
}

/* The micromap level that a kernel of the launch uses. A dump uses none, because its any-hit shader
 * may do any test: it must run for every masked triangle. */
static uint32_t micromap_level(const struct launch *l, uint32_t level)
{
    return l->dumps || l->pipeline || !l->image->any_masked ? 0 : level;
}

const struct micromaps *launch_micromaps(const struct launch *l, uint32_t level)
{
    level = micromap_level(l, level);
    return level ? micromaps_of(l->image, level) : NULL;
}

/* The dispatches of a part of the CTAs, which are listed in the order of their numbers. */
static void list_dispatches(struct kernel_state *k)
{
    struct kernel *kernel = &k->kernel;
    uint32_t at = 0;
    for (uint32_t i = 0; k->settings.ctas && i < kernel->n_dispatches; i++) {
        while (at < kernel->n_ctas && k->settings.ctas[at] < kernel->dispatch_ends[i])
            at++;
        kernel->dispatch_ends[i] = at;
    }
}

enum st_code launch_kernel(const struct launch *l, const struct kernel_settings *settings,
                           struct kernel **out, struct status *st)
{
    for (uint32_t i = 0; settings->ctas && i < settings->n_ctas; i++)
        if (settings->ctas[i] >= l->n_ctas)
            return status_fail(st, ST_FAILED, "CTA %u; expected less than %u", settings->ctas[i],
                               l->n_ctas);
    const struct launch_storage *storage = settings->storage ? settings->storage : l->storage;
    if (storage && storage->size > LAUNCH_STORAGE_MOST)
        return status_fail(st, ST_USAGE, "%llu bytes of storage; expected at most %llu",
                           (unsigned long long)storage->size,
                           (unsigned long long)LAUNCH_STORAGE_MOST);
    if (l->dumps && settings->traversal.nodes != BVH_INTEL6)
        return status_fail(
            st, ST_USAGE,
            "rt.nodes is cwbvh8 and --shaders names dumps, which run on Vulkan-Sim's "
            "acceleration structure; expected intel6");
    TRY(device_image_require(l->image, settings->traversal.nodes, st));
    uint32_t level = micromap_level(l, settings->traversal.micromap_level);
    if (level)
        TRY(micromaps_prepare(l->image, level, st));
    const struct treelets *treelets = NULL;
    uint32_t treelet_B = settings->traversal.treelet_B;
    if (treelet_B)
        TRY(treelets_find(l->treelets, l->image, treelet_B, &treelets, st));
    struct kernel_state *k;
    TRY(mem_make(&k, 1, sizeof *k, "kernel", st));
    k->kernel = launch_shape(l);
    k->kernel.ops = &kernel_ops;
    k->kernel.treelets = treelets;
    k->kernel.n_ctas = settings->ctas ? settings->n_ctas : l->n_ctas;
    k->kernel.shared_end = l->map.shared_end;
    k->kernel.allocated_from = settings->traversal.fresh_traces ? l->map.block[0] : 0;
    k->kernel.machine_code = l->program->rdna2 != NULL;
    k->kernel.fixed = l->dumps ? "Vulkan-Sim's shader dumps" : l->pipeline ? "a pipeline's" : NULL;
    if (l->program->rdna2)
        k->kernel.fixed = "machine code";
    k->launch = l;
    k->settings = *settings;
    k->settings.storage = storage;
    k->settings.traversal.micromap_level = level;
    k->budget = most_steps(l);
    if (settings->step_budget && settings->step_budget < k->budget)
        k->budget = settings->step_budget;
    list_dispatches(k);
    if (l->cta_warps > 1)
        TRY_ELSE(group_prepare(k, st), kernel_free(&k->kernel));
    *out = &k->kernel;
    return ST_OK;
}

void launch_kernel_counts(const struct kernel *kernel, struct functional_counts *out)
{
    const struct kernel_state *k = (const struct kernel_state *)kernel;
    *out = (struct functional_counts){0};
    for (const struct warp_context *m = k->contexts; m; m = m->next) {
        functional_counts_add(out, &m->counts);
        out->thread_instructions += context_held(m);
    }
}

enum st_code warp_run(struct warp *w, struct status *st)
{
    if (w->ops == &warp_ops_first)
        TRY(context_begin((struct warp_context *)w, st));
    return context_run((struct warp_context *)w, st);
}

enum st_code kernel_run_cta(struct kernel *kernel, uint32_t cta, struct status *st)
{
    struct kernel_state *k = (struct kernel_state *)kernel;
    if (k->launch->cta_warps > 1)
        return group_run(k, k->settings.ctas ? k->settings.ctas[cta] : cta, NULL, st);
    struct warp *w;
    TRY(kernel_start(kernel, cta, &w, st));
    enum st_code result = warp_run(w, st);
    if (result == ST_OK && k->after)
        written_commit((struct warp_context *)w);
    w->ops->end(w);
    return result;
}

enum st_code kernel_run(struct kernel *k, struct status *st)
{
    for (uint32_t cta = 0; cta < k->n_ctas; cta++)
        TRY(kernel_run_cta(k, cta, st));
    return ST_OK;
}
