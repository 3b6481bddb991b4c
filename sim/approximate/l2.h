/* l2.h -- the crossbar's outputs, the slices of the L2 and DRAM: tags are kept as in the cycle
 * model; waiting is the cost of the resources on the path.
 *
 * Requests arrive in the order in which they were sent, and wait in their partition until it runs;
 * partitions are independent. Limits of queues are modelled where they make others wait: a slice's
 * buffer at the crossbar, its request queue, the queues of a DRAM channel. Limits of MSHRs are
 * omitted. */
#pragma once

#include "common/status.h"
#include "sim/approximate/port.h"
#include "sim/config/gpu_config.h"
#include "sim/model/complete.h"
#include "sim/timing/counters/gpu_counters.h"

#include <stdint.h>

struct approximate_l2; /* opaque */

enum st_code approximate_l2_create(struct approximate_l2 **out, const struct gpu_config *config,
                                   struct status *st);
void approximate_l2_free(struct approximate_l2 *m); /* NULL is a no-op */

/* Sends a request of the port through the crossbar, which takes a packet for each slice per cycle
 * of its own clock. The request crosses in interconnect cycle *crossed or later; *crossed becomes
 * the cycle of the crossing. The request keeps its number until it is answered. Fails if memory
 * runs out. */
enum st_code approximate_l2_take(struct approximate_l2 *m, struct port *port,
                                 const struct unsent *request, cycle_t *crossed, struct status *st);
/* Looks up all requests that partition i has taken, and answers those that it can; later answers
 * come in core cycle `until` or after it. Different threads may run different partitions. */
void approximate_l2_run(struct approximate_l2 *m, uint32_t i, uint64_t until);
/* Fails if memory ran out in an approximate_l2_run(). */
enum st_code approximate_l2_check(const struct approximate_l2 *m, struct status *st);

/* Adds the counters of a run that ended in core cycle `end` - 1. */
void approximate_l2_count(const struct approximate_l2 *m, uint64_t end, struct gpu_counters *into);
/* Adds the DRAM counters of a run that ended in core cycle `end` - 1. */
void approximate_l2_count_dram(const struct approximate_l2 *m, uint64_t end,
                               struct gpu_counters *into);
/* Fills the L2's members of *out. */
void approximate_l2_end(const struct approximate_l2 *m, struct run_end *out);

/* Reads addr's sector in core cycle `now` for a CTA that takes no time (sim/model/warming.h). */
void approximate_l2_warm(struct approximate_l2 *m, uint64_t addr, uint64_t now);
