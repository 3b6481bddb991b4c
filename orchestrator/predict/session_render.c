/* Renders the whole frame without timing: all threads run slices of CTAs, each slice its own
 * kernel, dispatch by dispatch. Slices of a dispatch write disjoint pixels, so the picture does not
 * depend on the number of threads. */
#include "orchestrator/predict/session.h"

#include "common/memory.h"
#include "common/progress.h"
#include "orchestrator/predict/traversal.h"

#include <math.h>

enum { SLICE_CTAS = 64 };

struct slice {
    enum st_code code;
    struct status st;
    struct functional_counts counts;
};

static enum st_code run_slice(const struct session *s, const struct traversal_options *traversal,
                              const uint32_t *ctas, uint32_t n, float *radiance,
                              const struct render_counts *counts, struct slice *slice)
{
    struct kernel_settings settings = {.picture = radiance,
                                       .pixels = counts->pixels,
                                       .groups = counts->groups,
                                       .ctas = ctas,
                                       .n_ctas = n,
                                       .traversal = *traversal};
    struct kernel *kernel;
    TRY(launch_kernel(s->launch, &settings, &kernel, &slice->st));
    enum st_code code = kernel_run(kernel, &slice->st);
    launch_kernel_counts(kernel, &slice->counts);
    kernel->ops->free(kernel);
    return code;
}

static enum st_code run_slices(const struct session *s, const struct traversal_options *traversal,
                               bool quiet, const uint32_t *ctas, uint32_t n_ctas, float *radiance,
                               const struct render_counts *counts, struct slice *slices,
                               struct status *st)
{
    long n_slices = ((long)n_ctas + SLICE_CTAS - 1) / SLICE_CTAS;
    struct progress *progress = progress_start("render", "warp", n_ctas, quiet);
#pragma omp parallel for schedule(dynamic, 1)
    for (long i = 0; i < n_slices; i++) {
        uint32_t first = (uint32_t)i * SLICE_CTAS;
        uint32_t n = n_ctas - first < SLICE_CTAS ? n_ctas - first : SLICE_CTAS;
        slices[i].code = run_slice(s, traversal, ctas + first, n, radiance, counts, &slices[i]);
        progress_add(progress, n);
    }
    progress_end(progress);
    for (long i = 0; i < n_slices; i++) {
        if (slices[i].code != ST_OK) {
            *st = slices[i].st;
            return slices[i].code;
        }
        if (counts->totals)
            functional_counts_add(counts->totals, &slices[i].counts);
    }
    return ST_OK;
}

/* Converts a colour to 8 bits, rounded, with NaN as black. Colours are stored ready for display. */
static uint8_t to_byte(float value)
{
    if (!(value > 0))
        return 0;
    return value >= 1 ? 255 : (uint8_t)(value * 255.0f + 0.5f);
}

static enum st_code to_picture(const struct session *s, const float *radiance,
                               struct image *picture, struct status *st)
{
    TRY(image_create(picture, s->frame.width, s->frame.height, st));
    for (uint64_t i = 0; i < session_pixels(s); i++) {
        for (int c = 0; c < 3; c++)
            picture->rgba[4 * i + (uint64_t)c] = to_byte(radiance[3 * i + (uint64_t)c]);
        picture->rgba[4 * i + 3] = 255;
    }
    return ST_OK;
}

enum st_code session_render(const struct session *s, const struct gpu_config *gpu, bool quiet,
                            struct image *picture, const struct render_counts *counts,
                            struct status *st)
{
    struct traversal_options traversal = traversal_of(gpu);
    const struct kernel shape = launch_shape(s->launch);
    uint32_t n_ctas = shape.n_ctas;
    MEM_AUTO float *radiance = NULL;
    MEM_AUTO uint32_t *ctas = NULL;
    MEM_AUTO struct slice *slices = NULL;
    TRY(mem_make(&radiance, session_pixels(s), 3 * sizeof *radiance, "render", st));
    TRY(mem_make(&ctas, n_ctas, sizeof *ctas, "render", st));
    TRY(mem_make(&slices, n_ctas / SLICE_CTAS + 1, sizeof *slices, "render", st));
    for (uint32_t i = 0; i < n_ctas; i++)
        ctas[i] = i;
    if (counts->totals)
        *counts->totals = (struct functional_counts){0};
    for (uint32_t i = 0; i == 0 || i < shape.n_dispatches; i++) {
        uint32_t first = i ? shape.dispatch_ends[i - 1] : 0;
        uint32_t end = shape.n_dispatches ? shape.dispatch_ends[i] : n_ctas;
        TRY(run_slices(s, &traversal, quiet, ctas + first, end - first, radiance, counts, slices,
                       st));
    }
    return to_picture(s, radiance, picture, st);
}
