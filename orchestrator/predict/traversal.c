#include "orchestrator/predict/traversal.h"

struct traversal_options traversal_of(const struct gpu_config *gpu)
{
    return (struct traversal_options){
        .closest = gpu->rt.closest == CLOSEST_LAST ? TRAVERSAL_LAST : TRAVERSAL_NEAREST,
        .order = gpu->rt.order == ORDER_STACK ? TRAVERSAL_STACK : TRAVERSAL_NEAREST_FIRST,
        .stack_entries = gpu->rt.stack_entries,
        .restart = gpu->rt.stack_overflow == OVERFLOW_RESTART,
        .micromap_level = gpu->rt.opacity_micromap,
        .treelet_B = gpu->rt.treelet_B,
        .fresh_traces = gpu->rt.trace == TRACE_FRESH,
        .interleaved = gpu->rt.trace == TRACE_INTERLEAVED,
        .nodes = gpu->rt.nodes == NODES_CWBVH8 ? BVH_CWBVH8 : BVH_INTEL6,
        .one_leaf_record = gpu->rt.leaf_records == LEAF_RECORDS_ONE,
        .overlap = gpu->rt.overlap,
    };
}
