/* Atomics and reductions in an L2 slice, to the cycle: looked up like reads, they leave the sector
 * dirty. */
#include "tests/rig/rig.h"
#include "tests/rig/slice_rig.h"

/* Another line of the set of `addr`, so that of two ways both are used up. */
enum { LINE = 128 };

/* Whether the line of `addr` is written back when others take its place, in a cache of two lines.
 */
static bool comes_back(struct slice_rig *f, uint64_t addr)
{
    uint64_t before = slice_rig_count(f).write_backs;
    slice_rig_bring(f, addr + 64 * LINE);
    slice_rig_run(f, 20);
    slice_rig_bring(f, addr + 128 * LINE);
    slice_rig_run(f, 20);
    return slice_rig_count(f).write_backs > before;
}

TEST(one_is_performed_in_each_cycle)
{
    for (int reduction = 0; reduction < 2; reduction++) {
        struct slice_rig f;
        slice_rig_start(&f, "");
        slice_rig_bring(&f, 0x1000);
        slice_rig_run(&f, 10);
        cycle_t sent = f.now;
        for (int i = 0; i < 32; i++)
            slice_rig_send_atomic(&f, 0x1000, reduction);
        for (cycle_t i = 0; i < 32; i++)
            assert_int_equal(slice_rig_next_accepted(&f), sent + 2 + i);
        struct l2_counters c = slice_rig_count(&f);
        assert_int_equal(c.atomics, 32);
        assert_int_equal(c.read_hits, 32);
        assert_int_equal(c.write_hits + c.write_misses, 0);
        assert_int_equal(f.replies->n, 32);
        slice_rig_end(&f);
    }
}

TEST(an_atomic_holds_the_data_port_as_long_as_a_read)
{
    struct slice_rig f ENDED_BY(slice_rig_end);
    slice_rig_start(&f, "l2.data_port_B=8");
    slice_rig_bring(&f, 0x1000);
    slice_rig_run(&f, 10);
    slice_rig_send_atomic(&f, 0x1000, false);
    slice_rig_send_atomic(&f, 0x1000, false);
    cycle_t first = slice_rig_next_accepted(&f);
    assert_int_equal(slice_rig_next_accepted(&f), first + 4);
}

TEST(a_sector_that_was_there_is_dirty)
{
    static const char *const caches[] = {"l2.sets=1 l2.ways=2",
                                         "l2.sets=1 l2.ways=2 l2.partial_write=flag"};
    for (size_t i = 0; i < 2; i++)
        for (int atomic = 0; atomic < 2; atomic++) {
            struct slice_rig f ENDED_BY(slice_rig_end);
            slice_rig_start(&f, caches[i]);
            slice_rig_bring(&f, 0x1000);
            slice_rig_run(&f, 10);
            if (atomic)
                slice_rig_send_atomic(&f, 0x1000, false);
            else
                slice_rig_send(&f, 0x1000, 0);
            slice_rig_run(&f, 10);
            slice_rig_take_reply(&f);
            assert_int_equal(comes_back(&f, 0x1000), atomic);
            assert_int_equal(slice_rig_count(&f).write_back_sectors, atomic);
        }
}

/* What is not there is fetched, and dirty when it has come; later reads hit it. */
TEST(a_sector_that_was_not_there_is_fetched_and_dirty)
{
    for (int flag = 0; flag < 2; flag++)
        for (int reduction = 0; reduction < 2; reduction++) {
            struct slice_rig f ENDED_BY(slice_rig_end);
            slice_rig_start(&f, flag ? "l2.sets=1 l2.ways=2 l2.partial_write=flag"
                                     : "l2.sets=1 l2.ways=2");
            slice_rig_send_atomic(&f, 0x1000, reduction);
            slice_rig_run(&f, 10);
            struct l2_counters c = slice_rig_count(&f);
            assert_int_equal(c.read_misses, 1);
            assert_int_equal(c.fetches, 1);
            assert_int_equal(f.replies->n, 0);
            assert_int_equal(f.dram->n, 1);
            slice_rig_serve(&f);
            slice_rig_tick(&f); /* the fill */
            assert_int_equal(slice_rig_came(&f), 0);
            slice_rig_tick(&f);
            assert_int_equal(slice_rig_came(&f), 1);
            slice_rig_take_reply(&f);
            slice_rig_send(&f, 0x1000, 0);
            slice_rig_run(&f, 10);
            assert_int_equal(slice_rig_count(&f).read_hits, 1);
            slice_rig_take_reply(&f);
            assert_true(comes_back(&f, 0x1000));
        }
}

TEST(atomics_join_a_fetch_as_reads_do)
{
    struct slice_rig f ENDED_BY(slice_rig_end);
    slice_rig_start(&f, "l2.mshr_merges=4");
    for (int i = 0; i < 6; i++)
        slice_rig_send_atomic(&f, 0x1000, false);
    slice_rig_run(&f, 20);
    struct l2_counters c = slice_rig_count(&f);
    assert_int_equal(c.fetches, 1);
    assert_int_equal(c.merges, 3);
    assert_int_equal(c.atomics, 4);
    assert_true(c.stall_merge > 10);
    slice_rig_serve(&f);
    slice_rig_run(&f, 20);
    c = slice_rig_count(&f);
    assert_int_equal(c.atomics, 6);
    assert_int_equal(c.read_hits, 2);
    for (uint32_t i = 0; i < 6; i++)
        slice_rig_take_reply(&f);
    assert_true(l2_slice_idle(f.slice));
}

/* The other sector of a pair comes for no request, while another atomic waits for its own. */
TEST(a_sector_for_no_request_changes_nothing)
{
    struct slice_rig f ENDED_BY(slice_rig_end);
    slice_rig_start(&f, "l2.fetch=pair");
    slice_rig_send_atomic(&f, 0x1000, false);
    slice_rig_send_atomic(&f, 0x2000, false);
    slice_rig_run(&f, 20);
    for (uint64_t i = 0; i < 4; i++) {
        assert_int_equal(slice_rig_serve(&f), (i < 2 ? 0x1000 : 0x2000) + 32 * (i % 2));
        slice_rig_run(&f, 5);
        assert_int_equal(f.replies->n, i < 2 ? 1 : 2);
    }
    slice_rig_take_reply(&f);
    slice_rig_take_reply(&f);
    assert_true(l2_slice_idle(f.slice));
}

/* A partly written sector, which a read would have to fetch, is fetched for an atomic too. */
TEST(a_partly_written_sector_is_fetched_first)
{
    struct slice_rig f ENDED_BY(slice_rig_end);
    slice_rig_start(&f, "");
    slice_rig_send(&f, 0x1000, 0xff);
    slice_rig_run(&f, 10);
    slice_rig_send_atomic(&f, 0x1000, true);
    slice_rig_run(&f, 10);
    struct l2_counters c = slice_rig_count(&f);
    assert_int_equal(c.read_sector_misses, 1);
    assert_int_equal(c.fetches, 1);
}
