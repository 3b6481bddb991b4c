#include "sim/trace/replay.h"

#include "common/memory.h"

#include <string.h>

struct replay {
    struct kernel base;
    const struct kernel_trace *trace;
};

struct replayed_warp {
    struct warp base;
    struct kernel_trace_reader next; /* position behind the instruction that is stepped next */
    struct kernel_trace_step step;   /* the instruction that is stepped next */
    struct step_log_kept kept;       /* rays of the last trace_ray */
};

static void look_ahead(struct replayed_warp *w)
{
    bool any = kernel_trace_next(&w->next, &w->step);
    w->base.next = any ? w->step.inst : NULL;
    w->base.active = any ? w->step.active : 0;
}

static void drop_records(struct warp *base)
{
    step_log_kept_release(&((struct replayed_warp *)base)->kept);
}

static enum st_code step(struct warp *base, struct warp_step *step, struct status *st)
{
    struct replayed_warp *w = (struct replayed_warp *)base;
    step->inst = w->step.inst;
    step->active = w->step.active;
    step->executed = w->step.executed;
    step->rays = NULL;
    if (step->inst->op == OP_TRACE_RAY) {
        TRY(kernel_trace_keep_rays(&w->next, &w->kept, st));
        step->rays = w->kept.rays;
    } else {
        kernel_trace_addresses(&w->next, step->addr);
    }
    look_ahead(w);
    return ST_OK;
}

static void end(struct warp *base)
{
    drop_records(base);
    mem_free(base);
}

static enum st_code create_warp(struct warp **out, const struct kernel_trace *t, uint32_t warp,
                                struct status *st)
{
    static const struct warp_ops ops = {.step = step, .drop_records = drop_records, .end = end};
    struct replayed_warp *w;
    TRY(mem_make(&w, 1, sizeof *w, "warp", st));
    w->base.ops = &ops;
    kernel_trace_start(&w->next, t, warp);
    look_ahead(w);
    *out = &w->base;
    return ST_OK;
}

static enum st_code start(struct kernel *k, uint32_t cta, struct warp **out, struct status *st)
{
    const struct kernel_trace *t = ((struct replay *)k)->trace;
    uint32_t n = kernel_cta_warps(k);
    for (uint32_t i = 0; i < n; i++) {
        enum st_code code = create_warp(&out[i], t, cta * n + i, st);
        if (code != ST_OK) {
            while (i > 0)
                end(out[--i]);
            return code;
        }
    }
    return ST_OK;
}

static void release(struct kernel *k)
{
    mem_free(k);
}

enum st_code replay_kernel(struct kernel **out, const struct kernel_trace *t, struct status *st)
{
    static const struct kernel_ops ops = {start, release};
    struct replay *k;
    TRY(mem_make(&k, 1, sizeof *k, "a trace", st));
    k->base = t->shape;
    k->base.ops = &ops;
    k->base.fixed = "a recorded trace";
    k->trace = t;
    *out = &k->base;
    return ST_OK;
}
