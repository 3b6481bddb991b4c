#include "orchestrator/study/price.h"

#include "common/auto.h"
#include "common/grow.h"
#include "orchestrator/settings/options.h"

#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* What runs have in common, from the whole run to its kind. */
enum level { LEVEL_RUN, LEVEL_GPU, LEVEL_SCENE, LEVEL_KIND, LEVELS };

struct price {
    char of[HASH_TEXT];
    double seconds, work;
};

/* ---- what runs have in common ---- */

static const char *name_of(const json_t *inputs, const char *what)
{
    const char *name = json_string_value(json_object_get(json_object_get(inputs, what), "name"));
    return name ? name : "";
}

static enum st_code hash_level(const json_t *inputs, enum level level, char out[HASH_TEXT],
                               struct status *st)
{
    const char *kind = json_string_value(json_object_get(inputs, "kind"));
    const char *heatmap = json_string_value(json_object_get(inputs, "heatmap"));
    char *options = json_dumps(json_object_get(inputs, "options"), JSON_COMPACT);
    const char *parts[] = {kind ? kind : "", name_of(inputs, "scene"), name_of(inputs, "gpu"),
                           heatmap ? heatmap : "", options ? options : ""};
    static const int used[LEVELS] = {5, 3, 2, 1};
    struct hash *h;
    enum st_code code = hash_start(&h, st);
    for (int i = 0; code == ST_OK && i < used[level]; i++)
        hash_add(h, parts[i], strlen(parts[i]) + 1);
    if (code == ST_OK)
        hash_finish(h, out);
    free(options); /* jansson took it from malloc */
    return code;
}

/* ---- what is kept ---- */

static enum key_kind kind_of(const json_t *inputs)
{
    const char *kind = json_string_value(json_object_get(inputs, "kind"));
    return kind && strcmp(kind, key_kind_names[KEY_SIMULATE]) == 0 ? KEY_SIMULATE : KEY_PREDICT;
}

/* Of an older program an option may be gone: what is left gives the work. */
static double work_of(const json_t *inputs, double samples)
{
    struct settings settings;
    struct status unused;
    const char *name;
    json_t *value;
    options_default(&settings);
    json_object_foreach(json_object_get(inputs, "options"), name,
                        value) if (json_string_value(value) && json_string_value(value)[0])
        options_set(&settings, name, json_string_value(value), &unused);
    options_settle(&settings, &unused);
    return jobs_work(kind_of(inputs), &settings, samples);
}

static enum st_code add(struct prices *p, const json_t *inputs, const struct store_cost *cost,
                        struct status *st)
{
    double work = work_of(inputs, cost->samples);
    for (int level = 0; level < LEVELS; level++) {
        if (!grow(&p->all, p->n, &p->room, sizeof *p->all))
            return status_no_memory(st, "costs");
        struct price *price = &p->all[p->n++];
        *price = (struct price){.seconds = cost->seconds, .work = work};
        TRY(hash_level(inputs, (enum level)level, price->of, st));
    }
    return ST_OK;
}

static enum st_code take(void *context, const struct store_cost *cost, struct status *st)
{
    struct prices *p = context;
    json_auto_t *inputs = json_loads(cost->inputs, 0, NULL);
    if (cost->peak_rss_bytes > p->peak_rss_bytes)
        p->peak_rss_bytes = cost->peak_rss_bytes;
    return inputs && cost->seconds > 0 && cost->samples > 0 ? add(p, inputs, cost, st) : ST_OK;
}

static int by_what(const void *a, const void *b)
{
    return strcmp(((const struct price *)a)->of, ((const struct price *)b)->of);
}

/* Equal ones become one. */
static void add_up(struct prices *p)
{
    uint32_t kept = 0;
    qsort(p->all, p->n, sizeof *p->all, by_what);
    for (uint32_t i = 0; i < p->n; i++) {
        if (kept && by_what(&p->all[kept - 1], &p->all[i]) == 0) {
            p->all[kept - 1].seconds += p->all[i].seconds;
            p->all[kept - 1].work += p->all[i].work;
        } else {
            p->all[kept++] = p->all[i];
        }
    }
    p->n = kept;
}

enum st_code prices_load(struct prices *out, const struct store *store, struct status *st)
{
    *out = (struct prices){0};
    if (store)
        TRY_ELSE(store_each_cost(store, take, out, st), prices_free(out));
    if (out->n)
        add_up(out);
    return ST_OK;
}

void prices_free(struct prices *p)
{
    mem_free(p->all);
    *p = (struct prices){0};
}

/* ---- of a job ---- */

enum st_code prices_of(const struct prices *p, const struct job *job, double *seconds,
                       struct status *st)
{
    json_auto_t *inputs = p->n && job->inputs ? json_loads(job->inputs, 0, NULL) : NULL;
    *seconds = PRICE_OF_SAMPLE_S * job->work;
    for (int level = 0; inputs && level < LEVELS; level++) {
        struct price wanted;
        TRY(hash_level(inputs, (enum level)level, wanted.of, st));
        const struct price *found = bsearch(&wanted, p->all, p->n, sizeof *p->all, by_what);
        if (!found || found->work <= 0)
            continue;
        *seconds = job->work * found->seconds / found->work;
        return ST_OK;
    }
    return ST_OK;
}
