/* What a user may have meant otherwise: said, and done as it was asked. */
#include "orchestrator/cli/command.h"

#include "orchestrator/predict/prepare.h"

#include <string.h>

enum { LINE = 400 };

/* Adds to a list in words; `where` says where the option has an effect. */
static void list(char line[LINE], bool unused, const char *option, const char *where)
{
    size_t n = strlen(line);
    if (unused)
        snprintf(line + n, LINE - n, "%s%s (%s)", n ? ", " : "", option, where);
}

static void warn_unused_options(const struct command_context *c)
{
    static const char temperature[] = "of --percent auto, but not with --extrapolate ratio";
    const struct settings *s = c->settings;
    struct settings initial;
    char line[LINE] = "";
    bool ratio = s->method.extrapolate == EXTRAPOLATE_RATIO, given = s->method.percent > 0;
    options_default(&initial);
    list(line, !ratio && s->method.waves != initial.method.waves, "--waves",
         "of --extrapolate ratio");
    list(line, ratio && s->method.combine != initial.method.combine, "--combine",
         "not of --extrapolate ratio");
    list(line, (ratio || given) && s->method.percent_min != initial.method.percent_min,
         "--percent-min", temperature);
    list(line, (ratio || given) && s->method.percent_max != initial.method.percent_max,
         "--percent-max", temperature);
    list(line, s->render.heatmap && s->method.timer != initial.method.timer, "--timer",
         "not with --heatmap");
    if (line[0])
        command_warn(c, "without effect here: %s", line);
}

void command_warn_unused(const struct command_context *c, const struct target *target)
{
    const struct gpu_config *gpu = &target->gpu;
    warn_unused_options(c);
    if (c->settings->method.factor == 0 && target->downscale.factor == 1)
        command_warn(c,
                     "%s has %u SMs and %u memory partitions, which have no common divisor: it is "
                     "predicted whole",
                     gpu->name, gpu->machine.sms, gpu->machine.memory_partitions);
}
