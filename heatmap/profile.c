/* Profiles a frame. The CTAs of the image plane, or of a sample of it, are cut into bands of
 * neighbours, and each band is run by a kernel of its own. Sums are of integers: the result does
 * not depend on which thread runs which band. */
#include "heatmap/heatmap.h"

#include "common/memory.h"
#include "common/progress.h"

#include <time.h>

enum { CTAS_PER_BAND = 64 };

struct profile {
    const struct launch *launch;
    const struct profile_options *how;
    uint32_t width, height, per_row; /* of the frame in pixels; CTAs per row */
    uint64_t n_ctas;
    const uint32_t *ctas;             /* CTAs to run; NULL: all of the frame's */
    struct functional_counts *of_cta; /* counts of each CTA; NULL: not needed */
    uint64_t *cost;
    _Atomic bool given_up; /* whether the profile was aborted */
    struct progress *progress;
};

/* Computes the counts since `before`; the most nodes of a ray is the maximum so far. */
static void count_since(const struct kernel *kernel, const struct functional_counts *before,
                        struct functional_counts *out)
{
    launch_kernel_counts(kernel, out);
    out->warp_instructions -= before->warp_instructions;
    out->thread_instructions -= before->thread_instructions;
    out->rays -= before->rays;
    out->node_visits -= before->node_visits;
    out->records -= before->records;
}

static enum st_code run_each(struct kernel *kernel, struct functional_counts *of_cta,
                             struct status *st)
{
    for (uint32_t i = 0; i < kernel->n_ctas; i++) {
        struct functional_counts before;
        launch_kernel_counts(kernel, &before);
        TRY(kernel_run_cta(kernel, i, st));
        count_since(kernel, &before, &of_cta[i]);
    }
    return ST_OK;
}

/* Runs CTAs and takes the work of each pixel. `first` is the index of ctas[0] among those to run.
 */
static enum st_code run_work(const struct profile *p, uint64_t first, const uint32_t *ctas,
                             uint32_t n, struct functional_counts *counts, struct status *st)
{
    struct kernel_settings settings = {
        .work = p->cost, .ctas = ctas, .n_ctas = n, .traversal = p->how->traversal};
    struct kernel *kernel;
    TRY(launch_kernel(p->launch, &settings, &kernel, st));
    enum st_code code =
        p->of_cta ? run_each(kernel, p->of_cta + first, st) : kernel_run(kernel, st);
    if (code == ST_OK)
        launch_kernel_counts(kernel, counts);
    kernel->ops->free(kernel);
    return code;
}

/* Returns the processor time of this thread alone, in nanoseconds. */
static uint64_t now_ns(void)
{
    struct timespec t;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return (uint64_t)t.tv_sec * 1000000000u + (uint64_t)t.tv_nsec;
}

static enum st_code time_warp(struct kernel *kernel, uint32_t cta, uint64_t *ns, struct status *st)
{
    struct warp *warp;
    TRY(kernel->ops->start(kernel, cta, &warp, st));
    uint64_t from = now_ns();
    enum st_code code = warp_run(warp, st);
    *ns = now_ns() - from;
    warp->ops->end(warp);
    return code;
}

/* Runs CTAs lane by lane, so each pixel runs alone, and measures the time of each. One kernel per
 * lane serves the whole band. */
static enum st_code run_clock(const struct profile *p, const uint32_t *ctas, uint32_t n,
                              struct functional_counts *counts, struct status *st)
{
    for (uint32_t lane = 0; lane < WARP_LANES && lane < p->width; lane++) {
        struct kernel_settings settings = {
            .ctas = ctas, .n_ctas = n, .lanes = 1u << lane, .traversal = p->how->traversal};
        struct kernel *kernel;
        struct functional_counts of_lane = {0};
        TRY(launch_kernel(p->launch, &settings, &kernel, st));
        enum st_code code = ST_OK;
        for (uint32_t i = 0; code == ST_OK && i < n; i++) {
            uint32_t x = ctas[i] % p->per_row * WARP_LANES + lane, y = ctas[i] / p->per_row;
            if (x < p->width)
                code = time_warp(kernel, i, &p->cost[(uint64_t)y * p->width + x], st);
        }
        launch_kernel_counts(kernel, &of_lane);
        kernel->ops->free(kernel);
        if (code != ST_OK)
            return code;
        functional_counts_add(counts, &of_lane);
    }
    return ST_OK;
}

/* Pixels that a CTA is counted as, for the progress. */
static uint64_t pixels_of(const struct profile *p, uint32_t cta)
{
    uint32_t x = cta % p->per_row * WARP_LANES;
    if (!launch_is_plane(p->launch))
        return (uint64_t)p->width * p->height / p->n_ctas;
    return p->width - x < WARP_LANES ? p->width - x : WARP_LANES;
}

static enum st_code run_band(const struct profile *p, uint64_t band,
                             struct functional_counts *counts, struct status *st)
{
    uint32_t ctas[CTAS_PER_BAND], n = 0;
    uint64_t pixels = 0;
    for (uint64_t cta = band * CTAS_PER_BAND; n < CTAS_PER_BAND && cta < p->n_ctas; cta++) {
        ctas[n++] = p->ctas ? p->ctas[cta] : (uint32_t)cta;
        pixels += pixels_of(p, ctas[n - 1]);
    }
    TRY(p->how->timer == TIMER_CLOCK ? run_clock(p, ctas, n, counts, st)
                                     : run_work(p, band * CTAS_PER_BAND, ctas, n, counts, st));
    progress_add(p->progress, pixels);
    return ST_OK;
}

static bool is_told_to_stop(const struct profile *p)
{
    return p->how->stop && atomic_load_explicit(p->how->stop, memory_order_relaxed);
}

/* Runs all bands. It reports the failure of the first band that fails, since the bands before it
 * have always run. */
static enum st_code run_bands(struct profile *p, struct functional_counts *total, struct status *st)
{
    uint64_t n_bands = (p->n_ctas + CTAS_PER_BAND - 1) / CTAS_PER_BAND, failed = n_bands;
    struct status why = {0};
#pragma omp parallel for schedule(dynamic, 1)
    for (uint64_t band = 0; band < n_bands; band++) {
        uint64_t limit;
#pragma omp atomic read
        limit = failed;
        if (band > limit)
            continue;
        if (is_told_to_stop(p)) {
            atomic_store_explicit(&p->given_up, true, memory_order_relaxed);
            continue;
        }
        struct functional_counts counts = {0};
        struct status band_st = {0};
        enum st_code code = run_band(p, band, &counts, &band_st);
#pragma omp critical(heatmap_profile_band)
        {
            if (code == ST_OK) {
                functional_counts_add(total, &counts);
            } else if (band < failed) {
#pragma omp atomic write
                failed = band;
                why = band_st;
            }
        }
    }
    if (failed < n_bands) {
        *st = why;
        return why.code;
    }
    return ST_OK;
}

/* Prepares the profile of all CTAs of the frame, without memory for costs. */
static enum st_code profile_create(struct profile *out, const struct launch *launch,
                                   const struct profile_options *how, struct status *st)
{
    const struct frame *frame = launch_frame(launch);
    uint32_t per_row = (frame->width - 1) / WARP_LANES + 1;
    if (how->timer == TIMER_CLOCK && !launch_is_plane(launch))
        return status_fail(st, ST_USAGE,
                           "--timer clock of a pipeline with compute shaders or several "
                           "dispatches; expected work");
    *out = (struct profile){
        .launch = launch,
        .how = how,
        .width = frame->width,
        .height = frame->height,
        .per_row = per_row,
        .n_ctas = launch_shape(launch).n_ctas,
        .cost = mem_calloc((uint64_t)frame->width * frame->height, sizeof *out->cost),
    };
    return out->cost ? ST_OK : status_no_memory(st, "profile of the pixels");
}

static enum st_code run_profile(struct profile *p, uint64_t pixels, struct functional_counts *total,
                                struct status *st)
{
    p->progress = progress_start("heatmap", "pixel", pixels, p->how->quiet);
    enum st_code code = run_bands(p, total, st);
    progress_end(p->progress);
    return code;
}

enum st_code heatmap_profile(struct heatmap *out, const struct launch *launch,
                             const struct profile_options *how, struct functional_counts *counts,
                             struct status *st)
{
    struct functional_counts total = {0};
    struct profile p;
    *out = (struct heatmap){0};
    TRY(profile_create(&p, launch, how, st));
    enum st_code code = run_profile(&p, (uint64_t)p.width * p.height, &total, st);
    if (code == ST_OK && !p.given_up)
        code = heatmap_from_costs(out, p.width, p.height, p.cost, st);
    if (code == ST_OK && counts)
        *counts = total;
    mem_free(p.cost);
    return code;
}

static enum st_code profile_sample(struct heatmap *out, struct profile *p, const struct sample *s,
                                   struct functional_counts *counts, struct sample_error *error,
                                   struct status *st)
{
    struct functional_counts of_sample = {0};
    TRY(mem_make(&p->of_cta, s->n, sizeof *p->of_cta, "profile of the pixels", st));
    p->ctas = s->ctas;
    p->n_ctas = s->n;
    TRY(run_profile(p, sample_pixels(s), &of_sample, st));
    if (p->given_up)
        return ST_OK;
    sample_interpolate(s, p->cost);
    TRY(heatmap_from_costs(out, p->width, p->height, p->cost, st));
    sample_estimate(s, p->of_cta, counts, error);
    return ST_OK;
}

enum st_code heatmap_profile_sample(struct heatmap *out, const struct launch *launch,
                                    const struct profile_options *how, const struct sample *sample,
                                    struct functional_counts *counts, struct sample_error *error,
                                    struct status *st)
{
    struct profile p;
    *out = (struct heatmap){0};
    TRY(profile_create(&p, launch, how, st));
    enum st_code code = profile_sample(out, &p, sample, counts, error, st);
    MEM_FREE(p.of_cta, p.cost);
    return code;
}
