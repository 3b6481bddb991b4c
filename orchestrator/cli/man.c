/* Writes the man page: copies its frame from standard input to standard output and replaces the
 * line @OPTIONS@ by an entry for every row of the option table. The build runs it. */
#include "orchestrator/settings/options.h"

#include <ctype.h>
#include <string.h>

/* Writes text for groff: dashes become minus signs, and apostrophes are escaped, as one at the
 * beginning of a line would begin a request. */
static void put_text(const char *text)
{
    for (; *text; text++) {
        if (*text == '-' || *text == '\\')
            putchar('\\');
        if (*text == '\'')
            fputs("\\(aq", stdout);
        else
            putchar(*text);
    }
}

static void put_list(const char *const *words)
{
    for (size_t i = 0; words[i]; i++)
        printf("%s%s", i ? ", " : "", words[i]);
}

/* Writes the commands that have the option, as "[predict, validate]"; nothing where all have it. */
static void put_commands(uint32_t mask)
{
    static const char *const names[] = {
#define COMMAND(bit, function, ...) #function,
#include "orchestrator/settings/commands.def"
    };
    const char *of[N_COMMANDS + 1] = {NULL};
    size_t n = 0;
    for (int i = 0; i < N_COMMANDS; i++)
        if (mask & (1U << i))
            of[n++] = names[i];
    if (n == N_COMMANDS)
        return;
    fputs(" [", stdout);
    put_list(of);
    putchar(']');
}

static void put_option(const struct option_row *row)
{
    fputs(".TP\n\\fB", stdout);
    if (row->letter)
        printf("\\-%c\\fR, \\fB", row->letter);
    fputs("\\-\\-", stdout);
    put_text(row->name);
    fputs("\\fR \\fI", stdout);
    put_text(row->value ? row->value : "");
    fputs("\\fR\n", stdout);
    const char *text = row->man ? row->man : row->doc;
    putchar(row->man ? text[0] : toupper((unsigned char)text[0]));
    put_text(text + 1);
    fputs(row->man ? "" : ".", stdout);
    if (row->choices) {
        fputs(" One of ", stdout);
        put_list(row->choices);
        putchar('.');
    }
    if (row->initial) {
        fputs(" Default: ", stdout);
        put_text(row->initial);
        putchar('.');
    }
    put_commands(row->commands);
    putchar('\n');
}

int main(void)
{
    char line[1024];
    while (fgets(line, sizeof line, stdin)) {
        if (strcmp(line, "@OPTIONS@\n") != 0)
            fputs(line, stdout);
        for (size_t i = 0; line[0] == '@' && i < n_option_rows; i++)
            if (option_rows[i].commands & COMMAND_ALL)
                put_option(&option_rows[i]);
    }
    return ferror(stdin) || fflush(stdout) != 0 || ferror(stdout);
}
