/* status.h -- reports failures of functions.
 *
 * There are three kinds of trouble, with three answers:
 *   a bug of Diorama               BUG() prints and aborts; no input must lead to it
 *   a fault of the user or a file  enum st_code + struct status: one line for a person
 *   a busy component               a bool (back-pressure is not an error)
 *
 * A function that can fail returns enum st_code and takes `struct status *st` last. On ST_OK it
 * leaves *st alone; on failure it has written *st exactly once and holds nothing. */
#pragma once

#include <stdarg.h>
#include <stdbool.h>

enum st_code {
    ST_OK = 0,
    ST_FAILED,  /* the work failed: a file, a scene, a deadlock; exit status 1 */
    ST_USAGE,   /* the command line or a configuration is wrong; exit status 2 */
    ST_NOMEM,   /* an allocation failed; exit status 1                         */
    ST_PARTIAL, /* a signal ended the work, and the partial results are shown; exit status 3 */
};

enum { STATUS_TEXT = 512 };

struct status {
    enum st_code code;
    char text[STATUS_TEXT]; /* "file:line: the error; the correct form", no newline */
};

#if defined(__GNUC__)
#define COMMON_PRINTF(text, first) __attribute__((format(printf, text, first)))
/* Marks calls that fail, which are rare: compilers move paths to them out of the hot code. */
#define COMMON_COLD           __attribute__((cold))
#define COMMON_UNLIKELY(what) __builtin_expect(what, 0)
#else
#define COMMON_PRINTF(text, first)
#define COMMON_COLD
#define COMMON_UNLIKELY(what) (what)
#endif

/* Writes the message and returns `code`, so that callers can `return status_fail(...)`. Control
 * characters in the text are replaced by '?', so that a message stays one line; a text that is too
 * long loses its middle. */
enum st_code status_fail(struct status *st, enum st_code code, const char *format, ...)
    COMMON_PRINTF(3, 4) COMMON_COLD;

/* Writes the message with "file:line: " before it, or "file: " if line is 0. */
enum st_code status_fail_at(struct status *st, enum st_code code, const char *file, int line,
                            const char *format, ...) COMMON_PRINTF(5, 6) COMMON_COLD;

/* Fails with ST_NOMEM and "<what>: out of memory". */
enum st_code status_no_memory(struct status *st, const char *what) COMMON_COLD;

/* Returns the exit status of the program for a code, 0 to 3. */
int status_exit(enum st_code code);

/* Calls a function that can fail, and returns its failure to the caller. */
#define TRY(call)                                                                                  \
    do {                                                                                           \
        enum st_code try_code_ = (call);                                                           \
        if (COMMON_UNLIKELY(try_code_ != ST_OK))                                                   \
            return try_code_;                                                                      \
    } while (0)

#ifdef __clang_analyzer__
/* Analysers read one source file at a time; these definitions tell them what functions return. */
static inline enum st_code status_known(enum st_code written, enum st_code code)
{
    (void)written;
    return code;
}
#define status_fail(st, code, ...)    status_known((status_fail)(st, code, __VA_ARGS__), code)
#define status_fail_at(st, code, ...) status_known((status_fail_at)(st, code, __VA_ARGS__), code)
#define status_no_memory(st, what)    status_known((status_no_memory)(st, what), ST_NOMEM)
#endif

/* Aborts: the program is in a state to which no input can lead. */
#define BUG(...) status_bug(__FILE__, __LINE__, __VA_ARGS__)
void status_bug(const char *file, int line, const char *format, ...) COMMON_PRINTF(3, 4) COMMON_COLD
    __attribute__((noreturn));
