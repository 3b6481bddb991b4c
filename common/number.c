#include "common/number.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

bool number_read(const char *text, size_t n, double *out)
{
    char copy[64], *end;
    if (n == 0 || n >= sizeof copy || strspn(text, "0123456789.eE+-") < n)
        return false;
    memcpy(copy, text, n);
    copy[n] = 0;
    double number = strtod(copy, &end);
    if (*end || !isfinite(number))
        return false;
    *out = number;
    return true;
}
