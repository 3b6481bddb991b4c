/* Prints --help of a subcommand from the table of options. */
#include "orchestrator/settings/options.h"

#include "common/colour.h"
#include "sim/workload/workload.h"

#include <string.h>

enum { HELP_COLUMN = 30 };

static void print_choices(const struct option_row *row, FILE *out)
{
    fprintf(out, "\n%*s", HELP_COLUMN, "");
    for (size_t i = 0; row->choices[i]; i++)
        fprintf(out, "%s%s", i ? ", " : "one of: ", row->choices[i]);
}

static void print_option(const struct option_row *row, FILE *out)
{
    int used = row->letter ? fprintf(out, "  -%c, --%s", row->letter, row->name)
                           : fprintf(out, "      --%s", row->name);
    if (row->value)
        used += fprintf(out, " %s", row->value);
    if (used >= HELP_COLUMN)
        used = fprintf(out, "\n") - 1;
    fprintf(out, "%*s%s", HELP_COLUMN - (used > 0 ? used : 0), "", row->doc);
    if (row->type == OPTION_CHOICE)
        print_choices(row, out);
    if (row->initial)
        fprintf(out, " (default: %s)", row->initial);
    fputc('\n', out);
}

/* Prints the kernels that a KERNEL operand can name. */
static void print_kernels(const struct command_line *line, FILE *out)
{
    if (!line->operand || !strstr(line->operand, "KERNEL"))
        return;
    fputs("\nKERNEL is one of:", out);
    for (size_t i = 0; i < n_workload_kernels; i++)
        fprintf(out, " %s", workload_kernels[i].name);
    if (line->bit & COMMAND_RUN)
        fputs("; or a FILE, which ends in .ptx or .c", out);
    fputs(".\n", out);
}

void options_help(const struct command_line *line, bool all, FILE *out)
{
    unsigned more = 0;
    const char *begin = colour_begin(out, COLOUR_HEADING), *end = colour_end(out);
    fprintf(out, "%sUsage:%s diorama %s [OPTION]...", begin, end, line->name);
    if (line->operand)
        fprintf(out, line->operand_needed ? " %s" : " [%s]", line->operand);
    fprintf(out, "\n%s.\n", line->summary);
    print_kernels(line, out);
    fprintf(out, "\n%sOptions:%s\n", begin, end);
    for (size_t i = 0; i < n_option_rows; i++) {
        const struct option_row *row = &option_rows[i];
        if ((row->commands & line->bit) && (all || !(row->rare & line->bit)))
            print_option(row, out);
        more += !all && (row->commands & row->rare & line->bit);
    }
    if (more)
        fprintf(out, "\n%u more options: 'diorama %s --help all'\n", more, line->name);
}
