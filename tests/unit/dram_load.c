/* What a DRAM channel gives that never runs out of requests. */
#include "tests/rig/rig.h"

#include "sim/abstract/dram_load.h"
#include "sim/config/load/load.h"

enum { MOST = DRAM_LOAD_WRITES - 1 };

static void assert_within(double value, double expected, double margin)
{
    if (!(value >= expected - margin && value <= expected + margin))
        fail_msg("%g, expected %g", value, expected);
}

static struct dram_config dram_of(const char *gpu)
{
    struct status st = {0};
    struct gpu_config g;
    assert_ok(gpu_config_load(&g, gpu, &st));
    return g.dram;
}

static struct dram_load load_of(const struct dram_config *config, uint32_t columns)
{
    struct status st = {0};
    struct dram_load load;
    assert_ok(dram_load_measure(&load, config, columns, &st));
    return load;
}

TEST(row_hits_of_one_kind_fill_the_bus)
{
    const struct dram_config config = dram_of("rtx2060");
    for (uint32_t columns = 1; columns < 4; columns++) {
        struct dram_load load = load_of(&config, columns);
        assert_within(dram_load_cycles(&load, 0, 1), columns * config.ccd, 0.1);
        assert_within(dram_load_cycles(&load, 1, 1), columns * config.ccd, 0.1);
    }
}

TEST(without_row_hits_activations_are_the_limit)
{
    struct dram_config config = dram_of("rtx2060");
    struct dram_load load = load_of(&config, 1);
    for (uint32_t i = 0; i <= MOST; i++) {
        double cycles = dram_load_cycles(&load, i / (double)MOST, 0);
        assert_true(cycles >= config.rrd && cycles < 1.08 * config.rrd);
    }
    /* One bank: a row after the other. */
    config.banks = config.bank_groups = 1;
    load = load_of(&config, 1);
    double row = config.rc > config.ras + config.rp ? config.rc : config.ras + config.rp;
    assert_within(dram_load_cycles(&load, 0, 0), row, 0.1 * row);
}

TEST(turning_between_reads_and_writes_costs_time)
{
    struct dram_config config = dram_of("rtx2060");
    struct dram_load load = load_of(&config, 1);
    double mixed = dram_load_cycles(&load, 0.5, 0.75);
    assert_true(mixed > 1.1 * dram_load_cycles(&load, 0, 0.75));
    assert_true(mixed > 1.1 * dram_load_cycles(&load, 1, 0.75));
    /* The fewer requests there are to choose from, the more often it turns. */
    config.scheduler_queue = 8;
    load = load_of(&config, 1);
    assert_true(dram_load_cycles(&load, 0.5, 0.75) > 1.1 * mixed);
}

TEST(between_the_points_it_is_between_their_values)
{
    const struct dram_config config = dram_of("mobile_soc");
    struct dram_load load = load_of(&config, 2);
    for (uint32_t i = 0; i < MOST; i++)
        for (uint32_t j = 0; j <= MOST; j++) {
            double at = load.hits[i][j], low = load.cycles[i][j];
            double high = dram_load_cycles(&load, (i + 1) / (double)MOST, at);
            assert_within(dram_load_cycles(&load, i / (double)MOST, at), low, 1e-9);
            assert_within(dram_load_cycles(&load, (i + 0.5) / MOST, at), (low + high) / 2, 1e-9);
        }
    assert_true(dram_load_cycles(&load, 0, -1) == load.cycles[0][0]);
    assert_true(dram_load_cycles(&load, 1, 2) == load.cycles[MOST][MOST]);
}

TEST(the_same_is_measured_again)
{
    const struct dram_config config = dram_of("tiny");
    const struct dram_load one = load_of(&config, 2), other = load_of(&config, 2);
    assert_memory_equal(&one, &other, sizeof one);
}
