/* manifest.h -- binds a pipeline's stages and resources: by pipeline.cfg in its folder, or by their
 * names (docs/pipelines.md). Internal to sim/functional/frontend/spirv. */
#pragma once

#include "common/conf.h"
#include "sim/functional/frontend/spirv/compile.h"
#include "sim/functional/frontend/spirv/pipeline.h"

struct manifest {
    struct conf *conf; /* NULL: there is no file */
    unsigned char *text;
    size_t n_text;
    struct spirv_constant_value *constants;
    size_t n_constants;
};

/* Fills in the tables of `p`, whose stages are listed. ST_USAGE with the file's line. */
enum st_code manifest_read(struct manifest *out, struct spirv_pipeline *p, struct status *st);
/* Gives the resources, which are known once the stages are read, their sources. */
enum st_code manifest_bind(const struct manifest *manifest, struct spirv_pipeline *p,
                           struct status *st);
/* What the name of a buffer or block stands for. */
enum resource_source manifest_source(const char *name);
void manifest_release(struct manifest *manifest);
