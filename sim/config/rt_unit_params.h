/* rt_unit_params.h -- the ray-tracing unit of one SM (Vulkan-Sim: gpgpu_rt_*). */
#pragma once

#include "common/params.h"
#include "sim/config/unseen.h"

/* Where a triangle hit's result is stored: at the lane's own result buffer or, as in Vulkan-Sim, at
 * an address never used before. */
enum result_choice { RESULT_BUFFER, RESULT_FRESH };
/* When a result is stored: at every triangle hit or, as in hardware that keeps the nearest hit in
 * the unit, once for every ray that has hit a triangle, at the end of its walk. */
enum result_stores_choice { RESULT_STORES_EACH_HIT, RESULT_STORES_RAY_END };
/* The port of the L1D that the unit uses: its own, or the banks that the LDST unit leaves free. */
enum l1_port_choice { L1_PORT_OWN, L1_PORT_SHARED };

/* The order in which nodes are visited. NEAREST: the child that the ray enters first comes first,
 * and nodes that begin behind the nearest hit are skipped. STACK: as in Vulkan-Sim, the order of an
 * unsorted stack. */
enum order_choice { ORDER_NEAREST, ORDER_STACK };
/* What is fetched of a primitive leaf: the leaf or, as in Vulkan-Sim, first the descriptor, which
 * is its first 8 bytes, then the leaf. */
enum leaf_records_choice { LEAF_RECORDS_ONE, LEAF_RECORDS_TWO };
/* Which triangle in range is a ray's hit: the nearest or, as in Vulkan-Sim, the last one tested, at
 * the distance of the nearest.
 *
 * This choice, the two above, stack_entries, opacity_micromap and overlap determine the records of
 * a kernel's rays, so a kernel must be launched with them. */
enum closest_choice { CLOSEST_NEAREST, CLOSEST_LAST };

/* What happens to entries that do not fit into a ray's stack in the unit: they go to memory; they
 * go to the SM's shared memory, up to stack_shared_entries per ray, and further ones to memory; or
 * they are dropped, and the walk restarts at the root when it needs them. A kernel must be launched
 * with RESTART. */
enum stack_overflow_choice { OVERFLOW_MEMORY, OVERFLOW_SHARED, OVERFLOW_RESTART };

/* Where a trace's data for the shaders (ray, matrices) are: at the address of the thread's last
 * trace or, as in Vulkan-Sim, at one never used before. INTERLEAVED: at the thread's own address,
 * with payload and hit attributes, but each word beside the same one of the warp's other lanes, as
 * GPUs keep local memory. A kernel must be launched with this choice. */
enum trace_choice { TRACE_BUFFER, TRACE_FRESH, TRACE_INTERLEAVED };

/* When and how far the treelet with most rays, of those in it or going to it, is prefetched:
 * always; if enough of the rays are there; or in proportion to the share of these rays. A kernel
 * must be launched with treelet_B. */
enum prefetch_choice { PREFETCH_ALWAYS, PREFETCH_POPULAR, PREFETCH_PARTIAL };

/* The nodes of the acceleration structure: those of Intel's hardware, six children in 64 bytes, or
 * compressed wide ones (scenes/bvh/format.h), eight in 80. A kernel must be launched with this
 * choice. */
enum nodes_choice { NODES_INTEL6, NODES_CWBVH8 };

#define RT_PARAMS(X)                                                                               \
    X(UINT, max_warps, 1, 32, "warp", "warps in the warp buffer")                                  \
    X(UINT, mshrs, 0, 65536, "sector",                                                             \
      "sectors the unit may have outstanding; 0: as many as the L1D allows", UNSEEN_GPUMECH)       \
    X(UINT, hit_latency, 0, 255, "cycle", "from a request that hits in the L1D to its data")       \
    X(CHOICE, l1_port, ("own", "shared"), 0, "",                                                   \
      "L1D port: own (beside the LDST unit's), shared (a bank that the LDST unit does not use in " \
      "the cycle)",                                                                                \
      UNSEEN_GPUMECH)                                                                              \
    X(UINT, request_B, 32, 128, "byte",                                                            \
      "of a record that one request asks for, a power of two; one request per cycle")              \
    X(UINT, box_units, 0, 64, "node/cycle",                                                        \
      "internal nodes (six boxes each) whose test may start per cycle; 0: any number",             \
      NOT_INTERVAL)                                                                                \
    X(UINT_OR_0, box_interval, 0, 255, "cycle",                                                    \
      "in which as many nodes may start as there are box_units; 0: 1", NOT_INTERVAL)               \
    X(UINT, triangle_units, 0, 64, "triangle/cycle",                                               \
      "triangles whose test may start per cycle; 0: any number", NOT_INTERVAL)                     \
    X(UINT, transform_units, 0, 64, "leaf/cycle",                                                  \
      "instance leaves whose ray transform may start per cycle; 0: any number", NOT_INTERVAL)      \
    X(UINT, header_cycles, 1, 255, "cycle", "processing of a TLAS or BLAS header")                 \
    X(UINT, internal_cycles, 1, 255, "cycle", "processing of an internal node")                    \
    X(UINT, instance_cycles, 1, 255, "cycle", "processing of an instance leaf")                    \
    X(UINT, descriptor_cycles, 1, 255, "cycle", "processing of a primitive leaf descriptor")       \
    X(UINT, triangle_cycles, 1, 255, "cycle", "processing of a triangle that is not hit")          \
    X(UINT, triangle_hit_cycles, 1, 255, "cycle", "processing of a triangle that is hit")          \
    X(UINT, procedural_cycles, 1, 255, "cycle", "processing of a procedural leaf")                 \
    X(UINT, refill_cycles, 1, 255, "cycle", "processing of stack entries that come back")          \
    X(CHOICE, order, ("nearest", "stack"), 0, "",                                                  \
      "children of a node: nearest (the nearest first, what lies behind the hit is left out), "    \
      "stack (unsorted, all)")                                                                     \
    X(UINT, stack_entries, 0, 255, "entry",                                                        \
      "entries of a ray's stack in the unit, the oldest of more go to memory; 0: any number")      \
    X(CHOICE, leaf_records, ("one", "two"), 0, "",                                                 \
      "fetches of a primitive leaf: one, two (first its descriptor)")                              \
    X(BOOL, coalesce_warps, 0, 0, "",                                                              \
      "every resident warp takes what it can use of a hit or reply", CYCLE_ALONE)                  \
    X(BOOL, perfect_mem, 0, 0, "",                                                                 \
      "every request hits the L1D, whatever it holds; nothing goes to memory")                     \
    X(CHOICE, result, ("buffer", "fresh"), 0, "",                                                  \
      "where hit results are stored: buffer (reused; if trace is fresh, its record), fresh")       \
    X(CHOICE, closest, ("nearest", "last"), 0, "",                                                 \
      "triangle that is a ray's hit: nearest, last (tested last, at the nearest's distance)")      \
    X(CHOICE, result_stores, ("each_hit", "ray_end"), 0, "",                                       \
      "when they are stored: each_hit (every triangle in range), ray_end (once per ray that hit)") \
    X(CHOICE, trace, ("buffer", "fresh", "interleaved"), 0, "",                                    \
      "where shaders find a trace's record: buffer (reused), fresh (never reused), interleaved "   \
      "(reused; its words, those of payload and attributes too, beside those of the warp's other " \
      "lanes)")                                                                                    \
    X(CHOICE_OR_0, stack_overflow, ("memory", "shared", "restart"), 0, "",                         \
      "entries beyond stack_entries: memory, shared (shared memory), restart (lost; the walk "     \
      "begins again)")                                                                             \
    X(UINT_OR_0, stack_shared_entries, 0, 252, "entry",                                            \
      "of a ray's stack in shared memory, a multiple of 4, if stack_overflow is shared; what is "  \
      "beyond them goes to memory",                                                                \
      CYCLE_ALONE)                                                                                 \
    X(UINT_OR_0, opacity_micromap, 0, 12, "level",                                                 \
      "subdivision of masked triangles by opacity micromaps, 4^level microtriangles; 0: none")     \
    X(UINT_OR_0, opacity_micromap_cycles, 0, 255, "cycle",                                         \
      "processing of a micromap's sector; 0: descriptor_cycles")                                   \
    X(UINT_OR_0, treelet_B, 256, 1048576, "byte",                                                  \
      "of the treelets that are prefetched into the L1D, at most; 0: nothing is", CYCLE_ALONE)     \
    X(CHOICE_OR_0, prefetch, ("always", "popular", "partial"), 0, "",                              \
      "of the treelet that most rays go to: always (all), popular (all, if prefetch_percent of "   \
      "the rays do), partial (the share of it that is their share)",                               \
      CYCLE_ALONE)                                                                                 \
    X(UINT_OR_0, prefetch_percent, 1, 100, "%", "of rays that make a treelet popular; 0: any",     \
      CYCLE_ALONE)                                                                                 \
    X(BOOL_OR_0, overlap, 0, 0, "",                                                                \
      "the internal node that follows a leaf is fetched and tested beside it", UNSEEN_APPROXIMATE) \
    X(UINT_OR_0, reorder_warps, 0, 64, "warp",                                                     \
      "whose threads are sorted at once by what they do behind a trace; 0: none are", CYCLE_ALONE) \
    X(UINT_OR_0, reorder_wait, 0, 65535, "cycle",                                                  \
      "that warps wait for others to sort threads with; 0: until no other warp can come",          \
      CYCLE_ALONE)                                                                                 \
    X(UINT_OR_0, reorder_cycles, 0, 65535, "cycle", "from that to the first thread moved",         \
      CYCLE_ALONE)                                                                                 \
    X(UINT_OR_0, reorder_B, 0, 65536, "byte/cycle",                                                \
      "of registers of threads that are moved; 0: all at once", CYCLE_ALONE)                       \
    X(CHOICE_OR_0, nodes, ("intel6", "cwbvh8"), 0, "",                                             \
      "nodes of the acceleration structure: intel6 (six children, 64 bytes), cwbvh8 (eight, 80 "   \
      "bytes; triangles of 48)")

struct rt_config {
    RT_PARAMS(PARAM_FIELD)
};

/* The bytes of an SM's shared memory that the stacks of the rays in its RT unit take:
 * stack_shared_entries of 8 bytes for every lane of every warp that the unit may hold. */
static inline uint32_t rt_shared_B(const struct rt_config *config)
{
    return config->stack_overflow == OVERFLOW_SHARED
               ? config->max_warps * 32 * config->stack_shared_entries * 8
               : 0;
}
