/* inst_cost.h -- what the approximate timing model knows of each instruction of a program, looked
 * up once: what it costs and which registers it waits for. */
#pragma once

#include "common/status.h"
#include "sim/config/gpu_config.h"
#include "sim/functional/warp.h"
#include "sim/timing/sm/issued.h"

#include <stdint.h>

enum { INST_B = 8 /* between the addresses of neighbouring instructions */ };

struct inst_cost {
    uint16_t latency;  /* from issue to result, at least; core cycles. 0: not known yet */
    uint16_t interval; /* in which a unit of it starts one */
    uint8_t unit;      /* enum unit_class */
    uint8_t op;        /* enum warp_op */
    uint8_t n_dst;
    uint8_t n_registers;
    uint16_t registers[WARP_MAX_DST + WARP_MAX_SRC]; /* first those written, then other ones */
};

/* Of all instructions that warps have come to. Start with `config` and `model` set and all else 0.
 */
struct inst_costs {
    const struct gpu_config *config;
    const char *model;    /* that is said not to know machine code: "the ... model" */
    struct inst_cost *of; /* by pc / INST_B */
    uint32_t n;
    uint32_t n_registers; /* all in them are below */
};

/* The cost of an instruction is then costs->of[inst->pc / INST_B]. Fails where memory runs
 * out, and on machine code. */
enum st_code inst_costs_learn(struct inst_costs *p, const struct warp_inst *inst,
                              struct status *st);
void inst_costs_release(struct inst_costs *p);

static inline enum st_code inst_costs_know(struct inst_costs *p, const struct warp_inst *inst,
                                           struct status *st)
{
    uint32_t i = inst->pc / INST_B;
    return i < p->n && p->of[i].latency ? ST_OK : inst_costs_learn(p, inst, st);
}
