/* limits.h -- the sectors per microsecond that a stream can move: the least of the limits of all
 * parts on its path (docs/model.md, "SM: load/store unit", "Memory").
 *
 *   SM       one request out and one reply in per core cycle; at most l1d.mshrs sectors, and
 *            the sectors that its warps request, per time from a miss to its reply
 *   crossbar one packet per output and icnt cycle, and one per slice and icnt cycle into it
 *   L2       one look-up per slice and L2 cycle, a hit takes 32 / data_port_B cycles; l2.mshrs
 *            sectors per time from a miss to its fill
 *   DRAM     the column commands of a sector: each takes burst / transfers_per_cycle cycles of the
 *            data bus and starts at least ccd cycles after the previous one; the configured peak if
 *            ccd is not more than that */
#pragma once

#include "sim/config/gpu_config.h"

/* `sms`, `slices`: participating ones; `in_flight`: sectors that the warps of an SM request at
 * once. */
double limits_l2_read(const struct gpu_config *gpu, uint32_t sms, uint32_t slices,
                      double in_flight);
double limits_l2_write(const struct gpu_config *gpu, uint32_t sms, uint32_t slices);
/* The share of that limit for requests that hit in one slice, if they oscillate because `sms` SMs
 * have sent it more than it can answer. A slice takes requests while its request queue has room,
 * and the requests taken appear only after the ROP delay. If it takes more than it answers, the
 * delay is full when the queue is, and taking stops until all of that is answered; requests taken
 * then may arrive after the queues have become empty. One period, in microseconds:
 *
 *   stopped  taken within rop / answered   the delay empties, the queues stay full
 *   dry      rop - held / answered         the queues are empty before a request leaves the delay
 *   filling  held / (taken - answered)
 *
 * Of this period, stopped + rop + filling - dry has answers. While requests wait in the crossbar's
 * output, the slice takes as many as an L2 cycle allows, then as they arrive. 1 if there is no
 * oscillation: the queues never become empty, or the waiting requests do not last until they are
 * full. A slice that was never stalled runs evenly, because it takes requests as they arrive. */
double limits_l2_turns(const struct gpu_config *gpu, uint32_t sms);
double limits_dram_read(const struct gpu_config *gpu, uint32_t sms, double in_flight);
double limits_dram_write(const struct gpu_config *gpu, uint32_t sms);

/* The allowed distance of a DRAM stream from its limit: 3 %; if ccdl is more than the distance of
 * columns anyway, the distance for all columns in one bank group; and 15 % if DRAM is within a
 * fifth of the limits of the parts in front of it, because requests then wait and MSHRs are held
 * longer. */
double limits_dram_bound(const struct gpu_config *gpu, double front);

/* For a DRAM stream: the limit of all parts except the channels. */
double limits_dram_front(const struct gpu_config *gpu, uint32_t sms, double in_flight);
