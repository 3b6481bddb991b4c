/* result.h -- the result of a prediction or a simulation: metrics, evidence, cost. */
#pragma once

#include "common/hash.h"
#include "orchestrator/result/cost.h"
#include "orchestrator/result/profile_facts.h"
#include "orchestrator/result/synthetic_facts.h"
#include "orchestrator/settings/settings.h"
#include "orchestrator/statistics/fit.h"
#include "orchestrator/statistics/survey.h"
#include "partition/downscale.h"
#include "sim/config/gpu_config.h"
#include "sim/functional/exec/launch.h"
#include "sim/timing/counters/gpu_counters.h"
#include "sim/timing/counters/metrics.h"
#include "sim/timing/counters/timeline.h"

#include <stdint.h>

enum result_kind { RESULT_PREDICTION, RESULT_SIMULATION };

/* At most three points: the given percentage and two smaller ones. */
enum { RESULT_LEVELS = 3 };

/* One run of a timing model. */
struct run {
    uint64_t traced; /* pixels */
    struct gpu_counters counters;
    struct model_stack stack; /* for models that have one */
    struct functional_counts counts;
    bool finished; /* false: not run, or interrupted */
    double cpu_s;
    double trace_cpu_s;        /* part of cpu_s that made the trace, which is kept for the next
                                  run */
    uint32_t delay;            /* core cycles by which it was launched later than the GPU's launch
                                  latency */
    struct timeline *timeline; /* with --trace; NULL: none, or not run */
};

/* One metric at several percentages, and the curve through them. */
struct metric_fit {
    uint32_t metric; /* enum metric_id */
    int32_t group;   /* -1: rate of the counters summed over the groups */
    double percent[RESULT_LEVELS], value[RESULT_LEVELS]; /* linear predictions */
    struct fit fit;
    bool used; /* false: the linear prediction stands */
};

struct result_group {
    uint64_t pixels;
    bool finished; /* all of its runs; groups without pixels have none and are never */
    struct run runs[RESULT_LEVELS]; /* [0] at the given percentage; others: exponential only */
    double metrics[METRIC_COUNT];   /* extrapolated to all pixels of the group */
};

/* A sample's run by a model, and the share of the frame that it stands for. Groups have runs of
 * their own, and a simulation is one group of all pixels: for these only `sample` and `model` are
 * set. */
struct evidence {
    enum sample_kind sample;
    enum timing_model model;
    struct run run; /* on the whole GPU: `traced` is what it ran, counters are completed to the
                       whole frame */
    double share;   /* of the frame's work that it ran; 0: not known */
    double fills;   /* how often that fills the GPU */
    struct survey_spread spread; /* of the time of its warps, relative to it: that of its
                                    sampling units, or of those under way at an interrupt; 0 where
                                    it ran everything */
};

struct result {
    enum result_kind kind;
    struct settings settings; /* texts borrowed from the caller's */
    char *scene;              /* name */
    double unit;              /* of ray tracing, in the scene's own (scenes/unit.h) */
    char scene_hash[HASH_TEXT], shader_hash[HASH_TEXT], heatmap_hash[HASH_TEXT]; /* "" : none */
    struct profile_facts profile;     /* of a prediction's heatmap */
    struct synthetic_facts synthetic; /* where the work was made from a heatmap */
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
    struct run *repeats;          /* a simulation's further runs, each perturbed (--repeat) */
    uint32_t n_repeats;           /* their number: 0 where there is one run */
    bool exact;                   /* the evidence is the whole frame by the cycle model: nothing is
                                     estimated */
    struct gpu_counters counters; /* of the finished groups at the given percentage, merged */
    struct estimate metrics[METRIC_COUNT]; /* of the whole frame on the whole GPU */
    struct cost cost;
};

void result_free(struct result *r); /* leaves it empty */

/* The model that made the result. */
const struct model_traits *result_model(const struct result *r);
/* The cycle stack of models that have one; n is 0 for others. */
const struct model_stack *result_stack(const struct result *r);
/* Tells which counters the result's model counts; NULL: all. */
model_counts *result_counted(const struct result *r);

uint32_t result_groups(const struct result *r);   /* that have a pixel */
uint32_t result_finished(const struct result *r); /* finished groups with a pixel */
uint64_t result_pixels(const struct result *r);
uint64_t result_traced(
    const struct result *r); /* in finished groups, at the given percentage; all where exact */
double result_percent(uint64_t traced, uint64_t pixels); /* 0 where pixels is 0 */

/* Whether the whole frame ran on the whole GPU in the cycle model. */
bool result_is_exact(const struct result *r);
/* The GPU that was run: the scale model, or the whole GPU where r->exact. */
struct downscale result_machine(const struct result *r);

/* Whether there is a target, and the metric's interval is that narrow. */
bool result_on_target(const struct result *r);

/* The metrics of one run, its cycles without its delay. */
void result_run_metrics(const struct run *run, double out[METRIC_COUNT]);
/* Run `i` of a simulation's n_repeats + 1; not finished where an interrupt ended it. */
const struct run *result_repeat(const struct result *r, uint32_t i);
/* A metric over the finished ones of these runs. */
struct repeated {
    uint32_t n;
    double mean, deviation;      /* standard deviation of a single run; 0 for one */
    struct survey_spread spread; /* of the mean */
};
struct repeated result_repeated(const struct result *r, enum metric_id m);

double result_frame_time_ms(const struct result *r);
struct estimate result_frame_time(const struct result *r); /* the same with its bounds */
double result_frames_per_second(const struct result *r);   /* 0 where no cycle passed */
