/* residency.h -- a kernel that forwards another kernel's warps and measures how long the warps of
 * each CTA are resident. */
#pragma once

#include "common/status.h"
#include "sim/functional/warp.h"

/* Makes the kernel. When CTA i has ended, resident[i] is the number of core cycles for which its
 * warps were resident; the thread that runs the CTA's SM writes it. `inner` and `resident` (one
 * element per CTA) are borrowed and outlive *out, which the caller frees by its ops. */
enum st_code residency_kernel(struct kernel **out, struct kernel *inner, uint64_t *resident,
                              struct status *st);
