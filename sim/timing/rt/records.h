/* records.h -- the cycles and the intersection unit that the test of a record needs (docs/model.md,
 * "RT unit: records and tests"; parameters: rt_unit_params.h). */
#pragma once

#include "sim/config/rt_unit_params.h"
#include "sim/functional/warp.h"

#include <stdint.h>

/* Intersection units; any number of tests without a unit may start. */
enum rt_test_unit { UNIT_BOX, UNIT_TRIANGLE, UNIT_TRANSFORM, RT_UNITS, UNIT_NONE = RT_UNITS };

/* Core cycles of a test; 0 for records that are only stored. */
uint32_t rt_test_cycles(const struct rt_config *config, enum record_kind kind);
/* The unit that tests records of a kind; UNIT_NONE if the configuration does not limit it. */
enum rt_test_unit rt_test_unit(const struct rt_config *config, enum record_kind kind);
/* Mean number of requests for a record of a kind: the blocks of request_B that it touches, averaged
 * over its places in a block, which are multiples of 16. */
double rt_mean_requests(const struct rt_config *config, enum record_kind kind);
/* The rate of a unit: `tests` may start in `cycles` cycles; tests 0: any number. */
struct rt_rate {
    uint32_t tests, cycles;
};
struct rt_rate rt_test_rate(const struct rt_config *config, enum rt_test_unit unit);
/* Tests start at fixed times: test i of a unit in cycle i * cycles / tests. rt_rate_first: the
 * first test that starts in cycle `at` or later. rt_rate_cycle: the cycle in which a test starts.
 */
static inline uint64_t rt_rate_first(struct rt_rate r, uint64_t at)
{
    return (at * r.tests + r.cycles - 1) / r.cycles;
}
static inline uint64_t rt_rate_cycle(struct rt_rate r, uint64_t test)
{
    return test * r.cycles / r.tests;
}
