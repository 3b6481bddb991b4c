#include "common/colour.h"

#include "common/printable.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static bool has_colours(FILE *out)
{
    const char *none = getenv("NO_COLOR"), *terminal = getenv("TERM");
    int file = printable_descriptor(out);
    return !(none && none[0]) && terminal && strcmp(terminal, "dumb") != 0 && file >= 0 &&
           isatty(file);
}

static const char *const sequences[] = {
    [COLOUR_ERROR] = "\033[1;31m", [COLOUR_WARNING] = "\033[33m", [COLOUR_HEADING] = "\033[1m"};
static const char end[] = "\033[0m";

const char *colour_begin(FILE *out, enum colour colour)
{
    return has_colours(out) ? sequences[colour] : "";
}

const char *colour_end(FILE *out)
{
    return has_colours(out) ? end : "";
}

static size_t begins(const char *text, size_t n, const char *sequence)
{
    size_t length = strlen(sequence);
    return n >= length && memcmp(text, sequence, length) == 0 ? length : 0;
}

size_t colour_length(const char *text, size_t n)
{
    size_t length = begins(text, n, end);
    for (size_t i = 0; !length && i < sizeof sequences / sizeof *sequences; i++)
        length = begins(text, n, sequences[i]);
    return length;
}
