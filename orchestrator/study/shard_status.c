#include "orchestrator/study/shard_status.h"

#include "common/auto.h"
#include "common/grow.h"

#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- one shard ---- */

struct sum {
    uint64_t done, failed, runs;
    bool known; /* whether a file of the shard could be read */
};

static void add_reason(void *context, const char *reason)
{
    struct shard_status *s = context;
    for (uint32_t i = 0; i < s->n_reasons; i++)
        if (strncmp(s->reasons[i], reason, sizeof s->reasons[i] - 1) == 0)
            return;
    if (s->n_reasons < SHARD_REASONS)
        snprintf(s->reasons[s->n_reasons++], sizeof s->reasons[0], "%s", reason);
}

static enum st_code read_file(struct sum *sum, struct shard_status *out, const char *path,
                              struct status *st)
{
    struct store *store;
    struct store_shard head = {.of = 0};
    uint64_t done, failed;
    TRY(store_open(&store, path, STORE_LOOK, st));
    enum st_code code = store_find_shard(store, NULL, &head, st);
    if (code == ST_OK)
        code = store_tally(store, &done, &failed, add_reason, out, st);
    store_close(store);
    TRY(code);
    snprintf(out->study, sizeof out->study, "%s", head.study);
    sum->known = true;
    sum->runs = head.runs;
    sum->done += done;
    sum->failed += failed;
    return ST_OK;
}

/* Adds the counts of a shard. A run that was tried again is in two files; the result in the later
 * file counts only where the earlier one failed, so the sum never exceeds the number of runs. */
static void add_up(struct shard_status *out, const struct sum *sum)
{
    uint64_t done = sum->done < sum->runs ? sum->done : sum->runs;
    uint64_t open = sum->runs - done;
    uint64_t failed = sum->failed < open ? sum->failed : open;
    out->done += done;
    out->failed += failed;
    out->begun_runs += sum->runs;
    out->begun++;
    out->finished += sum->known && done + failed == sum->runs;
}

enum st_code shard_status_read(struct shard_status *out, const char *folder, uint32_t of,
                               struct status *st)
{
    *out = (struct shard_status){.of = of};
    for (uint32_t i = 1; i <= of; i++) {
        const struct shard shard = {i, of};
        uint32_t attempts = shard_attempts(folder, shard);
        struct sum sum = {0};
        for (uint32_t k = 1; k <= attempts; k++) {
            struct status why;
            MEM_AUTO char *path = shard_file(folder, shard, k);
            if (!path)
                return status_no_memory(st, folder);
            out->damaged += read_file(&sum, out, path, &why) != ST_OK;
        }
        if (attempts)
            add_up(out, &sum);
    }
    return ST_OK;
}

/* ---- numbers of shards ---- */

static int by_size(const void *a, const void *b)
{
    uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    return (x > y) - (x < y);
}

enum st_code shard_status_counts(const char *folder, uint32_t **all, size_t *n, struct status *st)
{
    uint32_t used = 0, room = 0;
    DIR *entries = opendir(folder);
    *all = NULL;
    *n = 0;
    if (!entries && errno != ENOENT)
        return status_fail_at(st, ST_FAILED, folder, 0, "cannot be opened: %s", strerror(errno));
    for (struct dirent *e; entries && (e = readdir(entries)) != NULL;) {
        unsigned index, of, attempt;
        bool seen = false;
        if (sscanf(e->d_name, "%5u-of-%5u.%u.d", &index, &of, &attempt) != 3)
            continue;
        for (uint32_t i = 0; i < used; i++)
            seen = seen || (*all)[i] == of;
        if (seen)
            continue;
        if (!grow(all, used, &room, sizeof **all)) {
            closedir(entries);
            mem_free(*all);
            return status_no_memory(st, folder);
        }
        (*all)[used++] = of;
    }
    if (entries)
        closedir(entries);
    if (used)
        qsort(*all, used, sizeof **all, by_size);
    *n = used;
    return ST_OK;
}
