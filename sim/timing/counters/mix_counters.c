#include "sim/timing/counters/mix_counters.h"

struct mix_counters mix_count(const uint64_t of[INST_KINDS], const uint64_t with[WARP_LANES + 1],
                              uint64_t active, uint64_t executed)
{
#define LANES(none, n) .warps_##n = with[n],
    return (struct mix_counters){.alu = of[KIND_ALU],
                                 .control = of[KIND_CONTROL],
                                 .sfu = of[KIND_SFU],
                                 .memory = of[KIND_MEMORY],
                                 .rt = of[KIND_RT],
                                 .trace = of[KIND_TRACE],
                                 .call = of[KIND_CALL],
                                 .texture = of[KIND_TEXTURE],
                                 .predicated_off = active - executed,
                                 MIX_LANES(LANES, )};
#undef LANES
}
