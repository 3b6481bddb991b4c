#define _GNU_SOURCE /* for memfd_create */
#include "common/child.h"

#include "common/apart.h"
#include "common/auto.h"
#include "common/file.h"
#include "common/inputs.h"

#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

static enum st_code no_temporary(const char *program, struct status *st)
{
    return status_fail(st, ST_FAILED, "a temporary file for %s cannot be made: %s", program,
                       strerror(errno));
}

enum st_code child_file(FILE **out, const char *program, struct status *st)
{
    int fd = memfd_create("diorama", 0);
    *out = fd < 0 ? NULL : fdopen(fd, "w+");
    if (*out)
        return ST_OK;
    if (fd >= 0)
        close(fd);
    return no_temporary(program, st);
}

void child_file_close(FILE **file)
{
    if (*file)
        fclose(*file);
}

void child_path(FILE *file, char out[CHILD_PATH])
{
    snprintf(out, CHILD_PATH, "/proc/self/fd/%d", fileno(file));
}

char *child_operand(const char *path)
{
    bool is_plain = isalnum((unsigned char)path[0]) || strchr("/._", path[0]);
    size_t n = strlen(path) + 3;
    char *operand = mem_calloc(n, 1);
    if (operand)
        snprintf(operand, n, "%s%s", is_plain ? "" : "./", path);
    return operand;
}

enum st_code child_open(struct child *c, const char *program, struct status *st)
{
    *c = (struct child){0};
    FILE **streams[] = {&c->in, &c->out, &c->said};
    for (int i = 0; i < 3; i++)
        TRY_ELSE(child_file(streams[i], program, st), child_close(c));
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
    if (size >= 0 && *n == (size_t)size)
        return ST_OK;
    mem_free(*bytes);
    *bytes = NULL;
    return status_fail(st, ST_FAILED, "what a program wrote cannot be read: %s", strerror(errno));
}

/* Takes the next name of a rule, in place: a backslash makes a blank, '#' or itself a part of the
 * name, and continues a line; '$' is written twice. NULL: there is no other. */
static char *take_name(char **at)
{
    char *from = *at;
    while (isspace((unsigned char)*from) || (from[0] == '\\' && from[1] == '\n'))
        from++;
    char *name = from, *to = from;
    while (*from && !isspace((unsigned char)*from) && !(from[0] == '\\' && from[1] == '\n')) {
        from += (from[0] == '\\' && from[1] && strchr(" #\\", from[1])) ||
                (from[0] == '$' && from[1] == '$');
        *to++ = *from++;
    }
    *at = *from ? from + 1 : from;
    *to = '\0';
    return to > name ? name : NULL;
}

enum st_code child_inputs(FILE *list, struct status *st)
{
    MEM_AUTO char *text = NULL;
    size_t n;
    TRY(child_read(list, &text, &n, st));
    char *at = strstr(text, ": "), *name;
    at = at ? at + 2 : text + n;
    while ((name = take_name(&at))) {
        struct stat info;
        if (stat(name, &info) == 0)
            inputs_add(&info);
    }
    return ST_OK;
}

/* The child's side of the fork: it becomes the program, or writes the error to `report`. */
static _Noreturn void become(const struct child *c, char *const *arguments, pid_t parent,
                             int report)
{
    FILE *const streams[] = {c->in, c->out, c->said};
    const struct rlimit memory = {CHILD_MEMORY_B, CHILD_MEMORY_B};
    int error = 0;
    apart_follow(parent);
    setrlimit(RLIMIT_AS, &memory);
    alarm(CHILD_SECONDS);
    for (int i = 0; i < 3 && !error; i++)
        error = dup2(fileno(streams[i]), i) < 0 ? errno : 0;
    if (!error) {
        execvp(arguments[0], arguments);
        error = errno;
    }
    (void)!write(report, &error, sizeof error);
    _exit(127);
}

static enum st_code stopped(const char *program, int signal_number, struct status *st)
{
    if (signal_number == SIGALRM)
        return status_fail(st, ST_FAILED, "%s has not ended in %d seconds and was stopped", program,
                           CHILD_SECONDS);
    return status_fail(st, ST_FAILED, "%s was ended by signal %d (%s); it may use %d GiB of memory",
                       program, signal_number, strsignal(signal_number),
                       (int)(CHILD_MEMORY_B >> 30));
}

/* Starts the program; *error: why it cannot be. */
static enum st_code start(const struct child *c, char *const *arguments, pid_t *child, int *error,
                          struct status *st)
{
    int report[2];
    pid_t parent = getpid();
    *error = 0;
    if (pipe2(report, O_CLOEXEC) < 0)
        return no_temporary(arguments[0], st);
    *child = fork();
    if (*child == 0)
        become(c, arguments, parent, report[1]);
    close(report[1]);
    if (*child < 0)
        *error = errno;
    else if (read(report[0], error, sizeof *error) != (ssize_t)sizeof *error)
        *error = 0;
    close(report[0]);
    return ST_OK;
}

enum st_code child_run(const struct child *c, char *const *arguments, const char *needed,
                       bool *failed, struct status *st)
{
    pid_t child = -1;
    int status = 0, error;
    if (!file_flush(c->in))
        return no_temporary(arguments[0], st);
    rewind(c->in);
    TRY(start(c, arguments, &child, &error, st));
    while (child > 0 && waitpid(child, &status, 0) < 0)
        if (errno != EINTR)
            return status_fail(st, ST_FAILED, "%s: %s", arguments[0], strerror(errno));
    if (error)
        return status_fail(st, ST_FAILED, "%s cannot be run: %s; %s", arguments[0], strerror(error),
                           needed);
    if (WIFSIGNALED(status))
        return stopped(arguments[0], WTERMSIG(status), st);
    *failed = status != 0;
    return ST_OK;
}
