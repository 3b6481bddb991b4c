#include "sim/abstract/sm.h"

#include "common/counters.h"
#include "common/memory.h"
#include "sim/abstract/rt.h"
#include "sim/abstract/slots.h"
#include "sim/timing/coalesce.h"
#include "sim/timing/exec_unit.h"

#include <string.h>

#define NEVER UINT64_MAX

enum {
    INST_B = 8,
    AHEAD = 64, /* cycles that a warp may issue ahead of the others */
    TAKEN = 2,  /* cycles that a taken branch costs: what was fetched behind it is thrown away */
    RESULT = 2, /* from the last stage of a unit to the register (sim/timing/exec_unit.h) */
    TAKEN_FROM_L1D = 2, /* cycles from a fill to the register that waits for it */
};

/* What an instruction costs, looked up once. */
struct cost {
    uint16_t latency; /* from issue to result, at least */
    uint16_t interval;
    uint8_t unit; /* enum unit_class */
    bool known;
};

struct slot {
    struct warp *warp; /* NULL: free */
    uint64_t *ready;   /* by register: when it is written; NEVER: by the trace under way */
    uint32_t n_ready;
    uint64_t launched;
    uint64_t last; /* result or acknowledgement */
    const struct warp_inst *trace;
    bool parked; /* waits for its trace */
};

struct sub_core {
    struct slots_near scheduler;
    struct slots_near units[CLASSES]; /* their entries; CLASS_MEM and CLASS_RT have none */
};

struct abstract_sm {
    const struct gpu_config *config;
    uint32_t id, slots;
    struct abstract_memory *memory;
    struct wheel *wheel;
    struct abstract_rt *rt;
    struct slot *slot;
    struct sub_core subs[MAX_SUB_CORES];
    struct slots ldst;
    struct cost *costs; /* by pc / INST_B */
    uint32_t n_costs;
    uint32_t resident;
    uint64_t busy_since;
    struct warp_step step;
    struct sm_counters count;
};

enum st_code abstract_sm_create(struct abstract_sm **out, const struct gpu_config *config,
                                uint32_t id, uint32_t slots, struct abstract_memory *memory,
                                struct wheel *wheel, struct status *st)
{
    *out = NULL;
    struct abstract_sm *s = mem_calloc(1, sizeof *s);
    if (!s)
        return status_no_memory(st, "SM");
    s->config = config;
    s->id = id;
    s->slots = slots;
    s->memory = memory;
    s->wheel = wheel;
    s->slot = mem_calloc(slots, sizeof *s->slot);
    enum st_code code = s->slot ? ST_OK : status_no_memory(st, "SM");
    if (code == ST_OK)
        code = abstract_rt_create(&s->rt, config, id, memory, st);
    if (code == ST_OK)
        *out = s;
    else
        abstract_sm_free(s);
    return code;
}

void abstract_sm_free(struct abstract_sm *s)
{
    if (!s)
        return;
    for (uint32_t i = 0; s->slot && i < s->slots; i++) {
        if (s->slot[i].warp)
            s->slot[i].warp->ops->end(s->slot[i].warp);
        mem_free(s->slot[i].ready);
    }
    abstract_rt_free(s->rt);
    mem_free(s->slot);
    mem_free(s->costs);
    mem_free(s);
}

static void put(struct abstract_sm *s, uint32_t slot, uint64_t at)
{
    wheel_put(s->wheel, s->id * (s->slots + 1) + slot, at);
}

void abstract_sm_launch(struct abstract_sm *s, struct warp *w, uint64_t now)
{
    uint32_t i = 0;
    while (s->slot[i].warp)
        i++;
    struct slot *slot = &s->slot[i];
    if (slot->ready)
        memset(slot->ready, 0, slot->n_ready * sizeof *slot->ready);
    slot->warp = w;
    slot->launched = slot->last = now;
    slot->trace = NULL;
    slot->parked = false;
    if (s->resident++ == 0)
        s->busy_since = now;
    put(s, i, now + 2);
}

/* --- what instructions cost --- */

/* Most of the instruction's registers in one bank: they are read one after the other. */
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

static struct cost find_cost(const struct gpu_config *g, const struct warp_inst *inst)
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
        latency = cost.latency + RESULT;
        interval = cost.interval;
        uint32_t per_sub = units[unit] / g->sm.schedulers;
        interval = per_sub > 1 ? (interval + per_sub - 1) / per_sub : interval;
    }
    return (struct cost){(uint16_t)(collect + latency), (uint16_t)interval, (uint8_t)unit, true};
}

static enum st_code cost_of(struct abstract_sm *s, const struct warp_inst *inst, struct cost *out,
                            struct status *st)
{
    uint32_t i = inst->pc / INST_B;
    if (i >= s->n_costs) {
        uint32_t n = 2 * i + 64;
        struct cost *grown = mem_resize(s->costs, n, sizeof *grown);
        if (!grown)
            return status_no_memory(st, "SM");
        memset(grown + s->n_costs, 0, (n - s->n_costs) * sizeof *grown);
        s->costs = grown;
        s->n_costs = n;
    }
    if (!s->costs[i].known)
        s->costs[i] = find_cost(s->config, inst);
    *out = s->costs[i];
    return ST_OK;
}

/* --- registers --- */

static uint64_t operands_ready(const struct slot *slot, const struct warp_inst *inst)
{
    uint64_t at = 0;
    for (uint32_t i = 0; i < inst->n_src; i++) {
        uint32_t r = inst->src[i];
        at = r < slot->n_ready && slot->ready[r] > at ? slot->ready[r] : at;
    }
    for (uint32_t i = 0; i < inst->n_dst; i++) {
        uint32_t r = inst->dst[i];
        at = r < slot->n_ready && slot->ready[r] > at ? slot->ready[r] : at;
    }
    return at;
}

static enum st_code set_result(struct slot *slot, const struct warp_inst *inst, uint64_t at,
                               struct status *st)
{
    for (uint32_t i = 0; i < inst->n_dst; i++) {
        uint32_t r = inst->dst[i];
        if (r >= slot->n_ready) {
            uint32_t n = r + 64;
            uint64_t *grown = mem_resize(slot->ready, n, sizeof *grown);
            if (!grown)
                return status_no_memory(st, "registers");
            memset(grown + slot->n_ready, 0, (n - slot->n_ready) * sizeof *grown);
            slot->ready = grown;
            slot->n_ready = n;
        }
        slot->ready[r] = at;
    }
    if (at != NEVER && at > slot->last)
        slot->last = at;
    return ST_OK;
}

/* --- loads and stores --- */

/* Cycles in which the sectors enter the banks, one per bank and cycle. */
static uint32_t entering_cycles(const struct ldst_config *c, const struct sector *sectors,
                                uint32_t n)
{
    uint32_t in[64] = {0}, most = 0;
    for (uint32_t i = 0; i < n; i++) {
        uint32_t b = (uint32_t)(sectors[i].addr / SECTOR_B % c->l1_banks) % 64;
        if (c->bank == BANK_SHIFT_32)
            b = 0;
        most = ++in[b] > most ? in[b] : most;
    }
    return most ? most : 1;
}

static enum st_code access_memory(struct abstract_sm *s, struct slot *slot,
                                  const struct warp_inst *inst, uint64_t at, struct status *st)
{
    struct sector sectors[MAX_SECTORS];
    const struct ldst_config *c = &s->config->ldst;
    uint32_t n = coalesce(s->step.addr, s->step.executed, inst->access_B, sectors);
    uint32_t cycles = entering_cycles(c, sectors, n);
    uint64_t enters = slots_take(&s->ldst, at), done = enters;
    for (uint32_t i = 1; i < cycles; i++)
        slots_take(&s->ldst, enters + i);
    for (uint32_t i = 0; i < n; i++) {
        uint64_t look_up = enters + c->l1_latency + (uint64_t)i * cycles / n, comes;
        if (inst->op == OP_LOAD) {
            comes = abstract_memory_read(s->memory, s->id, L1D_LDST, sectors[i].addr, look_up);
            comes += comes == look_up ? 0 : TAKEN_FROM_L1D;
        } else {
            comes = abstract_memory_write(s->memory, s->id, L1D_LDST, sectors[i].addr,
                                          sectors[i].bytes, look_up);
        }
        done = comes > done ? comes : done;
    }
    if (inst->op == OP_LOAD)
        return set_result(slot, inst, done, st);
    slot->last = done > slot->last ? done : slot->last;
    return ST_OK;
}

/* --- issue --- */

static enum st_code trace(struct abstract_sm *s, uint32_t i, const struct warp_inst *inst,
                          uint64_t at, struct status *st)
{
    struct slot *slot = &s->slot[i];
    uint32_t rt = s->id * (s->slots + 1) + s->slots;
    slot->trace = inst;
    TRY(set_result(slot, inst, NEVER, st));
    uint64_t call = abstract_rt_arrive(s->rt, i, s->step.rays, s->step.executed, at);
    if (call != NEVER && (!wheel_has(s->wheel, rt) || wheel_due(s->wheel, rt) > call))
        wheel_put(s->wheel, rt, call);
    return ST_OK;
}

/* Mostly all lanes; without an instruction for it the compiler would call a function. */
static uint32_t count_lanes(uint32_t lanes)
{
    return lanes == UINT32_MAX ? WARP_LANES : (uint32_t)__builtin_popcount(lanes);
}

static enum st_code execute(struct abstract_sm *s, uint32_t i, const struct cost *cost, uint64_t at,
                            struct status *st)
{
    struct slot *slot = &s->slot[i];
    const struct warp_inst *inst = slot->warp->next;
    TRY(slot->warp->ops->step(slot->warp, &s->step, st));
    s->count.warp_instructions++;
    s->count.thread_instructions += count_lanes(s->step.executed);
    s->count.active_lanes += count_lanes(s->step.active);
    if (cost->unit == CLASS_MEM)
        return access_memory(s, slot, inst, at + cost->latency, st);
    if (cost->unit == CLASS_RT)
        return trace(s, i, inst, at + cost->latency, st);
    return set_result(slot, inst, at + cost->latency, st);
}

/* The scheduler issues the instruction in the first cycle from `at` on in which it and the unit
 * have nothing else to do. */
static uint64_t issue_cycle(struct sub_core *sub, const struct cost *cost, uint64_t at)
{
    if (cost->unit != CLASS_MEM && cost->unit != CLASS_RT)
        at = slots_take_long_near(&sub->units[cost->unit], at, cost->interval);
    return slots_take_near(&sub->scheduler, at);
}

static void end_warp(struct abstract_sm *s, struct slot *slot, uint64_t now)
{
    slot->warp->ops->end(slot->warp);
    slot->warp = NULL;
    s->count.warps++;
    s->count.resident_warp_cycles += now - slot->launched;
    if (--s->resident == 0)
        s->count.busy_cycles += now - s->busy_since;
}

enum st_code abstract_sm_warp(struct abstract_sm *s, uint32_t i, uint64_t now, bool *ended,
                              struct status *st)
{
    struct slot *slot = &s->slot[i];
    struct sub_core *sub = &s->subs[i % s->config->sm.schedulers];
    uint64_t at = now;
    while (slot->warp->next) {
        const struct warp_inst *inst = slot->warp->next;
        uint64_t ready = operands_ready(slot, inst);
        slot->parked = ready == NEVER || (inst->op == OP_TRACE_RAY && slot->trace);
        if (slot->parked)
            return ST_OK;
        at = ready > at ? ready : at;
        if (at > now + AHEAD) {
            put(s, i, at);
            return ST_OK;
        }
        struct cost cost = {0};
        TRY(cost_of(s, inst, &cost, st));
        uint32_t follows = inst->pc + INST_B;
        at = issue_cycle(sub, &cost, at);
        TRY(execute(s, i, &cost, at, st));
        at++;
        if (slot->warp->next && slot->warp->next->pc != follows)
            at += TAKEN;
    }
    slot->parked = slot->trace != NULL;
    if (slot->parked)
        return ST_OK;
    if (slot->last > now || at > now + 1) {
        put(s, i, slot->last > at ? slot->last : at);
        slot->last = now;
        return ST_OK;
    }
    *ended = true;
    end_warp(s, slot, now);
    return ST_OK;
}

enum st_code abstract_sm_trace(struct abstract_sm *s, uint64_t now, struct status *st)
{
    uint8_t left[32];
    uint64_t next;
    uint32_t n = abstract_rt_step(s->rt, now, left, &next);
    for (uint32_t k = 0; k < n; k++) {
        struct slot *slot = &s->slot[left[k]];
        TRY(set_result(slot, slot->trace, now + 1, st));
        slot->trace = NULL;
        if (slot->parked)
            put(s, left[k], now + 1);
        slot->parked = false;
    }
    if (next != NEVER)
        put(s, s->slots, next);
    return ST_OK;
}

void abstract_sm_count(const struct abstract_sm *s, struct gpu_counters *into)
{
    const struct rt_counters *rt = abstract_rt_counters(s->rt);
    struct gpu_counters one = {0};
    one.sm = s->count;
    one.rt = *rt;
    one.gpu.warp_slot_cycles = s->count.busy_cycles * (s->config->sm.threads / WARP_LANES);
    one.gpu.rt_slot_cycles = rt->busy_cycles * s->config->rt.max_warps;
    one.gpu.rt_sms = rt->busy_cycles > 0;
    one.gpu.rt_performance_q32 = counter_ratio_q32(rt->stages, rt->busy_cycles);
    one.gpu.rt_intensity_q32 = counter_ratio_q32(rt->stages, rt->sectors);
    counters_merge(gpu_counter_tables, n_gpu_counter_tables, into, &one);
}
