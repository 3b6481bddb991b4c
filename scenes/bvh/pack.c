/* Packs BVH_INTEL6. Layout and quantisation follow lavapipe in Vulkan-Sim's Mesa
 * (lvp_acceleration_structure.c): quantised bounds are computed in single precision from the
 * difference to the origin. If rounding that difference would leave part of the box outside its
 * quantised bounds, the bound moves by one step. Mesa does not move it, so rays may miss the box.
 */
#include "scenes/bvh/pack.h"

#include "scenes/bvh/device_image.h"

#include <math.h>
#include <string.h>

enum { HEADER_RESERVE = 256 };

struct packer {
    const struct bvh_leaves *leaves;
    uint8_t *next, *end; /* memory for blocks of children, from the first byte that is not used yet
                            to the end */
    uint32_t depth;
};

uint64_t bvh_reserved_bytes(uint64_t n, enum bvh_child_type type)
{
    uint64_t internal = (n > 2 ? n : 2) - 1;
    uint64_t bytes = HEADER_RESERVE + BVH_UNIT * internal + BVH_UNIT * bvh_leaf_units(type) * n;
    return (bytes + DEVICE_ALIGN - 1) / DEVICE_ALIGN * DEVICE_ALIGN;
}

/* Quantises with a given exponent; false if 255 steps are too few. */
static bool quantize_all(const float *lo, const float *hi, unsigned n, float origin, int exponent,
                         uint8_t *lower, uint8_t *upper)
{
    for (unsigned i = 0; i < n; i++) {
        float l = floorf(ldexpf(lo[i] - origin, 8 - exponent));
        float u = ceilf(ldexpf(hi[i] - origin, 8 - exponent));
        if (!(l <= 255.0f && u <= 255.0f))
            return false;
        lower[i] = (uint8_t)l;
        upper[i] = (uint8_t)u;
        while (lower[i] > 0 && bvh_dequantize(origin, exponent, lower[i]) > lo[i])
            lower[i]--;
        while (bvh_dequantize(origin, exponent, upper[i]) < hi[i])
            if (upper[i]++ == 255)
                return false;
    }
    return true;
}

void bvh_quantize(const float *lo, const float *hi, unsigned n, float *origin, int8_t *exponent,
                  uint8_t *lower, uint8_t *upper)
{
    if (n == 0)
        return;
    float least = lo[0], most = hi[0];
    for (unsigned i = 1; i < n; i++) {
        least = lo[i] < least ? lo[i] : least;
        most = hi[i] > most ? hi[i] : most;
    }
    int e;
    float mantissa = frexpf(most - least, &e);
    if (mantissa > 255.0f / 256.0f)
        e++;
    if (e < INT8_MIN)
        e = INT8_MIN;
    while (!quantize_all(lo, hi, n, least, e, lower, upper))
        e++;
    *origin = least;
    *exponent = (int8_t)e; /* at most 103, as coordinates are at most 2^100 */
}

void bvh_quantize_children(const struct bvh_inner *inner, unsigned width, float origin[3],
                           int8_t exponent[3], uint8_t *const lower[3], uint8_t *const upper[3])
{
    unsigned n = inner->node.n_children;
    for (int axis = 0; axis < 3; axis++) {
        float lo[BVH_MOST_WIDTH], hi[BVH_MOST_WIDTH];
        for (unsigned i = n; i < width; i++)
            lower[axis][i] = 0x80; /* with upper 0, so the box is empty */
        for (unsigned i = 0; i < n; i++) {
            lo[i] = inner->box[i].lo[axis];
            hi[i] = inner->box[i].hi[axis];
        }
        bvh_quantize(lo, hi, n, &origin[axis], &exponent[axis], lower[axis], upper[axis]);
    }
}

static void quantize_children(const struct bvh_inner *inner, struct bvh_internal *out)
{
    uint8_t *const lower[3] = {out->bounds[0][0], out->bounds[1][0], out->bounds[2][0]};
    uint8_t *const upper[3] = {out->bounds[0][1], out->bounds[1][1], out->bounds[2][1]};
    bvh_quantize_children(inner, BVH_WIDTH, out->origin, out->exponent, lower, upper);
}

static uint8_t *take(struct packer *p, unsigned units)
{
    uint8_t *block = p->next;
    p->next += (size_t)units * BVH_UNIT;
    if (p->next > p->end)
        BUG("bvh_pack: more internal nodes than a binary tree has");
    return block;
}

static void pack_node(struct packer *p, const struct bvh_inner *inner, uint8_t *out, uint32_t level)
{
    struct bvh_internal node = {.type = BVH_INTERNAL, .ray_mask = 0xff};
    unsigned leaf_units = bvh_leaf_units(p->leaves->type), units = 0;
    for (unsigned i = 0; i < inner->node.n_children; i++) {
        bool leaf = inner->child[i]->n_children == 0;
        node.child[i] =
            leaf ? bvh_child_make(p->leaves->type, leaf_units) : bvh_child_make(BVH_INTERNAL, 1);
        units += leaf ? leaf_units : 1;
    }
    uint8_t *block = take(p, units);
    node.child_offset = (int32_t)((block - out) / BVH_UNIT);
    quantize_children(inner, &node);
    memcpy(out, &node, sizeof node);
    for (unsigned i = 0; i < inner->node.n_children; i++) {
        const struct bvh_node *child = inner->child[i];
        if (level + 1 > p->depth)
            p->depth = level + 1;
        if (child->n_children == 0)
            p->leaves->write(p->leaves->context, child->primitive[0], block, level + 1);
        else
            pack_node(p, (const struct bvh_inner *)child, block, level + 1);
        block += (size_t)bvh_child_units(node.child[i]) * BVH_UNIT;
    }
}

void bvh_header_axis(struct bvh_header *header, int axis, float origin, int8_t exponent,
                     const uint8_t *upper, unsigned n)
{
    uint8_t most = 0;
    for (unsigned i = 0; i < n; i++)
        most = upper[i] > most ? upper[i] : most;
    header->lo[axis] = origin;
    header->hi[axis] = bvh_dequantize(origin, exponent, most);
}

static void write_header(uint8_t *out)
{
    struct bvh_header header = {.root_offset = sizeof header};
    struct bvh_internal root;
    memcpy(&root, out + sizeof header, sizeof root);
    for (int axis = 0; axis < 3; axis++)
        bvh_header_axis(&header, axis, root.origin[axis], root.exponent[axis], root.bounds[axis][1],
                        BVH_WIDTH);
    memcpy(out, &header, sizeof header);
}

void bvh_pack(const struct bvh_inner *root, uint64_t n, const struct bvh_leaves *leaves,
              uint8_t *out, uint32_t *depth)
{
    struct packer p = {.leaves = leaves,
                       .next = out + sizeof(struct bvh_header) + sizeof(struct bvh_internal),
                       .end = out + bvh_reserved_bytes(n, leaves->type),
                       .depth = 1};
    pack_node(&p, root, out + sizeof(struct bvh_header), 1);
    write_header(out);
    *depth = p.depth;
}
