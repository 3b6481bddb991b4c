/* The cost of rays through the synthetic scene, measured on a sample of them: work by functional
 * execution, time by the approximate model. */
#include "orchestrator/predict/synthetic.h"

#include "common/memory.h"
#include "orchestrator/predict/traversal.h"
#include "partition/downscale.h"
#include "sim/approximate/approximate_gpu.h"
#include "sim/shaders/synthetic.h"
#include "sim/timing/sm.h"

#include <limits.h>
#include <string.h>

/* Cells that a full and a brief ray may cross. About every second full ray hits something within
 * this length; a longer ray could cost far more than the mean. Brief rays stay near their origin.
 */
static const float full_length = 4.0f, brief_length = 0.1f;

enum { PROBE_SIDE = 64, TIMED_RAYS = 8 };
_Static_assert(PROBE_SIDE *PROBE_SIDE == SYNTHETIC_PROBES, "a ray a pixel");

struct synthetic_plan *synthetic_plan_create(const struct synthetic_lab *lab, uint64_t pixels,
                                             struct launch_storage *storage)
{
    uint64_t bytes = sizeof(struct synthetic_plan) + pixels * sizeof(uint32_t);
    struct synthetic_plan *plan = mem_calloc(bytes, 1);
    if (!plan)
        return NULL;
    plan->full = (struct synthetic_rays){UINT_MAX, (int)lab->full_dearest, full_length};
    plan->brief = (struct synthetic_rays){UINT_MAX, (int)lab->brief_dearest, brief_length};
    plan->coherence = (float)lab->coherence;
    memcpy(plan->size, lab->size, sizeof plan->size);
    *storage = (struct launch_storage){(const uint8_t *)plan, bytes};
    return plan;
}

uint32_t *synthetic_plan_work(struct synthetic_plan *plan)
{
    return (uint32_t *)(plan + 1);
}

void synthetic_frame(struct frame *frame)
{
    frame->samples = frame->max_depth = frame->rays_per_hit = 1;
    frame->shader = SHADER_SYNTHETIC;
}

static enum st_code open_launch(struct launch **out, const struct synthetic_lab *lab,
                                uint32_t width, uint32_t height,
                                const struct launch_storage *storage, struct status *st)
{
    struct frame frame = {.width = width, .height = height, .seed = lab->seed};
    synthetic_frame(&frame);
    TRY(launch_create(out, lab->image, &frame, st));
    launch_set_storage(*out, storage);
    return ST_OK;
}

/* ---- work ---- */

/* Measures the work of every pixel where each traces `full` full rays and `brief` brief ones. */
static enum st_code probe(const struct synthetic_lab *lab, const struct launch *launch,
                          struct synthetic_plan *plan, uint32_t full, uint32_t brief,
                          uint64_t work[SYNTHETIC_PROBES], struct status *st)
{
    struct kernel_settings settings = {.work = work, .traversal = traversal_of(lab->gpu)};
    struct kernel *kernel;
    plan->full.most = full;
    plan->brief.most = brief;
    memset(work, 0, SYNTHETIC_PROBES * sizeof *work);
    TRY(launch_kernel(launch, &settings, &kernel, st));
    enum st_code code = kernel_run(kernel, st);
    kernel->ops->free(kernel);
    return code;
}

static uint32_t dearest(const uint64_t *work, const uint64_t *idle, double *mean)
{
    uint64_t most = 0;
    *mean = 0;
    for (uint32_t i = 0; i < SYNTHETIC_PROBES; i++) {
        uint64_t ray = work[i] - idle[i];
        most = ray > most ? ray : most;
        *mean += (double)ray / SYNTHETIC_PROBES;
    }
    return (uint32_t)most;
}

static enum st_code probe_all(struct synthetic_lab *lab, const struct launch *launch,
                              struct synthetic_plan *plan, uint64_t *work, struct status *st)
{
    uint64_t *idle = work, *rays = work + SYNTHETIC_PROBES;
    double brief_mean;
    plan->full.least = plan->brief.least = INT_MIN; /* rays are traced even though there is no work
                                                       left to do */
    plan->coherence = 0; /* otherwise all pixels probe the same place; cost is the same on average
                          */
    TRY(probe(lab, launch, plan, 0, 0, idle, st));
    TRY(probe(lab, launch, plan, 1, 0, rays, st));
    lab->full_dearest = dearest(rays, idle, &lab->full_mean);
    TRY(probe(lab, launch, plan, 0, 1, rays, st));
    lab->brief_dearest = dearest(rays, idle, &brief_mean);
    return ST_OK;
}

enum st_code synthetic_probe(struct synthetic_lab *lab, struct status *st)
{
    struct launch_storage storage;
    struct launch *launch;
    MEM_AUTO uint64_t *work = NULL;
    TRY(mem_make(&work, 2 * SYNTHETIC_PROBES, sizeof *work, "synthetic work", st));
    MEM_AUTO struct synthetic_plan *plan = synthetic_plan_create(lab, SYNTHETIC_PROBES, &storage);
    if (!plan)
        return status_no_memory(st, "synthetic work");
    TRY(open_launch(&launch, lab, PROBE_SIDE, PROBE_SIDE, &storage, st));
    enum st_code code = probe_all(lab, launch, plan, work, st);
    launch_free(launch);
    return code;
}

/* ---- time ---- */

static enum st_code run_full(const struct launch *launch, const struct gpu_config *gpu, double *out,
                             struct status *st)
{
    struct kernel_settings settings = {.traversal = traversal_of(gpu)};
    struct gpu_counters counters;
    struct kernel *kernel;
    TRY(launch_kernel(launch, &settings, &kernel, st));
    enum st_code code = approximate_gpu_simulate(gpu, kernel, NULL, &counters, st);
    if (code == ST_OK)
        *out = (double)counters.sm.resident_warp_cycles / kernel->n_ctas / TIMED_RAYS;
    kernel->ops->free(kernel);
    return code;
}

enum st_code synthetic_ray_cycles(const struct synthetic_lab *lab, double *out, struct status *st)
{
    struct gpu_config small = *lab->gpu;
    struct downscale downscale;
    TRY(downscale_choose(&downscale, small.machine.sms, small.machine.memory_partitions, 0, st));
    gpu_config_downscale(&small, downscale.factor);
    uint32_t warps = small.machine.sms * sm_occupancy(&small, 0);
    uint64_t pixels = (uint64_t)warps * WARP_LANES;
    struct launch_storage storage;
    struct launch *launch = NULL;
    MEM_AUTO struct synthetic_plan *plan = synthetic_plan_create(lab, pixels, &storage);
    if (!plan)
        return status_no_memory(st, "synthetic work");
    plan->full.most = TIMED_RAYS;
    plan->full.least = INT_MIN;
    plan->brief.most = 0;
    enum st_code code = open_launch(&launch, lab, WARP_LANES, warps, &storage, st);
    if (code == ST_OK)
        code = run_full(launch, &small, out, st);
    launch_free(launch);
    return code;
}
