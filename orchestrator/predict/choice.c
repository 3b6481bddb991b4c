#include "orchestrator/predict/choice.h"

#include "orchestrator/predict/interval.h"
#include "orchestrator/settings/option_fields.h"
#include "partition/cta_sample.h"
#include "sim/functional/exec/launch.h"

uint32_t choice_fills(uint64_t slots)
{
    enum { WARPS = 1024, MOST = 8 };
    uint64_t fills = slots ? (WARPS + slots - 1) / slots : MOST;
    return fills < CHOICE_LEAST_FILLS ? CHOICE_LEAST_FILLS : fills > MOST ? MOST : (uint32_t)fills;
}

/* Whether the approximate model covers every feature of the GPU. Its errors were measured on such
 * GPUs only. */
static bool sees(const struct method_settings *method, const struct gpu_config *gpu)
{
    char unseen[STATUS_TEXT];
    models_unseen(MODEL_APPROXIMATE, method, gpu, unseen, sizeof unseen);
    return !unseen[0];
}

static bool narrow_enough(const struct method_settings *method, enum sample_kind sample)
{
    return method->target.error == 0 ||
           interval_least_percent(sample, MODEL_APPROXIMATE, (enum metric_id)method->target.metric,
                                  method->confidence) <= method->target.error;
}

/* Whether no option needs the cycle model. */
static bool may_approximate(const struct settings *settings, const struct gpu_config *gpu)
{
    return sees(&settings->method, gpu) && settings->render.isa != ISA_RDNA2 &&
           !settings->output.trace;
}

/* Chooses --sample. `share` is the part of the frame, 0 to 1, that sampling units would run. */
static enum sample_kind choose_sample(const struct settings *settings, double share)
{
    const struct method_settings *method = &settings->method;
    bool units = method->model == MODEL_AUTO || models[method->model].units;
    if (method->pixels)
        return SAMPLE_PIXELS;
    if (method->sample == SAMPLE_WINDOWS && share > CTA_SAMPLE_MOST)
        return SAMPLE_ALL;
    if (method->sample != SAMPLE_AUTO)
        return (enum sample_kind)method->sample;
    if (samples_means_groups(method))
        return SAMPLE_GROUPS;
    return units && share < CHOICE_WINDOWS ? SAMPLE_WINDOWS : SAMPLE_ALL;
}

static enum timing_model choose_model(const struct settings *settings, const struct gpu_config *gpu,
                                      enum sample_kind sample)
{
    const struct method_settings *method = &settings->method;
    bool cheaper = sample == SAMPLE_ALL || sample == SAMPLE_WINDOWS;
    if (method->model != MODEL_AUTO)
        return (enum timing_model)method->model;
    return cheaper && may_approximate(settings, gpu) && narrow_enough(method, sample)
               ? MODEL_APPROXIMATE
               : MODEL_CYCLE;
}

struct choice choose(const struct settings *settings, const struct gpu_config *gpu, uint64_t slots,
                     uint64_t ctas)
{
    uint32_t asked = settings->method.fills;
    struct choice c = {.fills = asked == OPTION_ALL ? 0 : asked ? asked : choice_fills(slots)};
    double share = slots && c.fills ? (double)c.fills * (double)slots / (double)ctas : 1;
    c.sample = choose_sample(settings, share);
    c.model = choose_model(settings, gpu, c.sample);
    if (c.sample != SAMPLE_WINDOWS)
        c.fills = 0;
    return c;
}

enum timing_model choose_compared(const struct settings *settings, const struct gpu_config *gpus,
                                  size_t n)
{
    bool seen = settings->render.isa != ISA_RDNA2;
    for (size_t i = 0; i < n; i++)
        seen = seen && sees(&settings->method, &gpus[i]);
    return seen ? MODEL_APPROXIMATE : MODEL_CYCLE;
}
