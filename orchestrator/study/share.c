#include "orchestrator/study/share.h"

#include "common/auto.h"
#include "common/file.h"
#include "common/file_cache.h"
#include "common/once.h"
#include "common/own_name.h"
#include "orchestrator/study/key_index.h"

#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static enum st_code plan(struct share_plan *out, const char *results, const char *study,
                         const struct jobs *jobs, uint32_t shards, struct status *st)
{
    char program[HASH_TEXT];
    const struct store_study whole = {
        .name = (char *)(uintptr_t)study, .points = jobs->points, .n = jobs->n_points};
    program_hash(program);
    TRY(store_identify(&out->identity, &whole, program, st));
    out->folder = shard_folder(results);
    return out->folder ? deal_make(&out->deal, jobs, shards, st) : status_no_memory(st, results);
}

enum st_code share_plan(struct share_plan *out, const char *results, const char *study,
                        const struct jobs *jobs, uint32_t shards, struct status *st)
{
    *out = (struct share_plan){0};
    TRY_ELSE(plan(out, results, study, jobs, shards, st), share_plan_free(out));
    return ST_OK;
}

void share_plan_free(struct share_plan *p)
{
    mem_free(p->folder);
    deal_free(&p->deal);
    *p = (struct share_plan){0};
}

/* ---- open jobs ---- */

struct looker {
    const struct share_plan *plan;
    const struct key_index *index;
    unsigned char *state; /* enum store_state of each job */
};

static enum st_code see(void *context, const char *key, enum store_state state, struct status *st)
{
    const struct looker *l = context;
    uint32_t at = key_index_find(l->index, key);
    (void)st;
    if (at != UINT32_MAX && l->state[at] != STORE_DONE)
        l->state[at] = (unsigned char)state;
    return ST_OK;
}

static enum st_code look_into(struct looker *l, const char *path, struct status *st)
{
    struct store *store;
    TRY(store_open(&store, path, STORE_READ, st));
    enum st_code code = store_each_key(store, see, l, st);
    store_close(store);
    return code;
}

/* Checks that a shard's file was begun for this study; else ST_FAILED. */
static enum st_code check_file(const struct share_plan *p, const char *path, struct status *st)
{
    struct store *store;
    struct store_shard head = {.of = 0};
    struct status damage;
    if (store_open(&store, path, STORE_READ, &damage) != ST_OK)
        return ST_OK;
    enum st_code code = store_find_shard(store, NULL, &head, &damage);
    store_close(store);
    return code == ST_OK && head.of ? store_same(&head.identity, &p->identity, path, st) : ST_OK;
}

/* Checks one file of any of the `of` shards, which stands for all of them. */
static enum st_code check_folder(const struct share_plan *p, uint32_t of, struct status *st)
{
    DIR *entries = opendir(p->folder);
    enum st_code code = ST_OK;
    if (!entries && errno != ENOENT)
        return status_fail_at(st, ST_FAILED, p->folder, 0, "cannot be opened: %s", strerror(errno));
    for (struct dirent *e; entries && (e = readdir(entries)) != NULL;) {
        unsigned index, shards, attempt;
        if (sscanf(e->d_name, "%5u-of-%5u.%u.d", &index, &shards, &attempt) != 3 || shards != of)
            continue;
        MEM_AUTO char *path = file_join(p->folder, e->d_name);
        code = path ? check_file(p, path, st) : status_no_memory(st, p->folder);
        break;
    }
    if (entries)
        closedir(entries);
    return code;
}

static enum st_code look_into_shard(struct looker *l, struct shard shard, struct share_state *out,
                                    struct status *st)
{
    *out = (struct share_state){.attempts = shard_attempts(l->plan->folder, shard)};
    for (uint32_t k = 1; k <= out->attempts; k++) {
        MEM_AUTO char *path = shard_file(l->plan->folder, shard, k);
        if (!path)
            return status_no_memory(st, "shards");
        /* The readable rows of a damaged file count; the other runs are missing and run again. */
        struct status damage;
        TRY(check_file(l->plan, path, st));
        look_into(l, path, &damage);
    }
    return ST_OK;
}

static void count_jobs(const struct looker *l, const struct jobs *jobs, struct shard shard,
                       bool retry, bool *open, struct share_state *out)
{
    for (uint32_t i = 0; i < jobs->n; i++) {
        uint32_t owner = l->plan->deal.shard[i];
        bool mine = owner == shard.index || !shard.index;
        bool result = jobs->all[i].kind != KEY_PICTURES;
        struct share_state *n = shard.index ? out : &out[owner - 1];
        n->runs += mine && result;
        n->done += mine && result && l->state[i] == STORE_DONE;
        n->failed += mine && result && l->state[i] == STORE_FAILED;
        if (open)
            open[i] =
                mine && (l->state[i] == STORE_MISSING || (l->state[i] == STORE_FAILED && retry));
    }
}

static enum st_code look_into_all(struct looker *l, const char *results, struct shard shard,
                                  struct share_state *out, struct status *st)
{
    TRY(check_folder(l->plan, shard.of, st));
    if (file_exists(results))
        TRY(look_into(l, results, st));
    if (shard.index)
        return look_into_shard(l, shard, out, st);
    for (uint32_t i = 0; i < shard.of; i++)
        TRY(look_into_shard(l, (struct shard){i + 1, shard.of}, &out[i], st));
    return ST_OK;
}

enum st_code share_look(const struct share_plan *p, const struct jobs *jobs, const char *results,
                        struct shard shard, bool retry, bool *open, struct share_state *out,
                        struct status *st)
{
    AUTO(key_index_free) struct key_index index = {0};
    MEM_AUTO unsigned char *state = NULL;
    TRY(key_index_make(&index, jobs, st));
    TRY(mem_make(&state, jobs->n, 1, "shards", st));
    struct looker l = {p, &index, state};
    TRY(look_into_all(&l, results, shard, out, st));
    count_jobs(&l, jobs, shard, retry, open, out);
    return ST_OK;
}

/* ---- a new file of a shard ---- */

/* Sets mine[i] for the points whose prediction the shard runs. */
static void choose_points(const struct share_plan *p, const struct key_index *index,
                          const struct jobs *jobs, struct shard shard, bool *mine)
{
    for (size_t i = 0; i < jobs->n_points; i++) {
        uint32_t at = key_index_find(index, jobs->points[i].key);
        mine[i] = at != UINT32_MAX && p->deal.shard[at] == shard.index;
    }
}

static enum st_code fill(const char *own, const struct store_study *study, const bool *mine,
                         const struct store_shard *shard, struct status *st)
{
    struct store *store;
    TRY(store_open(&store, own, STORE_WRITE, st));
    enum st_code code = store_put_share(store, study, mine, shard, st);
    store_close(store);
    return code;
}

static enum st_code begin(const struct share_plan *p, const struct store_study *study,
                          const bool *mine, const struct store_shard *head, struct shard shard,
                          char **path, char **next, struct status *st)
{
    for (bool first = false; !first;) {
        uint32_t attempt = shard_attempts(p->folder, shard) + 1;
        mem_free(*path);
        mem_free(*next);
        *path = shard_file(p->folder, shard, attempt);
        *next = shard_file(p->folder, shard, attempt + 1);
        MEM_AUTO char *own = *path && *next ? own_name(*path) : NULL;
        if (!own)
            return status_no_memory(st, p->folder);
        TRY_ELSE(fill(own, study, mine, head, st), remove(own));
        TRY(once_link(own, *path, &first, st));
    }
    return ST_OK;
}

enum st_code share_begin(const struct share_plan *p, const struct jobs *jobs,
                         const struct store_study *study, struct shard shard, char **path,
                         char **next, struct status *st)
{
    AUTO(key_index_free) struct key_index index = {0};
    MEM_AUTO bool *mine = NULL;
    struct store_shard head = {
        .index = shard.index, .of = shard.of, .identity = p->identity, .points = study->n};
    *path = *next = NULL;
    snprintf(head.study, sizeof head.study, "%s", study->name);
    TRY(key_index_make(&index, jobs, st));
    TRY(mem_make(&mine, jobs->n_points, sizeof *mine, "shards", st));
    TRY(file_make_folder(p->folder, st));
    choose_points(p, &index, jobs, shard, mine);
    for (uint32_t i = 0; i < jobs->n; i++)
        head.runs += p->deal.shard[i] == shard.index && jobs->all[i].kind != KEY_PICTURES;
    enum st_code code = begin(p, study, mine, &head, shard, path, next, st);
    if (code != ST_OK) {
        MEM_FREE(*path, *next);
        *path = *next = NULL;
    }
    return code;
}
