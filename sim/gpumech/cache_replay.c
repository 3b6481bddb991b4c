#include "sim/gpumech/cache_replay.h"

#include "common/memory.h"
#include "sim/approximate/tags.h"

struct cache_replay {
    struct tags **l1d; /* tags of each SM's L1D */
    struct tags **l2;  /* tags of each L2 slice */
    uint32_t n_sms, n_slices;
    struct address_map map;
};

static enum st_code create_all(struct tags ***out, uint32_t n, const struct cache_shape *shape,
                               struct status *st)
{
    TRY(mem_make(out, n, sizeof **out, "tags", st));
    for (uint32_t i = 0; i < n; i++)
        TRY(tags_create(&(*out)[i], shape, 0, st));
    return ST_OK;
}

/* Reduces n caches for a sample, to one cache of 1 / rate of their lines and one set: with few
 * sets, some would get more of the sample's blocks than others by chance. */
static void shrink(struct cache_shape *shape, uint32_t n, uint32_t rate)
{
    if (rate == 1)
        return;
    shape->ways = shape->ways * shape->sets * n / rate;
    shape->ways = shape->ways ? shape->ways : 1;
    shape->sets = 1;
}

enum st_code cache_replay_create(struct cache_replay **out, const struct gpu_config *config,
                                 uint32_t rate, struct status *st)
{
    const struct l1d_config *l1d = &config->l1d;
    const struct l2_config *l2 = &config->l2;
    struct cache_shape near = {.sets = l1d->sets, .ways = l1d->ways, .line_B = l1d->line_B};
    struct cache_shape far = {.sets = l2->sets,
                              .ways = l2->ways,
                              .line_B = l2->line_B,
                              .set_index = (enum set_index_kind)l2->set_index,
                              .forgets_bytes = l2->partial_write == PARTIAL_WRITE_FLAG};
    struct cache_replay *r;
    *out = NULL;
    TRY(mem_make(&r, 1, sizeof *r, "caches", st));
    r->map = gpu_config_address_map(config);
    r->n_sms = config->machine.sms;
    r->n_slices = config->machine.memory_partitions * l2->slices;
    shrink(&near, 1, rate);
    shrink(&far, r->n_slices, rate);
    r->n_slices = rate == 1 ? r->n_slices : 1;
    enum st_code code = create_all(&r->l1d, r->n_sms, &near, st);
    if (code == ST_OK)
        code = create_all(&r->l2, r->n_slices, &far, st);
    if (code == ST_OK)
        *out = r;
    else
        cache_replay_free(r);
    return code;
}

static void free_all(struct tags **of, uint32_t n)
{
    for (uint32_t i = 0; of && i < n; i++)
        tags_free(of[i]);
    mem_free(of);
}

void cache_replay_free(struct cache_replay *r)
{
    if (!r)
        return;
    free_all(r->l1d, r->n_sms);
    free_all(r->l2, r->n_slices);
    mem_free(r);
}

/* Looks up a sector and makes it present. Returns whether it was; *dirty becomes the mask of dirty
 * sectors of an evicted line. */
static bool find(struct tags *t, uint64_t addr, uint64_t index_addr, uint32_t *dirty)
{
    uint64_t comes = 0;
    uint32_t place = 0;
    struct cache_evicted evicted = {0};
    *dirty = 0;
    if (tags_read(t, addr, 0, &comes) == CACHE_HIT)
        return true;
    bool line = tags_ask(t, addr, index_addr, 0, &place, &evicted);
    tags_answer(t, addr, 0, place, line, 0);
    *dirty = evicted.happened ? evicted.dirty_sectors : 0;
    return false;
}

struct slice {
    struct tags *tags;
    uint64_t index_addr;
};

static struct slice slice_of(const struct cache_replay *r, uint64_t addr)
{
    if (r->n_slices == 1)
        return (struct slice){r->l2[0], addr};
    struct channel_addr at = address_map_in_channel(&r->map, addr);
    return (struct slice){r->l2[address_map_slice_of(&r->map, at)],
                          address_map_within_slice(&r->map, at)};
}

static enum interval_level read_l2(struct cache_replay *r, uint64_t addr,
                                   struct cache_traffic *moved)
{
    struct slice slice = slice_of(r, addr);
    uint32_t dirty;
    moved->l2++;
    if (find(slice.tags, addr, slice.index_addr, &dirty))
        return INTERVAL_L2;
    moved->fetches++;
    moved->write_backs += (uint32_t)__builtin_popcount(dirty);
    return INTERVAL_DRAM;
}

static void write_l2(struct cache_replay *r, uint64_t addr, uint32_t bytes,
                     struct cache_traffic *moved)
{
    struct slice slice = slice_of(r, addr);
    struct cache_evicted evicted = {0};
    moved->l2++;
    tags_write(slice.tags, addr, slice.index_addr, bytes, 0, &evicted);
    moved->write_backs +=
        evicted.happened ? (uint32_t)__builtin_popcount(evicted.dirty_sectors) : 0;
}

enum interval_level cache_replay_read(struct cache_replay *r, uint32_t sm, uint64_t addr,
                                      struct cache_traffic *moved)
{
    uint32_t dirty;
    return find(r->l1d[sm], addr, addr, &dirty) ? INTERVAL_L1 : read_l2(r, addr, moved);
}

void cache_replay_write(struct cache_replay *r, uint32_t sm, uint64_t addr, uint32_t bytes,
                        struct cache_traffic *moved)
{
    tags_drop(r->l1d[sm], addr, 0);
    write_l2(r, addr, bytes, moved);
}

enum interval_level cache_replay_atomic(struct cache_replay *r, uint64_t addr,
                                        struct cache_traffic *moved)
{
    enum interval_level level = read_l2(r, addr, moved);
    moved->l2--; /* because read and write are one request */
    write_l2(r, addr, CACHE_ALL_BYTES, moved);
    return level;
}
