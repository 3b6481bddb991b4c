/* models.h -- the table of timing models. A new model needs a folder under sim/ and a row here: the
 * values of --model, the runs, and which options have a meaning follow from the row.
 *
 *     ROW(id, name, simulate, traits...)
 *
 * name      value of --model
 * simulate  the model (sim/model/model.h)
 * traits    members of struct model_traits below */
#pragma once

#include "common/status.h"
#include "sim/config/unseen.h"
#include "sim/model/model.h"
#include "sim/timing/counters/metrics.h"

#include <stdbool.h>
#include <stdint.h>

struct method_settings;

#define MODELS(ROW)                                                                                \
    ROW(CYCLE, "cycle", cycle_model, .machine_code = true, .stalls = true, .traces = true,         \
        .perturbed = true, .units = true, .counts_work = true)                                     \
    ROW(APPROXIMATE, "approximate", approximate_model, .title = "approximate model",               \
        .counts = approximate_counts, .unseen = UNSEEN_APPROXIMATE, .perturbed = true,             \
        .units = true)                                                                             \
    ROW(INTERVAL, "interval", interval_model, .title = "interval model",                           \
        .counts = interval_counts, .knows = MODEL_KNOWS_INSTRUCTIONS, .traced = true,              \
        .unseen = UNSEEN_NETWORK, .forget = interval_forget)                                       \
    ROW(GATSIM, "gatsim", gatsim_model, .title = "GATSim model", .counts = gatsim_counts,          \
        .knows = MODEL_KNOWS_WARPS, .unseen = UNSEEN_GATSIM, .traced = true, .perturbed = true)

enum timing_model {
#define MODEL_ID(id, ...) MODEL_##id,
    MODELS(MODEL_ID)
#undef MODEL_ID
        TIMING_MODELS,
    MODEL_AUTO = TIMING_MODELS /* for --model only */
};

/* Whether a model counts a counter; those that it does not count stay 0 and mean nothing. */
typedef bool model_counts(const struct counter_table *, const struct counter *);

struct model_traits {
    const char *name;
    model_simulate *simulate;
    const char *title;    /* shown in headings; NULL: headings do not mention it */
    model_counts *counts; /* NULL: it counts all counters */
    uint32_t knows;       /* metrics that follow from its counters, as bits 1 << enum metric_id; 0:
                             all */
    bool machine_code;    /* can run warps that wait by counters, as those of --isa rdna2 do */
    bool traced;          /* reads the kernel's trace, which is kept for the next GPU */
    model_forget *forget; /* frees what the model derived from a trace and keeps with it; NULL: it
                             keeps nothing */
    bool stalls;          /* charges issue slots to causes, for --stalls */
    bool traces;          /* records activity over time, for --trace */
    enum unseen unseen;   /* which list of ignored parameters applies (sim/config/unseen.h) */
    bool units;           /* can run sampling units of a frame (predict/frame_sample.h) */
    bool counts_work;     /* measures its progress in warp instructions (model_options.work) */
    bool perturbed;       /* whether a launch delay and another first SM change the result, for
                             --repeat */
};
extern const struct model_traits models[TIMING_MODELS];

/* A value of `knows`: cycles and the metrics that follow from instructions alone. */
#define MODEL_KNOWS_INSTRUCTIONS                                                                   \
    (1u << METRIC_IPC | 1u << METRIC_CYCLES | 1u << METRIC_SIMT_EFFICIENCY)
/* A value of `knows`: MODEL_KNOWS_INSTRUCTIONS and the time of warps in the RT units. */
#define MODEL_KNOWS_WARPS (MODEL_KNOWS_INSTRUCTIONS | 1u << METRIC_RT_WARP_LATENCY)

/* Runs the kernel by a model; ST_USAGE where the model cannot run it. */
enum st_code models_simulate(enum timing_model model, const struct gpu_config *config,
                             struct kernel *kernel, const struct model_options *options,
                             struct model_answer *out, struct status *st);
/* Returns the model for simulating a whole frame or a kernel: auto becomes the cycle model. */
enum timing_model models_simulating(uint32_t model);
bool model_knows(enum timing_model model, enum metric_id metric);
/* Lists, separated by commas, the parameters that were set for the GPU but that the model ignores
 * with these settings; "": there are none. */
void models_unseen(enum timing_model model, const struct method_settings *settings,
                   const struct gpu_config *gpu, char *text, size_t n);
/* Returns the variant of the model (struct model_options) that the settings select. */
uint32_t models_variant(enum timing_model model, const struct method_settings *settings);
