/* JSON that a file of results holds: the first line is a study's definition, the second the
 * settings of its point, and the rest the document of a result. */
#include "tests/fuzz/fuzz.h"
#include "tests/fuzz/mutate_text.h"

#include "common/memory.h"
#include "orchestrator/compare/correlate.h"
#include "orchestrator/study/table.h"
#include "orchestrator/workload/profile_json.h"

#include <stdlib.h>
#include <string.h>

FUZZ_WORDS("\"axes\":[\"scene\"]", "\"reference\":true", "\"figures\":[]", "\"tables\":[]",
           "\"metrics\":{}", "\"cycles\":{\"value\":1,\"low\":0,\"high\":2}",
           "\"ipc\":{\"value\":1}", "\"exact\":true", "\"frame_time_ms\":1", "\"time_ms\":1",
           "\"percent\":50", "\"sample\":\"windows\"", "\"evidence\":{\"fills\":1}",
           "\"repeats\":{\"runs\":[1,2],\"deviation\":{\"cycles\":1}}",
           "\"cost\":{\"simulate_cpu_s\":1}", "\"counters\":{\"gpu\":{\"cycles\":1}}", "null", "{}",
           "[]", "1e308", "-1", ",")

static char *text_of(const char *text)
{
    return (char *)(uintptr_t)text;
}

static enum st_code put(struct store *s, char *const lines[3], struct status *st)
{
    struct store_point point = {"key", "key", "scene", lines[1]};
    const struct store_study study = {text_of("study"), text_of("Study"), lines[0], &point, 1};
    const struct store_result result = {
        "key", text_of("predict"), text_of("{}"), STORE_DONE, NULL, lines[2], 0};
    TRY(store_put_study(s, &study, st));
    return store_put(s, &result, st);
}

static enum st_code read_table(const struct store *s, struct status *st)
{
    struct study_table table;
    char *out = NULL;
    size_t n;
    TRY(study_table_load(&table, s, "study", st));
    FUZZ_CHECK(table.n == 1);
    enum st_code code = table.rows[0].state == STORE_DONE
                            ? ST_OK
                            : status_fail(st, ST_FAILED, "%s", table.rows[0].reason);
    for (int json = 0; json < 2; json++) {
        FILE *f = open_memstream(&out, &n);
        struct status why;
        FUZZ_CHECK(f && study_table_write(&table, json, f, &why) == ST_OK);
        fclose(f);
        free(out);
    }
    char described[64];
    study_table_describe(&table, &table.rows[0], described, sizeof described);
    FUZZ_CHECK(strlen(described) < sizeof described);
    study_table_free(&table);
    return code;
}

/* The other readers of documents, which take a part. */
static void read_otherwise(const char *document)
{
    struct settings settings = {0};
    double each[1][RUN_VALUES];
    struct roofline_profile profile;
    bool whole;
    struct correlation_row row = {.scene = text_of("lonely"), .runs = &settings, .each = each};
    for (int how = 0; how < 3; how++) {
        row.predicted = how == 1;
        row.by_model = how == 2;
        correlate_take_document(&row, 0, document, &whole, &row.st);
    }
    json_t *read = json_loads(document, 0, NULL);
    roofline_profile_read(&profile, read);
    json_decref(read);
}

enum st_code fuzz_one(const uint8_t *bytes, size_t n, struct status *st)
{
    static struct store *store; /* for all inputs, as making its tables takes most of the time */
    char empty[] = "", *text = mem_calloc(n + 1, 1), *lines[3] = {empty, empty, empty};
    if (!text)
        return status_no_memory(st, "fuzz");
    if (n > 0)
        memcpy(text, bytes, n);
    char *at = text;
    for (int i = 0; i < 3 && at; i++) {
        lines[i] = at;
        at = i < 2 ? strchr(at, '\n') : NULL;
        if (at)
            *at++ = 0;
    }
    enum st_code code = store ? ST_OK : store_open(&store, NULL, STORE_WRITE, st);
    if (code == ST_OK)
        code = put(store, lines, st);
    if (code == ST_OK)
        code = read_table(store, st);
    read_otherwise(lines[2]);
    mem_free(text);
    return code;
}
