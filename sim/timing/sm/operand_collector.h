/* operand_collector.h -- from issue to the units: issue registers, collector units, register banks,
 * unit input registers (docs/model.md, "SM: operand collection"; Vulkan-Sim shader.cc 4848).
 *
 * Sub-cores: every scheduler has its own issue register of each class (ID_OC) and its share of the
 * banks. An instruction takes a collector unit, its source registers queue at their banks (each
 * bank reads one per step, none in a step in which it is written), and when all have been read it
 * moves to an input register of its class (OC_EX), of which there are as many as schedulers.
 *
 * Options: whether collector units and input registers are shared out to the sub-cores or serve
 * all, in which case a port looks at the oldest instruction of the first class that has one; and
 * whether memory and trace instructions may take units while their input register is full.
 *
 * Time: collector_cycle() in every cycle in which it is due, after the writebacks of that cycle and
 * before issue; collector_steps steps. */
#pragma once

#include "common/status.h"
#include "sim/config/clock.h"
#include "sim/config/sm_params.h"
#include "sim/timing/sm/issued.h"

#include <stdbool.h>
#include <stdint.h>

struct collector; /* opaque but for its gates, which are its first member */

struct collector_gates {
    uint32_t subs;             /* bit per sub-core */
    uint32_t id_full[CLASSES]; /* sub-cores whose issue register is full */
    uint32_t ex_full[CLASSES]; /* sub-cores whose input register is full */
    uint32_t classes_ready;    /* bit per class: some input register of it is full */
    uint32_t classes_waiting;  /* bit per class: some issue register of it is full */
    uint32_t changes;          /* counts all changes that may affect a scheduler */
    uint64_t banks_written;    /* bit per bank: not read in the next step */
    bool still; /* the last step moved nothing, and nothing has entered or left since */
};

static inline const struct collector_gates *collector_gates(const struct collector *c)
{
    return (const struct collector_gates *)c;
}

enum st_code collector_create(struct collector **out, const struct sm_config *config,
                              struct status *st);
void collector_free(struct collector *c); /* NULL is a no-op */

/* An arithmetic instruction without contention passes: its steps are not simulated. This holds if
 * its sub-core has no instruction that is being stepped, all its operands are in different banks,
 * and there are enough ports for all that may use one in the same cycle. With two steps per cycle,
 * it takes a collector unit in the first step after issue. Its banks, which belong to its sub-core,
 * serve it in the second step, in which none is written. The next step moves it to its input
 * register, and a unit accepts it in the third cycle after issue. An instruction without operands
 * moves one step earlier, within the same cycle, and is accepted in the second cycle; but if one of
 * its class that passed in the cycle before is still in the input register, it waits a step and is
 * accepted in the third cycle after all. Later instructions reach each of these places a cycle
 * later and find them free. An instruction without operands that is stepped behind one that passed
 * would reach the input register at the same time: `follows` marks it as one step late.
 *
 * collector_passage: the cycle in which a unit may accept the instruction, issued in `now`;
 * CYCLE_NEVER: contention is possible. collector_pass: records that a unit accepts it, so it is not
 * issued to the collector. collector_follows: whether the instruction must be marked `follows`. */
cycle_t collector_passage(const struct collector *c, cycle_t now, const struct warp_inst *inst,
                          enum unit_class unit, uint32_t sub);
void collector_pass(struct collector *c, enum unit_class unit, uint32_t sub, cycle_t accepted);
bool collector_follows(const struct collector *c, cycle_t now, const struct warp_inst *inst,
                       enum unit_class unit, uint32_t sub);

/* Puts the instruction into its issue register, which must be free. */
void collector_issue(struct collector *c, struct issued *op);

/* Simulates the steps of a cycle. */
void collector_cycle(struct collector *c);
/* Whether collector_cycle() would have an effect. */
static inline bool collector_due(const struct collector *c)
{
    return !collector_gates(c)->still || collector_gates(c)->banks_written;
}

/* Input registers of the class that hold an instruction, bit per register; register i belongs to
 * sub-core i where they are not shared. In collector_look and collector_take, `sub` is the number
 * of such a register. */
static inline uint32_t collector_ready(const struct collector *c, enum unit_class unit)
{
    return collector_gates(c)->ex_full[unit];
}
const struct issued *collector_look(const struct collector *c, enum unit_class unit, uint32_t sub);
struct issued *collector_take(struct collector *c, enum unit_class unit, uint32_t sub);
/* The register with the oldest ready instruction of the class; one must be ready. */
uint32_t collector_oldest(const struct collector *c, enum unit_class unit);

/* Writes a result to its banks, which read nothing in the next step. collector_write_idle() does so
 * only if all of these banks are idle, and returns whether they were. */
void collector_write(struct collector *c, uint32_t warp, const struct warp_inst *inst);
bool collector_write_idle(struct collector *c, uint32_t warp, const struct warp_inst *inst);

/* Whether the input registers of the class that the sub-core may use are full. */
bool collector_input_full(const struct collector *c, enum unit_class unit, uint32_t sub);
/* Whether instructions of the class hold every collector unit of the sub-core because the input
 * registers are full. */
bool collector_held(const struct collector *c, enum unit_class unit, uint32_t sub);

/* Steps in which a collector unit waited for a bank that another register was read from or written
 * to, summed over units. */
uint64_t collector_conflicts(const struct collector *c);
/* Whether a step would move anything. */
bool collector_moves(const struct collector *c);
uint32_t collector_count(const struct collector *c); /* instructions in the collector */
