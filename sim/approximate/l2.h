/* l2.h -- the crossbar's outputs, the slices of the L2 and DRAM: tags are kept as the cycle model
 * keeps them, waiting is what the resources on the way cost.
 *
 * Requests come in the order in which they were sent, and wait in their partition until that is
 * run; partitions know nothing of each other. Limits of queues are kept where they make others
 * wait: a slice's buffer at the crossbar, its request queue, the queues of a DRAM channel. Limits
 * of MSHRs are left out. */
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

/* A request of the port goes through the crossbar, which takes a packet for each slice in a cycle
 * of its own clock, and not before its cycle *crossed, which becomes the one in which it does. It
 * has its number until it is answered. Fails where memory runs out. */
enum st_code approximate_l2_take(struct approximate_l2 *m, struct port *port,
                                 const struct unsent *request, cycle_t *crossed, struct status *st);
/* Partition i looks up all that was taken, and answers what it has; what comes later does so in
 * core cycle `until` or behind it. Partitions may be run at the same time. */
void approximate_l2_run(struct approximate_l2 *m, uint32_t i, uint64_t until);
/* Fails where memory ran out in a run. */
enum st_code approximate_l2_check(const struct approximate_l2 *m, struct status *st);

/* Adds what was counted in a run that ended in core cycle `end` - 1. */
void approximate_l2_count(const struct approximate_l2 *m, uint64_t end, struct gpu_counters *into);
/* The same of DRAM alone. */
void approximate_l2_count_dram(const struct approximate_l2 *m, uint64_t end,
                               struct gpu_counters *into);
/* Fills in *out the members that are about the L2. */
void approximate_l2_end(const struct approximate_l2 *m, struct run_end *out);

/* Addr's sector is read in core cycle `now` by a CTA that takes no time (sim/model/warming.h). */
void approximate_l2_warm(struct approximate_l2 *m, uint64_t addr, uint64_t now);
