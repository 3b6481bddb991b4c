/* runs.h -- reads a table of runs of another simulator or of hardware: settings and metrics, one
 * run per row. */
#pragma once

#include "common/table.h"
#include "orchestrator/settings/settings.h"
#include "sim/timing/counters/metrics.h"

/* One row of the table, which owns the texts. */
struct reference_run {
    const char *name, *scene, *gpu;
    struct settings settings;    /* those of `base`, except for the frame, which the row describes
                                  */
    double theirs[METRIC_ALL];   /* NAN: not in the table */
    double rounding[METRIC_ALL]; /* largest difference between the printed number and the original,
                                    0 or more: half a unit of the last digit and, for a number with
                                    a fraction, half a unit of single precision more, in which
                                    simulators keep such numbers */
};

struct reference_runs {
    struct table table;
    struct reference_run *runs;
    size_t n;
    bool column[METRIC_ALL]; /* whether the table has a column of that metric's name */
};

/* Reads the table. Columns: run, scene and gpu are needed. `scene` may be a compute kernel, whose
 * `size` may follow; a frame needs shader, width, height, samples and max_depth; rays_per_hit may
 * be missing or empty, for the shader's own number; any metric of sim/timing/counters/metrics.h may
 * follow, each cell a finite number from 0 on or empty; host_user_s and host_allocator are ignored.
 * Frames are checked like the options of the same meaning. Fails as table_read does, and for
 * unknown or missing columns, cells of the wrong kind, and names of runs that are missing or not
 * unique. `base` has the settings for which a row has no cells. */
enum st_code runs_read(struct reference_runs *out, const char *path, const struct settings *base,
                       struct status *st);
void runs_free(struct reference_runs *r); /* leaves it empty */
