#include "common/colour.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static bool has_colours(FILE *out)
{
    const char *none = getenv("NO_COLOR"), *terminal = getenv("TERM");
    int file = fileno(out);
    return !(none && none[0]) && terminal && strcmp(terminal, "dumb") != 0 && file >= 0 &&
           isatty(file);
}

const char *colour_begin(FILE *out, enum colour colour)
{
    static const char *const sequences[] = {
        [COLOUR_ERROR] = "\033[1;31m", [COLOUR_WARNING] = "\033[33m", [COLOUR_HEADING] = "\033[1m"};
    return has_colours(out) ? sequences[colour] : "";
}

const char *colour_end(FILE *out)
{
    return has_colours(out) ? "\033[0m" : "";
}
