/* grid_command.h -- the table rows in which the commands roofline, models and isa differ. Each runs
 * scenes and kernels on GPUs as a study and shows a document of the results. Another such command
 * needs a file here with its row, <name>_grid, and a GRID_COMMAND in settings/commands.def. */
#pragma once

#include "common/json_writer.h"
#include "orchestrator/grids/cells.h"

#include <stdio.h>

/* Runs of every scene on some of the GPUs, by some models. */
struct grid_slice {
    enum { SLICE_ALL, SLICE_FIRST, SLICE_OTHERS } gpus;
    const char *models;  /* comma-separated names; NULL: the cycle model */
    const char *observe; /* value of the option "observe"; NULL: nothing is observed */
    bool if_reference;   /* run only with --reference, which options.def gives to the command */
};

struct grid_command {
    const char *title; /* title of the study */
    struct grid_slice slices[4];
    size_t n_slices;
    const char *must; /* a failed run by this model makes the command fail; NULL: by any model */
    /* Checks a point before anything runs. `warning` gets a line for the user, or "". NULL: nothing
     * is checked. */
    enum st_code (*check)(const struct render_settings *render, const struct gpu_config *gpu,
                          char warning[STATUS_TEXT], struct status *st);
    /* Puts the members of the document. `note` gets a warning for the user, or "". */
    enum st_code (*put)(struct json_writer *w, json_t *document, const struct cells *c,
                        char note[STATUS_TEXT], struct status *st);
    void (*print)(const json_t *document, FILE *out);
    /* Draws files whose names begin with the stem. NULL: the command has no row for --plot in
     * options.def. */
    enum st_code (*plot)(const json_t *document, const char *stem, struct status *st);
};

#define GRID_COMMAND(bit, name, ...) extern const struct grid_command name##_grid;
#include "orchestrator/settings/commands.def"

/* Makes the study of the command's runs. `given` is the study of the command line, which has the
 * scenes and GPUs. */
enum st_code grid_command_study(struct study *out, const struct grid_command *command,
                                const char *name, const struct study *given,
                                const struct settings *base, struct status *st);
