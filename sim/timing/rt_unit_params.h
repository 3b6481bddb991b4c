/* rt_unit_params.h -- the ray-tracing unit of one SM (Vulkan-Sim: gpgpu_rt_*). */
#ifndef SIM_TIMING_RT_UNIT_PARAMS_H
#define SIM_TIMING_RT_UNIT_PARAMS_H

#include "common/params.h"

/* Where the result of a triangle hit is stored: in the lane's own result buffer, or, as Vulkan-Sim
 * does, at an address never used before. */
enum result_choice { RESULT_BUFFER, RESULT_FRESH };
extern const char *const result_choices[];

#define RT_PARAMS(X)                                                                               \
    X(UINT, max_warps, 1, 32, "warp", "warps in the warp buffer")                                  \
    X(UINT, mshrs, 0, 65536, "sector",                                                             \
      "sectors the unit may have outstanding; 0: as many as the L1D allows")                       \
    X(UINT, hit_latency, 0, 255, "cycle", "from a request that hits in the L1D to its data")       \
    X(UINT, header_cycles, 1, 255, "cycle", "processing of a TLAS or BLAS header")                 \
    X(UINT, internal_cycles, 1, 255, "cycle", "processing of an internal node")                    \
    X(UINT, instance_cycles, 1, 255, "cycle", "processing of an instance leaf")                    \
    X(UINT, descriptor_cycles, 1, 255, "cycle", "processing of a primitive leaf descriptor")       \
    X(UINT, triangle_cycles, 1, 255, "cycle", "processing of a triangle that is not hit")          \
    X(UINT, triangle_hit_cycles, 1, 255, "cycle", "processing of a triangle that is hit")          \
    X(UINT, procedural_cycles, 1, 255, "cycle", "processing of a procedural leaf")                 \
    X(BOOL, coalesce_warps, 0, 0, "", "every resident warp takes what it can use of a reply")      \
    X(CHOICE, result, 0, 0, "",                                                                    \
      "where hit results are stored: buffer (reused), fresh (never reused)")

struct rt_config {
    RT_PARAMS(PARAM_FIELD)
};

#endif
