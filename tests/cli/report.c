/* diorama report: the page from the command line, and files that are no results. */
#include "tests/rig/documents.h"
#include "tests/rig/program.h"
#include "tests/rig/rig.h"
#include "tests/rig/study_store.h"

#include "common/file.h"

#include <stdlib.h>
#include <string.h>

TEST(a_page_and_its_figures_are_written)
{
    struct outcome o;
    rig_results("results.db");
    program_run(&o, "report results.db -o out.html");
    assert_int_equal(o.status, 0);
    assert_string_equal(o.err, "");
    assert_string_equal(o.out, "out.html: 3 studies, 42 of 44 points done, 1 failed\n"
                               "out_files: 6 figures, each as .svg, .pdf, .csv and .gp\n");
    outcome_free(&o);
    assert_true(file_exists("out.html"));
    assert_true(file_exists("out_files/percentages-speedup.gp"));
    assert_int_equal(system("cd out_files && gnuplot -d percentages-speedup.gp"), 0);
}

TEST(the_name_follows_the_results)
{
    rig_results("study.db");
    json_t *d FREED_BY(json_decref) = document_of("report study.db --json", 0);
    assert_string_equal(text_at(d, "command"), "report");
    assert_string_equal(text_at(d, "page"), "study.db.html");
    assert_string_equal(text_at(d, "figures_folder"), "study.db_files");
    assert_int_equal(integer_at(d, "done"), 42);
    assert_true(file_exists("study.db.html"));
}

TEST(what_is_no_file_of_results_is_refused)
{
    program_refuses("report none.db", 1, "none.db");
    program_refuses("report", 2, "RESULTS");
    program_write_text("text.db",
                       "These are no results, although they are long enough to be a file "
                       "of some kind that somebody may have named so by mistake.\n");
    program_refuses("report text.db", 1, "text.db");
    program_write_text("empty.db", "");
    program_refuses("report empty.db", 1, "empty.db");
    assert_int_equal(system("mkdir folder"), 0);
    program_refuses("report folder", 1, "folder");
    assert_int_equal(program_count("text.db."), 0);
    assert_int_equal(program_count("empty.db."), 0);
}

TEST(a_damaged_file_is_refused_and_stays)
{
    unsigned char *bytes FREED_BY(mem_free), *after FREED_BY(mem_free);
    size_t n, n_after;
    rig_results("whole.db");
    assert_ok(file_read("whole.db", &bytes, &n, &st));
    memset(bytes + n / 3, 0x5a, n / 3);
    program_write("damaged.db", bytes, n);
    program_refuses("report damaged.db -o damaged.html", 1, "damaged.db");
    assert_ok(file_read("damaged.db", &after, &n_after, &st));
    assert_int_equal(n, n_after);
    assert_memory_equal(bytes, after, n);
    assert_int_equal(program_count("damaged.html"), 0);
}

TEST(outputs_that_cannot_be_are_refused)
{
    if (!file_exists("results.db"))
        rig_results("results.db");
    program_refuses("report results.db -o results.db", 2, "is the file 'results.db' that is read");
    program_refuses("report results.db -o no/such/page.html", 1, "page.html");
    program_refuses("report results.db -o -", 2, "--output - is standard output");
    program_refuses("report results.db -o /dev/null", 2, "it must be a file");
    program_write_text("taken_files", "a file\n");
    program_refuses("report results.db -o taken.html", 1, "taken_files");
    assert_int_equal(program_count("taken.html"), 0);
    program_refuses("report results.db --width 3", 2, "--width");
}

/* Render and heatmap; its colours and the chosen pixels where pixels are chosen by them. */
TEST(a_page_has_the_pictures_of_its_scene)
{
    static const struct {
        const char *options;
        uint32_t pictures;
    } cases[] = {{"", 2}, {"--sample windows ", 2}, {"-p 50 ", 4}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        unsigned char *bytes FREED_BY(mem_free);
        char words[256];
        size_t n;
        snprintf(words, sizeof words, "sweep lonely -g tiny -W 16 -H 16 -s 1 -q %s-o p%zu.db",
                 cases[i].options, i);
        program_does(words);
        program_does(words); /* nothing is left to do */
        snprintf(words, sizeof words, "report p%zu.db -o p.html", i);
        program_does(words);
        assert_ok(file_read("p.html", &bytes, &n, &st));
        uint32_t pictures = 0;
        for (const char *at = (const char *)bytes; (at = strstr(at, "data:image/png")); at++)
            pictures++;
        assert_int_equal(pictures, cases[i].pictures);
    }
}

TEST(help_is_about_this_command)
{
    struct outcome o ENDED_BY(outcome_free);
    program_run(&o, "report --help");
    assert_non_null(strstr(o.out, "-o, --output PAGE"));
    assert_null(strstr(o.out, "of sweep"));
}

TEST_GROUP(program_enter, program_leave)
