/* frame_state.h -- the memory of a user's pipeline between the dispatches of a frame.
 *
 * Where a frame has several dispatches, or atomic operations, all of it is executed once when the
 * launch is made, CTA by CTA in the order of their numbers: one of the outcomes that Vulkan allows.
 * What is in memory when a dispatch begins is kept, and what each atomic operation returned. So any
 * CTA can be run later, alone or in any order, with the same result. Internal to
 * sim/functional/exec. */
#pragma once

#include "sim/functional/exec/warp_context.h"

/* Fills in the launch's dispatches, their CTAs and warps. ST_USAGE where their work groups do not
 * fit together. */
enum st_code frame_dispatches(struct launch *l, struct status *st);
/* Executes the frame where states or logs are needed. */
enum st_code frame_states_make(struct launch *l, struct status *st);
void frame_states_free(struct launch *l);

/* The memory that a warp finds; NULL: that of the launch. */
const struct frame_state *frame_state_of(const struct warp_context *m);
/* A pixel of a picture as the warp finds it. */
void frame_state_pixel(const struct warp_context *m, uint64_t addr, float pixel[4]);
/* Writes a line into the state that is being made. */
void frame_state_put(struct warp_context *m, const struct written_line *line);
/* Sets the value that an atomic operation of a lane returns. While the states are made, `old` is
 * that value, and is logged; later the logged value replaces it, as far as the log reaches. */
enum st_code frame_state_atomic(struct warp_context *m, uint32_t lane, uint64_t *old,
                                struct status *st);
