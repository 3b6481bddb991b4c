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
/* The share of that which is left for requests that hit in one slice, where it goes by turns:
 * `sms` SMs have sent it more than it can answer. A slice takes requests while its request queue
 * has room, and sees only after the ROP delay what it has taken. Where it takes more than it
 * answers, the delay is full when the queue is, and taking stops until all of that is answered;
 * what is then taken may come after the queues have run dry. One turn, in microseconds:
 *
 *   stopped  taken within rop / answered   what is in the delay goes, the queues stay full
 *   dry      rop - held / answered         what they hold goes, before anything comes out of it
 *   filling  held / (taken - answered)
 *
 * of which stopped + rop + filling, less `dry`, has answers. As much as an L2 cycle allows is taken
 * while requests wait in the crossbar's output, then what comes. 1 where there are no turns: the
 * queues never run dry, or what waits does not last until they are full. A slice that nothing ever
 * held up goes on evenly, as what it takes is what comes. */
double limits_l2_turns(const struct gpu_config *gpu, uint32_t sms);
double limits_dram_read(const struct gpu_config *gpu, uint32_t sms, double in_flight);
double limits_dram_write(const struct gpu_config *gpu, uint32_t sms);

/* How far from its limit a DRAM stream may stay: 3 %; where ccdl is more than what the columns keep
 * anyway, as far as if all of them were in one bank group; and 15 % where DRAM is within a fifth of
 * what the parts in front of it can do, as requests then wait and MSHRs are kept longer. */
double limits_dram_bound(const struct gpu_config *gpu, double front);

/* Of a DRAM stream: what all but the channels can do. */
double limits_dram_front(const struct gpu_config *gpu, uint32_t sms, double in_flight);
