/* From rows to figures and tables, and the page as text. */
#include "tests/rig/program.h"
#include "tests/rig/rig.h"
#include "tests/rig/study_store.h"

#include "common/file.h"
#include "common/memory.h"
#include "orchestrator/report/axis.h"
#include "orchestrator/report/facts.h"
#include "orchestrator/report/html.h"
#include "orchestrator/report/report.h"
#include "orchestrator/report/study_figure.h"
#include "orchestrator/report/summary.h"
#include "orchestrator/study/measure.h"
#include "tests/rig/documents.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- a study in memory ---- */

/* Cycles over a reference of 1000: weekend is twice as wrong as lonely, and 20 % half as wrong as
 * 10 %; seeds differ by 10. One point failed, one is missing. */
static const struct rig_point points[] = {{"lonely", "tiny", "10", "1", STORE_DONE, 1095, true},
                                          {"lonely", "tiny", "10", "2", STORE_DONE, 1105, true},
                                          {"lonely", "tiny", "20", "1", STORE_DONE, 955, true},
                                          {"lonely", "tiny", "20", "2", STORE_DONE, 945, true},
                                          {"weekend", "tiny", "10", "1", STORE_DONE, 1195, true},
                                          {"weekend", "tiny", "10", "2", STORE_DONE, 1205, true},
                                          {"weekend", "tiny", "20", "1", STORE_DONE, 1100, true},
                                          {"weekend", "tiny", "20", "2", STORE_FAILED, 0, true},
                                          {"weekend", "tiny", "30", "1", STORE_MISSING, 0, true}};

static struct study_table load(const struct rig_point *from, size_t n, const char *more)
{
    struct store *s;
    struct study_table t;
    assert_ok(store_open(&s, NULL, STORE_WRITE, &st));
    rig_put_study(s, "study", "A study", more, from, n);
    assert_ok(study_table_load(&t, s, "study", &st));
    store_close(s);
    return t;
}

static struct study_table load_points(void)
{
    return load(points, sizeof points / sizeof *points, "");
}

static void make(struct study_figure *f, const struct study_table *t, const json_t *definition)
{
    struct status st = {0};
    if (study_figure_make(f, t, definition, "f", &st) != ST_OK)
        fail_msg("%s", st.text);
}

static void close_to(double a, double b)
{
    if (!(fabs(a - b) <= 1e-9 * fmax(1, fabs(b))))
        fail_msg("%.17g is not %.17g", a, b);
}

/* ---- figures ---- */

TEST(points_that_fall_together_are_averaged_and_failed_ones_are_not)
{
    struct study_table t ENDED_BY(study_table_free) = load_points();
    json_t *d FREED_BY(json_decref) =
        document_parse("{\"x\": \"percent\", \"y\": \"abs_error.cycles\", \"series\": \"scene\", "
                       "\"spread\": true, \"title\": \"T\", \"log_y\": true}");
    struct study_figure f;
    make(&f, &t, d);
    assert_int_equal(f.figure.kind, FIGURE_LINES);
    assert_true(f.figure.log_y);
    assert_string_equal(f.figure.x_label, "pixels traced, %");
    assert_string_equal(f.figure.y_label, "|error| of GPU Simulation Cycles, %");
    assert_int_equal(f.figure.n_series, 2);
    const struct figure_series *lonely = &f.figure.series[0], *weekend = &f.figure.series[1];
    assert_string_equal(lonely->name, "lonely");
    assert_int_equal(lonely->n, 3);
    close_to(lonely->points[0].y, 10);
    close_to(lonely->points[0].low, 9.5);
    close_to(lonely->points[0].high, 10.5);
    close_to(lonely->points[1].x, 20);
    close_to(lonely->points[1].y, 5);
    assert_true(isnan(lonely->points[2].y)); /* 30 % is weekend's, and not there yet */
    close_to(weekend->points[0].y, 20);
    close_to(weekend->points[1].y, 10); /* the failed one is in no mean */
    assert_true(isnan(weekend->points[1].low));
    study_figure_free(&f);
}

TEST(a_single_row_has_its_interval)
{
    struct study_table t ENDED_BY(study_table_free) = load_points();
    json_t *d FREED_BY(json_decref) =
        document_parse("{\"x\": \"percent\", \"y\": \"value.cycles\", \"series\": \"scene\", "
                       "\"where\": {\"seed\": 1}}");
    struct study_figure f ENDED_BY(study_figure_free);
    make(&f, &t, d);
    close_to(f.figure.series[0].points[0].y, 1095);
    close_to(f.figure.series[0].points[0].low, 0.9 * 1095);
    close_to(f.figure.series[0].points[0].high, 1.1 * 1095);
    study_figure_free(&f);
    json_decref(d);
    d = document_parse(
        "{\"x\": \"percent\", \"y\": \"error.cycles\", "
        "\"where\": {\"seed\": [\"1\"], \"scene\": [\"weekend\"], \"percent\": [10, 20]}}");
    make(&f, &t, d);
    assert_int_equal(f.figure.n_series, 1);
    assert_int_equal(f.figure.series[0].n, 2);
    close_to(f.figure.series[0].points[0].y, 19.5);
    close_to(f.figure.series[0].points[0].low, 100 * (0.9 * 1.195 - 1));
    close_to(f.figure.series[0].points[1].y, 10);
}

TEST(references_are_one_more_series)
{
    struct study_table t ENDED_BY(study_table_free) = load_points();
    json_t *d FREED_BY(json_decref) =
        document_parse("{\"x\": \"percent\", \"y\": \"value.cycles\", \"simulated\": true, "
                       "\"where\": {\"scene\": [\"weekend\"], \"percent\": [10, 20]}}");
    struct study_figure f;
    make(&f, &t, d);
    assert_int_equal(f.figure.n_series, 2);
    assert_string_equal(f.figure.series[1].name, "simulated");
    assert_int_equal(f.figure.series[1].n, 2);
    close_to(f.figure.series[0].points[0].y, 1200);
    close_to(f.figure.series[1].points[0].y, 1000);
    study_figure_free(&f);
}

TEST(metrics_are_an_axis_too)
{
    struct study_table t ENDED_BY(study_table_free) = load_points();
    json_t *d FREED_BY(json_decref) = document_parse(
        "{\"x\": \"metric\", \"y\": \"abs_error\", \"series\": \"scene\", "
        "\"paper\": [{\"name\": \"P\", \"x\": [\"cycles\", \"no_such\"], \"y\": [7, 8]}]}");
    struct study_figure f ENDED_BY(study_figure_free);
    make(&f, &t, d);
    assert_int_equal(f.figure.kind, FIGURE_BARS);
    assert_int_equal(f.figure.n_categories, METRIC_SEVEN);
    assert_string_equal(f.figure.categories[METRIC_CYCLES], "Cycles");
    close_to(f.figure.series[0].points[METRIC_CYCLES].y, 7.5);
    assert_int_equal(f.figure.n_series, 3);
    assert_true(f.figure.series[2].dashed);
    assert_int_equal(f.figure.series[2].n, 1);
    close_to(f.figure.series[2].points[0].x, METRIC_CYCLES);
    close_to(f.figure.series[2].points[0].y, 7);
    study_figure_free(&f);
    json_decref(d);
    d = document_parse("{\"x\": \"percent\", \"y\": \"value\", \"series\": \"metric\"}");
    make(&f, &t, d);
    assert_int_equal(f.figure.n_series, METRIC_SEVEN);
}

TEST(a_fit_is_a_line_with_its_formula)
{
    static const struct rig_point law[] = {
        {"s", "g", "10", "1", STORE_DONE, 1000 + 1000 / 10.0, true},
        {"s", "g", "20", "1", STORE_DONE, 1000 + 1000 / 20.0, true},
        {"s", "g", "40", "1", STORE_DONE, 1000 + 1000 / 40.0, true}};
    struct study_table t ENDED_BY(study_table_free) = load(law, 3, "");
    json_t *d FREED_BY(json_decref) =
        document_parse("{\"x\": \"percent\", \"y\": \"abs_error.cycles\", \"fit\": \"power\", "
                       "\"paper\": {\"x\": [10], \"y\": [5000]}, \"curve\": \"x\"}");
    struct study_figure f;
    make(&f, &t, d);
    assert_int_equal(f.figure.n_series, 3);
    const struct figure_series *fit = &f.figure.series[2];
    assert_true(fit->plain);
    assert_string_equal(fit->name, "fit 100·x^-1.000 (R² 1.000)"); /* the paper's is not in it */
    close_to(fit->points[0].x, 10);
    close_to(fit->points[fit->n - 1].y, 2.5);
    assert_string_equal(f.figure.curve, "x");
    study_figure_free(&f);
}

TEST(normalized_is_over_the_first_gpu_of_the_same_point)
{
    static const struct rig_point gpus[] = {{"a", "x", "auto", "1", STORE_DONE, 1000, false},
                                            {"a", "y", "auto", "1", STORE_DONE, 500, false},
                                            {"b", "x", "auto", "1", STORE_FAILED, 0, false},
                                            {"b", "y", "auto", "1", STORE_DONE, 700, false}};
    struct study_table t ENDED_BY(study_table_free) = load(gpus, 4, "");
    struct measure m;
    assert_true(measure_parse(&m, "normalized.cycles"));
    struct estimate first = measure_row(&t, 0, &m, -1), second = measure_row(&t, 1, &m, -1);
    assert_true(first.value == 1 && first.low == 1 && first.high == 1);
    close_to(second.value, 0.5);
    close_to(second.low, 450.0 / 1100);
    close_to(second.high, 550.0 / 900);
    assert_true(isnan(measure_row(&t, 2, &m, -1).value));
    assert_true(isnan(measure_row(&t, 3, &m, -1).value)); /* its first failed */
    assert_true(measure_parse(&m, "frame_time_ms"));
    close_to(measure_row(&t, 0, &m, -1).value, 1e-3);
    close_to(measure_row(&t, 0, &m, -1).high, 1.1e-3);
}

TEST(what_is_no_measure_or_axis_is_said)
{
    static const struct {
        const char *definition, *said;
    } bad[] = {
        {"{}", "shows '', which is no measure"},
        {"{\"x\": \"percent\", \"y\": \"value.cicles\"}", "'value.cicles', which is no measure"},
        {"{\"x\": \"percent\", \"y\": \"mae.cycles\"}", "'mae.cycles', which is no measure"},
        {"{\"x\": \"percent\", \"y\": 3}", "shows '', which is no measure"},
        {"{\"x\": \"factor\", \"y\": \"mae\"}", "over 'factor', which is no axis"},
        {"{\"y\": \"mae\"}", "over '', which is no axis"},
        {"{\"x\": \"percent\", \"y\": \"mae\", \"series\": \"x\"}", "series by 'x'"},
        {"{\"x\": \"percent\", \"y\": \"value\"}", "needs a metric"},
        {"{\"x\": \"metric\", \"y\": \"value.ipc\"}", "needs a metric"},
    };
    struct study_table t ENDED_BY(study_table_free) = load_points();
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        struct study_figure f;
        json_t *d FREED_BY(json_decref) = document_parse(bad[i].definition);
        assert_int_equal(study_figure_make(&f, &t, d, "f", &st), ST_FAILED);
        if (!strstr(st.text, bad[i].said))
            fail_msg("'%s' does not say '%s'", st.text, bad[i].said);
        assert_null(f.held);
    }
}

static const char *default_of(const struct study_table *t, size_t i, const char *key)
{
    static char text[64];
    json_t *all FREED_BY(json_decref) = study_figure_defaults(t);
    const char *found = text_at(all, "%zu.%s", i, key);
    snprintf(text, sizeof text, "%s", found ? found : "");
    return text;
}

TEST(studies_without_figures_get_some)
{
    static const struct rig_point gpus[] = {{"a", "x", "auto", "1", STORE_DONE, 1000, false},
                                            {"a", "y", "auto", "1", STORE_DONE, 500, false}};
    struct study_table t ENDED_BY(study_table_free) = load_points();
    assert_string_equal(default_of(&t, 0, "x"), "percent");
    assert_string_equal(default_of(&t, 0, "y"), "abs_error.cycles");
    assert_string_equal(default_of(&t, 0, "series"), "scene");
    assert_string_equal(default_of(&t, 2, "y"), "speedup");
    study_table_free(&t);
    t = load(gpus, 2, "");
    assert_string_equal(default_of(&t, 0, "y"), "frame_time_ms");
    assert_string_equal(default_of(&t, 1, "y"), "normalized");
    assert_string_equal(default_of(&t, 1, "series"), "gpu");
    assert_string_equal(default_of(&t, 2, "y"), "");
    json_t *all FREED_BY(json_decref) = study_figure_defaults(&t);
    for (size_t i = 0; i < json_array_size(all); i++) {
        struct study_figure f ENDED_BY(study_figure_free);
        make(&f, &t, json_array_get(all, i));
        assert_true(figure_has_points(&f.figure));
    }
}

TEST(paths_are_shown_by_their_last_part)
{
    static const char *const texts[] = {"a/bunny.scene", "lonely", "a/x.scene", "b/x.scene", "c/"};
    static const char *const shown[] = {"bunny.scene", "lonely", "a/x.scene", "b/x.scene", "c/"};
    struct labels l ENDED_BY(labels_free) = {0};
    size_t at;
    for (uint32_t i = 0; i < 5; i++)
        assert_true(labels_add(&l, texts[i], &at));
    for (uint32_t i = 0; i < 5; i++)
        assert_string_equal(labels_shown(&l, i), shown[i]);
}

TEST(numbers_rise_and_names_stay)
{
    struct labels numbers ENDED_BY(labels_free) = {0}, names ENDED_BY(labels_free) = {0};
    size_t at;
    assert_true(labels_add(&numbers, "10", &at) && labels_add(&numbers, "9", &at) &&
                labels_add(&numbers, "2.5", &at));
    labels_sort_numbers(&numbers);
    assert_string_equal(numbers.texts[0], "2.5");
    assert_string_equal(numbers.texts[2], "10");
    assert_true(labels_add(&names, "9", &at) && labels_add(&names, "2", &at) &&
                labels_add(&names, "auto", &at));
    labels_sort_numbers(&names);
    assert_string_equal(names.texts[0], "9");
}

/* ---- tables ---- */

static struct summary_cell *cell_of(const struct summary *s, uint32_t row, uint32_t column)
{
    return &s->cells[row * s->columns.n + column];
}

static void make_table(struct summary *s, const struct study_table *t, const json_t *definition)
{
    struct status st = {0};
    if (summary_make(s, t, definition, &st) != ST_OK)
        fail_msg("%s", st.text);
}

TEST(means_leave_out_what_is_not_done)
{
    struct study_table t ENDED_BY(study_table_free) = load_points();
    struct summary s ENDED_BY(summary_free);
    json_t *d FREED_BY(json_decref) =
        document_parse("{\"kind\": \"mean\", \"y\": \"abs_error\", \"rows\": \"scene\", "
                       "\"columns\": \"metric\", \"title\": \"M\"}");
    make_table(&s, &t, d);
    assert_int_equal(s.rows.n, 2);
    assert_int_equal(s.columns.n, METRIC_SEVEN + 1);
    assert_string_equal(s.columns.texts[METRIC_SEVEN], "All seven");
    assert_string_equal(s.rows.texts[1], "weekend");
    close_to(cell_of(&s, 0, METRIC_CYCLES)->number, 7.5);
    assert_string_equal(cell_of(&s, 0, METRIC_CYCLES)->text, "7.50 %");
    close_to(cell_of(&s, 1, METRIC_CYCLES)->number, 50.0 / 3);
    double all = 0;
    for (uint32_t m = 0; m < METRIC_SEVEN; m++)
        all += cell_of(&s, 1, m)->number / METRIC_SEVEN;
    close_to(cell_of(&s, 1, METRIC_SEVEN)->number, all);
    summary_free(&s);
    json_decref(d);

    d = document_parse("{\"kind\": \"mean\", \"y\": \"value.cycles\", \"rows\": \"percent\", "
                       "\"columns\": \"scene\"}");
    make_table(&s, &t, d);
    assert_int_equal(s.rows.n, 3);
    assert_int_equal(s.columns.n, 2);
    assert_string_equal(cell_of(&s, 0, 1)->text, "1200");
    assert_string_equal(cell_of(&s, 1, 1)->text, "1100");
    assert_string_equal(cell_of(&s, 2, 0)->text, "-"); /* nothing of 30 % is done */
    char *csv;
    size_t n;
    FILE *out = open_memstream(&csv, &n);
    summary_write_csv(&s, out);
    fclose(out);
    assert_string_equal(csv, "percent,lonely,weekend\n10,1100,1200\n20,950,1100\n30,-,-\n");
    free(csv);
    summary_free(&s);
    json_decref(d);

    d = document_parse("{\"kind\": \"mean\", \"y\": \"value\", \"rows\": \"metric\", "
                       "\"where\": {\"scene\": [\"lonely\"], \"percent\": [\"10\"]}}");
    make_table(&s, &t, d);
    assert_int_equal(s.rows.n, METRIC_SEVEN);
    assert_int_equal(s.columns.n, 1);
    assert_string_equal(cell_of(&s, METRIC_CYCLES, 0)->text, "1100");
    assert_non_null(strchr(cell_of(&s, METRIC_L2_MISS_RATE, 0)->text, '%'));
}

/* Distribution stands in "gpu", block in "percent": u beats l by 50 cycles in scenes one and both,
 * 8 beats 16 by 30 in both; all else is noise. */
static size_t put_contest(struct rig_point *p)
{
    static const double noise[] = {4, -6, 5, -3, 1};
    static const char *const seeds[] = {"1", "2", "3", "4", "5"}, *const gpus[] = {"u", "l"},
                             *const blocks[] = {"8", "16"},
                             *const scenes[] = {"one", "any", "both"};
    size_t n = 0;
    for (int scene = 0; scene < 3; scene++)
        for (int g = 0; g < 2; g++)
            for (int b = 0; b < 2; b++)
                for (int seed = 0; seed < 5; seed++, n++)
                    p[n] = (struct rig_point){scenes[scene],
                                              gpus[g],
                                              blocks[b],
                                              seeds[seed],
                                              STORE_DONE,
                                              1200 + (scene == 1 ? 0 : 50 * g) +
                                                  (scene == 2 ? 30 * b : 0) +
                                                  noise[(seed + 2 * b + g) % 5],
                                              true};
    return n;
}

TEST(the_best_is_named_as_far_as_it_is_distinct)
{
    struct rig_point p[60];
    struct study_table t ENDED_BY(study_table_free) = load(p, put_contest(p), "");
    struct summary s ENDED_BY(summary_free);
    json_t *d FREED_BY(json_decref) =
        document_parse("{\"kind\": \"best\", \"y\": \"abs_error\", \"rows\": \"scene\", "
                       "\"columns\": \"metric\", \"choose\": [\"gpu\", \"percent\"], "
                       "\"over\": \"seed\"}");
    make_table(&s, &t, d);
    assert_string_equal(s.rows.texts[0], "one");
    assert_string_equal(cell_of(&s, 0, METRIC_CYCLES)->text, "u, any");
    assert_string_equal(cell_of(&s, 1, METRIC_CYCLES)->text, "any");
    assert_string_equal(cell_of(&s, 2, METRIC_CYCLES)->text, "u, 8");
    assert_true(isnan(cell_of(&s, 0, 0)->number));
    summary_free(&s);
    json_decref(d);
    d = document_parse(
        "{\"kind\": \"best\", \"y\": \"mae\", \"rows\": \"scene\", \"choose\": \"percent\", "
        "\"where\": {\"seed\": 1, \"gpu\": \"u\", \"scene\": \"both\"}}");
    make_table(&s, &t, d); /* a single pair: the least is the best */
    assert_int_equal(s.rows.n, 1);
    assert_string_equal(cell_of(&s, 0, 0)->text, "8");
}

TEST(tables_that_cannot_be_made_say_why)
{
    static const struct {
        const char *definition, *said;
    } bad[] = {
        {"{}", "mean or best is needed"},
        {"{\"kind\": \"worst\"}", "mean or best is needed"},
        {"{\"kind\": \"mean\", \"y\": \"wrong\", \"rows\": \"scene\"}",
         "'wrong', which is no measure"},
        {"{\"kind\": \"mean\", \"y\": \"mae\", \"rows\": \"factor\"}", "no such axes"},
        {"{\"kind\": \"mean\", \"y\": \"mae\"}", "no such axes"},
        {"{\"kind\": \"mean\", \"y\": \"mae\", \"rows\": \"scene\", \"columns\": \"f\"}",
         "columns by 'f'"},
        {"{\"kind\": \"mean\", \"y\": \"value\", \"rows\": \"scene\"}", "needs a metric"},
        {"{\"kind\": \"best\", \"y\": \"mae\", \"rows\": \"scene\"}", "needs the axes to choose"},
        {"{\"kind\": \"best\", \"y\": \"mae\", \"rows\": \"scene\", \"choose\": [\"factor\"]}",
         "chooses 'factor'"},
        {"{\"kind\": \"best\", \"y\": \"mae\", \"rows\": \"scene\", \"choose\": [7]}",
         "chooses ''"},
    };
    struct study_table t ENDED_BY(study_table_free) = load_points();
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        struct summary s;
        json_t *d FREED_BY(json_decref) = document_parse(bad[i].definition);
        assert_int_equal(summary_make(&s, &t, d, &st), ST_FAILED);
        if (!strstr(st.text, bad[i].said))
            fail_msg("'%s' does not say '%s'", st.text, bad[i].said);
    }
}

/* ---- memory ---- */

static enum st_code make_all(const struct store *store, const struct study_table *t,
                             struct status *st)
{
    const json_t *figures = json_object_get(t->definition, "figures");
    const json_t *tables = json_object_get(t->definition, "tables");
    struct facts facts;
    TRY(facts_load(&facts, store, t, st));
    facts_free(&facts);
    for (size_t i = 0; i < json_array_size(figures); i++) {
        struct study_figure f ENDED_BY(study_figure_free);
        TRY(study_figure_make(&f, t, json_array_get(figures, i), "f", st));
    }
    for (size_t i = 0; i < json_array_size(tables); i++) {
        struct summary s ENDED_BY(summary_free);
        TRY(summary_make(&s, t, json_array_get(tables, i), st));
    }
    return ST_OK;
}

TEST(every_allocation_may_fail)
{
    struct store *s;
    struct study_table t ENDED_BY(study_table_free);
    rig_results("memory.db");
    assert_ok(store_open(&s, "memory.db", STORE_READ, &st));
    assert_ok(study_table_load(&t, s, "percentages", &st));
    mem_fail_from(0);
    assert_ok(make_all(s, &t, &st));
    long n = mem_count();
    assert_true(n > 100);
    for (long i = 1; i <= n; i += 1 + i / 40) {
        mem_fail_from(i);
        enum st_code code = make_all(s, &t, &st);
        mem_fail_from(0);
        assert_int_equal(code, ST_NOMEM);
    }
    store_close(s);
}

/* ---- the page ---- */

TEST(bytes_are_base64)
{
    static const struct {
        const char *bytes, *text;
    } known[] = {{"", ""}, {"f", "Zg=="}, {"fo", "Zm8="}, {"foo", "Zm9v"}, {"foobar", "Zm9vYmFy"}};
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        char *text FREED_BY(free);
        size_t n;
        FILE *out = open_memstream(&text, &n);
        html_base64((const unsigned char *)known[i].bytes, strlen(known[i].bytes), out);
        fclose(out);
        assert_string_equal(text, known[i].text);
    }
}

static char *page_of(const char *results, struct report_counts *counts)
{
    struct status st = {0};
    struct store *s;
    unsigned char *bytes;
    size_t n;
    assert_ok(store_open(&s, results, STORE_READ, &st));
    if (report_write(s, "page.html", "page files", "page files", counts, &st) != ST_OK)
        fail_msg("%s", st.text);
    store_close(s);
    assert_ok(file_read("page.html", &bytes, &n, &st));
    return (char *)bytes;
}

static size_t count(const char *text, const char *what)
{
    size_t n = 0;
    while ((text = strstr(text, what))) {
        text += strlen(what);
        n++;
    }
    return n;
}

TEST(the_page_holds_every_study)
{
    struct report_counts counts;
    rig_results("results.db");
    char *page = page_of("results.db", &counts);
    assert_int_equal(counts.studies, 3);
    assert_int_equal(counts.points, 44);
    assert_int_equal(counts.done, 42);
    assert_int_equal(counts.failed, 1);
    assert_int_equal(counts.figures, 6);
    assert_int_equal(count(page, "<svg class=\"plot plot-w\""), 6);
    assert_int_equal(count(page, "<svg class=\"plot plot-n\""), 6);
    assert_int_equal(count(page, "<section "), 4);
    assert_int_equal(count(page, "data:image/png;base64,iVBOR"), 12);
    assert_non_null(strstr(page, "All 36 points are done."));
    assert_non_null(strstr(page, "2 of 4 points are done, <span class=\"failed\">1 failed</span>, "
                                 "1 not yet run."));
    assert_non_null(strstr(page, "No finished point of this figure yet."));
    assert_non_null(strstr(page, "a formula of x is needed"));
    assert_non_null(strstr(page, "&#39;no such&#39;, which is no axis"));
    assert_non_null(strstr(page, "mean or best is needed"));
    assert_non_null(strstr(page, "the worker died of &lt;script&gt;"));
    assert_non_null(strstr(page, "href=\"page%20files/percentages-error.pdf\""));
    assert_int_equal(count(page, "<script"), 1);
    assert_null(strstr(page, "src=\"http"));
    assert_null(strstr(page, "@import"));
    assert_int_equal(program_count("ran"), 0);
    mem_free(page);
    assert_int_equal(system("test $(ls 'page files' | wc -l) = 26"),
                     0); /* four of a figure, one of a table */
}

TEST(the_same_results_are_the_same_page)
{
    struct report_counts counts;
    if (!file_exists("results.db"))
        rig_results("results.db");
    char *one FREED_BY(mem_free) = page_of("results.db", &counts),
              *two = page_of("results.db", &counts);
    assert_string_equal(one, two);
    mem_free(two);
}

TEST(an_empty_store_is_refused)
{
    struct report_counts counts;
    struct store *s;
    assert_ok(store_open(&s, "empty.db", STORE_WRITE, &st));
    assert_int_equal(report_write(s, "empty.html", "e", "e", &counts, &st), ST_FAILED);
    assert_non_null(strstr(st.text, "empty.db: has no study; diorama sweep"));
    assert_int_equal(program_count("empty.html"), 0);
    store_close(s);
}

TEST_GROUP(program_enter, program_leave)
