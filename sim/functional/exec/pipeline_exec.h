/* pipeline_exec.h -- a user's pipeline in execution. Internal to sim/functional/exec. */
#pragma once

#include "sim/functional/exec/warp_context.h"

/* Executes an operation from CODE_FIRST_PIPELINE on. */
enum st_code pipeline_execute(struct warp_context *m, const struct code *c, struct warp_step *step,
                              struct status *st);
/* Those on rays, and calls (pipeline_ray.c). */
enum st_code pipeline_execute_ray(struct warp_context *m, const struct code *c,
                                  struct warp_step *step, struct status *st);
/* Those on ray queries (pipeline_query.c). */
enum st_code pipeline_execute_query(struct warp_context *m, const struct code *c,
                                    struct warp_step *step, struct status *st);
void pipeline_queries_free(struct warp_context *m);

/* The words of a built-in variable: of the launch, or of a ray's candidate, else of its hit. */
void pipeline_words(const struct warp_context *m, int64_t value, uint32_t lane,
                    const struct lane_ray *r, uint32_t out[3]);
/* Reads a ray from the 10 sources of a trace: flags, mask, ...; `structure` is the resource that it
 * is traced in. */
void pipeline_read_ray(const struct warp_context *m, const struct code *c, uint32_t structure,
                       uint32_t lane, struct lane_ray *r);
/* Changes a word of an atomic operation, and returns to the lane what was there, which `old` may
 * replace. */
void pipeline_change(struct warp_context *m, const struct code *c, uint32_t lane, uint8_t *host,
                     const uint64_t *old);
/* Atomics on buffers, and operations over the lanes of a warp (pipeline_group.c). */
enum st_code pipeline_atomic(struct warp_context *m, const struct code *c, struct warp_step *step,
                             struct status *st);
void pipeline_execute_group(struct warp_context *m, const struct code *c);
/* Those on pictures (pipeline_image.c). */
enum st_code pipeline_execute_image(struct warp_context *m, const struct code *c,
                                    struct warp_step *step, struct status *st);

/* Reads of textures (pipeline_texture.c), and their levels of detail behind the first, if some
 * stage asks for one. */
enum st_code pipeline_read_texture(struct warp_context *m, const struct code *c, uint32_t lane,
                                   struct warp_step *step, struct status *st);
uint64_t pipeline_levels_bytes(const struct launch *l);
enum st_code pipeline_levels_make(struct launch *l, struct status *st);

/* Most calls open at once: a hit shader and, within an intersection shader, an any-hit shader for
 * each ray, and as many callables again. */
static inline uint32_t pipeline_most_calls(const struct spirv_pipeline *p)
{
    return 2 * p->recursion + 2 + (p->n_callables ? p->recursion + 3 : 0);
}

/* The launch's buffers (pipeline_buffers.c): first their sizes, then, with the memory map,
 * addresses and contents. */
enum st_code pipeline_buffers_create(struct launch *l, struct status *st);
uint64_t pipeline_buffers_size(const struct launch *l);
/* Notes that an instruction leaves its buffer: it loads zeros, and its stores are discarded (Vulkan
 * 1.3, "Robust Buffer Access"). */
void pipeline_note_outside(const struct warp_context *m, const struct code *c);
/* The buffer that an address lies in or behind, for messages; "" if there is none. */
void pipeline_near(const struct launch *l, uint64_t addr, char *out, size_t room);
void pipeline_buffers_fill(struct launch *l);
void pipeline_buffers_free(struct launch *l);
