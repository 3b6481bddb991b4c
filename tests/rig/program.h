/* program.h -- runs the program as a user does: its own process, arguments, exit status, output. */
#pragma once

#include <stddef.h>
#include <sys/types.h>

struct outcome {
    int status;      /* exit status; 128 + n where signal n ended it */
    char *out, *err; /* zero-terminated */
};

enum { PROGRAM_WORDS = 40 };

/* Runs TEST_PROGRAM with words separated by single spaces; no shell. "@" in front of a word stands
 * for the folder that program_enter made. A last word that begins with ">" names the file that
 * standard output goes to; `out` is then empty. */
void program_run(struct outcome *o, const char *words);
void outcome_free(struct outcome *o);

/* The same, with the n-th system call of those kinds failing as tests/faults/fault.c says; n = 0:
 * none. Returns the number of such calls. Skips where the kernel does not hold calls. */
enum { PROGRAM_CANNOT_FAIL = 125 };
long program_fail(struct outcome *o, const char *calls, long nth, const char *how,
                  const char *words);

/* Starts it in a process group of its own and does not wait; standard output goes to the file
 * `out`, standard error nowhere. The caller waits. */
pid_t program_start(const char *words, const char *out);
pid_t program_child(pid_t process); /* the first process that it starts; waits for that */

/* As program_run with standard error on a terminal, so that progress is shown; sends the signal as
 * soon as `shown`, an extended regular expression, has appeared there. `err` is the end of what was
 * shown. */
void program_interrupt(struct outcome *o, const char *words, const char *shown, int signal_number);

/* Makes a fresh folder for the tests' files and goes into it; two threads at most from now on. For
 * cmocka's group setup and teardown. */
int program_enter(void **state);
int program_leave(void **state);
const char *program_folder(void);

/* Puts a file there. */
void program_write(const char *name, const void *bytes, size_t n);
void program_write_text(const char *name, const char *text);

/* Files in the folder whose names begin so: to see that nothing was left behind. */
size_t program_count(const char *beginning);

/* Runs and asserts: the exit status, nothing on standard output, exactly one line on standard
 * error that begins with "diorama: " and contains `said`. */
void program_refuses(const char *words, int status, const char *said);
/* Runs and asserts exit status 0 and something on standard output. */
void program_does(const char *words);
