/* pairs.h -- how far the ratio of two predictions of one frame may be off.
 *
 * Predictions of a frame on two GPUs share scene, seed, sampled pixels and most of what the models
 * leave out, which cancels in their ratio; what is left grows with how different the GPUs are. It
 * is found on pairs of GPUs over scenes of their own by tests/lab/calibrate_pairs.py, which writes
 * calibration_pairs.c (docs/estimators.md). */
#pragma once

#include "sim/timing/counters/metrics.h"

/* Half-widths of the logarithm of a ratio at CALIBRATION_CONFIDENCE: hypot(near, far * that
 * logarithm), of cycles with the luck of pairs_luck() in quadrature, `times` its deviation. */
struct pair_calibration {
    double near, far; /* near 0: there are no constants of this metric */
    double shared; /* of the errors' variance: what two GPUs have in common from scene to scene */
    double times;  /* of cycles: luck's weight; else 0, as what is luck is in `near` */
};

/* Zeros where the metric is not CALIBRATED in metric_rows.h, or not yet. */
extern const struct pair_calibration pair_calibrations[METRIC_COUNT];

/* How runs of the approximate model deviate, from frame to frame: variances are a scaled inverse
 * chi-square of `freedom` degrees about deviation^2 (Smyth, Linear Models and Empirical Bayes
 * Methods for Assessing Differential Expression in Microarray Experiments, 2004, section 3). */
struct pair_prior {
    double deviation, freedom;
};

/* Of ratios of cycles. */
struct pair_runs_calibration {
    double steady; /* the mean SM's share in pairs_cycles of as many SMs, from 0 to 1 */
    struct pair_prior steadied, last; /* of what such ratios are made of, and of cycles alone */
};

extern const struct pair_runs_calibration pair_runs;

/* The metric whose errors this one has: itself where it is CALIBRATED, that of its row where it is
 * DERIVED; METRIC_COUNT where ratios of it have no calibrated error. */
enum metric_id pairs_errs_as(enum metric_id m);

/* Runs of the approximate model (--approximate-runs) of the GPU that all others are compared with;
 * the constants are of its pairs with GPUs that were run once. */
#define PAIRS_RUNS_OF_FIRST 3

/* What the approximate model says of a whole frame in one or more runs: cycles are those of the SM
 * that ends last, and busy cycles the mean of all SMs until they have no more warp, either with the
 * launch. All zeros but `sms` is of no run yet. */
struct pair_times {
    double sms;
    double runs;                        /* how many */
    double log_first;                   /* of the first run's cycles */
    double log_cycles, log_busy_cycles; /* mean logarithms */
    /* Of deviations from the mean, summed over runs: of what GPUs of as many SMs are compared by,
     * and of cycles. */
    double squares, squares_of_cycles;
};

void pairs_add_run(struct pair_times *t, double cycles, double busy_cycles);

/* The ratio of cycles, a / b, of two predictions whose own ratio is `apart`; NAN where a number is
 * missing. Which SM is dealt the longest warps is luck, with which cycles of either run vary, and
 * hardly the mean over its SMs. So this counts where both have as many SMs, and the cycle model's
 * sample has no say: what it knows of a small change is less than its own luck. Else `apart`, which
 * is of first runs, is moved to the means of all. */
double pairs_cycles(const struct pair_times *a, const struct pair_times *b, double apart);

/* The variance that the logarithm of pairs_cycles(a, b) has by the luck of their runs. How runs of
 * the frame deviate is taken to be the same on both and on `third`, a GPU that was run more often
 * (NULL: none), and is the calibration frames' as far as these runs are few. */
double pairs_luck(const struct pair_times *a, const struct pair_times *b,
                  const struct pair_times *third);

/* Of the logarithm of a ratio, to each side, at a confidence in percent. `errs_as` is a metric that
 * has constants, `apart` the predicted ratio of it, `luck` that of pairs_luck(), which counts for
 * cycles alone, and `times` how much more the predictions may err than those of the calibration
 * set. */
double pairs_half_width(enum metric_id errs_as, double apart, double luck, double times,
                        double confidence);
