/* traces.h -- warps that trace rays of given records, in an SM before a memory of fixed latency,
 * and how long a ray takes alone. */
#pragma once

#include "tests/rig/sm_rig.h"

/* From issue to the unit's first request: collected (no sources) and taken in the next cycle, in
 * the unit in the one behind. The memory's latency that trace_cold() expects. */
enum { TRACE_TO_UNIT = 2, TRACE_MEMORY = 100 };

/* Cycles of a record's test, as in sm_rig_init(). */
extern const uint32_t trace_tests[RECORD_KINDS];

/* One record of each kind that is fetched, a result apart. */
enum { TRACE_WALK = 8 };
extern const record_t trace_walk[TRACE_WALK];

/* trace_ray by `lanes`, then an instruction that needs it, then the end. */
struct trace {
    struct ray_work rays[WARP_LANES];
    struct script_step steps[3];
    struct script script;
};

void trace_init(struct trace *t, uint32_t lanes, const cycle_t *now);
struct ray_work trace_ray(const record_t *records, uint32_t n);
/* Runs n warps, on the SM that is there or a new one, and counts. */
void trace_run(struct sm_rig *r, struct trace *t, uint32_t n, struct gpu_counters *c);
/* Cycles from entering the unit to leaving it, of a warp that was taken at once. */
uint64_t trace_latency(const struct trace *t);

/* One such warp, the SM it runs in and what is counted. `lanes` trace; rays and configuration are
 * set between traced_init() and traced_run(). */
struct traced {
    struct sm_rig r;
    struct trace t;
    struct gpu_counters c;
};
void traced_init(struct traced *f, uint32_t lanes);
void traced_run(struct traced *f);
void traced_free(struct traced *f);

/* What a ray alone takes: from memory; from the L1D. */
uint64_t trace_cold(const record_t *records, uint32_t n);
uint64_t trace_warm(const record_t *records, uint32_t n, uint32_t hit_latency);
uint32_t trace_sectors(record_t r);
