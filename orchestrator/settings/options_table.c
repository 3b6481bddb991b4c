/* The rows of options.def with the masks of commands, choices and conditions that they name. */
#include "orchestrator/settings/options.h"

#include "heatmap/heatmap.h"
#include "heatmap/quantize.h"
#include "partition/plan.h"
#include "scenes/scene.h"
#include "sim/functional/exec/launch.h"
#include "sim/gpumech/interval_model.h"
#include "sim/workload/user_program.h"

#define ALL      COMMAND_ALL
#define PREDICTS (COMMAND_PREDICT | COMMAND_VALIDATE | COMMAND_STUDIES)
#define METHOD   (COMMAND_PARTITION | PREDICTS)
#define TRACES                                                                                     \
    (COMMAND_RENDER | COMMAND_HEATMAP | COMMAND_CENSUS | COMMAND_SIMULATE | COMMAND_GRIDS | METHOD)
/* Commands that simulate with a chosen model, and commands that show one frame's result. */
#define MODELLED (COMMAND_SIMULATE | COMMAND_RUN | PREDICTS)
#define SHOWS    (COMMAND_PREDICT | COMMAND_VALIDATE | COMMAND_SIMULATE)
/* Commands that simulate a whole frame, and commands that profile one. */
#define REPEATS  (COMMAND_SIMULATE | COMMAND_VALIDATE | COMMAND_STUDIES | COMMAND_CORRELATE)
#define PROFILES (COMMAND_HEATMAP | METHOD)
/* Commands that can work from a picture alone, commands that read a heatmap, and commands that
 * quantise one. */
#define SYNTHESISES (COMMAND_HEATMAP | COMMAND_CENSUS | SHOWS)
#define READS_HEAT  (SYNTHESISES | METHOD)
#define CLUSTERS    (COMMAND_QUANTIZE | METHOD)
#define SEEDED      (COMMAND_QUANTIZE | COMMAND_CORRELATE | COMMAND_RUN | TRACES)
#define LISTS_ROWS  (COMMAND_CORRELATE | COMMAND_COMPARE | COMMAND_PREDICT)

/* Commands whose --help hides the options of groups, dumps and counters, which they seldom need. */
#define RARELY (TRACES & ~COMMAND_PARTITION)

/* Most pixels along one side: a picture may be a single row of all the pixels that are allowed. */
#define SIDE ((double)IMAGE_MOST_PIXELS)

#define SAMPLE_NAME(id, name, create, ...) name,
static const char *const sample_choices[] = {SAMPLES(SAMPLE_NAME) "auto", NULL};
static const char *const extrapolate_choices[] = {"auto", "linear", "exponential", NULL};
static const char *const shader_choices[] = {SHADERS_OF_SCENES, NULL};
static const char *const isa_choices[] = {ISA_NAMES, NULL};
static const char *const syntax_choices[] = {"auto", "cfg", "gpgpusim", NULL};
#define MODEL_NAME(id, name, simulate, ...) name,
static const char *const model_choices[] = {MODELS(MODEL_NAME) "auto", NULL};
static const char *const interval_level_choices[] = {INTERVAL_LEVEL_NAMES, NULL};
static const char *const representative_choices[] = {REPRESENTATIVE_NAMES, NULL};
static const char *const observe_choices[] = {"nothing", "profile", "instructions", NULL};
static const char *const combine_choices[] = {"counters", "paper", NULL};

/* ---- when options have an effect ---- */

static bool has_scene(const struct settings *s)
{
    return s->render.scene != NULL;
}

static bool has_camera(const struct settings *s)
{
    return has_scene(s) && !workload_find(s->render.scene) && !user_program_is(s->render.scene);
}

static bool puts_eye(const struct settings *s)
{
    return has_camera(s) && s->render.eye.given;
}

static bool looks_elsewhere(const struct settings *s)
{
    return has_camera(s) && s->render.look_at.given;
}

static bool tilts(const struct settings *s)
{
    return has_camera(s) && s->render.up.given;
}

static bool has_fov(const struct settings *s)
{
    return has_camera(s) && s->render.fov > 0;
}

static bool crops(const struct settings *s)
{
    return s->render.crop != NULL;
}

static bool runs_picture(const struct settings *s)
{
    return !has_scene(s);
}

static bool reads_picture(const struct settings *s)
{
    return s->render.heatmap != NULL;
}

static bool profiles(const struct settings *s)
{
    return !reads_picture(s);
}

static bool keeps_profiles(const struct settings *s)
{
    return profiles(s) && s->method.timer == TIMER_WORK;
}

static bool runs_paths(const struct settings *s)
{
    return has_scene(s) && (s->render.shaders || s->render.shader == SHADER_PATH);
}

static bool runs_rays_per_hit(const struct settings *s)
{
    return has_scene(s) && (s->render.shaders || s->render.shader != SHADER_PATH);
}

static bool runs_intervals(const struct settings *s)
{
    return s->command.every_model || s->method.model == MODEL_INTERVAL;
}

static bool has_representative(const struct settings *s)
{
    return runs_intervals(s) && s->method.interval_level != LEVEL_NETWORK;
}

static bool repeats(const struct settings *s)
{
    return s->method.repeat > 1;
}

static bool runs_later(const struct settings *s)
{
    return s->method.first_run > 0;
}

static bool observes(const struct settings *s)
{
    return s->method.observe != OBSERVE_NOTHING;
}

static bool may_be(const struct settings *s, enum sample_kind sample)
{
    if (s->method.pixels || s->method.sample == SAMPLE_PIXELS)
        return sample == SAMPLE_PIXELS;
    return s->method.sample == sample ||
           (s->method.sample == SAMPLE_AUTO &&
            samples_means_groups(&s->method) == (sample == SAMPLE_GROUPS));
}

static bool by_windows(const struct settings *s)
{
    return may_be(s, SAMPLE_WINDOWS);
}

static bool by_groups(const struct settings *s)
{
    return may_be(s, SAMPLE_GROUPS);
}

static bool divides(const struct settings *s)
{
    return by_groups(s) && s->method.factor != 1;
}

static bool lists_pixels(const struct settings *s)
{
    return s->method.pixels != NULL;
}

static bool by_temperature(const struct settings *s)
{
    return by_groups(s) && s->method.percent == 0;
}

static bool writes_trace(const struct settings *s)
{
    return s->output.trace != NULL;
}

static bool runs_kernel(const struct settings *s)
{
    return has_scene(s) && workload_find(s->render.scene);
}

static bool runs_own_kernel(const struct settings *s)
{
    return has_scene(s) && user_program_is(s->render.scene);
}

static bool has_blocks(const struct settings *s)
{
    return runs_own_kernel(s) || (!runs_kernel(s) && by_groups(s));
}

static const char *const submit_choices[] = {"none", "slurm", NULL};

static bool submits(const struct settings *s)
{
    return s->command.submit != 0;
}

/* ---- the table ---- */

#define CHANGES   OPTION_CHANGES
#define RECORDED  OPTION_RECORDED
#define CONTENT   OPTION_CONTENT
#define IN_EFFECT OPTION_IN_EFFECT
#define MANY      OPTION_MANY
#define KERNELS   (COMMAND_MODELS | COMMAND_ROOFLINE) /* take files of kernels, too */

#define ROW(part, kind, field, ...)                                                                \
    {__VA_ARGS__, .type = OPTION_##kind, .offset = offsetof(struct settings, part.field)},

const struct option_row option_rows[] = {
#define RENDER_OPTION(...)  ROW(render, __VA_ARGS__)
#define RENDER_ROW(...)     ROW(render, __VA_ARGS__)
#define METHOD_OPTION(...)  ROW(method, __VA_ARGS__)
#define OUTPUT_OPTION(...)  ROW(output, __VA_ARGS__)
#define OUTPUT_ROW(...)     ROW(output, __VA_ARGS__)
#define RUN_OPTION(...)     ROW(run, __VA_ARGS__)
#define COMMAND_OPTION(...) ROW(command, __VA_ARGS__)
#define COMMAND_ROW(...)    ROW(command, __VA_ARGS__)
#include "orchestrator/settings/options.def"
};
const size_t n_option_rows = sizeof option_rows / sizeof *option_rows;
_Static_assert(sizeof option_rows / sizeof *option_rows <= OPTION_MOST, "settings.h: OPTION_MOST");
