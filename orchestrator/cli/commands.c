#include "common/file.h"
#include "orchestrator/cli/command.h"

const struct command commands[] = {
#define COMMAND(bit, function, operand, needed, summary)                                           \
    {{#function, COMMAND_##bit, operand, needed, summary}, command_##function},
#include "orchestrator/settings/commands.def"
    {{NULL, 0, NULL, false, NULL}, NULL},
};

static enum st_code print_list(const struct command_context *c, struct json_writer *w,
                               json_t *document, const struct listing_column *columns,
                               size_t n_columns, struct status *st)
{
    if (c->settings->output.json)
        return json_writer_finish(w, json_incref(document), c->out, st);
    listing_print(json_object_get(document, c->line->name), columns, n_columns, c->out);
    return w->failed ? status_no_memory(st, "list") : ST_OK;
}

enum st_code command_list(const struct command_context *c, const struct listing_column *columns,
                          size_t n_columns, char **names, size_t n, command_item *item,
                          struct status *st)
{
    struct json_writer w = {0};
    json_t *document = json_writer_document(&w, c->line->name),
           *list = json_put_array(&w, document, c->line->name);
    enum st_code code = ST_OK;
    for (size_t i = 0; i < n && code == ST_OK; i++)
        code = item(names[i], &w, json_append_object(&w, list), st);
    file_free_list(names, n);
    if (code == ST_OK)
        code = print_list(c, &w, document, columns, n_columns, st);
    json_decref(document);
    return code;
}
