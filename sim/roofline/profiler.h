/* profiler.h -- a kernel that counts what another one executes: the part of Table 1
 * (sim/roofline/roofline.h) that does not depend on the GPU. It stands between a timing model and
 * the kernel, so that the run of the reference is the profile.
 *
 * What is counted as what: fp32 and fp64 are additions, maxima, multiplications, multiply-adds and
 * divisions of that type, fp32 the special functions as well; integer is the same of integers.
 * Moves, comparisons, logic, conversions, branches and the instructions of ray tracing are other
 * instructions. */
#pragma once

#include "sim/functional/warp.h"
#include "sim/roofline/roofline.h"

/* `inner` is borrowed and outlives *out, which its user frees by its ops. *into gets the sums when
 * the warps end, those of the counters of the caches and DRAM left alone; from any thread. */
enum st_code profiler_kernel(struct kernel **out, struct kernel *inner,
                             struct roofline_profile *into, struct status *st);
