#include "orchestrator/predict/pairs.h"

#include "orchestrator/predict/interval.h"

#include <math.h>

enum metric_id pairs_errs_as(enum metric_id m)
{
    enum metric_id errs_as = interval_errs_as(m);
    return errs_as < METRIC_COUNT && pair_calibrations[errs_as].near > 0 ? errs_as : METRIC_COUNT;
}

/* The logarithm that ratios of cycles are made of. */
static double steadied(double log_cycles, double log_busy_cycles)
{
    return pair_runs.steady * log_busy_cycles + (1 - pair_runs.steady) * log_cycles;
}

static double mean_steadied(const struct pair_times *t)
{
    return steadied(t->log_cycles, t->log_busy_cycles);
}

void pairs_add_run(struct pair_times *t, double cycles, double busy_cycles)
{
    double log_cycles = log(cycles), log_busy_cycles = log(busy_cycles);
    double one = steadied(log_cycles, log_busy_cycles), before = mean_steadied(t);
    double cycles_before = t->log_cycles;
    if (t->runs++ == 0)
        t->log_first = log_cycles;
    t->log_cycles += (log_cycles - t->log_cycles) / t->runs;
    t->log_busy_cycles += (log_busy_cycles - t->log_busy_cycles) / t->runs;
    if (t->runs > 1) {
        t->squares += (one - before) * (one - mean_steadied(t));
        t->squares_of_cycles += (log_cycles - cycles_before) * (log_cycles - t->log_cycles);
    }
}

double pairs_cycles(const struct pair_times *a, const struct pair_times *b, double apart)
{
    double moved = apart * exp(a->log_cycles - a->log_first - b->log_cycles + b->log_first);
    double ratio = a->sms == b->sms ? exp(mean_steadied(a) - mean_steadied(b)) : moved;
    return ratio > 0 && isfinite(ratio) ? ratio : (double)NAN;
}

/* Squares and their degrees of freedom. */
struct spread {
    double squares, freedom;
};

static void add_spread(struct spread *s, double squares, double runs)
{
    if (!isfinite(squares))
        return;
    s->squares += squares;
    s->freedom += runs - 1;
}

double pairs_luck(const struct pair_times *a, const struct pair_times *b,
                  const struct pair_times *third)
{
    const struct pair_times *const all[] = {a, b, third};
    bool as_many = a->sms == b->sms;
    const struct pair_prior *prior = as_many ? &pair_runs.steadied : &pair_runs.last;
    struct spread s = {prior->freedom * prior->deviation * prior->deviation, prior->freedom};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        if (all[i])
            add_spread(&s, as_many ? all[i]->squares : all[i]->squares_of_cycles, all[i]->runs);
    return s.squares / s.freedom * (1 / a->runs + 1 / b->runs);
}

double pairs_half_width(enum metric_id errs_as, double apart, double luck, double times,
                        double confidence)
{
    const struct pair_calibration *c = &pair_calibrations[errs_as];
    double of_models = hypot(c->near, c->far * log(apart));
    return times * interval_at(confidence) * hypot(of_models, c->times * sqrt(luck));
}
