/* residency.h -- a kernel that forwards the warps of another one and measures how long the warps of
 * each CTA are resident. */
#pragma once

#include "common/status.h"
#include "sim/functional/warp.h"

/* resident[i] becomes the core cycles that the warps of CTA i were resident; each is written by the
 * thread that runs the CTA's SM. `inner` and `resident` (one element per CTA) are borrowed and
 * outlive *out, which the caller frees by its ops. */
enum st_code residency_kernel(struct kernel **out, struct kernel *inner, uint64_t *resident,
                              struct status *st);
