/* memory.h -- the memory of all SMs: passes the requests of a quantum through the crossbar to the
 * L2.
 *
 * A quantum is a stretch of time so short that all requests sent in it are answered after it. */
#pragma once

#include "common/status.h"
#include "common/team.h"
#include "sim/approximate/l2.h"
#include "sim/approximate/port.h"
#include "sim/config/gpu_config.h"
#include "sim/timing/counters/gpu_counters.h"

#include <stdint.h>

struct approximate_memory; /* opaque */

/* `l2` is borrowed. */
enum st_code approximate_memory_create(struct approximate_memory **out,
                                       const struct gpu_config *config, struct approximate_l2 *l2,
                                       struct status *st);
void approximate_memory_free(struct approximate_memory *m); /* NULL is a no-op */

struct port *approximate_memory_port(struct approximate_memory *m, uint32_t sm);

/* Cycles of a quantum. */
uint32_t approximate_memory_quantum(const struct approximate_memory *m);
/* Answers the requests sent in the quantum whose first cycle is `from`, and those sent before. The
 * result does not depend on the team, which may be NULL. Fails if memory runs out. */
enum st_code approximate_memory_run(struct approximate_memory *m, struct team *team, uint64_t from,
                                    struct status *st);
/* The cycle with which the next quantum must begin, where the last one ended at `until`: that of
 * the next answer to take, or else of the next request to send; UINT64_MAX: nothing is in
 * flight. */
uint64_t approximate_memory_next(const struct approximate_memory *m, uint64_t until);

/* Adds the crossbar's counters. */
void approximate_memory_count(const struct approximate_memory *m, struct gpu_counters *into);
