/* profiler.h -- a kernel that counts the instructions that another kernel executes: the part of
 * Table 1 (sim/roofline/roofline.h) that does not depend on the GPU. It stands between a timing
 * model and the kernel, so the reference run makes the profile.
 *
 * Classes: fp32 and fp64 are additions, maxima, multiplications, multiply-adds and divisions of
 * that type, fp32 also the special functions; integer is the same for integers. Moves, comparisons,
 * logic, conversions, branches and the instructions of ray tracing are other instructions. */
#pragma once

#include "sim/functional/warp.h"
#include "sim/roofline/roofline.h"

/* Makes the kernel. `inner` is borrowed and outlives *out, which the caller frees by its ops. When
 * a warp ends, on any thread, its sums are added to *into; the counters of caches and DRAM in *into
 * are not changed. */
enum st_code profiler_kernel(struct kernel **out, struct kernel *inner,
                             struct roofline_profile *into, struct status *st);
