#include "orchestrator/compare/ratios.h"

#include "common/memory.h"
#include "orchestrator/predict/calibration.h"
#include "orchestrator/predict/pairs.h"

#include <math.h>
#include <string.h>

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

/* Milliseconds of a core cycle; 1 of what is no time. */
static double unit_of(const struct estimate values[COMPARED], int compared)
{
    return compared == COMPARED_TIME ? values[COMPARED_TIME].value / values[METRIC_CYCLES].value
                                     : 1;
}

/* Logarithms of ratios of the runs that were perturbed alike. */
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
    struct ratio pairs =
        of_runs(runs, others, compared, unit, confidence_of(a, CALIBRATION_CONFIDENCE));
    if (!survey_has_bounds(&pairs.estimate))
        return ends;
    /* The ratio that is shown is that of the means. */
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

/* What the approximate model counted of the frame; both of its numbers are of the same
 * instructions.
 */
static double instructions_of(const json_t *document)
{
    const json_t *whole = json_object_get(json_object_get(document, "ratio"), "approximate");
    return number_of(whole, "ipc") * number_of(whole, "cycles");
}

/* Pairs that the constants were found on run the same program on the same rays: with an option that
 * changes what rays and shaders do, or one that the approximate model has not got, nothing cancels.
 */
static bool do_the_same(const json_t *a, const json_t *b)
{
    static const double most = 0.02; /* of the logarithm */
    double apart = log(instructions_of(a) / instructions_of(b));
    const json_t *one = json_object_get(a, "ratio"), *other = json_object_get(b, "ratio");
    return !json_object_get(one, "approximate_lacks") &&
           !json_object_get(other, "approximate_lacks") && !(fabs(apart) > most);
}

/* Both by the ratio estimator, of one frame with one seed and the same settings, and of GPUs of
 * which the constants know. */
static bool are_a_pair(const json_t *a, const json_t *b)
{
    static const char *const alike[] = {"shader", "shaders", "workload", "frame",   "width",
                                        "height", "samples", "seed",     "settings"};
    if (!json_object_get(a, "ratio") || !json_object_get(b, "ratio"))
        return false;
    for (size_t i = 0; i < sizeof alike / sizeof *alike; i++)
        if (!is_same(a, b, alike[i]))
            return false;
    return do_the_same(a, b);
}

/* How much more a thinner part than the calibration set's may err, as its single predictions. */
static double times_of(const json_t *document)
{
    const json_t *ratio = json_object_get(document, "ratio");
    double waves = number_of(json_object_get(document, "settings"), "waves"); /* 0: not a number */
    double calibrated = number_of(ratio, "calibrated_waves");
    bool part = number_of(ratio, "approximate_pixels") < number_of(document, "pixels");
    return part && waves > 0 && waves < calibrated ? sqrt(calibrated / waves) : 1;
}

static enum metric_id errs_as(int compared)
{
    return compared == COMPARED_TIME ? METRIC_CYCLES : pairs_errs_as((enum metric_id)compared);
}

/* Of all runs of the approximate model. */
static struct pair_times times_of_whole(const struct comparison_cell *cell)
{
    const json_t *ratio = json_object_get(cell->document, "ratio");
    const json_t *part = json_object_get(cell->document, "downscale");
    struct pair_times t = {.sms = number_of(part, "sms") * number_of(part, "factor")};
    size_t i;
    json_t *run;
    json_array_foreach(json_object_get(ratio, "runs"), i, run)
    {
        pairs_add_run(&t, number_of(run, "cycles"), number_of(run, "busy_cycles"));
    }
    if (t.runs == 0)
        pairs_add_run(&t, number_of(json_object_get(ratio, "approximate"), "cycles"),
                      number_of(ratio, "busy_cycles"));
    return t;
}

static struct ratio of_predictions(const struct comparison_cell *a, const struct comparison_cell *b,
                                   const struct comparison_cell *first, int compared)
{
    const struct estimate *one = &a->value[compared], *other = &b->value[compared];
    struct ratio ends = {ranking_ratio(one, other), RATIO_ENDS};
    double value = ends.estimate.value;
    if (!isfinite(value))
        return ends;
    if (survey_is_exact(one) && survey_is_exact(other))
        return (struct ratio){survey_exact(value), RATIO_EXACT};
    enum metric_id m = errs_as(compared);
    if (m == METRIC_COUNT || survey_is_exact(one) || survey_is_exact(other) ||
        !are_a_pair(a->document, b->document))
        return ends;
    const struct pair_times whole = times_of_whole(a), other_whole = times_of_whole(b),
                            first_whole = times_of_whole(first);
    double apart = a->value[m].value / b->value[m].value, by_runs;
    if (m == METRIC_CYCLES && apart > 0 && isfinite(apart) &&
        isfinite(by_runs = pairs_cycles(&whole, &other_whole, apart))) {
        value *= compared == METRIC_IPC ? apart / by_runs : by_runs / apart;
        apart = by_runs;
    }
    if (!(value > 0 && apart > 0 && isfinite(apart)))
        return ends;
    double luck = pairs_luck(&whole, &other_whole, first == a || first == b ? NULL : &first_whole);
    double half =
        pairs_half_width(m, apart, luck, fmax(times_of(a->document), times_of(b->document)),
                         confidence_of(a, CALIBRATION_CONFIDENCE));
    return ranking_ratio_within(value, half, RATIO_PAIRS);
}

struct ratio ratios_predicted(const struct comparison_cell *a, const struct comparison_cell *b,
                              const struct comparison_cell *first, int compared)
{
    struct ratio r = of_predictions(a, b, first, compared);
    if (!isfinite(r.estimate.value))
        return r;
    if (a->machine == b->machine)
        return (struct ratio){survey_exact(1), RATIO_EXACT};
    if (r.kind == RATIO_EXACT || !a->runs || !b->runs)
        return r;
    double unit = unit_of(a->value, compared) / unit_of(b->value, compared);
    double level = (100 - confidence_of(a, CALIBRATION_CONFIDENCE)) / RATIOS_LOOKS;
    struct ratio pairs = of_runs(a->runs, b->runs, compared, unit, 100 - level);
    return survey_has_bounds(&pairs.estimate) ? pairs : r;
}

double ratios_shared(int compared)
{
    enum metric_id m = errs_as(compared);
    return m == METRIC_COUNT ? 1 : pair_calibrations[m].shared;
}
