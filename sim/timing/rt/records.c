#include "sim/timing/rt/records.h"

uint32_t rt_test_cycles(const struct rt_config *config, enum record_kind kind)
{
    const uint32_t micromap = config->opacity_micromap_cycles ? config->opacity_micromap_cycles
                                                              : config->descriptor_cycles;
    const uint32_t cycles[RECORD_KINDS] = {
        [RECORD_HEADER] = config->header_cycles,
        [RECORD_INTERNAL] = config->internal_cycles,
        [RECORD_INSTANCE] = config->instance_cycles,
        [RECORD_DESCRIPTOR] = config->descriptor_cycles,
        [RECORD_TRIANGLE] = config->triangle_cycles,
        [RECORD_TRIANGLE_HIT] = config->triangle_hit_cycles,
        [RECORD_PROCEDURAL] = config->procedural_cycles,
        [RECORD_REFILL] = config->refill_cycles,
        [RECORD_MICROMAP] = micromap,
        [RECORD_MICROMAP_HIT] = micromap,
        [RECORD_BESIDE] = config->internal_cycles,
        [RECORD_WIDE] = config->internal_cycles,
        [RECORD_WIDE_TRIANGLE] = config->triangle_cycles,
        [RECORD_WIDE_TRIANGLE_HIT] = config->triangle_hit_cycles,
    };
    return cycles[kind];
}

struct rt_rate rt_test_rate(const struct rt_config *config, enum rt_test_unit unit)
{
    const struct rt_rate rates[] = {
        [UNIT_BOX] = {config->box_units, config->box_interval ? config->box_interval : 1},
        [UNIT_TRIANGLE] = {config->triangle_units, 1},
        [UNIT_TRANSFORM] = {config->transform_units, 1},
        [UNIT_NONE] = {0, 1}};
    return rates[unit];
}

enum rt_test_unit rt_test_unit(const struct rt_config *config, enum record_kind kind)
{
    static const uint8_t units[RECORD_KINDS] = {
        [RECORD_HEADER] = UNIT_NONE,
        [RECORD_INTERNAL] = UNIT_BOX,
        [RECORD_INSTANCE] = UNIT_TRANSFORM,
        [RECORD_DESCRIPTOR] = UNIT_NONE,
        [RECORD_TRIANGLE] = UNIT_TRIANGLE,
        [RECORD_TRIANGLE_HIT] = UNIT_TRIANGLE,
        [RECORD_PROCEDURAL] = UNIT_NONE,
        [RECORD_SPILL] = UNIT_NONE,
        [RECORD_REFILL] = UNIT_NONE,
        [RECORD_MICROMAP] = UNIT_NONE,
        [RECORD_MICROMAP_HIT] = UNIT_NONE,
        [RECORD_BESIDE] = UNIT_BOX,
        [RECORD_WIDE] = UNIT_BOX,
        [RECORD_WIDE_TRIANGLE] = UNIT_TRIANGLE,
        [RECORD_WIDE_TRIANGLE_HIT] = UNIT_TRIANGLE,
    };
    enum rt_test_unit unit = (enum rt_test_unit)units[kind];
    return rt_test_rate(config, unit).tests ? unit : UNIT_NONE;
}

double rt_mean_requests(const struct rt_config *config, enum record_kind kind)
{
    enum { PLACE_B = 16 };
    const uint32_t bytes = record_bytes(record_make(kind, 0)), block = config->request_B;
    uint32_t sum = 0;
    if (kind < RECORD_WIDE)
        return (bytes + block - 1) / block;
    for (uint32_t at = 0; at < block; at += PLACE_B)
        sum += (at + bytes - 1) / block + 1;
    return (double)sum * PLACE_B / block;
}
