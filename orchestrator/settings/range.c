#include "orchestrator/settings/range.h"

#include "common/number.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Part of a step within which the last number counts as reached. */
#define MEETS 1e-9

enum { PARTS = 3 };

/* Splits numbers with colons between them and returns how many there are; 0 for any other text. */
static int split(const char *text, double part[PARTS])
{
    for (int n = 0; n < PARTS; n++) {
        size_t length = strcspn(text, ":");
        if (!number_read(text, length, &part[n]))
            return 0;
        if (!text[length])
            return n + 1;
        text += length + 1;
    }
    return 0;
}

static enum st_code check_range(const struct range *r, const char *name, const char *text,
                                struct status *st)
{
    if (!(r->step > 0))
        return status_fail(st, ST_USAGE, "%s is '%s'; the step of A:B:STEP must be above 0", name,
                           text);
    if (r->last < r->first)
        return status_fail(st, ST_USAGE, "%s is '%s'; B of A:B:STEP must not be below A", name,
                           text);
    if (!((r->last - r->first) / r->step < RANGE_MOST - 0.5))
        return status_fail(st, ST_USAGE, "%s is '%s'; A:B:STEP must be at most %d numbers", name,
                           text, RANGE_MOST);
    return ST_OK;
}

enum st_code range_read(struct range *out, const char *name, const char *text, struct status *st)
{
    double part[PARTS] = {0, 0, 1};
    int n = split(text, part);
    if (n == 0)
        return status_fail(st, ST_USAGE,
                           "%s is '%s'; it must be A:B:STEP, A:B or A, such as 0:60:4", name, text);
    struct range r = {part[0], n > 1 ? part[1] : part[0], part[2]};
    TRY(check_range(&r, name, text, st));
    *out = r;
    return ST_OK;
}

enum st_code range_read_whole(struct range *out, const char *name, const char *text, double least,
                              double most, struct status *st)
{
    struct range r;
    TRY(range_read(&r, name, text, st));
    if (r.first < least || r.last > most || floor(r.first) != r.first || floor(r.last) != r.last ||
        floor(r.step) != r.step)
        return status_fail(st, ST_USAGE,
                           "%s is '%s'; A, B and STEP must be whole numbers, A and B from %.0f to "
                           "%.0f",
                           name, text, least, most);
    *out = r;
    return ST_OK;
}

size_t range_count(const struct range *r)
{
    return (size_t)floor((r->last - r->first) / r->step + MEETS) + 1;
}

void range_text(const struct range *r, size_t i, char text[RANGE_TEXT])
{
    double value = r->first + (double)i * r->step;
    bool whole = floor(value) == value && fabs(value) < 0x1p53;
    snprintf(text, RANGE_TEXT, whole ? "%.0f" : "%.12g", value);
}

double range_at(const struct range *r, size_t i)
{
    char text[RANGE_TEXT];
    range_text(r, i, text);
    return strtod(text, NULL);
}
