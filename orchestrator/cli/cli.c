#include "orchestrator/cli/cli.h"

#include "common/colour.h"
#include "common/file.h"
#include "common/interrupt.h"
#include "common/memory.h"
#include "common/suggest.h"
#include "common/threads.h"
#include "orchestrator/cli/command.h"
#include "orchestrator/workload/workload_open.h"
#include "sim/config/gpgpusim/notes.h"
#include "sim/config/load/load.h"
#include "sim/functional/program/program.h"
#include "version.h"

#include <errno.h>
#include <omp.h>
#include <string.h>

static const struct command_line program = {"", COMMAND_NONE, NULL, false, ""};

static void print_help(FILE *out)
{
    const char *begin = colour_begin(out, COLOUR_HEADING), *end = colour_end(out);
    fprintf(out,
            "%sUsage:%s diorama COMMAND [OPTION]... [OPERAND]\n"
            "Predicts how a GPU performs on a ray-traced frame from a scale model of both.\n\n"
            "%sCommands:%s\n",
            begin, end, begin, end);
    for (const struct command *c = commands; c->run; c++)
        fprintf(out, "  %-12s%s\n", c->line.name, c->line.summary);
    fprintf(out, "  %-12s%s\n", "help", "Explain a command: help COMMAND");
    fprintf(out, "\n%sOptions:%s\n", begin, end);
    fputs(
        "  -h, --help     print this and exit; 'diorama COMMAND --help' explains one command,\n"
        "                 'diorama COMMAND --help all' every option of it\n"
        "  -V, --version  print the version and exit\n"
        "\nExit status: 0 done; 1 the work failed; 2 the command line or a configuration is wrong; "
        "3 "
        "Ctrl-C\n"
        "ended it and an estimate so far is printed; 130 Ctrl-C ended it and there is no result.\n",
        out);
}

void command_warn(const struct command_context *c, const char *format, ...)
{
    va_list args;
    if (c->settings->output.quiet)
        return;
    va_start(args, format);
    fprintf(c->err, "diorama: %swarning:%s ", colour_begin(c->err, COLOUR_WARNING),
            colour_end(c->err));
    vfprintf(c->err, format, args);
    fputc('\n', c->err);
    va_end(args);
}

static uint32_t count_lines(const char *text)
{
    uint32_t n = 1;
    for (const char *at = text; *at; at++)
        n += *at == '\n';
    return n;
}

/* Appends a line to the `used` bytes in `out`, which has `room`; cuts text that does not fit. */
static void append_line(char *out, size_t room, size_t *used, const char *format, ...)
    COMMON_PRINTF(4, 5);
static void append_line(char *out, size_t room, size_t *used, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    int n = *used < room ? vsnprintf(out + *used, room - *used, format, args) : 0;
    va_end(args);
    *used += (size_t)n;
}

/* Summarises notes. Each line about one name (" line 4: -gpgpu_n_mem 3: taken as ...") comes before
 * all lines about many (" ignored (power model): -a, -b"). The summary has the names of the former
 * and the number of the latter. */
static void sum_up(const char *notes, char *out, size_t room)
{
    enum { SHOWN = 6 };
    size_t used = 0;
    uint32_t others = 0, rest = 0;
    const char *intervals = strstr(notes, "\n  " GPGPUSIM_INTERVALS);
    const char *unknown = strstr(notes, "\n  " GPGPUSIM_UNKNOWN);
    out[0] = 0;
    if (intervals)
        append_line(out, room, &used, "%.*s; ", (int)strcspn(intervals + 3, "\n"), intervals + 3);
    for (const char *line = strstr(notes, "\n  "); line; line = strstr(line + 1, "\n  ")) {
        const char *text = line + 3, *name = strstr(text, ": -");
        if (strncmp(text, "line ", 5) == 0 || strncmp(text, "not given: ", 11) == 0) {
            if (name && others++ < SHOWN)
                append_line(out, room, &used, "%s%.*s", others > 1 ? ", " : "",
                            (int)strcspn(name + 2, " \n"), name + 2);
        } else if (line != intervals && line != unknown) {
            rest++;
            for (int n = (int)strcspn(text, "\n"); n-- > 0;)
                rest += text[n] == ',';
        }
    }
    if (others > SHOWN)
        append_line(out, room, &used, " and %u more", others - SHOWN);
    append_line(out, room, &used, "%s taken for %s;\n  ",
                others == 0   ? "none is"
                : others == 1 ? " is"
                              : " are",
                others > 1 ? "others" : "another");
    if (unknown)
        append_line(out, room, &used, "%.*s; ", (int)strcspn(unknown + 3, "\n"), unknown + 3);
    append_line(out, room, &used, "%u more are ignored or not given; --verbose lists all", rest);
}

void command_warn_notes(const struct command_context *c, const char *notes)
{
    char text[1500];
    if (c->settings->output.verbose || count_lines(notes) <= 3) {
        command_warn(c, "%s", notes);
        return;
    }
    sum_up(notes, text, sizeof text);
    command_warn(c, "%.*s\n  %s", (int)strcspn(notes, "\n"), notes, text);
}

enum st_code command_load_gpu(const struct command_context *c, const char *operand,
                              struct gpu_config *gpu, struct status *st)
{
    MEM_AUTO char *notes = NULL;
    TRY(gpu_config_load_noted(gpu, operand, &notes, st));
    if (notes)
        command_warn_notes(c, notes);
    return ST_OK;
}

static enum st_code find_command(const char *name, const struct command **out, struct status *st)
{
    struct suggestion near = {0};
    for (const struct command *c = commands; c->run; c++) {
        if (strcmp(c->line.name, name) == 0) {
            *out = c;
            return ST_OK;
        }
        suggest_consider(&near, name, c->line.name);
    }
    suggest_consider(&near, name, "help");
    if (near.best)
        return status_fail(st, ST_USAGE, "unknown command '%s'; did you mean '%s'?", name,
                           near.best);
    return status_fail(st, ST_USAGE, "unknown command '%s'; see 'diorama --help'", name);
}

/* Refuses a kernel as operand of a command that takes only scenes, unless a scene's file has the
 * same name. */
static enum st_code check_operand(const struct command_line *line, const struct settings *s,
                                  struct status *st)
{
    const char *operand = s->render.scene;
    if (!operand || !line->operand || strncmp(line->operand, "SCENE", 5) != 0 ||
        strstr(line->operand, "KERNEL") || !workload_is(operand) ||
        (file_exists(operand) && !user_program_is(operand)))
        return ST_OK;
    return status_fail(st, ST_USAGE,
                       "%s is a compute kernel, and %s is of frames: a kernel has no pixels to be "
                       "chosen, traced or shown; 'diorama run' runs it on one GPU or several, "
                       "models by every timing model, roofline predicts other GPUs, isa compares "
                       "instruction sets",
                       operand, line->name);
}

/* Runs the program's own options, which precede the subcommand: --help and --version. */
static enum st_code run_program(char *const *argv, FILE *out, struct status *st)
{
    struct settings settings;
    TRY(options_parse(&program, 1, argv, &settings, st));
    if (settings.command.version)
        fputs("diorama " DIORAMA_VERSION "\n", out);
    else if (settings.command.help)
        print_help(out);
    else
        return status_fail(st, ST_USAGE, "no command; see 'diorama --help'");
    return ST_OK;
}

/* Runs `diorama help [COMMAND [all]]`. */
static enum st_code help(int n, char *const *names, FILE *out, struct status *st)
{
    const struct command *command = NULL;
    bool all = n == 2 && strcmp(names[1], "all") == 0;
    if (n > 1 && !all)
        return status_fail(st, ST_USAGE, "stray operand '%s'; help takes one COMMAND", names[1]);
    if (n == 0 || strcmp(names[0], "help") == 0) {
        print_help(out);
        return ST_OK;
    }
    TRY(find_command(names[0], &command, st));
    options_help(&command->line, all, out);
    return ST_OK;
}

void command_warn_program(const struct command_context *c, const struct program *p)
{
    if (p->skipped_calls)
        command_warn(c, "%s:%u: printf prints nothing: %u call%s left out", p->name,
                     p->skipped_line, p->skipped_calls, p->skipped_calls > 1 ? "s are" : " is");
    if (p->clock_line)
        command_warn(c,
                     "%s:%u: the clock counts the instructions that a warp has executed, as times "
                     "are found after them",
                     p->name, p->clock_line);
}

/* Prints the notes about the GPU of a single run. The stages of the run load the GPU themselves,
 * without notes. */
static enum st_code warn(const struct command_context *c, struct status *st)
{
    const struct method_settings *method = &c->settings->method;
    struct gpu_config gpu;
    if (!options_has(c->line, "gpu"))
        return ST_OK;
    TRY(command_load_gpu(c, c->settings->render.gpu, &gpu, st));
    if (options_has(c->line, "model"))
        command_warn_unseen(c, method, models_simulating(method->model), &gpu);
    return ST_OK;
}

/* Runs a parsed command; `all` makes --help list all options. */
static enum st_code run_command(const struct command *command, const struct settings *settings,
                                bool all, FILE *out, FILE *err, struct status *st)
{
    struct command_context context = {&command->line, settings, out, err};
    if (settings->command.version) {
        fputs("diorama " DIORAMA_VERSION "\n", out);
        return ST_OK;
    }
    if (settings->command.help) {
        options_help(&command->line, all, out);
        return ST_OK;
    }
    TRY(check_operand(&command->line, settings, st));
    if (settings->command.old_name)
        command_warn(&context, "--waves is --fills now");
    if (settings->run.threads)
        omp_set_num_threads((int)settings->run.threads);
    if (options_has(&command->line, "threads"))
        TRY(threads_probe((uint32_t)omp_get_max_threads(), st));
    if (!(command->line.bit & COMMAND_LISTS))
        TRY(warn(&context, st));
    interrupt_catch(COMMAND_INTERRUPTED);
    return command->run(&context, st);
}

static enum st_code run_cli(int argc, char *const *argv, FILE *out, FILE *err, struct status *st)
{
    const struct command *command = NULL;
    struct settings settings;
    if (argc < 2)
        return status_fail(st, ST_USAGE, "no command; see 'diorama --help'");
    if (argv[1][0] == '-')
        return run_program(argv + 1, out, st);
    if (strcmp(argv[1], "help") == 0)
        return help(argc - 2, argv + 2, out, st);
    TRY(find_command(argv[1], &command, st));
    TRY(options_parse(&command->line, argc - 2, argv + 2, &settings, st));
    bool all = false;
    for (int i = 2; i + 1 < argc; i++)
        all = all || ((strcmp(argv[i], "--help") == 0 || strcmp(argv[i], "-h") == 0) &&
                      strcmp(argv[i + 1], "all") == 0);
    enum st_code code = run_command(command, &settings, all, out, err, st);
    options_free_given(&settings);
    return code;
}

int cli_run(int argc, char **argv)
{
    struct status st = {0};
    enum st_code code = run_cli(argc, argv, stdout, stderr, &st);
    bool written = file_flush(stdout);
    if ((code == ST_OK || code == ST_PARTIAL) && !written)
        code = status_fail(&st, ST_FAILED, "standard output: %s; the results are not complete",
                           strerror(errno));
    if (code != ST_OK && code != ST_PARTIAL) {
        fprintf(stderr, "%sdiorama:%s %s\n", colour_begin(stderr, COLOUR_ERROR), colour_end(stderr),
                st.text);
        interrupt_end(); /* an error without a result, after a signal, is reported as the
                            interruption */
    }
    return status_exit(code);
}
