#include "orchestrator/workload/isa_rows.h"

#include <math.h>

static double part(double a, double b)
{
    return b > 0 ? a / b : (double)NAN;
}

static double instructions(const struct isa_cell *c)
{
    return (double)instruction_profile_all(&c->profile);
}

#define CLASS(name, id)                                                                            \
    static double name(const struct isa_cell *c)                                                   \
    {                                                                                              \
        return (double)c->profile.instructions[INSTRUCTION_##id];                                  \
    }
CLASS(vector_alu, VECTOR_ALU)
CLASS(scalar_alu, SCALAR_ALU)
CLASS(vector_memory, VECTOR_MEMORY)
CLASS(scalar_memory, SCALAR_MEMORY)
CLASS(lds, LDS)
CLASS(ray, RAY)
CLASS(branch, BRANCH)
CLASS(wait, WAIT)
CLASS(misc, MISC)
#undef CLASS

static double registers(const struct isa_cell *c)
{
    return c->registers;
}

static double static_code(const struct isa_cell *c)
{
    return (double)c->static_B;
}

static double executed_code(const struct isa_cell *c)
{
    return (double)c->profile.code_B;
}

static double flushes(const struct isa_cell *c)
{
    return (double)c->counters.sm.buffer_flushes;
}

static double fetch_misses(const struct isa_cell *c)
{
    return (double)c->counters.sm.fetch_misses;
}

static double conflicts(const struct isa_cell *c)
{
    return (double)c->counters.sm.bank_conflicts;
}

static double reuse(const struct isa_cell *c)
{
    return instruction_profile_reuse(&c->profile);
}

static double uniqueness(const struct isa_cell *c)
{
    return 100 * part((double)c->values.unique, (double)c->values.lanes);
}

static double utilization(const struct isa_cell *c)
{
    return 100 * instruction_profile_utilization(&c->profile);
}

static double of_lanes(const struct site_sums *s)
{
    return 100 * part((double)s->lanes, (double)s->instructions * WARP_LANES);
}

static double varying_utilization(const struct isa_cell *c)
{
    return of_lanes(&c->varying);
}

static double shared(const struct isa_cell *c)
{
    return 100 * part((double)c->shared.instructions, (double)c->profile.vector_instructions);
}

static double shared_utilization(const struct isa_cell *c)
{
    return of_lanes(&c->shared);
}

static double data(const struct isa_cell *c)
{
    return (double)c->profile.data_B;
}

static double ipc(const struct isa_cell *c)
{
    return part((double)c->counters.sm.warp_instructions, (double)c->counters.gpu.cycles);
}

static double cycles(const struct isa_cell *c)
{
    return (double)c->counters.gpu.cycles;
}

const struct isa_row isa_rows[] = {
    {"instructions", "warp instructions", "Fig. 5", instructions},
    {"vector_alu", "warp instructions", "Fig. 5", vector_alu},
    {"scalar_alu", "warp instructions", "Fig. 5", scalar_alu},
    {"vector_memory", "warp instructions", "Fig. 5", vector_memory},
    {"scalar_memory", "warp instructions", "Fig. 5", scalar_memory},
    {"lds", "warp instructions", "Fig. 5", lds},
    {"ray", "warp instructions", "", ray},
    {"branch", "warp instructions", "Fig. 5", branch},
    {"waitcnt", "warp instructions", "Fig. 5", wait},
    {"misc", "warp instructions", "Fig. 5", misc},
    {"registers", "per thread", "", registers},
    {"bank_conflicts", "", "Fig. 6", conflicts},
    {"reuse_distance", "instructions, median", "Fig. 7", reuse},
    {"static_code", "byte", "Fig. 8", static_code},
    {"executed_code", "byte", "Fig. 8", executed_code},
    {"icache_misses", "", "V.C", fetch_misses},
    {"buffer_flushes", "", "Fig. 9", flushes},
    {"uniqueness", "% of lanes", "Fig. 10", uniqueness},
    {"ipc", "warp instructions/core cycle", "Fig. 11", ipc},
    {"cycles", "core cycles", "Fig. 12", cycles},
    {"data_footprint", "byte", "Table 6", data},
    {"simd_utilization", "% of lanes", "Table 6", utilization},
    {"simd_varying", "% of lanes", "", varying_utilization},
    {"alu_in_shared_code", "% of vector_alu", "", shared},
    {"simd_shared_code", "% of lanes", "", shared_utilization},
};
const size_t n_isa_rows = sizeof isa_rows / sizeof *isa_rows;
