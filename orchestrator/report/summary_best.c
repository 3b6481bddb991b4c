#include "common/auto.h"
#include "common/grow.h"
#include "orchestrator/report/summary.h"

#include <gsl/gsl_cdf.h>
#include <math.h>
#include <string.h>

enum { TEXT = 128 };

/* Classes of rows with equal values of some axes; the first row of each class stands for it. */
struct classes {
    size_t *first;
    uint32_t n, room;
};

/* The rows of one cell, by the values that are compared and those that are averaged over. */
struct contest {
    const struct study_table *t;
    const bool *over; /* for each axis, whether its values are compared */
    struct classes combinations, repeats;
    double *errors; /* [combination][repeat]; NAN: missing */
};

static bool alike(const struct contest *c, size_t a, size_t b, bool over)
{
    for (uint32_t i = 0; i < c->t->n_axes; i++)
        if (c->over[i] == over && strcmp(c->t->rows[a].values[i], c->t->rows[b].values[i]) != 0)
            return false;
    return true;
}

static bool add_class(struct classes *to, const struct contest *c, size_t row, bool over,
                      uint32_t *at)
{
    for (*at = 0; *at < to->n; (*at)++)
        if (alike(c, to->first[*at], row, over))
            return true;
    if (!grow(&to->first, to->n, &to->room, sizeof *to->first))
        return false;
    to->first[to->n++] = row;
    return true;
}

static double error_at(const struct contest *c, uint32_t combination, uint32_t repeat)
{
    return c->errors[(size_t)combination * c->repeats.n + repeat];
}

static double mean_error(const struct contest *c, uint32_t combination)
{
    double sum = 0;
    uint32_t n = 0;
    for (uint32_t r = 0; r < c->repeats.n; r++) {
        double e = error_at(c, combination, r);
        sum += isfinite(e) ? e : 0;
        n += isfinite(e);
    }
    return n ? sum / n : (double)NAN;
}

/* Whether `other` is worse than `best` by more than chance explains. A single pair has no variance,
 * so every difference counts. */
static bool is_worse(const struct contest *c, uint32_t other, uint32_t best)
{
    double sum = 0, squares = 0;
    uint32_t n = 0;
    for (uint32_t r = 0; r < c->repeats.n; r++) {
        double d = error_at(c, other, r) - error_at(c, best, r);
        if (!isfinite(d))
            continue;
        sum += d;
        squares += d * d;
        n++;
    }
    double mean = n ? sum / n : 0;
    if (n < 2)
        return !n || mean > 0;
    double variance = fmax(0, (squares - n * mean * mean) / (n - 1));
    return mean > gsl_cdf_tdist_Pinv(0.95, n - 1) * sqrt(variance / n);
}

/* Writes the values that the combinations as good as the best one have in common. */
static void write_best(const struct contest *c, uint32_t best, char *text)
{
    size_t n = 0;
    bool all = true;
    for (uint32_t i = 0; i < c->t->n_axes; i++) {
        if (!c->over[i])
            continue;
        const char *value = c->t->rows[c->combinations.first[best]].values[i];
        for (uint32_t k = 0; k < c->combinations.n && value; k++)
            if (isfinite(mean_error(c, k)) && !is_worse(c, k, best) &&
                strcmp(c->t->rows[c->combinations.first[k]].values[i], value) != 0)
                value = NULL;
        all = all && !value;
        int length = snprintf(text + n, TEXT - n, "%s%s", n ? ", " : "", value ? value : "any");
        n = n + (size_t)length < TEXT ? n + (size_t)length : TEXT - 1;
    }
    if (all)
        snprintf(text, TEXT, "any");
}

static bool judge(const struct contest *c, struct summary_cell *cell)
{
    uint32_t best = c->combinations.n; /* no combination yet */
    double least = NAN;
    for (uint32_t k = 0; k < c->combinations.n; k++) {
        double mean = mean_error(c, k);
        if (isfinite(mean) && !(mean >= least)) {
            least = mean;
            best = k;
        }
    }
    cell->number = NAN;
    cell->text = mem_calloc(TEXT, 1);
    if (!cell->text)
        return false;
    if (best < c->combinations.n)
        write_best(c, best, cell->text);
    else
        cell->text[0] = '-';
    return true;
}

/* Sorts the cell's rows into classes. When the errors have memory, on the second call, it fills
 * those, too. */
static bool fill(struct contest *c, const struct pivot *p, const uint32_t at[2])
{
    uint32_t combination, repeat;
    for (size_t i = 0; i < c->t->n; i++) {
        if (!pivot_has(p, i, at))
            continue;
        if (!add_class(&c->combinations, c, i, true, &combination) ||
            !add_class(&c->repeats, c, i, false, &repeat))
            return false;
        if (c->errors)
            c->errors[(size_t)combination * c->repeats.n + repeat] = pivot_value(p, i, at);
    }
    return true;
}

static bool fill_cell(struct summary_cell *cell, const struct pivot *p, const uint32_t at[2],
                      const bool *over)
{
    struct contest c = {.t = p->t, .over = over};
    bool good = fill(&c, p, at);
    size_t n = (size_t)c.combinations.n * c.repeats.n;
    c.errors = good ? mem_calloc(n, sizeof *c.errors) : NULL;
    for (size_t i = 0; c.errors && i < n; i++)
        c.errors[i] = NAN;
    good = c.errors && fill(&c, p, at) && judge(&c, cell);
    mem_free(c.combinations.first);
    mem_free(c.repeats.first);
    mem_free(c.errors);
    return good;
}

static enum st_code add_choice(const struct summary *s, const struct study_table *t,
                               const json_t *name, bool *over, struct status *st)
{
    int axis = json_is_string(name) ? study_table_axis(t, json_string_value(name)) : -1;
    if (axis < 0)
        return status_fail(st, ST_FAILED, "table '%s' chooses '%s', which is no axis of the study",
                           s->title, json_is_string(name) ? json_string_value(name) : "");
    over[axis] = true;
    return ST_OK;
}

/* Reads the key "choose", which is one name or a list. */
static enum st_code read_choices(const struct summary *s, const struct pivot *p, bool *over,
                                 struct status *st)
{
    const json_t *names = json_object_get(p->definition, "choose");
    if (json_is_string(names))
        return add_choice(s, p->t, names, over, st);
    for (size_t i = 0; i < json_array_size(names); i++)
        TRY(add_choice(s, p->t, json_array_get(names, i), over, st));
    return json_array_size(names) ? ST_OK
                                  : status_fail(st, ST_FAILED,
                                                "table '%s' needs the axes to choose from; write "
                                                "choose = [\"distribution\", \"block\"]",
                                                s->title);
}

enum st_code summary_fill_best(struct summary *s, const struct pivot *p, struct status *st)
{
    MEM_AUTO bool *over;
    TRY(mem_make(&over, p->t->n_axes, sizeof *over, s->title, st));
    TRY(read_choices(s, p, over, st));
    for (uint32_t i = 0; i < p->labels[0].n * p->labels[1].n; i++) {
        const uint32_t at[2] = {i / p->labels[1].n, i % p->labels[1].n};
        if (!fill_cell(&s->cells[i], p, at, over))
            return status_no_memory(st, s->title);
    }
    return ST_OK;
}
