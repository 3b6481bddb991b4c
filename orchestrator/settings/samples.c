#include "orchestrator/settings/samples.h"

#include "orchestrator/settings/options.h"

#include <string.h>

const struct sample_traits sample_kinds[SAMPLE_KINDS] = {
#define SAMPLE_TRAITS(id, text, create, ...) [SAMPLE_##id] = {.name = text, __VA_ARGS__},
    SAMPLES(SAMPLE_TRAITS)
#undef SAMPLE_TRAITS
};

enum sample_kind samples_named(const char *name)
{
    int kind = 0;
    while (kind < SAMPLE_KINDS && (!name || strcmp(name, sample_kinds[kind].name) != 0))
        kind++;
    return (enum sample_kind)kind;
}

uint32_t extrapolate_levels(uint32_t extrapolation)
{
    return extrapolation == EXTRAPOLATE_EXPONENTIAL ? 3 : 1;
}

bool samples_means_groups(const struct method_settings *method)
{
    struct settings initial;
    options_default(&initial);
    const struct method_settings *s = &initial.method;
    return method->sample == SAMPLE_AUTO &&
           (method->percent > 0 || method->percent_min != s->percent_min ||
            method->percent_max != s->percent_max || method->factor != 0 ||
            method->division != s->division || method->distribution != s->distribution ||
            method->clusters != s->clusters || method->block.width != s->block.width ||
            method->block.height != s->block.height || method->extrapolate != EXTRAPOLATE_AUTO ||
            method->combine != s->combine);
}
