/* exec_unit.h -- the arithmetic units (SP, INT, SFU, scalar), the result bus and writeback.
 *
 * An instruction accepted in cycle t occupies its unit's entry for `interval` cycles and is written
 * back at the start of cycle t + latency + result_cycles, before that cycle's issue. Of Vulkan-Sim
 * result_cycles is 2 (shader.cc 2779: latency cycles to the last stage, one to the result register,
 * one to writeback); where results are forwarded it is 0, and a dependent instruction reads them
 * although they are written to their banks in the same cycle. It is accepted
 * only if no other instruction of the unit ends with it and a slot of the result bus is free. Since
 * nothing stalls behind the entry, an instruction is one event.
 *
 * Every sub-core has a scalar unit for the instructions of machine code that act once for all lanes
 * (docs/model.md, "SM: scalar unit"). It takes the one instruction that its scheduler may issue in
 * a cycle, so it is never busy. Scalar registers lie in no bank and have a bus of their own: an
 * instruction issued in cycle t is written back at the start of cycle t + scalar_latency, without
 * contention. */
#pragma once

#include "common/status.h"
#include "sim/config/clock.h"
#include "sim/config/exec_unit_params.h"
#include "sim/config/sm_params.h"
#include "sim/timing/sm/issued.h"
#include "sim/timing/sm/operand_collector.h"

#include <stdbool.h>
#include <stdint.h>

struct exec; /* opaque but for its gates, which are its first member */

enum {
    EXEC_RING_MAX = 1024,
    EXEC_SCALAR_MOST = 64,                                          /* the longest scalar_latency */
    EXEC_CLASSES = 1 << CLASS_SP | 1 << CLASS_INT | 1 << CLASS_SFU, /* a bit per class */
};

struct exec_gates {
    cycle_t first;                    /* first cycle with a writeback due, or CYCLE_NEVER */
    uint32_t ring;                    /* cycles, a power of two beyond the longest latency */
    uint64_t due[EXEC_RING_MAX / 64]; /* cycles with a writeback due, bit per ring cycle */
    uint8_t class_of[OP_COUNT];       /* enum unit_class */
};

/* Whether a writeback is due in cycle `now`. */
static inline bool exec_due(const struct exec *e, cycle_t now)
{
    return ((const struct exec_gates *)e)->first == now;
}

/* The first cycle with a writeback; CYCLE_NEVER: none. */
static inline cycle_t exec_writes(const struct exec *e)
{
    return ((const struct exec_gates *)e)->first;
}

enum st_code exec_create(struct exec **out, const struct exec_config *config,
                         const struct sm_config *sm, struct status *st);
void exec_free(struct exec *e); /* NULL is a no-op */

/* The cost of an operation, and the class that executes it, on units of this configuration. */
struct exec_cost {
    uint32_t latency, interval; /* core cycles */
};
struct exec_cost exec_cost_of(const struct exec_config *config, enum warp_op op);
enum unit_class exec_class_of(const struct exec_config *config, enum warp_op op);

/* The class that executes an operation. */
static inline enum unit_class exec_class(const struct exec *e, enum warp_op op)
{
    return (enum unit_class)((const struct exec_gates *)e)->class_of[op];
}

/* Writes the results due in cycle `now` to the banks of `c` and reports them to `sink` as retired.
 * To be called in every cycle in which one is due. */
void exec_writeback(struct exec *e, cycle_t now, struct collector *c,
                    const struct issue_sink *sink);
/* Accepts instructions from the input registers, SP before INT before SFU. Each sub-core's own unit
 * accepts its instruction; if units are shared, any unit accepts the oldest one first. The items
 * return to `pool`. */
void exec_accept(struct exec *e, cycle_t now, struct collector *c, struct issued_pool *pool);

/* Reserves the unit for an instruction that reaches it in cycle `at`, at most three cycles from now
 * and before any other of its class and sub-core. True: the unit is certain to accept it then, and
 * it counts as accepted. Always false where pipelines are shared. */
bool exec_reserve(struct exec *e, cycle_t at, const struct warp_inst *inst, enum unit_class unit,
                  uint32_t sub, uint32_t warp);

/* Issues a scalar instruction, or an OP_WAIT, which takes only its issue slot. */
void exec_scalar(struct exec *e, cycle_t now, const struct warp_inst *inst, uint32_t warp);

/* The first cycle after `now` with a writeback or in which a waiting instruction may be accepted.
 */
cycle_t exec_next(const struct exec *e, cycle_t now, const struct collector *c);
