/* downscale.h -- the downscaling factor K (paper, III-C): the scale model has the GPU's SMs and
 * memory partitions divided by K, and all its other parameters. */
#pragma once

#include "common/status.h"
#include <stdint.h>

struct downscale {
    uint32_t factor;            /* K, which is also the number of groups */
    uint32_t sms;               /* of the scale model */
    uint32_t memory_partitions; /* of the scale model */
};

/* Chooses K. `factor` 0 stands for the greatest common divisor of both numbers; any other factor
 * must divide both, else ST_USAGE with the common divisors. */
enum st_code downscale_choose(struct downscale *out, uint32_t sms, uint32_t memory_partitions,
                              uint32_t factor, struct status *st);
