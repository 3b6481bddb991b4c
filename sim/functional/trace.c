/* trace_ray: every executed lane's ray goes through the acceleration structure at once; timing gets
 * the records, the shaders find the ray in the trace record. */
#include "sim/functional/machine.h"

#include "common/memory.h"

#include <string.h>

static void put_float(uint8_t *record, uint32_t at, float value)
{
    memcpy(record + at, &value, sizeof value);
}

static void write_record(const struct machine *m, uint32_t lane)
{
    const struct lane_ray *r = &m->lane[lane];
    uint8_t *record = memory_block(m, BLOCK_RECORD, lane);
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

/* Two stores into the warp's intersection table per procedural candidate: hit group, then primitive
 * and instance. Beyond the table's end it starts over. */
static enum st_code list_table_stores(struct machine *m, uint32_t lane, struct ray_work *work,
                                      struct status *st)
{
    struct lane_ray *r = &m->lane[lane];
    uint32_t wanted = 2 * r->trace.n_candidates;
    if (wanted > r->room_table_stores) {
        uint64_t *stores = mem_resize(r->table_stores, wanted, sizeof *stores);
        if (!stores)
            return status_no_memory(st, "intersection table");
        r->table_stores = stores;
        r->room_table_stores = wanted;
    }
    const struct launch *l = m->launch;
    uint64_t index = (uint64_t)(m->x / WARP_LANES) * l->frame.height + m->y;
    uint64_t table = l->map.tables + index * TABLE_ENTRY_BYTES * TABLE_ENTRIES;
    uint32_t n = 0;
    for (uint32_t i = 0; i < r->trace.n_candidates; i++) {
        if (r->trace.candidates[i].kind != CANDIDATE_PROCEDURAL)
            continue;
        uint64_t entry = table + (uint64_t)TABLE_ENTRY_BYTES * (n / 2 % TABLE_ENTRIES);
        r->table_stores[n++] = entry + 4 * lane;
        r->table_stores[n++] = entry + 4 * WARP_LANES + 8 * lane;
    }
    work->table_stores = r->table_stores;
    work->n_table_stores = n;
    return ST_OK;
}

/* Cycles of the intersection tests (reference model, section 1.6), the RT part of a pixel's cost.
 * Stack entries that come back cost what an entry of the intersection table does. */
static uint64_t test_cycles(const struct trace_result *t)
{
    static const uint8_t cycles[RECORD_KINDS] = {4, 8, 8, 4, 8, 8, 8, 0, 1};
    uint64_t sum = 0;
    for (uint32_t i = 0; i < t->n_records; i++)
        sum += cycles[record_kind(t->records[i])];
    return sum;
}

static void count_ray(struct machine *m, uint32_t lane)
{
    const struct trace_result *t = &m->lane[lane].trace;
    struct functional_counts *counts = &m->counts;
    counts->rays++;
    counts->records += t->n_records;
    counts->node_visits += t->n_nodes;
    if (t->n_nodes > counts->max_nodes_per_ray)
        counts->max_nodes_per_ray = t->n_nodes;
    if (m->count_lanes)
        m->lane_rt[lane] += test_cycles(t);
}

static enum st_code trace_lane(struct machine *m, const struct code *c, uint32_t lane,
                               struct status *st)
{
    const uint32_t *source = &c->row[c->n_dst];
    struct lane_ray *r = &m->lane[lane];
    float value[9];
    for (uint32_t k = 1; k < 9; k++)
        value[k] = machine_f32(m, source[k])[lane];
    r->ray = (struct ray){.flags = machine_u32(m, source[0])[lane],
                          .origin = {value[1], value[2], value[3]},
                          .tmin = value[4],
                          .direction = {value[5], value[6], value[7]},
                          .tmax = value[8],
                          .stack_addr = m->launch->map.stacks + m->cta * STACK_BYTES +
                                        (uint64_t)lane * TRAVERSAL_STACK_SECTOR};
    TRY(traverse(m->launch->image, &m->kernel->settings.traversal, &r->ray, &r->trace, st));
    trace_result_trim(&r->trace);
    r->hit = r->trace.hit;
    r->sphere = false;
    r->t = r->trace.hit ? r->trace.t : r->ray.tmax;
    r->instance = r->trace.instance;
    r->primitive = r->trace.primitive;
    r->selected = -1;
    r->record_addr = memory_record_addr(m, lane);
    r->traces++;
    write_record(m, lane);
    if (r->hit) {
        uint8_t *attributes = memory_block(m, BLOCK_ATTRIBUTES, lane);
        put_float(attributes, 0, r->trace.u);
        put_float(attributes, 4, r->trace.v);
    }
    struct ray_work *work = &m->rays[lane];
    *work = (struct ray_work){.records = r->trace.records,
                              .n_records = r->trace.n_records,
                              .n_nodes = r->trace.n_nodes,
                              .depth = r->trace.depth,
                              .result_addr = memory_block_addr(m, BLOCK_HIT_RESULT, lane)};
    TRY(list_table_stores(m, lane, work, st));
    count_ray(m, lane);
    return ST_OK;
}

enum st_code trace_execute(struct machine *m, const struct code *c, struct warp_step *step,
                           struct status *st)
{
    /* The result carries the dependence on the traversal; as in Vulkan-Sim nothing is written. */
    for (uint32_t on = m->mask; on; on &= on - 1)
        TRY(trace_lane(m, c, (uint32_t)__builtin_ctz(on), st));
    step->rays = m->rays;
    return ST_OK;
}
