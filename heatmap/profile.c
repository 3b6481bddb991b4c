/* The image plane is cut into bands of neighbouring CTAs, each run by a kernel of its own. A pixel
 * belongs to one CTA, so bands never write the same cost, and sums are of integers: the result does
 * not depend on which thread runs which band. */
#include "heatmap/heatmap.h"

#include "common/memory.h"
#include "common/progress.h"

#include <time.h>

enum { CTAS_PER_BAND = 64 };

struct profile {
    const struct launch *launch;
    const struct traversal_options *traversal;
    enum heat_timer timer;
    uint32_t width, height, per_row; /* CTAs a row */
    uint64_t n_ctas;
    uint64_t *cost;
    struct progress *progress;
};

static enum st_code run_work(const struct profile *p, const uint32_t *ctas, uint32_t n,
                             struct functional_counts *counts, struct status *st)
{
    struct kernel_settings settings = {
        .work = p->cost, .ctas = ctas, .n_ctas = n, .traversal = *p->traversal};
    struct kernel *kernel;
    TRY(launch_kernel(p->launch, &settings, &kernel, st));
    enum st_code code = kernel_run(kernel, st);
    if (code == ST_OK)
        launch_kernel_counts(kernel, counts);
    kernel->ops->free(kernel);
    return code;
}

/* Processor time of this thread, so that another thread's turn is not counted; nanoseconds. */
static uint64_t now_ns(void)
{
    struct timespec t;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return (uint64_t)t.tv_sec * 1000000000u + (uint64_t)t.tv_nsec;
}

static enum st_code time_warp(struct kernel *kernel, uint32_t cta, uint64_t *ns, struct status *st)
{
    struct warp *warp;
    struct warp_step step;
    TRY(kernel->ops->start(kernel, cta, &warp, st));
    enum st_code code = ST_OK;
    uint64_t from = now_ns();
    while (code == ST_OK && warp->next)
        code = warp->ops->step(warp, &step, st);
    *ns = now_ns() - from;
    warp->ops->end(warp);
    return code;
}

/* Lane by lane, so that each pixel runs alone: one kernel per lane serves the whole band. */
static enum st_code run_clock(const struct profile *p, const uint32_t *ctas, uint32_t n,
                              struct functional_counts *counts, struct status *st)
{
    for (uint32_t lane = 0; lane < WARP_LANES && lane < p->width; lane++) {
        struct kernel_settings settings = {
            .ctas = ctas, .n_ctas = n, .lanes = 1u << lane, .traversal = *p->traversal};
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

static enum st_code run_band(const struct profile *p, uint64_t band,
                             struct functional_counts *counts, struct status *st)
{
    uint32_t ctas[CTAS_PER_BAND], n = 0;
    uint64_t pixels = 0;
    for (uint64_t cta = band * CTAS_PER_BAND; n < CTAS_PER_BAND && cta < p->n_ctas; cta++) {
        uint32_t x = (uint32_t)(cta % p->per_row) * WARP_LANES;
        pixels += p->width - x < WARP_LANES ? p->width - x : WARP_LANES;
        ctas[n++] = (uint32_t)cta;
    }
    TRY(p->timer == TIMER_CLOCK ? run_clock(p, ctas, n, counts, st)
                                : run_work(p, ctas, n, counts, st));
    progress_add(p->progress, pixels);
    return ST_OK;
}

/* The failure of the first band that fails is the one reported: bands before it always run. */
static enum st_code run_bands(const struct profile *p, struct functional_counts *total,
                              struct status *st)
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

enum st_code heatmap_profile(struct heatmap *out, const struct launch *launch,
                             const struct traversal_options *traversal, enum heat_timer timer,
                             bool quiet, struct functional_counts *counts, struct status *st)
{
    const struct frame *frame = launch_frame(launch);
    uint64_t pixels = (uint64_t)frame->width * frame->height;
    uint32_t per_row = (frame->width - 1) / WARP_LANES + 1;
    struct functional_counts total = {0};
    *out = (struct heatmap){0};
    struct profile p = {
        .launch = launch,
        .traversal = traversal,
        .timer = timer,
        .width = frame->width,
        .height = frame->height,
        .per_row = per_row,
        .n_ctas = (uint64_t)per_row * frame->height,
        .cost = mem_calloc(pixels, sizeof *p.cost),
    };
    if (!p.cost)
        return status_no_memory(st, "profile of the pixels");
    p.progress = progress_start("heatmap", "pixel", pixels, quiet);
    enum st_code code = run_bands(&p, &total, st);
    progress_end(p.progress);
    if (code == ST_OK)
        code = heatmap_from_costs(out, p.width, p.height, p.cost, st);
    if (code == ST_OK && counts)
        *counts = total;
    mem_free(p.cost);
    return code;
}
