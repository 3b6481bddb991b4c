/* lives.h -- a kernel that passes another one's warps on, of each of which it becomes known for how
 * long it was resident. */
#pragma once

#include "common/status.h"
#include "sim/functional/warp.h"

/* resident[i] gets the core cycles that the warps of CTA i were resident, from any thread. `inner`
 * and `resident`, of as many as there are CTAs, are borrowed and outlive *out, which its user frees
 * by its ops. */
enum st_code lives_kernel(struct kernel **out, struct kernel *inner, uint64_t *resident,
                          struct status *st);
