/* isa_measure.h -- measures a scene or a kernel under both instruction sets: the statistics of its
 * instructions (sim/isa), and its time on one GPU by the cycle model. */
#pragma once

#include "orchestrator/predict/session.h"
#include "orchestrator/settings/settings.h"
#include "orchestrator/workload/isa_sites.h"
#include "sim/functional/values.h"
#include "sim/isa/instruction_profile.h"
#include "sim/timing/counters/gpu_counters.h"

/* The measurements of a scene, or of a kernel of sim/workload, under one instruction set. */
struct isa_cell {
    struct instruction_profile profile;
    struct value_counts values;
    struct site_sums varying, shared; /* vector ALU instructions (isa_sites.h): those whose values
                                         vary, and those that the other set shares */
    uint64_t static_B;                /* bytes of the program's code */
    uint32_t registers;               /* registers of a thread */
    struct gpu_counters counters;     /* for a kernel, the sum over all its launches */
    double cpu_s;                     /* processor time of the cycle model */
};

/* Measures both instruction sets. `world` is the opened scene; NULL: the settings name a kernel of
 * sim/workload, whose results are checked. ST_FAILED where an interrupt ended it. */
enum st_code isa_measure(struct isa_cell out[ISAS_COMPARED], const struct settings *settings,
                         const struct world *world, const struct gpu_config *gpu,
                         struct status *st);
