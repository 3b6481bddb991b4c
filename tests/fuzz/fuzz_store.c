/* Files of results: one that can be opened is read whole, as `report` and `sweep --status` do, and
 * merged into a new file, as `merge` does. */
#include "tests/fuzz/fuzz.h"

#include "common/file.h"
#include "common/memory.h"
#include "orchestrator/study/merge.h"
#include "orchestrator/study/table.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static enum st_code see_key(void *context, const char *key, enum store_state state,
                            struct status *st)
{
    const struct store *store = context;
    struct store_picture picture;
    enum store_state look;
    FUZZ_CHECK(strlen(key) < HASH_TEXT && state <= STORE_FAILED);
    for (int kind = 0; kind < STORE_PICTURES; kind++) {
        TRY(store_find_picture(store, key, (enum store_picture_kind)kind, &picture, st));
        FUZZ_CHECK(!picture.n || (picture.png && picture.caption));
        store_picture_free(&picture);
    }
    return store_look(store, key, &look, st);
}

static void see_reason(void *context, const char *reason)
{
    (void)context;
    FUZZ_CHECK(reason != NULL);
}

static enum st_code read_table(const struct store *store, const char *name, struct status *st)
{
    struct study_table table;
    char *text = NULL;
    size_t n;
    TRY(study_table_load(&table, store, name, st));
    FILE *out = open_memstream(&text, &n);
    FUZZ_CHECK(out && study_table_write(&table, true, out, st) == ST_OK);
    fclose(out);
    free(text);
    study_table_free(&table);
    return ST_OK;
}

static enum st_code read_all(const struct store *store, struct status *st)
{
    uint64_t done, failed;
    char **names;
    size_t n;
    TRY(store_list(store, &names, &n, st));
    enum st_code code = ST_OK;
    for (size_t i = 0; i < n && code == ST_OK; i++)
        code = read_table(store, names[i], st);
    file_free_list(names, n);
    TRY(code);
    TRY(store_each_key(store, see_key, (void *)(uintptr_t)store, st));
    return store_tally(store, &done, &failed, see_reason, NULL, st);
}

/* Whether the merge of one file fails or not is not judged, but for its message. */
static void merge(char *path)
{
    struct status st = {0};
    struct merge_file file = {.path = path};
    struct merge_end end;
    char *whole = fuzz_file(NULL, 0, ".db");
    FUZZ_CHECK(whole && unlink(whole) == 0);
    enum st_code code = merge_files(whole, &file, 1, &end, &st);
    FUZZ_CHECK((code == ST_OK) == (st.text[0] == 0) && !strchr(st.text, '\n'));
    FUZZ_CHECK((code == ST_OK) == file_exists(whole));
    FUZZ_CHECK(!strstr(st.text, ".diorama.")); /* the file that is given, not the new one */
    fuzz_file_remove(whole);
}

enum st_code fuzz_one(const uint8_t *bytes, size_t n, struct status *st)
{
    struct store *store;
    char *path = fuzz_file(bytes, n, ".db");
    if (!path)
        return status_fail(st, ST_FAILED, "fuzz: no room for a file; free some");
    enum st_code code = store_open(&store, path, STORE_READ, st);
    if (code == ST_OK)
        store_close(store);
    FUZZ_CHECK((code == ST_OK) == (st->text[0] == 0) && !strchr(st->text, '\n'));
    *st = (struct status){0};
    code = store_open(&store, path, STORE_LOOK, st);
    if (code == ST_OK) {
        code = read_all(store, st);
        store_close(store);
        merge(path);
    }
    fuzz_file_remove(path);
    return code;
}
