/* units.h -- the functional units of an SM and their occupancy (GATSim, Section II-D): arithmetic
 * units are occupied for the initiation interval of their instructions, the load/store unit for the
 * cycles in which an instruction's sectors enter the L1D's banks.
 *
 * An instruction reaches its unit some cycles after issue and waits in registers in front of it:
 * issue register, collector units, input register. Issue of the class stalls only when these are
 * full. */
#pragma once

#include "sim/config/gpu_config.h"
#include "sim/gatsim/precharacterise.h"
#include "sim/timing/sm/issued.h"

#include <stdint.h>

enum { UNITS_QUEUE = 32, UNITS_EACH = 64 };

/* The instructions of a class and sub-core that wait in front of its units. */
struct unit_queue {
    uint64_t taken[UNITS_QUEUE]; /* ring: cycles in which units took the last ones */
    uint8_t at;                  /* place of the oldest in the ring */
    uint8_t places;              /* most instructions that may wait */
};

struct unit_group {
    uint64_t free_at[UNITS_EACH]; /* by unit: cycle in which it is free */
    uint32_t n;
};

struct units {
    struct unit_queue queues[CLASSES][MAX_SUB_CORES];
    struct unit_group groups[CLASSES][MAX_SUB_CORES];
    uint64_t memory_free; /* cycle in which the load/store unit is free */
    uint32_t l1_latency;
    bool shared;
    uint16_t interval[OP_COUNT];
};

/* Cycles from issue to a unit's input without contention (operand_collector.h). */
enum { UNITS_COLLECT = 3 };

void units_init(struct units *u, const struct gpu_config *config);

static inline uint32_t units_sub(const struct units *u, uint32_t sub)
{
    return u->shared ? 0 : sub;
}

/* The first cycle in which there is a place in front of the units of a class. */
static inline uint64_t units_room(const struct units *u, enum unit_class unit, uint32_t sub)
{
    const struct unit_queue *q = &u->queues[unit][units_sub(u, sub)];
    return q->taken[q->at];
}

static inline void unit_queue_add(struct unit_queue *q, uint64_t taken)
{
    q->taken[q->at] = taken;
    q->at = q->at + 1 == q->places ? 0 : q->at + 1;
}

/* Issues an arithmetic instruction in cycle `now`. Returns the number of cycles by which contention
 * delays it at the unit. */
static inline uint64_t units_take(struct units *u, const struct timed_inst *inst, uint32_t sub,
                                  uint64_t now)
{
    uint32_t i = units_sub(u, sub), best = 0;
    struct unit_group *g = &u->groups[inst->unit][i];
    for (uint32_t k = 1; k < g->n; k++)
        best = g->free_at[k] < g->free_at[best] ? k : best;
    uint64_t taken = now + UNITS_COLLECT;
    if (g->free_at[best] > taken)
        taken = g->free_at[best];
    g->free_at[best] = taken + u->interval[inst->op];
    unit_queue_add(&u->queues[inst->unit][i], taken);
    return taken - (now + UNITS_COLLECT);
}

/* Lets an access reach the load/store unit in cycle `at`. Returns the cycle in which the unit takes
 * it; its sectors enter in the `cycles` cycles after that. */
static inline uint64_t units_take_memory(struct units *u, uint32_t sub, uint64_t at,
                                         uint32_t cycles)
{
    uint64_t taken = u->memory_free > at ? u->memory_free : at;
    u->memory_free = taken + cycles;
    unit_queue_add(&u->queues[CLASS_MEM][units_sub(u, sub)], taken);
    return taken;
}

/* Lets the load/store unit take no access before cycle `until`. */
static inline void units_hold_memory(struct units *u, uint64_t until)
{
    u->memory_free = until > u->memory_free ? until : u->memory_free;
}
