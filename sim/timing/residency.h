/* residency.h -- how many CTAs of a kernel an SM holds at once (docs/model.md, "Launch"; GPGPU-Sim
 * shader.cc, max_cta): the minimum of the limits set by its threads, registers, shared memory and
 * CTA limit. A CTA takes whole warps, and a multiple of 4 registers per thread. */
#pragma once

#include "common/status.h"
#include "sim/config/gpu_config.h"
#include "sim/functional/warp.h"

#include <stdint.h>

/* The SM resources that one CTA takes. */
struct cta_needs {
    uint32_t warps;     /* at least 1 */
    uint32_t registers; /* per thread */
    uint32_t shared_B;
};

struct cta_needs cta_needs_of(const struct kernel *kernel);

/* The number of CTAs that an SM holds at once; may be 0. */
uint32_t residency_ctas(const struct gpu_config *config, const struct cta_needs *cta);
/* ST_USAGE if not even one CTA fits; the message names the resource that is too small. */
enum st_code residency_check(const struct gpu_config *config, const struct cta_needs *cta,
                             struct status *st);

/* residency_ctas() for CTAs of one warp without shared memory, as ray-tracing pipelines have. */
uint32_t sm_occupancy(const struct gpu_config *config, uint32_t registers);
