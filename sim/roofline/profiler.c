#include "sim/roofline/profiler.h"

#include "sim/model/observe.h"

/* The number of steps of a trace: the records of its longest lane, because the warp waits for that
 * lane. */
static uint64_t steps_of(const struct warp_step *step)
{
    uint32_t most = 0;
    for (uint32_t on = step->executed; on; on &= on - 1) {
        const struct ray_work *ray = &step->rays[__builtin_ctz(on)];
        if (ray->n_records > most)
            most = ray->n_records;
    }
    return most;
}

static void count_by_operands(struct roofline_profile *c, enum inst_operands operands,
                              uint32_t lanes)
{
    switch (operands) {
    case OPERANDS_OTHER:
        break;
    case OPERANDS_INTEGER:
        c->integer += lanes;
        break;
    case OPERANDS_FP32:
        c->fp32 += lanes;
        break;
    case OPERANDS_FP64:
        c->fp64 += lanes;
        break;
    }
}

static void count_step(struct roofline_profile *c, const struct warp_step *step)
{
    uint32_t lanes = warp_count_lanes(step->executed);
    c->inst++;
    switch ((enum warp_op)step->inst->op) {
    case OP_FP_MAD:
        c->fma32 += lanes;
        c->fp32 += lanes;
        break;
    case OP_FP_ADD:
    case OP_FP_MAX:
    case OP_FP_MUL:
    case OP_FP_DIV:
        c->fp32 += lanes;
        break;
    case OP_DP_MAD:
        c->fma64 += lanes;
        c->fp64 += lanes;
        break;
    case OP_DP_ADD:
    case OP_DP_MAX:
    case OP_DP_MUL:
    case OP_DP_DIV:
        c->fp64 += lanes;
        break;
    case OP_INT_ADD:
    case OP_INT_MAX:
    case OP_INT_MUL:
    case OP_INT_MAD:
    case OP_INT_DIV:
        c->integer += lanes;
        break;
    case OP_ALU:
    case OP_SFU:
        count_by_operands(c, (enum inst_operands)step->inst->operands, lanes);
        break;
    case OP_LOAD:
    case OP_STORE:
    case OP_LOAD_SHARED:
    case OP_STORE_SHARED:
    case OP_ATOMIC_SHARED:
    case OP_ATOMIC:
    case OP_REDUCE:
        c->ldst += lanes;
        break;
    case OP_TRACE_RAY:
        c->trace_steps += steps_of(step);
        break;
    default:
        break;
    }
}

static void step(void *self, void *kept, const struct warp_step *step)
{
    (void)self;
    count_step(kept, step);
}

static void add_atomic(uint64_t *sum, uint64_t n)
{
    __atomic_fetch_add(sum, n, __ATOMIC_RELAXED);
}

static void end(void *self, void *kept)
{
    struct roofline_profile *into = self;
    const struct roofline_profile *from = kept;
    add_atomic(&into->fma32, from->fma32);
    add_atomic(&into->fma64, from->fma64);
    add_atomic(&into->fp32, from->fp32);
    add_atomic(&into->fp64, from->fp64);
    add_atomic(&into->integer, from->integer);
    add_atomic(&into->ldst, from->ldst);
    add_atomic(&into->inst, from->inst);
    add_atomic(&into->trace_steps, from->trace_steps);
}

enum st_code profiler_kernel(struct kernel **out, struct kernel *inner,
                             struct roofline_profile *into, struct status *st)
{
    if (inner->machine_code)
        return status_fail(st, ST_USAGE,
                           "the roofline model does not know machine code; the cycle model does");
    static const struct observer counting = {
        .kept_B = sizeof(struct roofline_profile), .step = step, .end = end};
    return observe_kernel(out, inner, &counting, into, st);
}
