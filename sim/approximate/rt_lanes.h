/* rt_lanes.h -- the lanes of an RT unit's warps: requests for records, tests, stores. */
#pragma once

#include "sim/approximate/banks.h"
#include "sim/approximate/gathers.h"
#include "sim/approximate/l1d.h"
#include "sim/approximate/outstanding.h"
#include "sim/approximate/rt_warp.h"
#include "sim/config/gpu_config.h"
#include "sim/timing/counters/rt_unit_counters.h"
#include "sim/timing/rt/records.h"

#include <stdbool.h>
#include <stdint.h>

struct rt_lanes {
    const struct rt_config *config;
    struct approximate_l1d *l1d;
    struct banks *banks;
    struct rt_warp *warps; /* owned by the unit */
    bool each_hit;         /* stores each hit instead of one result per ray */
    struct calendar port;  /* one request or store per cycle */
    uint64_t port_free;
    struct calendar units[RT_UNITS];
    struct rt_rate rate[RT_UNITS]; /* of tests, by unit */
    uint64_t request_mask;         /* bits of an address that lie within a request */
    uint8_t cycles[RECORD_KINDS], unit_of[RECORD_KINDS];
    uint32_t ended; /* warps without live rays */
    struct outstanding outstanding;
    uint64_t refused; /* the port's requests for the sector asked last are refused until this cycle,
                         in which it arrives */
    struct gathers fetches;
    uint64_t until; /* end of the quantum */
    uint64_t fresh_next;
    uint64_t tests[RECORD_KINDS];
    struct rt_counters count; /* except the counters derived from `tests` */
};

/* Initialises a zeroed struct. All pointers are borrowed. False: memory ran out; the caller
 * releases the rest. */
bool rt_lanes_create(struct rt_lanes *u, const struct rt_config *config, uint32_t sm,
                     struct rt_warp *warps, struct approximate_l1d *l1d, struct banks *banks);
void rt_lanes_release(struct rt_lanes *u);

/* Lets the warp's lanes that are due in cycle `now` store and send requests, while the port is
 * free. */
void rt_lanes_ask(struct rt_lanes *u, struct rt_warp *w, uint64_t now);
/* Handles the arrival of data, for approximate_rt_tell(). */
void rt_lanes_tell(struct rt_lanes *u, uint32_t watcher, uint64_t at);
/* To be called when all arrivals of a quantum have been reported; the next quantum's last cycle is
 * `until` - 1. False: memory ran out. */
bool rt_lanes_told(struct rt_lanes *u, uint64_t until);

struct rt_counters rt_lanes_counters(const struct rt_lanes *u);
