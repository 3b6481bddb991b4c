#include "orchestrator/figure/gnuplot.h"

#include "common/auto.h"

#include <errno.h>
#include <math.h>
#include <spawn.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

static enum st_code no_temporary(struct status *st)
{
    return status_fail(st, ST_FAILED, "a temporary file for gnuplot cannot be made: %s",
                       strerror(errno));
}

enum st_code gnuplot_open(struct gnuplot *g, struct status *st)
{
    *g = (struct gnuplot){0};
    FILE **streams[] = {&g->script, &g->picture, &g->said};
    for (int i = 0; i < 3; i++) {
        *streams[i] = tmpfile();
        if (!*streams[i])
            TRY_ELSE(no_temporary(st), gnuplot_close(g));
    }
    return ST_OK;
}

void gnuplot_close(struct gnuplot *g)
{
    FILE *streams[] = {g->script, g->picture, g->said};
    for (int i = 0; i < 3; i++)
        if (streams[i])
            fclose(streams[i]);
    *g = (struct gnuplot){0};
}

/* What stands in a stream from its beginning. */
static enum st_code read_stream(FILE *f, char **bytes, size_t *n, struct status *st)
{
    long size = fseek(f, 0, SEEK_END) == 0 ? ftell(f) : -1;
    TRY(mem_make(bytes, (size_t)(size > 0 ? size : 0) + 1, 1, "plot", st));
    rewind(f);
    *n = size > 0 ? fread(*bytes, 1, (size_t)size, f) : 0;
    return ST_OK;
}

/* Runs gnuplot between the streams; *status is what it exits with. */
static enum st_code run(const struct gnuplot *g, int *status, struct status *st)
{
    static char program[] = "gnuplot", no_start_up_files[] = "-d";
    char *const arguments[] = {program, no_start_up_files, NULL};
    FILE *const streams[] = {g->script, g->picture, g->said};
    posix_spawn_file_actions_t actions;
    pid_t child;
    int failed = posix_spawn_file_actions_init(&actions);
    if (failed)
        return status_no_memory(st, "gnuplot");
    for (int i = 0; i < 3 && !failed; i++)
        failed = posix_spawn_file_actions_adddup2(&actions, fileno(streams[i]), i);
    if (!failed)
        failed = posix_spawnp(&child, program, &actions, NULL, arguments, environ);
    posix_spawn_file_actions_destroy(&actions);
    if (failed)
        return status_fail(st, ST_FAILED,
                           "gnuplot cannot be run: %s; plots need it (package gnuplot-nox)",
                           strerror(failed));
    while (waitpid(child, status, 0) < 0)
        if (errno != EINTR)
            return status_fail(st, ST_FAILED, "gnuplot: %s", strerror(errno));
    return ST_OK;
}

enum st_code gnuplot_draw(struct gnuplot *g, char **picture, size_t *n, struct status *st)
{
    int status = 0;
    MEM_AUTO char *said = NULL;
    size_t n_said = 0;
    *picture = NULL;
    if (fflush(g->script) != 0 || ferror(g->script))
        return no_temporary(st);
    rewind(g->script);
    TRY(run(g, &status, st));
    TRY(read_stream(g->said, &said, &n_said, st));
    enum st_code code = read_stream(g->picture, picture, n, st);
    if (code == ST_OK && (status != 0 || *n == 0)) {
        code = status_fail(st, ST_FAILED, "gnuplot failed: %s", n_said ? said : "it said nothing");
        mem_free(*picture);
        *picture = NULL;
    }
    return code;
}

static void write_quoted(const char *text, char doubled, FILE *out)
{
    fputc('\'', out);
    for (; *text; text++) {
        if (*text == '\'' || *text == doubled)
            fputc(*text, out);
        fputc((unsigned char)*text < ' ' || *text == 0x7f ? ' ' : *text, out);
    }
    fputc('\'', out);
}

void gnuplot_write_text(const char *text, FILE *out)
{
    write_quoted(text, '\'', out);
}

void gnuplot_write_tic(const char *text, FILE *out)
{
    write_quoted(text, '%', out);
}

/* As people write them: 0.2, 50, 2k, 1M. */
static void write_tick(double value, bool first, FILE *out)
{
    const char *unit = value >= 999999 ? "M" : value >= 999 ? "k" : "";
    double shown = value >= 999999 ? value / 1e6 : value >= 999 ? value / 1e3 : value;
    fprintf(out, "%s'%.3g%s' %.9g", first ? "" : ", ", shown, unit, value);
}

void gnuplot_write_log_tics(char axis, double lo, double hi, FILE *out)
{
    static const double steps[] = {1, 2, 5, 3, 1.5, 4, 7};
    int n = hi / lo > 100 ? 1 : hi / lo > 4 ? 3 : 7;
    bool first = true;
    fprintf(out, "set %ctics (", axis);
    for (int decade = (int)floor(log10(lo)); decade <= (int)ceil(log10(hi)); decade++)
        for (int i = 0; i < n; i++) {
            double value = steps[i] * pow(10, decade);
            if (value < lo || value > hi)
                continue;
            write_tick(value, first, out);
            first = false;
        }
    fputs(")\n", out);
}
