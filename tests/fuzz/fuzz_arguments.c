/* Command lines as far as they are read before anything runs: a word each line, first the
 * command's name. */
#include "tests/fuzz/mutate_text.h"

#include "common/memory.h"
#include "orchestrator/cli/command.h"
#include "orchestrator/figure/formula.h"
#include "sim/config/load/load.h"
#include "sim/workload/argument.h"

#include <string.h>

enum { MOST_WORDS = 64 };

const char *fuzz_word(uint32_t random)
{
    return option_rows[random % n_option_rows].name;
}

static const struct command_line *find_command(const char *name)
{
    for (const struct command *c = commands; c->run; c++)
        if (strcmp(c->line.name, name) == 0)
            return &c->line;
    return NULL;
}

/* Every option that has a value is written as text that sets it to the same one. */
static void write_and_set(const struct settings *settings)
{
    struct status st = {0};
    char text[OPTION_VALUE_TEXT], again[OPTION_VALUE_TEXT];
    for (size_t i = 0; i < n_option_rows; i++) {
        const struct option_row *row = &option_rows[i];
        struct settings set = *settings;
        options_value(row, settings, text, sizeof text);
        if (!text[0] || row->type == OPTION_TEXT || options_find(row->name) != row)
            continue;
        FUZZ_CHECK(options_set(&set, row->name, text, &st) == ST_OK);
        options_value(row, &set, again, sizeof again);
        FUZZ_CHECK(strcmp(text, again) == 0);
    }
}

/* Values that commands read when they run. */
static void read_values(const struct settings *settings)
{
    struct status st = {0};
    struct argument argument;
    struct gpu_config gpu;
    for (uint32_t i = 0; i < settings->command.n_given; i++) {
        const char *text = settings->command.given[i].value;
        if (argument_parse(&argument, text, 1, &st) == ST_OK)
            argument_release(&argument);
        formula_check(text, "fuzz", &st);
    }
    if (settings->render.gpu && strncmp(settings->render.gpu, "tiny", 4) == 0)
        gpu_config_load(&gpu, settings->render.gpu, &st);
}

enum st_code fuzz_one(const uint8_t *bytes, size_t n, struct status *st)
{
    struct settings settings = {0};
    char *words[MOST_WORDS], *text = mem_calloc(n + 1, 1), *at = text;
    int n_words = 0;
    if (!text)
        return status_no_memory(st, "fuzz");
    if (n > 0)
        memcpy(text, bytes, n);
    while (n_words < MOST_WORDS && at) {
        words[n_words++] = at;
        at = strchr(at, '\n');
        if (at)
            *at++ = 0;
    }
    const struct command_line *line = find_command(words[0]);
    enum st_code code = line ? options_parse(line, n_words - 1, words + 1, &settings, st)
                             : status_fail(st, ST_USAGE, "fuzz: no command");
    if (code == ST_OK)
        read_values(&settings);
    if (code == ST_OK)
        write_and_set(&settings);
    options_free_given(&settings);
    mem_free(text);
    return code;
}
