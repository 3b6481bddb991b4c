#include "sim/gatsim/walks.h"

#include "common/grow.h"
#include "common/memory.h"

void walks_release(struct walks *w)
{
    MEM_FREE(w->walks, w->records, w->steps);
    *w = (struct walks){0};
}

static enum st_code make_room(struct walks *w, uint32_t steps, struct status *st)
{
    if (!grow(&w->walks, w->n_walks, &w->room_walks, sizeof *w->walks))
        return status_no_memory(st, "rays");
    if (w->room_steps - w->n_steps < steps) {
        uint32_t room = w->n_steps + steps + w->room_steps / 2;
        TRY(mem_remake(&w->steps, room, sizeof *w->steps, "rays", st));
        w->room_steps = room;
    }
    return ST_OK;
}

static enum st_code add_records(struct walks *w, struct record_rays *rays, struct walk *walk,
                                struct status *st)
{
    struct record_group group;
    while (record_rays_next(rays, &group)) {
        if (!grow(&w->records, w->n_records, &w->room_records, sizeof *w->records))
            return status_no_memory(st, "rays");
        enum record_kind kind = record_kind(group.record);
        w->records[w->n_records] =
            (struct walk_record){record_addr(group.record), group.lanes, (uint8_t)kind};
        for (uint32_t on = group.lanes; on; on &= on - 1)
            w->steps[walk->at[__builtin_ctz(on)] + group.step] = w->n_records;
        w->n_records++;
    }
    return ST_OK;
}

enum st_code walks_add(struct walks *w, const struct record *r, uint32_t *at, uint32_t executed,
                       struct status *st)
{
    struct ray_work work[WARP_LANES];
    struct record_rays rays;
    record_rays_start(r, at, executed, work, &rays, NULL);
    uint32_t n = 0;
    for (uint32_t lane = 0; lane < WARP_LANES; lane++)
        n += work[lane].n_records;
    TRY(make_room(w, n, st));
    struct walk *walk = &w->walks[w->n_walks];
    *walk = (struct walk){.lanes = executed, .first_record = w->n_records};
    for (uint32_t lane = 0; lane < WARP_LANES; lane++) {
        walk->at[lane] = w->n_steps;
        walk->tables[lane] = work[lane].n_table_stores;
        w->n_steps += work[lane].n_records;
    }
    walk->at[WARP_LANES] = w->n_steps;
    w->n_walks++;
    return add_records(w, &rays, walk, st);
}
