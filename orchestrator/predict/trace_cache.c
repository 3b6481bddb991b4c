#include "orchestrator/predict/trace_cache.h"

#include "common/grow.h"
#include "orchestrator/predict/traversal.h"

#include <string.h>

/* Bytes of kept traces above which all are dropped before another is made. */
#define MOST_BYTES (UINT64_C(1) << 30)

static bool same(const struct traversal_options *a, const struct traversal_options *b)
{
    return a->closest == b->closest && a->order == b->order &&
           a->stack_entries == b->stack_entries && a->fresh_traces == b->fresh_traces &&
           a->one_leaf_record == b->one_leaf_record && a->restart == b->restart &&
           a->micromap_level == b->micromap_level && a->overlap == b->overlap &&
           a->nodes == b->nodes && a->interleaved == b->interleaved;
}

static enum st_code make(struct cached_trace *out, const struct session *session,
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

/* Hashes the frame. Apart from the hashed members, the work of its warps depends only on the order
 * in which rays walk. */
static enum st_code hash_frame(const struct session *session, char out[HASH_TEXT],
                               struct status *st)
{
    const struct frame *f = &session->frame;
    const uint64_t numbers[] = {f->width,     f->height, f->samples,
                                f->max_depth, f->shader, f->rays_per_hit,
                                f->seed,      f->number, f->shaders != NULL};
    struct hash *h;
    TRY(hash_start(&h, st));
    hash_add(h, session->world->scene->hash, HASH_TEXT);
    hash_add(h, launch_shader_hash(session->launch), HASH_TEXT);
    hash_add(h, numbers, sizeof numbers);
    hash_add(h, &f->camera, sizeof f->camera); /* floats only */
    hash_finish(h, out);
    return ST_OK;
}

enum st_code trace_cache_for(struct trace_cache *kept, const struct session *session,
                             struct status *st)
{
    char frame[HASH_TEXT];
    TRY(hash_frame(session, frame, st));
    if (strcmp(frame, kept->frame) != 0)
        trace_cache_free(kept);
    memcpy(kept->frame, frame, sizeof frame);
    return ST_OK;
}

static void forget(struct trace_cache *kept)
{
    for (uint32_t i = 0; i < kept->n; i++) {
        for (int m = 0; m < TIMING_MODELS; m++)
            if (models[m].forget)
                models[m].forget(kept->of[i].kept[m]);
        kernel_trace_free(kept->of[i].trace);
    }
    kept->n = 0;
}

static uint64_t bytes_of(const struct trace_cache *kept)
{
    uint64_t bytes = 0;
    for (uint32_t i = 0; i < kept->n; i++)
        bytes += kernel_trace_bytes(kept->of[i].trace);
    return bytes;
}

enum st_code trace_cache_find(struct trace_cache *kept, const struct session *session,
                              const struct gpu_config *gpu,
                              const struct kernel_trace_options *options, struct cached_trace **out,
                              struct status *st)
{
    struct cached_trace new = {.traversal = traversal_of(gpu)};
    TRY(trace_cache_for(kept, session, st));
    for (uint32_t i = 0; i < kept->n; i++)
        if (same(&kept->of[i].traversal, &new.traversal)) {
            *out = &kept->of[i];
            return ST_OK;
        }
    if (bytes_of(kept) > MOST_BYTES)
        forget(kept);
    if (!grow(&kept->of, kept->n, &kept->room, sizeof *kept->of))
        return status_no_memory(st, "traces");
    TRY(make(&new, session, options, st));
    kept->of[kept->n] = new;
    *out = &kept->of[kept->n++];
    return ST_OK;
}

void trace_cache_free(struct trace_cache *kept)
{
    forget(kept);
    mem_free(kept->of);
    *kept = (struct trace_cache){0};
}
