/* instruction_profile.h -- the mix of a kernel's executed instructions, without time: those
 * statistics of "Lost in Abstraction" (Gutierrez et al., HPCA 2018), sections V and VI, that depend
 * only on execution.
 *
 * Registers are vector registers; in an intermediate language all registers are. A register is
 * reused when it is read or written again; the distance is the number of the warp's instructions
 * between the two uses (V.B). */
#pragma once

#include "common/status.h"
#include "sim/functional/warp.h"

#include <stdbool.h>
#include <stdint.h>

/* The classes of instructions in Fig. 5, and rays. */
enum instruction_class {
    INSTRUCTION_VECTOR_ALU,
    INSTRUCTION_SCALAR_ALU,
    INSTRUCTION_VECTOR_MEMORY, /* loads, stores and atomics of global and local memory */
    INSTRUCTION_SCALAR_MEMORY,
    INSTRUCTION_LDS, /* accesses to a CTA's shared memory */
    INSTRUCTION_RAY, /* traces of rays */
    INSTRUCTION_BRANCH,
    INSTRUCTION_WAIT, /* s_waitcnt */
    INSTRUCTION_MISC, /* barriers, ends of programs */
    INSTRUCTION_CLASSES
};
extern const char *const instruction_classes[INSTRUCTION_CLASSES]; /* "vector_alu", ... */

enum instruction_class instruction_class_of(enum warp_op op);

/* The longest distance that is counted; longer ones count as this one. */
enum { REUSE_MOST = 4096 };

struct instruction_profile {
    uint64_t warps;
    uint64_t instructions[INSTRUCTION_CLASSES]; /* by class: instructions executed by warps */
    uint64_t vector_instructions, vector_lanes; /* vector ALU: instructions, executed lanes */
    uint64_t reuses[REUSE_MOST + 1];            /* by distance */
    uint64_t data_B;                            /* bytes of the distinct 32 B sectors touched */
    uint64_t code_B;                            /* bytes of the distinct instructions executed */
};

struct instruction_profiler; /* opaque: counts the kernels of one program, which run one after the
                                other */

/* Creates a profiler for a program whose vector registers are those with numbers below
 * `registers`. */
enum st_code instruction_profiler_create(struct instruction_profiler **out, uint32_t registers,
                                         struct status *st);
void instruction_profiler_free(struct instruction_profiler *p); /* NULL is a no-op */
/* Executes every warp of the kernel, one CTA after the other, and counts. */
enum st_code instruction_profiler_run(struct instruction_profiler *p, struct kernel *kernel,
                                      struct status *st);
/* The sums over all kernels so far. */
const struct instruction_profile *instruction_profiler_sums(struct instruction_profiler *p);

uint64_t instruction_profile_all(const struct instruction_profile *p);
/* The share of a warp's lanes that execute, averaged over vector ALU instructions: 0 to 1 (VI.B);
 * NAN if there are none. */
double instruction_profile_utilization(const struct instruction_profile *p);
/* The median of the reuse distances; NAN if there are none. */
double instruction_profile_reuse(const struct instruction_profile *p);
