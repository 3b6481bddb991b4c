/* From the counters of a part to those of the frame, and the sectors that grow more slowly. */
#include "tests/rig/rig.h"

#include "common/counters.h"
#include "sim/isa/footprint.h"
#include "sim/model/complete.h"

#include <string.h>

/* 10 SM slots; the last 100 of 1100 cycles are tail. */
static struct gpu_counters run_of_part(void)
{
    struct gpu_counters c = {0};
    c.gpu.cycles = 1100;
    c.gpu.ctas = 4;
    c.sm.resident_warp_cycles = 10 * 1000;
    c.sm.busy_cycles = 2 * 1100;
    c.sm.thread_instructions = 320;
    c.gpu.warp_slot_cycles = 5 * c.sm.busy_cycles;
    c.rt.busy_cycles = 1100;
    c.gpu.rt_slot_cycles = 4 * 1100;
    c.rt.max_nodes = 17;
    c.dram.channels = 1;
    c.dram.active_channels = 1;
    c.dram.cycles = 2200;
    return c;
}

static const struct run_end machine = {.slots = 10, .sms = 2};

TEST(the_tail_is_there_once)
{
    struct gpu_counters c = run_of_part();
    run_complete(&c, &machine, 4, 12);
    assert_int_equal(c.gpu.cycles, 1100 + 2 * 1000);
    assert_int_equal(c.sm.busy_cycles, 2 * 3100);
    assert_int_equal(c.gpu.warp_slot_cycles, 5 * 2 * 3100);
    assert_int_equal(c.rt.busy_cycles, 3100);
    assert_int_equal(c.gpu.rt_slot_cycles, 4 * 3100);
    assert_int_equal(c.dram.cycles, 6200);
    assert_int_equal(c.gpu.ctas, 12);
    assert_int_equal(c.sm.thread_instructions, 3 * 320);
    assert_int_equal(c.sm.resident_warp_cycles, 3 * 10 * 1000);
    assert_int_equal(c.rt.max_nodes, 17);
    assert_int_equal(c.dram.channels, 1);
    assert_int_equal(c.dram.active_channels, 1);
}

TEST(all_of_it_stays_as_it_is)
{
    struct gpu_counters c = run_of_part(), before = c;
    run_complete(&c, &machine, 4, 4);
    assert_memory_equal(&c, &before, sizeof c);
}

/* 100 of 4400 RT slot cycles are idle. Were SMs' time the measure, 3100 busy cycles had 12400 slots
 * for 12900 of warps. */
TEST(rt_units_are_never_more_than_full)
{
    struct gpu_counters c = run_of_part();
    c.rt.warp_latency = 4300;
    run_complete(&c, &machine, 4, 12);
    assert_int_equal(c.rt.warp_latency, 12900);
    assert_int_equal(c.gpu.rt_slot_cycles, 12900 + 100);
    assert_int_equal(c.rt.busy_cycles, 3250);
}

/* 2100 of 2200 DRAM cycles: three times as much data need 6300, and 3100 core cycles are 6200. */
TEST(no_frame_is_shorter_than_its_data_take)
{
    struct gpu_counters c = run_of_part();
    c.dram.fetches = c.l2.fetches = c.l2.read_misses = 500;
    c.dram.reads = 1000;
    c.dram.data_cycles = 2000;
    c.dram.active_cycles = 2100;
    c.dram.utilization_q32 = counter_ratio_q32(2000, 2200);
    run_complete(&c, &machine, 4, 12);
    assert_int_equal(c.gpu.cycles, 3150);
    assert_int_equal(c.dram.cycles, 6300);
    assert_int_equal(c.dram.active_cycles, 6300);
    assert_int_equal(c.sm.busy_cycles, 2 * 3150);
    assert_true(c.dram.utilization_q32 <= counter_ratio_q32(6000, 6300));
    assert_true(c.dram.utilization_q32 + 4 >= counter_ratio_q32(6000, 6300));
}

/* The tail, in which DRAM is active for little, is no measure of how long it is per datum. */
TEST(dram_is_as_active_as_while_slots_were_full)
{
    struct run_end end = machine;
    struct gpu_counters c = run_of_part();
    c.dram.fetches = c.l2.fetches = c.l2.read_misses = 500;
    c.dram.reads = 1000;
    c.dram.data_cycles = 1000;
    c.dram.active_cycles = 2000;
    c.dram.efficiency_q32 = counter_ratio_q32(1000, 2000);
    end.full = (struct dram_counters){.data_cycles = 800, .active_cycles = 1000};
    end.full.active_channels = 1;
    end.full.efficiency_q32 = counter_ratio_q32(800, 1000);
    run_complete(&c, &end, 4, 12);
    assert_int_equal(c.dram.data_cycles, 3000);
    assert_int_equal(c.dram.active_cycles, 3750);
    assert_int_equal(c.dram.efficiency_q32, counter_ratio_q32(800, 1000));
    assert_int_equal(c.gpu.cycles, 3100);
}

/* A full L2 of 100 lines: what is dirty in it at the end has not been written, and never is. */
TEST(what_is_left_in_the_l2_is_left_once)
{
    struct run_end end = machine;
    struct gpu_counters c = run_of_part();
    end.lines = end.room = 100;
    end.dirty_lines = 50;
    end.dirty_sectors = 100;
    c.l2.write_backs = c.dram.write_backs = 150;
    c.l2.write_back_sectors = 300;
    c.dram.writes = 600;
    c.dram.data_cycles = 1200;
    c.dram.utilization_q32 = 1000;
    run_complete(&c, &end, 4, 12);
    assert_int_equal(c.l2.write_back_sectors, 3 * (300 + 100) - 100);
    assert_int_equal(c.dram.write_backs, (3 * 400 - 100) / 2);
    assert_int_equal(c.dram.writes, 2 * 1100);
    assert_int_equal(c.dram.data_cycles, 2 * 2200);
    /* data_cycles / cycles went from 1200 / 2200 to 4400 / 6200 */
    assert_in_range(c.dram.utilization_q32, 1300, 1302);
}

/* The L2 is half empty: what the frame leaves in it fills it. */
TEST(an_l2_with_room_takes_more)
{
    struct run_end end = machine;
    struct gpu_counters c = run_of_part();
    end.lines = 50;
    end.room = 100;
    end.dirty_lines = 50;
    end.dirty_sectors = 50;
    run_complete(&c, &end, 4, 12);
    assert_int_equal(c.l2.write_back_sectors, 3 * 50 - 100);
}

TEST(a_footprint_counts_each_sector_once)
{
    struct footprint f = {0};
    for (uint64_t round = 0; round < 2; round++)
        for (uint64_t i = 0; i < 10000; i++) {
            footprint_touch(&f, i * 32 + 7 * round);
            footprint_touch(&f, i * 4096);
        }
    assert_int_equal(f.touched,
                     20000 - (10000 * 32 + 4095) / 4096); /* every 128th below 320000 is both's */
    assert_false(f.failed);
    footprint_release(&f);
    assert_int_equal(f.touched, 0);
}
