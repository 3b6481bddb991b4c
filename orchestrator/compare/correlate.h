/* correlate.h -- compares the model with runs of a reference simulator: every run is repeated, and
 * every metric of it compared. */
#pragma once

#include "orchestrator/compare/runs.h"

/* One run of ours beside one of theirs. */
struct correlation_row {
    const struct reference_run *run;
    struct settings settings; /* those of the run, with the operands that were found */
    struct settings *runs;    /* of each of its repetitions: the same, each perturbed */
    char *scene, *gpu;
    char *shaders;     /* folder of the dumps that ran; NULL: a shader of ours */
    enum st_code code; /* other than ST_OK: it failed, st says why, and nothing is compared */
    struct status st;
    double (*each)[METRIC_ALL];   /* of every repetition */
    double ours[METRIC_ALL];      /* their mean; 0 where it failed */
    double deviation[METRIC_ALL]; /* their standard deviation; 0 of one */
};

/* One metric over all rows that have it. An error is ours / theirs - 1; it is 0 where both
 * are 0, and there is none where only theirs is 0. */
struct correlation_summary {
    size_t n;                /* rows with an error */
    double mean_error;       /* mean of the absolute errors; NAN of none */
    double worst_error;      /* the signed error of largest size; NAN of none */
    double worst_difference; /* ours - theirs, the largest in size; NAN of none */
    size_t worst_row;        /* the row of worst_error */
    size_t inside;           /* rows whose value of theirs correlate_inside() accepts */
    size_t compared;         /* rows that have a value of theirs */
    double rank_correlation; /* Spearman's, equal values share their ranks' mean; NAN where fewer
                                than two rows, or all of one side are equal */
};

struct correlation {
    bool wanted[METRIC_ALL]; /* compared: the table has it and the user did not exclude it, or the
                                user named it and it is one of the mix of instructions */
    bool shown[METRIC_ALL];  /* ours is printed: all of these and, unless the user named some, the
                                mix of instructions */
    struct correlation_row *rows;
    size_t n, failed;
    uint32_t repeat; /* repetitions of each row */
    struct correlation_summary summary[METRIC_ALL];
};

/* Chooses the rows whose names match the pattern settings->rows (fnmatch; NULL: all) and the
 * metrics of settings->metric. Scenes are found beside the table, as tests/reference/<name>.scene
 * in the data folders, or among the built-in ones; GPUs beside the table or among the
 * configurations; dumps in settings->shaders by reference_shaders(): a row without its dumps has
 * failed. ST_USAGE where no row matches or settings->metric names an unknown metric or one that the
 * table does not have, except the mix of instructions. */
enum st_code correlate_choose(struct correlation *out, const struct reference_runs *runs,
                              const struct settings *settings, struct status *st);
/* Runs the rows' repetitions in as many processes as there are threads. A row with a failed
 * repetition holds its reason. */
enum st_code correlate_run(struct correlation *c, bool quiet, struct status *st);
/* Makes the summary once every row has its results. Part of correlate_run. */
enum st_code correlate_summarise(struct correlation *c, struct status *st);
void correlate_free(struct correlation *c); /* leaves it empty */

/* The signed error of one metric of one row; NAN where there is none. */
double correlate_error(const struct correlation_row *row, enum metric_id metric);

/* Whether theirs could be one more of `repeat` repetitions, with 95 % confidence, within the
 * table's rounding. False where there is none. */
bool correlate_inside(const struct correlation_row *row, uint32_t repeat, enum metric_id metric);

/* Spearman's rank correlation of n pairs. Reorders nothing. *out is NAN where it does not exist. */
enum st_code correlate_ranks(const double *x, const double *y, size_t n, double *out,
                             struct status *st);
