#include "sim/approximate/rt_warp.h"

#include <string.h>

void rt_warp_end_ray(struct rt_warp *w, uint32_t place)
{
    uint64_t end = w->start + (uint32_t)w->at.at[place];
    w->live &= ~(1u << place);
    w->at.at[place] = LANE_NEVER;
    w->lane_cycles += end - w->start;
    if (end > w->done)
        w->done = end;
}

void rt_warp_start(struct rt_warp *w, const struct rt_trace *trace, uint64_t now)
{
    w->rays = trace->rays;
    w->slot = trace->slot;
    w->executed = trace->lanes;
    w->n = w->live = w->hit = w->tables = w->storing = w->unacknowledged = 0;
    w->start = w->done = now;
    w->lane_cycles = 0;
    memset(w->asked, 0, sizeof w->asked);
    for (uint32_t place = 0; place < WARP_LANES; place++)
        w->at.at[place] = LANE_NEVER;
    for (uint32_t lanes = trace->lanes; lanes; lanes &= lanes - 1) {
        uint32_t lane = (uint32_t)__builtin_ctz(lanes), place = w->n++;
        const struct ray_work *ray = &w->rays[lane];
        w->lane[place] = (uint8_t)lane;
        w->place_of[lane] = (uint8_t)place;
        w->live |= 1u << place;
        w->tables |= (ray->n_table_stores ? 1u : 0) << place;
        w->since[place] = now;
        w->at.at[place] = 0;
        w->end[place] = ray->records + ray->n_records;
        rt_warp_go_on(w, place, ray->records);
    }
    w->next = w->live ? now : RT_WARP_NEVER;
}

static uint32_t bit_of(uint32_t mask, uint32_t from, uint32_t to)
{
    return (mask >> from & 1) << to;
}

void rt_warp_close_up(struct rt_warp *w)
{
    uint32_t n = 0, hit = 0, tables = 0, storing = 0;
    for (uint32_t left = w->live; left; left &= left - 1, n++) {
        uint32_t from = (uint32_t)__builtin_ctz(left);
        hit |= bit_of(w->hit, from, n);
        tables |= bit_of(w->tables, from, n);
        storing |= bit_of(w->storing, from, n);
        w->at.at[n] = w->at.at[from];
        w->record[n] = w->record[from];
        w->end[n] = w->end[from];
        w->since[n] = w->since[from];
        w->lane[n] = w->lane[from];
        w->place_of[w->lane[n]] = (uint8_t)n;
    }
    for (uint32_t i = n; i < w->n; i++)
        w->at.at[i] = LANE_NEVER;
    w->n = n;
    w->live = n == WARP_LANES ? UINT32_MAX : (1u << n) - 1;
    w->hit = hit;
    w->tables = tables;
    w->storing = storing;
}
