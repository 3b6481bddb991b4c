/* written.h -- a warp's own copies of what it has written to a user's buffers. Internal to
 * sim/functional/exec. */
#pragma once

#include "sim/functional/exec/warp_context.h"

/* Forgets them, for the next warp. */
void written_clear(struct warp_context *m);
/* The host memory of an access of up to 16 bytes, aligned to its size, in a region whose lines are
 * copied; of a store it is the copy, which is made at the first one. */
enum st_code written_host(struct warp_context *m, const struct region *r, uint64_t addr, bool store,
                          uint8_t **host, struct status *st);
