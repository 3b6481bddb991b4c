/* Figures: the four files, the element of a page, formulas, and texts that would run commands. */
#include "tests/rig/program.h"
#include "tests/rig/rig.h"

#include "common/file.h"
#include "common/memory.h"
#include "orchestrator/figure/embed.h"
#include "orchestrator/figure/figure.h"
#include "orchestrator/figure/formula.h"
#include "orchestrator/figure/gnuplot.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

static const struct figure_point falling[] = {
    {10, 8, 6, 11}, {20, 4, 3.5, 4.4}, {30, 2.5, NAN, NAN}, {40, NAN, NAN, NAN}, {50, 1, -1, 2}};
static const struct figure_point rising[] = {{10, 1, NAN, NAN}, {50, 9, NAN, NAN}};
static const struct figure_series two[] = {{"falling", falling, 5, false, false, false},
                                           {"rising, \"quoted\"", rising, 2, true, false, false}};
static const struct figure lines = {.name = "lines",
                                    .title = "Error over percentage",
                                    .x_label = "percent",
                                    .y_label = "error",
                                    .series = two,
                                    .n_series = 2,
                                    .log_y = true,
                                    .curve = "181*x**-1.15",
                                    .curve_title = "the paper's"};

static const char *const scenes[] = {"lonely", "weekend"};
static const struct figure_point first_bars[] = {{0, 1, NAN, NAN}, {1, 2, 1.5, 3}};
static const struct figure_point second_bars[] = {{0, -1, NAN, NAN}, {1, 4, NAN, NAN}};
static const struct figure_series bar_series[] = {
    {"tiny", first_bars, 2, false, false, false},
    {"mobile_soc", second_bars, 2, false, false, false}};
static const struct figure bars = {.name = "bars",
                                   .title = "Two GPUs",
                                   .x_label = "",
                                   .y_label = "IPC",
                                   .kind = FIGURE_BARS,
                                   .categories = scenes,
                                   .n_categories = 2,
                                   .series = bar_series,
                                   .n_series = 2};

static char *read_text(const char *name)
{
    unsigned char *bytes;
    size_t n;
    struct status st = {0};
    if (file_read(name, &bytes, &n, &st) != ST_OK)
        fail_msg("%s", st.text);
    return (char *)bytes;
}

static void write_figure(const struct figure *f, const char *stem)
{
    struct status st = {0};
    if (figure_write(f, stem, &st) != ST_OK)
        fail_msg("%s", st.text);
}

static __attribute__((noinline)) char *svg_of(const struct figure *f, enum figure_size size)
{
    char *svg = NULL;
    size_t n;
    struct status st = {0};
    if (figure_svg(f, size, &svg, &n, &st) != ST_OK)
        fail_msg("%s", st.text);
    assert_int_equal(strlen(svg), n);
    return svg;
}

TEST(four_files_are_written)
{
    write_figure(&lines, "lines");
    char *csv FREED_BY(mem_free) = read_text("lines.csv"), *svg = read_text("lines.svg"),
              *pdf = read_text("lines.pdf");
    assert_string_equal(csv, "x,y,low,high,category,series\n"
                             "10,8,6,11,,falling\n20,4,3.5,4.4,,falling\n30,2.5,,,,falling\n"
                             "40,,,,,falling\n50,1,-1,2,,falling\n"
                             "10,1,,,,\"rising, \"\"quoted\"\"\"\n"
                             "50,9,,,,\"rising, \"\"quoted\"\"\"\n");
    assert_non_null(strstr(svg, "<title>Error over percentage</title>"));
    assert_non_null(strstr(svg, "rising, \"quoted\""));
    assert_non_null(strstr(svg, "the paper"));
    assert_int_equal(strncmp(pdf, "%PDF", 4), 0);
    mem_free(svg);
    mem_free(pdf);
}

/* And in another folder, where the files were copied to. */
TEST(the_script_draws_the_same_picture_again)
{
    assert_int_equal(file_make_folder("there", &st), ST_OK);
    write_figure(&bars, "there/it's");
    char *first FREED_BY(mem_free) = read_text("there/it's.svg");
    assert_int_equal(remove("there/it's.svg"), 0);
    assert_int_equal(system("cd there && gnuplot -d \"it's.gp\""), 0);
    char *again FREED_BY(mem_free) = read_text("there/it's.svg");
    const char *from = strstr(first, "<desc>"), *from_again = strstr(again, "<desc>");
    assert_string_equal(from, from_again); /* all but the name of the picture */
}

TEST(equal_figures_are_equal_bytes)
{
    write_figure(&lines, "one");
    write_figure(&lines, "two");
    assert_int_equal(system("cmp -s one.pdf two.pdf && cmp -s one.svg two.svg"), 0);
    assert_int_equal(system("grep -q 'CreationDate (D:19700101000000' one.pdf"), 0);
}

TEST(a_page_gets_an_element_with_its_own_ids)
{
    char *wide FREED_BY(mem_free) = svg_of(&bars, FIGURE_WIDE),
               *narrow = svg_of(&bars, FIGURE_NARROW);
    assert_int_equal(strncmp(wide, "<svg class=\"plot plot-w\"", 24), 0);
    assert_int_equal(strncmp(narrow, "<svg class=\"plot plot-n\"", 24), 0);
    assert_non_null(strstr(wide, "role=\"img\" aria-labelledby=\"bars-w-title\""));
    assert_non_null(strstr(wide, "<title id=\"bars-w-title\">Two GPUs</title>"));
    assert_non_null(strstr(wide, "aria-describedby=\"bars-w-what\""));
    assert_non_null(strstr(wide, "<desc id=\"bars-w-what\">Bars: IPC; tiny, mobile_soc.</desc>"));
    assert_null(strstr(wide, "'black'"));
    assert_null(strstr(wide, "\"black\""));
    assert_null(strstr(wide, "id='gp"));
    assert_null(strstr(wide, "#gpPt"));
    assert_null(strstr(wide, "<filter"));
    assert_null(strstr(wide, "<?xml"));
    assert_non_null(strstr(wide, "currentColor"));
    assert_int_equal(strcmp(strstr(wide, "</svg>"), "</svg>\n\n"), 0);
    mem_free(narrow);
}

TEST(texts_are_texts)
{
    static const char bad[] = "a' ; system 'touch ran' # \" `touch ran` @x \\ <script>&\n"
                              "system 'touch ran'";
    static const char *const categories[] = {bad, "50% %s %n"};
    struct figure_series series[] = {{bad, first_bars, 2, false, false, false}, bar_series[1]};
    struct figure f = bars;
    f.title = f.x_label = f.y_label = bad;
    f.categories = categories;
    f.series = series;
    write_figure(&f, "hostile");
    char *svg FREED_BY(mem_free) = read_text("hostile.svg"), *inside = svg_of(&f, FIGURE_WIDE);
    assert_int_equal(program_count("ran"), 0);
    assert_null(strstr(svg, "<script"));
    assert_null(strstr(inside, "<script"));
    assert_non_null(strstr(svg, "50% %s %n"));
    assert_non_null(strstr(inside, "`touch ran` @x \\ &lt;script"));
    assert_int_equal(system("gnuplot -d hostile.gp"), 0);
    assert_int_equal(program_count("ran"), 0);
    mem_free(inside);
}

TEST(nothing_to_draw_is_said)
{
    static const struct figure_point none[] = {{1, NAN, 0, 1}, {2, -3, -4, -2}};
    const struct figure_series series = {"s", none, 2, false, false, false};
    struct figure f = {.name = "empty",
                       .title = "t",
                       .x_label = "x",
                       .y_label = "y",
                       .series = &series,
                       .n_series = 1,
                       .log_y = true};
    char *svg;
    size_t n;
    assert_false(figure_has_points(&f));
    assert_int_equal(figure_write(&f, "empty", &st), ST_FAILED);
    assert_string_equal(st.text, "figure 'empty' has no point to draw");
    assert_int_equal(figure_svg(&f, FIGURE_WIDE, &svg, &n, &st), ST_FAILED);
    assert_null(svg);
    assert_int_equal(program_count("empty"), 0);
    f.log_y = false; /* a negative value then has its place */
    write_figure(&f, "empty");
    f.n_series = 0;
    assert_int_equal(figure_write(&f, "empty", &st), ST_FAILED);
}

TEST(a_single_point_and_many_series_are_drawn)
{
    struct figure_series many[20];
    for (int i = 0; i < 20; i++)
        many[i] = (struct figure_series){
            "a name that is longer than the others", rising, 1, false, false, false};
    struct figure f = lines;
    f.series = many;
    f.n_series = 20;
    f.log_y = false;
    write_figure(&f, "many");
}

/* Of a prediction from two groups. */
TEST(a_bar_that_is_much_longer_than_the_values_does_not_flatten_them)
{
    static const struct figure_point points[] = {{10, 2, 0.001, 2000}, {20, 1, 0.5, 1.5}};
    static const struct figure_series series = {.name = "one", .points = points, .n = 2};
    struct figure f = {.name = "wide", .series = &series, .n_series = 1};
    for (int log_y = 0; log_y < 2; log_y++) {
        double low = -1, high = -1;
        f.log_y = log_y;
        write_figure(&f, "wide");
        FILE *script = fopen("wide.gp", "r");
        assert_non_null(script);
        for (char line[512]; fgets(line, sizeof line, script);)
            sscanf(line, "set yrange [%lf:%lf]", &low, &high);
        fclose(script);
        assert_true(low >= 0 && high > 2 && high < 10 && (!log_y || low > 0.05));
    }
}

TEST(curves_are_formulas_of_x)
{
    static const char *const good[] = {
        "181*x**-1.15", "x", "-(x + 1.5e-3)/pi", "exp(-log10(x))", "2. * sqrt( abs(x) ) - .5",
        "1e3"};
    for (size_t i = 0; i < sizeof good / sizeof *good; i++)
        if (formula_check(good[i], "curve", &st) != ST_OK)
            fail_msg("%s", st.text);
    static const char *const bad[] = {"",
                                      "system('touch ran')",
                                      "x; system 'touch ran'",
                                      "x\nsystem 'touch ran'",
                                      "`touch ran`",
                                      "x 2",
                                      "y",
                                      "x +",
                                      "(x",
                                      "x)",
                                      "exp x",
                                      "exp",
                                      "@x",
                                      "$data",
                                      "1e",
                                      ".",
                                      "x***2",
                                      "'a'",
                                      "x, 2",
                                      "x with lines",
                                      "log10log10(x)"};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        struct figure f = lines;
        f.curve = bad[i];
        if (figure_write(&f, "curve", &st) != ST_USAGE)
            fail_msg("'%s' is taken", bad[i]);
        assert_non_null(strstr(st.text, "a formula of x is needed"));
    }
    char deep[400];
    memset(deep, '(', sizeof deep - 1);
    deep[sizeof deep - 1] = 0;
    assert_int_equal(formula_check(deep, "curve", &st), ST_USAGE);
    assert_int_equal(program_count("curve"), 0);
    assert_int_equal(program_count("ran"), 0);
}

TEST(files_that_cannot_be_written_are_named)
{
    assert_int_equal(figure_write(&lines, "no/such/folder", &st), ST_FAILED);
    assert_non_null(strstr(st.text, "no/such/folder.csv: cannot be written"));
}

TEST(gnuplot_is_asked_for_where_it_is_missing)
{
    char *path = mem_strdup(getenv("PATH"));
    assert_int_equal(setenv("PATH", "/nowhere", 1), 0);
    enum st_code code = figure_write(&lines, "without", &st);
    setenv("PATH", path, 1);
    mem_free(path);
    assert_int_equal(code, ST_FAILED);
    assert_non_null(strstr(st.text, "package gnuplot-nox"));
    assert_int_equal(program_count("without.svg"), 0);
}

TEST(what_gnuplot_says_is_passed_on)
{
    struct child g;
    char *picture;
    size_t n;
    assert_int_equal(child_open(&g, "gnuplot", &st), ST_OK);
    fputs("no such command\n", g.in);
    assert_int_equal(gnuplot_draw(&g, &picture, &n, &st), ST_FAILED);
    assert_non_null(strstr(st.text, "invalid command"));
    assert_null(picture);
    child_close(&g);
    assert_int_equal(embed_svg("<svg/>", &lines, "w", &picture, &n, &st), ST_FAILED);
}

/* gnuplot does not look whether what it writes arrives. */
TEST(a_picture_that_was_cut_is_an_error)
{
    static const char *const cut[] = {"", "<?xml ?><svg>", "%PDF-1.5 1 0 obj", "\x89PNG IHDR"};
    char *path FREED_BY(mem_free) = mem_strdup(getenv("PATH"));
    program_write_text("gnuplot", "#!/bin/sh\nexec /bin/cat\n");
    assert_int_equal(chmod("gnuplot", 0700), 0);
    assert_int_equal(setenv("PATH", program_folder(), 1), 0);
    for (size_t i = 0; i < sizeof cut / sizeof *cut; i++) {
        struct child g ENDED_BY(child_close);
        char *picture;
        size_t n;
        assert_ok(child_open(&g, "gnuplot", &st));
        fputs(cut[i], g.in);
        assert_int_equal(gnuplot_draw(&g, &picture, &n, &st), ST_FAILED);
        assert_string_equal(st.text, "gnuplot failed: its picture is not whole");
    }
    setenv("PATH", path, 1);
}

TEST_GROUP(program_enter, program_leave)
