#include "orchestrator/settings/models.h"

#include "orchestrator/settings/method_settings.h"
#include "sim/approximate/approximate_model.h"
#include "sim/approximate/counted.h"
#include "sim/gatsim/gatsim_model.h"
#include "sim/gpumech/interval_model.h"
#include "sim/timing/cycle_model.h"

const struct model_traits models[TIMING_MODELS] = {
#define MODEL_TRAITS(id, text, function, ...)                                                      \
    [MODEL_##id] = {.name = text, .simulate = function, __VA_ARGS__},
    MODELS(MODEL_TRAITS)
#undef MODEL_TRAITS
};

_Static_assert(METRIC_COUNT <= 32, "struct model_traits: knows has a bit for each");

enum st_code models_simulate(enum timing_model model, const struct gpu_config *config,
                             struct kernel *kernel, const struct model_options *options,
                             struct model_answer *out, struct status *st)
{
    if (kernel->machine_code && !models[model].machine_code)
        return status_fail(st, ST_USAGE,
                           "the %s does not know machine code; the cycle model does (--model "
                           "cycle)",
                           models[model].title);
    return models[model].simulate(config, kernel, options, out, st);
}

enum timing_model models_simulating(uint32_t model)
{
    return model == MODEL_AUTO ? MODEL_CYCLE : (enum timing_model)model;
}

bool model_knows(enum timing_model model, enum metric_id metric)
{
    return !models[model].knows || models[model].knows >> metric & 1;
}

uint32_t models_variant(enum timing_model model, const struct method_settings *settings)
{
    return model == MODEL_INTERVAL
               ? interval_variant((enum interval_level_of_detail)settings->interval_level,
                                  (enum representative_choice)settings->representative,
                                  settings->interval_rate)
               : 0;
}

void models_unseen(enum timing_model model, const struct method_settings *settings,
                   const struct gpu_config *gpu, char *text, size_t n)
{
    enum unseen who = models[model].unseen;
    if (model == MODEL_INTERVAL && settings->interval_level != LEVEL_NETWORK)
        who = UNSEEN_GPUMECH;
    unseen_list(gpu, who, text, n);
}
