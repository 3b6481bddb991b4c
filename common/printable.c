#define _GNU_SOURCE /* for fopencookie */
#include "common/printable.h"

#include <errno.h>
#include <stdbool.h>
#include <string.h>
#include <unistd.h>

/* ---- characters ---- */

/* Returns the length of the UTF-8 character at `text`, which has n bytes; 0: it is none, or a
 * control character. Overlong forms of one byte begin with 0xc0 or 0xc1. */
static size_t length_of(const unsigned char *text, size_t n)
{
    unsigned char c = text[0];
    size_t length = c < 0x80 ? 1 : c < 0xc2 ? 0 : c < 0xe0 ? 2 : c < 0xf0 ? 3 : c < 0xf5 ? 4 : 0;
    if (c < 0x20 || c == 0x7f || length > n || (c == 0xc2 && text[1] < 0xa0))
        return 0;
    for (size_t i = 1; i < length; i++)
        if ((text[i] & 0xc0) != 0x80)
            return 0;
    return length;
}

void printable_clean(char *text)
{
    size_t n = strlen(text);
    for (size_t i = 0, length; i < n; i += length ? length : 1) {
        length = length_of((unsigned char *)text + i, n - i);
        if (!length)
            text[i] = '?';
    }
}

/* ---- streams ---- */

struct filter {
    FILE *stream;
    int descriptor;
    printable_allowed *sequence;
};

/* The program has two such streams, for standard output and standard error. */
enum { FILTERS = 2 };
static struct filter filters[FILTERS];

static size_t allowed(const struct filter *f, const char *text, size_t n)
{
    if (*text == '\n' || *text == '\t')
        return 1;
    size_t length = f->sequence && *text == '\033' ? f->sequence(text, n) : 0;
    return length ? length : length_of((const unsigned char *)text, n);
}

static bool write_all(int descriptor, const char *bytes, size_t n)
{
    while (n) {
        ssize_t written = write(descriptor, bytes, n);
        if (written < 0 && errno == EINTR)
            continue;
        if (written <= 0)
            return false;
        bytes += written;
        n -= (size_t)written;
    }
    return true;
}

static ssize_t write_filtered(void *cookie, const char *text, size_t n)
{
    enum { ROOM = 4096 };
    const struct filter *f = cookie;
    char clean[ROOM + 8];
    size_t used = 0;
    for (size_t i = 0; i < n;) {
        size_t length = allowed(f, text + i, n - i);
        if (length)
            memcpy(clean + used, text + i, length);
        else
            clean[used] = '?';
        used += length ? length : 1;
        i += length ? length : 1;
        if ((used >= ROOM || i == n) && !write_all(f->descriptor, clean, used))
            return 0; /* an error, as fopencookie(3) says */
        used = used >= ROOM ? 0 : used;
    }
    return (ssize_t)n;
}

FILE *printable_stream(FILE *to, printable_allowed *sequence)
{
    struct filter *f = filters;
    while (f < filters + FILTERS && f->stream)
        f++;
    if (f == filters + FILTERS)
        return to;
    f->descriptor = fileno(to);
    bool terminal = isatty(f->descriptor);
    f->sequence = terminal ? sequence : NULL;
    f->stream = fopencookie(f, "w", (cookie_io_functions_t){.write = write_filtered});
    if (!f->stream)
        return to;
    bool unbuffered = f->descriptor == STDERR_FILENO;
    setvbuf(f->stream, NULL, unbuffered ? _IONBF : terminal ? _IOLBF : _IOFBF, BUFSIZ);
    return f->stream;
}

int printable_descriptor(FILE *stream)
{
    for (int i = 0; i < FILTERS; i++)
        if (filters[i].stream == stream && stream)
            return filters[i].descriptor;
    return fileno(stream);
}
