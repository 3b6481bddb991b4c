/* Fits by Levenberg-Marquardt with scaled variables: percentages become fractions, and values are
 * divided by the largest, so that the same tolerances suit cycles and rates. */
#include "orchestrator/statistics/fit.h"

#include "common/memory.h"

#include <gsl/gsl_blas.h>
#include <gsl/gsl_errno.h>
#include <gsl/gsl_fit.h>
#include <gsl/gsl_multifit_nlinear.h>
#include <gsl/gsl_statistics_double.h>
#include <math.h>

const char *const fit_verdict_names[] = {"good",         "diverged",    "no decay",
                                         "out of range", "same points", NULL};

enum { PARAMETERS = 3, MOST_ITERATIONS = 500 };

/* Differences below this part of the largest value are rounding errors. */
#define CONSTANT_SHARE 1e-12

struct points {
    const double *percent, *value;
    size_t n;
    double scale;
};

static int residuals(const gsl_vector *x, void *data, gsl_vector *f)
{
    const struct points *p = data;
    double a = gsl_vector_get(x, 0), b = gsl_vector_get(x, 1), c = gsl_vector_get(x, 2);
    for (size_t i = 0; i < p->n; i++) {
        double y = a + b * exp(-c * p->percent[i] / 100);
        gsl_vector_set(f, i, y - p->value[i] / p->scale);
    }
    return GSL_SUCCESS;
}

static int derivatives(const gsl_vector *x, void *data, gsl_matrix *j)
{
    const struct points *p = data;
    double b = gsl_vector_get(x, 1), c = gsl_vector_get(x, 2);
    for (size_t i = 0; i < p->n; i++) {
        double t = p->percent[i] / 100, e = exp(-c * t);
        gsl_matrix_set(j, i, 0, 1);
        gsl_matrix_set(j, i, 1, e);
        gsl_matrix_set(j, i, 2, -b * t * e);
    }
    return GSL_SUCCESS;
}

/* Computes the start of the search. For evenly spaced points, h apart, the ratio of neighbouring
 * differences is exp(-c h): exact for three such points, near enough for others. */
static void first_guess(const struct points *p, double x[PARAMETERS])
{
    size_t last = p->n - 1, middle = last / 2;
    double y0 = p->value[0] / p->scale, y1 = p->value[middle] / p->scale;
    double y2 = p->value[last] / p->scale, t0 = p->percent[0] / 100;
    double span = p->percent[last] / 100 - t0;
    double ratio = y1 != y0 ? (y2 - y1) / (y1 - y0) : 0;
    double c = ratio > 0 && ratio < 1 ? -2 * log(ratio) / span : 1 / span;
    double e0 = exp(-c * t0), e2 = exp(-c * (t0 + span));
    x[2] = c;
    x[1] = (y2 - y0) / (e2 - e0);
    x[0] = y0 - x[1] * e0;
}

static enum fit_verdict judge(const struct fit *f, int solved, double least, double most)
{
    if (solved != GSL_SUCCESS || !isfinite(f->a) || !isfinite(f->b) || !isfinite(f->c))
        return FIT_DIVERGED;
    if (f->c <= 0)
        return FIT_NO_DECAY;
    if (!isfinite(f->at_100) || f->at_100 < least || f->at_100 > most)
        return FIT_OUT_OF_RANGE;
    return FIT_GOOD;
}

static bool is_constant(struct fit *out, const struct points *p, double least, double most)
{
    for (size_t i = 1; i < p->n; i++)
        if (fabs(p->value[i] - p->value[0]) > CONSTANT_SHARE * p->scale)
            return false;
    double y = p->value[0];
    *out = (struct fit){FIT_GOOD, y, 0, 0, 0, y};
    if (y < least || y > most)
        out->verdict = FIT_OUT_OF_RANGE;
    return true;
}

/* Whether the first guess meets the points exactly, as it mostly does for three. The solver then
 * finds no better step and reports a failure. */
static bool is_exact(const gsl_multifit_nlinear_workspace *w)
{
    return gsl_blas_dnrm2(gsl_multifit_nlinear_residual(w)) <= 1e-12;
}

static void solve(struct fit *out, gsl_multifit_nlinear_workspace *w, struct points *p,
                  double least, double most)
{
    double start[PARAMETERS];
    int info;
    gsl_multifit_nlinear_fdf fdf = {
        .f = residuals, .df = derivatives, .n = p->n, .p = PARAMETERS, .params = p};
    first_guess(p, start);
    gsl_vector_view x = gsl_vector_view_array(start, PARAMETERS);
    int solved = gsl_multifit_nlinear_init(&x.vector, &fdf, w);
    if (solved == GSL_SUCCESS && !is_exact(w))
        solved =
            gsl_multifit_nlinear_driver(MOST_ITERATIONS, 1e-10, 1e-10, 0, NULL, NULL, &info, w);
    const gsl_vector *found = gsl_multifit_nlinear_position(w);
    out->a = gsl_vector_get(found, 0) * p->scale;
    out->b = gsl_vector_get(found, 1) * p->scale;
    out->c = gsl_vector_get(found, 2) / 100;
    out->residual =
        gsl_blas_dnrm2(gsl_multifit_nlinear_residual(w)) * p->scale / sqrt((double)p->n);
    out->at_100 = out->a + out->b * exp(-100 * out->c);
    out->verdict = judge(out, solved, least, most);
}

enum st_code fit_exponential(struct fit *out, const double *percent, const double *value, size_t n,
                             double least, double most, struct status *st)
{
    struct points points = {percent, value, n, 0};
    gsl_multifit_nlinear_parameters parameters = gsl_multifit_nlinear_default_parameters();
    if (n < PARAMETERS)
        BUG("fit: %zu points", n);
    for (size_t i = 0; i < n; i++) {
        points.scale = fmax(points.scale, fabs(value[i]));
        if (i && !(percent[i] > percent[i - 1])) {
            *out = (struct fit){.verdict = FIT_SAME_POINTS, .at_100 = value[n - 1]};
            return ST_OK;
        }
    }
    if (is_constant(out, &points, least, most))
        return ST_OK;
    gsl_error_handler_t *handler = gsl_set_error_handler_off();
    gsl_multifit_nlinear_workspace *w =
        gsl_multifit_nlinear_alloc(gsl_multifit_nlinear_trust, &parameters, n, PARAMETERS);
    if (w) {
        solve(out, w, &points, least, most);
        gsl_multifit_nlinear_free(w);
    }
    gsl_set_error_handler(handler);
    return w ? ST_OK : status_no_memory(st, "exponential fit");
}

/* ---- power laws ---- */

/* Takes the logarithms of the points that count. Returns their number. */
static size_t take_logs(struct power_fit *out, const double *x, const double *y, size_t n,
                        double *log_x, double *log_y)
{
    size_t k = 0;
    for (size_t i = 0; i < n; i++) {
        if (!(x[i] > 0 && y[i] > 0 && isfinite(x[i]) && isfinite(y[i])))
            continue;
        out->least_x = k ? fmin(out->least_x, x[i]) : x[i];
        out->most_x = k ? fmax(out->most_x, x[i]) : x[i];
        log_x[k] = log(x[i]);
        log_y[k++] = log(y[i]);
    }
    return k;
}

enum st_code fit_power(struct power_fit *out, const double *x, const double *y, size_t n,
                       struct status *st)
{
    double intercept, c00, c01, c11, squares;
    double *logs = mem_calloc(2 * n, sizeof *logs), *log_y = logs + n;
    *out = (struct power_fit){0};
    if (!logs)
        return status_no_memory(st, "power law");
    size_t k = take_logs(out, x, y, n, logs, log_y);
    if (k >= PARAMETERS && out->most_x > out->least_x) {
        gsl_fit_linear(logs, 1, log_y, 1, k, &intercept, &out->b, &c00, &c01, &c11, &squares);
        double total = gsl_stats_tss(log_y, 1, k);
        out->a = exp(intercept);
        out->r_squared = total > 0 ? 1 - squares / total : 1;
        out->n = k;
    }
    mem_free(logs);
    return ST_OK;
}
