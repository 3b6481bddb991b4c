#include "orchestrator/study/share.h"

#include "common/auto.h"
#include "common/file.h"
#include "common/keep.h"
#include "common/once.h"
#include "orchestrator/study/key_index.h"
#include "orchestrator/study/price.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- a deal that is kept ---- */

#define HEAD "diorama deal 1 "

static enum st_code write_deal(const struct share_plan *p, const struct jobs *jobs,
                               const double *seconds, char **text, size_t *n, struct status *st)
{
    FILE *out = open_memstream(text, n);
    if (!out)
        return status_no_memory(st, "shards");
    fprintf(out, HEAD "%s %s %s %u %u %llu\n", p->identity.settings, p->identity.keys,
            p->identity.program, p->deal.n, jobs->n, (unsigned long long)p->peak_rss_bytes);
    for (uint32_t i = 0; i < jobs->n; i++)
        fprintf(out, "%s %u %.9g\n", jobs->all[i].key, p->deal.shard[i], seconds[i]);
    return fclose(out) == 0 ? ST_OK : status_no_memory(st, "shards");
}

static enum st_code is_damaged(const char *path, struct status *st)
{
    return status_fail_at(st, ST_FAILED, path, 0,
                          "is no deal of a study, or damaged; with the shards merged, remove it");
}

static enum st_code read_line(struct share_plan *p, const struct key_index *index, char *line,
                              const char *path, struct status *st)
{
    char key[HASH_TEXT];
    unsigned shard;
    double seconds;
    if (sscanf(line, "%32s %u %lf", key, &shard, &seconds) != 3 || shard > p->deal.n)
        return is_damaged(path, st);
    uint32_t at = key_index_find(index, key);
    if (at == UINT32_MAX)
        return is_damaged(path, st);
    p->deal.shard[at] = shard;
    if (!shard)
        return ST_OK;
    p->deal.seconds[shard - 1] += seconds;
    if (seconds > p->deal.longest[shard - 1])
        p->deal.longest[shard - 1] = seconds;
    return ST_OK;
}

static enum st_code read_lines(struct share_plan *p, const struct jobs *jobs, char *rest,
                               const char *path, struct status *st)
{
    AUTO(key_index_free) struct key_index index;
    uint32_t lines = 0;
    TRY(key_index_make(&index, jobs, st));
    for (char *line = rest, *end; (end = strchr(line, '\n')) != NULL; line = end + 1, lines++) {
        *end = 0;
        TRY(read_line(p, &index, line, path, st));
    }
    return lines == jobs->n ? ST_OK : is_damaged(path, st);
}

static enum st_code read_deal(struct share_plan *p, const struct jobs *jobs, const char *path,
                              struct status *st)
{
    MEM_AUTO unsigned char *bytes = NULL;
    struct store_identity there;
    unsigned shards, n;
    unsigned long long peak;
    size_t length;
    TRY(file_read_regular(path, &bytes, &length, st));
    char *end = strchr((char *)bytes, '\n');
    if (!end || sscanf((char *)bytes, HEAD "%32s %32s %32s %u %u %llu", there.settings, there.keys,
                       there.program, &shards, &n, &peak) != 6)
        return is_damaged(path, st);
    TRY(store_same(&there, &p->identity, path, st));
    if (shards != p->deal.n || n != jobs->n)
        return is_damaged(path, st);
    p->peak_rss_bytes = peak;
    if (!MEM_ARRAYS(MEM_ARRAY(p->deal.shard, n), MEM_ARRAY(p->deal.seconds, shards),
                    MEM_ARRAY(p->deal.longest, shards)))
        return status_no_memory(st, path);
    return read_lines(p, jobs, end + 1, path, st);
}

/* ---- a new deal ---- */

struct done {
    const struct key_index *index;
    double *seconds;
};

static enum st_code mark_done(void *context, const char *key, enum store_state state,
                              struct status *st)
{
    const struct done *d = context;
    uint32_t at = key_index_find(d->index, key);
    (void)st;
    if (at != UINT32_MAX && state == STORE_DONE)
        d->seconds[at] = -1;
    return ST_OK;
}

static enum st_code price_jobs(struct share_plan *p, const struct jobs *jobs,
                               const struct store *store, double *seconds, struct status *st)
{
    AUTO(prices_free) struct prices prices;
    AUTO(key_index_free) struct key_index index = {0};
    TRY(prices_load(&prices, store, st));
    p->peak_rss_bytes = prices.peak_rss_bytes;
    for (uint32_t i = 0; i < jobs->n; i++)
        TRY(prices_of(&prices, &jobs->all[i], &seconds[i], st));
    if (!store)
        return ST_OK;
    TRY(key_index_make(&index, jobs, st));
    struct done done = {&index, seconds};
    return store_each_key(store, mark_done, &done, st);
}

static enum st_code make_deal(struct share_plan *p, const struct jobs *jobs, const char *results,
                              double *seconds, struct status *st)
{
    struct store *store = NULL;
    if (file_exists(results))
        TRY(store_open(&store, results, STORE_READ, st));
    enum st_code code = price_jobs(p, jobs, store, seconds, st);
    store_close(store);
    return code == ST_OK ? deal_make(&p->deal, jobs, seconds, p->deal.n, st) : code;
}

static enum st_code put_deal(const struct share_plan *p, const struct jobs *jobs,
                             const double *seconds, const char *path, bool *first,
                             struct status *st)
{
    char *text = NULL;
    size_t n = 0;
    enum st_code code = write_deal(p, jobs, seconds, &text, &n, st);
    if (code == ST_OK)
        code = once_write(path, text, n, first, st);
    free(text); /* open_memstream took it from malloc */
    return code;
}

static enum st_code deal(struct share_plan *p, const struct jobs *jobs, const char *results,
                         const char *path, bool keep, struct status *st)
{
    MEM_AUTO double *seconds = NULL;
    bool first = true;
    if (file_is_named(path))
        return read_deal(p, jobs, path, st);
    TRY(mem_make(&seconds, jobs->n, sizeof *seconds, "shards", st));
    TRY(make_deal(p, jobs, results, seconds, st));
    if (!keep)
        return ST_OK;
    TRY(file_make_folder(p->folder, st));
    TRY(put_deal(p, jobs, seconds, path, &first, st));
    if (first)
        return ST_OK;
    uint32_t shards = p->deal.n;
    deal_free(&p->deal);
    p->deal.n = shards;
    return read_deal(p, jobs, path, st);
}

static enum st_code plan(struct share_plan *out, const char *results, const char *study,
                         const struct jobs *jobs, bool keep, struct status *st)
{
    char program[HASH_TEXT];
    const struct store_study whole = {
        .name = (char *)(uintptr_t)study, .points = jobs->points, .n = jobs->n_points};
    keep_program_hash(program);
    TRY(store_identify(&out->identity, &whole, program, st));
    out->folder = shard_folder(results);
    MEM_AUTO char *path = out->folder ? shard_deal_file(out->folder, out->deal.n) : NULL;
    return path ? deal(out, jobs, results, path, keep, st) : status_no_memory(st, results);
}

enum st_code share_plan(struct share_plan *out, const char *results, const char *study,
                        const struct jobs *jobs, uint32_t shards, bool keep, struct status *st)
{
    *out = (struct share_plan){.deal = {.n = shards}};
    TRY_ELSE(plan(out, results, study, jobs, keep, st), share_plan_free(out));
    return ST_OK;
}

void share_plan_free(struct share_plan *p)
{
    mem_free(p->folder);
    deal_free(&p->deal);
    *p = (struct share_plan){0};
}

/* ---- what is left ---- */

struct looker {
    const struct share_plan *plan;
    const struct key_index *index;
    unsigned char *state; /* of each job: enum store_state */
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

/* A file that cannot be read has lost what was in it, and that is run again. */
static enum st_code look_into(struct looker *l, const char *path, bool own, struct status *st)
{
    struct store *store;
    struct status why = {0};
    if (!file_exists(path))
        return ST_OK;
    enum st_code code = store_open(&store, path, STORE_READ, &why);
    if (code == ST_OK) {
        code = store_each_key(store, see, l, &why);
        store_close(store);
    }
    if (code == ST_OK || own)
        return ST_OK;
    *st = why;
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
        TRY(look_into(l, path, true, st));
    }
    return ST_OK;
}

static void count(const struct looker *l, const struct jobs *jobs, struct shard shard, bool retry,
                  bool *open, struct share_state *out)
{
    for (uint32_t i = 0; i < jobs->n; i++) {
        uint32_t owner = l->plan->deal.shard[i];
        bool mine = owner && (owner == shard.index || !shard.index);
        bool result = jobs->all[i].kind != KEY_PICTURES;
        struct share_state *n = shard.index || !owner ? out : &out[owner - 1];
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
    TRY(look_into(l, results, false, st));
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
    count(&l, jobs, shard, retry, open, out);
    return ST_OK;
}

/* ---- a file of one's own ---- */

/* A point belongs to the shard that runs its prediction. */
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
        MEM_AUTO char *own = *path && *next ? once_own_name(*path) : NULL;
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
