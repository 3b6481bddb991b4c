/* correlate.h -- compares the model with runs of a reference simulator: repeats each run and
 * compares each of its metrics. */
#pragma once

#include "orchestrator/compare/runs.h"
#include "orchestrator/study/key.h"

/* One run of the reference simulator ("theirs") and our runs of the same frame ("ours"). */
struct correlation_row {
    const struct reference_run *run;
    struct settings settings; /* settings of the run, with the operands that were found */
    struct settings *runs;    /* settings of its repetitions, one each: those of the run, each
                                 perturbed */
    char *scene, *gpu;
    bool predicted; /* ours are predictions, of METRIC_COUNT metrics and the frame rate */
    bool by_model;  /* a kernel, or such a frame, by another model than the cycle model, which has
                       metrics alone */
    char *shaders;  /* folder of the dumps that ran; NULL: the shader was Diorama's own */
    enum st_code code; /* other than ST_OK: the row failed, st holds the reason, and nothing is
                          compared */
    struct status st;
    double (*each)[RUN_VALUES]; /* metrics of every repetition */
    double ours[RUN_VALUES];    /* their mean; 0 where the row failed, NAN where the model's run has
                                   no such value */
    double deviation[RUN_VALUES]; /* their standard deviation; 0 for one repetition */
    /* The following belong to frames with a measured rate. */
    double ratio, ratio_theirs; /* to the first row of the same scene and group; NAN: this is it, or
                                   there is no group, or one of the two failed */
    uint32_t place, place_theirs; /* among the rows of its scene, 1 is the fastest; 0: it failed */
};

/* One metric over all rows that have it. The error of a row is ours / theirs - 1: 0 where both are
 * 0, and missing where only theirs is 0. */
struct correlation_summary {
    size_t n;                /* rows with an error */
    double mean_error;       /* mean of the absolute errors; NAN where there are none */
    double worst_error;      /* the signed error of largest size; NAN where there are none */
    double worst_difference; /* ours - theirs of largest size; NAN where there are none */
    size_t worst_row;        /* the row of worst_error */
    size_t inside;           /* rows for which correlate_inside() holds */
    size_t compared;         /* rows in which theirs has a value */
    double rank_correlation; /* Spearman's; equal values share the mean of their ranks. NAN where
                                there are fewer than two rows or all values of one side are equal */
};

/* How the frame rates of several GPUs compare. */
struct correlation_order {
    double ratio_error; /* mean of the absolute errors of the rows' ratios; NAN: there are none */
    double worst_ratio; /* the signed error of largest size; NAN: there are none */
    uint32_t ratios;    /* rows that have one */
    uint32_t pairs, ordered; /* pairs of GPUs in a scene; in how many of them the faster one is the
                                measured one */
};

struct correlation {
    bool wanted[RUN_VALUES]; /* whether it is compared: the table has it and the user did not
                                exclude it, or the user named it and it is of the instruction mix */
    bool shown[RUN_VALUES];  /* whether our values are printed: all wanted ones and, unless the user
                                named metrics, the instruction mix */
    struct correlation_row *rows;
    size_t n, failed;
    uint32_t repeat; /* repetitions of each row */
    bool predicted;  /* the rows are frames with a measured rate, which are predicted */
    struct correlation_summary summary[RUN_VALUES];
    struct correlation_order order; /* where predicted */
};

/* How the store names a row's results. */
enum key_kind correlate_kind(const struct correlation_row *row);
/* Chooses the rows whose names match the pattern settings->rows (fnmatch; NULL: all) and the
 * metrics of settings->metric. Scenes are found beside the table, as tests/reference/<name>.scene
 * in the data folders, or among the built-in ones; GPUs beside the table or among the
 * configurations; dumps in settings->shaders by reference_shaders(). A row without its dumps has
 * failed. ST_USAGE where no row matches, or where settings->metric names an unknown metric or one
 * that is neither in the table nor part of the instruction mix. */
enum st_code correlate_choose(struct correlation *out, const struct reference_runs *runs,
                              const struct settings *settings, struct status *st);
/* Runs the repetitions of all rows in as many processes as there are threads, then summarises. A
 * row with a failed repetition holds its reason. */
enum st_code correlate_run(struct correlation *c, bool quiet, struct status *st);
/* Takes the metrics of repetition i from its document. *whole is false where it lacks some, which
 * are then NAN. ST_NOMEM without memory. */
enum st_code correlate_take_document(struct correlation_row *row, uint32_t i, const char *text,
                                     bool *whole, struct status *st);
/* Makes the summary, when every row has its results. correlate_run calls it. */
enum st_code correlate_summarise(struct correlation *c, struct status *st);
void correlate_free(struct correlation *c); /* leaves it empty */

/* Returns the signed error of one metric of one row; NAN where there is none. */
double correlate_error(const struct correlation_row *row, int value);

/* Whether theirs could be one more repetition of ours, with 95 % confidence and within the rounding
 * of the table. False where theirs has no value. */
bool correlate_inside(const struct correlation_row *row, uint32_t repeat, int value);

/* Spearman's rank correlation of the n pairs x[i], y[i]. *out is NAN where it does not exist. */
enum st_code correlate_ranks(const double *x, const double *y, size_t n, double *out,
                             struct status *st);
