/* Warnings about requests that may be mistakes; they are carried out as given. */
#include "orchestrator/cli/command.h"

#include "common/auto.h"
#include "common/grow.h"
#include "orchestrator/predict/choice.h"
#include "orchestrator/predict/pipeline.h"
#include "orchestrator/predict/warnings.h"
#include "orchestrator/workload/workload_open.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

void command_warn_unused(const struct command_context *c, const bool effective[OPTION_MOST])
{
    char text[STATUS_TEXT];
    options_without_effect(c->settings, effective, text, sizeof text);
    if (text[0])
        command_warn(c, "without effect here: %s", text);
}

/* The scale model is small enough if K is at least the number of memory partitions divided by this.
 * K is a third of rtx4090's partitions, and half or all of those of the other GPUs that come with
 * the program, except rtx3070. */
enum { FEW_OF_PARTITIONS = 4 };

static void warn_whole(const struct command_context *c, const struct target *target)
{
    const struct gpu_config *gpu = &target->gpu;
    uint32_t k = target->downscale.factor, partitions = gpu->machine.memory_partitions;
    if (c->settings->method.factor != 0)
        return;
    if (k == 1)
        command_warn(c,
                     "%s has %u SMs and %u memory partitions, which have no common divisor: it is "
                     "predicted whole",
                     gpu->name, gpu->machine.sms, partitions);
    else if (k * FEW_OF_PARTITIONS < partitions)
        command_warn(c,
                     "%s has %u SMs and %u memory partitions, whose greatest common divisor is %u: "
                     "the scale model is 1/%u of the GPU (K = %u), which is large and slow; a "
                     "number of SMs that shares more with %u makes it smaller",
                     gpu->name, gpu->machine.sms, partitions, k, k, k, partitions);
}

static void warn_unseen_whole(const struct command_context *c, const struct gpu_config *gpu)
{
    char text[STATUS_TEXT];
    models_unseen(MODEL_APPROXIMATE, &c->settings->method, gpu, text, sizeof text);
    if (text[0])
        command_warn(c, "%s: the approximate model does not see %s: the cycle model runs the frame",
                     gpu->name, text);
}

void command_warn_sample(const struct command_context *c, const struct pipeline *p)
{
    const struct render_settings *render = &c->settings->render;
    if (sample_kinds[p->choice.sample].plan)
        warn_whole(c, &p->target);
    if (p->plan.shared)
        command_warn(c,
                     "%llu pixels are in the lists of several groups, each of which traces them: "
                     "metrics that are summed count them as often",
                     (unsigned long long)p->plan.shared);
    if (p->choice.sample == SAMPLE_GROUPS && render->shaders && launch_is_pipeline(render->shaders))
        command_warn(c, "--sample groups of a pipeline: the intervals were measured on Diorama's "
                        "own shaders; on short shaders the error can be several times as large");
    if (c->settings->method.model == MODEL_AUTO && p->choice.sample == SAMPLE_ALL &&
        p->choice.model == MODEL_CYCLE)
        warn_unseen_whole(c, &p->target.gpu);
    if (p->choice.sample == SAMPLE_ALL && render->heatmap && render->scene)
        command_warn(c, "--heatmap has no effect: all of the frame is run; --sample groups chooses "
                        "pixels by it");
}

void command_warn_few(const struct command_context *c, double fills)
{
    if (lround(fills) < CHOICE_LEAST_FILLS)
        command_warn(
            c,
            "windows that fill the GPU %ld times are mostly ramp and tail; their error may "
            "be several times the interval, that of %d times and more is not",
            lround(fills), CHOICE_LEAST_FILLS);
}

void command_warn_unseen(const struct command_context *c, const struct method_settings *method,
                         enum timing_model model, const struct gpu_config *gpu)
{
    char text[STATUS_TEXT];
    if (!models[model].unseen)
        return;
    models_unseen(model, method, gpu, text, sizeof text);
    if (text[0])
        command_warn(c, "%s: the %s does not see %s; the cycle model does", gpu->name,
                     models[model].title, text);
}

/* Warns of each line of a text, which is cut into lines. */
static void warn_lines(const struct command_context *c, char *text)
{
    char *rest = NULL;
    for (char *line = text ? strtok_r(text, "\n", &rest) : NULL; line;
         line = strtok_r(NULL, "\n", &rest))
        command_warn(c, "%s", line);
}

static void warn_world(const struct command_context *c, const struct world *world,
                       const struct render_settings *render)
{
    char *text = world_warnings(world, render);
    warn_lines(c, text);
    free(text);
}

void command_warn_world(const struct command_context *c, const struct world *world)
{
    bool effective[OPTION_MOST] = {false};
    options_mark_effective(effective, c->settings);
    command_warn_unused(c, effective);
    if (world && !c->settings->output.quiet)
        warn_world(c, world, &c->settings->render);
}

void command_warn_launch(const struct command_context *c, const struct launch *launch)
{
    char notes[LAUNCH_NOTES_TEXT];
    if (!launch) /* pixels of a heatmap alone */
        return;
    launch_notes(launch, notes, sizeof notes);
    warn_lines(c, notes);
}

void command_warn_late(const struct command_context *c, const struct launch *launch)
{
    char notes[LAUNCH_NOTES_TEXT];
    if (!launch)
        return;
    launch_late_notes(launch, notes, sizeof notes);
    warn_lines(c, notes);
}

static void warn_kernel(const struct command_context *c, const struct settings *settings)
{
    struct status unused = {0};
    AUTO(workload_close) struct workload w = {0};
    if (workload_open_as(&w, settings, (enum isa)settings->render.isa, &unused) == ST_OK)
        command_warn_program(c, compute_program_of(w.program));
}

static void warn_operand(const struct command_context *c, const struct settings *settings)
{
    struct status unused = {0};
    struct world world;
    if (workload_is(settings->render.scene)) {
        warn_kernel(c, settings);
        return;
    }
    if (world_open(&world, settings->render.scene, false, &unused) != ST_OK)
        return; /* the run reports it */
    char notes[LAUNCH_NOTES_TEXT];
    warn_world(c, &world, &settings->render);
    launch_notes_of(settings->render.shaders, world.scene, notes, sizeof notes);
    warn_lines(c, notes);
    world_close(&world);
}

void command_warn_scene(const struct command_context *c, const struct settings *settings,
                        struct command_scenes *said)
{
    const struct render_settings *render = &settings->render;
    if (c->settings->output.quiet || !render->scene)
        return;
    for (uint32_t i = 0; i < said->n; i++)
        if (strcmp(said->operands[i], render->scene) == 0)
            return;
    if (!grow(&said->operands, said->n, &said->room, sizeof *said->operands))
        return;
    said->operands[said->n++] = render->scene;
    warn_operand(c, settings);
}
