/* scalar_loads.h -- scalar loads in the scalar data cache of an SM (docs/model.md, "SM: scalar
 * loads").
 *
 * A load has one address for all lanes. Its lines are looked up in the order of issue, one per
 * cycle, the first at least `latency` cycles after issue. A load retires when all its lines are
 * there, in the cycle of a look-up that hits or of the reply that completes a line, so loads
 * complete out of order. A load that finds too many lines in flight blocks those after it. */
#pragma once

#include "common/status.h"
#include "sim/config/clock.h"
#include "sim/config/read_cache_params.h"
#include "sim/timing/memory/read_cache.h"
#include "sim/timing/sm/issued.h"

#include <stdbool.h>
#include <stdint.h>

struct scalar_load {
    const struct warp_inst *inst;
    uint32_t who;
    uint32_t missing; /* lines that have not arrived */
    uint32_t next;    /* in the list of free ones */
};

/* A line that a load needs. */
struct scalar_part {
    uint64_t line;
    cycle_t at; /* earliest look-up */
    uint32_t load;
};

struct scalar_loads {
    struct read_cache cache;
    uint32_t line_B, latency;
    bool perfect;               /* every access hits */
    struct scalar_load *loads;  /* `room` places, as many as counters allow */
    struct scalar_part *queue;  /* ring of lines to look up */
    struct scalar_part *missed; /* lines that wait for their data */
    uint32_t room, free, parts_room, head, n, n_missed;
    uint64_t count, lines, misses;
};

/* Creates the loads for an SM with `warps` warps. */
enum st_code scalar_loads_create(struct scalar_loads *s, const struct scalar_cache_config *config,
                                 bool perfect, uint32_t warps, struct read_path *path,
                                 struct status *st);
void scalar_loads_release(struct scalar_loads *s);

/* Issues a load of the bytes at addr. */
void scalar_loads_issue(struct scalar_loads *s, const struct warp_inst *inst, uint32_t who,
                        uint64_t addr, cycle_t now);
/* The cycle of the next look-up; CYCLE_NEVER: none waits. */
static inline cycle_t scalar_loads_next(const struct scalar_loads *s)
{
    return s->n ? s->queue[s->head].at : CYCLE_NEVER;
}
/* Looks up the line of cycle `now`, if there is one. */
void scalar_loads_cycle(struct scalar_loads *s, cycle_t now, const struct issue_sink *sink);
/* Handles a sector that has arrived. */
void scalar_loads_fill(struct scalar_loads *s, uint32_t who, const struct issue_sink *sink);
