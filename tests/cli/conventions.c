/* What holds for every subcommand: help, version, operands, exit status, where output goes. */
#include "tests/rig/program.h"
#include "tests/rig/rig.h"

#include "common/file.h"
#include "orchestrator/cli/command.h"

#include <string.h>

static void assert_prints(const char *words, const char *beginning)
{
    struct outcome o ENDED_BY(outcome_free);
    program_run(&o, words);
    assert_int_equal(o.status, 0);
    assert_string_equal(o.err, "");
    if (strncmp(o.out, beginning, strlen(beginning)) != 0)
        fail_msg("diorama %s printed: %s", words, o.out);
}

TEST(help_and_version_go_to_standard_output)
{
    assert_prints("--help", "Usage: diorama COMMAND");
    assert_prints("-h", "Usage: diorama COMMAND");
    assert_prints("--version", "diorama 0.");
    assert_prints("-V", "diorama 0.");
    assert_prints("help", "Usage: diorama COMMAND");
    assert_prints("help help", "Usage: diorama COMMAND");
    for (const struct command *c = commands; c->run; c++) {
        char words[64], usage[64];
        snprintf(words, sizeof words, "%s --help", c->line.name);
        snprintf(usage, sizeof usage, "Usage: diorama %s ", c->line.name);
        assert_prints(words, usage);
        snprintf(words, sizeof words, "help %s", c->line.name);
        assert_prints(words, usage);
        snprintf(words, sizeof words, "%s -V", c->line.name);
        assert_prints(words, "diorama 0.");
    }
}

TEST(help_lists_every_subcommand)
{
    struct outcome o ENDED_BY(outcome_free);
    program_run(&o, "--help");
    for (const struct command *c = commands; c->run; c++)
        assert_non_null(strstr(o.out, c->line.name));
}

TEST(without_a_known_command_the_exit_status_is_2)
{
    program_refuses("", 2, "no command; see 'diorama --help'");
    program_refuses("predikt atrium", 2, "unknown command 'predikt'");
    program_refuses("quantise x", 2, "did you mean 'quantize'?");
    program_refuses("help quantise", 2, "did you mean 'quantize'?");
    program_refuses("hepl quantize", 2, "did you mean 'help'?");
    program_refuses("help quantize report", 2, "stray operand 'report'");
    program_refuses("--quiet", 2, "option '--quiet' is not one of 'diorama'");
    program_refuses("-x", 2, "option '-x' is not one of 'diorama'; see 'diorama --help'");
}

TEST(unknown_options_are_refused_by_every_subcommand)
{
    for (const struct command *c = commands; c->run; c++) {
        char words[64];
        snprintf(words, sizeof words, "%s --no-such-thing", c->line.name);
        program_refuses(words, 2, "unknown option '--no-such-thing'");
        if (c->line.bit & COMMAND_LISTS)
            continue;
        bool two = c->line.operand && strchr(c->line.operand, ' ');
        snprintf(words, sizeof words, "%s a b%s", c->line.name, two ? " c" : "");
        program_refuses(words, 2,
                        two               ? "stray operand 'c'"
                        : c->line.operand ? "stray operand 'b'"
                                          : "stray operand 'a'");
        snprintf(words, sizeof words, "%s --jsno", c->line.name);
        program_refuses(words, 2, "did you mean '--json'?");
    }
}

TEST(the_man_page_explains_every_subcommand)
{
    unsigned char *page FREED_BY(mem_free);
    size_t n;
    assert_ok(file_read(TEST_MAN_PAGE, &page, &n, &st));
    for (const struct command *c = commands; c->run; c++) {
        static const char *const heads[][2] = {{".B", "\n"}, {".BI", " "}, {".BR", " "}};
        bool found = false;
        for (size_t i = 0; i < sizeof heads / sizeof *heads; i++) {
            char text[64];
            snprintf(text, sizeof text, "\n.TP\n%s %s%s", heads[i][0], c->line.name, heads[i][1]);
            found = found || strstr((char *)page, text);
        }
        if (!found)
            fail_msg("docs/diorama.1.in does not explain '%s'", c->line.name);
    }
}

TEST(standard_output_is_no_name_of_a_picture_or_folder)
{
    static const char *const runs[] = {"render lonely -o -", "heatmap lonely -o -",
                                       "quantize heat.png -o -", "partition lonely -o -",
                                       "sweep lonely -o -"};
    for (size_t i = 0; i < sizeof runs / sizeof *runs; i++)
        program_refuses(runs[i], 2, "--output - is standard output, where the results go; give it");
    program_refuses("predict lonely --keep -", 2, "--keep - is standard output");
    assert_int_equal(program_count("-"), 0);
}

TEST(an_input_that_cannot_be_read_is_said_alone)
{
    program_write_text("bad.png", "no picture");
    program_refuses("predict -m bad.png -s 3", 1, "bad.png: is not a picture that can be read");
    program_refuses("heatmap -m bad.png -o bad.png", 2, "--output bad.png is the file 'bad.png'");
}

TEST(a_full_disk_behind_standard_output_is_an_error)
{
    program_refuses("--help >/dev/full", 1, "standard output: No space left on device");
}

TEST_GROUP(program_enter, program_leave)
