#include "sim/approximate/inst_cost.h"

#include "common/memory.h"
#include "sim/timing/sm/exec_unit.h"

/* Counts the instruction's register reads in the bank that holds most of them. A bank serves them
 * one after the other. */
static uint32_t bank_reads(const struct gpu_config *g, const struct warp_inst *inst)
{
    uint32_t banks = g->sm.register_banks / g->sm.schedulers, most = 0;
    if (banks == 0)
        banks = 1;
    for (uint32_t i = 0; i < inst->n_reads; i++) {
        uint32_t same = 0;
        for (uint32_t k = 0; k <= i; k++)
            same += inst->reads[k] % banks == inst->reads[i] % banks;
        most = same > most ? same : most;
    }
    return most;
}

static void find_cost(const struct gpu_config *g, const struct warp_inst *inst,
                      struct inst_cost *out)
{
    uint32_t interval = 1, steps = g->sm.collector_steps;
    uint32_t collect = (2 + bank_reads(g, inst) + steps - 1) / steps + 1;
    enum unit_class unit = exec_class_of(&g->exec, (enum warp_op)inst->op);
    const uint32_t units[CLASSES] = {[CLASS_SP] = g->exec.sp_units,
                                     [CLASS_SFU] = g->exec.sfu_units,
                                     [CLASS_INT] = g->exec.int_units};
    uint32_t latency = 0;
    if (unit != CLASS_MEM && unit != CLASS_RT) {
        const struct exec_cost cost = exec_cost_of(&g->exec, (enum warp_op)inst->op);
        latency = cost.latency + g->exec.result_cycles;
        interval = cost.interval;
        uint32_t per_sub = units[unit] / g->sm.schedulers;
        interval = per_sub > 1 ? (interval + per_sub - 1) / per_sub : interval;
    }
    out->latency = (uint16_t)(collect + latency);
    out->interval = (uint16_t)interval;
    out->unit = (uint8_t)unit;
}

/* Adds a register to wait for, unless it is there already. */
static void add_read(struct inst_cost *cost, uint16_t r)
{
    for (uint32_t k = 0; k < cost->n_registers; k++)
        if (cost->registers[k] == r)
            return;
    cost->registers[cost->n_registers++] = r;
}

static enum st_code grow(struct inst_costs *p, uint32_t i, struct status *st)
{
    uint32_t n = 2 * i + 64;
    struct inst_cost *grown = mem_resize(p->of, n, sizeof *grown);
    if (!grown)
        return status_no_memory(st, "costs of instructions");
    p->of = grown;
    for (; p->n < n; p->n++)
        grown[p->n].latency = 0;
    return ST_OK;
}

enum st_code inst_costs_learn(struct inst_costs *p, const struct warp_inst *inst, struct status *st)
{
    uint32_t i = inst->pc / INST_B;
    if (inst->size_B)
        return status_fail(st, ST_USAGE,
                           "%s does not know machine code; the cycle model does (--model cycle)",
                           p->model);
    if (i >= p->n)
        TRY(grow(p, i, st));
    struct inst_cost *cost = &p->of[i];
    find_cost(p->config, inst, cost);
    cost->op = inst->op;
    cost->n_dst = inst->n_dst;
    cost->n_registers = 0;
    for (uint32_t k = 0; k < inst->n_dst; k++)
        cost->registers[cost->n_registers++] = inst->dst[k];
    for (uint32_t k = 0; k < inst->n_src; k++)
        add_read(cost, inst->src[k]);
    for (uint32_t k = 0; k < cost->n_registers; k++)
        if (cost->registers[k] >= p->n_registers)
            p->n_registers = cost->registers[k] + 1u;
    return ST_OK;
}

void inst_costs_release(struct inst_costs *p)
{
    mem_free(p->of);
    p->of = NULL;
    p->n = 0;
}
