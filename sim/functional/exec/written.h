/* written.h -- a CTA's own copies of what its warps have written to a user's buffers and pictures.
 * Internal to sim/functional/exec. */
#pragma once

#include "sim/functional/exec/warp_context.h"

/* Forgets them, for the next CTA. */
void written_clear(struct warp_context *m);
/* Keeps a pixel of a picture that a warp stores, and reads it back; if none has stored it, as it
 * was when the dispatch began. The 16 bytes are at a multiple of 16. */
enum st_code written_put_pixel(struct warp_context *m, uint64_t addr, const float pixel[4],
                               struct status *st);
void written_get_pixel(const struct warp_context *m, uint64_t addr, float pixel[4]);
/* The host memory of an access of up to 16 bytes, aligned to its size, in a region whose lines are
 * copied; of a store it is the copy, which is made at the first one. */
enum st_code written_host(struct warp_context *m, const struct region *r, uint64_t addr, bool store,
                          uint8_t **host, struct status *st);
/* Writes them into the memory that the next dispatch finds (frame_state.h). */
void written_commit(struct warp_context *m);
