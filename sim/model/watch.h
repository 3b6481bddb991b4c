/* watch.h -- a kernel that watches another one, some windows of a frame's CTAs: for how long the
 * warps of each window were resident, and which sectors that all CTAs share its warps asked for.
 * It stands between a timing model and the kernel. What it sees depends on no timing, and the
 * counts of sectors on no order. */
#pragma once

#include "common/status.h"
#include "sim/functional/warp.h"
#include "sim/model/complete.h"

struct watch; /* opaque */

/* `inner` is borrowed and outlives *kernel, which is freed by its ops, and *out, which is freed by
 * watch_free(). Windows are of `window` >= 1 consecutive CTAs; resident[w] gets the cycles that the
 * warps of window w were resident, from any thread. */
enum st_code watch_kernel(struct watch **out, struct kernel **kernel, struct kernel *inner,
                          uint32_t window, uint64_t *resident, struct status *st);
/* Fills in touched and touched_half of *end, from the sectors that warps have asked for: all, and
 * those of every other window. ST_FAILED where memory ran out on the way. */
enum st_code watch_touched(const struct watch *w, struct run_end *end, struct status *st);
void watch_free(struct watch *w); /* NULL is a no-op */
