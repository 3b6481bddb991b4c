/* exec_unit.h -- the arithmetic units (SP, INT, SFU), the result bus and writeback.
 *
 * An instruction accepted in cycle t occupies its unit's entry for `interval` cycles and is written
 * back at the start of cycle t + latency + 2, before that cycle's issue (Vulkan-Sim shader.cc 2779:
 * latency cycles to the last stage, one to the result register, one to writeback). It is accepted
 * only if no other instruction of the unit ends with it and a slot of the result bus is free.
 * Since nothing stalls behind the entry, an instruction is one event. */
#ifndef SIM_TIMING_EXEC_UNIT_H
#define SIM_TIMING_EXEC_UNIT_H

#include "common/status.h"
#include "sim/timing/clock.h"
#include "sim/timing/exec_unit_params.h"
#include "sim/timing/issued.h"
#include "sim/timing/operand_collector.h"

#include <stdint.h>

struct exec; /* opaque */

/* ST_USAGE where units cannot be shared evenly by `subs` sub-cores or an interval is longer than
 * its latency. */
enum st_code exec_create(struct exec **out, const struct exec_config *config, uint32_t subs,
                         struct status *st);
void exec_free(struct exec *e); /* NULL is a no-op */

/* The class that executes an operation. */
enum unit_class exec_class(const struct exec *e, enum warp_op op);

/* Writes back what is due in cycle `now`: to the banks of `c` and as retired to `sink`. */
void exec_writeback(struct exec *e, cycle_t now, struct collector *c,
                    const struct issue_sink *sink);
/* Accepts from the input registers, SP before INT before SFU; the items go back to `pool`. */
void exec_accept(struct exec *e, cycle_t now, struct collector *c, struct issued_pool *pool);

/* The first cycle after `now` with a writeback or in which a waiting instruction may be accepted.
 */
cycle_t exec_next(const struct exec *e, cycle_t now, const struct collector *c);

#endif
