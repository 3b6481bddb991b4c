/* rt_warp.h -- a warp in the RT unit: the positions of its rays, and the times of their next steps.
 *
 * Its lanes have places, in the order of lanes. Most rays end long before the last one does. Their
 * places are then removed, so work for all places is done only for the remaining rays. */
#pragma once

#include "sim/approximate/lane_times.h"
#include "sim/approximate/rt_queue.h"
#include "sim/functional/warp.h"

#include <stdbool.h>
#include <stdint.h>

#define RT_WARP_NEVER UINT64_MAX

enum { RT_WARP_ASKED = 64 };

struct rt_warp {
    const struct ray_work *rays; /* rays by lane */
    uint32_t slot, executed;
    uint32_t n; /* number of places */
    /* Masks over places: the ray has ... */
    uint32_t live;           /* ... records left */
    uint32_t hit;            /* ... a hit that is not stored yet */
    uint32_t tables;         /* ... entries of the intersection table still to be stored */
    uint32_t storing;        /* ... stores that precede its next request */
    uint32_t unacknowledged; /* stores that are not acknowledged */
    uint64_t start;
    uint64_t next; /* earliest time of a live lane's next request; RT_WARP_NEVER: none */
    uint64_t done; /* time of the last test and acknowledgement so far */
    uint64_t lane_cycles;
    /* Arrays by place; lanes with rays have the places 0 to n - 1. */
    struct lane_times at; /* next request of the lane, or stores before it; since `start` */
    const record_t *record[WARP_LANES], *end[WARP_LANES];
    int32_t first;              /* earliest next time of the lanes; valid while they are served */
    uint64_t since[WARP_LANES]; /* when the record became current: arrival of the one before */
    uint8_t lane[WARP_LANES];
    uint8_t place_of[WARP_LANES]; /* by lane, for live lanes */
    /* The last records requested, in a table by address. */
    struct rt_asked {
        uint64_t addr, sent;
        uint64_t comes; /* arrival, or ON_ITS_WAY and the number of the fetch (rt.c) */
    } asked[RT_WARP_ASKED];
};

/* Lets the trace's warp enter the unit in cycle `now`. */
void rt_warp_start(struct rt_warp *w, const struct rt_trace *trace, uint64_t now);
/* Ends the ray at the time of its next step. */
void rt_warp_end_ray(struct rt_warp *w, uint32_t place);
/* Removes the places of rays that have ended. */
void rt_warp_close_up(struct rt_warp *w);

static inline const struct ray_work *rt_warp_ray(const struct rt_warp *w, uint32_t place)
{
    return &w->rays[w->lane[place]];
}

/* Moves the ray to its next record, which may be none. */
static inline void rt_warp_go_on(struct rt_warp *w, uint32_t place, const record_t *next)
{
    w->record[place] = next;
    if (next == w->end[place])
        rt_warp_end_ray(w, place);
}

/* Updates `first` with the lane's next time, if it has one. */
static inline void rt_warp_note_next(struct rt_warp *w, uint32_t place)
{
    if (w->at.at[place] < w->first)
        w->first = w->at.at[place];
}

static inline struct rt_asked *rt_warp_asked(struct rt_warp *w, uint64_t addr)
{
    return &w->asked[(uint32_t)(addr / 32) * 0x9E3779B1u >> 26];
}
