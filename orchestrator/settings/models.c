#include "orchestrator/settings/models.h"

#include "orchestrator/settings/method_settings.h"
#include "sim/approximate/approximate_model.h"
#include "sim/approximate/counted.h"
#include "sim/gatsim/gatsim_model.h"
#include "sim/gpumech/interval_model.h"
#include "sim/timing/cycle_model.h"
#include "sim/trace/kernel_trace.h"

const struct model_traits models[TIMING_MODELS] = {
#define MODEL_TRAITS(id, text, function, ...)                                                      \
    [MODEL_##id] = {.name = text, .simulate = function, __VA_ARGS__},
    MODELS(MODEL_TRAITS)
#undef MODEL_TRAITS
};

_Static_assert(METRIC_COUNT <= 32, "struct model_traits: knows has a bit for each");

/* One dispatch of a kernel. */
struct part {
    struct kernel base;
    struct kernel *whole;
    uint32_t first;
};

static enum st_code start(struct kernel *k, uint32_t cta, struct warp **out, struct status *st)
{
    const struct part *p = (const struct part *)k;
    return p->whole->ops->start(p->whole, p->first + cta, out, st);
}

/* Runs dispatch `number` if it has CTAs and no dispatch before was stopped. */
static enum st_code run_part(enum timing_model model, const struct gpu_config *config,
                             struct kernel *kernel, uint32_t number,
                             const struct model_options *options, struct model_answer *out,
                             struct status *st)
{
    static const struct kernel_ops ops = {start, NULL};
    uint32_t first = number ? kernel->dispatch_ends[number - 1] : 0;
    struct part part = {*kernel, kernel, first};
    struct model_options own = *options;
    struct model_answer answer = {0};
    struct kernel_trace trace;
    part.base.ops = &ops;
    part.base.n_ctas = kernel->dispatch_ends[number] - first;
    part.base.n_dispatches = 0;
    if (!part.base.n_ctas)
        return ST_OK;
    if (options->trace) {
        trace = kernel_trace_part(options->trace, first, part.base.n_ctas);
        own.trace = &trace;
        own.kept = NULL;
    }
    TRY(models[model].simulate(config, &part.base, &own, &answer, st));
    model_answer_follow(out, &answer);
    return ST_OK;
}

/* Runs a kernel of several dispatches, one after the other. Each begins with empty caches. */
static enum st_code in_order(enum timing_model model, const struct gpu_config *config,
                             struct kernel *kernel, const struct model_options *options,
                             struct model_answer *out, struct status *st)
{
    if (options->timeline)
        return status_fail(st, ST_USAGE,
                           "--trace of a pipeline of %u dispatches; expected one of a single one",
                           kernel->n_dispatches);
    *out = (struct model_answer){0};
    for (uint32_t i = 0; i < kernel->n_dispatches && !(options->unfinished && *options->unfinished);
         i++)
        TRY(run_part(model, config, kernel, i, options, out, st));
    return ST_OK;
}

enum st_code models_simulate(enum timing_model model, const struct gpu_config *config,
                             struct kernel *kernel, const struct model_options *options,
                             struct model_answer *out, struct status *st)
{
    if (kernel->machine_code && !models[model].machine_code)
        return status_fail(st, ST_USAGE,
                           "the %s does not know machine code; the cycle model does (--model "
                           "cycle)",
                           models[model].title);
    return kernel->n_dispatches > 1 ? in_order(model, config, kernel, options, out, st)
                                    : models[model].simulate(config, kernel, options, out, st);
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
