/* The acceleration structure cut into treelets. */
#include "tests/rig/rig.h"
#include "tests/rig/scenes.h"

#include "common/memory.h"
#include "scenes/bvh/format.h"
#include "sim/functional/traversal/treelets.h"

#include <stdlib.h>
#include <string.h>

static struct rig_scene rig;

static struct treelets *cut(const struct device_image *image, uint32_t bytes)
{
    struct treelets *t;
    assert_ok(treelets_create(&t, image, bytes, &st));
    return t;
}

/* A mesh of one triangle, so many times. */
static struct device_image *triangle_image(uint32_t instances)
{
    struct device_image *image;
    rig_scene_init(&rig, 1);
    uint32_t mesh = rig_add_mesh(&rig);
    rig_add_triangle(&rig, mesh, (float[]){0, 0, 0}, (float[]){1, 0, 0}, (float[]){0, 1, 0}, 0);
    for (uint32_t i = 0; i < instances; i++)
        rig_add_instance(&rig, mesh, NULL);
    assert_ok(device_image_create(&image, &rig.scene, &st));
    return image;
}

static uint32_t size_of(const struct treelets *t, uint32_t treelet)
{
    return t->first[treelet + 1] - t->first[treelet];
}

static uint64_t addr_of(const struct treelets *t, uint32_t k)
{
    return t->base + (uint64_t)t->units[k] * TREELET_UNIT_B;
}

/* Header and root of the TLAS, two units of the instance leaf, header and root of the BLAS, the
 * triangle: seven units. */
TEST(nodes_are_taken_breadth_first_as_long_as_they_fit)
{
    struct device_image *image = triangle_image(1);
    uint64_t tlas = image->buffers[DEVICE_TLAS].addr, blas = image->blas_addr[0];
    const uint64_t order[] = {tlas, tlas + 64, tlas + 128, tlas + 192, blas, blas + 64, blas + 128};
    static const struct {
        uint32_t bytes, n, sizes[3];
    } cuts[] = {
        {448, 1, {7}},       {100000, 1, {7}}, {447, 2, {6, 1}},    {384, 2, {6, 1}},
        {383, 2, {5, 2}},    {320, 2, {5, 2}}, {319, 3, {2, 4, 1}}, /* instance and header */
        {256, 3, {2, 4, 1}},
    };
    for (size_t i = 0; i < sizeof cuts / sizeof *cuts; i++) {
        struct treelets *t = cut(image, cuts[i].bytes);
        assert_int_equal(t->n, cuts[i].n);
        for (uint32_t k = 0; k < t->n; k++)
            assert_int_equal(size_of(t, k), cuts[i].sizes[k]);
        for (uint32_t k = 0; k < 7; k++)
            assert_int_equal(addr_of(t, k), order[k]);
        assert_int_equal(treelet_of(t, blas + 128 + 8), t->n - 1);
        assert_int_equal(treelet_of(t, t->base - 1), TREELET_NONE);
        assert_int_equal(treelet_of(t, t->base + 64ull * t->n_units), TREELET_NONE);
        treelets_free(t);
    }
    device_image_free(image);
}

/* Two instances: the second leaf, of 128 bytes, comes before the root of the BLAS. */
TEST(instances_share_the_nodes_of_their_mesh)
{
    struct device_image *image = triangle_image(2);
    uint64_t tlas = image->buffers[DEVICE_TLAS].addr, blas = image->blas_addr[0];
    const uint64_t order[] = {tlas,       tlas + 64,  tlas + 128, tlas + 192, blas,
                              tlas + 256, tlas + 320, blas + 64,  blas + 128};
    struct treelets *t = cut(image, 448);
    assert_int_equal(t->n, 2);
    assert_int_equal(size_of(t, 0), 7);
    for (uint32_t k = 0; k < 9; k++)
        assert_int_equal(addr_of(t, k), order[k]);
    treelets_free(t);
    device_image_free(image);
}

/* --- the same of whole scenes, walked once more --- */

struct walk {
    const struct device_image *image;
    const struct treelets *t;
    uint8_t *seen;     /* by unit */
    uint32_t n, roots; /* units seen; those that begin a treelet */
};

/* A node of so many units, reached from one of treelet `from`. Returns its treelet. */
static uint32_t see(struct walk *w, uint64_t addr, uint32_t units, uint32_t from)
{
    uint32_t treelet = treelet_of(w->t, addr);
    assert_true(treelet < w->t->n);
    for (uint32_t i = 0; i < units; i++) {
        uint64_t unit = (addr - w->t->base) / TREELET_UNIT_B + i;
        assert_int_equal(w->t->of[unit], treelet);
        assert_int_equal(w->seen[unit], 0);
        w->seen[unit] = 1;
        w->n++;
    }
    if (treelet != from) {
        assert_int_equal(addr_of(w->t, w->t->first[treelet]), addr);
        w->roots++;
    }
    return treelet;
}

static void walk_node(struct walk *w, uint64_t addr, enum bvh_child_type type, uint32_t from);

static void walk_structure(struct walk *w, uint64_t header, uint32_t from)
{
    walk_node(w, header + 64, BVH_INTERNAL, see(w, header, 1, from));
}

static void walk_node(struct walk *w, uint64_t addr, enum bvh_child_type type, uint32_t from)
{
    uint32_t treelet = see(w, addr, type == BVH_INSTANCE ? 2 : 1, from);
    const uint8_t *bytes = device_image_at(w->image, addr, 64);
    assert_non_null(bytes);
    if (type == BVH_INSTANCE) {
        const struct bvh_instance *leaf = (const void *)bytes;
        uint64_t header = addr + (uint64_t)leaf->blas;
        /* Of several, the one in the header's treelet has taken it. */
        if (treelet_of(w->t, header) == treelet && !w->seen[(header - w->t->base) / 64])
            walk_structure(w, header, treelet);
    }
    if (type != BVH_INTERNAL)
        return;
    const struct bvh_internal *node = (const void *)bytes;
    addr += (uint64_t)((int64_t)node->child_offset * 64);
    for (int i = 0; i < BVH_WIDTH; i++) {
        uint32_t units = bvh_child_units(node->child[i]);
        if (units)
            walk_node(w, addr, bvh_child_type(node->child[i]), treelet);
        addr += 64 * units;
    }
}

static uint32_t check(const struct device_image *image, uint32_t bytes)
{
    struct treelets *t = cut(image, bytes);
    struct walk w = {.image = image, .t = t, .seen = calloc(t->n_units, 1)};
    assert_non_null(w.seen);
    walk_structure(&w, image->buffers[DEVICE_TLAS].addr, TREELET_NONE);
    assert_int_equal(w.n, t->first[t->n]);
    assert_int_equal(w.roots, t->n);
    for (uint32_t i = 0; i < t->n; i++)
        assert_true(size_of(t, i) && size_of(t, i) * TREELET_UNIT_B <= bytes);
    uint32_t n = t->n;
    free(w.seen);
    treelets_free(t);
    return n;
}

TEST(every_node_is_in_one_connected_treelet_of_the_size)
{
    static const char *const scenes[] = {"cornell", "rigging", "weekend", "tree"};
    static const uint32_t sizes[] = {256, 257, 512, 1024, 8192, 1u << 30};
    for (size_t i = 0; i < sizeof scenes / sizeof *scenes; i++) {
        struct scene *scene FREED_BY(scene_free);
        struct device_image *image FREED_BY(device_image_free);
        rig_load_image(scenes[i], &scene, &image);
        uint32_t before = UINT32_MAX, n = 0;
        for (size_t k = 0; k < sizeof sizes / sizeof *sizes; k++) {
            n = check(image, sizes[k]);
            assert_true(n <= before);
            before = n;
        }
        assert_int_equal(n, 1);
    }
}

TEST(each_size_is_cut_once_and_kept)
{
    struct device_image *image FREED_BY(device_image_free) = triangle_image(1);
    struct treelets_kept *kept;
    const struct treelets *a, *b, *again;
    assert_ok(treelets_kept_create(&kept, &st));
    assert_ok(treelets_find(kept, image, 256, &a, &st));
    assert_ok(treelets_find(kept, image, 512, &b, &st));
    assert_ok(treelets_find(kept, image, 256, &again, &st));
    assert_ptr_equal(a, again);
    assert_int_equal(a->n, 3);
    assert_int_equal(b->n, 1);
    treelets_kept_free(kept);
}

TEST(every_allocation_may_fail)
{
    struct device_image *image FREED_BY(device_image_free) = triangle_image(1);
    struct treelets_kept *kept;
    const struct treelets *t;
    assert_ok(treelets_kept_create(&kept, &st));
    assert_survives_without_memory(treelets_find(kept, image, 256, &t, &st), 1,
                                   assert_true(st.text[0]));
    assert_int_equal(t->n, 3);
    treelets_kept_free(kept);
}
