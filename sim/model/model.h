/* model.h -- what every timing model of --model is given and gives: one GPU, one kernel, and how
 * long it takes. A model is one function of this type in a folder of its own under sim/ and a row
 * of orchestrator/settings/models.h. */
#pragma once

#include "common/status.h"
#include "sim/config/gpu_config.h"
#include "sim/functional/warp.h"
#include "sim/model/complete.h"
#include "sim/model/warming.h"
#include "sim/timing/counters/gpu_counters.h"
#include "sim/timing/counters/timeline.h"

#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>

struct progress;
struct kernel_trace;

/* {0}: all that has no meaning for a model is left alone by it. */
struct model_options {
    struct progress *progress; /* advanced by the kernel's CTAs in all; may be NULL */
    double work;               /* warp instructions that it is expected to execute, by which
                                  progress goes; 0: not known, by the CTAs that finished */
    bool every_cycle;          /* of the cycle model: visits every cycle of every clock; slow,
                                  changes no result */
    FILE *dump;                /* where a watchdog says what is waited for; NULL: nowhere */
    uint32_t first_sm;         /* gets CTA 0, modulo the number of SMs: a perturbation */
    uint32_t threads;          /* that the model may run on; 0: 1. Changes no result */
    uint32_t variant;          /* of a model that has several, its own number of one */
    const struct kernel_trace *trace; /* of the kernel (sim/trace/kernel_trace.h), which a model
                                         that needs one then does not execute; NULL: it does */
    void **kept; /* beside a trace: what the model makes of it, which begins as NULL, is the next
                    run's on that trace and freed by the model_forget of its row; may be NULL */
    struct timeline *timeline; /* gets what happened over time; may be NULL */
    struct warming
        *warming;          /* warms the L2 for windows of CTAs as they begin; NULL: nothing does */
    struct run_end *end;   /* gets how the run left the machine, but what is dealt, and `full` where
                              there is a warming; may be NULL */
    double *helpers_cpu_s; /* gets the processor time of threads but the caller's; may be NULL */
    const atomic_int *stop; /* not 0: the run is to end early; may be NULL */
    bool *unfinished;       /* gets whether it ended early; may be NULL */
};

enum { MODEL_PARTS = 16 };

/* Where a core's cycles go, of models that know it: cycles per warp instruction of an SM, by what
 * they are spent on; together they are its CPI. */
struct model_stack {
    uint32_t n; /* 0: the model does not know */
    struct model_part {
        const char *name; /* static */
        double cpi;
    } parts[MODEL_PARTS];
};

struct model_answer {
    struct gpu_counters counters; /* at least cycles and instructions; what a model does not count
                                     is 0 (the `counts` of its row) */
    struct model_stack stack;
};

/* Runs all CTAs of the kernel, which is borrowed. The same bytes for any number of threads. */
typedef enum st_code model_simulate(const struct gpu_config *config, struct kernel *kernel,
                                    const struct model_options *options, struct model_answer *out,
                                    struct status *st);

/* Frees what a model has kept; NULL is a no-op. */
typedef void model_forget(void *kept);

/* The part with the most cycles, the first of equals; NULL of a stack without parts. */
const struct model_part *model_bottleneck(const struct model_stack *stack);
