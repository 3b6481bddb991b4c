/* What a user may have meant otherwise: said, and done as it was asked. */
#include "orchestrator/cli/command.h"

#include "common/memory.h"
#include "orchestrator/predict/prepare.h"
#include "orchestrator/predict/session.h"
#include "sim/functional/facing.h"

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

static void warn_facing(const struct command_context *c, const char *origin, const struct facing *f)
{
    const char *ending = strrchr(origin, '.');
    bool is_scene_file = ending && strcmp(ending, ".scene") == 0;
    char cure[LINE];
    if (is_scene_file)
        snprintf(cure, sizeof cure,
                 "give it 'two_sided = true' or, where all of it is turned, 'flip = true'");
    else
        snprintf(cure, sizeof cure,
                 "load it through a scene file: meshes = ( { name = \"mesh\"; file = \"%s\"; "
                 "two_sided = true; } );",
                 origin);
    command_warn(c,
                 "%s: %.0f %% of what the camera sees of mesh '%s' are backs, which are shaded "
                 "flat; %s",
                 origin, 100 * f->backs, f->mesh, cure);
}

void command_warn_world(const struct command_context *c, const struct world *world)
{
    struct facing *away = NULL;
    struct status unused = {0};
    uint32_t n = 0;
    if (!world || c->settings->output.quiet)
        return;
    if (world->note[0])
        command_warn(c, "%s", world->note);
    /* Where memory runs out for a warning, what follows will say so. */
    if (c->settings->render.shader != SHADER_AO &&
        facing_away(world->image, &away, &n, &unused) == ST_OK)
        for (uint32_t i = 0; i < n; i++)
            warn_facing(c, world->scene->origin, &away[i]);
    mem_free(away);
}
