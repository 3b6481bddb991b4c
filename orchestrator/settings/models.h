/* models.h -- the table of timing models. Beside its folder under sim/, a model needs only a row
 * here: the values of --model, the runs, and the options without meaning follow from it.
 *
 *     ROW(id, name, simulate, traits...)
 *
 * name      value of --model
 * simulate  the model (sim/model/model.h)
 * traits    fields of struct model_traits below */
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

/* Whether a model counts this counter; others stay 0 and mean nothing. */
typedef bool model_counts(const struct counter_table *, const struct counter *);

struct model_traits {
    const char *name;
    model_simulate *simulate;
    const char *title;    /* in headings; NULL: needs no mention */
    model_counts *counts; /* NULL: all */
    uint32_t knows;       /* bits 1 << enum metric_id of the metrics that follow from its counters;
                             0: all */
    bool machine_code;    /* handles warps that wait by counters: --isa rdna2 */
    bool traced;          /* reads the kernel's trace, which is kept for the next GPU */
    model_forget *forget; /* frees the data that it keeps of a trace; NULL: there is none */
    bool stalls;          /* has issue slots to charge: --stalls */
    bool traces;          /* records activity over time: --trace */
    enum unseen unseen;   /* the list of parameters that it ignores (sim/config/unseen.h) */
    bool units;           /* runs sampling units of a frame (predict/frame_sample.h) */
    bool counts_work;     /* measures its progress in warp instructions (model_options.work) */
    bool perturbed;       /* a launch delay and another first SM change it: --repeat */
};
extern const struct model_traits models[TIMING_MODELS];

/* For `knows`: cycles and the metrics that follow from instructions alone. */
#define MODEL_KNOWS_INSTRUCTIONS                                                                   \
    (1u << METRIC_IPC | 1u << METRIC_CYCLES | 1u << METRIC_SIMT_EFFICIENCY)
/* The same and the time of warps in the RT units. */
#define MODEL_KNOWS_WARPS (MODEL_KNOWS_INSTRUCTIONS | 1u << METRIC_RT_WARP_LATENCY)

/* Runs the kernel by that model; ST_USAGE where the model cannot run it. */
enum st_code models_simulate(enum timing_model model, const struct gpu_config *config,
                             struct kernel *kernel, const struct model_options *options,
                             struct model_answer *out, struct status *st);
/* The value of --model where a whole frame or a kernel is simulated: auto is the cycle model. */
enum timing_model models_simulating(uint32_t model);
bool model_knows(enum timing_model model, enum metric_id metric);
/* Names, with commas between, the parameters that were set for the GPU and that the model ignores
 * under these settings; "": there is none. */
void models_unseen(enum timing_model model, const struct method_settings *settings,
                   const struct gpu_config *gpu, char *text, size_t n);
/* The model's own variant (struct model_options) that the settings select. */
uint32_t models_variant(enum timing_model model, const struct method_settings *settings);
