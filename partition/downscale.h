/* downscale.h -- the downscaling factor K (paper, III-C): SMs and memory partitions are divided by
 * K, all other parameters of the GPU stay. */
#pragma once

#include "common/status.h"
#include <stdint.h>

struct downscale {
    uint32_t factor;            /* K = number of groups */
    uint32_t sms;               /* of the small GPU */
    uint32_t memory_partitions; /* of the small GPU */
};

/* `factor` 0 uses the gcd; any other must divide both numbers, else ST_USAGE with the divisors. */
enum st_code downscale_choose(struct downscale *out, uint32_t sms, uint32_t memory_partitions,
                              uint32_t factor, struct status *st);
