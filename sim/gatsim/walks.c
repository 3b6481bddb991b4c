#include "sim/gatsim/walks.h"

#include "common/grow.h"
#include "common/memory.h"

void walks_release(struct walks *w)
{
    MEM_FREE(w->walks, w->records, w->steps, w->stores);
    *w = (struct walks){0};
}

/* Makes room for n more elements of an array. */
static enum st_code make_room(void *array, uint32_t used, uint32_t *room, uint32_t n, size_t size,
                              struct status *st)
{
    if (*room - used >= n)
        return ST_OK;
    uint32_t wanted = used + n + *room / 2;
    TRY(mem_remake(array, wanted, size, "rays", st));
    *room = wanted;
    return ST_OK;
}

static enum st_code add_records(struct walks *w, struct step_log_rays *rays, struct walk *walk,
                                struct status *st)
{
    struct step_log_group group;
    while (step_log_rays_next(rays, &group)) {
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

enum st_code walks_add(struct walks *w, const struct step_log *r, uint32_t *at, uint32_t executed,
                       struct status *st)
{
    struct ray_work work[WARP_LANES];
    struct step_log_rays rays;
    uint32_t n = 0, n_stores = step_log_rays_stores(r, *at, executed);
    TRY(make_room(&w->stores, w->n_stores, &w->room_stores, n_stores, sizeof *w->stores, st));
    uint64_t *stores = w->stores ? w->stores + w->n_stores : NULL; /* NULL if there are none */
    step_log_rays_start(r, at, executed, work, &rays, stores);
    for (uint32_t lane = 0; lane < WARP_LANES; lane++)
        n += work[lane].n_records;
    TRY(make_room(&w->steps, w->n_steps, &w->room_steps, n, sizeof *w->steps, st));
    TRY(make_room(&w->walks, w->n_walks, &w->room_walks, 1, sizeof *w->walks, st));
    struct walk *walk = &w->walks[w->n_walks];
    *walk = (struct walk){.lanes = executed, .first_record = w->n_records};
    for (uint32_t lane = 0; lane < WARP_LANES; lane++) {
        walk->at[lane] = w->n_steps;
        walk->tables[lane] = w->n_stores;
        walk->results[lane] = work[lane].result_addr;
        w->n_stores += work[lane].n_table_stores;
        w->n_steps += work[lane].n_records;
    }
    walk->at[WARP_LANES] = w->n_steps;
    walk->tables[WARP_LANES] = w->n_stores;
    w->n_walks++;
    return add_records(w, &rays, walk, st);
}
