/* replay.h -- a kernel whose warps do what a trace says: for what can only step warps. */
#pragma once

#include "sim/trace/kernel_trace.h"

/* The trace is borrowed, the kernel freed through its ops. CTAs may be started in any order, each
 * as often as one likes. */
enum st_code replay_kernel(struct kernel **out, const struct kernel_trace *t, struct status *st);
