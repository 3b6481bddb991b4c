/* context_start.h -- the life of a warp's context in a kernel of a frame (kernel.c). Internal to
 * sim/functional/exec. */
#pragma once

#include "sim/functional/exec/warp_context.h"

/* Makes a context, which the kernel frees. */
enum st_code context_create(struct warp_context **out, struct kernel_state *k, struct status *st);
/* Starts warp `index` of a CTA of the launch; context_begin() then does the long part, once. */
enum st_code context_start(struct warp_context *m, uint32_t cta, uint32_t index, struct status *st);
enum st_code context_begin(struct warp_context *m, struct status *st);
/* Adds what the warp's pixels took where the kernel wants it. */
void context_finish(struct warp_context *m);
