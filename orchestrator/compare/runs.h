/* runs.h -- reads a table of runs of another simulator or of hardware: settings and metrics, one
 * run per row. */
#pragma once

#include "common/table.h"
#include "orchestrator/settings/settings.h"
#include "sim/timing/counters/metrics.h"

/* A run is compared by these numbers: the metrics and, for measured frames, their rate. */
enum { RUN_FPS = METRIC_ALL, RUN_VALUES };
/* Name, title and unit of one of them. */
const struct metric *run_value(int value);

/* One row of the table, which owns the texts. */
struct reference_run {
    const char *name, *scene, *gpu;
    const char *group; /* rows of one scene and group are held against the first of them by ratios;
                          "" : of no group */
    struct settings settings;    /* those of `base`, except for the frame, which the row describes
                                  */
    double theirs[RUN_VALUES];   /* NAN: not in the table */
    double rounding[RUN_VALUES]; /* largest difference between the printed number and the original,
                                    0 or more: half a unit of the last digit and, for a number with
                                    a fraction, half a unit of single precision more, in which
                                    simulators keep such numbers */
};

struct reference_runs {
    struct table table;
    struct reference_run *runs;
    size_t n;
    bool column[RUN_VALUES]; /* whether the table has a column of that name */
    bool predicted;          /* it has frame rates: frames are predicted, not simulated whole */
};

/* Reads the table. Columns: run, scene and gpu are needed. `scene` may be a compute kernel, whose
 * `size` may follow; a frame needs shader, width, height, samples and max_depth; rays_per_hit may
 * be missing or empty, for the shader's own number; any metric of sim/timing/counters/metrics.h may
 * follow, each cell a finite number from 0 on or empty. With a column `fps`, frames per second
 * above 0, every row is a frame and has it, and `group` and `source` may
 * follow; host_user_s and host_allocator
 * are ignored. Frames are checked like the options of the same meaning. Fails as table_read does,
 * and for unknown or missing columns, cells of the wrong kind, and names of runs that are missing
 * or not unique. `base` has the settings for which a row has no cells. */
enum st_code runs_read(struct reference_runs *out, const char *path, const struct settings *base,
                       struct status *st);
void runs_free(struct reference_runs *r); /* leaves it empty */
