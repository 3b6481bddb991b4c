#include "common/status.h"

#include "common/memory.h"
#include "common/printable.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Some functions have their names in parentheses, because they are macros for analysers. */

/* Copies a text that may be too long, such as one with a very long argument. It then loses its
 * middle, as the correct form is at its end. */
static void shorten(struct status *st, const char *text, size_t n)
{
    static const char gap[] = " ... ";
    size_t end = sizeof st->text / 2, begin = sizeof st->text - end - sizeof gap;
    memcpy(st->text, text, begin);
    memcpy(st->text + begin, gap, sizeof gap - 1);
    memcpy(st->text + begin + sizeof gap - 1, text + n - end, end + 1);
}

/* Writes "file:line: " and the message; returns the full length, even if not all of it fits. */
static size_t __attribute__((format(printf, 5, 0)))
put(char *to, size_t room, const char *file, int line, const char *format, va_list args)
{
    int used = 0;
    if (file)
        used =
            line > 0 ? snprintf(to, room, "%s:%d: ", file, line) : snprintf(to, room, "%s: ", file);
    size_t at = used > 0 ? (size_t)used : 0;
    int more =
        at < room ? vsnprintf(to + at, room - at, format, args) : vsnprintf(NULL, 0, format, args);
    return at + (more > 0 ? (size_t)more : 0);
}

static enum st_code __attribute__((format(printf, 5, 0)))
fail_v(struct status *st, enum st_code code, const char *file, int line, const char *format,
       va_list args)
{
    va_list again;
    va_copy(again, args);
    size_t n = put(st->text, sizeof st->text, file, line, format, args);
    char *text = n < sizeof st->text ? NULL : mem_calloc(n + 1, 1);
    if (text) {
        put(text, n + 1, file, line, format, again);
        shorten(st, text, n);
        mem_free(text);
    }
    va_end(again);
    printable_clean(st->text);
    st->code = code;
    return code;
}

enum st_code(status_fail)(struct status *st, enum st_code code, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    fail_v(st, code, NULL, 0, format, args);
    va_end(args);
    return code;
}

enum st_code(status_fail_at)(struct status *st, enum st_code code, const char *file, int line,
                             const char *format, ...)
{
    va_list args;
    va_start(args, format);
    fail_v(st, code, file, line, format, args);
    va_end(args);
    return code;
}

enum st_code(status_no_memory)(struct status *st, const char *what)
{
    return status_fail(st, ST_NOMEM, "%s: out of memory", what);
}

int status_exit(enum st_code code)
{
    return code == ST_OK ? 0 : code == ST_USAGE ? 2 : code == ST_PARTIAL ? 3 : 1;
}

void status_bug(const char *file, int line, const char *format, ...)
{
    va_list args;
    fprintf(stderr, "diorama: internal error at %s:%d: ", file, line);
    va_start(args, format);
    vfprintf(stderr, format, args);
    va_end(args);
    fputc('\n', stderr);
    abort();
}
