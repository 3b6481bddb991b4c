/* Packs BVH_CWBVH8 (format.h), with the quantisation of pack.c. Nodes and leaves are numbered depth
 * first, in the order of visits, so that the children of a node are adjacent. */
#include "scenes/bvh/pack.h"

#include "scenes/bvh/device_image.h"

#include <string.h>

/* Triangles are stored without gaps; other leaves begin on a unit, as in BVH_INTEL6. */
enum { LEAVES_ALIGN = BVH_UNIT };

struct packer {
    const struct bvh_leaves *leaves;
    uint8_t *nodes, *first_leaf;
    uint32_t leaf_bytes;
    uint32_t n_nodes, n_leaves; /* numbers that are assigned so far */
    uint32_t depth;
};

static uint64_t leaves_at(uint64_t n_nodes)
{
    uint64_t bytes = sizeof(struct bvh_header) + n_nodes * sizeof(struct bvh_wide);
    return (bytes + LEAVES_ALIGN - 1) / LEAVES_ALIGN * LEAVES_ALIGN;
}

/* Returns the most internal nodes over n primitives: as many as in a binary tree. */
static uint64_t most_nodes(uint64_t n)
{
    return (n > 2 ? n : 2) - 1;
}

uint64_t bvh_wide_bytes(uint64_t n, enum bvh_child_type type)
{
    return device_round_up(leaves_at(most_nodes(n)) + n * bvh_wide_leaf_bytes(type));
}

static uint32_t count_nodes(const struct bvh_inner *inner)
{
    uint32_t n = 1;
    for (uint32_t i = 0; i < inner->node.n_children; i++)
        if (inner->child[i]->n_children > 0)
            n += count_nodes((const struct bvh_inner *)inner->child[i]);
    return n;
}

/* Returns the meta byte of a leaf: the number of its primitives in unary, above the index of the
 * first one. */
static uint8_t leaf_meta(uint32_t n, uint32_t first)
{
    return (uint8_t)(((1u << n) - 1) * BVH_WIDE_CHILD | first);
}

static void write_leaf(struct packer *p, const struct bvh_node *leaf, uint32_t first,
                       uint32_t level)
{
    for (uint32_t i = 0; i < leaf->n_primitives; i++)
        p->leaves->write(p->leaves->context, leaf->primitive[i],
                         p->first_leaf + (size_t)(first + i) * p->leaf_bytes, level);
}

static void quantize(const struct bvh_inner *inner, struct bvh_wide *out)
{
    uint8_t *const lower[3] = {out->lower[0], out->lower[1], out->lower[2]};
    uint8_t *const upper[3] = {out->upper[0], out->upper[1], out->upper[2]};
    bvh_quantize_children(inner, BVH_WIDE_WIDTH, out->origin, out->exponent, lower, upper);
}

static void pack_node(struct packer *p, const struct bvh_inner *inner, uint32_t number,
                      uint32_t level)
{
    struct bvh_wide node = {.child_base = p->n_nodes, .leaf_base = p->n_leaves};
    const uint32_t n = inner->node.n_children;
    for (uint32_t i = 0; i < n; i++) {
        const struct bvh_node *child = inner->child[i];
        if (child->n_children > 0) {
            node.internal |= (uint8_t)(1u << i);
            node.meta[i] = (uint8_t)(BVH_WIDE_CHILD + 24 + i);
            p->n_nodes++;
        } else {
            node.meta[i] = leaf_meta(child->n_primitives, p->n_leaves - node.leaf_base);
            p->n_leaves += child->n_primitives;
        }
    }
    quantize(inner, &node);
    memcpy(p->nodes + (size_t)number * sizeof node, &node, sizeof node);
    if (n > 0 && level + 1 > p->depth)
        p->depth = level + 1;
    uint32_t next_node = node.child_base, next_leaf = node.leaf_base;
    for (uint32_t i = 0; i < n; i++) {
        const struct bvh_node *child = inner->child[i];
        if (child->n_children > 0) {
            pack_node(p, (const struct bvh_inner *)child, next_node++, level + 1);
        } else {
            write_leaf(p, child, next_leaf, level + 1);
            next_leaf += child->n_primitives;
        }
    }
}

static void write_header(uint8_t *out, uint64_t leaves, enum bvh_child_type type)
{
    struct bvh_header header = {.root_offset = sizeof header, .leaves = leaves, .leaf_type = type};
    struct bvh_wide root;
    memcpy(&root, out + sizeof header, sizeof root);
    for (int axis = 0; axis < 3; axis++)
        bvh_header_axis(&header, axis, root.origin[axis], root.exponent[axis], root.upper[axis],
                        BVH_WIDE_WIDTH);
    memcpy(out, &header, sizeof header);
}

void bvh_pack_wide(const struct bvh_inner *root, uint64_t n, const struct bvh_leaves *leaves,
                   uint8_t *out, uint32_t *depth)
{
    uint32_t n_nodes = count_nodes(root);
    if (n_nodes > most_nodes(n))
        BUG("bvh_pack_wide: more internal nodes than a binary tree has");
    struct packer p = {.leaves = leaves,
                       .nodes = out + sizeof(struct bvh_header),
                       .first_leaf = out + leaves_at(n_nodes),
                       .leaf_bytes = bvh_wide_leaf_bytes(leaves->type),
                       .n_nodes = 1,
                       .depth = 1};
    pack_node(&p, root, 0, 1);
    write_header(out, leaves_at(n_nodes), leaves->type);
    *depth = p.depth;
}
