#include "orchestrator/predict/synthetic.h"

#include "common/memory.h"
#include "heatmap/heatmap.h"
#include "scenes/generate/synthetic_scene.h"
#include "sim/config/load/load.h"
#include "sim/timing/counters/metrics.h"

#include <math.h>

/* Bytes per cell of the acceleration structure: a cell is a tetrahedron, with four triangles and
 * the nodes above them. */
enum { BYTES_PER_CELL = 512 };

/* ---- the scene ---- */

/* Hashes the picture and the knobs into the scene's hash, so that it stands for all three. */
static enum st_code hash_source(struct scene *scene, const struct synthetic_facts *facts,
                                const struct image *picture, struct status *st)
{
    struct hash *h;
    const double knobs[] = {facts->rays, facts->coherence};
    const uint32_t sides[] = {picture->width, picture->height};
    TRY(hash_start(&h, st));
    hash_add(h, scene->hash, sizeof scene->hash);
    hash_add(h, knobs, sizeof knobs);
    hash_add(h, sides, sizeof sides);
    hash_add(h, picture->rgba, image_bytes(picture));
    hash_finish(h, scene->hash);
    return ST_OK;
}

static uint32_t cells_of(uint64_t footprint)
{
    uint64_t cells = footprint / BYTES_PER_CELL;
    return cells < SYNTHETIC_LEAST_CELLS  ? SYNTHETIC_LEAST_CELLS
           : cells > SYNTHETIC_MOST_CELLS ? SYNTHETIC_MOST_CELLS
                                          : (uint32_t)cells;
}

static enum st_code open_lab(struct synthetic_lab *lab, const struct scene *scene,
                             const struct device_image *image, struct synthetic_facts *facts,
                             struct status *st)
{
    uint32_t size[3];
    facts->triangles = scene_triangles(scene);
    facts->footprint = image->buffers[DEVICE_BLAS].size + image->buffers[DEVICE_TLAS].size;
    synthetic_scene_size((uint32_t)(facts->triangles / 4), size);
    for (int i = 0; i < 3; i++)
        lab->size[i] = (float)size[i];
    lab->image = image;
    TRY(synthetic_probe(lab, st));
    facts->ray_work = lab->full_mean;
    return ST_OK;
}

/* ---- rays ---- */

/* Converts the time of the hottest pixel to rays: the number that a thread of a fully occupied GPU
 * traces in that time. */
static enum st_code rays_of_time(struct synthetic_facts *facts, const struct synthetic_knobs *knobs,
                                 const struct synthetic_lab *lab, struct status *st)
{
    struct synthetic_lab timed = *lab;
    struct gpu_config gpu = *lab->gpu;
    if (knobs->gpu)
        TRY(gpu_config_load(&gpu, knobs->gpu, st));
    timed.gpu = &gpu;
    TRY(synthetic_ray_cycles(&timed, &facts->ray_cycles, st));
    facts->ms = knobs->ms;
    facts->rays = knobs->ms / metrics_frame_time_ms(&gpu, facts->ray_cycles);
    if (facts->rays < 1 || facts->rays > SYNTHETIC_MOST_RAYS)
        return status_fail(st, ST_USAGE,
                           "--hottest-pixel is %g ms, which is %g rays of %.0f cycles on %s; it "
                           "must be 1 to %d rays",
                           knobs->ms, facts->rays, facts->ray_cycles, gpu.name,
                           SYNTHETIC_MOST_RAYS);
    return ST_OK;
}

/* Gives each pixel work in proportion to its temperature; the hottest pixel gets the work of
 * facts->rays rays. */
static enum st_code share_work(const struct synthetic_facts *facts, const struct image *picture,
                               uint32_t *work, struct status *st)
{
    struct heatmap heat;
    TRY(heatmap_from_picture(&heat, picture, st));
    uint64_t pixels = (uint64_t)heat.width * heat.height;
    double hottest = 0;
    for (uint64_t i = 0; i < pixels; i++)
        hottest = fmax(hottest, (double)heat.temperature[i]);
    double scale = hottest > 0 ? facts->rays * facts->ray_work / hottest : 0;
    for (uint64_t i = 0; i < pixels; i++)
        work[i] = (uint32_t)(scale * (double)heat.temperature[i] + 0.5);
    heatmap_free(&heat);
    return ST_OK;
}

/* ---- making the work ---- */

static enum st_code fill_plan(struct synthetic *s, const struct synthetic_lab *lab,
                              const struct image *picture, struct status *st)
{
    s->plan = synthetic_plan_create(lab, (uint64_t)picture->width * picture->height, &s->storage);
    if (!s->plan)
        return status_no_memory(st, "synthetic work");
    return share_work(&s->facts, picture, synthetic_plan_work(s->plan), st);
}

static enum st_code create(struct synthetic *s, struct scene **scene, struct device_image **image,
                           const struct render_settings *render, const struct gpu_config *gpu,
                           const struct image *picture, struct status *st)
{
    struct synthetic_knobs knobs;
    if (render->shaders)
        return status_fail(
            st, ST_USAGE, "--shaders needs a SCENE; the work of a heatmap alone is its own shader");
    TRY(synthetic_knobs_read(&knobs, render, st));
    struct synthetic_facts *facts = &s->facts;
    s->plane = (struct image){.width = picture->width, .height = picture->height};
    *facts = (struct synthetic_facts){.is = true, .rays = knobs.rays, .coherence = knobs.coherence};
    struct synthetic_lab lab = {.gpu = gpu, .coherence = knobs.coherence, .seed = render->seed};
    TRY(synthetic_scene_create(scene, render->heatmap, cells_of(knobs.footprint), st));
    TRY(device_image_create(image, *scene, st));
    TRY(open_lab(&lab, *scene, *image, facts, st));
    if (knobs.ms > 0)
        TRY(rays_of_time(facts, &knobs, &lab, st));
    TRY(fill_plan(s, &lab, picture, st));
    return hash_source(*scene, facts, picture, st);
}

enum st_code synthetic_create(struct synthetic **out, struct scene **scene,
                              struct device_image **image, const struct render_settings *render,
                              const struct gpu_config *gpu, const struct image *picture,
                              struct status *st)
{
    *scene = NULL;
    *image = NULL;
    TRY(mem_make(out, 1, sizeof **out, "synthetic work", st));
    enum st_code code = create(*out, scene, image, render, gpu, picture, st);
    if (code == ST_OK)
        return ST_OK;
    synthetic_free(*out);
    device_image_free(*image);
    scene_free(*scene);
    *out = NULL;
    *scene = NULL;
    *image = NULL;
    return code;
}

void synthetic_free(struct synthetic *s)
{
    if (s)
        mem_free(s->plan);
    mem_free(s);
}
