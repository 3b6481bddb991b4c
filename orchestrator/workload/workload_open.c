#include "orchestrator/workload/workload_open.h"

#include "common/memory.h"
#include "orchestrator/settings/options.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

/* Reads "4", "4,2" or "4,2,1"; "4x2x1" is the same. */
static bool read_extent(const char *text, uint32_t out[3])
{
    out[0] = out[1] = out[2] = 1;
    for (int axis = 0; axis < 3; axis++) {
        char *end;
        errno = 0;
        unsigned long long n = strspn(text, "0123456789") ? strtoull(text, &end, 10) : 0;
        if (!n || errno || n > UINT32_MAX)
            return false;
        out[axis] = (uint32_t)n;
        if (!*end)
            return true;
        if (*end != ',' && *end != 'x')
            return false;
        text = end + 1;
    }
    return false;
}

static enum st_code take_extent(const char *option, const char *text, const char *file,
                                uint32_t out[3], struct status *st)
{
    if (!text)
        return status_fail(st, ST_USAGE,
                           "%s needs --%s; --grid has its CTAs and --block the threads of each, "
                           "such as --grid 4 --block 256x1",
                           file, option);
    if (!read_extent(text, out))
        return status_fail(st, ST_USAGE,
                           "--%s is '%s'; it must be X, X,Y or X,Y,Z in whole numbers from 1",
                           option, text);
    return ST_OK;
}

/* Takes the --block of sweep and compare. There it is the option for blocks of pixels, so it has
 * only two axes. */
static enum st_code take_block(struct user_program *out, const struct settings *settings,
                               struct status *st)
{
    const struct option_row *row = options_find("block");
    bool named = settings->command.named[row - option_rows];
    if (settings->command.block || !named)
        return take_extent("block", settings->command.block, out->path, out->block, st);
    out->block[0] = settings->method.block.width;
    out->block[1] = settings->method.block.height;
    out->block[2] = 1;
    return ST_OK;
}

static enum st_code take_params(struct user_program *out, const struct command_settings *command,
                                struct status *st)
{
    const char **params;
    TRY(mem_make(&params, command->n_given, sizeof *params, "arguments", st));
    for (uint32_t i = 0; i < command->n_given; i++)
        if (strcmp(command->given[i].name, "param") == 0)
            params[out->n_params++] = command->given[i].value;
    out->params = params;
    return ST_OK;
}

enum st_code user_program_of(struct user_program *out, const struct settings *settings,
                             struct status *st)
{
    const struct command_settings *command = &settings->command;
    *out = (struct user_program){.path = settings->render.scene,
                                 .isa = (enum isa)settings->render.isa,
                                 .entry = command->entry,
                                 .shared_bytes = command->shared,
                                 .seed = settings->render.seed};
    TRY(take_extent("grid", command->grid, out->path, out->grid, st));
    TRY(take_block(out, settings, st));
    return take_params(out, command, st);
}

bool workload_is(const char *operand)
{
    return operand && (workload_find(operand) || user_program_is(operand));
}

enum st_code workload_open_as(struct workload *out, const struct settings *settings, enum isa isa,
                              struct status *st)
{
    struct settings s = *settings;
    struct user_program user;
    s.render.isa = isa;
    TRY(workload_open_settings(out, &user, &s, st));
    mem_free((void *)user.params);
    return ST_OK;
}

static enum st_code unknown(const char *name, struct status *st)
{
    const char *near = workload_nearest(name);
    if (near)
        return status_fail(st, ST_USAGE, "unknown kernel '%s'; did you mean '%s'?", name, near);
    return status_fail(st, ST_USAGE,
                       "unknown kernel '%s'; 'diorama kernels' lists those that there are, and a "
                       "file of your own ends in .ptx, .s or .c",
                       name);
}

static enum st_code open_file(struct workload *out, struct user_program *user,
                              const struct settings *settings, struct status *st)
{
    TRY(user_program_of(user, settings, st));
    enum st_code code = user_program_open(out, user, st);
    if (code != ST_OK)
        mem_free((void *)user->params);
    return code;
}

enum st_code workload_open_settings(struct workload *out, struct user_program *user,
                                    const struct settings *settings, struct status *st)
{
    const struct render_settings *render = &settings->render;
    const struct workload_kernel *kernel = workload_find(render->scene);
    *user = (struct user_program){.path = NULL};
    if (!kernel && !user_program_is(render->scene))
        return unknown(render->scene, st);
    enum st_code code =
        kernel ? workload_open(out, kernel, (enum isa)render->isa, render->size, render->seed, st)
               : open_file(out, user, settings, st);
    if (code == ST_OK)
        out->step_budget = settings->command.step_limit;
    return code;
}
