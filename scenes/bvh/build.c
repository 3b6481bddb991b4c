/* Builds trees with Embree, in its own arena, which belongs to an RTCBVH; the builder keeps the
 * last one. The build uses one thread. More would give the same tree, also for equal primitives,
 * but Embree's thread pool would outlive the call. */
#include "scenes/bvh/build.h"

#include "common/memory.h"

#include <embree3/rtcore.h>
#include <math.h>

struct bvh_builder {
    RTCDevice device;
    RTCBVH arena;
    bool broken; /* Embree ran out of memory: releasing it may wait for ever for a lock */
    struct bvh_inner small_root; /* the root of trees with 0 or 1 primitive or a single leaf */
    struct bvh_node small_leaf;
};

enum { PRIMITIVE_ALIGN = 32 }; /* alignment that Embree's RTCBuildPrimitive needs */

void bvh_builder_free(struct bvh_builder *b)
{
    if (!b)
        return;
    if (b->arena && !b->broken)
        rtcReleaseBVH(b->arena);
    if (b->device && !b->broken)
        rtcReleaseDevice(b->device);
    mem_free(b);
}

static enum st_code embree_failed(struct bvh_builder *b, struct status *st)
{
    enum RTCError error = rtcGetDeviceError(b->device);
    b->broken = error == RTC_ERROR_OUT_OF_MEMORY;
    if (b->broken)
        return status_no_memory(st, "acceleration structure");
    return status_fail(st, ST_FAILED, "acceleration structure: Embree failed with error %d",
                       (int)error);
}

enum st_code bvh_builder_create(struct bvh_builder **out, struct status *st)
{
    *out = NULL;
    struct bvh_builder *b;
    TRY(mem_make(&b, 1, sizeof *b, "acceleration structure", st));
    b->device = rtcNewDevice("threads=1,ignore_config_files=1");
    if (!b->device) {
        enum st_code code = embree_failed(b, st);
        mem_free(b);
        return code;
    }
    *out = b;
    return ST_OK;
}

/* Embree builds on after an allocation that failed: what follows is built without that node, and
 * then thrown away. */
static void *make_node(RTCThreadLocalAllocator allocator, size_t n, struct bvh_builder *b)
{
    void *node = rtcThreadLocalAlloc(allocator, n, _Alignof(max_align_t));
    b->broken = b->broken || !node;
    return node;
}

static void *create_node(RTCThreadLocalAllocator allocator, unsigned int n_children, void *builder)
{
    struct bvh_inner *inner = make_node(allocator, sizeof *inner, builder);
    if (inner)
        inner->node = (struct bvh_node){.n_children = n_children};
    return inner;
}

static void set_children(void *node, void **children, unsigned int n, void *unused)
{
    (void)unused;
    struct bvh_inner *inner = node;
    if (!inner)
        return;
    inner->node.n_children = n;
    for (unsigned int i = 0; i < n; i++)
        inner->child[i] = children[i];
}

static void set_bounds(void *node, const struct RTCBounds **bounds, unsigned int n, void *unused)
{
    (void)unused;
    struct bvh_inner *inner = node;
    for (unsigned int i = 0; inner && i < n; i++) {
        const struct RTCBounds *b = bounds[i];
        inner->box[i] = (struct bvh_box){{b->lower_x, b->lower_y, b->lower_z},
                                         {b->upper_x, b->upper_y, b->upper_z}};
    }
}

static void *create_leaf(RTCThreadLocalAllocator allocator,
                         const struct RTCBuildPrimitive *primitives, size_t n, void *builder)
{
    struct bvh_node *leaf = make_node(allocator, sizeof *leaf, builder);
    if (!leaf)
        return NULL;
    *leaf = (struct bvh_node){.n_primitives = (uint32_t)n};
    for (size_t i = 0; i < n && i < BVH_MOST_LEAF; i++)
        leaf->primitive[i] = primitives[i].primID;
    return leaf;
}

static enum st_code check_boxes(const struct bvh_box *boxes, uint32_t n, const char *what,
                                struct status *st)
{
    for (uint32_t i = 0; i < n; i++)
        for (int axis = 0; axis < 3; axis++) {
            float lo = boxes[i].lo[axis], hi = boxes[i].hi[axis];
            if (!(lo <= hi && lo >= -BVH_MOST_COORDINATE && hi <= BVH_MOST_COORDINATE))
                return status_fail(st, ST_FAILED,
                                   "%s: primitive %u spans %g to %g; coordinates must be finite "
                                   "and at most %g",
                                   what, i, (double)lo, (double)hi, (double)BVH_MOST_COORDINATE);
        }
    return ST_OK;
}

static void build_small(struct bvh_builder *b, const struct bvh_box *boxes, uint32_t n)
{
    b->small_leaf = (struct bvh_node){.n_primitives = 1};
    b->small_root = (struct bvh_inner){.node.n_children = n};
    if (n == 1) {
        b->small_root.child[0] = &b->small_leaf;
        b->small_root.box[0] = boxes[0];
    }
}

/* Returns an inner node as root. If all primitives are in one leaf, Embree makes the leaf the root;
 * an inner node is then put above it. */
static const struct bvh_inner *inner_root(struct bvh_builder *b, const struct bvh_node *root,
                                          const struct bvh_box *boxes)
{
    if (root->n_children > 0)
        return (const struct bvh_inner *)root;
    b->small_root = (struct bvh_inner){.node.n_children = 1, .child = {root}, .box = {boxes[0]}};
    struct bvh_box *box = &b->small_root.box[0];
    for (uint32_t i = 1; i < root->n_primitives; i++)
        for (int axis = 0; axis < 3; axis++) {
            box->lo[axis] = fminf(box->lo[axis], boxes[i].lo[axis]);
            box->hi[axis] = fmaxf(box->hi[axis], boxes[i].hi[axis]);
        }
    return &b->small_root;
}

static enum st_code build_large(struct bvh_builder *b, struct RTCBuildPrimitive *primitives,
                                uint32_t n, struct bvh_shape shape, const struct bvh_node **root,
                                struct status *st)
{
    struct RTCBuildArguments arguments = rtcDefaultBuildArguments();
    arguments.maxBranchingFactor = shape.width;
    arguments.minLeafSize = 1;
    arguments.maxLeafSize = shape.leaf;
    arguments.bvh = b->arena;
    arguments.primitives = primitives;
    arguments.primitiveCount = n;
    arguments.primitiveArrayCapacity = n;
    arguments.createNode = create_node;
    arguments.setNodeChildren = set_children;
    arguments.setNodeBounds = set_bounds;
    arguments.createLeaf = create_leaf;
    arguments.userPtr = b;
    *root = rtcBuildBVH(&arguments);
    if (b->broken)
        return status_no_memory(st, "acceleration structure");
    return *root ? ST_OK : embree_failed(b, st);
}

enum st_code bvh_build(struct bvh_builder *b, const struct bvh_box *boxes, uint32_t n,
                       struct bvh_shape shape, const char *what, const struct bvh_inner **root,
                       struct status *st)
{
    TRY(check_boxes(boxes, n, what, st));
    if (n <= 1) {
        build_small(b, boxes, n);
        *root = &b->small_root;
        return ST_OK;
    }
    if (b->arena)
        rtcReleaseBVH(b->arena);
    b->arena = rtcNewBVH(b->device);
    if (!b->arena)
        return embree_failed(b, st);
    MEM_AUTO char *block = NULL;
    TRY(mem_make(&block, 1, n * sizeof(struct RTCBuildPrimitive) + PRIMITIVE_ALIGN, what, st));
    size_t skew = (PRIMITIVE_ALIGN - (uintptr_t)block % PRIMITIVE_ALIGN) % PRIMITIVE_ALIGN;
    struct RTCBuildPrimitive *primitives = (struct RTCBuildPrimitive *)(void *)(block + skew);
    for (uint32_t i = 0; i < n; i++) {
        const struct bvh_box *x = &boxes[i];
        primitives[i] = (struct RTCBuildPrimitive){x->lo[0], x->lo[1], x->lo[2], 0,
                                                   x->hi[0], x->hi[1], x->hi[2], i};
    }
    const struct bvh_node *built;
    TRY(build_large(b, primitives, n, shape, &built, st));
    *root = inner_root(b, built, boxes);
    return ST_OK;
}
