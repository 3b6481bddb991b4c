/* workload.h -- a compute kernel with its data: its program, buffers and launches, and the expected
 * results. The kernels of workload_rows.h make their inputs by a hash of the seed and compute the
 * expected results in plain C; user_program.h opens a user's own kernel.
 *
 *   workload_open(&w, workload_find("saxpy"), ISA_PTX, 0, 1, &st);
 *   for (;;) {
 *       workload_next(&w, &launch, &more, &st);
 *       if (!more)
 *           break;
 *       compute_kernel(&kernel, w.program, &w.memory, &launch, &st);
 *       ... run it: compute_run(), or a timing model ...
 *       kernel->ops->free(kernel);
 *   }
 *   workload_check(&w, &st);
 *   workload_close(&w); */
#pragma once

#include "common/hash.h"
#include "common/status.h"
#include "sim/functional/compute/compute.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct workload_ops; /* workload_kernel.h */

/* A row of the table of kernels (workload_rows.h has its columns). */
struct workload_kernel {
    const char *name;
    const char *unit;              /* the unit of a size */
    uint32_t least, initial, most; /* range of sizes, and the default */
    const char *stresses;
    const char *summary;
    const struct workload_ops *ops;
};
extern const struct workload_kernel workload_kernels[];
extern const size_t n_workload_kernels;

const struct workload_kernel *workload_find(const char *name); /* NULL: there is none */
const char *workload_nearest(const char *name); /* nearest to a mistyped one; or NULL */

enum {
    WORKLOAD_PARAM_BYTES = 32764
}; /* most bytes of a launch's parameters (PTX ISA, "Kernel Function Parameters") */

struct workload {
    const struct workload_kernel *kernel; /* NULL: the kernel is the user's own */
    uint32_t size; /* size in the kernel's units; 0 for a user's own kernel */
    uint64_t seed;
    uint64_t step_budget; /* as in compute_launch; the caller may set it */
    struct compute_program *program;
    struct compute_memory memory;
    char hash[HASH_TEXT]; /* hash of the program's text */
    /* The following members describe the next or current launch. */
    uint32_t launches; /* number of launches before it */
    uint32_t grid[3], block[3];
    uint32_t shared_bytes; /* shared_bytes of compute_launch, for a user's own kernel */
    uint8_t params[WORKLOAD_PARAM_BYTES];
    double tolerance;  /* of floats in workload_check(), relative to the largest expected one; the
                          caller may set it; 0: equal bit for bit */
    uint64_t compared; /* number of values that workload_check() has found correct */
};

/* Returns ST_USAGE if the size is out of the kernel's range; 0, which stands for the initial size,
 * is allowed. */
enum st_code workload_check_size(const struct workload_kernel *kernel, uint32_t size,
                                 struct status *st);

/* Opens a workload; size 0 is the initial one. ST_USAGE as workload_check_size(). On failure there
 * is nothing to close. */
enum st_code workload_open(struct workload *out, const struct workload_kernel *kernel, enum isa isa,
                           uint32_t size, uint64_t seed, struct status *st);
void workload_close(struct workload *w); /* {0} is a no-op */

/* Gets the next launch, whose parameters belong to the workload; *more is false after the last one.
 * A launch must have been executed before the next call. */
enum st_code workload_next(struct workload *w, struct compute_launch *out, bool *more,
                           struct status *st);

/* Checks the results; to be called after the last launch. ST_FAILED if a result differs from plain
 * C. Every result is compared bit for bit, without a tolerance: plain C does the same operations in
 * the same order, and both round by IEEE 754. */
enum st_code workload_check(struct workload *w, struct status *st);

/* Decodes a program's text, which becomes the workload's program; `entry` is that of
 * compute_program_create(). */
enum st_code workload_program(struct workload *w, enum isa isa, const char *name, const char *text,
                              size_t n, const char *entry, struct status *st);
