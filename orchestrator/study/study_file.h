/* study_file.h -- the parts of a study's file; study.h puts them together. */
#pragma once

#include "common/conf.h"
#include "orchestrator/study/study.h"

/* Reads title, reference and grids. `given` has the command line's axes, which replace the file's
 * values. Every message has file and line. */
enum st_code study_file_read(struct study *out, const char *path, const struct conf_node *root,
                             const struct grid *given, struct status *st);

/* Adds the values of one setting, a scalar or a list, to the axis of that name, which is made
 * anew. */
enum st_code study_file_axis(struct grid *g, const char *axis, const struct conf_node *node,
                             struct status *st);

/* Reads figures and tables once the points are known: axes and values that they name must exist,
 * except for values of axes that the command line replaces. */
enum st_code study_file_figures(struct study *out, const struct conf_node *root,
                                const struct grid *given, struct status *st);
