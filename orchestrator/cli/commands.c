#include "common/colour.h"
#include "common/file.h"
#include "orchestrator/cli/command.h"

const struct command commands[] = {
#define COMMAND(bit, function, operand, needed, summary)                                           \
    {{#function, COMMAND_##bit, operand, needed, summary}, command_##function},
#include "orchestrator/settings/commands.def"
    {{NULL, 0, NULL, false, NULL}, NULL},
};

enum st_code command_list(const struct command_context *c, const char *head, char **names, size_t n,
                          command_item *item, struct status *st)
{
    struct json_writer w = {0};
    json_t *document = json_writer_document(&w, c->line->name), *list = json_writer_array(&w);
    bool json = c->settings->output.json;
    enum st_code code = ST_OK;
    if (!json)
        fprintf(c->out, "%s%s%s", colour_begin(c->out, COLOUR_HEADING), head, colour_end(c->out));
    for (size_t i = 0; i < n && code == ST_OK; i++) {
        json_t *one = json ? json_writer_object(&w) : NULL;
        code = item(c, names[i], &w, one, st);
        if (json)
            json_append(&w, list, one);
    }
    file_free_list(names, n);
    json_put(&w, document, c->line->name, list);
    if (code == ST_OK && json)
        return json_writer_finish(&w, document, c->out, st);
    json_decref(document);
    return code;
}
