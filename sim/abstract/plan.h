/* plan.h -- what the abstract timing model knows of each instruction of a program, looked up once:
 * what it costs and which registers it waits for. */
#ifndef SIM_ABSTRACT_PLAN_H
#define SIM_ABSTRACT_PLAN_H

#include "common/status.h"
#include "sim/config/gpu_config.h"
#include "sim/functional/warp.h"
#include "sim/timing/sm/issued.h"

#include <stdbool.h>
#include <stdint.h>

enum { PLAN_INST_B = 8 /* between the addresses of neighbouring instructions */ };

struct plan {
    uint16_t latency;  /* from issue to result, at least; core cycles */
    uint16_t interval; /* in which a unit of it starts one */
    uint8_t unit;      /* enum unit_class */
    uint8_t op;        /* enum warp_op */
    uint8_t n_dst;
    uint8_t n_registers;
    bool known;
    uint16_t registers[WARP_MAX_DST + WARP_MAX_SRC]; /* first those written */
};

/* Of all instructions that warps have come to. Start with `config` set and all else 0. */
struct plans {
    const struct gpu_config *config;
    struct plan *of; /* by pc / PLAN_INST_B */
    uint32_t n;
    uint32_t n_registers; /* all in them are below */
};

/* The plan of an instruction is then plans->of[inst->pc / PLAN_INST_B]. Fails where memory runs
 * out. */
enum st_code plans_learn(struct plans *p, const struct warp_inst *inst, struct status *st);
void plans_release(struct plans *p);

static inline enum st_code plans_know(struct plans *p, const struct warp_inst *inst,
                                      struct status *st)
{
    uint32_t i = inst->pc / PLAN_INST_B;
    return i < p->n && p->of[i].known ? ST_OK : plans_learn(p, inst, st);
}

#endif
