/* limits.h -- how many sectors per microsecond a stream can move: the least of what every part on
 * its way can do (docs/model.md, "SM: load/store unit", "Memory").
 *
 *   SM       one request out and one reply in per core cycle; l1d.mshrs sectors, and as many as its
 *            warps ask for, per time from a miss to its reply
 *   crossbar one packet per output and icnt cycle, and one per slice and icnt cycle into it
 *   L2       one look-up per slice and L2 cycle, a hit for 32 / data_port_B cycles; l2.mshrs
 * sectors per time from a miss to its fill DRAM     a sector's column commands, each burst /
 * transfers_per_cycle cycles of the data bus and at least ccd cycles behind the one before: the
 * configured peak where ccd is no more */
#pragma once

#include "sim/config/gpu_config.h"

/* `sms`, `slices`: that take part; `in_flight`: sectors that the warps of an SM ask for at once. */
double limits_l2_read(const struct gpu_config *gpu, uint32_t sms, uint32_t slices,
                      double in_flight);
double limits_l2_write(const struct gpu_config *gpu, uint32_t sms, uint32_t slices);
double limits_dram_read(const struct gpu_config *gpu, uint32_t sms, double in_flight);
double limits_dram_write(const struct gpu_config *gpu, uint32_t sms);

/* How far from its limit a DRAM stream may stay: 3 %; where ccdl is more than what the columns keep
 * anyway, as far as if all of them were in one bank group; and 15 % where DRAM is within a fifth of
 * what the parts in front of it can do, as requests then wait and MSHRs are kept longer. */
double limits_dram_bound(const struct gpu_config *gpu, double front);

/* Of a DRAM stream: what all but the channels can do. */
double limits_dram_front(const struct gpu_config *gpu, uint32_t sms, double in_flight);
