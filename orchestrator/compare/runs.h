/* runs.h -- a table of runs of another simulator: settings and metrics, a row a run. */
#pragma once

#include "common/table.h"
#include "orchestrator/settings/settings.h"
#include "sim/timing/counters/metrics.h"

/* One row. Texts are the table's. */
struct reference_run {
    const char *name, *scene, *gpu;
    struct settings settings;    /* the base's, but for the frame that the row describes */
    double theirs[METRIC_ALL];   /* NAN: not in the table */
    double rounding[METRIC_ALL]; /* what was printed so may differ by as much from what it was, not
                                    negative: half a unit of the last digit, and of a number that
                                    has a fraction half a unit of single precision besides, in which
                                    simulators keep them */
};

struct reference_runs {
    struct table table;
    struct reference_run *runs;
    size_t n;
    bool column[METRIC_ALL]; /* whether the table has one of that metric's name */
};

/* Columns: run, scene, gpu, shader, width, height, samples and max_depth are needed; rays_per_hit
 * may be missing or empty (the shader's own number); any metric of sim/timing/counters/metrics.h,
 * with a finite number from 0 or nothing in each cell; host_user_s and host_allocator are not
 * looked at. Frames are checked as the options of the same meaning are. Fails as table_read does,
 * and for unknown or missing columns, cells of the wrong kind, and names of runs that are missing
 * or not unique. `base` gives the settings that a row has no cells for. */
enum st_code runs_read(struct reference_runs *out, const char *path, const struct settings *base,
                       struct status *st);
void runs_free(struct reference_runs *r); /* leaves it empty */
