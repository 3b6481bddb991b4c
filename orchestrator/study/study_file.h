/* study_file.h -- reads the parts of a study's file; study.h puts them together. */
#pragma once

#include "common/conf.h"
#include "orchestrator/study/study.h"

/* Reads title, reference and grids. `given` has the axes of the command line, which replace those
 * of the file. Every message has file and line. */
enum st_code study_file_read(struct study *out, const char *path, const struct conf_node *root,
                             const struct grid *given, struct status *st);

/* Replaces the axis of a setting by its values in the file, which are a scalar or a list. */
enum st_code study_file_axis(struct grid *g, const char *axis, const struct conf_node *node,
                             struct status *st);

/* Reads figures and tables, when the points are known: axes and values that they name must exist,
 * except values of axes that the command line replaces. */
enum st_code study_file_figures(struct study *out, const struct conf_node *root,
                                const struct grid *given, struct status *st);
