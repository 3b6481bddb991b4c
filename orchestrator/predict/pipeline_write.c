#include "orchestrator/predict/pipeline.h"

#include "common/file.h"
#include "common/memory.h"
#include "orchestrator/settings/output.h"

#include <stdio.h>

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
    MEM_AUTO char *path = file_join(folder, name);
    if (!path)
        return status_no_memory(st, name);
    TRY(file_out_open(&file, path, st));
    gpu_config_dump(&target->small, file.stream);
    return file_out_commit(&file, st);
}

enum st_code pipeline_write(const struct pipeline *p, const char *folder, struct status *st)
{
    TRY(file_make_folder(folder, st));
    if (p->profile.picture.rgba)
        TRY(output_picture(&p->profile.picture, folder, "heatmap.png", st));
    if (!sample_kinds[p->choice.sample].plan)
        return ST_OK;
    if (sample_kinds[p->choice.sample].profile)
        TRY(write_quantized(&p->quantized, folder, st));
    TRY(write_config(&p->target, folder, st));
    return p->profile.picture.rgba ? plan_write(&p->plan, &p->profile.picture, folder, st) : ST_OK;
}
