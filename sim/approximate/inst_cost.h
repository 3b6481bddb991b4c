/* inst_cost.h -- the costs of a program's instructions in the approximate timing model, computed
 * once per instruction: latency, unit, and the registers that it waits for. */
#pragma once

#include "common/status.h"
#include "sim/config/gpu_config.h"
#include "sim/functional/warp.h"
#include "sim/timing/sm/issued.h"

#include <stdint.h>

enum { INST_B = 8 /* bytes between the addresses of neighbouring instructions */ };

struct inst_cost {
    uint16_t latency;  /* least core cycles from issue to result. 0: not computed yet */
    uint16_t interval; /* initiation interval of its unit */
    uint8_t unit;      /* enum unit_class */
    uint8_t op;        /* enum warp_op */
    uint8_t n_dst;
    uint8_t n_registers;
    uint16_t registers[WARP_MAX_DST + WARP_MAX_SRC]; /* first the destinations, then the others */
};

/* Costs of all instructions that warps have reached. The owner initialises `config` and `model` and
 * zeroes the rest. */
struct inst_costs {
    const struct gpu_config *config;
    const char *model; /* "the ... model", for the message that it does not support machine code */
    struct inst_cost *of; /* by pc / INST_B */
    uint32_t n;
    uint32_t n_registers; /* all registers in `of` are below this number */
};

/* Computes the cost of an instruction, costs->of[inst->pc / INST_B]. Fails if memory runs out, and
 * for machine code. */
enum st_code inst_costs_learn(struct inst_costs *p, const struct warp_inst *inst,
                              struct status *st);
void inst_costs_release(struct inst_costs *p);

static inline enum st_code inst_costs_know(struct inst_costs *p, const struct warp_inst *inst,
                                           struct status *st)
{
    uint32_t i = inst->pc / INST_B;
    return i < p->n && p->of[i].latency ? ST_OK : inst_costs_learn(p, inst, st);
}
