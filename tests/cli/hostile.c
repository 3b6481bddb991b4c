/* Hostile names and texts: what a terminal, a compiler or a shell would obey. */
#include "tests/rig/program.h"
#include "tests/rig/rig.h"

#include "common/memory.h"
#include "common/printable.h"
#include "sim/workload/compile.h"

#include <stdio.h>
#include <string.h>

TEST(texts_become_printable)
{
    static const char *const texts[][2] = {
        {"plain \xc3\xa9 \xe2\x82\xac \xf0\x9f\x98\x80",
         "plain \xc3\xa9 \xe2\x82\xac \xf0\x9f\x98\x80"},
        {"\033[2J\r\n\t\b\x7f", "?[2J?????"},
        {"\xc2\x9b"
         "31m",
         "??31m"},
        {"\x9b"
         "31m \xff \xc0\x9b \xe2\x82",
         "?31m ? ?? ??"},
    };
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        char text[64];
        snprintf(text, sizeof text, "%s", texts[i][0]);
        printable_clean(text);
        assert_string_equal(text, texts[i][1]);
    }
}

static void assert_printable(const char *words)
{
    struct outcome o;
    program_run(&o, words);
    if (strpbrk(o.out, "\033\r\b") || strpbrk(o.err, "\033\r\b") ||
        (!strstr(o.out, "RED") && !strstr(o.err, "RED")))
        fail_msg("diorama %s\nstdout: %s\nstderr: %s", words, o.out, o.err);
    outcome_free(&o);
}

/* A name in tables, in warnings, in errors and in CSV. */
TEST(no_name_reaches_the_terminal_as_a_command)
{
#define NAME "x\033[2J\033[31mRED"
    program_write_text(NAME ".obj",
                       "v 0 0 0\nv 1 0 0\nv 0 1 0\nvn nan nan nan\nf 1//1 3//1 2//1\n");
    program_write_text(NAME ".cfg", "sms = 1\n");
    program_write_text(NAME ".c", "no C\n");
#define FRAME " -W 8 -H 8 -s 1 "
    static const char *const commands[] = {
        "render " NAME ".obj" FRAME "-g tiny",
        "predict " NAME ".obj" FRAME "-g tiny",
        "sweep " NAME ".obj" FRAME "-g tiny -p 50 -x linear -q -o r\033[31mRED.db",
        "sweep --status noRED\033[31m",
        "report r\033[31mRED.db",
        "merge r\033[31mRED.db -o RED.db",
        "simulate lonely -g " NAME ".cfg" FRAME,
        "simulate " NAME FRAME,
        "run " NAME ".c -g tiny --grid 1 --block 32",
        "compare " NAME ".obj" FRAME "-g tiny -g rtx2060",
        "nosuch\033[31mRED",
    };
    for (size_t i = 0; i < sizeof commands / sizeof *commands; i++)
        assert_printable(commands[i]);
}

/* clang reads a file of options where a name begins with '@'. */
TEST(no_name_is_an_option_of_a_compiler)
{
    program_write_text("options", "-fplugin=./nothing.so");
    program_write_text("@options.c", "this is no C\n");
    program_write_text("options.c", "-fsyntax-only");
    program_write_text("-v.c", "this is no C\n");
    char *ptx;
    size_t n;
    assert_int_equal(compile_kernel("@options.c", &ptx, &n, &st), ST_FAILED);
    assert_non_null(strstr(st.text, "./@options.c:1:"));
    program_refuses("run -g tiny --grid 1 --block 32 -- -v.c", 1, "./-v.c:1:");
}

TEST_GROUP(program_enter, program_leave)
