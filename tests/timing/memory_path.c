/* Walks through an idle memory, computed at once, against the requests of the memory system. */
#include "tests/rig/memsys_rig.h"
#include "tests/rig/rig.h"

#include "sim/timing/memory/memory_path.h"

/* The sector of a row of bank 0 of slice 0, of so many in it. */
static uint64_t in_row(const struct address_map *map, uint32_t row, uint32_t sector)
{
    for (uint64_t addr = 0;; addr += SECTOR_B) {
        struct dram_place place = address_map_place(map, addr);
        if (address_map_slice(map, addr) == 0 && place.bank == 0 && place.row == row &&
            sector-- == 0)
            return addr;
    }
}

/* The walk begins with the look-up in the L1D, a cycle before the request is sent, and ends with
 * the use of the register, two cycles behind the reply. */
#define QUICK_CLOCKS                                                                               \
    "core_MHz=1000.0 icnt_MHz=1000.0 l2_MHz=1000.0 dram_MHz=1000.0 l2.rop_cycles=1 "               \
    "dram.latency_cycles=1"
TEST(a_walk_through_the_memory_takes_as_long_as_a_request)
{
    static const char *const changes[] = {
        "",
        "core_MHz=700.0 icnt_MHz=1300.0 l2_MHz=900.0 dram_MHz=3100.0",
        "core_MHz=1000.0 icnt_MHz=1000.0 l2_MHz=1000.0 dram_MHz=1000.0",
        "core_MHz=1000.0 icnt_MHz=1000.0 l2_MHz=1000.0 dram_MHz=1000.0 dram.ccdl=30",
        "dram_MHz=5000.0 dram.chips=2 dram.rc=400",
        "dram_MHz=5000.0 dram.transfers_per_cycle=4 dram.burst=16 dram.rc=400 dram.ras=300",
        "dram_MHz=5000.0 dram.rtpl=600",
        QUICK_CLOCKS " dram.rc=400",
        QUICK_CLOCKS " dram.rc=400 dram.ras=400",
        QUICK_CLOCKS " dram.rtpl=500",
        QUICK_CLOCKS " dram.ccdl=500",
    };
    /* Rows: opened, open, closed for another one, closed again while tRC or tRAS may hold. */
    static const uint32_t rows[] = {0, 0, 1, 2, 2, 3, 4};
    for (size_t i = 0; i < sizeof changes / sizeof *changes; i++) {
        struct memsys_rig f ENDED_BY(memsys_rig_end);
        memsys_rig_start(&f, "tiny", changes[i], false);
        struct address_map map = gpu_config_address_map(&f.config);
        struct memory_path path = memory_path_make(&f.config);
        memsys_rig_go(&f, 700);
        for (uint32_t k = 0; k < sizeof rows / sizeof *rows; k++) {
            uint64_t addr = in_row(&map, rows[k], k);
            cycle_t walk = memory_path_dram(&path, f.now - 1, rows[k]);
            memsys_rig_latency(&f, addr, 0);
            assert_int_equal(f.now + 2, walk);
            walk = memory_path_l2_hit(&path, f.now - 1);
            memsys_rig_latency(&f, addr, 0);
            assert_int_equal(f.now + 2, walk);
        }
    }
}

TEST(the_mean_walk_to_the_l2_is_that_of_equal_clocks)
{
    struct memsys_rig f ENDED_BY(memsys_rig_end);
    memsys_rig_start(&f, "tiny", "core_MHz=1000.0 icnt_MHz=1000.0 l2_MHz=1000.0", false);
    assert_true(memory_path_l2_mean(&f.config) == memsys_rig_hit_cycles(&f.config) + 3);
}
