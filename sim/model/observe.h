/* observe.h -- a kernel that forwards another kernel's warps and calls an observer for each step.
 * It stands between a timing model and the kernel and changes nothing for either. */
#pragma once

#include "common/status.h"
#include "sim/functional/warp.h"

#include <stddef.h>

/* An observer's functions, called from any thread, for different warps concurrently. Each warp has
 * its own `kept`: `kept_B` bytes, aligned for any type, zero at first. */
struct observer {
    size_t kept_B;
    void (*step)(void *self, void *kept, const struct warp_step *step);
    void (*end)(void *self, void *kept);
};

/* Makes the kernel. `inner`, `by` and `self` are borrowed and outlive *out, which the caller frees
 * by its ops. */
enum st_code observe_kernel(struct kernel **out, struct kernel *inner, const struct observer *by,
                            void *self, struct status *st);
