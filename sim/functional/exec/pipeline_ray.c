/* Operations of a user's pipeline on its rays: traversal, candidates, the calls of other stages
 * (Vulkan 1.3, "Ray Tracing Pipeline"; SPV_KHR_ray_tracing). A thread's rays are on a stack, as
 * those of dumps. A candidate behind the nearest accepted hit is skipped, as by hardware. */
#include "common/memory.h"
#include "sim/functional/exec/lane_math.h"
#include "sim/functional/exec/pipeline_exec.h"

#include <math.h>
#include <string.h>

/* ---- tracing ---- */

static void set_table(struct warp_context *m, const struct code *c, uint32_t lane)
{
    struct pipeline_table *t = &m->table[lane];
    t->offset = context_u32(m, c->row[0])[lane];
    t->stride = context_u32(m, c->row[1])[lane];
    t->miss = context_u32(m, c->row[2])[lane];
    t->payload = context_u64(m, c->row[3])[lane];
    t->payload_B = (uint32_t)c->offset;
}

/* Keeps the hit's attributes, which shaders of later candidates may overwrite. */
static void keep_attributes(const struct warp_context *m, uint32_t lane, struct lane_ray *r)
{
    memcpy(r->attributes, memory_block(m, BLOCK_ATTRIBUTES, lane), sizeof r->attributes);
}

static void put_attributes(const struct warp_context *m, uint32_t lane, const struct lane_ray *r)
{
    memcpy(memory_block(m, BLOCK_ATTRIBUTES, lane), r->attributes, sizeof r->attributes);
}

/* Whether the any-hit shader may run is the pipeline's to say where neither the ray nor the
 * material does. */
static uint32_t ray_flags(const struct warp_context *m, uint32_t flags)
{
    const struct spirv_pipeline *p = m->launch->pipeline;
    flags &= RAY_FLAGS;
    if (flags & (RAY_OPAQUE | RAY_NOT_OPAQUE))
        return flags;
    bool by_opacity = flags & (RAY_CULL_OPAQUE | RAY_CULL_NO_OPAQUE) ||
                      m->launch->image->scene->roles; /* the host says what is opaque */
    if (p->opaque == OPAQUE_ALL || (!p->any_hit && !by_opacity))
        return flags | RAY_OPAQUE;
    return p->opaque == OPAQUE_NONE ? flags | RAY_NOT_OPAQUE : flags;
}

void pipeline_read_ray(const struct warp_context *m, const struct code *c, uint32_t structure,
                       uint32_t lane, struct lane_ray *r)
{
    const struct spirv_pipeline *p = m->launch->pipeline;
    const uint32_t first = 1; /* source, behind the result */
    float value[8];
    for (uint32_t k = 0; k < 8; k++)
        value[k] = context_f32(m, c->row[first + 2 + k])[lane];
    r->flags = context_u32(m, c->row[first])[lane];
    r->mask = context_u32(m, c->row[first + 1])[lane] & 0xff;
    r->ray = (struct ray){.flags = ray_flags(m, r->flags),
                          .origin = {value[0], value[1], value[2]},
                          .tmin = value[3],
                          .direction = {value[4], value[5], value[6]},
                          .tmax = r->mask ? value[7] : -1.0f,
                          .mask = r->mask};
    if (structure < p->n_resources)
        r->ray.structure = p->resources[structure].structure;
    r->next = 0;
    r->ended = r->ignored = false;
    r->kind = 0;
}

/* ---- the shader binding table ---- */

/* The group of a candidate's, or of the hit's, record (Vulkan 1.3, "Hit Shader Binding Table
 * Indexing Rules"). Without roles every instance has one geometry. */
static uint32_t record_of(const struct warp_context *m, const struct lane_ray *r, bool procedural)
{
    const struct scene *scene = m->launch->image->scene;
    const struct trace_candidate *k = lane_ray_selected(r);
    if (!scene->roles)
        return m->launch->pipeline->offset[procedural] + r->table.offset;
    const struct scene_role *role = &scene->roles[k ? k->instance : r->instance];
    return role->record + role->geometry * (r->table.stride & 15) + r->table.offset;
}

static enum st_code find_group(const struct warp_context *m, const struct code *c, uint32_t lane,
                               bool procedural, const struct spirv_group **out, struct status *st)
{
    const struct spirv_pipeline *p = m->launch->pipeline;
    uint32_t record = record_of(m, vsim_ray((struct warp_context *)(uintptr_t)m, lane), procedural);
    if (record >= p->n_groups)
        return context_fail(
            m, c, st,
            "pixel (%u, %u) needs hit group %u of a %s; expected one of the %u of the "
            "binding table",
            m->x + lane, m->y, record, procedural ? "sphere" : "triangle", p->n_groups);
    *out = &p->groups[record];
    return ST_OK;
}

/* ---- candidates ---- */

/* Accepts the selected candidate at its pending distance. */
static bool accept(const struct warp_context *m, uint32_t lane, struct lane_ray *r)
{
    if (r->ignored || !lane_ray_report(m, lane, r, r->pending_t))
        return false;
    r->kind = r->pending_kind;
    keep_attributes(m, lane, r);
    r->ended = r->ended || r->flags & RAY_TERMINATE_ON_FIRST_HIT;
    return true;
}

static void offer_triangle(const struct warp_context *m, uint32_t lane, struct lane_ray *r,
                           const struct trace_candidate *k)
{
    r->pending_t = k->t;
    r->pending_kind = 0;
    lane_ray_put_barycentrics(m, lane, k->u, k->v);
}

/* Selects the next candidate that a shader has to test; accepts those that have none. */
static enum st_code next_candidate(struct warp_context *m, const struct code *c, uint32_t lane,
                                   struct lane_ray *r, bool *found, struct status *st)
{
    *found = false;
    while (!r->ended && r->next < r->trace.n_candidates) {
        const struct spirv_group *group = NULL;
        const struct trace_candidate *k = &r->trace.candidates[r->next];
        bool procedural = k->kind == CANDIDATE_PROCEDURAL;
        r->selected = (int32_t)r->next++;
        r->ignored = false;
        if (!procedural && k->t > r->t)
            continue;
        TRY(find_group(m, c, lane, procedural, &group, st));
        if (!procedural)
            offer_triangle(m, lane, r, k);
        if (procedural ? group->intersection != PIPELINE_NO_SHADER
                       : group->any_hit != PIPELINE_NO_SHADER) {
            *found = true;
            return ST_OK;
        }
        if (!procedural)
            accept(m, lane, r);
    }
    r->selected = -1;
    return ST_OK;
}

/* Where no shader tests candidates, triangles that are not opaque are hits as well. */
static void accept_all(const struct warp_context *m, uint32_t lane, struct lane_ray *r)
{
    while (!r->ended && r->next < r->trace.n_candidates) {
        const struct trace_candidate *k = &r->trace.candidates[r->next];
        r->selected = (int32_t)r->next++;
        if (k->kind == CANDIDATE_PROCEDURAL || k->t > r->t)
            continue;
        offer_triangle(m, lane, r, k);
        accept(m, lane, r);
    }
    r->selected = -1;
}

static enum st_code trace_lane(struct warp_context *m, const struct code *c, uint32_t lane,
                               struct status *st)
{
    const struct spirv_pipeline *p = m->launch->pipeline;
    if (m->open[lane] == p->recursion)
        return context_fail(
            m, c, st,
            "pixel (%u, %u) traces a ray within %u rays; expected at most as many as "
            "`recursion` of pipeline.cfg says",
            m->x + lane, m->y, p->recursion);
    TRY(context_open_ray(m, lane, st));
    struct lane_ray *r = vsim_ray(m, lane);
    pipeline_read_ray(m, c, (uint32_t)c->offset, lane, r);
    r->table = m->table[lane];
    TRY(lane_ray_trace(m, lane, r, st));
    if (r->hit)
        keep_attributes(m, lane, r);
    if (!p->any_hit && !p->intersection)
        accept_all(m, lane, r);
    context_u32(m, c->row[0])[lane] = r->hit;
    return ST_OK;
}

static bool report(struct lane_ray *r, float t, uint32_t kind)
{
    r->pending_t = t;
    r->pending_kind = kind;
    r->ignored = false;
    return lane_ray_selected(r) && !r->ended && t >= r->ray.tmin && t <= r->t;
}

/* ---- calls ---- */

/* Whether the any-hit shader of a procedural candidate runs: as for triangles. */
static bool any_hit_runs(const struct warp_context *m, const struct lane_ray *r)
{
    const struct scene *scene = m->launch->image->scene;
    const struct trace_candidate *k = lane_ray_selected(r);
    if (r->ray.flags & (RAY_OPAQUE | RAY_NOT_OPAQUE) || !k)
        return r->ray.flags & RAY_NOT_OPAQUE;
    const struct scene_sphere *sphere = &scene->spheres[scene->instances[k->instance].index];
    return scene->materials[sphere->material].masked;
}

/* What a lane calls: a stage, its record, and the hit group that has it; NULL: none. */
struct callee {
    uint32_t stage, record;
    const struct spirv_group *group;
};

static enum st_code choose(struct warp_context *m, const struct code *c, uint32_t lane,
                           struct callee *out, struct status *st)
{
    const struct spirv_pipeline *p = m->launch->pipeline;
    const struct spirv_group *group;
    struct lane_ray *r = vsim_ray(m, lane);
    out->stage = PIPELINE_NO_SHADER;
    switch (c->op) {
    case CODE_rp_call_callable: {
        uint32_t record = context_u32(m, c->row[0])[lane];
        if (record >= p->n_callables)
            return context_fail(m, c, st,
                                "pixel (%u, %u) calls callable %u; expected one of the %u of the "
                                "binding table",
                                m->x + lane, m->y, record, p->n_callables);
        out->stage = p->callables[record].stage;
        out->record = p->callables[record].record;
        return ST_OK;
    }
    case CODE_rp_call_miss:
        if (r->table.miss >= p->n_miss)
            return context_fail(
                m, c, st,
                "pixel (%u, %u) needs miss shader %u; expected one of the %u of the "
                "binding table",
                m->x + lane, m->y, r->table.miss, p->n_miss);
        out->stage = p->miss[r->table.miss].stage;
        out->record = p->miss[r->table.miss].record;
        return ST_OK;
    case CODE_rp_call_hit:
        put_attributes(m, lane, r);
        if (r->flags & RAY_SKIP_CLOSEST_HIT)
            return ST_OK;
        TRY(find_group(m, c, lane, r->sphere, &group, st));
        out->stage = group->closest_hit;
        out->record = group->record;
        out->group = group;
        return ST_OK;
    case CODE_rp_call_any_hit:
        TRY(find_group(m, c, lane, true, &group, st));
        out->stage = any_hit_runs(m, r) ? group->any_hit : PIPELINE_NO_SHADER;
        out->record = group->record;
        out->group = group;
        return ST_OK;
    default: {
        bool procedural = lane_ray_selected(r)->kind == CANDIDATE_PROCEDURAL;
        TRY(find_group(m, c, lane, procedural, &group, st));
        out->stage = procedural ? group->intersection : group->any_hit;
        out->record = group->record;
        out->group = group;
        return ST_OK;
    }
    }
}

/* A stage that takes more than its caller hands over would write into the caller's variables. */
static enum st_code check_incoming(struct warp_context *m, const struct code *c, uint32_t lane,
                                   const struct spirv_stage *stage, struct status *st)
{
    uint32_t given =
        c->op == CODE_rp_call_callable ? (uint32_t)c->offset : vsim_ray(m, lane)->table.payload_B;
    if (stage->incoming_B <= given)
        return ST_OK;
    return context_fail(m, c, st,
                        "%s takes a payload or callable data of %u bytes; expected at most the %u "
                        "that its caller has",
                        stage->name, stage->incoming_B, given);
}

/* Adds a call of the lanes `callers` to the counts of their pixels and hit groups. */
static void count_call(struct warp_context *m, const struct callee *callees, uint32_t callers)
{
    const struct spirv_pipeline *p = m->launch->pipeline;
    struct group_calls *groups = m->kernel->settings.groups;
    enum spirv_kind kind = p->stages[callees[__builtin_ctz(callers)].stage].kind;
    enum group_stage stage = kind == STAGE_ANY_HIT        ? GROUP_ANY_HIT
                             : kind == STAGE_INTERSECTION ? GROUP_INTERSECTION
                                                          : GROUP_CLOSEST_HIT;
    for (uint32_t on = callers; on; on &= on - 1) {
        uint32_t lane = (uint32_t)__builtin_ctz(on), before = callers & ~on;
        if (stage != GROUP_CLOSEST_HIT)
            context_count_test(m, lane, stage == GROUP_ANY_HIT);
        if (!groups)
            continue;
        struct group_calls *g = &groups[callees[lane].group - p->groups];
        while (before && callees[__builtin_ctz(before)].group != callees[lane].group)
            before &= before - 1;
        __atomic_fetch_add(&g->warps[stage], before == 0, __ATOMIC_RELAXED);
        __atomic_fetch_add(&g->lanes[stage], 1, __ATOMIC_RELAXED);
    }
}

/* The lanes that call the first lane's stage go together; the others call after them. */
static enum st_code call(struct warp_context *m, const struct code *c, struct status *st)
{
    const struct spirv_pipeline *p = m->launch->pipeline;
    struct callee callees[WARP_LANES] = {{0}};
    uint32_t first = (uint32_t)__builtin_ctz(m->mask);
    m->callers = 0;
    TRY(context_call_room(m, c, st));
    if (m->stack.calls + 1 >= pipeline_most_calls(p))
        return context_fail(m, c, st,
                            "%u calls within each other at pixel (%u, %u); expected a "
                            "recursion that ends",
                            m->stack.calls + 1, m->x + first, m->y);
    struct pipeline_incoming *in = &m->incoming[m->stack.calls + 1];
    for (uint32_t on = m->mask; on; on &= on - 1) {
        uint32_t lane = (uint32_t)__builtin_ctz(on);
        TRY(choose(m, c, lane, &callees[lane], st));
        if (callees[lane].stage != callees[first].stage)
            continue;
        in->record[lane] = callees[lane].record;
        m->callers |= 1u << lane;
        in->data[lane] = c->op == CODE_rp_call_callable ? context_u64(m, c->row[1])[lane]
                                                        : vsim_ray(m, lane)->table.payload;
    }
    uint32_t stage = callees[first].stage, function = p->nothing;
    if (stage != PIPELINE_NO_SHADER) {
        TRY(check_incoming(m, c, first, &p->stages[stage], st));
        function = p->stages[stage].function;
        if (callees[first].group)
            count_call(m, callees, m->callers);
    }
    m->call_target = m->launch->program->functions[function].first;
    return ST_OK;
}

/* ---- operations of one lane ---- */

static enum st_code execute_lane(struct warp_context *m, const struct code *c, uint32_t lane,
                                 struct status *st)
{
    struct lane_ray *r = vsim_ray(m, lane);
    bool holds = false;
    switch (c->op) {
    case CODE_rp_table:
        set_table(m, c, lane);
        return ST_OK;
    case CODE_rp_candidate:
        TRY(next_candidate(m, c, lane, r, &holds, st));
        break;
    case CODE_rp_report:
        holds = report(r, context_f32(m, c->row[1])[lane], context_u32(m, c->row[2])[lane]);
        break;
    case CODE_rp_settle:
        if (lane_ray_selected(r)->kind == CANDIDATE_MASKED)
            accept(m, lane, r);
        return ST_OK;
    case CODE_rp_accept:
        holds = accept(m, lane, r);
        break;
    case CODE_rp_hit:
        holds = r->hit;
        break;
    case CODE_rp_ignore:
        r->ignored = true;
        return ST_OK;
    case CODE_rp_terminate:
        r->ended = true;
        return ST_OK;
    default: /* rp_end */
        r->trace.n_candidates = 0;
        r->selected = -1;
        m->open[lane]--;
        if (m->open[lane])
            put_attributes(m, lane, vsim_ray(m, lane));
        return ST_OK;
    }
    context_u32(m, c->row[0])[lane] = holds ? UINT32_MAX : 0;
    return ST_OK;
}

enum st_code pipeline_execute_ray(struct warp_context *m, const struct code *c,
                                  struct warp_step *step, struct status *st)
{
    if (c->op == CODE_rp_trace)
        return lane_rays_trace(m, c, trace_lane, step, st);
    if (ops_call_some(c->op))
        return call(m, c, st);
    for (uint32_t on = m->mask; on; on &= on - 1)
        TRY(execute_lane(m, c, (uint32_t)__builtin_ctz(on), st));
    return ST_OK;
}
