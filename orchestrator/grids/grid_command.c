#include "orchestrator/grids/grid_command.h"

#include "common/auto.h"
#include "common/memory.h"

#define GPU "gpu"

/* The grids of a study in the making. */
struct slices {
    const struct grid *given;
    struct grid *grids; /* array with room for all slices of a command */
    size_t n;
};

static uint32_t count_gpus(const struct grid *given)
{
    const struct grid_axis *gpus = grid_axis(given, GPU);
    return gpus ? gpus->n : 1;
}

/* Adds the given grid with only the GPUs from `first` up to `end` - 1, and with the values `by` of
 * the axis model and `observe` of the axis of that name; NULL: the axis is left as it is. */
static enum st_code add_slice(struct slices *s, uint32_t first, uint32_t end, const char *by,
                              const char *observe, struct status *st)
{
    const struct grid_axis *gpus = grid_axis(s->given, GPU);
    struct grid *g = &s->grids[s->n];
    if (first == end)
        return ST_OK;
    s->n++;
    TRY(grid_replace(g, s->given, st));
    if (gpus)
        grid_drop(g, GPU);
    for (uint32_t i = first; gpus && i < end; i++)
        TRY(grid_add(g, GPU, gpus->values[i], st));
    if (by)
        TRY(grid_add(g, "model", by, st));
    return observe ? grid_add(g, "observe", observe, st) : ST_OK;
}

static enum st_code add_slices(struct slices *s, const struct grid_command *command, bool reference,
                               struct status *st)
{
    const uint32_t n = count_gpus(s->given);
    for (size_t i = 0; i < command->n_slices; i++) {
        const struct grid_slice *slice = &command->slices[i];
        const uint32_t first = slice->gpus == SLICE_OTHERS,
                       end = slice->gpus == SLICE_FIRST ? 1 : n;
        if (reference || !slice->if_reference)
            TRY(add_slice(s, first, end, slice->models, slice->observe, st));
    }
    return ST_OK;
}

static void free_slices(struct slices *s)
{
    for (size_t i = 0; i < s->n; i++)
        grid_free(&s->grids[i]);
    mem_free(s->grids);
}

enum st_code grid_command_study(struct study *out, const struct grid_command *command,
                                const char *name, const struct study *given,
                                const struct settings *base, struct status *st)
{
    struct slices s = {.given = &given->grids[0]};
    *out = (struct study){0};
    TRY(mem_make(&s.grids, command->n_slices, sizeof *s.grids, "study", st));
    TRY_ELSE(add_slices(&s, command, given->reference, st), free_slices(&s));
    TRY(study_of_grids(out, name, command->title, s.grids, s.n, base, st));
    out->result = KEY_MODEL;
    return ST_OK;
}
