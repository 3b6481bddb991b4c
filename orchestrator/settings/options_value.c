/* Writes values as texts that options_set reads back. */
#include "orchestrator/settings/options.h"

#include "sim/timing/counters/metrics.h"

#include <stdlib.h>
#include <string.h>

/* Writes a number with as few digits as keep its value. */
static void real_text(double real, char *text, size_t n)
{
    snprintf(text, n, "%.15g", real);
    if (strtod(text, NULL) != real)
        snprintf(text, n, "%.17g", real);
}

static void whole_text(const struct option_row *row, uint32_t whole, char *text, size_t n)
{
    if (row->type != OPTION_UINT && !whole)
        snprintf(text, n, "auto");
    else if (row->type == OPTION_SOME_UINT && whole == OPTION_ALL)
        snprintf(text, n, "all");
    else if (whole || row->min == 0) /* where 0 is out of range, it means not given */
        snprintf(text, n, "%u", whole);
}

static void target_text(const struct target_error *target, char *text, size_t n)
{
    if (target->error == 0)
        return;
    real_text(target->error, text, n);
    size_t used = strlen(text);
    snprintf(text + used, n - used, ":%s", metrics[target->metric].name);
}

static void point_text(const struct option_point *point, char *text, size_t n)
{
    for (size_t i = 0; i < 3 && point->given; i++) {
        size_t used = strlen(text);
        snprintf(text + used, n - used, "%s", i ? "," : "");
        used = strlen(text);
        real_text(point->at[i], text + used, n - used);
    }
}

void options_value(const struct option_row *row, const struct settings *settings, char *text,
                   size_t n)
{
    const void *field = (const char *)settings + row->offset;
    const uint32_t *whole = field;
    const struct block_size *block;
    const char *words;
    text[0] = 0;
    switch (row->type) {
    case OPTION_FLAG:
        snprintf(text, n, *(const bool *)field ? "true" : "false");
        return;
    case OPTION_UINT:
    case OPTION_AUTO_UINT:
    case OPTION_SOME_UINT:
        whole_text(row, *whole, text, n);
        return;
    case OPTION_UINT64:
        snprintf(text, n, "%llu", (unsigned long long)*(const uint64_t *)field);
        return;
    case OPTION_REAL:
    case OPTION_AUTO_REAL:
    case OPTION_SHARE:
        if (row->type == OPTION_AUTO_REAL && *(const double *)field == 0)
            snprintf(text, n, "auto");
        else if (row->type == OPTION_REAL && !row->initial && *(const double *)field == 0)
            snprintf(text, n, "%s", ""); /* the option was not given */
        else
            real_text(*(const double *)field, text, n);
        return;
    case OPTION_CHOICE:
        snprintf(text, n, "%s", row->choices[*whole]);
        return;
    case OPTION_BLOCK:
        block = field;
        snprintf(text, n, "%ux%u", block->width, block->height);
        return;
    case OPTION_TARGET:
        target_text(field, text, n);
        return;
    case OPTION_POINT:
        point_text(field, text, n);
        return;
    case OPTION_TEXT:
        words = *(const char *const *)field;
        snprintf(text, n, "%s", words ? words : "");
        return;
    }
}
