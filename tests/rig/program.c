#include "tests/rig/program.h"

#include "common/file.h"
#include "common/memory.h"
#include "tests/rig/rig.h"

#include <dirent.h>
#include <fcntl.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
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

/* Cuts the words apart in place; "@x" becomes "<folder>/x". The result is to be freed one by one.
 */
static int split(const char *words, char *argv[PROGRAM_WORDS])
{
    int n = 0;
    argv[n++] = mem_strdup(TEST_PROGRAM);
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
    struct status st = {0};
    unsigned char *bytes;
    size_t n;
    assert_ok(file_read(path, &bytes, &n, &st));
    remove(path);
    return (char *)bytes;
}

static int spawn(char *const *argv, const char *out)
{
    posix_spawn_file_actions_t actions;
    pid_t child;
    int status;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0);
    posix_spawn_file_actions_addopen(&actions, 1, out, O_WRONLY | O_CREAT | O_TRUNC, 0666);
    posix_spawn_file_actions_addopen(&actions, 2, ".stderr", O_WRONLY | O_CREAT | O_TRUNC, 0666);
    assert_int_equal(posix_spawn(&child, TEST_PROGRAM, &actions, NULL, argv, environ), 0);
    posix_spawn_file_actions_destroy(&actions);
    assert_int_equal(waitpid(child, &status, 0), child);
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

void program_run(struct outcome *o, const char *words)
{
    char *argv[PROGRAM_WORDS];
    int n = split(words, argv);
    char *redirect = argv[n - 1][0] == '>' ? argv[n - 1] : NULL;
    if (redirect)
        argv[n - 1] = NULL;
    o->status = spawn(argv, redirect ? redirect + 1 : ".stdout");
    o->out = redirect ? mem_strdup("") : read_back(".stdout");
    o->err = read_back(".stderr");
    mem_free(redirect);
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
