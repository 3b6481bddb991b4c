/* study.h -- a study: the runs, and the figures and tables of them, from the command line or a
 * file.
 *
 * A file has libconfig syntax:
 *     title = "How many pixels";
 *     reference = true;                       # also simulate each frame on each whole GPU
 *     settings = {                            # lists as on the command line, or in [ ] or ( )
 *       scene = ["lonely", "weekend"];        # "scene", or the long name of an option
 *       gpu = "rtx2060"; percent = "10:90:10"; width = 256; height = 256; };
 *     grids = (                               # may be left out; each on top of settings
 *       { extrapolate = "linear"; }, { extrapolate = "ratio"; percent = "auto"; } );
 *     figures = ( { name = "errors"; title = "Error of cycles"; kind = "lines"; x = "percent";
 *                   y = "abs_error.cycles"; series = "scene"; } );
 *     tables = ( { name = "means"; title = "Mean errors"; kind = "mean"; y = "abs_error";
 *                  rows = "metric"; columns = "percent"; } );
 * docs/studies.md lists the keys of figures and tables. */
#pragma once

#include "orchestrator/study/grid.h"
#include "orchestrator/study/key.h"

#include <jansson.h>

struct study {
    char *name;  /* the name of the file without folder and ending; without a file it is made from
                    the content */
    char *title; /* one line */
    bool reference;
    enum key_kind result; /* kind of the points' results: KEY_PREDICT, KEY_SIMULATE or KEY_MODEL */
    struct grid *grids;
    size_t n_grids;
    struct grid_points points;
    json_t *figures, *tables; /* arrays from the file, checked */
};

/* Makes a study from the file settings->study or, without that, from the command line; options that
 * are given in addition to a file replace the file's values. `base` is the settings without their
 * lists. ST_USAGE for every error, with file and line where there is a file. */
enum st_code study_create(struct study *out, const struct settings *settings, struct status *st);
/* Makes a study from grids and takes them over, also on failure. Its name is "NAME-" and a hash of
 * their content. */
enum st_code study_of_grids(struct study *out, const char *name, const char *title,
                            struct grid *grids, size_t n, const struct settings *base,
                            struct status *st);
/* Sets another title, and another beginning of the name, before the '-' and the hash. */
enum st_code study_rename(struct study *s, const char *name, const char *title, struct status *st);
void study_free(struct study *s); /* leaves it empty */

/* Makes the text {"axes": […], "reference": …, "figures": […], "tables": […]}, for the caller to
 * free (mem_free). */
enum st_code study_definition(const struct study *s, char **out, struct status *st);
