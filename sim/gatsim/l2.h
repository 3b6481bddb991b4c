/* l2.h -- the L2 and DRAM that all SMs of the approximate timing model share: a store of tags for
 * each slice, and resources that are busy for a time.
 *
 * GATSim's paper has caches of an SM alone and fixed latencies behind them. Here a miss of the L1D
 * pays the way to its slice, the slice's data port, and where the L2 misses too, a DRAM channel: a
 * bank that precharges and activates where another row is open, and its data bus. All is answered
 * when it is asked; what comes out of the order of time by less than a quantum
 * finds the first time at which a resource is free (sim/approximate/resource_calendar.h). Queues
 * and MSHRs have no limits, and DRAM's scheduler sees only what came before: of requests to one
 * bank, those to a row that is still to be served join it. */
#pragma once

#include "common/status.h"
#include "sim/config/gpu_config.h"
#include "sim/timing/counters/gpu_counters.h"

#include <stdint.h>

/* Core cycles that SMs which share memory go alone. Short, as what one asks for later is served
 * before what another asked for earlier, where both want the same. */
enum { L2_QUANTUM = 64 };

struct gatsim_l2; /* opaque */

enum st_code l2_open(struct gatsim_l2 **out, const struct gpu_config *config, struct status *st);
void l2_close(struct gatsim_l2 *m); /* NULL is a no-op */

/* A request for the sector at addr is sent in core cycle `sent`. Returns the one in which its slice
 * has the data, or has taken what is written (`bytes`: a bit each). */
uint64_t l2_read(struct gatsim_l2 *m, uint64_t addr, uint64_t sent);
/* The same of an atomic, which reads and writes. */
uint64_t l2_atomic(struct gatsim_l2 *m, uint64_t addr, uint32_t bytes, uint64_t sent);
uint64_t l2_write(struct gatsim_l2 *m, uint64_t addr, uint32_t bytes, uint64_t sent);
