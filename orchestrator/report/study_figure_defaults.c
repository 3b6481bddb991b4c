/* Figures for a study that defines none: error and speedup, or without references the frame time,
 * over the axis of numbers with most values. Without such an axis, the metrics of GPUs side by
 * side, and frame times by scene. */
#include "orchestrator/report/study_figure.h"

#include "common/json_writer.h"
#include "orchestrator/report/axis.h"

#include <math.h>
#include <string.h>

static size_t distinct(const struct study_table *t, uint32_t axis, bool numbers_only)
{
    size_t n = 0;
    for (size_t row = 0; row < t->n; row++) {
        const char *text = t->rows[row].values[axis];
        n += (!numbers_only || !isnan(axis_number(text))) && study_table_is_first(t, row, axis);
    }
    return n;
}

/* Returns the axis with the most numbers, three or more; -1: none. Seeds do not count, as they are
 * numbers without a meaning. */
static int longest_axis(const struct study_table *t)
{
    int best = -1;
    size_t most = 2;
    for (uint32_t a = 0; a < t->n_axes; a++) {
        size_t n = strcmp(t->axes[a], "seed") == 0 ? 0 : distinct(t, a, true);
        if (n > most) {
            most = n;
            best = (int)a;
        }
    }
    return best;
}

/* Returns the axis whose values become series: scenes, else GPUs, else any axis that varies. */
static const char *series_axis(const struct study_table *t, int x)
{
    for (uint32_t a = 0; a < t->n_axes; a++)
        if ((int)a != x && strcmp(t->axes[a], "seed") != 0 && distinct(t, a, false) > 1)
            return t->axes[a];
    return NULL;
}

static void add_figure(struct json_writer *w, json_t *figures, const char *name, const char *title,
                       const char *kind, const char *x, const char *y, const char *series)
{
    json_t *figure = json_writer_object(w);
    json_put_text(w, figure, "name", name);
    json_put_text(w, figure, "title", title);
    json_put_text(w, figure, "kind", kind);
    json_put_text(w, figure, "x", x);
    json_put_text(w, figure, "y", y);
    if (series)
        json_put_text(w, figure, "series", series);
    json_put(w, figure, "spread", json_true());
    json_append(w, figures, figure);
}

json_t *study_figure_defaults(const struct study_table *t)
{
    struct json_writer w = {0};
    json_t *figures = json_writer_array(&w);
    int x = longest_axis(t), gpu = study_table_axis(t, "gpu");
    if (x >= 0) {
        const char *over = t->axes[x], *series = series_axis(t, x);
        if (t->reference) {
            add_figure(&w, figures, "error", "Error of the cycles", "lines", over,
                       "abs_error.cycles", series);
            add_figure(&w, figures, "mae", "Mean error of the seven metrics", "lines", over, "mae",
                       series);
            add_figure(&w, figures, "speedup", "Speedup over simulating everything", "lines", over,
                       "speedup", series);
        } else {
            add_figure(&w, figures, "frame_time", "Frame time", "lines", over, "frame_time_ms",
                       series);
        }
    } else {
        bool gpus = gpu >= 0 && distinct(t, (uint32_t)gpu, false) > 1;
        add_figure(&w, figures, "frame_time", "Frame time", "bars", "scene", "frame_time_ms",
                   gpus ? "gpu" : NULL);
        if (gpus)
            add_figure(&w, figures, "normalized",
                       "Metrics over the first GPU's, mean of the scenes", "bars", "metric",
                       "normalized", "gpu");
        if (t->reference)
            add_figure(&w, figures, "error", "Error of each metric, mean and range of the points",
                       "bars", "metric", "abs_error", gpus ? "gpu" : NULL);
    }
    if (w.failed) {
        json_decref(figures);
        return NULL;
    }
    return figures;
}
