/* The command line: what is accepted, what is refused and with which words. */
#include "tests/rig/rig.h"

#include "common/file.h"
#include "common/suggest.h"
#include "orchestrator/settings/options.h"

#include <stdlib.h>
#include <string.h>

static const struct command_line predict = {"predict", COMMAND_PREDICT, "SCENE", false, "Predict"};
static const struct command_line render = {"render", COMMAND_RENDER, "SCENE", true, "Render"};
static const struct command_line convert = {"convert", COMMAND_CONVERT, "IN OUT", true, "Convert"};
static const struct command_line scenes = {"scenes", COMMAND_SCENES, NULL, false, "List"};

enum { MOST_WORDS = 16 };

/* Parses words separated by single spaces; they live in `words`. */
static enum st_code parse(const struct command_line *line, const char *text, char words[512],
                          struct settings *out, struct status *st)
{
    char *argv[MOST_WORDS];
    int argc = 0;
    snprintf(words, 512, "%s", text);
    for (char *at = words; *at && argc < MOST_WORDS;) {
        argv[argc++] = at;
        at += strcspn(at, " ");
        if (*at)
            *at++ = 0;
    }
    return options_parse(line, argc, argv, out, st);
}

TEST(without_options_every_setting_has_its_documented_default)
{
    struct settings s;
    assert_ok(options_parse(&predict, 0, NULL, &s, &st));
    assert_null(s.render.scene);
    assert_int_equal(s.render.width, 0);
    assert_int_equal(s.render.height, 0);
    assert_int_equal(s.render.samples, 2);
    assert_int_equal(s.render.max_depth, 8);
    assert_int_equal(s.render.seed, 1);
    assert_string_equal(s.render.gpu, "mobile_soc");
    assert_true(s.method.percent == 0 && s.method.percent_min == 30 && s.method.percent_max == 60);
    assert_int_equal(s.method.factor, 0);
    assert_int_equal(s.method.block.width, 32);
    assert_int_equal(s.method.block.height, 2);
    assert_int_equal(s.method.clusters, 5);
    assert_int_equal(s.method.fills, 0);
    assert_int_equal(s.method.extrapolate, EXTRAPOLATE_AUTO);
    assert_int_equal(s.method.combine, COMBINE_COUNTERS);
    assert_false(s.output.json || s.output.quiet || s.output.stats || s.command.help ||
                 s.command.version);
}

TEST(every_spelling_of_an_option_means_the_same)
{
    static const char *const spellings[] = {"park --width 64 --json --quiet", "--width=64 -jq park",
                                            "-W 64 park -q -j", "-jqW64 park",
                                            "-j -q -W64 -- park"};
    for (size_t i = 0; i < sizeof spellings / sizeof *spellings; i++) {
        struct settings s;
        char words[512];
        assert_ok(parse(&predict, spellings[i], words, &s, &st));
        assert_int_equal(s.render.width, 64);
        assert_true(s.output.json && s.output.quiet);
        assert_string_equal(s.render.scene, "park");
    }
}

TEST(an_option_of_one_name_may_have_another_default_elsewhere)
{
    struct settings s;
    char words[512];
    assert_ok(parse(&convert, "a b", words, &s, &st));
    assert_string_equal(s.render.scene, "a");
    assert_string_equal(s.command.second, "b");
    assert_int_equal(s.command.divide, 1);
    assert_ok(parse(&convert, "a --factor auto b", words, &s, &st));
    assert_int_equal(s.command.divide, 0);
    assert_ok(parse(&convert, "-K3 a b", words, &s, &st));
    assert_int_equal(s.command.divide, 3);
    assert_int_equal(s.method.factor, 0);
    assert_ok(parse(&predict, "a -K3", words, &s, &st));
    assert_int_equal(s.command.divide, 1);
    assert_int_equal(s.method.factor, 3);
    assert_true(options_has(&predict, "gpu") && !options_has(&convert, "gpu"));
}

TEST(of_an_option_given_twice_the_last_counts)
{
    struct settings s;
    char words[512];
    assert_ok(parse(&predict, "--gpu a --percent 10 -g b --percent auto", words, &s, &st));
    assert_string_equal(s.render.gpu, "b");
    assert_true(s.method.percent == 0);
}

static const struct command_line sweep = {"sweep", COMMAND_SWEEP, "SCENE...", false, "Sweep"};

/* What can change a result is kept as it was written; everything else is read. */
TEST(commands_that_take_lists_keep_every_value_in_order)
{
    char words[512];
    struct settings s;
    static const struct given expected[] = {{"scene", "a"},
                                            {"gpu", "x:sms=1,l2.ways=2"},
                                            {"percent", "10:90:10"},
                                            {"scene", "b"},
                                            {"gpu", "y"},
                                            {"scene", "-c"}};
    assert_ok(parse(&sweep, "a -g x:sms=1,l2.ways=2 -p10:90:10 -t 3 b --gpu=y --reference -- -c",
                    words, &s, &st));
    assert_int_equal(s.command.n_given, sizeof expected / sizeof *expected);
    for (uint32_t i = 0; i < s.command.n_given; i++) {
        assert_string_equal(s.command.given[i].name, expected[i].name);
        assert_string_equal(s.command.given[i].value, expected[i].value);
    }
    assert_string_equal(s.render.scene, "a");
    assert_int_equal(s.run.threads, 3);
    assert_true(s.command.reference && s.method.percent == 0);
    options_free_given(&s);
    assert_int_equal(s.command.n_given, 0);
    assert_int_equal(parse(&sweep, "a -p 10 --threads none", words, &s, &st), ST_USAGE);
    assert_null(s.command.given);
}

/* Whatever the option, its value as text means the value. */
TEST(values_as_text_are_read_back_as_they_were)
{
    static const char *const odd[][2] = {
        {"percent", "0.1"},        {"percent", "33.333333333333336"},
        {"block", "8x4"},          {"seed", "9223372036854775807"},
        {"target-error", "2:ipc"}, {"shader", "ao"},
        {"heatmap", "a b.png"},    {"reference", "true"},
        {"profile-pixels", "all"}, {"profile-pixels", "2048"}};
    struct settings s;
    char text[OPTION_VALUE_TEXT];
    options_default(&s);
    for (size_t i = 0; i < n_option_rows; i++) {
        options_value(&option_rows[i], &s, text, sizeof text);
        const char *initial = option_rows[i].initial ? option_rows[i].initial : "";
        assert_string_equal(text, option_rows[i].type == OPTION_FLAG ? "false" : initial);
    }
    for (size_t i = 0; i < sizeof odd / sizeof *odd; i++) {
        assert_ok(options_set(&s, odd[i][0], odd[i][1], &st));
        options_value(options_find(odd[i][0]), &s, text, sizeof text);
        assert_string_equal(text, odd[i][1]);
    }
    assert_null(options_find("nothing"));
}

TEST(two_dashes_end_the_options)
{
    struct settings s;
    char words[512];
    assert_ok(parse(&render, "-- --json", words, &s, &st));
    assert_string_equal(s.render.scene, "--json");
    assert_false(s.output.json);
}

TEST(help_stops_before_what_follows_is_looked_at)
{
    struct settings s;
    char words[512];
    assert_ok(parse(&render, "--help --nonsense", words, &s, &st));
    assert_true(s.command.help);
}

TEST(what_is_wrong_is_refused_with_what_would_be_right)
{
    static const struct {
        const struct command_line *line;
        const char *text, *said;
    } cases[] = {
        {&predict, "--widht 3", "unknown option '--widht'; did you mean '--width'?"},
        {&predict, "--zzzzzz", "unknown option '--zzzzzz'; see 'diorama predict --help'"},
        {&predict, "-z", "unknown option '-z'; see 'diorama predict --help'"},
        {&render, "x --percent 3",
         "option '--percent' is not one of 'render'; see 'diorama render --help'"},
        {&render, "-p5", "option '-p' is not one of 'render'; see 'diorama render --help'"},
        {&predict, "--width", "--width has no value; it needs W"},
        {&predict, "--json=1", "--json has the value '1'; it takes none"},
        {&predict, "--width 0", "--width is '0'; it must be a whole number from 1 to 268435456"},
        {&predict, "--width -3", "--width is '-3'; it must be a whole number from 1 to 268435456"},
        {&predict, "--width 3.5", "--width is '3.5'; it must be a whole number"},
        {&predict, "--width 4294967297", "--width is '4294967297'; it must be a whole number"},
        {&predict, "--width=", "--width is ''; it must be a whole number"},
        {&predict, "--percent 0", "--percent is '0'; it must be 'auto' or above 0 and at most 100"},
        {&predict, "--percent 100.5", "--percent is '100.5'; it must be 'auto' or above 0"},
        {&predict, "--percent nan", "--percent is 'nan'; it must be"},
        {&predict, "--percent -1", "--percent is '-1'; it must be"},
        {&predict, "--percent 1e", "--percent is '1e'; it must be"},
        {&predict, "--factor 0", "--factor is '0'; it must be 'auto' or a whole number"},
        {&predict, "--shader rays", "--shader is 'rays'; it must be one of path, shadow, ao"},
        {&predict, "--block 32", "--block is '32'; it must be WIDTHxHEIGHT"},
        {&predict, "--block 0x2", "--block is '0x2'; it must be WIDTHxHEIGHT"},
        {&predict, "--block 2x", "--block is '2x'; it must be WIDTHxHEIGHT"},
        {&predict, "--coherence -0.1", "--coherence is '-0.1'; it must be 0 to 1"},
        {&predict, "--profile-pixels 1023",
         "--profile-pixels is '1023'; it must be 'auto', 'all' or a whole number from 1024 to"},
        {&predict, "--profile-pixels some",
         "--profile-pixels is 'some'; it must be 'auto', 'all' or"},
        {&predict, "--hottest-pixel few", "--hottest-pixel is 'few'; it must be 1 to 65536 rays"},
        {&predict, "--footprint 3", "--footprint is '3'; it must be 4KiB to 1024MiB"},
        {&predict, "--shader ao --heatmap x.png", "--shader needs a SCENE"},
        {&predict, "--clusters 65", "--clusters is '65'; it must be a whole number from 1 to 64"},
        {&predict, "--seed 9223372036854775808", "--seed is '9223372036854775808'; it must be"},
        {&predict, "--threads 0", "--threads is '0'; it must be a whole number from 1 to 1024"},
        {&predict, "--gpu=", "--gpu is empty; it must be GPU"},
        {&predict, "--percent-min 50 --percent-max 40",
         "--percent-min 50 is above --percent-max 40"},
        {&predict, "-W 65536 -H 65536", "--width 65536 and --height 65536 are 4294967296 pixels"},
        {&predict, "a b", "stray operand 'b'; 'predict' takes one SCENE and it is 'a'"},
        {&convert, "a b c", "stray operand 'c'; 'convert' takes IN OUT and they are 'a' and 'b'"},
        {&convert, "a", "no OUT; see 'diorama convert --help'"},
        {&convert, "a b --to c", "--to is 'c'; it must be one of auto, cfg, gpgpusim"},
        {&scenes, "a", "stray operand 'a'; 'scenes' takes none"},
        {&render, "--json", "no SCENE; see 'diorama render --help'"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct settings s;
        char words[512];
        assert_int_equal(parse(cases[i].line, cases[i].text, words, &s, &st), ST_USAGE);
        if (strncmp(st.text, cases[i].said, strlen(cases[i].said)) != 0)
            fail_msg("'%s' said: %s", cases[i].text, st.text);
    }
}

TEST(settings_by_name_take_the_same_texts)
{
    struct settings s;
    options_default(&s);
    assert_ok(options_set(&s, "block", "16x4", &st));
    assert_ok(options_set(&s, "stats", "true", &st));
    assert_int_equal(s.method.block.width, 16);
    assert_int_equal(s.method.block.height, 4);
    assert_true(s.output.stats);
    assert_int_equal(options_set(&s, "stats", "yes", &st), ST_USAGE);
    assert_int_equal(options_set(&s, "blok", "1x1", &st), ST_USAGE);
    assert_string_equal(st.text, "unknown option 'blok'; did you mean 'block'?");
}

TEST(names_and_letters_are_unique_within_a_subcommand)
{
    for (size_t i = 0; i < n_option_rows; i++)
        for (size_t j = i + 1; j < n_option_rows; j++) {
            if (!(option_rows[i].commands & option_rows[j].commands))
                continue;
            assert_string_not_equal(option_rows[i].name, option_rows[j].name);
            if (option_rows[i].letter)
                assert_int_not_equal(option_rows[i].letter, option_rows[j].letter);
        }
}

enum { HELP_TEXT = 32768 };

static void help_of(const struct command_line *line, bool all, char text[HELP_TEXT])
{
    FILE *out = fmemopen(text, HELP_TEXT, "w");
    assert_non_null(out);
    options_help(line, all, out);
    fclose(out);
}

/* Twenty options at most, what they leave out, and where that is. */
TEST(short_help_of_predict_fits_a_screen)
{
    char text[HELP_TEXT];
    unsigned listed = 0, known = 0, more = 0;
    help_of(&predict, false, text);
    for (const char *at = text; (at = strstr(at, "\n  ")) != NULL; at++)
        listed += at[3] == '-' || (at[3] == ' ' && at[7] == '-');
    for (size_t i = 0; i < n_option_rows; i++)
        known += (option_rows[i].commands & COMMAND_PREDICT) != 0;
    const char *last = strstr(text, " more options: 'diorama predict --help all'");
    assert_non_null(last);
    while (last[-1] != '\n')
        last--;
    assert_int_equal(sscanf(last, "%u", &more), 1);
    assert_true(listed <= 20);
    assert_int_equal(listed + more, known);
}

TEST(help_names_every_option_of_the_subcommand_and_no_other)
{
    char text[HELP_TEXT];
    help_of(&render, true, text);
    for (size_t i = 0; i < n_option_rows; i++) {
        char name[64];
        bool mine = false;
        for (size_t k = 0; k < n_option_rows; k++) /* one of the options of this name */
            mine = mine || ((option_rows[k].commands & COMMAND_RENDER) &&
                            strcmp(option_rows[k].name, option_rows[i].name) == 0);
        snprintf(name, sizeof name, "--%s ", option_rows[i].name);
        if ((strstr(text, name) != NULL) != mine)
            fail_msg("--%s: help and table differ", option_rows[i].name);
    }
    static const char usage[] = "Usage: diorama render [OPTION]... SCENE\n";
    assert_int_equal(strncmp(text, usage, sizeof usage - 1), 0);
}

/* The option whose long name stands at `at`, as far as letters and single dashes go. */
static const struct option_row *option_at(const char *at, size_t *n)
{
    *n = 0;
    while ((at[*n] >= 'a' && at[*n] <= 'z') || (at[*n] == '\\' && at[*n + 1] == '-'))
        *n += at[*n] == '\\' ? 2 : 1;
    for (size_t i = 0; i < n_option_rows; i++) {
        const char *name = option_rows[i].name;
        size_t used = 0;
        for (; *name && used < *n; name++) {
            if (at[used] == '\\')
                used++;
            if (at[used] != *name)
                break;
            used++;
        }
        if (!*name && used == *n)
            return &option_rows[i];
    }
    return NULL;
}

TEST(the_man_page_names_the_options_of_the_table)
{
    unsigned char *page FREED_BY(mem_free);
    size_t n, length;
    bool seen[OPTION_MOST] = {false};
    assert_ok(file_read(TEST_MAN_PAGE, &page, &n, &st));
    for (const char *at = (char *)page; (at = strstr(at, "\\-\\-")) != NULL; at += 4) {
        const struct option_row *row = option_at(at + 4, &length);
        if (length == 0)
            continue;
        if (!row)
            fail_msg("the man page has --%.*s", (int)length, at + 4);
        for (size_t i = 0; i < n_option_rows; i++)
            seen[i] = seen[i] || strcmp(option_rows[i].name, row->name) == 0;
    }
    for (size_t i = 0; i < n_option_rows; i++)
        if (!seen[i] && (option_rows[i].commands & COMMAND_ALL))
            fail_msg("the man page lacks --%s", option_rows[i].name);
}

TEST(distance_counts_inserts_deletes_replacements_and_swaps)
{
    assert_int_equal(suggest_distance("width", "width"), 0);
    assert_int_equal(suggest_distance("widht", "width"), 1);
    assert_int_equal(suggest_distance("wdth", "width"), 1);
    assert_int_equal(suggest_distance("wiidth", "width"), 1);
    assert_int_equal(suggest_distance("", "width"), 5);
    assert_int_equal(suggest_distance("height", "width"), 4);
}
