/* rt_lanes.h -- what the lanes of an RT unit's warps do: ask for records, test, store. */
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
    struct rt_warp *warps; /* of the unit */
    bool each_hit;         /* each hit is stored, not each ray's */
    struct calendar port;  /* one request or store a cycle */
    uint64_t port_free;
    struct calendar units[RT_UNITS];
    uint32_t per_cycle[RT_UNITS]; /* tests */
    uint64_t request_mask;        /* of an address within a request */
    uint8_t cycles[RECORD_KINDS], unit_of[RECORD_KINDS];
    uint32_t ended; /* warps without live rays */
    struct outstanding outstanding;
    uint64_t refused; /* when it comes: until then the port asks for it in vain */
    struct gathers fetches;
    uint64_t until; /* end of the quantum */
    uint64_t fresh_next;
    uint64_t tests[RECORD_KINDS];
    struct rt_counters count; /* but for what follows from the tests */
};

/* Of a struct whose bytes are 0. All is borrowed. False: memory ran out; what was made is to be
 * released. */
bool rt_lanes_create(struct rt_lanes *u, const struct rt_config *config, uint32_t sm,
                     struct rt_warp *warps, struct approximate_l1d *l1d, struct banks *banks);
void rt_lanes_release(struct rt_lanes *u);

/* The warp's lanes that are due in cycle `now` store and ask, as long as the port has time. */
void rt_lanes_ask(struct rt_lanes *u, struct rt_warp *w, uint64_t now);
/* As approximate_rt_tell(). */
void rt_lanes_tell(struct rt_lanes *u, uint32_t watcher, uint64_t at);
/* All has been told of the quantum before the one that ends with cycle `until` - 1. False: memory
 * ran out. */
bool rt_lanes_told(struct rt_lanes *u, uint64_t until);

struct rt_counters rt_lanes_counters(const struct rt_lanes *u);
