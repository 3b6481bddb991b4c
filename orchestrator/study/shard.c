#include "orchestrator/study/shard.h"

#include "common/file.h"
#include "common/memory.h"
#include "orchestrator/study/deal.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool read_whole(const char *text, const char **end, uint32_t *out)
{
    uint64_t value = 0;
    const char *at = text;
    for (; *at >= '0' && *at <= '9' && value <= UINT32_MAX; at++)
        value = 10 * value + (uint64_t)(*at - '0');
    *end = at;
    *out = (uint32_t)value;
    return at != text && value <= UINT32_MAX;
}

enum st_code shard_parse(struct shard *out, const char *text, struct status *st)
{
    const char *rest;
    bool good = read_whole(text, &rest, &out->index) && *rest == '/' &&
                read_whole(rest + 1, &rest, &out->of) && !*rest;
    if (good && out->index >= 1 && out->index <= out->of && out->of <= DEAL_MOST)
        return ST_OK;
    return status_fail(
        st, ST_USAGE,
        "--shard is '%s'; it must be I/N, the I-th of N shares, such as 3/20: I from "
        "1 to N, N at most %d",
        text, DEAL_MOST);
}

/* Reads a number from an environment variable; -1: it is not set. */
static int64_t number_of(const char *name)
{
    const char *text = getenv(name), *rest;
    uint32_t value;
    return text && read_whole(text, &rest, &value) && !*rest ? (int64_t)value : -1;
}

enum st_code shard_of_environment(struct shard *out, struct status *st)
{
    int64_t id = number_of("SLURM_ARRAY_TASK_ID"), count = number_of("SLURM_ARRAY_TASK_COUNT");
    int64_t first = number_of("SLURM_ARRAY_TASK_MIN");
    *out = (struct shard){0, 0};
    if (id < 0 || count < 1)
        return ST_OK;
    if (first < 0)
        first = 1;
    if (id < first || id - first >= count || count > DEAL_MOST)
        return status_fail(st, ST_USAGE,
                           "SLURM_ARRAY_TASK_ID is %lld and SLURM_ARRAY_TASK_COUNT %lld: the array "
                           "has gaps or is too large; name the shard with --shard I/N",
                           (long long)id, (long long)count);
    *out = (struct shard){(uint32_t)(id - first + 1), (uint32_t)count};
    return ST_OK;
}

/* ---- names ---- */

char *shard_folder(const char *results)
{
    size_t room = strlen(results) + sizeof ".shards";
    char *folder = mem_calloc(room, 1);
    if (folder)
        snprintf(folder, room, "%s.shards", results);
    return folder;
}

bool shard_is_note(const char *path)
{
    static const char ending[] = ".shards";
    const char *name = strrchr(path, '/');
    size_t folder = name ? (size_t)(name - path) : 0, n = sizeof ending - 1, end = strlen(path);
    return folder >= n && name[1] && strncmp(name - n, ending, n) == 0 &&
           (end < 3 || strcmp(path + end - 3, ".db") != 0);
}

char *shard_file(const char *folder, struct shard shard, uint32_t attempt)
{
    char name[64];
    snprintf(name, sizeof name, "%05u-of-%05u.%u.db", shard.index, shard.of, attempt);
    return file_join(folder, name);
}

uint32_t shard_attempts(const char *folder, struct shard shard)
{
    for (uint32_t n = 0;; n++) {
        MEM_AUTO char *file = shard_file(folder, shard, n + 1);
        if (!file || !file_is_named(file))
            return n;
    }
}
