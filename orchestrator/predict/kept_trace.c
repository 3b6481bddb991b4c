#include "orchestrator/predict/kept_trace.h"

#include "common/grow.h"
#include "orchestrator/predict/traversal.h"

static bool same(const struct traversal_options *a, const struct traversal_options *b)
{
    return a->closest == b->closest && a->order == b->order &&
           a->stack_entries == b->stack_entries && a->fresh_traces == b->fresh_traces &&
           a->one_leaf_record == b->one_leaf_record;
}

static enum st_code make(struct kept_trace *out, const struct session *session,
                         const struct kernel_trace_options *options, struct status *st)
{
    const struct kernel_settings settings = {.traversal = out->traversal};
    struct kernel *kernel;
    TRY(launch_kernel(session->launch, &settings, &kernel, st));
    enum st_code code = kernel_trace_create(&out->trace, kernel, options, st);
    launch_kernel_counts(kernel, &out->counts);
    kernel->ops->free(kernel);
    return code;
}

enum st_code kept_trace_find(struct kept_traces *kept, const struct session *session,
                             const struct gpu_config *gpu,
                             const struct kernel_trace_options *options, struct kept_trace **out,
                             struct status *st)
{
    struct kept_trace new = {.traversal = traversal_of(gpu)};
    for (uint32_t i = 0; i < kept->n; i++)
        if (same(&kept->of[i].traversal, &new.traversal)) {
            *out = &kept->of[i];
            return ST_OK;
        }
    if (!grow(&kept->of, kept->n, &kept->room, sizeof *kept->of))
        return status_no_memory(st, "traces");
    TRY(make(&new, session, options, st));
    kept->of[kept->n] = new;
    *out = &kept->of[kept->n++];
    return ST_OK;
}

void kept_traces_free(struct kept_traces *kept)
{
    for (uint32_t i = 0; i < kept->n; i++) {
        for (int m = 0; m < TIMING_MODELS; m++)
            if (models[m].forget)
                models[m].forget(kept->of[i].kept[m]);
        kernel_trace_free(kept->of[i].trace);
    }
    mem_free(kept->of);
    *kept = (struct kept_traces){0};
}
