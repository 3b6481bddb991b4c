/* l2.h -- the L2 and DRAM that all SMs of GATSim's timing model share: tags for each slice, and
 * resources that are busy for a time.
 *
 * GATSim's paper models only an SM's caches, with fixed latencies behind them. Here a miss of the
 * L1D costs the way to its slice, the slice's data port and, if the L2 misses too, a DRAM channel:
 * a bank that precharges and activates if another row is open, and its data bus. Each request is
 * answered at once. A request that is out of time order by less than a quantum takes the first time
 * at which a resource is free (sim/approximate/resource_calendar.h). Queues and MSHRs have no
 * limits, and DRAM's scheduler sees only earlier requests: a request to a row of a bank joins those
 * to that row that are still to be served. */
#pragma once

#include "common/status.h"
#include "sim/config/gpu_config.h"
#include "sim/timing/counters/gpu_counters.h"

#include <stdint.h>

/* Core cycles for which SMs that share memory run alone. It is short because a later request of one
 * SM is served before an earlier one of another if both need the same resource. */
enum { L2_QUANTUM = 64 };

struct gatsim_l2; /* opaque */

enum st_code l2_open(struct gatsim_l2 **out, const struct gpu_config *config, struct status *st);
void l2_close(struct gatsim_l2 *m); /* NULL is a no-op */

/* Sends a read or a write of the sector at addr in core cycle `sent`. Returns the core cycle in
 * which its slice has the data, or has taken the written `bytes` (a bit each). */
uint64_t l2_read(struct gatsim_l2 *m, uint64_t addr, uint64_t sent);
/* Sends an atomic, which reads and writes `bytes` of the sector; arguments and result are those of
 * l2_read. */
uint64_t l2_atomic(struct gatsim_l2 *m, uint64_t addr, uint32_t bytes, uint64_t sent);
uint64_t l2_write(struct gatsim_l2 *m, uint64_t addr, uint32_t bytes, uint64_t sent);
