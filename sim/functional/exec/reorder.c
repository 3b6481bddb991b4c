/* Reorders threads across warps (warp_ops.reorder): moves the state of threads from lane to lane,
 * and keeps the state of warps.
 *
 * A thread's state consists of its cells of the register file, the bytes of its blocks, its ray and
 * hit, its executed work, and its number, from which its addresses and its pixel follow. A warp
 * keeps its SIMT stack: a lane continues at the same instruction and reconverges at the same
 * points, whichever thread it has. This is correct because post-dominators are the same for all
 * threads: every path to the end of the function passes these points. So each thread executes the
 * same as without reordering, and the picture is the same. */
#include "common/memory.h"
#include "sim/functional/exec/warp_context.h"

#include <stdlib.h>
#include <string.h>

/* A lane that takes part in a sort. */
struct place {
    struct warp_context *m;
    uint32_t lane, warp;
};

struct sorted {
    uint64_t key;
    uint32_t from; /* number of the place where the thread was */
};

bool machines_same_place(const struct warp *a, const struct warp *b)
{
    const struct simt_stack *s = &((const struct warp_context *)a)->stack;
    const struct simt_stack *t = &((const struct warp_context *)b)->stack;
    uint32_t i = s->depth, k = t->depth;
    if (a->next != b->next || s->calls != t->calls)
        return false;
    for (uint32_t calls = s->calls; calls > 0; calls--) {
        while (!s->entries[--i].call)
            ;
        while (!t->entries[--k].call)
            ;
        if (s->entries[i - 1].pc != t->entries[k - 1].pc)
            return false;
    }
    return true;
}

/* ---- keys of threads ---- */

enum { KEY_MISS, KEY_TRIANGLE, KEY_SPHERE };

static const void *element(const struct device_buffer *b, uint64_t index, size_t bytes)
{
    return index < b->size / bytes ? b->bytes + index * bytes : NULL;
}

/* The material of the hit's first vertex, as the shaders compute it (sim/shaders/hit.h). */
static uint32_t material_of(const struct device_image *image, const struct lane_ray *r)
{
    const struct device_buffer *b = image->buffers;
    uint32_t offset[2], index = 0;
    const void *at = element(&b[DEVICE_OFFSETS], r->instance, sizeof offset);
    if (!at)
        return 0;
    memcpy(offset, at, sizeof offset);
    if (!r->sphere) {
        uint64_t first = offset[0] + 3 * (uint64_t)r->primitive;
        at = element(&b[DEVICE_INDICES], first, sizeof index);
        if (!at)
            return 0;
        memcpy(&index, at, sizeof index);
    }
    uint64_t vertex = (uint64_t)(offset[1] & ~DEVICE_VERTEX_TURNED) + index;
    const struct scene_vertex *v = element(&b[DEVICE_VERTICES], vertex, sizeof *v);
    return v ? (uint32_t)v->material : 0;
}

static uint64_t key_of(const struct place *p)
{
    const struct lane_ray *r = &p->m->lane[p->lane];
    if (!r->hit)
        return (uint64_t)KEY_MISS << 32;
    return (uint64_t)(r->sphere ? KEY_SPHERE : KEY_TRIANGLE) << 32 |
           material_of(p->m->launch->image, r);
}

static int by_key(const void *a, const void *b)
{
    const struct sorted *x = a, *y = b;
    if (x->key != y->key)
        return x->key < y->key ? -1 : 1;
    return x->from < y->from ? -1 : 1;
}

/* Counts the different keys, and the different shaders, in each warp's lanes, summed over warps. */
static void count_kinds(const struct sorted *threads, const struct place *places, uint32_t n,
                        uint32_t *shaders, uint32_t *keys)
{
    *shaders = *keys = 0;
    for (uint32_t first = 0, end; first < n; first = end) {
        uint32_t met = 0;
        for (end = first; end < n && places[end].warp == places[first].warp; end++) {
            uint32_t same = first;
            while (threads[same].key != threads[end].key)
                same++;
            *keys += same == end;
            met |= 1u << (threads[end].key >> 32);
        }
        *shaders += warp_count_lanes(met);
    }
}

/* ---- moving ---- */

/* A simultaneous move of threads: place i gets the state of place threads[i].from. */
struct move {
    const struct place *places;
    const struct sorted *threads;
    uint32_t n;
    uint8_t *room; /* room for n cells of the largest size */
};

typedef void *cell_at(const struct place *p, const void *what);

static void move_cells(const struct move *v, cell_at *at, const void *what, size_t bytes)
{
    for (uint32_t i = 0; i < v->n; i++)
        memcpy(v->room + i * bytes, at(&v->places[v->threads[i].from], what), bytes);
    for (uint32_t i = 0; i < v->n; i++)
        memcpy(at(&v->places[i], what), v->room + i * bytes, bytes);
}

static void *word_at(const struct place *p, const void *row)
{
    return p->m->registers + *(const uint32_t *)row + (size_t)p->lane * 4;
}

static void *long_at(const struct place *p, const void *row)
{
    return p->m->registers + *(const uint32_t *)row + (size_t)p->lane * 8;
}

static void *block_of(const struct place *p, const void *kind)
{
    return memory_block(p->m, *(const enum thread_block *)kind, p->lane);
}

static void *ray_at(const struct place *p, const void *none)
{
    (void)none;
    return &p->m->lane[p->lane];
}

static void *attributes_at(const struct place *p, const void *none)
{
    (void)none;
    return &p->m->attributes[p->lane];
}

static void *thread_at(const struct place *p, const void *none)
{
    (void)none;
    return &p->m->thread[p->lane];
}

static void *steps_at(const struct place *p, const void *none)
{
    (void)none;
    return &p->m->lane_steps[p->lane];
}

static void *tests_at(const struct place *p, const void *none)
{
    (void)none;
    return &p->m->lane_rt[p->lane];
}

static void move_registers(const struct move *v, const struct program *program)
{
    uint32_t end = program->n_constants ? program->constants[0].offset : program->file_bytes;
    for (uint32_t k = 0; k < end / PROGRAM_ROW; k++) {
        uint32_t row = k * PROGRAM_ROW;
        if (program->row_cells[k] == CELL_8)
            move_cells(v, long_at, &row, 8);
        else if (program->row_cells[k] != ROW_NO_CELL)
            move_cells(v, word_at, &row, 4);
    }
}

static void move_threads(const struct move *v)
{
    const struct launch *l = v->places[0].m->launch;
    move_registers(v, l->program);
    for (int kind = 0; kind < BLOCK_BACKED; kind++) {
        enum thread_block block = (enum thread_block)kind;
        if (l->map.block_bytes[kind])
            move_cells(v, block_of, &block, l->map.block_bytes[kind]);
    }
    move_cells(v, ray_at, NULL, sizeof(struct lane_ray));
    move_cells(v, attributes_at, NULL, sizeof(uint64_t));
    move_cells(v, thread_at, NULL, sizeof(uint64_t));
    move_cells(v, steps_at, NULL, sizeof(uint32_t));
    move_cells(v, tests_at, NULL, sizeof(uint64_t));
    for (uint32_t i = 0; i < v->n; i++) {
        const struct place *p = &v->places[i];
        p->m->lane[p->lane].record = memory_block(p->m, BLOCK_RECORD, p->lane);
        p->m->displaced = true;
    }
}

static size_t largest(const struct launch *l)
{
    size_t most = sizeof(struct lane_ray);
    for (int kind = 0; kind < BLOCK_BACKED; kind++)
        most = l->map.block_bytes[kind] > most ? l->map.block_bytes[kind] : most;
    return most;
}

static uint32_t list_places(struct warp *const *warps, uint32_t n, struct place *places)
{
    uint32_t lanes = 0;
    for (uint32_t w = 0; w < n; w++)
        for (uint32_t on = warps[w]->active; on; on &= on - 1)
            places[lanes++] =
                (struct place){(struct warp_context *)warps[w], (uint32_t)__builtin_ctz(on), w};
    return lanes;
}

/* Removes threads that keep their places; returns the number of the others. */
static uint32_t only_moved(struct place *places, struct sorted *threads, uint32_t *number,
                           uint32_t n)
{
    uint32_t moved = 0;
    for (uint32_t i = 0; i < n; i++) {
        if (threads[i].from == i)
            continue;
        number[i] = moved;
        places[moved] = places[i];
        threads[moved++] = threads[i];
    }
    for (uint32_t i = 0; i < moved; i++)
        threads[i].from = number[threads[i].from];
    return moved;
}

static enum st_code sort_and_move(struct warp *const *warps, uint32_t n, struct place *places,
                                  struct sorted *threads, uint32_t *number, struct reordering *out,
                                  struct status *st)
{
    uint32_t lanes = list_places(warps, n, places);
    for (uint32_t i = 0; i < lanes; i++)
        threads[i] = (struct sorted){key_of(&places[i]), i};
    *out = (struct reordering){.threads = lanes};
    count_kinds(threads, places, lanes, &out->shaders_before, &out->keys_before);
    qsort(threads, lanes, sizeof *threads, by_key);
    count_kinds(threads, places, lanes, &out->shaders_after, &out->keys_after);
    if (out->keys_after >= out->keys_before) {
        out->shaders_after = out->shaders_before;
        out->keys_after = out->keys_before;
        return ST_OK;
    }
    struct move v = {.places = places, .threads = threads};
    v.n = out->moved = only_moved(places, threads, number, lanes);
    TRY(mem_make(&v.room, v.n, largest(places[0].m->launch), "threads to reorder", st));
    for (uint32_t w = 0; w < n; w++)
        context_settle_counts((struct warp_context *)warps[w]);
    move_threads(&v);
    mem_free(v.room);
    return ST_OK;
}

enum st_code machines_reorder(struct warp *const *warps, uint32_t n, struct reordering *out,
                              struct status *st)
{
    struct place *places;
    struct sorted *threads;
    uint32_t *number;
    size_t most = (size_t)n * WARP_LANES;
    enum st_code code = ST_NOMEM;
    if (MEM_ARRAYS(MEM_ROOM(places, most), MEM_ROOM(threads, most), MEM_ROOM(number, most)))
        code = sort_and_move(warps, n, places, threads, number, out, st);
    else
        status_no_memory(st, "threads to reorder");
    MEM_FREE(places, threads, number);
    return code;
}
