#include "orchestrator/compare/ratios.h"

#include "common/memory.h"
#include "orchestrator/predict/interval.h"

#include <math.h>
#include <string.h>

enum { USUAL_CONFIDENCE = 95 }; /* percent, for documents that have no confidence */

static const struct ratio none = {{(double)NAN, (double)NAN, (double)NAN}, RATIO_ENDS};

static double confidence_of(const struct comparison_cell *cell)
{
    return isnan(cell->basis.confidence) ? USUAL_CONFIDENCE : cell->basis.confidence;
}

/* ---- ratios of simulated numbers ---- */

enum { MOST_PAIRS = 1024 };

static const struct paired_run *run_of_delay(const struct paired_runs *runs, uint32_t delay)
{
    for (uint32_t i = 0; i < runs->n; i++)
        if (runs->of[i].delay == delay)
            return &runs->of[i];
    return NULL;
}

/* Returns the factor from the metric of a run to the compared number: milliseconds per core cycle
 * for frame times, else 1. */
static double unit_of(const struct estimate values[COMPARED], int compared)
{
    return compared == COMPARED_TIME ? values[COMPARED_TIME].value / values[METRIC_CYCLES].value
                                     : 1;
}

/* Computes the logarithms of the ratios of runs with equal perturbations; returns how many. */
static size_t pair_up(const struct paired_runs *a, const struct paired_runs *b, int compared,
                      double unit, double logs[MOST_PAIRS])
{
    const int m = compared == COMPARED_TIME ? METRIC_CYCLES : compared;
    size_t n = 0;
    for (uint32_t i = 0; i < a->n; i++) {
        const struct paired_run *other = run_of_delay(b, a->of[i].delay);
        double ratio = other ? a->of[i].metrics[m] / other->metrics[m] * unit : 0;
        if (ratio > 0 && isfinite(ratio) && n < MOST_PAIRS)
            logs[n++] = log(ratio);
    }
    return n;
}

static struct ratio of_runs(const struct paired_runs *a, const struct paired_runs *b, int compared,
                            double unit, double confidence)
{
    double logs[MOST_PAIRS];
    struct survey_spread spread;
    size_t n = pair_up(a, b, compared, unit, logs);
    if (n < 2)
        return none;
    double value = exp(survey_mean(logs, n, &spread));
    return (struct ratio){survey_bounds(SURVEY_LOG, value, spread, confidence, (double)INFINITY),
                          RATIO_SIMULATED};
}

struct ratio ratios_simulated(const struct comparison_cell *a, const struct comparison_cell *b,
                              int compared)
{
    struct ratio ends = {ranking_ratio(&a->simulated[compared], &b->simulated[compared]),
                         RATIO_ENDS};
    if (a->machine == b->machine && survey_has_bounds(&ends.estimate))
        return (struct ratio){survey_exact(1), RATIO_EXACT};
    if (!a->reference_runs.n || !b->reference_runs.n || !isfinite(ends.estimate.value))
        return ends;
    double unit = unit_of(a->simulated, compared) / unit_of(b->simulated, compared);
    struct ratio pairs =
        of_runs(&a->reference_runs, &b->reference_runs, compared, unit, confidence_of(a));
    if (!survey_has_bounds(&pairs.estimate))
        return ends;
    /* The value shown is the ratio of the means, so the interval of the pairs is moved to it. */
    double off = ends.estimate.value / pairs.estimate.value;
    pairs.estimate.value *= off;
    pairs.estimate.low *= off;
    pairs.estimate.high *= off;
    return pairs;
}

/* ---- ratios of predicted numbers ---- */

/* Whether both GPUs run the same program on the same rays, as the pairs of GPUs did in the
 * calibration. Errors do not cancel where an option changes rays or shaders, or where the model
 * lacks the option. */
static bool do_the_same(const struct basis *a, const struct basis *b)
{
    static const double most = 0.02; /* difference of instruction counts, in logarithms */
    double apart = log(a->thread_instructions / b->thread_instructions);
    return !a->unseen && !b->unseen && !(fabs(apart) > most);
}

/* Whether both results are of one frame with the same seed and settings, by the same sample and the
 * approximate model. */
static bool are_a_pair(const struct basis *a, const struct basis *b)
{
    return a->model == MODEL_APPROXIMATE && a->has_evidence && b->has_evidence && a->frame[0] &&
           strcmp(a->frame, b->frame) == 0 && do_the_same(a, b);
}

static enum metric_id errs_as(int compared)
{
    enum metric_id m =
        compared == COMPARED_TIME ? METRIC_CYCLES : interval_errs_as((enum metric_id)compared);
    return m < METRIC_COUNT && ratio_errors[m] > 0 ? m : METRIC_COUNT;
}

/* Whether both ran the same part of the frame. GPUs that hold equally many warps have the same
 * sampling units, whose sampling errors cancel in a ratio. */
static bool are_same_units(const struct basis *a, const struct basis *b)
{
    return a->pixels == b->pixels && a->fills == b->fills;
}

/* Standard deviation of the logarithm of the ratio. ratio_errors comes from pairs of GPUs with
 * nearly equal cycles; for GPUs that differ more, the errors of both predictions count where they
 * are larger. Errors of shares are brought from the logit to the logarithm: d log p = (1 - p) d
 * logit p. Where each GPU has its own sampling units, their spread counts, too. */
static double spread_of(const struct comparison_cell *a, const struct comparison_cell *b,
                        enum metric_id m)
{
    static const double alike = 0.25; /* largest difference of nearly equal cycles, in logarithms */
    bool sampled = a->basis.sample == SAMPLE_WINDOWS;
    bool share = metrics[m].kind == METRIC_SHARE;
    double of_a = share ? 1 - a->value[m].value : 1, of_b = share ? 1 - b->value[m].value : 1;
    double apart = log(a->value[METRIC_CYCLES].value / b->value[METRIC_CYCLES].value);
    double units = are_same_units(&a->basis, &b->basis)
                       ? 0
                       : hypot(a->basis.units_error * of_a, b->basis.units_error * of_b);
    double both =
        interval_known_error(sampled ? SAMPLE_WINDOWS : SAMPLE_ALL, MODEL_APPROXIMATE, m) *
        hypot(of_a, of_b);
    return hypot(units, fabs(apart) <= alike ? ratio_errors[m] : fmax(ratio_errors[m], both));
}

static struct ratio of_predictions(const struct comparison_cell *a, const struct comparison_cell *b,
                                   int compared)
{
    const struct estimate *one = &a->value[compared], *other = &b->value[compared];
    struct ratio ends = {ranking_ratio(one, other), RATIO_ENDS};
    double value = ends.estimate.value;
    if (!isfinite(value))
        return ends;
    if (survey_is_exact(one) && survey_is_exact(other))
        return (struct ratio){survey_exact(value), RATIO_EXACT};
    enum metric_id m = errs_as(compared);
    if (m == METRIC_COUNT || survey_is_exact(one) || survey_is_exact(other) || !(value > 0) ||
        !are_a_pair(&a->basis, &b->basis))
        return ends;
    double half = spread_of(a, b, m) * survey_quantile(confidence_of(a), SURVEY_NORMAL);
    return ranking_ratio_within(value, half, RATIO_PAIRS);
}

struct ratio ratios_predicted(const struct comparison_cell *a, const struct comparison_cell *b,
                              int compared)
{
    struct ratio r = of_predictions(a, b, compared);
    if (!isfinite(r.estimate.value))
        return r;
    if (a->machine == b->machine)
        return (struct ratio){survey_exact(1), RATIO_EXACT};
    if (r.kind == RATIO_EXACT || !a->runs.n || !b->runs.n)
        return r;
    double unit = unit_of(a->value, compared) / unit_of(b->value, compared);
    double level = (100 - confidence_of(a)) / RATIOS_LOOKS;
    struct ratio pairs = of_runs(&a->runs, &b->runs, compared, unit, 100 - level);
    return survey_has_bounds(&pairs.estimate) ? pairs : r;
}

/* The calibration scenes have 0 to 10 % of the variance in common. */
const double ratios_shared = 0.1;
