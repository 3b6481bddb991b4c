/* Writes the completions of a shell, `bash` or `zsh`, from the tables of commands and options to
 * standard output. The build runs it. Names of scenes, GPUs and kernels come from the program at
 * completion. */
#include "orchestrator/settings/options.h"

#include <string.h>

static const struct command_line lines[] = {
#define COMMAND(bit, function, operand, needed, summary)                                           \
    {#function, COMMAND_##bit, operand, needed, summary},
#include "orchestrator/settings/commands.def"
};
enum { N_LINES = sizeof lines / sizeof *lines };

/* Returns the command that lists the values of an operand or option; NULL: only files. */
static const char *lister_of(const char *value)
{
    return !value                      ? NULL
           : strstr(value, "KERNEL")   ? "kernels"
           : strstr(value, "SCENE")    ? "scenes"
           : strcmp(value, "GPU") == 0 ? "gpus"
                                       : NULL;
}

/* ---- bash ---- */

static void bash_names(const struct option_row *row, const char *between)
{
    if (row->letter)
        printf("-%c%s", row->letter, between);
    printf("--%s", row->name);
}

static void bash_value(const struct option_row *row)
{
    fputs("        ", stdout);
    bash_names(row, " | ");
    fputs(") ", stdout);
    if (row->choices) {
        fputs("words='", stdout);
        for (size_t i = 0; row->choices[i]; i++)
            printf("%s%s", i ? " " : "", row->choices[i]);
        fputs("' ;;\n", stdout);
    } else if (lister_of(row->value)) {
        printf("words=$(_diorama_names %s) files=1 ;;\n", lister_of(row->value));
    } else if (row->type == OPTION_TEXT) {
        puts("files=1 ;;");
    } else {
        puts(";;");
    }
}

static void bash_command(const struct command_line *line)
{
    printf("    %s)\n        case \"$before\" in\n", line->name);
    for (size_t i = 0; i < n_option_rows; i++)
        if (option_rows[i].commands & line->bit && option_rows[i].value)
            bash_value(&option_rows[i]);
    fputs("        *) options='", stdout);
    for (size_t i = 0; i < n_option_rows; i++)
        if (option_rows[i].commands & line->bit)
            printf("--%s ", option_rows[i].name);
    fputs("'", stdout);
    if (lister_of(line->operand))
        printf(" words=$(_diorama_names %s)", lister_of(line->operand));
    puts(line->operand ? " files=1 ;;\n        esac ;;" : " ;;\n        esac ;;");
}

static void bash(void)
{
    fputs("# Completion of diorama's command line for bash, made from the program's tables.\n"
          "_diorama_names() {\n"
          "    diorama \"$1\" 2>/dev/null | awk 'NR > 1 { print $1 }'\n"
          "}\n"
          "_diorama() {\n"
          "    local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD - 1]}\n"
          "    local command=${COMP_WORDS[1]} options= words= files=\n"
          "    if [ \"$before\" = = ]; then\n"
          "        before=${COMP_WORDS[COMP_CWORD - 2]}\n"
          "    elif [ \"$word\" = = ]; then\n"
          "        word=\n"
          "    fi\n"
          "    COMPREPLY=()\n"
          "    if [ \"$COMP_CWORD\" = 1 ]; then\n"
          "        command='' words='--help --version help",
          stdout);
    for (int i = 0; i < N_LINES; i++)
        printf(" %s", lines[i].name);
    fputs("'\n    fi\n    case \"$command\" in\n    help) words='", stdout);
    for (int i = 0; i < N_LINES; i++)
        printf("%s%s", i ? " " : "", lines[i].name);
    puts("' ;;");
    for (int i = 0; i < N_LINES; i++)
        bash_command(&lines[i]);
    fputs("    esac\n"
          "    case \"$word\" in -*) words=\"$words $options\" ;; esac\n"
          "    COMPREPLY=($(compgen -W \"$words\" -- \"$word\"))\n"
          "    if [ \"$files\" ]; then\n"
          "        compopt -o filenames 2>/dev/null\n"
          "        COMPREPLY+=($(compgen -f -- \"$word\"))\n"
          "    fi\n"
          "}\n"
          "complete -F _diorama diorama\n",
          stdout);
}

/* ---- zsh ---- */

/* Writes text so that it is safe inside '...' and [...]. */
static void zsh_text(const char *text)
{
    for (; *text; text++) {
        if (*text == '\'')
            fputs("'\\'", stdout);
        if (strchr("[]:\\", *text))
            putchar('\\');
        putchar(*text);
    }
}

static void zsh_operand(const char *name, bool text)
{
    const char *lister = lister_of(name);
    putchar(':');
    zsh_text(name);
    if (lister)
        printf(":_diorama_%s", lister);
    else
        fputs(text ? ":_files" : ": ", stdout);
}

static void zsh_spec(const struct option_row *row, const char *name)
{
    printf(" \\\n            '%s[", name);
    zsh_text(row->doc);
    putchar(']');
    if (row->choices) {
        putchar(':');
        zsh_text(row->value);
        fputs(":(", stdout);
        for (size_t i = 0; row->choices[i]; i++)
            printf("%s%s", i ? " " : "", row->choices[i]);
        putchar(')');
    } else if (row->value) {
        zsh_operand(row->value, row->type == OPTION_TEXT);
    }
    putchar('\'');
}

static void zsh_option(const struct option_row *row)
{
    char name[64];
    snprintf(name, sizeof name, "--%s%s", row->name, row->value ? "=" : "");
    zsh_spec(row, name);
    if (!row->letter)
        return;
    snprintf(name, sizeof name, "-%c%s", row->letter, row->value ? "+" : "");
    zsh_spec(row, name);
}

static void zsh_command(const struct command_line *line)
{
    printf("    %s)\n        _arguments -s", line->name);
    for (size_t i = 0; i < n_option_rows; i++)
        if (option_rows[i].commands & line->bit)
            zsh_option(&option_rows[i]);
    if (line->operand) {
        fputs(" \\\n            '*", stdout);
        zsh_operand(line->operand, true);
        putchar('\'');
    }
    puts(" ;;");
}

static void zsh(void)
{
    static const char *const listers[] = {"scenes", "gpus", "kernels"};
    fputs("#compdef diorama\n"
          "# Completion of diorama's command line for zsh, made from the program's tables.\n",
          stdout);
    for (int i = 0; i < 3; i++)
        printf(
            "_diorama_%s() {\n"
            "    _alternative \"names:%s:($(diorama %s 2>/dev/null | awk 'NR > 1 { print $1 }'))\" "
            "'files:file:_files'\n}\n",
            listers[i], listers[i], listers[i]);
    fputs("_diorama() {\n    local -a commands\n    commands=(", stdout);
    for (int i = 0; i < N_LINES; i++) {
        printf("\n        '%s:", lines[i].name);
        zsh_text(lines[i].summary);
        putchar('\'');
    }
    fputs("\n    )\n"
          "    if ((CURRENT == 2)); then\n"
          "        _describe command commands\n"
          "        compadd -- help --help --version\n"
          "        return\n"
          "    fi\n"
          "    shift words\n"
          "    ((CURRENT--))\n"
          "    case $words[1] in\n"
          "    help) _describe command commands ;;\n",
          stdout);
    for (int i = 0; i < N_LINES; i++)
        zsh_command(&lines[i]);
    puts("    esac\n}\n_diorama \"$@\"");
}

int main(int argc, char **argv)
{
    if (argc == 2 && strcmp(argv[1], "bash") == 0)
        bash();
    else if (argc == 2 && strcmp(argv[1], "zsh") == 0)
        zsh();
    else
        return 2;
    return fflush(stdout) != 0 || ferror(stdout);
}
