/* compute.h -- compute kernels: one launch is a grid of CTAs of several warps with memory that they
 * share, barriers and atomics (docs/reference/ptx.md, "Compute kernels"; PTX ISA, "Programming
 * Model").
 *
 * The CTAs of a launch take effect in the order of their numbers, each as a whole: a CTA is
 * executed to its end when it is started, and its warps' execution is recorded for the timing model
 * to step through. So a kernel's results do not depend on when warps are stepped, on the GPU or on
 * threads. They are one of the outcomes that CUDA allows, because CTAs may run in any order there.
 * A CTA that waits for another one of its launch never ends, as may happen in CUDA. Within a CTA
 * warps run one after the other from barrier to barrier. Lanes of an atomic instruction take effect
 * in ascending order. */
#pragma once

#include "common/hash.h"
#include "common/status.h"
#include "sim/functional/compute/memory.h"
#include "sim/functional/exec/launch.h"
#include "sim/functional/warp.h"

#include <stddef.h>
#include <stdint.h>

struct compute_program; /* opaque */

/* Decodes the text of a program in an instruction set; `name` is the file name in messages. `entry`
 * is the kernel's name; NULL: the text has one kernel (ptx/parse.h). */
enum st_code compute_program_create(struct compute_program **out, enum isa isa, const char *name,
                                    const char *text, size_t n, const char *entry,
                                    struct status *st);
void compute_program_free(struct compute_program *p); /* NULL is a no-op */

/* The decoded program (program/program.h) with its parameters; it lives as long as p. */
const struct program *compute_program_of(const struct compute_program *p);

/* Default limit of a warp's instructions. */
#define COMPUTE_MOST_STEPS (UINT64_C(1) << 24)

struct compute_launch {
    uint32_t grid[3], block[3]; /* numbers of CTAs and of threads of each (1 to 1024): x, y, z */
    const uint8_t *params;      /* in the layout of program.h; borrowed until the kernel is freed */
    uint32_t param_bytes;
    uint32_t shared_bytes; /* bytes of shared memory in addition to the program's */
    uint64_t step_budget;  /* most instructions of a warp, beyond which it counts as endless; 0:
                              COMPUTE_MOST_STEPS */
    struct value_counts *values; /* counts values, as in struct kernel_settings */
};

/* Makes a kernel for a timing model; to be freed by kernel->ops->free. Program and memory are
 * borrowed; a memory serves one kernel at a time. The CTAs must be started in order, each once; a
 * CTA that fails (an address outside every buffer, a barrier that not all threads reach, ...) fails
 * when it is started. ST_USAGE if grid, block or parameters are invalid. */
enum st_code compute_kernel(struct kernel **out, struct compute_program *p,
                            struct compute_memory *memory, const struct compute_launch *launch,
                            struct status *st);

/* Counts of the kernel's CTAs so far; only the counters of instructions are not 0. */
void compute_kernel_counts(const struct kernel *k, struct functional_counts *out);

/* Executes the kernel's remaining CTAs, without timing. */
enum st_code compute_run(struct kernel *k, struct status *st);
