#include "sim/functional/traversal/treelets.h"

#include "common/grow.h"
#include "common/memory.h"
#include "scenes/bvh/device_image.h"
#include "scenes/bvh/format.h"

#include <pthread.h>
#include <string.h>

/* A queue of nodes: addresses, with the enum bvh_child_type in their low bits. */
struct row {
    uint64_t *nodes;
    uint32_t head, n, room; /* nodes[head .. n) wait */
};

enum { TYPE_BITS = 7 };

struct cutting {
    const struct device_image *image;
    struct treelets *t;
    uint32_t n_placed, room_first;
    struct row roots; /* roots of treelets still to be made */
    struct row next;  /* nodes that may be added to the current treelet */
};

static enum st_code push(struct row *r, uint64_t addr, enum bvh_child_type type, struct status *st)
{
    if (r->head == r->n)
        r->head = r->n = 0;
    if (!grow(&r->nodes, r->n, &r->room, sizeof *r->nodes))
        return status_no_memory(st, "treelets");
    r->nodes[r->n++] = addr | (uint64_t)type;
    return ST_OK;
}

static const void *bytes_at(const struct cutting *c, uint64_t addr)
{
    const void *bytes = device_image_at(c->image, addr, TREELET_UNIT_B);
    if (!bytes)
        BUG("a node at %llx", (unsigned long long)addr);
    return bytes;
}

static uint64_t addr_of(uint64_t node)
{
    return node & ~(uint64_t)TYPE_BITS;
}

static uint64_t blas_of(const struct cutting *c, uint64_t instance)
{
    const struct bvh_instance *leaf = bytes_at(c, instance);
    return instance + (uint64_t)leaf->blas;
}

/* The bytes that a node adds to the current treelet. */
static uint32_t bytes_of(const struct cutting *c, uint64_t node)
{
    if ((node & TYPE_BITS) != BVH_INSTANCE)
        return TREELET_UNIT_B;
    bool header = treelet_of(c->t, blas_of(c, addr_of(node))) == TREELET_NONE;
    return (uint32_t)sizeof(struct bvh_instance) + (header ? TREELET_UNIT_B : 0);
}

static void place(struct cutting *c, uint64_t addr)
{
    uint32_t unit = (uint32_t)((addr - c->t->base) / TREELET_UNIT_B);
    c->t->of[unit] = c->t->n;
    c->t->units[c->n_placed++] = unit;
}

static enum st_code push_children(struct cutting *c, uint64_t addr, struct status *st)
{
    const struct bvh_internal *node = bytes_at(c, addr);
    uint64_t at = addr + (uint64_t)((int64_t)node->child_offset * BVH_UNIT);
    for (int i = 0; i < BVH_WIDTH; i++) {
        uint32_t units = bvh_child_units(node->child[i]);
        if (units)
            TRY(push(&c->next, at, bvh_child_type(node->child[i]), st));
        at += units * BVH_UNIT;
    }
    return ST_OK;
}

/* Places the header of a structure and queues its root. */
static enum st_code place_header(struct cutting *c, uint64_t addr, struct status *st)
{
    const struct bvh_header *header = bytes_at(c, addr);
    place(c, addr);
    return push(&c->next, addr + header->root_offset, BVH_INTERNAL, st);
}

static enum st_code take_node(struct cutting *c, uint64_t node, struct status *st)
{
    uint64_t addr = addr_of(node);
    place(c, addr);
    if ((node & TYPE_BITS) == BVH_INTERNAL)
        return push_children(c, addr, st);
    if ((node & TYPE_BITS) != BVH_INSTANCE)
        return ST_OK;
    place(c, addr + TREELET_UNIT_B);
    uint64_t blas = blas_of(c, addr);
    return treelet_of(c->t, blas) == TREELET_NONE ? place_header(c, blas, st) : ST_OK;
}

/* Adds nodes to the current treelet while the next one fits; the remaining ones become roots. */
static enum st_code grow_treelet(struct cutting *c, uint32_t used, uint32_t bytes,
                                 struct status *st)
{
    struct row *next = &c->next;
    while (next->head < next->n) {
        uint32_t more = bytes_of(c, next->nodes[next->head]);
        if (used + more > bytes)
            break;
        used += more;
        TRY(take_node(c, next->nodes[next->head++], st));
    }
    for (; next->head < next->n; next->head++) {
        uint64_t node = next->nodes[next->head];
        TRY(push(&c->roots, addr_of(node), (enum bvh_child_type)(node & TYPE_BITS), st));
    }
    c->t->n++;
    if (!grow(&c->t->first, c->t->n, &c->room_first, sizeof *c->t->first))
        return status_no_memory(st, "treelets");
    c->t->first[c->t->n] = c->n_placed;
    return ST_OK;
}

static enum st_code cut(struct cutting *c, uint32_t bytes, struct status *st)
{
    if (!grow(&c->t->first, 0, &c->room_first, sizeof *c->t->first))
        return status_no_memory(st, "treelets");
    c->t->first[0] = 0;
    TRY(place_header(c, c->image->buffers[DEVICE_TLAS].addr, st));
    TRY(grow_treelet(c, TREELET_UNIT_B, bytes, st));
    while (c->roots.head < c->roots.n) {
        uint64_t root = c->roots.nodes[c->roots.head++];
        TRY(push(&c->next, addr_of(root), (enum bvh_child_type)(root & TYPE_BITS), st));
        TRY(grow_treelet(c, 0, bytes, st));
    }
    return ST_OK;
}

enum st_code treelets_create(struct treelets **out, const struct device_image *image,
                             uint32_t bytes, struct status *st)
{
    const struct device_buffer *blas = &image->buffers[DEVICE_BLAS],
                               *tlas = &image->buffers[DEVICE_TLAS];
    if (bytes < TREELETS_LEAST_B)
        BUG("treelets of %u bytes", bytes);
    *out = NULL;
    struct treelets *t;
    TRY(mem_make(&t, 1, sizeof *t, "treelets", st));
    t->base = blas->addr;
    t->n_units = (uint32_t)((tlas->addr + tlas->size - blas->addr) / TREELET_UNIT_B);
    struct cutting c = {.image = image, .t = t};
    enum st_code code = ST_OK;
    if (MEM_ARRAYS(MEM_ROOM(t->of, t->n_units), MEM_ROOM(t->units, t->n_units))) {
        memset(t->of, 0xff, t->n_units * sizeof *t->of);
        code = cut(&c, bytes, st);
    } else {
        code = status_no_memory(st, "treelets");
    }
    MEM_FREE(c.roots.nodes, c.next.nodes);
    if (code != ST_OK) {
        treelets_free(t);
        return code;
    }
    *out = t;
    return ST_OK;
}

void treelets_free(struct treelets *t)
{
    if (t)
        MEM_FREE(t->of, t->first, t->units, t);
}

struct kept {
    struct kept *next;
    uint32_t bytes;
    struct treelets *treelets;
};

struct treelets_kept {
    pthread_mutex_t lock; /* protects the list */
    struct kept *first;
};

enum st_code treelets_kept_create(struct treelets_kept **out, struct status *st)
{
    TRY(mem_make(out, 1, sizeof **out, "treelets", st));
    pthread_mutex_init(&(*out)->lock, NULL);
    return ST_OK;
}

void treelets_kept_free(struct treelets_kept *kept)
{
    if (!kept)
        return;
    for (struct kept *k = kept->first, *next; k; k = next) {
        next = k->next;
        treelets_free(k->treelets);
        mem_free(k);
    }
    pthread_mutex_destroy(&kept->lock);
    mem_free(kept);
}

static enum st_code add_treelets(struct treelets_kept *kept, const struct device_image *image,
                                 uint32_t bytes, struct status *st)
{
    struct kept *k;
    TRY(mem_make(&k, 1, sizeof *k, "treelets", st));
    enum st_code code = treelets_create(&k->treelets, image, bytes, st);
    if (code != ST_OK) {
        mem_free(k);
        return code;
    }
    k->bytes = bytes;
    k->next = kept->first;
    kept->first = k;
    return ST_OK;
}

static const struct kept *find(const struct treelets_kept *kept, uint32_t bytes)
{
    const struct kept *k = kept->first;
    while (k && k->bytes != bytes)
        k = k->next;
    return k;
}

enum st_code treelets_find(struct treelets_kept *kept, const struct device_image *image,
                           uint32_t bytes, const struct treelets **out, struct status *st)
{
    pthread_mutex_lock(&kept->lock);
    enum st_code code = find(kept, bytes) ? ST_OK : add_treelets(kept, image, bytes, st);
    if (code == ST_OK)
        *out = find(kept, bytes)->treelets;
    pthread_mutex_unlock(&kept->lock);
    return code;
}
