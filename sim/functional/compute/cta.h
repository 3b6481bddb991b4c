/* cta.h -- a CTA in execution: a context for each of its warps, and their shared memory.
 *
 * Internal to sim/functional/compute. */
#pragma once

#include "sim/functional/compute/compute.h"
#include "sim/functional/exec/warp_context.h"
#include "sim/functional/step_log.h"

struct compute_program {
    struct launch launch; /* the launch that the contexts need; it has no scene */
};

/* Base of the local memory of all threads, behind the module's tables. */
#define COMPUTE_LOCAL_BASE UINT64_C(0x90000000)

struct cta;

struct cta_warp {
    struct warp_context context; /* first member: an operation's warp_context * is a cta_warp * */
    struct cta *cta;
    uint32_t index; /* number of the warp in its CTA */
};

struct cta {
    const struct compute_program *program;
    struct compute_memory *memory;
    struct compute_launch launch;
    struct kernel_state *kernel;
    uint32_t n_warps, threads;
    uint32_t number, at[3]; /* number of the CTA, and its position in the grid */
    struct cta_warp *warps;
    uint8_t *shared;   /* shared memory: the program's shared_bytes, then the launch's */
    uint8_t *data;     /* the module's tables, which kernels may write */
    uint8_t *dispatch; /* for machine code: the dispatch packet, then the parameters */
};

/* Allocates the memory of a CTA in execution. `c` must be zeroed; the launch must have been
 * checked. */
enum st_code cta_prepare(struct cta *c, struct compute_program *program,
                         struct compute_memory *memory, const struct compute_launch *launch,
                         struct kernel_state *kernel, struct status *st);
void cta_release(struct cta *c);
/* Executes CTA `number` to its end; records[i] receives the execution of warp i. records NULL:
 * nothing is recorded. */
enum st_code cta_run(struct cta *c, uint32_t number, struct step_log *const *records,
                     struct status *st);

/* Whether a generic address is in shared memory. */
static inline bool compute_is_shared(uint64_t addr)
{
    return addr >= PROGRAM_SHARED_BASE && addr < PROGRAM_SHARED_END;
}

/* The functions of compute kernels' contexts (operations.c). */
extern const struct context_compute compute_operations;
/* Executes communication between the lanes of a warp (warp_level.c). */
enum st_code compute_warp_level(struct cta_warp *w, const struct code *c, struct status *st);
/* Combines the predicates of a barrier of all warps, once all have arrived. */
void compute_barrier_reduce(struct cta *c);
/* The functions of atom and red are in atomic.c. */
enum st_code compute_atomic(struct cta_warp *w, const struct code *c, struct warp_step *step,
                            struct status *st);
/* Translates an address in shared memory to host memory; fails if it is outside or not aligned.
 * *offset is relative to the CTA's beginning. */
enum st_code compute_shared(const struct cta_warp *w, const struct code *c, uint64_t addr,
                            uint32_t lane, uint32_t bytes, uint8_t **host, uint64_t *offset,
                            struct status *st);
