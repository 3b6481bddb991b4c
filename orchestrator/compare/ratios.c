#include "orchestrator/compare/ratios.h"

#include "common/memory.h"
#include "orchestrator/predict/interval.h"

#include <math.h>
#include <string.h>

enum { USUAL_CONFIDENCE = 95 }; /* of documents that have none */

static const struct ratio none = {{(double)NAN, (double)NAN, (double)NAN}, RATIO_ENDS};

static double confidence_of(const struct comparison_cell *cell, double otherwise)
{
    const json_t *level = json_object_get(cell->document, "confidence");
    return level ? json_number_value(level) : otherwise;
}

/* ---- simulated ---- */

enum { MOST_PAIRS = 1024 };

static double metric_of_run(const json_t *run, int compared)
{
    const char *name = comparison_name(compared == COMPARED_TIME ? METRIC_CYCLES : compared);
    const json_t *value = json_object_get(json_object_get(run, "metrics"), name);
    return value ? json_number_value(value) : (double)NAN;
}

static const json_t *run_of_delay(const json_t *runs, const json_t *delay)
{
    size_t i;
    json_t *run;
    json_array_foreach((json_t *)(uintptr_t)runs, i, run)
    {
        if (json_equal(json_object_get(run, "delay"), delay))
            return run;
    }
    return NULL;
}

/* Milliseconds per core cycle for frame times, else 1. */
static double unit_of(const struct estimate values[COMPARED], int compared)
{
    return compared == COMPARED_TIME ? values[COMPARED_TIME].value / values[METRIC_CYCLES].value
                                     : 1;
}

/* Logarithms of the ratios of runs with the same perturbation. */
static size_t pair_up(const json_t *a, const json_t *b, int compared, double unit,
                      double logs[MOST_PAIRS])
{
    size_t i, n = 0;
    json_t *run;
    json_array_foreach((json_t *)(uintptr_t)a, i, run)
    {
        const json_t *other = run_of_delay(b, json_object_get(run, "delay"));
        double ratio = metric_of_run(run, compared) / metric_of_run(other, compared) * unit;
        if (ratio > 0 && isfinite(ratio) && n < MOST_PAIRS)
            logs[n++] = log(ratio);
    }
    return n;
}

static struct ratio of_runs(const json_t *a, const json_t *b, int compared, double unit,
                            double confidence)
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

static const json_t *repeats_of(const json_t *document)
{
    return json_object_get(json_object_get(document, "repeats"), "runs");
}

struct ratio ratios_simulated(const struct comparison_cell *a, const struct comparison_cell *b,
                              int compared)
{
    const json_t *runs = repeats_of(a->reference), *others = repeats_of(b->reference);
    struct ratio ends = {ranking_ratio(&a->simulated[compared], &b->simulated[compared]),
                         RATIO_ENDS};
    if (a->machine == b->machine && survey_has_bounds(&ends.estimate))
        return (struct ratio){survey_exact(1), RATIO_EXACT};
    if (!runs || !others || !isfinite(ends.estimate.value))
        return ends;
    double unit = unit_of(a->simulated, compared) / unit_of(b->simulated, compared);
    struct ratio pairs = of_runs(runs, others, compared, unit, confidence_of(a, USUAL_CONFIDENCE));
    if (!survey_has_bounds(&pairs.estimate))
        return ends;
    /* The shown ratio is that of the means. */
    double off = ends.estimate.value / pairs.estimate.value;
    pairs.estimate.value *= off;
    pairs.estimate.low *= off;
    pairs.estimate.high *= off;
    return pairs;
}

/* ---- predicted ---- */

static bool is_same(const json_t *a, const json_t *b, const char *key)
{
    const json_t *one = json_object_get(a, key), *other = json_object_get(b, key);
    return one && other && json_equal(one, other);
}

static double number_of(const json_t *object, const char *key)
{
    return json_number_value(json_object_get(object, key));
}

/* Thread instructions of the frame. */
static double instructions_of(const json_t *document)
{
    return number_of(json_object_get(document, "evidence"), "thread_instructions");
}

/* Whether both GPUs run the same program on the same rays, as the pairs of the calibration did.
 * Errors do not cancel where an option changes rays or shaders, or the model lacks it. */
static bool do_the_same(const json_t *a, const json_t *b)
{
    static const double most = 0.02; /* in logarithms */
    double apart = log(instructions_of(a) / instructions_of(b));
    const json_t *one = json_object_get(a, "evidence"), *other = json_object_get(b, "evidence");
    return !json_object_get(one, "unseen") && !json_object_get(other, "unseen") &&
           !(fabs(apart) > most);
}

/* Whether both are of one frame with one seed and the same settings, by the same sample and the
 * approximate model. */
static bool are_a_pair(const json_t *a, const json_t *b)
{
    static const char *const alike[] = {"shader", "shaders", "workload", "frame",
                                        "width",  "height",  "samples",  "seed",
                                        "sample", "model",   "settings"};
    const char *model = json_string_value(json_object_get(a, "model"));
    if (!model || strcmp(model, models[MODEL_APPROXIMATE].name) != 0 ||
        !json_object_get(a, "evidence") || !json_object_get(b, "evidence"))
        return false;
    for (size_t i = 0; i < sizeof alike / sizeof *alike; i++)
        if (!is_same(a, b, alike[i]))
            return false;
    return do_the_same(a, b);
}

static enum metric_id errs_as(int compared)
{
    enum metric_id m =
        compared == COMPARED_TIME ? METRIC_CYCLES : interval_errs_as((enum metric_id)compared);
    return m < METRIC_COUNT && ratio_errors[m] > 0 ? m : METRIC_COUNT;
}

/* Whether both ran the same part of the frame: GPUs that hold as many warps have the same windows,
 * whose sampling errors cancel in a ratio. */
static bool are_same_units(const json_t *a, const json_t *b)
{
    const json_t *one = json_object_get(a, "evidence"), *other = json_object_get(b, "evidence");
    return is_same(one, other, "pixels") && is_same(one, other, "fills");
}

/* The standard error of the units that were run. */
static double units_of(const json_t *document)
{
    return number_of(json_object_get(document, "evidence"), "units_error");
}

/* Standard deviation of the logarithm of the ratio. The row of ratios comes from pairs with nearly
 * equal cycles; for unlike GPUs the errors of both count where they are larger, those of shares
 * brought from the logit: d log p = (1 - p) d logit p. The spread of the units counts, too, where
 * each GPU has its own. */
static double spread_of(const struct comparison_cell *a, const struct comparison_cell *b,
                        enum metric_id m)
{
    static const double alike = 0.25; /* in logarithms of their cycles */
    const char *sample = json_string_value(json_object_get(a->document, "sample"));
    bool windows = samples_named(sample) == SAMPLE_WINDOWS;
    bool share = metrics[m].kind == METRIC_SHARE;
    double of_a = share ? 1 - a->value[m].value : 1, of_b = share ? 1 - b->value[m].value : 1;
    double apart = log(a->value[METRIC_CYCLES].value / b->value[METRIC_CYCLES].value);
    double units = are_same_units(a->document, b->document)
                       ? 0
                       : hypot(units_of(a->document) * of_a, units_of(b->document) * of_b);
    double both =
        interval_known_error(windows ? SAMPLE_WINDOWS : SAMPLE_ALL, MODEL_APPROXIMATE, m) *
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
        !are_a_pair(a->document, b->document))
        return ends;
    double half =
        spread_of(a, b, m) * survey_quantile(confidence_of(a, USUAL_CONFIDENCE), SURVEY_NORMAL);
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
    if (r.kind == RATIO_EXACT || !a->runs || !b->runs)
        return r;
    double unit = unit_of(a->value, compared) / unit_of(b->value, compared);
    double level = (100 - confidence_of(a, USUAL_CONFIDENCE)) / RATIOS_LOOKS;
    struct ratio pairs = of_runs(a->runs, b->runs, compared, unit, 100 - level);
    return survey_has_bounds(&pairs.estimate) ? pairs : r;
}

/* Pairs of the calibration scenes share 0 to 10 % of the variance. */
const double ratios_shared = 0.1;
