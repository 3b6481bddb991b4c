#include "sim/model/residency.h"

#include "common/memory.h"

struct residency_kernel {
    struct kernel base;
    struct kernel *inner;
    uint64_t *resident;
};

static enum st_code start(struct kernel *base, uint32_t cta, struct warp **out, struct status *st)
{
    const struct residency_kernel *k = (struct residency_kernel *)base;
    TRY(k->inner->ops->start(k->inner, cta, out, st));
    for (uint32_t i = 0; i < kernel_cta_warps(base); i++)
        out[i]->resident = &k->resident[cta];
    return ST_OK;
}

static void release(struct kernel *k)
{
    mem_free(k);
}

enum st_code residency_kernel(struct kernel **out, struct kernel *inner, uint64_t *resident,
                              struct status *st)
{
    static const struct kernel_ops ops = {start, release};
    struct residency_kernel *k;
    TRY(mem_make(&k, 1, sizeof *k, "kernel", st));
    k->base = *inner;
    k->base.ops = &ops;
    k->inner = inner;
    k->resident = resident;
    *out = &k->base;
    return ST_OK;
}
