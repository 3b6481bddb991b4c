#include "sim/approximate/ahead.h"

#include "sim/timing/sm/atomics.h"
#include "sim/timing/sm/coalesce.h"
#include "sim/timing/sm/shared_memory.h"

/* Completes note() for traces and instructions that only compute kernels have; both are rare in
 * frames. */
static __attribute__((noinline)) void note_rare(struct ahead *a, const struct warp_inst *inst,
                                                const struct warp_step *step,
                                                const struct gpu_config *config)
{
    enum warp_op op = (enum warp_op)inst->op;
    struct deed *d = &a->deeds[a->n - 1];
    if (op == OP_TRACE_RAY) {
        a->rays = step->rays;
        a->rays_lanes = step->executed;
    } else if (warp_op_shared(op)) {
        d->n_sectors =
            (uint8_t)shared_memory_cycles(step->addr, step->executed, inst->access_B,
                                          config->ldst.shared_banks, op == OP_ATOMIC_SHARED);
    } else if (warp_op_addresses(op)) {
        d->n_sectors = (uint8_t)atomics_coalesce(step->addr, step->executed, inst->access_B,
                                                 a->sectors + a->n_sectors);
        a->n_sectors += d->n_sectors;
    } else {
        a->n_sectors = AHEAD_SECTORS; /* so a barrier ends the batch */
    }
}

/* Adds the deed of `inst`, which has just been executed. */
static void note(struct ahead *a, const struct warp_inst *inst, const struct warp_step *step,
                 const struct warp *w, const struct gpu_config *config)
{
    struct deed *d = &a->deeds[a->n++];
    d->cost = inst->pc / INST_B;
    d->n_sectors = 0;
    d->jumps = w->next && w->next->pc != inst->pc + INST_B;
    if (inst->op == OP_LOAD || inst->op == OP_STORE) {
        d->n_sectors = (uint8_t)coalesce(step->addr, step->executed, inst->access_B,
                                         a->sectors + a->n_sectors);
        a->n_sectors += d->n_sectors;
    } else if (inst->op >= OP_TRACE_RAY) {
        note_rare(a, inst, step, config);
    }
}

enum st_code ahead_fill(struct ahead *a, struct warp *w, struct inst_costs *costs,
                        struct sm_counters *count, struct status *st)
{
    struct warp_step step;
    uint64_t executed = 0, active = 0;
    a->n = a->next = a->n_sectors = a->next_sector = 0;
    do {
        const struct warp_inst *inst = w->next;
        TRY(inst_costs_know(costs, inst, st));
        TRY(w->ops->step(w, &step, st));
        uint32_t lanes = warp_count_lanes(step.executed);
        executed += lanes;
        active += step.active == step.executed ? lanes : warp_count_lanes(step.active);
        note(a, inst, &step, w, costs->config);
    } while (w->next && w->next->op != OP_TRACE_RAY && a->n < AHEAD_DEEDS &&
             a->n_sectors <= AHEAD_SECTORS - MAX_SECTORS);
    count->warp_instructions += a->n;
    count->thread_instructions += executed;
    count->active_lanes += active;
    return ST_OK;
}
