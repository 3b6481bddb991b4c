/* residency.h -- how many CTAs of a kernel an SM holds at once (docs/model.md, "Launch"; GPGPU-Sim
 * shader.cc, max_cta): the least of what its threads, its registers, its shared memory and its CTA
 * limit allow. A CTA takes whole warps, and of each thread's registers a multiple of 4. */
#pragma once

#include "common/status.h"
#include "sim/config/gpu_config.h"
#include "sim/functional/warp.h"

#include <stdint.h>

/* What one CTA takes of an SM. */
struct cta_needs {
    uint32_t warps;     /* at least 1 */
    uint32_t registers; /* per thread */
    uint32_t shared_B;
};

struct cta_needs cta_needs_of(const struct kernel *kernel);

/* May be 0. */
uint32_t residency_ctas(const struct gpu_config *config, const struct cta_needs *cta);
/* ST_USAGE, with what there is too little of, where there is no room for one. */
enum st_code residency_check(const struct gpu_config *config, const struct cta_needs *cta,
                             struct status *st);

/* The same for CTAs of one warp without shared memory, as those of ray-tracing pipelines. */
uint32_t sm_occupancy(const struct gpu_config *config, uint32_t registers);
