/* rounds.h -- the warps of a CTA together: they run one after the other, each to the next barrier
 * or to its end; when all wait, all continue. Internal to sim/functional. */
#pragma once

#include "sim/functional/exec/warp_context.h"
#include "sim/functional/step_log.h"

/* The lanes of a warp that have not ended, as a mask. */
uint32_t rounds_alive(const struct warp_context *m);
/* Lets a warp wait at a barrier, which all of its threads must reach together: otherwise some might
 * never reach it. */
enum st_code rounds_barrier(struct warp_context *m, const struct code *c, struct status *st);
/* Executes a load or store of shared memory, which the launch's `compute` finds. */
enum st_code rounds_access_shared(struct warp_context *m, const struct code *c,
                                  struct warp_step *step, struct status *st);

/* The address that a lane accesses: its register in operand `row`, plus the instruction's
 * offset. */
static inline uint64_t rounds_address(const struct warp_context *m, const struct code *c,
                                      uint32_t row, uint32_t lane)
{
    uint64_t base =
        c->narrow ? context_u32(m, c->row[row])[lane] : context_u64(m, c->row[row])[lane];
    base += (uint64_t)c->offset;
    return c->narrow ? (uint32_t)base : base;
}

/* How a CTA runs. */
struct rounds {
    struct warp_context *const *warps;
    uint32_t n_warps;
    struct step_log *const *records; /* records[i] receives the execution of warp i; NULL: nothing
                                        is recorded */
    struct value_counts *values;     /* counts values; NULL: not wanted */
    void (*together)(void *self);    /* called when all wait at a barrier; NULL: nothing is */
    void *self;
};
/* Runs warps that have been started to their ends. */
enum st_code rounds_run(const struct rounds *r, struct status *st);
