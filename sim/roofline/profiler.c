#include "sim/roofline/profiler.h"

#include "common/memory.h"

struct profiler {
    struct kernel base;
    struct kernel *inner;
    struct roofline_profile *into;
};

struct profiled_warp {
    struct warp base;
    struct warp *inner;
    struct profiler *profiler;
    struct roofline_profile count;
};

/* The steps of a trace: its warp leaves when the longest lane has ended. */
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

static void count(struct roofline_profile *c, const struct warp_step *step)
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
    case OP_SFU:
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

static enum st_code step(struct warp *w, struct warp_step *step, struct status *st)
{
    struct profiled_warp *p = (struct profiled_warp *)w;
    TRY(p->inner->ops->step(p->inner, step, st));
    p->base.next = p->inner->next;
    p->base.active = p->inner->active;
    count(&p->count, step);
    return ST_OK;
}

static void add(uint64_t *sum, uint64_t n)
{
    __atomic_fetch_add(sum, n, __ATOMIC_RELAXED);
}

static void end(struct warp *w)
{
    struct profiled_warp *p = (struct profiled_warp *)w;
    struct roofline_profile *into = p->profiler->into;
    add(&into->fma32, p->count.fma32);
    add(&into->fma64, p->count.fma64);
    add(&into->fp32, p->count.fp32);
    add(&into->fp64, p->count.fp64);
    add(&into->integer, p->count.integer);
    add(&into->ldst, p->count.ldst);
    add(&into->inst, p->count.inst);
    add(&into->trace_steps, p->count.trace_steps);
    p->inner->ops->end(p->inner);
    mem_free(p);
}

static void drop_records(struct warp *w)
{
    struct warp *inner = ((struct profiled_warp *)w)->inner;
    inner->ops->drop_records(inner);
}

static enum st_code wrap(struct profiler *profiler, struct warp *inner, struct warp **out,
                         struct status *st)
{
    static const struct warp_ops ops = {step, drop_records, end};
    struct profiled_warp *p;
    TRY(mem_make(&p, 1, sizeof *p, "warp", st));
    p->base = (struct warp){&ops, inner->next, inner->active, inner->resident};
    p->inner = inner;
    p->profiler = profiler;
    *out = &p->base;
    return ST_OK;
}

static enum st_code start(struct kernel *k, uint32_t cta, struct warp **out, struct status *st)
{
    struct profiler *profiler = (struct profiler *)k;
    struct warp *inner[KERNEL_CTA_WARPS];
    uint32_t n = kernel_cta_warps(k), wrapped = 0;
    TRY(profiler->inner->ops->start(profiler->inner, cta, inner, st));
    enum st_code code = ST_OK;
    while (wrapped < n && (code = wrap(profiler, inner[wrapped], &out[wrapped], st)) == ST_OK)
        wrapped++;
    for (uint32_t i = 0; code != ST_OK && i < n; i++) {
        if (i < wrapped)
            mem_free(out[i]);
        inner[i]->ops->end(inner[i]);
    }
    return code;
}

static void release(struct kernel *k)
{
    mem_free(k);
}

enum st_code profiler_kernel(struct kernel **out, struct kernel *inner,
                             struct roofline_profile *into, struct status *st)
{
    static const struct kernel_ops ops = {start, release};
    struct profiler *profiler;
    TRY(mem_make(&profiler, 1, sizeof *profiler, "profiler", st));
    profiler->base = *inner;
    profiler->base.ops = &ops;
    profiler->inner = inner;
    profiler->into = into;
    *out = &profiler->base;
    return ST_OK;
}
