/* group.h -- work groups of a user's compute shader: CTAs of several warps, and the memory that
 * their threads share. A CTA is executed when it is started (recorded.h). Internal to
 * sim/functional/exec. */
#pragma once

#include "sim/functional/exec/warp_context.h"

/* Makes the contexts of a kernel's CTAs. */
enum st_code group_prepare(struct kernel_state *k, struct status *st);
void group_release(struct kernel_state *k);
/* Executes a CTA of the launch; `records` as in rounds.h. */
enum st_code group_run(struct kernel_state *k, uint32_t cta, struct step_log *const *records,
                       struct status *st);
/* Executes it and makes its warps for timing. */
enum st_code group_start(struct kernel_state *k, uint32_t cta, struct warp **out,
                         struct status *st);

/* The place of a thread in its dispatch: across and down. */
void pipeline_thread(const struct warp_context *m, uint64_t thread, uint32_t out[2]);
/* The words of a built-in variable of a compute shader. */
void pipeline_thread_words(const struct warp_context *m, int64_t value, uint32_t lane,
                           uint32_t out[3]);
/* What only compute kernels have (warp_context.h), for pipelines. */
extern const struct context_compute pipeline_compute;
