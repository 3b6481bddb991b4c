/* isa_run.h -- the same scenes and kernels under both instruction sets: statistics of their
 * instructions (sim/isa), and their times on one GPU by the cycle model. */
#pragma once

#include "orchestrator/isa/isa_sites.h"
#include "orchestrator/study/pairs.h"
#include "sim/functional/exec/launch.h"
#include "sim/functional/values.h"
#include "sim/isa/instruction_profile.h"
#include "sim/timing/counters/gpu_counters.h"

#include <stddef.h>

/* A scene, or a kernel of sim/workload, under an instruction set. */
struct isa_cell {
    struct instruction_profile profile;
    struct value_counts values;
    struct site_sums varying, shared; /* vector ALU instructions (isa_sites.h); shared: with the
                                         other instruction set */
    uint64_t static_B;                /* of the program */
    uint32_t registers;               /* of a thread */
    struct gpu_counters counters;     /* of a kernel: of all its launches */
};

struct isa_table {
    struct pairs pairs;
    struct isa_cell *cells; /* by scene, GPU, instruction set */
};

/* Runs all points, which differ in scenes and GPUs only. A scene with the name of a kernel is that
 * kernel, whose results are checked. A scene or kernel that cannot be run fails, with its name; an
 * interrupt is ST_FAILED. */
enum st_code isa_run(struct isa_table *out, const struct grid_points *points, struct status *st);
void isa_free(struct isa_table *t); /* leaves it empty */

const struct isa_cell *isa_cell(const struct isa_table *t, size_t scene, size_t gpu, enum isa isa);
