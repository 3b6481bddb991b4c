#include "sim/model/observe.h"

#include "common/memory.h"

#include <stdalign.h>

struct observed_kernel {
    struct kernel base;
    struct kernel *inner;
    const struct observer *by;
    void *self;
};

struct observed_warp {
    struct warp base;
    struct warp *inner;
    const struct observed_kernel *kernel;
    alignas(max_align_t) unsigned char kept[];
};

static enum st_code step(struct warp *base, struct warp_step *step, struct status *st)
{
    struct observed_warp *w = (struct observed_warp *)base;
    TRY(w->inner->ops->step(w->inner, step, st));
    w->base.next = w->inner->next;
    w->base.active = w->inner->active;
    w->kernel->by->step(w->kernel->self, w->kept, step);
    return ST_OK;
}

static void drop_records(struct warp *base)
{
    struct warp *inner = ((struct observed_warp *)base)->inner;
    inner->ops->drop_records(inner);
}

static void end(struct warp *base)
{
    struct observed_warp *w = (struct observed_warp *)base;
    w->kernel->by->end(w->kernel->self, w->kept);
    w->inner->ops->end(w->inner);
    mem_free(w);
}

static bool same_place(const struct warp *a, const struct warp *b)
{
    const struct warp *inner = ((const struct observed_warp *)a)->inner;
    return inner->ops->same_place(inner, ((const struct observed_warp *)b)->inner);
}

static enum st_code reorder(struct warp *const *warps, uint32_t n, struct reordering *out,
                            struct status *st)
{
    struct warp **inner;
    TRY(mem_make(&inner, n, sizeof(struct warp *), "warps to reorder", st));
    for (uint32_t i = 0; i < n; i++)
        inner[i] = ((struct observed_warp *)warps[i])->inner;
    enum st_code code = inner[0]->ops->reorder(inner, n, out, st);
    mem_free(inner);
    return code;
}

static enum st_code wrap(const struct observed_kernel *k, struct warp *inner, struct warp **out,
                         struct status *st)
{
    static const struct warp_ops ops = {step, drop_records, end, same_place, reorder};
    struct observed_warp *w;
    TRY(mem_make(&w, 1, sizeof *w + k->by->kept_B, "warp", st));
    w->base = (struct warp){&ops, inner->next, inner->active, inner->resident};
    w->inner = inner;
    w->kernel = k;
    *out = &w->base;
    return ST_OK;
}

static enum st_code start(struct kernel *base, uint32_t cta, struct warp **out, struct status *st)
{
    const struct observed_kernel *k = (struct observed_kernel *)base;
    struct warp *inner[KERNEL_CTA_WARPS];
    uint32_t n = kernel_cta_warps(base), wrapped = 0;
    TRY(k->inner->ops->start(k->inner, cta, inner, st));
    enum st_code code = ST_OK;
    while (wrapped < n && (code = wrap(k, inner[wrapped], &out[wrapped], st)) == ST_OK)
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

enum st_code observe_kernel(struct kernel **out, struct kernel *inner, const struct observer *by,
                            void *self, struct status *st)
{
    static const struct kernel_ops ops = {start, release};
    struct observed_kernel *k;
    TRY(mem_make(&k, 1, sizeof *k, "kernel", st));
    k->base = *inner;
    k->base.ops = &ops;
    k->inner = inner;
    k->by = by;
    k->self = self;
    *out = &k->base;
    return ST_OK;
}
