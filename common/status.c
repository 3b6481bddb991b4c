#include "common/status.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The names of functions that are macros to analysers stand in parentheses. */

static void make_one_line(char *text)
{
    for (; *text; text++)
        if ((unsigned char)*text < 0x20 || *text == 0x7f)
            *text = '?';
}

static enum st_code __attribute__((format(printf, 4, 0)))
fail_v(struct status *st, enum st_code code, size_t used, const char *format, va_list args)
{
    if (used < sizeof st->text)
        vsnprintf(st->text + used, sizeof st->text - used, format, args);
    make_one_line(st->text);
    st->code = code;
    return code;
}

enum st_code(status_fail)(struct status *st, enum st_code code, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    fail_v(st, code, 0, format, args);
    va_end(args);
    return code;
}

enum st_code(status_fail_at)(struct status *st, enum st_code code, const char *file, int line,
                             const char *format, ...)
{
    int used = line > 0 ? snprintf(st->text, sizeof st->text, "%s:%d: ", file, line)
                        : snprintf(st->text, sizeof st->text, "%s: ", file);
    va_list args;
    va_start(args, format);
    fail_v(st, code, used < 0 ? 0 : (size_t)used, format, args);
    va_end(args);
    return code;
}

enum st_code(status_no_memory)(struct status *st, const char *what)
{
    return status_fail(st, ST_NOMEM, "%s: out of memory", what);
}

int status_exit(enum st_code code)
{
    return code == ST_OK ? 0 : code == ST_USAGE ? 2 : 1;
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
