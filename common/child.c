#include "common/child.h"

#include "common/auto.h"

#include <errno.h>
#include <spawn.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

static enum st_code no_temporary(const char *program, struct status *st)
{
    return status_fail(st, ST_FAILED, "a temporary file for %s cannot be made: %s", program,
                       strerror(errno));
}

enum st_code child_open(struct child *c, const char *program, struct status *st)
{
    *c = (struct child){0};
    FILE **streams[] = {&c->in, &c->out, &c->said};
    for (int i = 0; i < 3; i++) {
        *streams[i] = tmpfile();
        if (!*streams[i])
            TRY_ELSE(no_temporary(program, st), child_close(c));
    }
    return ST_OK;
}

void child_close(struct child *c)
{
    FILE *streams[] = {c->in, c->out, c->said};
    for (int i = 0; i < 3; i++)
        if (streams[i])
            fclose(streams[i]);
    *c = (struct child){0};
}

enum st_code child_read(FILE *file, char **bytes, size_t *n, struct status *st)
{
    long size = fseek(file, 0, SEEK_END) == 0 ? ftell(file) : -1;
    TRY(mem_make(bytes, (size_t)(size > 0 ? size : 0) + 1, 1, "what a program wrote", st));
    rewind(file);
    *n = size > 0 ? fread(*bytes, 1, (size_t)size, file) : 0;
    return ST_OK;
}

enum st_code child_run(const struct child *c, char *const *arguments, const char *needed,
                       bool *failed, struct status *st)
{
    FILE *const streams[] = {c->in, c->out, c->said};
    posix_spawn_file_actions_t actions;
    pid_t child;
    int status;
    if (fflush(c->in) != 0 || ferror(c->in))
        return no_temporary(arguments[0], st);
    rewind(c->in);
    int error = posix_spawn_file_actions_init(&actions);
    if (error)
        return status_no_memory(st, arguments[0]);
    for (int i = 0; i < 3 && !error; i++)
        error = posix_spawn_file_actions_adddup2(&actions, fileno(streams[i]), i);
    if (!error)
        error = posix_spawnp(&child, arguments[0], &actions, NULL, arguments, environ);
    posix_spawn_file_actions_destroy(&actions);
    if (error)
        return status_fail(st, ST_FAILED, "%s cannot be run: %s; %s", arguments[0], strerror(error),
                           needed);
    while (waitpid(child, &status, 0) < 0)
        if (errno != EINTR)
            return status_fail(st, ST_FAILED, "%s: %s", arguments[0], strerror(errno));
    *failed = status != 0;
    return ST_OK;
}
