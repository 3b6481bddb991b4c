#include "sim/functional/step_log.h"

#include "common/grow.h"
#include "common/memory.h"

#include <string.h>

/* How the lanes with a step's record are written: the first of the lanes without a record yet, all
 * of these, or a list. */
enum group_lanes { LANES_FIRST, LANES_ALL, LANES_LISTED };

enum {
    MOST_NUMBER = 10,             /* most bytes of a number */
    MOST_GROUP = 2 * MOST_NUMBER, /* most bytes of a record and its lanes */
    LENGTH = 4,                   /* bytes of the length in front of rays */
};

void step_log_release(struct step_log *r)
{
    MEM_FREE(r->runs, r->bytes);
    *r = (struct step_log){.n_runs = 0};
}

void step_log_clear(struct step_log *r)
{
    r->n_runs = r->n_bytes = r->n_rays = 0;
}

enum st_code step_log_copy(struct step_log *out, const struct step_log *r, struct status *st)
{
    *out = (struct step_log){.n_runs = r->n_runs,
                             .room_runs = r->n_runs,
                             .n_bytes = r->n_bytes,
                             .room_bytes = r->n_bytes,
                             .n_rays = r->n_rays};
    if (!MEM_ARRAYS(MEM_ROOM(out->runs, r->n_runs), MEM_ROOM(out->bytes, r->n_bytes))) {
        step_log_release(out);
        return status_no_memory(st, "what a warp has done");
    }
    if (r->n_runs)
        memcpy(out->runs, r->runs, r->n_runs * sizeof *r->runs);
    if (r->n_bytes)
        memcpy(out->bytes, r->bytes, r->n_bytes);
    return ST_OK;
}

/* ---- numbers ---- */

static bool make_room(struct step_log *r, uint32_t bytes)
{
    while (r->room_bytes - r->n_bytes < bytes)
        if (!grow(&r->bytes, r->room_bytes, &r->room_bytes, 1))
            return false;
    return true;
}

/* Writes a number; there must be room. */
static void put(struct step_log *r, uint64_t number)
{
    while (number >= 0x80) {
        r->bytes[r->n_bytes++] = (uint8_t)(number | 0x80);
        number >>= 7;
    }
    r->bytes[r->n_bytes++] = (uint8_t)number;
}

static inline uint64_t get(const uint8_t *bytes, uint32_t *at)
{
    uint64_t byte = bytes[(*at)++], number = byte & 0x7f;
    for (uint32_t shift = 7; byte & 0x80; shift += 7) {
        byte = bytes[(*at)++];
        number |= (byte & 0x7f) << shift;
    }
    return number;
}

/* put_distance writes to - from modulo 2^64; distances near 0 on both sides become small
 * numbers. */
static void put_distance(struct step_log *r, uint64_t from, uint64_t to)
{
    uint64_t way = to - from;
    put(r, way << 1 ^ (0 - (way >> 63)));
}

static inline uint64_t get_distance(const uint8_t *bytes, uint32_t *at, uint64_t from)
{
    uint64_t number = get(bytes, at);
    return from + (number >> 1 ^ (0 - (number & 1)));
}

/* ---- addresses ---- */

/* Whether every lane l has the address addr[first lane] + (l - first lane) * step. */
static bool even(uint32_t lanes, const uint64_t addr[WARP_LANES], uint64_t *step)
{
    uint32_t first = (uint32_t)__builtin_ctz(lanes), rest = lanes & (lanes - 1);
    *step = 0;
    if (!rest)
        return true;
    uint32_t second = (uint32_t)__builtin_ctz(rest);
    int64_t way = (int64_t)(addr[second] - addr[first]), apart = second - first;
    if (way % apart)
        return false;
    *step = (uint64_t)(way / apart);
    for (; rest; rest &= rest - 1) {
        uint32_t lane = (uint32_t)__builtin_ctz(rest);
        if (addr[lane] != addr[first] + (lane - first) * *step)
            return false;
    }
    return true;
}

/* Writes the addresses of `lanes`, which is not 0. */
static bool add_addresses(struct step_log *r, uint32_t lanes, const uint64_t addr[WARP_LANES])
{
    uint64_t step, last = addr[__builtin_ctz(lanes)];
    if (!make_room(r, (WARP_LANES + 1) * MOST_NUMBER))
        return false;
    bool is_even = even(lanes, addr, &step);
    put(r, is_even);
    put(r, last);
    if (is_even) {
        put_distance(r, 0, step);
        return true;
    }
    for (lanes &= lanes - 1; lanes; lanes &= lanes - 1) {
        uint64_t next = addr[__builtin_ctz(lanes)];
        put_distance(r, last, next);
        last = next;
    }
    return true;
}

static void read_addresses(const uint8_t *bytes, uint32_t *at, uint32_t lanes,
                           uint64_t addr[WARP_LANES])
{
    bool is_even = get(bytes, at) != 0;
    uint64_t last = get(bytes, at);
    uint32_t first = (uint32_t)__builtin_ctz(lanes);
    addr[first] = last;
    uint64_t step = is_even ? get_distance(bytes, at, 0) : 0;
    for (lanes &= lanes - 1; lanes; lanes &= lanes - 1) {
        uint32_t lane = (uint32_t)__builtin_ctz(lanes);
        last = is_even ? addr[first] + (lane - first) * step : get_distance(bytes, at, last);
        addr[lane] = last;
    }
}

void step_log_addresses(const struct step_log *r, uint32_t *at, uint32_t executed,
                        uint64_t addr[WARP_LANES])
{
    if (executed)
        read_addresses(r->bytes, at, executed, addr);
}

/* ---- rays ---- */

/* Writes what follows the length of rays: the total of table stores; for every lane its numbers;
 * the addresses of results; those of table stores. The records follow. */
static bool add_lanes(struct step_log *r, const struct warp_step *s)
{
    uint64_t results[WARP_LANES], last = 0, stores = 0;
    for (uint32_t on = s->executed; on; on &= on - 1)
        stores += s->rays[__builtin_ctz(on)].n_table_stores;
    if (!make_room(r, (4 * WARP_LANES + 1) * MOST_NUMBER))
        return false;
    put(r, stores);
    for (uint32_t on = s->executed; on; on &= on - 1) {
        uint32_t lane = (uint32_t)__builtin_ctz(on);
        const struct ray_work *ray = &s->rays[lane];
        put(r, ray->n_records);
        put(r, ray->n_nodes);
        put(r, ray->depth);
        put(r, ray->n_table_stores);
        results[lane] = ray->result_addr;
    }
    if (!add_addresses(r, s->executed, results))
        return false;
    for (uint32_t on = s->executed; on; on &= on - 1) {
        const struct ray_work *ray = &s->rays[__builtin_ctz(on)];
        for (uint32_t i = 0; i < ray->n_table_stores; i++) {
            if (!make_room(r, MOST_NUMBER))
                return false;
            put_distance(r, last, ray->table_stores[i]);
            last = ray->table_stores[i];
        }
    }
    return true;
}

/* The lanes of `left` that have the same record as the first of them. */
static uint32_t lanes_with(const record_t of[WARP_LANES], uint32_t left)
{
    record_t record = of[__builtin_ctz(left)];
    uint32_t same = 0;
    for (uint32_t lane = 0; lane < WARP_LANES; lane++)
        same |= (uint32_t)(of[lane] == record) << lane;
    return same & left;
}

static bool add_step(struct step_log *r, const record_t of[WARP_LANES], uint32_t going,
                     record_t *last)
{
    for (uint32_t left = going; left;) {
        if (!make_room(r, MOST_GROUP))
            return false;
        record_t record = of[__builtin_ctz(left)];
        uint32_t lanes = lanes_with(of, left);
        enum group_lanes which = !(lanes & (lanes - 1)) ? LANES_FIRST
                                 : lanes == left        ? LANES_ALL
                                                        : LANES_LISTED;
        if (left & (left - 1))
            r->bytes[r->n_bytes++] = (uint8_t)which;
        if (left & (left - 1) && which == LANES_LISTED) {
            memcpy(r->bytes + r->n_bytes, &lanes, sizeof lanes);
            r->n_bytes += sizeof lanes;
        }
        put_distance(r, *last, record);
        *last = record;
        left &= ~lanes;
    }
    return true;
}

static bool add_rays(struct step_log *r, const struct warp_step *s)
{
    if (!make_room(r, LENGTH))
        return false;
    uint32_t length_at = r->n_bytes;
    r->n_bytes += LENGTH;
    if (!add_lanes(r, s))
        return false;
    record_t of[WARP_LANES] = {0}, last = 0;
    for (uint32_t step = 0, going = s->executed; going; step++) {
        for (uint32_t on = going; on; on &= on - 1) {
            uint32_t lane = (uint32_t)__builtin_ctz(on);
            if (step < s->rays[lane].n_records)
                of[lane] = s->rays[lane].records[step];
            else
                going &= ~(1u << lane);
        }
        if (!add_step(r, of, going, &last))
            return false;
    }
    uint32_t length = r->n_bytes - length_at - LENGTH;
    memcpy(r->bytes + length_at, &length, sizeof length);
    r->n_rays++;
    return true;
}

static void find_next_end(struct step_log_rays *rays)
{
    rays->next_end = UINT32_MAX;
    for (uint32_t on = rays->going; on; on &= on - 1) {
        uint32_t end = rays->ends[__builtin_ctz(on)];
        rays->next_end = end < rays->next_end ? end : rays->next_end;
    }
}

/* Begins the step rays->step of all lanes that have one. */
static void begin_step(struct step_log_rays *rays)
{
    if (rays->step == rays->next_end) {
        for (uint32_t on = rays->going; on; on &= on - 1) {
            uint32_t lane = (uint32_t)__builtin_ctz(on);
            if (rays->ends[lane] == rays->step)
                rays->going &= ~(1u << lane);
        }
        find_next_end(rays);
    }
    rays->left = rays->going;
}

uint32_t step_log_rays_stores(const struct step_log *r, uint32_t at, uint32_t executed)
{
    at += LENGTH;
    return executed ? (uint32_t)get(r->bytes, &at) : 0;
}

void step_log_rays_skip(const struct step_log *r, uint32_t *at)
{
    uint32_t length;
    memcpy(&length, r->bytes + *at, sizeof length);
    *at += LENGTH + length;
}

void step_log_rays_start(const struct step_log *r, uint32_t *at, uint32_t executed,
                         struct ray_work rays[WARP_LANES], struct step_log_rays *out,
                         uint64_t *stores)
{
    memset(rays, 0, WARP_LANES * sizeof *rays);
    *out = (struct step_log_rays){.bytes = r->bytes, .at = *at + LENGTH, .going = executed};
    if (!executed)
        return;
    step_log_rays_skip(r, at);
    uint64_t results[WARP_LANES], last = 0, n_stores = get(r->bytes, &out->at);
    for (uint32_t on = executed; on; on &= on - 1) {
        uint32_t lane = (uint32_t)__builtin_ctz(on);
        struct ray_work *ray = &rays[lane];
        out->ends[lane] = ray->n_records = (uint32_t)get(r->bytes, &out->at);
        ray->n_nodes = (uint32_t)get(r->bytes, &out->at);
        ray->depth = (uint32_t)get(r->bytes, &out->at);
        ray->n_table_stores = (uint32_t)get(r->bytes, &out->at);
    }
    read_addresses(r->bytes, &out->at, executed, results);
    for (uint32_t on = executed; on; on &= on - 1)
        rays[__builtin_ctz(on)].result_addr = results[__builtin_ctz(on)];
    for (uint64_t i = 0; i < n_stores; i++) {
        last = get_distance(r->bytes, &out->at, last);
        if (stores)
            stores[i] = last;
    }
    find_next_end(out);
    begin_step(out);
}

bool step_log_rays_next(struct step_log_rays *rays, struct step_log_group *out)
{
    uint32_t left = rays->left;
    if (!left)
        return false;
    out->step = rays->step;
    out->lanes = left;
    if (left & (left - 1)) {
        enum group_lanes which = (enum group_lanes)rays->bytes[rays->at++];
        if (which == LANES_FIRST)
            out->lanes = left & (0 - left);
        if (which == LANES_LISTED) {
            memcpy(&out->lanes, rays->bytes + rays->at, sizeof out->lanes);
            rays->at += sizeof out->lanes;
        }
    }
    out->record = rays->last = get_distance(rays->bytes, &rays->at, rays->last);
    rays->left = left & ~out->lanes;
    if (!rays->left) {
        rays->step++;
        begin_step(rays);
    }
    return true;
}

/* ---- instructions ---- */

enum st_code step_log_add(struct step_log *r, uint32_t pc, const struct warp_step *step,
                          struct status *st)
{
    struct step_log_run *last = r->n_runs ? &r->runs[r->n_runs - 1] : NULL;
    if (last && last->pc + last->n == pc && last->active == step->active &&
        last->executed == step->executed) {
        last->n++;
    } else {
        if (!grow(&r->runs, r->n_runs, &r->room_runs, sizeof *r->runs))
            return status_no_memory(st, "what a warp has done");
        /* NOLINTNEXTLINE(clang-analyzer-core.NullDereference): grown above */
        r->runs[r->n_runs++] = (struct step_log_run){pc, 1, step->active, step->executed};
    }
    enum warp_op op = (enum warp_op)step->inst->op;
    bool added = true;
    if (step->executed && step_log_has_addresses(op))
        added = add_addresses(r, step->executed, step->addr);
    else if (step->executed && op == OP_TRACE_RAY)
        added = add_rays(r, step);
    return added ? ST_OK : status_no_memory(st, "what a warp has done");
}

void step_log_kept_release(struct step_log_kept *kept)
{
    MEM_FREE(kept->records, kept->stores);
    kept->records = NULL;
    kept->stores = NULL;
}

enum st_code step_log_keep_rays(const struct step_log *r, uint32_t *at, uint32_t executed,
                                struct step_log_kept *kept, struct status *st)
{
    struct step_log_rays rays;
    struct step_log_group group;
    step_log_kept_release(kept);
    TRY(mem_make(&kept->stores, step_log_rays_stores(r, *at, executed), sizeof *kept->stores,
                 "rays", st));
    step_log_rays_start(r, at, executed, kept->rays, &rays, kept->stores);
    size_t n = 0, first[WARP_LANES];
    uint32_t store = 0;
    for (uint32_t lane = 0; lane < WARP_LANES; lane++) {
        kept->rays[lane].table_stores = kept->stores + store;
        store += kept->rays[lane].n_table_stores;
        first[lane] = n;
        n += kept->rays[lane].n_records;
    }
    TRY(mem_make(&kept->records, n, sizeof *kept->records, "rays", st));
    while (step_log_rays_next(&rays, &group))
        for (uint32_t on = group.lanes; on; on &= on - 1)
            kept->records[first[__builtin_ctz(on)] + group.step] = group.record;
    for (uint32_t lane = 0; lane < WARP_LANES; lane++)
        kept->rays[lane].records = kept->records + first[lane];
    return ST_OK;
}
