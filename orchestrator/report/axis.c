#include "orchestrator/report/axis.h"

#include "common/grow.h"
#include "common/memory.h"
#include "orchestrator/report/measure.h"

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

const char *axis_value(const struct study_table *t, int axis, size_t row, int metric)
{
    if (axis == AXIS_NONE)
        return "";
    return axis == AXIS_METRIC ? measure_short_names[metric] : t->rows[row].values[axis];
}

static bool read_number(const char *text, double *number)
{
    char *end;
    *number = strtod(text, &end);
    return end != text && !*end;
}

bool axis_equal(const json_t *wanted, const char *value)
{
    const char *text = json_string_value(wanted);
    double number, other = json_number_value(wanted);
    if (text && strcmp(text, value) == 0)
        return true;
    if (!read_number(value, &number))
        return false;
    return (text ? read_number(text, &other) : json_is_number(wanted)) && other == number;
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

bool labels_add(struct labels *l, const char *text, size_t *at)
{
    for (*at = 0; *at < l->n; (*at)++)
        if (strcmp(l->texts[*at], text) == 0)
            return true;
    if (!grow(&l->texts, l->n, &l->room, sizeof *l->texts))
        return false;
    l->texts[l->n++] = text;
    return true;
}

void labels_free(struct labels *l)
{
    mem_free(l->texts);
    *l = (struct labels){0};
}

static const char *last_part(const char *text)
{
    const char *slash = strrchr(text, '/');
    return slash && slash[1] ? slash + 1 : text;
}

const char *labels_shown(const struct labels *l, uint32_t i)
{
    const char *own = last_part(l->texts[i]);
    for (uint32_t k = 0; k < l->n; k++)
        if (k != i && strcmp(last_part(l->texts[k]), own) == 0)
            return l->texts[i];
    return own;
}

static bool is_number(const char *text)
{
    char *end;
    strtod(text, &end);
    return end != text && !*end;
}

static int by_number(const void *a, const void *b)
{
    double x = strtod(*(const char *const *)a, NULL), y = strtod(*(const char *const *)b, NULL);
    return (x > y) - (x < y);
}

void labels_sort_numbers(struct labels *l)
{
    for (uint32_t i = 0; i < l->n; i++)
        if (!is_number(l->texts[i]))
            return;
    if (l->n)
        qsort(l->texts, l->n, sizeof *l->texts, by_number);
}
