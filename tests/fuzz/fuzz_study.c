/* Study files: what is accepted has points whose settings hold, and a definition that is JSON. */
#include "tests/fuzz/fuzz.h"
#include "tests/fuzz/mutate_text.h"

#include "common/memory.h"
#include "orchestrator/settings/options.h"
#include "orchestrator/study/study.h"

#include <stdio.h>
#include <string.h>

/* A key of study files, or an option. */
const char *fuzz_word(uint32_t random)
{
    static const char *const keys[] = {
        "title = \"T\";",
        "reference = true;",
        "settings = {",
        "};",
        "grids = ( { percent = 10; } );",
        "figures = ( { name = \"f\"; kind = \"lines\"; x = \"percent\"; y = \"speedup\"; } );",
        "tables = ( { name = \"t\"; kind = \"mean\"; rows = \"metric\"; y = \"abs_error\"; } );",
        "where = { scene = \"a\"; };",
        "series = \"gpu\";",
        "spread = true;",
        "log_y = true;",
        "fit = \"power\";",
        "curve = \"2*x**-1\";",
        "curve_title = \"c\";",
        "kind = \"best\";",
        "choose = [\"block\", \"factor\"];",
        "over = \"seed\";",
        "columns = \"metric\";",
        "x = \"metric\";",
        "y = \"error.ipc\";",
        "paper = { name = \"Z\"; x = [10, 20]; y = (18, 9.5); };",
        "\"1:9:2\"",
        "(10, 20.5, \"auto\")"};
    static char line[128];
    const struct option_row *row = &option_rows[random / 2 % n_option_rows];
    if (random % 2)
        return keys[random / 2 % (sizeof keys / sizeof *keys)];
    if (row->choices)
        snprintf(line, sizeof line, "%s = \"%s\";", row->name, row->choices[0]);
    else
        snprintf(line, sizeof line, "%s = %.0f;", row->name, row->max);
    return line;
}

static void look_at(const struct study *s)
{
    struct status st = {0};
    char *definition;
    FUZZ_CHECK(s->title[0] && s->points.n > 0 && s->points.n <= GRID_MOST_POINTS);
    for (size_t i = 0; i < s->points.n; i++) {
        struct settings settings = s->points.points[i].settings, settled = settings;
        FUZZ_CHECK(settings.render.scene && settings.render.scene[0]);
        FUZZ_CHECK(options_settle(&settled, &st) == ST_OK);
        FUZZ_CHECK(memcmp(&settled, &settings, sizeof settings) == 0);
    }
    FUZZ_CHECK(study_definition(s, &definition, &st) == ST_OK);
    json_t *read = json_loads(definition, 0, NULL);
    FUZZ_CHECK(json_array_size(json_object_get(read, "axes")) == s->points.n_axes);
    json_decref(read);
    mem_free(definition);
}

static bool has_include(const uint8_t *bytes, size_t n)
{
    static const char word[] = "@include";
    for (size_t i = 0; i + sizeof word - 1 <= n; i++)
        if (memcmp(bytes + i, word, sizeof word - 1) == 0)
            return true;
    return false;
}

enum st_code fuzz_one(const uint8_t *bytes, size_t n, struct status *st)
{
    struct settings settings;
    struct study study;
    if (has_include(bytes, n)) /* other files are not part of the input */
        return status_fail(st, ST_USAGE, "includes a file; none is there");
    char *path = fuzz_file(bytes, n, ".study");
    if (!path)
        return status_no_memory(st, "fuzz");
    options_default(&settings);
    settings.command.study = path;
    enum st_code code = study_create(&study, &settings, st);
    if (code == ST_OK) {
        look_at(&study);
        study_free(&study);
    }
    fuzz_file_remove(path);
    return code;
}
