/* grid_command.h -- the rows by which roofline, models and isa differ: commands that run scenes and
 * kernels on GPUs as a study and show a document of its results. A further one is a file here with
 * its row, <name>_grid, and a GRID_COMMAND in settings/commands.def. */
#pragma once

#include "common/json_writer.h"
#include "orchestrator/grids/cells.h"

#include <stdio.h>

/* Runs of every scene on some of the GPUs. */
struct grid_slice {
    enum { SLICE_ALL, SLICE_FIRST, SLICE_OTHERS } gpus;
    const char *models;  /* names with commas between; NULL: the cycle model */
    const char *observe; /* value of the option of that name; NULL: nothing */
    bool if_reference;   /* only with --reference */
};

struct grid_command {
    const char *title; /* of the study */
    struct grid_slice slices[4];
    size_t n_slices;
    const char *must; /* the model whose failed run fails the command; NULL: any */
    /* Checks a point before anything runs. `warning` gets a line for the user, "" where there is
     * none; NULL: no check. */
    enum st_code (*check)(const struct render_settings *render, const struct gpu_config *gpu,
                          char warning[STATUS_TEXT], struct status *st);
    /* Puts the members of the document. `note` is a warning for the user, "" where there is none.
     */
    enum st_code (*put)(struct json_writer *w, json_t *document, const struct cells *c,
                        char note[STATUS_TEXT], struct status *st);
    void (*print)(const json_t *document, FILE *out);
    /* Draws files whose names begin with the stem; NULL: it has no --plot. */
    enum st_code (*plot)(const json_t *document, const char *stem, struct status *st);
};

#define GRID_COMMAND(bit, name, ...) extern const struct grid_command name##_grid;
#include "orchestrator/settings/commands.def"

/* The study of the command's runs, from the scenes and GPUs of `given`, one of the command line. */
enum st_code grid_command_study(struct study *out, const struct grid_command *command,
                                const char *name, const struct study *given,
                                const struct settings *base, struct status *st);
