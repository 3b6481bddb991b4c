#include "orchestrator/compare/runs.h"

#include "common/memory.h"
#include "common/number.h"
#include "common/suggest.h"
#include "orchestrator/settings/options.h"
#include "orchestrator/workload/workload_open.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* The use of a column: a text, an option of the frame, a metric, or none. */
enum use { USE_TEXT, USE_OPTION, USE_METRIC, USE_NONE };

struct known_column {
    const char *name;
    enum use use;
    const char *option; /* name of the option; only for USE_OPTION */
    bool needed;        /* by every row, or, an option, by one of a frame */
};

static const struct known_column known_columns[] = {
    {"run", USE_TEXT, NULL, true},
    {"scene", USE_TEXT, NULL, true},
    {"gpu", USE_TEXT, NULL, true},
    {"group", USE_TEXT, NULL, false},
    {"shader", USE_OPTION, "shader", true},
    {"rays_per_hit", USE_OPTION, "rays", false},
    {"width", USE_OPTION, "width", true},
    {"height", USE_OPTION, "height", true},
    {"samples", USE_OPTION, "samples", true},
    {"max_depth", USE_OPTION, "max-depth", true},
    {"size", USE_OPTION, "size", false},         /* of a kernel */
    {"mean_icnt_to_mem", USE_NONE, NULL, false}, /* the model does not count it */
    {"source", USE_NONE, NULL, false},           /* for readers */
    {"host_user_s", USE_NONE, NULL, false},
    {"host_allocator", USE_NONE, NULL, false},
};
enum {
    KNOWN_COLUMNS = sizeof known_columns / sizeof *known_columns,
    MOST_RUNS = 10000, /* limited since each name is compared with all others */
};

static const struct metric frame_rate = {
    .name = "fps", .title = "Frames per second", .unit = "1/s"};

const struct metric *run_value(int value)
{
    return value == RUN_FPS ? &frame_rate : &metrics[value];
}

/* A column of the table: one of the known ones or a value. */
struct column {
    const struct known_column *known; /* NULL: a value */
    int value;
};

struct reader {
    struct reference_runs *out;
    const char *path;
    struct column *columns;
    struct status *st;
};

static enum st_code fail(const struct reader *r, const struct table_row *row, size_t column,
                         const char *what)
{
    return status_fail_at(r->st, ST_FAILED, r->path, row->line, "column '%s' %s",
                          r->out->table.columns[column], what);
}

/* ---- columns ---- */

static enum st_code find_column(const struct reader *r, const char *name, struct column *out)
{
    struct suggestion near = {0};
    for (int i = 0; i < KNOWN_COLUMNS; i++) {
        if (strcmp(known_columns[i].name, name) == 0) {
            out->known = &known_columns[i];
            return ST_OK;
        }
        suggest_consider(&near, name, known_columns[i].name);
    }
    for (int v = 0; v < RUN_VALUES; v++) {
        if (strcmp(run_value(v)->name, name) == 0) {
            out->value = v;
            r->out->column[v] = true;
            return ST_OK;
        }
        suggest_consider(&near, name, run_value(v)->name);
    }
    if (near.best)
        return status_fail_at(r->st, ST_FAILED, r->path, 1,
                              "unknown column '%s'; did you mean '%s'?", name, near.best);
    return status_fail_at(r->st, ST_FAILED, r->path, 1,
                          "unknown column '%s'; docs/reference/stats.md lists the metrics", name);
}

static enum st_code find_columns(struct reader *r)
{
    const struct table *t = &r->out->table;
    for (size_t i = 0; i < t->n_columns; i++)
        TRY(find_column(r, t->columns[i], &r->columns[i]));
    for (int k = 0; k < KNOWN_COLUMNS; k++) {
        bool found = !known_columns[k].needed || known_columns[k].use == USE_OPTION;
        for (size_t i = 0; i < t->n_columns; i++)
            found = found || r->columns[i].known == &known_columns[k];
        if (!found)
            return status_fail_at(r->st, ST_FAILED, r->path, 1, "no column '%s'; it is needed",
                                  known_columns[k].name);
    }
    return ST_OK;
}

/* ---- cells ---- */

static enum st_code read_text(const struct reader *r, const struct table_row *row, size_t column,
                              struct reference_run *run)
{
    const char *text = row->cells[column], *name = r->columns[column].known->name;
    if (!*text && r->columns[column].known->needed)
        return fail(r, row, column, "is empty; a name is needed");
    for (const char *at = text; *at; at++)
        if ((unsigned char)*at < ' ' || *at == 0x7f)
            return fail(r, row, column, "has a control character; a name is one line of text");
    if (strcmp(name, "run") == 0)
        run->name = text;
    else if (strcmp(name, "scene") == 0)
        run->scene = text;
    else if (strcmp(name, "gpu") == 0)
        run->gpu = text;
    else
        run->group = text;
    return ST_OK;
}

/* Checks a cell against the kind of its row: the cells of a frame are empty in the row of a kernel,
 * the size of a kernel is empty in the row of a frame. */
static enum st_code check_kind(const struct reader *r, const struct table_row *row, size_t column,
                               const struct reference_run *run)
{
    const struct known_column *known = r->columns[column].known;
    const char *text = row->cells[column];
    bool kernel = workload_is(run->scene), of_kernel = strcmp(known->name, "size") == 0;
    char what[STATUS_TEXT / 2];
    if (*text ? kernel == of_kernel : kernel || !known->needed)
        return ST_OK;
    if (*text)
        snprintf(what, sizeof what, "is '%.80s'; of %s it must be empty", text,
                 kernel ? "a kernel" : "a frame");
    else
        snprintf(what, sizeof what, "is empty; a frame needs it, and '%.80s' is no kernel",
                 run->scene);
    return fail(r, row, column, what);
}

static enum st_code read_option(const struct reader *r, const struct table_row *row, size_t column,
                                struct reference_run *run)
{
    const struct known_column *known = r->columns[column].known;
    const char *text = row->cells[column];
    struct status why = {0};
    TRY(check_kind(r, row, column, run));
    if (!*text && workload_is(run->scene))
        return ST_OK;
    if (!*text && !known->needed)
        text = "auto";
    if (options_set(&run->settings, known->option, text, &why) == ST_OK)
        return ST_OK;
    const char *what = strstr(why.text, "is '"); /* "--width is 'x'; it must be ..." */
    return fail(r, row, column, what ? what : why.text);
}

/* The largest rounding error of a number in the form of number_read(). */
static double rounding_of(const char *text, double value)
{
    const char *point = strchr(text, '.'), *power = strpbrk(text, "eE");
    size_t end = power ? (size_t)(power - text) : strlen(text);
    int digits = point ? (int)(end - (size_t)(point - text)) - 1 : 0;
    double exponent = power ? (double)strtol(power + 1, NULL, 10) : 0;
    return 0.5 * pow(10, exponent - digits) + (digits > 0 ? ldexp(value, -24) : 0);
}

static enum st_code read_metric(const struct reader *r, const struct table_row *row, size_t column,
                                struct reference_run *run)
{
    const char *text = row->cells[column];
    char what[STATUS_TEXT / 2];
    double value;
    int v = r->columns[column].value;
    if (!*text && v != RUN_FPS)
        return ST_OK;
    if (!number_read(text, strlen(text), &value) || value < 0 || (v == RUN_FPS && value == 0)) {
        snprintf(what, sizeof what,
                 v == RUN_FPS ? "is '%s'; frames per second above 0 are needed"
                              : "is '%s'; a number from 0 or nothing is needed",
                 text);
        return fail(r, row, column, what);
    }
    run->theirs[v] = value;
    run->rounding[v] = rounding_of(text, value);
    return ST_OK;
}

static enum st_code read_cell(const struct reader *r, const struct table_row *row, size_t column,
                              struct reference_run *run)
{
    const struct known_column *known = r->columns[column].known;
    switch (known ? known->use : USE_METRIC) {
    case USE_TEXT:
        return read_text(r, row, column, run);
    case USE_OPTION:
        return read_option(r, row, column, run);
    case USE_METRIC:
        return read_metric(r, row, column, run);
    case USE_NONE:
        break;
    }
    return ST_OK;
}

/* A frame's row needs all columns that describe a frame. */
static enum st_code check_frame(const struct reader *r, const struct table_row *row,
                                const struct reference_run *run)
{
    for (int k = 0; !workload_is(run->scene) && k < KNOWN_COLUMNS; k++) {
        bool found = !known_columns[k].needed;
        for (size_t i = 0; i < r->out->table.n_columns; i++)
            found = found || r->columns[i].known == &known_columns[k];
        if (!found)
            return status_fail_at(r->st, ST_FAILED, r->path, row->line,
                                  "no column '%s'; the frame of '%s' needs it",
                                  known_columns[k].name, run->name);
    }
    if (r->out->column[RUN_FPS] && workload_is(run->scene))
        return status_fail_at(r->st, ST_FAILED, r->path, row->line,
                              "'%s' is a kernel; a table with a column 'fps' has frames alone",
                              run->scene);
    return ST_OK;
}

static enum st_code read_row(struct reader *r, const struct settings *base, size_t index)
{
    const struct table_row *row = &r->out->table.rows[index];
    struct reference_run *run = &r->out->runs[index];
    run->settings = *base;
    run->group = "";
    for (int v = 0; v < RUN_VALUES; v++)
        run->theirs[v] = NAN;
    for (int of_names = 1; of_names >= 0; of_names--) /* what is needed depends on the scene */
        for (size_t i = 0; i < r->out->table.n_columns; i++)
            if ((r->columns[i].known && r->columns[i].known->use == USE_TEXT) == of_names)
                TRY(read_cell(r, row, i, run));
    TRY(check_frame(r, row, run));
    for (size_t other = 0; other < index; other++)
        if (strcmp(r->out->runs[other].name, run->name) == 0)
            return status_fail_at(r->st, ST_FAILED, r->path, row->line,
                                  "a second run '%s'; the first is in line %d; names must differ",
                                  run->name, r->out->table.rows[other].line);
    return ST_OK;
}

static enum st_code read_rows(struct reader *r, const struct settings *base)
{
    size_t n = r->out->table.n_rows;
    if (n == 0)
        return status_fail_at(r->st, ST_FAILED, r->path, 0, "has no runs; a line each is needed");
    if (n > MOST_RUNS)
        return status_fail_at(r->st, ST_FAILED, r->path, r->out->table.rows[MOST_RUNS].line,
                              "more than %d runs; they must be in several tables", MOST_RUNS);
    TRY(mem_make(&r->out->runs, n, sizeof *r->out->runs, r->path, r->st));
    r->out->n = n;
    for (size_t i = 0; i < n; i++)
        TRY(read_row(r, base, i));
    return ST_OK;
}

enum st_code runs_read(struct reference_runs *out, const char *path, const struct settings *base,
                       struct status *st)
{
    struct reader r = {.out = out, .path = path, .st = st};
    memset(out, 0, sizeof *out);
    TRY(table_read(&out->table, path, st));
    enum st_code code = mem_make(&r.columns, out->table.n_columns, sizeof *r.columns, path, st);
    if (code == ST_OK)
        code = find_columns(&r);
    out->predicted = out->column[RUN_FPS];
    if (code == ST_OK)
        code = read_rows(&r, base);
    mem_free(r.columns);
    if (code != ST_OK)
        runs_free(out);
    return code;
}

void runs_free(struct reference_runs *r)
{
    table_free(&r->table);
    mem_free(r->runs);
    memset(r, 0, sizeof *r);
}
