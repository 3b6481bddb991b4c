/* Ray queries (SPV_KHR_ray_query): a ray whose candidates the shader itself decides about. The RT
 * unit walks the whole structure when the query begins, as for a trace; each step then hands out
 * the next candidate in front of the nearest hit. */
#include "common/memory.h"
#include "sim/functional/exec/lane_math.h"
#include "sim/functional/exec/pipeline_exec.h"

#include <string.h>

void pipeline_queries_free(struct warp_context *m)
{
    for (uint32_t i = 0; i < m->n_queries; i++) {
        trace_result_release(&m->queries[i].trace);
        MEM_FREE(m->queries[i].table_stores, m->queries[i].record);
    }
    mem_free(m->queries);
}

static enum st_code create_queries(struct warp_context *m, struct status *st)
{
    const struct spirv_pipeline *p = m->launch->pipeline;
    uint32_t n = pipeline_most_calls(p) * p->n_queries * WARP_LANES;
    TRY(mem_make(&m->queries, n, sizeof *m->queries, "ray queries", st));
    m->n_queries = n;
    for (uint32_t i = 0; i < n; i++)
        TRY(mem_make(&m->queries[i].record, BLOCK_BYTES, 1, "ray queries", st));
    return ST_OK;
}

static struct lane_ray *query_of(const struct warp_context *m, const struct code *c, uint32_t lane)
{
    uint32_t n = m->stack.calls * m->launch->pipeline->n_queries + (uint32_t)c->offset;
    return &m->queries[n * WARP_LANES + lane];
}

/* The traversal writes the hit's attributes, which belong to the ray whose shader this is. */
static enum st_code trace_lane(struct warp_context *m, const struct code *c, uint32_t lane,
                               struct status *st)
{
    struct lane_ray *r = query_of(m, c, lane);
    uint8_t *attributes = memory_block(m, BLOCK_ATTRIBUTES, lane), kept[sizeof r->attributes];
    memcpy(kept, attributes, sizeof kept);
    pipeline_read_ray(m, c, c->target, lane, r);
    TRY(lane_ray_trace(m, lane, r, st));
    r->u = r->trace.u;
    r->v = r->trace.v;
    context_u32(m, c->row[0])[lane] = r->hit;
    memcpy(attributes, kept, sizeof kept);
    return ST_OK;
}

static enum st_code trace(struct warp_context *m, const struct code *c, struct warp_step *step,
                          struct status *st)
{
    if (!m->queries)
        TRY(create_queries(m, st));
    return lane_rays_trace(m, c, trace_lane, step, st);
}

/* Selects the next candidate in front of the hit; false if there is none. */
static bool next(struct lane_ray *r)
{
    while (!r->ended && r->next < r->trace.n_candidates) {
        const struct trace_candidate *k = &r->trace.candidates[r->next];
        r->selected = (int32_t)r->next++;
        if (k->kind == CANDIDATE_PROCEDURAL || k->t <= r->t)
            return true;
    }
    r->selected = -1;
    return false;
}

static void accept(const struct warp_context *m, const struct code *c, uint32_t lane,
                   struct lane_ray *r)
{
    const struct trace_candidate *k = lane_ray_selected(r);
    uint8_t *attributes = memory_block(m, BLOCK_ATTRIBUTES, lane), kept[sizeof r->attributes];
    if (!k)
        return;
    memcpy(kept, attributes, sizeof kept);
    if (lane_ray_report(m, lane, r, c->n_src ? context_f32(m, c->row[0])[lane] : k->t)) {
        r->u = k->u;
        r->v = k->v;
        r->ended = r->ended || r->flags & RAY_TERMINATE_ON_FIRST_HIT;
    }
    memcpy(attributes, kept, sizeof kept);
}

/* RayQueryCommittedIntersectionTypeKHR: none, triangle, generated; RayQueryCandidateIntersection-
 * TypeKHR: triangle, AABB. */
static uint32_t type_of(const struct lane_ray *r, bool of_hit)
{
    const struct trace_candidate *k = lane_ray_selected(r);
    if (of_hit)
        return !r->hit ? 0 : r->sphere ? 2 : 1;
    return k && k->kind == CANDIDATE_PROCEDURAL;
}

static void words_of(const struct warp_context *m, uint32_t value, bool of_hit, uint32_t lane,
                     struct lane_ray *r, uint32_t out[3])
{
    const struct trace_candidate *k = lane_ray_selected(r);
    int32_t selected = r->selected;
    if (of_hit)
        r->selected = -1;
    switch (value) {
    case VALUE_TYPE:
        r->selected = selected;
        out[0] = type_of(r, of_hit);
        break;
    case VALUE_BARYCENTRICS:
        out[0] = math_bits_f32(of_hit || !k ? r->u : k->u);
        out[1] = math_bits_f32(of_hit || !k ? r->v : k->v);
        break;
    case VALUE_FRONT:
        pipeline_words(m, VALUE_HIT_KIND, lane, r, out);
        out[0] = out[0] == 0xfe ? UINT32_MAX : 0;
        break;
    case VALUE_OPAQUE:
        out[0] = r->ray.flags & RAY_OPAQUE ? UINT32_MAX : 0;
        break;
    default:
        pipeline_words(m, value, lane, r, out);
        break;
    }
    r->selected = selected;
}

static void execute_lane(const struct warp_context *m, const struct code *c, uint32_t lane)
{
    struct lane_ray *r = query_of(m, c, lane);
    uint32_t words[3] = {0};
    switch (c->op) {
    case CODE_rp_query_next:
        context_u32(m, c->row[0])[lane] = next(r) ? UINT32_MAX : 0;
        break;
    case CODE_rp_query_accept:
        accept(m, c, lane, r);
        break;
    case CODE_rp_query_stop:
        r->ended = true;
        break;
    default:
        words_of(m, c->target & ~(uint32_t)VALUE_OF_HIT, c->target & VALUE_OF_HIT, lane, r, words);
        for (uint32_t k = 0; k < c->n_dst; k++)
            context_u32(m, c->row[k])[lane] = words[k];
        break;
    }
}

enum st_code pipeline_execute_query(struct warp_context *m, const struct code *c,
                                    struct warp_step *step, struct status *st)
{
    if (c->op == CODE_rp_query_trace)
        return trace(m, c, step, st);
    if (!m->queries)
        return context_fail(m, c, st,
                            "pixel (%u, %u) asks a ray query that has not begun; expected "
                            "rayQueryInitializeEXT before",
                            m->x, m->y);
    for (uint32_t on = m->mask; on; on &= on - 1)
        execute_lane(m, c, (uint32_t)__builtin_ctz(on));
    return ST_OK;
}
