#include "orchestrator/settings/options_json.h"

static json_t *number_json(const struct option_row *row, const void *field)
{
    const double real = row->type == OPTION_UINT || row->type == OPTION_AUTO_UINT
                            ? *(const uint32_t *)field
                            : *(const double *)field;
    bool automatic = row->type == OPTION_AUTO_UINT || row->type == OPTION_AUTO_REAL;
    if (automatic && real == 0)
        return json_string("auto");
    if (row->type == OPTION_REAL && !row->initial && real == 0)
        return json_null(); /* the option was not given */
    return row->type == OPTION_UINT || row->type == OPTION_AUTO_UINT
               ? json_integer((json_int_t)real)
               : json_real(real);
}

/* Puts an option. Where it is "auto", the value that was chosen is elsewhere in the document. */
static void record(struct json_writer *w, json_t *object, const struct option_row *row,
                   const struct settings *settings)
{
    const void *field = (const char *)settings + row->offset;
    char text[OPTION_VALUE_TEXT];
    switch (row->type) {
    case OPTION_UINT:
    case OPTION_AUTO_UINT:
    case OPTION_REAL:
    case OPTION_AUTO_REAL:
    case OPTION_SHARE:
        json_put(w, object, row->name, number_json(row, field));
        return;
    case OPTION_UINT64:
        json_put_count(w, object, row->name, *(const uint64_t *)field);
        return;
    case OPTION_FLAG:
        json_put(w, object, row->name, json_boolean(*(const bool *)field));
        return;
    case OPTION_TEXT:
        json_put_text(w, object, row->name, *(const char *const *)field);
        return;
    case OPTION_SOME_UINT:
    case OPTION_CHOICE:
    case OPTION_BLOCK:
    case OPTION_TARGET:
    case OPTION_POINT:
        options_value(row, settings, text, sizeof text);
        json_put_text(w, object, row->name, text[0] ? text : NULL);
        return;
    }
}

json_t *options_recorded(struct json_writer *w, uint32_t command, const struct settings *settings)
{
    json_t *all = json_writer_object(w);
    for (const struct option_row *row = option_rows; row < option_rows + n_option_rows; row++)
        if ((row->commands & (command | COMMAND_INSIDE)) && (row->flags & OPTION_RECORDED) &&
            (!(row->flags & OPTION_IN_EFFECT) || row->effective(settings)))
            record(w, all, row, settings);
    return all;
}

json_t *options_inputs(struct json_writer *w, uint32_t command, const struct settings *settings)
{
    char text[OPTION_VALUE_TEXT];
    json_t *all = json_writer_object(w);
    for (const struct option_row *row = option_rows; row < option_rows + n_option_rows; row++) {
        if (!(row->commands & command) || !(row->flags & OPTION_CHANGES) ||
            (row->flags & OPTION_CONTENT))
            continue;
        options_value(row, settings, text, sizeof text);
        json_put_text(w, all, row->name, text);
    }
    return all;
}
