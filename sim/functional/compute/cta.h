/* cta.h -- a CTA in execution: a context for each of its warps, and their shared memory.
 *
 * Internal to sim/functional/compute. */
#pragma once

#include "sim/functional/compute/compute.h"
#include "sim/functional/exec/warp_context.h"
#include "sim/functional/step_log.h"

struct compute_program {
    struct launch launch; /* for the contexts */
};

/* Base of the local memory of all threads, behind the module's tables. */
#define COMPUTE_LOCAL_BASE UINT64_C(0x90000000)

struct cta;

struct cta_warp {
    struct warp_context context; /* first member: an operation's context is a cta_warp */
    struct cta *cta;
    uint32_t index;           /* in the CTA */
    const struct code *waits; /* at this barrier; NULL: it continues, or has ended */
};

struct cta {
    const struct compute_program *program;
    struct compute_memory *memory;
    struct compute_launch launch;
    struct kernel_state *kernel;
    uint32_t n_warps, threads;
    uint32_t number, at[3]; /* of the CTA */
    struct cta_warp *warps;
    uint8_t *shared;   /* program's shared_bytes, then the launch's */
    uint8_t *data;     /* the module's tables, which kernels may write */
    uint8_t *dispatch; /* for machine code: the packet that starts it, then the parameters */
};

/* `c` must be zeroed; the launch has been checked. */
enum st_code cta_prepare(struct cta *c, struct compute_program *program,
                         struct compute_memory *memory, const struct compute_launch *launch,
                         struct kernel_state *kernel, struct status *st);
void cta_release(struct cta *c);
/* Executes CTA `number` to its end; records[i] receives the execution of warp i; NULL: no
 * recording. */
enum st_code cta_run(struct cta *c, uint32_t number, struct step_log *const *records,
                     struct status *st);

/* The address that a lane accesses; its register is the one of operand `row`. */
static inline uint64_t compute_address(const struct warp_context *m, const struct code *c,
                                       uint32_t row, uint32_t lane)
{
    uint64_t base =
        c->narrow ? context_u32(m, c->row[row])[lane] : context_u64(m, c->row[row])[lane];
    base += (uint64_t)c->offset;
    return c->narrow ? (uint32_t)base : base;
}
/* Whether a generic address is in shared memory. */
static inline bool compute_is_shared(uint64_t addr)
{
    return addr >= PROGRAM_SHARED_BASE && addr < PROGRAM_SHARED_END;
}

/* The operations of compute kernels' contexts (operations.c). */
extern const struct context_compute compute_operations;
/* Communication between the lanes of a warp (warp_level.c). */
enum st_code compute_warp_level(struct cta_warp *w, const struct code *c, struct status *st);
/* Lanes that have not ended. */
uint32_t compute_alive(const struct cta_warp *w);
/* Combines the predicates of a barrier of all warps, once all have arrived. */
void compute_barrier_reduce(struct cta *c);
/* atom and red (atomic.c). */
/* The new value of an atomic operation; `swap` is CAS's second operand. */
uint64_t compute_changed(enum atomic_op op, uint64_t old, uint64_t value, uint64_t swap,
                         uint32_t bytes);
enum st_code compute_atomic(struct cta_warp *w, const struct code *c, struct warp_step *step,
                            struct status *st);
/* Translates an address in shared memory to host memory; fails if it is outside or not aligned.
 * *offset is relative to the CTA's beginning. */
enum st_code compute_shared(const struct cta_warp *w, const struct code *c, uint64_t addr,
                            uint32_t lane, uint32_t bytes, uint8_t **host, uint64_t *offset,
                            struct status *st);
