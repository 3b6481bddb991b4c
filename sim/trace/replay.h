/* replay.h -- a kernel whose warps replay a trace, for models that can only step the warps of a
 * kernel. */
#pragma once

#include "sim/trace/kernel_trace.h"

/* Makes the kernel. The trace is borrowed; the kernel is freed by its ops. CTAs may be started in
 * any order, and repeatedly. */
enum st_code replay_kernel(struct kernel **out, const struct kernel_trace *t, struct status *st);
