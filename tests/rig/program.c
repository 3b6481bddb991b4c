#define _XOPEN_SOURCE 700 /* terminals */
#include "tests/rig/program.h"

#include "common/file.h"
#include "common/memory.h"
#include "tests/rig/rig.h"

#include <dirent.h>
#include <fcntl.h>
#include <regex.h>
#include <signal.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

extern char **environ;

/* One folder per test program: cmocka's assertions leave no other way to reach it from helpers. */
static char folder[256];

int program_enter(void **state)
{
    (void)state;
    rig_make_folder(folder);
    setenv("OMP_NUM_THREADS", "2", 1);
    return chdir(folder);
}

int program_leave(void **state)
{
    (void)state;
    if (chdir("/") != 0)
        return 1;
    rig_remove_folder(folder);
    return 0;
}

const char *program_folder(void)
{
    return folder;
}

void program_write(const char *name, const void *bytes, size_t n)
{
    FILE *f = fopen(name, "wb");
    assert_non_null(f);
    assert_int_equal(fwrite(bytes, 1, n, f), n);
    assert_int_equal(fclose(f), 0);
}

void program_write_text(const char *name, const char *text)
{
    program_write(name, text, strlen(text));
}

size_t program_count(const char *beginning)
{
    size_t n = 0;
    DIR *d = opendir(folder);
    assert_non_null(d);
    for (struct dirent *e = readdir(d); e; e = readdir(d))
        n += strncmp(e->d_name, beginning, strlen(beginning)) == 0;
    closedir(d);
    return n;
}

/* Cuts the words apart, behind the program's name; "@x" becomes "<folder>/x". The result is to be
 * freed one by one. */
static int split(const char *program, const char *words, char *argv[PROGRAM_WORDS])
{
    int n = 0;
    argv[n++] = mem_strdup(program);
    while (*words) {
        size_t length = strcspn(words, " ");
        char word[512];
        assert_true(n < PROGRAM_WORDS - 1);
        if (*words == '@')
            snprintf(word, sizeof word, "%s/%.*s", folder, (int)length - 1, words + 1);
        else
            snprintf(word, sizeof word, "%.*s", (int)length, words);
        argv[n++] = mem_strdup(word);
        words += length;
        words += *words == ' ';
    }
    argv[n] = NULL;
    return n;
}

static char *read_back(const char *path)
{
    unsigned char *bytes;
    size_t n;
    assert_ok(file_read(path, &bytes, &n, &st));
    remove(path);
    return (char *)bytes;
}

/* Signals do what they do by default, even where the tests run in the background. */
static pid_t start(const char *program, char *const *argv, const char *out, const char *err,
                   bool own_group)
{
    posix_spawn_file_actions_t actions;
    posix_spawnattr_t how;
    sigset_t signals;
    pid_t child;
    sigemptyset(&signals);
    sigaddset(&signals, SIGINT);
    sigaddset(&signals, SIGTERM);
    posix_spawnattr_init(&how);
    posix_spawnattr_setsigdefault(&how, &signals);
    posix_spawnattr_setflags(
        &how, (short)(POSIX_SPAWN_SETSIGDEF | (own_group ? POSIX_SPAWN_SETPGROUP : 0)));
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0);
    posix_spawn_file_actions_addopen(&actions, 1, out, O_WRONLY | O_CREAT | O_TRUNC, 0666);
    posix_spawn_file_actions_addopen(&actions, 2, err, O_WRONLY | O_CREAT | O_TRUNC | O_NOCTTY,
                                     0666);
    assert_int_equal(posix_spawn(&child, program, &actions, &how, argv, environ), 0);
    posix_spawn_file_actions_destroy(&actions);
    posix_spawnattr_destroy(&how);
    return child;
}

static int wait_for(pid_t child)
{
    int status;
    assert_int_equal(waitpid(child, &status, 0), child);
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

static void run(struct outcome *o, const char *program, const char *words)
{
    char *argv[PROGRAM_WORDS];
    int n = split(program, words, argv);
    char *redirect = argv[n - 1][0] == '>' ? argv[n - 1] : NULL;
    if (redirect)
        argv[n - 1] = NULL;
    o->status =
        wait_for(start(program, argv, redirect ? redirect + 1 : ".stdout", ".stderr", false));
    o->out = redirect ? mem_strdup("") : read_back(".stdout");
    o->err = read_back(".stderr");
    mem_free(redirect);
    for (int i = 0; argv[i]; i++)
        mem_free(argv[i]);
}

void program_run(struct outcome *o, const char *words)
{
    run(o, TEST_PROGRAM, words);
}

long program_fail(struct outcome *o, const char *calls, long nth, const char *how,
                  const char *words)
{
    char all[1024];
    int n = snprintf(all, sizeof all, "-c @.calls -s %s -n %ld -m %s %s %s", calls, nth, how,
                     TEST_PROGRAM, words);
    assert_true(n > 0 && (size_t)n < sizeof all);
    run(o, TEST_FAULT, all);
    if (o->status == PROGRAM_CANNOT_FAIL)
        rig_skip();
    char *count FREED_BY(mem_free) = read_back(".calls");
    return strtol(count, NULL, 10);
}

pid_t program_start(const char *words, const char *out)
{
    char *argv[PROGRAM_WORDS];
    split(TEST_PROGRAM, words, argv);
    pid_t child = start(TEST_PROGRAM, argv, out, "/dev/null", true);
    for (int i = 0; argv[i]; i++)
        mem_free(argv[i]);
    return child;
}

/* What the child shows, to the end of it; the signal is sent once. The last of it is returned. */
static char *watch(int terminal, pid_t child, const char *shown, int signal_number)
{
    char text[4096] = "";
    size_t n = 0;
    bool sent = false;
    regex_t wanted;
    assert_int_equal(regcomp(&wanted, shown, REG_EXTENDED | REG_NOSUB), 0);
    for (ssize_t more; (more = read(terminal, text + n, sizeof text - 1 - n)) > 0;) {
        n += (size_t)more;
        text[n] = 0;
        if (!sent && regexec(&wanted, text, 0, NULL, 0) == 0) {
            sent = true;
            assert_int_equal(kill(child, signal_number), 0);
        }
        if (n > sizeof text / 2) { /* keep an end in which `shown` may have begun */
            memmove(text, text + n / 2, n - n / 2);
            n -= n / 2;
            text[n] = 0;
        }
    }
    regfree(&wanted);
    if (!sent)
        fail_msg("the program never showed '%s'", shown);
    return mem_strdup(text);
}

pid_t program_child(pid_t process)
{
    char path[64];
    long child = 0;
    snprintf(path, sizeof path, "/proc/%ld/task/%ld/children", (long)process, (long)process);
    for (int tries = 0; tries < 1000 && child == 0; tries++) {
        const struct timespec pause = {.tv_nsec = 5000000};
        FILE *f = fopen(path, "r");
        char text[32] = "";
        if (f && fgets(text, sizeof text, f))
            child = strtol(text, NULL, 10);
        if (f)
            fclose(f);
        nanosleep(&pause, NULL);
    }
    assert_true(child > 0);
    return (pid_t)child;
}

void program_interrupt(struct outcome *o, const char *words, const char *shown, int signal_number)
{
    char *argv[PROGRAM_WORDS];
    split(TEST_PROGRAM, words, argv);
    int terminal = posix_openpt(O_RDWR | O_NOCTTY);
    assert_true(terminal >= 0 && grantpt(terminal) == 0 && unlockpt(terminal) == 0);
    pid_t child = start(TEST_PROGRAM, argv, ".stdout", ptsname(terminal), false);
    o->err = watch(terminal, child, shown, signal_number);
    close(terminal);
    o->status = wait_for(child);
    o->out = read_back(".stdout");
    for (int i = 0; argv[i]; i++)
        mem_free(argv[i]);
}

void outcome_free(struct outcome *o)
{
    mem_free(o->out);
    mem_free(o->err);
    *o = (struct outcome){0};
}

static bool is_one_line(const char *text)
{
    const char *end = strchr(text, '\n');
    return end && !end[1];
}

void program_refuses(const char *words, int status, const char *said)
{
    struct outcome o;
    program_run(&o, words);
    if (o.status != status || o.out[0] || strncmp(o.err, "diorama: ", 9) != 0 ||
        !is_one_line(o.err) || !strstr(o.err, said))
        fail_msg("diorama %s\nexit status %d, expected %d and '%s'\nstdout: %s\nstderr: %s", words,
                 o.status, status, said, o.out, o.err);
    outcome_free(&o);
}

void program_does(const char *words)
{
    struct outcome o;
    program_run(&o, words);
    if (o.status != 0 || !o.out[0])
        fail_msg("diorama %s\nexit status %d, expected 0\nstdout: %s\nstderr: %s", words, o.status,
                 o.out, o.err);
    outcome_free(&o);
}
