#include "orchestrator/report/axis.h"

#include "common/number.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

bool axis_find(const struct study_table *t, const char *name, int *axis)
{
    if (!name)
        *axis = AXIS_NONE;
    else if (strcmp(name, "metric") == 0)
        *axis = AXIS_METRIC;
    else
        *axis = study_table_axis(t, name);
    return !name || *axis != AXIS_NONE;
}

double axis_number(const char *value)
{
    double number = NAN;
    (void)number_read(value, strlen(value), &number);
    return number;
}

bool axis_equal(const json_t *wanted, const char *value)
{
    const char *text = json_string_value(wanted);
    if (text && strcmp(text, value) == 0)
        return true;
    if (!text && !json_is_number(wanted))
        return false;
    /* NAN, for texts that are no numbers, equals nothing. */
    return axis_number(value) == (text ? axis_number(text) : json_number_value(wanted));
}

static bool passes(const json_t *wanted, const char *value)
{
    if (!json_is_array(wanted))
        return axis_equal(wanted, value);
    for (size_t i = 0; i < json_array_size(wanted); i++)
        if (axis_equal(json_array_get(wanted, i), value))
            return true;
    return false;
}

bool axis_where(const struct study_table *t, const json_t *definition, size_t row)
{
    const char *name;
    json_t *wanted;
    json_object_foreach(json_object_get(definition, "where"), name, wanted)
    {
        int axis = study_table_axis(t, name);
        if (axis < 0 || !passes(wanted, t->rows[row].values[axis]))
            return false;
    }
    return true;
}

static const char *last_part(const char *text)
{
    const char *slash = strrchr(text, '/');
    return slash && slash[1] ? slash + 1 : text;
}

const char *labels_shown(const struct labels *l, uint32_t i)
{
    const char *own = last_part(l->texts[i]);
    for (uint32_t k = 0; own != l->texts[i] && k < l->n; k++)
        if (k != i && strcmp(last_part(l->texts[k]), own) == 0)
            return l->texts[i];
    return own;
}

static int by_number(const void *a, const void *b)
{
    double x = axis_number(*(const char *const *)a), y = axis_number(*(const char *const *)b);
    return (x > y) - (x < y);
}

bool labels_sort_numbers(struct labels *l)
{
    for (uint32_t i = 0; i < l->n; i++)
        if (isnan(axis_number(l->texts[i])))
            return true;
    if (!l->n)
        return true;
    qsort(l->texts, l->n, sizeof *l->texts, by_number);
    return labels_index(l);
}
