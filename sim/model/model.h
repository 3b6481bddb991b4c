/* model.h -- the interface of every timing model of --model: it simulates one kernel on one GPU. A
 * model is one function of this type in a folder of its own under sim/ and a row of
 * orchestrator/settings/models.h. */
#pragma once

#include "common/status.h"
#include "sim/config/gpu_config.h"
#include "sim/functional/warp.h"
#include "sim/model/complete.h"
#include "sim/model/warming.h"
#include "sim/timing/counters/gpu_counters.h"
#include "sim/timing/counters/inst_counters.h"
#include "sim/timing/counters/timeline.h"

#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>

struct progress;
struct kernel_trace;

/* Options of a run; {0} is the default. A model ignores options that have no meaning for it. */
struct model_options {
    struct progress *progress; /* advances by the kernel's CTAs; may be NULL */
    double work; /* expected warp instructions, by which progress advances; 0: unknown, progress
                    advances by finished CTAs */
    bool every_cycle;  /* cycle model: visits every cycle of every clock; slow, changes no result */
    FILE *dump;        /* where a watchdog dumps the stuck state; NULL: no dump */
    uint32_t first_sm; /* SM first_sm modulo the number of SMs gets CTA 0: a perturbation */
    uint32_t threads;  /* threads that the model may use; 0: 1. Changes no result */
    uint32_t variant;  /* which of its variants the model simulates, if it has several */
    const struct kernel_trace *trace; /* trace of the kernel (sim/trace/kernel_trace.h), for models
                                         that need one; NULL: these execute the kernel */
    void **kept; /* with a trace: data that the model derives from it, NULL at first. The next run
                    on this trace reuses them; model_forget of the model's row frees them. NULL:
                    nothing is kept */
    struct inst_counters *insts; /* cycle model: adds what each instruction costs; `n` is the number
                                    of the program's; may be NULL */
    struct timeline *timeline;   /* receives the events over time; may be NULL */
    struct warming
        *warming; /* warms the L2 for each sampling unit of CTAs as it begins; NULL: no warming */
    struct run_end *end;   /* receives the state at the end of the run, without the replay's cycles;
                              `full` is set only if there is a warming; may be NULL */
    double *helpers_cpu_s; /* receives the processor time of all threads but the caller's; may be
                              NULL */
    const atomic_int *stop; /* ends the run early when it is not 0; may be NULL */
    bool *unfinished;       /* set to whether the run ended early; may be NULL */
};

enum { MODEL_PARTS = 16 };

/* The CPI stack of an SM: cycles per warp instruction by cause, which add up to its CPI. */
struct model_stack {
    uint32_t n; /* 0: the model has no CPI stack */
    struct model_part {
        const char *name; /* static */
        double cpi;
    } parts[MODEL_PARTS];
};

struct model_answer {
    struct gpu_counters counters; /* cycles and instructions at least; counters that the model does
                                     not count (`counts` of its row) are 0 */
    struct model_stack stack;
};

/* Runs all CTAs of the kernel, which is borrowed. Results are identical for any number of
 * threads. */
typedef enum st_code model_simulate(const struct gpu_config *config, struct kernel *kernel,
                                    const struct model_options *options, struct model_answer *out,
                                    struct status *st);

/* Adds the answer for the next kernel on the same GPU: counters by gpu_counters_follow(), stacks by
 * their warp instructions. */
void model_answer_follow(struct model_answer *into, const struct model_answer *next);

/* Frees the data that a model has kept for a trace; NULL is a no-op. */
typedef void model_forget(void *kept);

/* The part of a stack with the most cycles, the first of equals; NULL if it has no parts. */
const struct model_part *model_bottleneck(const struct model_stack *stack);
