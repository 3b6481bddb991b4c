/* Executes trace_ray of dumps, and the calls after it. A thread's rays are on a stack: shaders
 * refer to the latest one that has not ended (vulkan_rt_thread_data.h). */
#include "common/memory.h"
#include "sim/functional/exec/lane_math.h"
#include "sim/functional/exec/warp_context.h"

#include <string.h>

struct lane_ray *vsim_ray(struct warp_context *m, uint32_t lane)
{
    uint32_t open = m->open[lane];
    if (open < 2)
        return open ? &m->lane[lane] : NULL;
    return &m->nested[(open - 2) * WARP_LANES + lane];
}

enum st_code vsim_no_ray(const struct warp_context *m, const struct code *c, uint32_t lane,
                         struct status *st)
{
    return context_fail(m, c, st, "pixel (%u, %u) asks about a ray, but has traced none",
                        m->x + lane, m->y);
}

/* ---- tracing ---- */

static enum st_code add_level(struct warp_context *m, struct status *st)
{
    uint32_t n = m->n_levels * WARP_LANES;
    TRY(mem_remake(&m->nested, n + WARP_LANES, sizeof *m->nested, "rays", st));
    memset(m->nested + n, 0, WARP_LANES * sizeof *m->nested);
    m->n_levels++;
    for (uint32_t i = n; i < n + WARP_LANES; i++)
        TRY(mem_make(&m->nested[i].record, BLOCK_BYTES, 1, "rays", st));
    return ST_OK;
}

enum st_code context_open_ray(struct warp_context *m, uint32_t lane, struct status *st)
{
    if (m->open[lane] > m->n_levels)
        TRY(add_level(m, st));
    m->open[lane]++;
    return ST_OK;
}

/* The ray's flags. Without an any-hit shader, triangles that are not opaque are treated as
 * opaque. */
static uint32_t ray_flags(const struct warp_context *m, uint32_t flags)
{
    flags &= RAY_OPAQUE | RAY_NOT_OPAQUE | RAY_TERMINATE_ON_FIRST_HIT; /* the ones it looks at */
    if (!m->launch->dumps->any_hit)
        return flags | RAY_OPAQUE;
    return flags & RAY_OPAQUE ? flags : flags | RAY_NOT_OPAQUE;
}

static enum st_code trace_lane(struct warp_context *m, const struct code *c, uint32_t lane,
                               struct status *st)
{
    if (m->open[lane] == VSIM_MOST_TRACES)
        return context_fail(m, c, st,
                            "pixel (%u, %u) traces a ray within %d rays; expected a "
                            "recursion that ends",
                            m->x + lane, m->y, VSIM_MOST_TRACES);
    TRY(context_open_ray(m, lane, st));
    struct lane_ray *r = vsim_ray(m, lane);
    float value[10];
    uint32_t first = c->n_dst; /* the oldest dumps have two destinations, the others none */
    for (uint32_t k = 2; k < 10; k++)
        value[k] = math_f32((uint32_t)vsim_get(m, c, first + k, lane));
    r->ray = (struct ray){.flags = ray_flags(m, (uint32_t)vsim_get(m, c, first, lane)),
                          .origin = {value[2], value[3], value[4]},
                          .tmin = value[5],
                          .direction = {value[6], value[7], value[8]},
                          .tmax = value[9]};
    r->miss = (uint32_t)vsim_get(m, c, first + 1, lane);
    TRY(lane_ray_trace(m, lane, r, st));
    for (uint32_t k = 0; k < c->n_dst; k++)
        vsim_put(m, c, k, lane, (k == 0) == r->hit);
    return ST_OK;
}

enum st_code vsim_trace(struct warp_context *m, const struct code *c, struct warp_step *step,
                        struct status *st)
{
    return lane_rays_trace(m, c, trace_lane, step, st);
}

/* ---- calls ---- */

/* The index of the n-th candidate of a kind; -1: there are fewer. */
static int32_t find_candidate(const struct lane_ray *r, enum candidate_kind kind, uint64_t n)
{
    for (uint32_t i = 0; i < r->trace.n_candidates; i++)
        if (r->trace.candidates[i].kind == kind && n-- == 0)
            return (int32_t)i;
    return -1;
}

const uint8_t *vsim_entry(struct warp_context *m, uint64_t addr, uint32_t lane, uint32_t bytes)
{
    const struct lane_ray *r = m->launch->dumps ? vsim_ray(m, lane) : NULL;
    for (int kind = CANDIDATE_PROCEDURAL; r && kind <= CANDIDATE_MASKED; kind++) {
        uint64_t at = addr - memory_table_addr(m, (enum candidate_kind)kind);
        uint64_t into = at % TABLE_ENTRY_BYTES - 4 * WARP_LANES - 8 * (uint64_t)lane;
        int32_t i = find_candidate(r, (enum candidate_kind)kind, at / TABLE_ENTRY_BYTES);
        if (i < 0 || into > sizeof m->entry[lane] - bytes)
            continue;
        m->entry[lane][0] = r->trace.candidates[i].primitive;
        m->entry[lane][1] = r->trace.candidates[i].instance;
        return (const uint8_t *)m->entry[lane] + into;
    }
    return NULL;
}

/* Triangles have hit group 0 for any instance (vulkan_ray_tracing.cc 1668); spheres have group 1,
 * as in LumiBench. */
const struct vsim_group *vsim_group_of(const struct warp_context *m, bool procedural)
{
    static const struct vsim_group none = {VSIM_NO_SHADER, VSIM_NO_SHADER, VSIM_NO_SHADER};
    const struct vsim_pipeline *p = m->launch->dumps;
    return procedural < p->n_groups ? &p->groups[procedural] : &none;
}

/* Chooses the shader that a lane enters; selects its candidate. */
static enum st_code choose(struct warp_context *m, const struct code *c, uint32_t lane,
                           struct lane_ray *r, uint32_t *id, struct status *st)
{
    const struct vsim_pipeline *p = m->launch->dumps;
    bool intersection = c->op == CODE_vs_call_intersection;
    r->selected = -1;
    if (c->op == CODE_vs_call_miss) {
        *id = r->miss < p->n_miss ? p->miss[r->miss] : VSIM_NO_SHADER;
    } else if (c->op == CODE_vs_call_closest_hit) {
        *id = vsim_group_of(m, r->sphere)->closest_hit;
    } else {
        r->selected = find_candidate(r, intersection ? CANDIDATE_PROCEDURAL : CANDIDATE_MASKED,
                                     vsim_get(m, c, 0, lane));
        const struct vsim_group *group = vsim_group_of(m, intersection);
        *id = intersection ? group->intersection : group->any_hit;
        if (r->selected < 0)
            return context_fail(m, c, st,
                                "pixel (%u, %u) asks for entry %llu of its table, which "
                                "has fewer",
                                m->x + lane, m->y, (unsigned long long)vsim_get(m, c, 0, lane));
        const struct trace_candidate *k = lane_ray_selected(r);
        context_count_test(m, lane, !intersection);
        if (k->kind == CANDIDATE_MASKED)
            lane_ray_put_barycentrics(m, lane, k->u, k->v);
    }
    if (*id == VSIM_NO_SHADER)
        return context_fail(m, c, st,
                            "pixel (%u, %u) calls a shader that no %s names; expected "
                            "it in pipeline.cfg",
                            m->x + lane, m->y,
                            c->op == CODE_vs_call_miss ? "miss index" : "hit group");
    return ST_OK;
}

enum st_code context_call_room(struct warp_context *m, const struct code *c, struct status *st)
{
    struct simt_stack *s = &m->stack;
    const struct program *p = m->launch->program;
    if (s->calls + 1 >= VSIM_MOST_CALLS)
        return context_fail(m, c, st,
                            "%d calls within each other at pixel (%u, %u); expected a "
                            "recursion that ends",
                            VSIM_MOST_CALLS, m->x, m->y);
    if (m->n_frames < s->calls + 2) {
        TRY(context_add_frame(m, st));
        m->registers = m->frames + (size_t)s->calls * p->file_bytes;
    }
    if (s->room < s->depth + p->stack_room) {
        uint32_t room = 2 * (s->depth + p->stack_room);
        TRY(mem_remake(&s->entries, room, sizeof *s->entries, "SIMT stack", st));
        s->room = room;
    }
    return ST_OK;
}

enum st_code vsim_call(struct warp_context *m, const struct code *c, struct status *st)
{
    uint32_t id = VSIM_NO_SHADER, first = (uint32_t)__builtin_ctz(m->mask);
    for (uint32_t on = m->mask; on; on &= on - 1) {
        uint32_t lane = (uint32_t)__builtin_ctz(on), wanted = VSIM_NO_SHADER;
        struct lane_ray *r = vsim_ray(m, lane);
        if (!r)
            return vsim_no_ray(m, c, lane, st);
        TRY(choose(m, c, lane, r, &wanted, st));
        if (lane != first && wanted != id)
            return context_fail(m, c, st,
                                "pixels (%u, %u) and (%u, %u) call shaders %u and %u "
                                "with one instruction; expected one shader, as of "
                                "Vulkan-Sim's warps",
                                m->x + first, m->y, m->x + lane, m->y, id, wanted);
        id = wanted;
    }
    const struct vsim_stage *stage = vsim_pipeline_stage(m->launch->dumps, id);
    m->call_target = m->launch->program->functions[stage->function].first;
    return context_call_room(m, c, st);
}
