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
/* Tests that a unit may start per cycle; 0: unlimited. */
uint32_t rt_tests_per_cycle(const struct rt_config *config, enum rt_test_unit unit);
