#include "orchestrator/predict/prepare.h"

#include "common/file.h"
#include "common/memory.h"
#include "orchestrator/settings/output.h"
#include "sim/config/load/load.h"
#include "sim/timing/sm.h"

#include <stdio.h>
#include <string.h>

enum st_code target_load(struct target *out, const char *gpu, uint32_t factor, struct status *st)
{
    TRY(gpu_config_load(&out->gpu, gpu, st));
    TRY(downscale_choose(&out->downscale, out->gpu.machine.sms, out->gpu.machine.memory_partitions,
                         factor, st));
    out->small = out->gpu;
    gpu_config_downscale(&out->small, out->downscale.factor);
    return ST_OK;
}

struct plan_settings prepare_plan_settings(const struct method_settings *method, uint64_t seed,
                                           uint32_t factor, double percent)
{
    return (struct plan_settings){
        .factor = factor,
        .division = (enum division)method->division,
        .distribution = (enum distribution)method->distribution,
        .block_width = method->block.width,
        .block_height = method->block.height,
        .percent = percent,
        .percent_min = method->percent_min,
        .percent_max = method->percent_max,
        .seed = seed,
    };
}

/* What fills the scale model method->waves times. Registers are taken for no limit. */
static double percent_of_sample(const struct method_settings *method, const struct target *target,
                                const struct image *plane)
{
    const struct gpu_config *small = &target->small;
    double slots = (double)small->machine.sms * sm_occupancy(small, 0);
    double ctas = (double)plane->width * plane->height / WARP_LANES / target->downscale.factor;
    double wanted = 100 * method->waves * slots / ctas;
    return method->waves && wanted < RATIO_PERCENT ? wanted : RATIO_PERCENT;
}

enum st_code prepare(struct preparation *out, const struct method_settings *method, uint64_t seed,
                     const struct target *target, const struct heat *heat, struct status *st)
{
    struct cost_time start = cost_now();
    bool assisted = method->extrapolate == EXTRAPOLATE_RATIO && method->percent == 0;
    double percent = assisted ? percent_of_sample(method, target, &heat->picture) : method->percent;
    struct plan_settings how =
        prepare_plan_settings(method, seed, target->downscale.factor, percent);
    memset(out, 0, sizeof *out);
    TRY(quantize(&out->quantized, &heat->picture, method->clusters, seed, st));
    enum st_code code = plan_create(&out->plan, &out->quantized, &how, st);
    if (code != ST_OK) {
        quantized_free(&out->quantized);
        return code;
    }
    out->cost = cost_since(start);
    return ST_OK;
}

void prepare_release(struct preparation *p)
{
    plan_free(&p->plan);
    quantized_free(&p->quantized);
    memset(p, 0, sizeof *p);
}

static enum st_code write_quantized(const struct quantized *q, const char *folder,
                                    struct status *st)
{
    struct image picture;
    TRY(quantized_paint(q, &picture, st));
    enum st_code code = output_picture(&picture, folder, "quantized.png", st);
    image_free(&picture);
    return code;
}

static enum st_code write_config(const struct target *target, const char *folder, struct status *st)
{
    char name[sizeof target->gpu.name + 32];
    struct file_out file;
    snprintf(name, sizeof name, "%s_k%u.cfg", target->gpu.name, target->downscale.factor);
    char *path = file_join(folder, name);
    if (!path)
        return status_no_memory(st, name);
    enum st_code code = file_out_open(&file, path, st);
    if (code == ST_OK) {
        gpu_config_dump(&target->small, file.stream);
        code = file_out_commit(&file, st);
    }
    mem_free(path);
    return code;
}

enum st_code prepare_write(const struct preparation *p, const struct target *target,
                           const struct heat *heat, const char *folder, struct status *st)
{
    TRY(file_make_folder(folder, st));
    TRY(output_picture(&heat->picture, folder, "heatmap.png", st));
    TRY(write_quantized(&p->quantized, folder, st));
    TRY(write_config(target, folder, st));
    return plan_write(&p->plan, &heat->picture, folder, st);
}
