#include "sim/timing/counters/gpu_counters.h"

#define COUNTER_STRUCT gpu_run_counters
static const struct counter gpu_rows[] = {GPU_COUNTERS(COUNTER_ROW)};
#undef COUNTER_STRUCT
#define COUNTER_STRUCT sm_counters
static const struct counter sm_rows[] = {SM_COUNTERS(COUNTER_ROW)};
#undef COUNTER_STRUCT
#define COUNTER_STRUCT mix_counters
static const struct counter mix_rows[] = {MIX_COUNTERS(COUNTER_ROW)};
#undef COUNTER_STRUCT
#define COUNTER_STRUCT ldst_counters
static const struct counter ldst_rows[] = {LDST_COUNTERS(COUNTER_ROW)};
#undef COUNTER_STRUCT
#define COUNTER_STRUCT l1d_counters
static const struct counter l1d_rows[] = {L1D_COUNTERS(COUNTER_ROW)};
#undef COUNTER_STRUCT
#define COUNTER_STRUCT rt_counters
static const struct counter rt_rows[] = {RT_COUNTERS(COUNTER_ROW)};
#undef COUNTER_STRUCT
#define COUNTER_STRUCT icnt_counters
static const struct counter icnt_rows[] = {ICNT_COUNTERS(COUNTER_ROW)};
#undef COUNTER_STRUCT
#define COUNTER_STRUCT l2_counters
static const struct counter l2_rows[] = {L2_COUNTERS(COUNTER_ROW)};
#undef COUNTER_STRUCT
#define COUNTER_STRUCT dram_counters
static const struct counter dram_rows[] = {DRAM_COUNTERS(COUNTER_ROW)};
#undef COUNTER_STRUCT

#define TABLE(section, title, rows, member)                                                        \
    {                                                                                              \
        section, title, rows, sizeof(rows) / sizeof *(rows), offsetof(struct gpu_counters, member) \
    }
const struct counter_table gpu_counter_tables[] = {
    TABLE("gpu", "The run as a whole", gpu_rows, gpu),
    TABLE("sm", "SMs", sm_rows, sm),
    TABLE("mix", "Instructions issued, by kind and by active lanes", mix_rows, mix),
    TABLE("ldst", "Load/store units", ldst_rows, ldst),
    TABLE("l1d", "L1 data caches", l1d_rows, l1d),
    TABLE("rt", "Ray-tracing units", rt_rows, rt),
    TABLE("icnt", "Interconnect", icnt_rows, icnt),
    TABLE("l2", "L2 slices", l2_rows, l2),
    TABLE("dram", "DRAM channels", dram_rows, dram),
};
#undef TABLE
const size_t n_gpu_counter_tables = sizeof gpu_counter_tables / sizeof *gpu_counter_tables;
