/* isa_measure.h -- a scene or a kernel under both instruction sets: the statistics of their
 * instructions (sim/isa), and their times on one GPU by the cycle model. */
#pragma once

#include "orchestrator/predict/session.h"
#include "orchestrator/settings/settings.h"
#include "orchestrator/workload/isa_sites.h"
#include "sim/functional/values.h"
#include "sim/isa/instruction_profile.h"
#include "sim/timing/counters/gpu_counters.h"

/* A scene, or a kernel of sim/workload, under an instruction set. */
struct isa_cell {
    struct instruction_profile profile;
    struct value_counts values;
    struct site_sums varying, shared; /* vector ALU instructions (isa_sites.h); shared: with the
                                         other instruction set */
    uint64_t static_B;                /* of the program */
    uint32_t registers;               /* of a thread */
    struct gpu_counters counters;     /* of a kernel: of all its launches */
    double cpu_s;                     /* of the cycle model */
};

/* Measures both. `world` is the scene, opened; NULL: the settings name a kernel of sim/workload,
 * whose results are checked. An interrupt is ST_FAILED. */
enum st_code isa_measure(struct isa_cell out[ISAS], const struct settings *settings,
                         const struct world *world, const struct gpu_config *gpu,
                         struct status *st);
