/* Implements a lane's ray: its traversal of the acceleration structure, and the accesses of its
 * shaders to its hit. */
#include "sim/functional/exec/warp_context.h"

#include "common/memory.h"

#include <string.h>

enum { KEPT_RECORDS = 256 }; /* room for more records than this is freed after a trace */

static void put_float(uint8_t *record, uint32_t at, float value)
{
    memcpy(record + at, &value, sizeof value);
}

void lane_ray_put_barycentrics(const struct warp_context *m, uint32_t lane, float u, float v)
{
    uint8_t *attributes = memory_block(m, BLOCK_ATTRIBUTES, lane);
    put_float(attributes, 0, u);
    put_float(attributes, 4, v);
    put_float(attributes, 8, 1.0f - u - v);
}

static void write_record(const struct lane_ray *r)
{
    uint8_t *record = r->record;
    memset(record, 0, BLOCK_BYTES);
    record[RECORD_AT_HIT] = r->hit;
    put_float(record, RECORD_AT_T, r->t);
    for (uint32_t k = 0; k < 3; k++) {
        put_float(record, RECORD_AT_DIRECTION + 4 * k, r->ray.direction[k]);
        put_float(record, RECORD_AT_ORIGIN + 4 * k, r->ray.origin[k]);
    }
    put_float(record, RECORD_AT_TMIN, r->ray.tmin);
    put_float(record, RECORD_AT_TMAX, r->ray.tmax);
}

/* Lists two stores into the warp's intersection table per procedural candidate: hit group, then
 * primitive and instance. Entries beyond the table's end wrap around. */
static enum st_code list_table_stores(const struct warp_context *m, uint32_t lane,
                                      struct lane_ray *r, struct ray_work *work, struct status *st)
{
    uint32_t wanted = 2 * r->trace.n_candidates;
    if (wanted > r->room_table_stores) {
        TRY(mem_remake(&r->table_stores, wanted, sizeof *r->table_stores, "intersection table",
                       st));
        r->room_table_stores = wanted;
    }
    uint64_t table = memory_table_addr(m, CANDIDATE_PROCEDURAL);
    uint32_t n = 0;
    for (uint32_t i = 0; i < r->trace.n_candidates; i++) {
        if (r->trace.candidates[i].kind != CANDIDATE_PROCEDURAL)
            continue;
        uint64_t entry = table + (uint64_t)TABLE_ENTRY_BYTES * (n / 2 % TABLE_ENTRIES);
        r->table_stores[n++] = memory_timed_addr(m, entry + 4 * lane, 4);
        r->table_stores[n++] = memory_timed_addr(m, entry + 4 * WARP_LANES + 8 * lane, 8);
    }
    work->table_stores = r->table_stores;
    work->n_table_stores = n;
    return ST_OK;
}

/* Cycles of the intersection tests (docs/model.md, "RT unit: records and tests"), the RT part of a
 * pixel's cost. A refill costs as much as an entry of the intersection table, a micromap as much as
 * a descriptor. */
static uint64_t test_cycles(const record_t *records, uint32_t n)
{
    static const uint8_t cycles[RECORD_KINDS] = {4, 8, 8, 4, 8, 8, 8, 0, 1, 4, 4, 8, 8, 8, 8};
    uint64_t sum = 0;
    for (uint32_t i = 0; i < n; i++)
        sum += cycles[record_kind(records[i])];
    return sum;
}

static void count_lane(struct pixel_counts *c, const struct lane_ray *r, bool nested,
                       const record_t *records)
{
    const struct trace_result *t = &r->trace;
    c->rays++;
    c->first_hit_rays += (r->ray.flags & RAY_TERMINATE_ON_FIRST_HIT) != 0;
    c->nested_rays += nested;
    c->nodes += t->n_nodes;
    c->candidates += t->n_candidates;
    for (uint32_t i = 0; i < t->n_records; i++) {
        enum record_kind kind = record_kind(records[i]);
        c->triangles += kind == RECORD_TRIANGLE || kind == RECORD_TRIANGLE_HIT ||
                        kind == RECORD_WIDE_TRIANGLE || kind == RECORD_WIDE_TRIANGLE_HIT;
    }
}

/* A ray query is not among the open rays, but may be within one. */
static bool is_nested(struct warp_context *m, uint32_t lane, const struct lane_ray *r)
{
    return m->open[lane] > (r == vsim_ray(m, lane));
}

static void count_ray(struct warp_context *m, uint32_t lane, const struct lane_ray *r)
{
    const struct trace_result *t = &r->trace;
    struct functional_counts *counts = &m->counts;
    counts->rays++;
    counts->records += t->n_records;
    counts->node_visits += t->n_nodes;
    if (t->n_nodes > counts->max_nodes_per_ray)
        counts->max_nodes_per_ray = t->n_nodes;
    if (!m->count_lanes || !t->n_records)
        return;
    m->lane_rt[lane] += test_cycles(m->records + t->first, t->n_records);
    if (m->kernel->settings.pixels)
        count_lane(&m->lane_counts[lane], r, is_nested(m, lane, r), m->records + t->first);
}

/* Begins a trace with a quarter more room than the warp's last trace used, which mostly
 * suffices. */
static enum st_code begin(struct warp_context *m, struct status *st)
{
    uint32_t room = m->n_records + m->n_records / 4;
    m->n_records = 0;
    if (m->records || !room)
        return ST_OK;
    TRY(mem_remake(&m->records, room, sizeof *m->records, "records of rays", st));
    m->room_records = room;
    return ST_OK;
}

/* Traverses the acceleration structure. Appends the ray's records to those of earlier lanes. */
static enum st_code walk(struct warp_context *m, struct lane_ray *r, struct status *st)
{
    struct trace_result *t = &r->trace;
    t->records = m->records;
    t->room_records = m->room_records;
    t->first = m->n_records;
    enum st_code code = traverse(m->launch->image, &m->kernel->settings.traversal, &r->ray, t, st);
    m->records = t->records;
    m->room_records = t->room_records;
    m->n_records += t->n_records;
    t->records = NULL;
    t->room_records = 0;
    return code;
}

static void end(struct warp_context *m)
{
    const record_t *at = m->records;
    for (uint32_t on = m->mask; on; on &= on - 1) {
        struct ray_work *work = &m->rays[__builtin_ctz(on)];
        work->records = at;
        at += work->n_records;
    }
}

enum st_code lane_rays_trace(struct warp_context *m, const struct code *c, lane_tracer *trace_lane,
                             struct warp_step *step, struct status *st)
{
    TRY(begin(m, st));
    for (uint32_t on = m->mask; on; on &= on - 1)
        TRY(trace_lane(m, c, (uint32_t)__builtin_ctz(on), st));
    end(m);
    step->rays = m->rays;
    return ST_OK;
}

void lane_rays_drop(struct warp_context *m)
{
    if (m->room_records <= KEPT_RECORDS)
        return;
    mem_free(m->records);
    m->records = NULL;
    m->room_records = 0;
}

enum st_code lane_ray_trace(struct warp_context *m, uint32_t lane, struct lane_ray *r,
                            struct status *st)
{
    r->ray.stack_addr =
        m->launch->map.stacks + m->cta * STACK_BYTES + (uint64_t)lane * TRAVERSAL_STACK_SECTOR;
    TRY(walk(m, r, st));
    r->hit = r->trace.hit;
    r->sphere = false;
    r->t = r->trace.hit ? r->trace.t : r->ray.tmax;
    r->instance = r->trace.instance;
    r->primitive = r->trace.primitive;
    r->selected = -1;
    bool had_attributes = m->attributes[lane] != NO_ADDRESS;
    memory_place_record(m, lane, r);
    write_record(r);
    if (r->hit)
        lane_ray_put_barycentrics(m, lane, r->trace.u, r->trace.v);
    bool fresh = m->kernel->settings.traversal.fresh_traces;
    struct ray_work *work = &m->rays[lane];
    *work = (struct ray_work){
        .n_records = r->trace.n_records,
        .n_nodes = r->trace.n_nodes,
        .depth = r->trace.depth,
        .result_addr =
            fresh ? r->record_addr
                  : memory_timed_addr(m, memory_block_addr(m, BLOCK_HIT_RESULT, lane), 32)};
    if (!had_attributes && m->attributes[lane] != NO_ADDRESS)
        work->attributes_addr = m->attributes[lane];
    TRY(list_table_stores(m, lane, r, work, st));
    count_ray(m, lane, r);
    return ST_OK;
}

const struct trace_candidate *lane_ray_selected(const struct lane_ray *r)
{
    return r->selected >= 0 ? &r->trace.candidates[r->selected] : NULL;
}

bool lane_ray_report(const struct warp_context *m, uint32_t lane, struct lane_ray *r, float t)
{
    const struct trace_candidate *candidate = lane_ray_selected(r);
    if (!candidate || !(t >= r->ray.tmin) || !(t <= r->t))
        return false;
    if (r->hit && t == r->t &&
        (m->kernel->settings.traversal.closest == TRAVERSAL_LAST ||
         !trace_precedes(candidate->instance, candidate->primitive, r->instance, r->primitive)))
        return false;
    r->hit = true;
    r->sphere = candidate->kind == CANDIDATE_PROCEDURAL;
    r->t = t;
    r->instance = candidate->instance;
    r->primitive = candidate->primitive;
    r->record[RECORD_AT_HIT] = 1;
    put_float(r->record, RECORD_AT_T, t);
    if (!r->sphere)
        lane_ray_put_barycentrics(m, lane, candidate->u, candidate->v);
    return true;
}

uint64_t lane_ray_matrix(const struct warp_context *m, const struct lane_ray *r, uint32_t at,
                         bool inverse)
{
    struct mat34 t = mat34_identity(), back;
    const struct scene *scene = m->launch->image->scene;
    const struct trace_candidate *candidate = lane_ray_selected(r);
    uint32_t instance = candidate ? candidate->instance : r->instance;
    if ((candidate || r->hit) && instance < scene->n_instances)
        t = scene->instances[instance].transform;
    if (inverse) {
        mat34_inverse(&t, &back);
        t = back;
    }
    float columns[16];
    for (int column = 0; column < 4; column++) {
        for (int row = 0; row < 3; row++)
            columns[4 * column + row] = t.m[4 * row + column];
        columns[4 * column + 3] = column == 3 ? 1.0f : 0.0f;
    }
    memcpy(r->record + at, columns, sizeof columns);
    return r->record_addr + at;
}
