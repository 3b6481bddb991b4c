/* models.h -- the table of timing models: a row is all that there is to write of one beside its
 * folder under sim/. What --model takes, what is run and which other options have no meaning follow
 * from it.
 *
 *     ROW(id, name, simulate, traits...)
 *
 * name      that --model takes
 * simulate  the model (sim/model/model.h)
 * traits    fields of struct model_traits below */
#pragma once

#include "common/status.h"
#include "sim/model/model.h"
#include "sim/timing/counters/metrics.h"

#include <stdbool.h>
#include <stdint.h>

#define MODELS(ROW)                                                                                \
    ROW(CYCLE, "cycle", cycle_model, .stalls = true, .traces = true, .perturbed = true)            \
    ROW(ABSTRACT, "abstract", abstract_model, .title = "abstract model",                           \
        .counts = abstract_counts, .perturbed = true)

enum timing_model {
#define MODEL_ID(id, ...) MODEL_##id,
    MODELS(MODEL_ID)
#undef MODEL_ID
        TIMING_MODELS
};

/* Whether a model counts this; what it does not stands at 0 and says nothing. */
typedef bool model_counts(const struct counter_table *, const struct counter *);

struct model_traits {
    const char *name;
    model_simulate *simulate;
    const char *title;    /* in headings; NULL: nothing need be said */
    model_counts *counts; /* NULL: all */
    uint32_t knows;       /* bits 1 << enum metric_id of the metrics that follow from what it
                             counts; 0: all */
    bool stalls;          /* has issue slots to charge: --stalls */
    bool traces;          /* knows what happened over time: --trace */
    bool perturbed;       /* a launch delay and another first SM change it: --repeat */
};
extern const struct model_traits models[TIMING_MODELS];

bool model_knows(enum timing_model model, enum metric_id metric);
