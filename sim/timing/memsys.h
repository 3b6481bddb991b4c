/* memsys.h -- everything behind the SMs: crossbar, L2 slices, DRAM channels.
 *
 * SMs meet it only through queues with a latency of at least one cycle. One request and one reply
 * per SM and core cycle. */
#ifndef SIM_TIMING_MEMSYS_H
#define SIM_TIMING_MEMSYS_H

#include "common/status.h"
#include "sim/timing/clock.h"
#include "sim/timing/config.h"
#include "sim/timing/counters.h"
#include "sim/timing/mem_port.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

struct memsys; /* opaque */

enum st_code memsys_create(struct memsys **out, const struct gpu_config *config, struct status *st);
void memsys_free(struct memsys *m);

/* The SMs' side; borrowed, valid as long as the memory system. */
const struct mem_port *memsys_port(struct memsys *m);

#endif
