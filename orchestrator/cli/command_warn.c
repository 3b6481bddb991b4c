/* What a user may have meant otherwise: said, and done as it was asked. */
#include "orchestrator/cli/command.h"

#include "common/memory.h"
#include "orchestrator/predict/pipeline.h"
#include "orchestrator/predict/session.h"
#include "sim/functional/facing.h"

#include <string.h>

enum { LINE = 400 };

void command_warn_unused(const struct command_context *c, const bool effective[OPTION_MOST])
{
    char text[STATUS_TEXT];
    options_without_effect(c->settings, effective, text, sizeof text);
    if (text[0])
        command_warn(c, "without effect here: %s", text);
}

void command_warn_whole(const struct command_context *c, const struct target *target)
{
    const struct gpu_config *gpu = &target->gpu;
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
                 "two_sided = true; } ); or, where all of it is turned, flip = true",
                 origin);
    command_warn(c,
                 "%s: %.0f %% of what the camera sees of mesh '%s' are backs, which are shaded "
                 "flat; %s",
                 origin, 100 * f->backs, f->mesh, cure);
}

void command_warn_world(const struct command_context *c, const struct world *world)
{
    bool effective[OPTION_MOST] = {false};
    MEM_AUTO struct facing *away = NULL;
    struct status unused = {0};
    uint32_t n = 0;
    options_mark_effective(effective, c->settings);
    command_warn_unused(c, effective);
    if (!world || c->settings->output.quiet)
        return;
    if (world->note[0])
        command_warn(c, "%s", world->note);
    /* Where memory runs out for a warning, what follows will say so. */
    if (c->settings->render.shader != SHADER_AO &&
        facing_away(world->image, &away, &n, &unused) == ST_OK)
        for (uint32_t i = 0; i < n; i++)
            warn_facing(c, world->scene->origin, &away[i]);
}
