#include "orchestrator/slurm/script.h"

#include "common/memory.h"

#include <errno.h>
#include <math.h>
#include <string.h>
#include <unistd.h>

/* The time limit of a task is the estimate times the first, plus the second. A task that needs more
 * time continues in a new one, so a limit that is too short costs only the unfinished points. */
static const double most_times = 3, more_s = 600;
enum { MEMORY_MIB = 2048, NOTICE_S = 60, MOST_RESTARTS = 20, MOST_NAME = 100 };

/* ---- the command ---- */

static void quote(const char *text, FILE *out)
{
    fputc('\'', out);
    for (; *text; text++)
        if (*text == '\'')
            fputs("'\\''", out);
        else
            fputc(*text, out);
    fputc('\'', out);
}

static void write_option(const char *name, const char *value, FILE *out)
{
    fprintf(out, " --%s", name);
    if (!value)
        return;
    fputc('=', out);
    quote(value, out);
}

/* Whether the script does not repeat an option, because it sets that itself or the option is only
 * for this process. */
static bool is_ours(const struct option_row *row)
{
    static const char *const names[] = {"output",  "shard",   "submit", "tasks", "sbatch",
                                        "dry-run", "status",  "json",   "csv",   "plot",
                                        "quiet",   "threads", "trace"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (strcmp(row->name, names[i]) == 0)
            return true;
    return false;
}

/* Writes the options that were given. In commands that take lists, those that can change a result
 * are in `given` instead. */
static void write_named(const struct slurm_script *s, FILE *out)
{
    const bool lists = (s->line->bit & COMMAND_LISTS) != 0;
    for (size_t i = 0; i < n_option_rows; i++) {
        const struct option_row *row = &option_rows[i];
        char value[OPTION_VALUE_TEXT];
        if (!s->settings->command.named[i] || !(row->commands & s->line->bit) ||
            (lists && (row->flags & OPTION_CHANGES)) || is_ours(row))
            continue;
        options_value(row, s->settings, value, sizeof value);
        const char *const *text = (const void *)((const char *)s->settings + row->offset);
        write_option(row->name,
                     row->type == OPTION_FLAG   ? NULL
                     : row->type == OPTION_TEXT ? *text
                                                : value,
                     out);
    }
}

static void write_lists(const struct command_settings *c, FILE *out)
{
    for (uint32_t i = 0; i < c->n_given; i++)
        if (strcmp(c->given[i].name, "scene") != 0)
            write_option(c->given[i].name, c->given[i].value, out);
}

static void write_operand(const char *text, FILE *out)
{
    fputc(' ', out);
    quote(text, out);
}

/* Writes the operands after "--", as they may begin with a dash. */
static void write_operands(const struct slurm_script *s, FILE *out)
{
    const struct command_settings *c = &s->settings->command;
    fputs(" --", out);
    if (!(s->line->bit & COMMAND_LISTS) && s->settings->render.scene)
        write_operand(s->settings->render.scene, out);
    for (uint32_t i = 0; i < c->n_given; i++)
        if (strcmp(c->given[i].name, "scene") == 0)
            write_operand(c->given[i].value, out);
}

static void write_command(const struct slurm_script *s, FILE *out)
{
    const struct settings *settings = s->settings;
    fprintf(out, " %s", s->line->name);
    write_lists(&settings->command, out);
    write_named(s, out);
    write_option("output", settings->output.path, out);
    if (!settings->run.cache && options_has(s->line, "cache")) {
        char folder[4096];
        snprintf(folder, sizeof folder, "%s/common", s->folder);
        write_option("cache", folder, out);
    }
    fprintf(out,
            " --quiet --threads \"${SLURM_CPUS_PER_TASK:-1}\" --shard "
            "\"$SLURM_ARRAY_TASK_ID/%u\"",
            s->shards);
    write_operands(s, out);
}

/* Writes a change to the folder in which this process was started. */
static enum st_code write_place(FILE *out, struct status *st)
{
    char folder[4096];
    if (!getcwd(folder, sizeof folder))
        return status_fail(st, ST_FAILED, "the working folder has no name: %s", strerror(errno));
    fputs("cd ", out);
    quote(folder, out);
    fputs(" || exit 1\n", out);
    return ST_OK;
}

static enum st_code write_program(FILE *out, struct status *st)
{
    char program[4096];
    ssize_t n = readlink("/proc/self/exe", program, sizeof program - 1);
    if (n < 0)
        return status_fail(st, ST_FAILED, "the program's file has no name: %s", strerror(errno));
    program[n] = 0;
    quote(program, out);
    return ST_OK;
}

/* ---- #SBATCH lines ---- */

/* Writes the indices of the missing shards, such as "1-3,7". */
static void write_list(const struct slurm_script *s, FILE *out)
{
    const char *comma = "";
    for (uint32_t i = 0, end; i < s->shards; i = end) {
        end = i + 1;
        if (!s->missing[i])
            continue;
        while (end < s->shards && s->missing[end])
            end++;
        fprintf(out, end > i + 1 ? "%s%u-%u" : "%s%u", comma, i + 1, end);
        comma = ",";
    }
}

/* Writes a job name. It has only characters that need no quotes, others become '_': sbatch splits
 * #SBATCH lines into words as a shell does, but with other rules inside quotes. */
static void write_name(const char *name, const char *kind, FILE *out)
{
    static const char plain[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789._-";
    for (size_t i = 0; name[i] && i < MOST_NAME; i++)
        fputc(strchr(plain, name[i]) ? name[i] : '_', out);
    fputs(kind, out);
}

/* Writes the name of the log, with '%' doubled, since '%' begins a replacement in Slurm. */
static void write_log(const struct slurm_script *s, const char *which, FILE *out)
{
    fputs("#SBATCH --output=\"", out);
    for (const char *at = s->folder; *at; at++) {
        if (*at == '%' || *at == '"')
            fputc(*at == '%' ? '%' : '\\', out);
        fputc(*at, out);
    }
    fprintf(out, "/log-%s.txt\"\n", which);
}

static bool is_one_line(const char *text)
{
    for (; *text; text++)
        if ((unsigned char)*text < ' ' || *text == 0x7f)
            return false;
    return true;
}

enum st_code slurm_check(const struct settings *settings, struct status *st)
{
    const char *own = settings->command.sbatch, *results = settings->output.path;
    if (own && !is_one_line(own))
        return status_fail(st, ST_USAGE,
                           "--sbatch has a line break or another control character; it must be one "
                           "line of options");
    if (!is_one_line(results) || strchr(results, '\\'))
        return status_fail(st, ST_USAGE,
                           "--output has a backslash or a control character, which the names of "
                           "Slurm's logs cannot have; name another file");
    return ST_OK;
}

static void write_head(const struct slurm_script *s, const char *kind, FILE *out)
{
    fputs("#!/bin/sh\n#SBATCH --job-name=", out);
    write_name(s->name, kind, out);
    fprintf(out, "\n#SBATCH --ntasks=1\n#SBATCH --requeue\n#SBATCH --open-mode=append\n");
}

static void write_own(const struct slurm_script *s, FILE *out)
{
    if (s->settings->command.sbatch)
        fprintf(out, "#SBATCH %s\n", s->settings->command.sbatch);
}

enum st_code slurm_write_array(const struct slurm_script *s, FILE *out, struct status *st)
{
    write_head(s, "", out);
    fputs("#SBATCH --array=", out);
    write_list(s, out);
    fprintf(out, "\n#SBATCH --cpus-per-task=1\n#SBATCH --mem-per-cpu=%dM\n", MEMORY_MIB);
    fprintf(out, "#SBATCH --time=%.0f\n", ceil((most_times * s->seconds + more_s) / 60));
    fprintf(out, "#SBATCH --signal=B:USR1@%d\n", NOTICE_S);
    write_log(s, "%a", out);
    write_own(s, out);
    TRY(write_place(out, st));
    TRY(write_program(out, st));
    write_command(s, out);
    /* Slurm signals the shell some time before the limit. The program then ends in good order, and
     * the task is queued again. A signal that ends the task for good (scancel, preemption) is
     * passed on. */
    fputs(" &\nrun=$!\nagain=\n"
          "trap 'again=yes; kill -TERM $run 2>/dev/null' USR1\n"
          "trap 'kill -TERM $run 2>/dev/null' TERM\n"
          "wait $run\nstatus=$?\n"
          "while kill -0 $run 2>/dev/null; do wait $run; status=$?; done\n",
          out);
    fprintf(out,
            "if [ \"$again\" ] && [ \"${SLURM_RESTART_COUNT:-0}\" -lt %d ]; then\n"
            "    scontrol requeue \"${SLURM_ARRAY_JOB_ID}_$SLURM_ARRAY_TASK_ID\" && sleep 60\n"
            "fi\nexit $status\n",
            MOST_RESTARTS);
    return ST_OK;
}

enum st_code slurm_write_merge(const struct slurm_script *s, FILE *out, struct status *st)
{
    write_head(s, "-merge", out);
    write_log(s, "merge", out);
    write_own(s, out);
    TRY(write_place(out, st));
    fputs("status=0\n", out);
    TRY(write_program(out, st));
    fputs(" merge", out);
    write_option("output", s->settings->output.path, out);
    fputs(" --", out);
    write_operand(s->folder, out);
    fputs(" || status=$?\n", out);
    TRY(write_program(out, st));
    fputs(" report --quiet --", out);
    write_operand(s->settings->output.path, out);
    fputs(" || status=$?\nexit $status\n", out);
    return ST_OK;
}
