/* result.h -- the result of a prediction or a simulation: metrics, evidence, cost. */
#pragma once

#include "common/hash.h"
#include "orchestrator/result/cost.h"
#include "orchestrator/result/line_table.h"
#include "orchestrator/result/profile_facts.h"
#include "orchestrator/result/synthetic_facts.h"
#include "orchestrator/settings/settings.h"
#include "orchestrator/statistics/fit.h"
#include "orchestrator/statistics/survey.h"
#include "partition/downscale.h"
#include "sim/config/gpu_config.h"
#include "sim/functional/exec/launch.h"
#include "sim/timing/counters/gpu_counters.h"
#include "sim/timing/counters/inst_counters.h"
#include "sim/timing/counters/metrics.h"
#include "sim/timing/counters/timeline.h"

#include <stdint.h>

enum result_kind { RESULT_PREDICTION, RESULT_SIMULATION };

/* Most runs per group: one at the given percentage and two at smaller ones. */
enum { RESULT_LEVELS = 3 };

/* One run of a timing model. */
struct run {
    uint64_t traced; /* pixels that were traced */
    struct gpu_counters counters;
    struct model_stack stack; /* for models that have one */
    struct functional_counts counts;
    bool finished; /* false: not run, or interrupted */
    double cpu_s;
    double trace_cpu_s;         /* the part of cpu_s that made the trace, which later runs of the
                                   same frame use again */
    uint32_t delay;             /* core cycles by which it was launched later than the GPU's launch
                                   latency says */
    struct timeline *timeline;  /* with --trace; NULL: none, or not run */
    struct inst_counters insts; /* with --lines; `of` NULL: none, or not run */
};

/* One metric at several percentages, and the curve through them. */
struct metric_fit {
    uint32_t metric; /* enum metric_id */
    int32_t group;   /* index of the group; -1: a rate of the counters summed over all groups */
    double percent[RESULT_LEVELS], value[RESULT_LEVELS]; /* linear predictions */
    struct fit fit;
    bool used; /* false: the linear prediction stands */
};

struct result_group {
    uint64_t pixels;
    bool finished; /* all of its runs have finished; false for a group without pixels */
    struct run runs[RESULT_LEVELS]; /* [0] at the given percentage; the others only with exponential
                                       extrapolation */
    double metrics[METRIC_COUNT];   /* extrapolated to all pixels of the group */
};

/* A sample's run by a model, and the part of the frame that was run. Groups have runs of their own,
 * and a simulation is one group of all pixels: for both only `sample` and `model` are set. */
struct evidence {
    enum sample_kind sample;
    enum timing_model model;
    struct run run; /* the run on the whole GPU; its `traced` is what was run, its counters are
                       completed to the whole frame */
    double share;   /* part of the frame's work that was run, 0 to 1; 0: not known */
    double fills;   /* how often that part fills the GPU */
    uint32_t asked; /* how often it was to do so; 0: the whole frame */
    struct survey_spread spread; /* relative variance of the time, from the spread of the sampling
                                    units or, after an interrupt, of those under way; 0 where
                                    everything was run */
};

struct result {
    enum result_kind kind;
    struct settings settings; /* texts are borrowed from the caller's settings */
    char *scene;              /* the scene's name */
    double unit;              /* the unit of length of ray tracing, in units of the scene's file
                                 (scenes/unit.h) */
    char scene_hash[HASH_TEXT], shader_hash[HASH_TEXT], heatmap_hash[HASH_TEXT]; /* "" : none */
    struct profile_facts profile;     /* about a prediction's heatmap */
    struct synthetic_facts synthetic; /* set where the work was made from a heatmap */
    struct gpu_config gpu;            /* the target, not downscaled */
    struct frame frame;
    double fills; /* warps of the frame over those that the target holds at once */
    struct downscale downscale;
    bool interrupted;  /* less was simulated than requested */
    uint32_t n_levels; /* runs per group: 1, or RESULT_LEVELS */
    uint32_t n_groups;
    struct result_group *groups;
    struct metric_fit *fits;
    uint32_t n_fits;
    struct evidence evidence;
    struct run *repeats;          /* a simulation's runs other than the first, each perturbed
                                     (--repeat) */
    uint32_t n_repeats;           /* length of `repeats`: 0 where there is one run */
    bool exact;                   /* the evidence is the whole frame by the cycle model: nothing is
                                     estimated */
    struct gpu_counters counters; /* of the finished groups at the given percentage, merged */
    struct estimate metrics[METRIC_COUNT]; /* of the whole frame on the whole GPU */
    struct source_lines lines;             /* of a simulation with --lines */
    struct cost cost;
};

void result_free(struct result *r); /* leaves it empty */

/* The model that made the result. */
const struct model_traits *result_model(const struct result *r);
/* Returns the cycle stack of a model that has one; for other models its n is 0. */
const struct model_stack *result_stack(const struct result *r);
/* Tells which counters the result's model counts; NULL: all. */
model_counts *result_counted(const struct result *r);

uint32_t result_groups(const struct result *r);   /* groups that have a pixel */
uint32_t result_finished(const struct result *r); /* finished groups with a pixel */
uint64_t result_pixels(const struct result *r);
uint64_t
result_traced(const struct result *r); /* traced pixels of finished groups at the given percentage;
                                          all pixels where the result is exact */
double result_percent(uint64_t traced, uint64_t pixels); /* 0 where pixels is 0 */

/* Whether the whole frame ran on the whole GPU in the cycle model. */
bool result_is_exact(const struct result *r);
/* Returns the size of the GPU that was run: that of the scale model, or of the whole GPU where
 * r->exact. */
struct downscale result_machine(const struct result *r);

/* Whether there is a target error and the target metric's interval is narrow enough. */
bool result_on_target(const struct result *r);

/* Computes the metrics of one run. Its delay is taken off its cycles. */
void result_run_metrics(const struct run *run, double out[METRIC_COUNT]);
/* Returns run `i` of a simulation, 0 to n_repeats; not finished where an interrupt ended it. */
const struct run *result_repeat(const struct result *r, uint32_t i);
/* One metric over those runs of a simulation that finished. */
struct repeated {
    uint32_t n;
    double mean, deviation;      /* deviation: standard deviation of one run; 0 if it is alone */
    struct survey_spread spread; /* of the mean */
};
struct repeated result_repeated(const struct result *r, enum metric_id m);

double result_frame_time_ms(const struct result *r);
struct estimate result_frame_time(const struct result *r); /* the frame time with its bounds */
double result_frames_per_second(const struct result *r);   /* 0 where no cycle passed */
