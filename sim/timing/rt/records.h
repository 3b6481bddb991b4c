/* records.h -- what the test of a record takes, and in which intersection unit (docs/model.md, "RT
 * unit: records and tests"; parameters: rt_unit_params.h). */
#pragma once

#include "sim/config/rt_unit_params.h"
#include "sim/functional/warp.h"

#include <stdint.h>

/* Intersection units; of what is tested without one, any number may start. */
enum rt_test_unit { UNIT_BOX, UNIT_TRIANGLE, UNIT_TRANSFORM, RT_UNITS, UNIT_NONE = RT_UNITS };

/* Core cycles of a test; 0 for what is only stored. */
uint32_t rt_test_cycles(const struct rt_config *config, enum record_kind kind);
/* The unit that tests such records; UNIT_NONE where the configuration does not limit it. */
enum rt_test_unit rt_test_unit(const struct rt_config *config, enum record_kind kind);
/* Requests of such a record on the mean: the blocks of request_B that it touches, of records on
 * multiples of 16 over all places in a block. */
double rt_mean_requests(const struct rt_config *config, enum record_kind kind);
/* Tests that a unit may start per cycle; 0: any number. */
uint32_t rt_tests_per_cycle(const struct rt_config *config, enum rt_test_unit unit);
