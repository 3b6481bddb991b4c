/* Study files: what is accepted has points whose settings hold, and a definition that is JSON. */
#include "tests/fuzz/fuzz.h"

#include "common/memory.h"
#include "orchestrator/settings/options.h"
#include "orchestrator/study/study.h"

#include <string.h>

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
