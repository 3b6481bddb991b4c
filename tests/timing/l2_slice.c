/* Every queue, width and policy of an L2 slice, to the cycle. */
#include "tests/rig/rig.h"
#include "tests/rig/slice_rig.h"

#include <string.h>

/* --- the way in --- */

TEST(a_request_waits_for_the_rop_delay_and_is_looked_up_a_cycle_later)
{
    static const uint32_t delays[] = {1, 2, 160};
    for (size_t i = 0; i < 3; i++) {
        struct slice_rig f;
        char change[64];
        snprintf(change, sizeof change, "l2.rop_cycles=%u", delays[i]);
        slice_rig_start(&f, change);
        slice_rig_run(&f, 7);
        slice_rig_send(&f, 0x1000, 1);
        cycle_t taken = f.now;
        assert_int_equal(slice_rig_next_accepted(&f), taken + delays[i] + 1);
        slice_rig_end(&f);
    }
}

TEST(requests_follow_each_other_one_per_cycle)
{
    struct slice_rig f ENDED_BY(slice_rig_end);
    slice_rig_start(&f, "l2.rop_cycles=10");
    for (int i = 0; i < 5; i++)
        slice_rig_send(&f, 0x1000, 1);
    cycle_t first = slice_rig_next_accepted(&f);
    for (cycle_t i = 1; i < 5; i++)
        assert_int_equal(slice_rig_next_accepted(&f), first + i);
}

TEST(nothing_is_taken_with_fewer_than_four_free_places_in_the_queue)
{
    static const uint32_t places[] = {5, 6, 64};
    for (size_t i = 0; i < 3; i++) {
        struct slice_rig f;
        char change[64];
        snprintf(change, sizeof change, "l2.request_queue=%u l2.dram_queue=1", places[i]);
        slice_rig_start(&f, change);
        for (uint64_t k = 0; k < 200; k++)
            slice_rig_send(&f, 0x1000 * k, 0);
        slice_rig_run(&f, 300);
        /* One is in front of DRAM, one looked up behind it in the same cycle; then the queue fills
         * until it has less than four free places, and one more was in the ROP delay. */
        uint32_t waiting = places[i] - 4 + 1 + 1;
        uint32_t taken = 200 - f.requests.n;
        assert_int_equal(taken, slice_rig_accepted(&f) + waiting);
        /* Each request served by DRAM lets one be looked up: the first leaves three places free,
         * the second four, until what was taken has passed the ROP delay. */
        uint64_t before = slice_rig_accepted(&f);
        slice_rig_serve(&f);
        slice_rig_run(&f, 20);
        assert_int_equal(slice_rig_accepted(&f), before + 1);
        assert_int_equal(200 - f.requests.n, taken);
        slice_rig_serve(&f);
        slice_rig_run(&f, 20);
        assert_int_equal(slice_rig_accepted(&f), before + 2);
        assert_int_equal(200 - f.requests.n, taken + 2);
        slice_rig_end(&f);
    }
}

/* In the delay there is room for twice the requests that come meanwhile, and 16, up to a million.
 */
TEST(no_more_requests_are_taken_than_the_rop_delay_has_room_for)
{
    static const struct {
        const char *changes;
        uint32_t room;
    } cases[] = {
        {"l2.rop_cycles=1", 20},
        {"l2.rop_cycles=9 l2_MHz=3000.0 core_MHz=1000.0", 76},
        {"l2.rop_cycles=9 l2_MHz=500.0 core_MHz=1000.0", 36},
        {"l2.rop_cycles=10000 l2_MHz=1000.0 core_MHz=20.0", 1000000},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct slice_rig f ENDED_BY(slice_rig_end);
        slice_rig_start(&f, cases[i].changes);
        uint32_t packet = packet_new(&f.pool), taken = 0;
        for (; l2_slice_takes(f.slice); taken++)
            l2_slice_take(f.slice, packet, 100);
        assert_int_equal(taken, cases[i].room);
    }
}

TEST(the_request_queue_holds_as_many_as_it_has_places)
{
    struct slice_rig f ENDED_BY(slice_rig_end);
    char text[512] = "";
    uint32_t delayed, requests;
    slice_rig_start(&f, "l2.request_queue=5 l2.rop_cycles=20 l2.mshrs=1");
    for (uint64_t k = 0; k < 100; k++)
        slice_rig_send(&f, 0x1000 * k, 0);
    slice_rig_run(&f, 200);
    FILE *out = fmemopen(text, sizeof text, "w");
    l2_slice_dump(f.slice, out);
    fclose(out);
    assert_int_equal(sscanf(text, "L2 slice 0: %u in ROP delay, %u requests", &delayed, &requests),
                     2);
    assert_int_equal(requests, 5);
    assert_int_equal(100 - f.requests.n, 1 + requests + delayed); /* one in the MSHR */
}

/* Every queue is as long as it is set, and each of its places needs a packet. */
TEST(there_are_packets_for_all_places)
{
    struct gpu_config g;
    assert_ok(gpu_config_load(&g, "mobile_soc", &st));
    const uint32_t mshrs = g.l2.mshrs, merges = g.l2.mshr_merges;
    const struct {
        uint32_t *limit, packets;
    } places[] = {
        {&g.l2.request_queue, 1},  {&g.l2.miss_queue, 1},     {&g.l2.dram_queue, 1},
        {&g.l2.fill_queue, 1},     {&g.l2.reply_queue, 1},    {&g.dram.scheduler_queue, 1},
        {&g.dram.return_queue, 1}, {&g.dram.banks, 1},        {&g.l2.rop_cycles, 1},
        {&g.l2.mshrs, merges},     {&g.l2.mshr_merges, mshrs}};
    for (size_t i = 0; i < sizeof places / sizeof *places; i++) {
        uint32_t before = l2_slice_packets(&g);
        *places[i].limit += 100;
        assert_true(l2_slice_packets(&g) >= before + 100 * places[i].packets);
    }
}

/* --- the order within a cycle --- */

TEST(a_miss_passes_every_queue_in_a_cycle_of_its_own)
{
    struct slice_rig f ENDED_BY(slice_rig_end);
    slice_rig_start(&f, "");
    slice_rig_send(&f, 0x1000, 0);
    cycle_t t = slice_rig_next_accepted(&f); /* into the miss queue */
    assert_int_equal(f.dram->n, 0);
    slice_rig_tick(&f); /* t + 1: on to DRAM */
    assert_int_equal(f.dram->n, 1);
    slice_rig_run(&f, 10);
    assert_int_equal(slice_rig_serve(&f), 0x1000);
    slice_rig_tick(&f); /* filled */
    assert_int_equal(f.fills->n, 0);
    assert_int_equal(slice_rig_came(&f), 0);
    slice_rig_tick(&f); /* answered */
    assert_int_equal(slice_rig_came(&f), 1);
    assert_int_equal(f.now, t + 1 + 10 + 2 + 1);
    assert_int_equal(slice_rig_take_reply(&f), 0);
    assert_true(l2_slice_idle(f.slice));
}

TEST(one_fill_and_one_answer_per_cycle)
{
    struct slice_rig f ENDED_BY(slice_rig_end);
    slice_rig_start(&f, "");
    /* Two sectors; three requests wait for the first, two for the second. */
    for (int i = 0; i < 3; i++)
        slice_rig_send(&f, 0x1000, 0);
    slice_rig_send(&f, 0x1020, 0);
    slice_rig_send(&f, 0x1020, 0);
    slice_rig_run(&f, 20);
    assert_int_equal(f.dram->n, 2);
    slice_rig_serve(&f);
    slice_rig_serve(&f);
    slice_rig_tick(&f);
    assert_int_equal(f.fills->n, 1);
    assert_int_equal(slice_rig_came(&f), 0);
    for (uint32_t n = 1; n <= 5; n++) {
        slice_rig_tick(&f);
        assert_int_equal(f.fills->n, 0);
        assert_int_equal(slice_rig_came(&f), n);
    }
    for (uint32_t n = 0; n < 5; n++)
        assert_int_equal(slice_rig_take_reply(&f), n);
}

TEST(an_answer_and_a_hit_may_use_the_reply_queue_in_one_cycle)
{
    struct slice_rig f ENDED_BY(slice_rig_end);
    slice_rig_start(&f, "");
    slice_rig_bring(&f, 0x2000);
    slice_rig_send(&f, 0x1000, 0);
    slice_rig_run(&f, 20);
    /* The fill comes in the tick before the hit is looked up, the answer in the same tick. */
    slice_rig_send(&f, 0x2000, 0);
    slice_rig_tick(&f);
    slice_rig_serve(&f);
    slice_rig_tick(&f);
    assert_int_equal(slice_rig_came(&f), 0);
    slice_rig_tick(&f);
    assert_int_equal(slice_rig_came(&f), 2);
    assert_int_equal(slice_rig_take_reply(&f), 1); /* the answer first */
    assert_int_equal(slice_rig_take_reply(&f), 2);
}

TEST(a_full_reply_queue_stops_answers_and_lookups)
{
    struct slice_rig f ENDED_BY(slice_rig_end);
    slice_rig_start(&f, "l2.reply_queue=2");
    for (int i = 0; i < 4; i++)
        slice_rig_send(&f, 0x1000, 1); /* write hits, acknowledged at once */
    slice_rig_run(&f, 30);
    assert_int_equal(slice_rig_came(&f), 2);
    assert_int_equal(slice_rig_accepted(&f), 2);
    assert_true(slice_rig_count(&f).stall_reply > 20);
    slice_rig_take_reply(&f);
    slice_rig_tick(&f);
    assert_int_equal(slice_rig_accepted(&f), 3);
    slice_rig_tick(&f);
    assert_int_equal(slice_rig_accepted(&f), 3);
    slice_rig_end(&f);

    slice_rig_start(&f, "l2.reply_queue=1");
    slice_rig_send(&f, 0x1000, 0);
    slice_rig_send(&f, 0x1000, 0);
    slice_rig_run(&f, 10);
    slice_rig_serve(&f);
    slice_rig_run(&f, 10);
    assert_int_equal(slice_rig_came(&f), 1);
    assert_int_equal(slice_rig_take_reply(&f), 0);
    slice_rig_tick(&f);
    assert_int_equal(slice_rig_take_reply(&f), 1);
}

TEST(a_full_queue_to_dram_stops_misses_and_every_lookup)
{
    struct slice_rig f ENDED_BY(slice_rig_end);
    slice_rig_start(&f, "l2.dram_queue=3");
    for (uint64_t i = 0; i < 6; i++)
        slice_rig_send(&f, 0x1000 * i, 0);
    slice_rig_send(&f, 0x0, 1); /* would hit */
    slice_rig_run(&f, 30);
    /* The miss before a lookup goes to DRAM first, so that three are there and none behind them. */
    assert_int_equal(f.dram->n, 3);
    uint64_t before = slice_rig_accepted(&f);
    assert_int_equal(before, 3);
    assert_true(slice_rig_count(&f).stall_dram > 20);
    slice_rig_serve(&f);
    slice_rig_tick(&f);
    assert_int_equal(slice_rig_accepted(&f), before + 1);
    assert_int_equal(f.dram->n, 2);
    slice_rig_tick(&f); /* the miss goes to DRAM first, which fills its queue again */
    assert_int_equal(f.dram->n, 3);
    assert_int_equal(slice_rig_accepted(&f), before + 1);
}

TEST(a_full_fill_queue_is_for_dram_to_respect)
{
    struct slice_rig f ENDED_BY(slice_rig_end);
    slice_rig_start(&f, "l2.fill_queue=2");
    for (uint64_t i = 0; i < 3; i++)
        slice_rig_send(&f, 0x1000 * i, 0);
    slice_rig_run(&f, 10);
    slice_rig_serve(&f);
    slice_rig_serve(&f);
    assert_true(packet_queue_full(f.fills));
    slice_rig_tick(&f);
    assert_false(packet_queue_full(f.fills));
}

/* Until something outside changes, it need not be called. */
TEST(a_slice_that_stands_still_says_so)
{
    static const struct {
        const char *changes;
        uint32_t bytes, accepted;
    } cases[] = {{"l2.reply_queue=2", 1, 2}, {"l2.dram_queue=1", 0, 1}, {"l2.mshrs=1", 0, 1}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct slice_rig f ENDED_BY(slice_rig_end);
        slice_rig_start(&f, cases[i].changes);
        for (uint64_t k = 0; k < 4; k++)
            slice_rig_send(&f, 0x1000 * k, cases[i].bytes);
        slice_rig_run(&f, 30);
        struct l2_moves moves = l2_slice_tick(f.slice, f.now++);
        assert_false(moves.any);
        assert_false(moves.for_dram);
        assert_true(moves.next == CYCLE_NEVER);
        assert_int_equal(slice_rig_accepted(&f), cases[i].accepted);
    }
}

/* --- ports --- */

TEST(a_hit_keeps_the_data_port_busy_for_a_sector)
{
    static const uint32_t widths[] = {4, 8, 16, 24, 32, 64};
    for (size_t i = 0; i < 6; i++)
        for (uint32_t bytes = 0; bytes < 2; bytes++) {
            struct slice_rig f ENDED_BY(slice_rig_end);
            char change[64];
            snprintf(change, sizeof change, "l2.data_port_B=%u", widths[i]);
            slice_rig_start(&f, change);
            slice_rig_bring(&f, 0x1000);
            slice_rig_run(&f, 20);
            for (int k = 0; k < 3; k++)
                slice_rig_send(&f, 0x1000, bytes);
            cycle_t first = slice_rig_next_accepted(&f), each = (32 + widths[i] - 1) / widths[i];
            assert_int_equal(slice_rig_next_accepted(&f), first + each);
            assert_int_equal(slice_rig_next_accepted(&f), first + 2 * each);
            assert_int_equal(slice_rig_count(&f).stall_port, 2 * (each - 1));
        }
}

TEST(a_miss_without_dirty_sectors_leaves_the_data_port_free)
{
    struct slice_rig f ENDED_BY(slice_rig_end);
    slice_rig_start(&f, "l2.data_port_B=4 l2.sets=1 l2.ways=1");
    slice_rig_bring(&f, 0x1000);
    slice_rig_run(&f, 20);
    slice_rig_send(&f, 0x2000, 1); /* evicts a clean line */
    slice_rig_send(&f, 0x2020, 1); /* sector miss */
    slice_rig_send(&f, 0x2040, 1);
    cycle_t first = slice_rig_next_accepted(&f);
    assert_int_equal(slice_rig_next_accepted(&f), first + 1);
    assert_int_equal(slice_rig_next_accepted(&f), first + 2);
    assert_int_equal(slice_rig_count(&f).evictions, 1);
    assert_int_equal(slice_rig_count(&f).write_backs, 0);
}

/* Cycles from an access that evicts `sectors` dirty sectors to the next one. */
static cycle_t eviction_gap(const char *changes, uint32_t sectors, bool write)
{
    struct slice_rig f ENDED_BY(slice_rig_end);
    slice_rig_start(&f, changes);
    for (uint32_t i = 0; i < sectors; i++)
        slice_rig_write_whole(&f, 0x1000 + 32 * i);
    slice_rig_run(&f, 20);
    slice_rig_send(&f, 0x2000, write);
    slice_rig_send(&f, 0x2020, write);
    cycle_t first = slice_rig_next_accepted(&f), gap = slice_rig_next_accepted(&f) - first;
    assert_int_equal(slice_rig_count(&f).write_backs, 1);
    assert_int_equal(slice_rig_count(&f).write_back_sectors, sectors);
    slice_rig_run(&f, 5); /* a fetch goes first */
    assert_int_equal(f.pool.packets[f.dram->first].kind, write ? PACKET_WRITE_BACK : PACKET_FETCH);
    for (bool seen = false; !seen;) {
        const struct packet *p = &f.pool.packets[f.dram->first];
        if (p->kind == PACKET_WRITE_BACK) {
            assert_int_equal(p->bytes, 32 * sectors);
            assert_true(p->request.write);
            assert_int_equal(p->request.addr, 0x1000);
            seen = true;
        }
        slice_rig_serve(&f);
    }
    return gap;
}

TEST(an_eviction_reads_the_modified_bytes_through_the_data_port)
{
    for (uint32_t sectors = 1; sectors <= 4; sectors++)
        for (int write = 0; write < 2; write++) {
            assert_int_equal(eviction_gap("l2.sets=1 l2.ways=1", sectors, write), sectors);
            assert_int_equal(eviction_gap("l2.sets=1 l2.ways=1 l2.data_port_B=16", sectors, write),
                             2 * sectors);
            /* Whole widths only, and a cycle for the access in any case. */
            assert_int_equal(eviction_gap("l2.sets=1 l2.ways=1 l2.data_port_B=24", sectors, write),
                             sectors * 32 / 24);
            assert_int_equal(eviction_gap("l2.sets=1 l2.ways=1 l2.data_port_B=64", sectors, write),
                             sectors < 4 ? 1 : 2);
            /* Vulkan-Sim's way: only a write's eviction. */
            assert_int_equal(
                eviction_gap("l2.sets=1 l2.ways=1 l2.eviction_port=writes", sectors, write),
                write ? sectors : 1);
        }
}

TEST(a_fill_keeps_the_fill_port_busy_for_a_sector)
{
    static const uint32_t widths[] = {4, 8, 16, 24, 32, 64};
    for (size_t i = 0; i < 6; i++) {
        struct slice_rig f ENDED_BY(slice_rig_end);
        char change[64];
        snprintf(change, sizeof change, "l2.data_port_B=%u", widths[i]);
        slice_rig_start(&f, change);
        for (uint64_t k = 0; k < 3; k++)
            slice_rig_send(&f, 0x1000 * k, 0);
        slice_rig_run(&f, 60);
        for (int k = 0; k < 3; k++)
            slice_rig_serve(&f);
        cycle_t each = 32 / widths[i] > 1 ? 32 / widths[i] : 1;
        slice_rig_tick(&f);
        assert_int_equal(f.fills->n, 2);
        slice_rig_run(&f, each - 1);
        assert_int_equal(f.fills->n, 2);
        slice_rig_tick(&f);
        assert_int_equal(f.fills->n, 1);
        slice_rig_run(&f, each - 1);
        assert_int_equal(f.fills->n, 1);
        slice_rig_tick(&f);
        assert_int_equal(f.fills->n, 0);
    }
}

TEST(a_slice_with_a_miss_that_finds_no_place_says_so)
{
    struct slice_rig f ENDED_BY(slice_rig_end);
    slice_rig_start(&f, "l2.dram_queue=1 l2.sets=1 l2.ways=1");
    slice_rig_write_whole(&f, 0x1000);
    slice_rig_send(&f, 0x2000, 0); /* a fetch, and behind it a write-back */
    slice_rig_run(&f, 20);
    struct l2_moves moves = l2_slice_tick(f.slice, f.now);
    assert_false(moves.any);
    assert_true(moves.next == CYCLE_NEVER);
}

TEST(a_slice_with_an_answer_that_finds_no_place_says_so)
{
    struct slice_rig f ENDED_BY(slice_rig_end);
    slice_rig_start(&f, "l2.reply_queue=1");
    slice_rig_send(&f, 0x1000, 0);
    slice_rig_send(&f, 0x1000, 0);
    slice_rig_run(&f, 20);
    assert_int_equal(slice_rig_accepted(&f), 2);
    slice_rig_serve(&f);
    slice_rig_run(&f, 20);
    struct l2_moves moves = l2_slice_tick(f.slice, f.now);
    assert_false(moves.any);
    assert_true(moves.next == CYCLE_NEVER);
    assert_int_equal(slice_rig_came(&f), 1);
}

TEST(a_slice_that_waits_for_its_fill_port_says_so)
{
    struct slice_rig f ENDED_BY(slice_rig_end);
    slice_rig_start(&f, "l2.data_port_B=4");
    slice_rig_send(&f, 0x1000, 0);
    slice_rig_send(&f, 0x2000, 0);
    slice_rig_run(&f, 20);
    slice_rig_serve(&f);
    slice_rig_serve(&f);
    cycle_t filled = f.now;
    slice_rig_run(&f, 2); /* the first is filled, then answered */
    assert_int_equal(slice_rig_came(&f), 1);
    struct l2_moves moves = l2_slice_tick(f.slice, f.now);
    assert_false(moves.any);
    assert_int_equal(moves.next, filled + SECTOR_B / 4);
}

/* --- MSHRs, miss queue, lines --- */

TEST(a_read_waits_for_a_free_mshr_until_one_is_answered)
{
    struct slice_rig f ENDED_BY(slice_rig_end);
    slice_rig_start(&f, "l2.mshrs=2");
    for (uint64_t i = 0; i < 3; i++)
        slice_rig_send(&f, 0x1000 * i, 0);
    slice_rig_run(&f, 30);
    assert_int_equal(slice_rig_accepted(&f), 2);
    assert_true(slice_rig_count(&f).stall_mshr > 20);
    slice_rig_serve(&f);
    slice_rig_tick(&f); /* filled; its MSHR is still in use */
    assert_int_equal(slice_rig_accepted(&f), 2);
    slice_rig_tick(&f); /* answered, and then looked up */
    assert_int_equal(slice_rig_accepted(&f), 3);
    assert_int_equal(slice_rig_count(&f).peak_mshrs, 2);
}

TEST(an_mshr_serves_as_many_requests_as_it_has_places)
{
    static const uint32_t merges[] = {1, 4};
    for (size_t i = 0; i < 2; i++) {
        struct slice_rig f ENDED_BY(slice_rig_end);
        char change[64];
        snprintf(change, sizeof change, "l2.mshr_merges=%u", merges[i]);
        slice_rig_start(&f, change);
        for (uint32_t k = 0; k < merges[i] + 1; k++)
            slice_rig_send(&f, 0x1000, 0);
        slice_rig_run(&f, 30);
        assert_int_equal(slice_rig_accepted(&f), merges[i]);
        assert_true(slice_rig_count(&f).stall_merge > 20);
        assert_int_equal(slice_rig_count(&f).fetches, 1);
        slice_rig_serve(&f);
        slice_rig_tick(&f); /* filled: now the last one hits */
        assert_int_equal(slice_rig_accepted(&f), merges[i] + 1);
        assert_int_equal(slice_rig_count(&f).read_hits, 1);
        assert_int_equal(slice_rig_count(&f).read_misses, 1);
        assert_int_equal(slice_rig_count(&f).read_hits_reserved, merges[i] - 1);
        assert_int_equal(slice_rig_count(&f).merges, merges[i] - 1);
    }
}

/* Reads that miss and evict dirty lines put two packets per cycle into the miss queue, from which
 * one per cycle leaves: after n of them it holds n + 1 before the next is looked up. */
TEST(a_read_needs_two_places_in_the_miss_queue_and_a_write_one)
{
    for (int write = 0; write < 2; write++)
        for (uint32_t places = 4; places < 8; places++) {
            struct slice_rig f ENDED_BY(slice_rig_end);
            char change[128];
            snprintf(change, sizeof change,
                     "l2.sets=1 l2.ways=16 l2.eviction_port=writes l2.miss_queue=%u", places);
            slice_rig_start(&f, change);
            for (uint64_t i = 0; i < 16; i++)
                slice_rig_write_whole(&f, 0x1000 * i);
            slice_rig_run(&f, 10);
            /* Before a lookup the queue has sent one: it holds n after n reads that were accepted
             * in a row. So the first read that meets places - 1 packets is refused. */
            uint32_t reads = places - 1;
            for (uint64_t i = 0; i < reads; i++)
                slice_rig_send(&f, 0x100000 + 0x1000 * i, 0);
            slice_rig_send(&f, 0x200000, write);
            cycle_t first = slice_rig_next_accepted(&f);
            for (uint32_t i = 1; i < reads; i++)
                assert_int_equal(slice_rig_next_accepted(&f), first + i);
            assert_int_equal(slice_rig_next_accepted(&f), first + reads + !write);
            assert_int_equal(slice_rig_count(&f).stall_miss_queue, !write);
        }
}

/* Each read that fetches a pair adds two misses; one leaves before the next read is looked up. */
TEST(a_read_of_a_pair_needs_three_places_in_the_miss_queue)
{
    for (uint32_t places = 4; places < 8; places++) {
        struct slice_rig f ENDED_BY(slice_rig_end);
        char change[64];
        snprintf(change, sizeof change, "l2.fetch=pair l2.miss_queue=%u", places);
        slice_rig_start(&f, change);
        uint32_t reads = places - 2;
        for (uint64_t i = 0; i <= reads; i++)
            slice_rig_send(&f, 0x1000 * i, 0);
        cycle_t first = slice_rig_next_accepted(&f);
        for (uint32_t i = 1; i < reads; i++)
            assert_int_equal(slice_rig_next_accepted(&f), first + i);
        assert_int_equal(slice_rig_next_accepted(&f), first + reads + 1);
        assert_int_equal(slice_rig_count(&f).stall_miss_queue, 1);
    }
}

TEST(a_write_takes_the_last_place_of_the_miss_queue)
{
    struct slice_rig f ENDED_BY(slice_rig_end);
    /* The queue to DRAM holds one packet, so that the miss queue keeps what the reads put in; a
     * place there must be free for a lookup. */
    slice_rig_start(
        &f, "l2.sets=1 l2.ways=16 l2.eviction_port=writes l2.miss_queue=2 l2.dram_queue=64");
    for (uint64_t i = 0; i < 16; i++)
        slice_rig_write_whole(&f, 0x1000 * i);
    slice_rig_run(&f, 10);
    slice_rig_send(&f, 0x100000, 0); /* two packets */
    slice_rig_send(&f, 0x200000, 1); /* finds one, adds one */
    slice_rig_send(&f, 0x300000, 1); /* finds one, adds one */
    slice_rig_send(&f, 0x0, 0);
    cycle_t first = slice_rig_next_accepted(&f);
    assert_int_equal(slice_rig_next_accepted(&f), first + 1);
    assert_int_equal(slice_rig_next_accepted(&f), first + 2);
    assert_int_equal(slice_rig_next_accepted(&f), first + 4); /* a read needs two places */
}

TEST(a_set_whose_lines_all_wait_refuses_until_a_fill)
{
    for (int write = 0; write < 2; write++) {
        struct slice_rig f ENDED_BY(slice_rig_end);
        slice_rig_start(&f, "l2.sets=1 l2.ways=2");
        slice_rig_send(&f, 0x1000, 0);
        slice_rig_send(&f, 0x2000, 0);
        slice_rig_send(&f, 0x3000, write);
        slice_rig_run(&f, 30);
        assert_int_equal(slice_rig_accepted(&f), 2);
        assert_true(slice_rig_count(&f).stall_line > 20);
        slice_rig_serve(&f);
        slice_rig_tick(&f); /* filled, then looked up */
        assert_int_equal(slice_rig_accepted(&f), 3);
        assert_int_equal(slice_rig_count(&f).evictions, 1);
    }
}

/* --- what is written --- */

TEST(a_write_is_acknowledged_at_once_and_fetches_nothing)
{
    struct slice_rig f;
    slice_rig_start(&f, "");
    slice_rig_send(&f, 0x1000, 0xff);
    cycle_t t = f.now;
    assert_int_equal(slice_rig_next_accepted(&f), t + 2);
    assert_int_equal(slice_rig_came(&f), 1);
    slice_rig_run(&f, 20);
    assert_int_equal(f.dram->n, 0);
    assert_int_equal(slice_rig_count(&f).write_misses, 1);
    slice_rig_end(&f);
}

TEST(a_partly_written_sector_is_fetched_once_when_it_is_read)
{
    struct slice_rig f ENDED_BY(slice_rig_end);
    slice_rig_start(&f, "");
    slice_rig_send(&f, 0x1000, 0xff);
    slice_rig_send(&f, 0x1000, 0); /* sector miss, fetched */
    slice_rig_send(&f, 0x1000, 0); /* on its way now */
    slice_rig_send(&f, 0x1000,
                   0xff00); /* so is it for a write, which makes it partly written again */
    slice_rig_send(&f, 0x1000, 0);
    slice_rig_run(&f, 20);
    struct l2_counters c = slice_rig_count(&f);
    assert_int_equal(c.write_misses, 1);
    assert_int_equal(c.read_sector_misses, 2);
    assert_int_equal(c.read_hits_reserved, 1);
    assert_int_equal(c.write_hits_reserved, 1);
    assert_int_equal(c.fetches, 1);
    slice_rig_serve(&f);
    slice_rig_run(&f, 20);
    slice_rig_send(&f, 0x1000, 0);
    slice_rig_run(&f, 20);
    assert_int_equal(slice_rig_count(&f).read_hits, 1);
}

/* Vulkan-Sim knows of a sector only whether one write covered it. */
TEST(a_slice_that_knows_no_bytes_fetches_again_what_was_written_meanwhile)
{
    struct slice_rig f ENDED_BY(slice_rig_end);
    slice_rig_start(&f, "l2.partial_write=flag");
    slice_rig_send(&f, 0x1000, 0);
    slice_rig_run(&f, 10);
    slice_rig_send(&f, 0x1000, 0xff); /* while it is on its way */
    slice_rig_run(&f, 10);
    slice_rig_serve(&f);
    slice_rig_run(&f, 10);
    slice_rig_send(&f, 0x1000, 0xff00);
    slice_rig_send(&f, 0x1000, 0);
    slice_rig_run(&f, 10);
    struct l2_counters c = slice_rig_count(&f);
    assert_int_equal(c.read_misses, 1);
    assert_int_equal(c.write_hits_reserved, 1);
    assert_int_equal(c.write_sector_misses, 1);
    assert_int_equal(c.read_sector_misses, 1);
    assert_int_equal(c.fetches, 2);
}

TEST(the_first_line_used_goes_first)
{
    struct slice_rig f ENDED_BY(slice_rig_end);
    slice_rig_start(&f, "l2.sets=1 l2.ways=3");
    slice_rig_bring(&f, 0x1000);
    slice_rig_bring(&f, 0x2000);
    slice_rig_bring(&f, 0x3000);
    slice_rig_send(&f, 0x1000, 0); /* a hit makes it the last used */
    slice_rig_send(&f, 0x2020, 1); /* so does a sector miss */
    slice_rig_send(&f, 0x4000, 0);
    slice_rig_run(&f, 20);
    slice_rig_send(&f, 0x3000, 1);
    slice_rig_run(&f, 20);
    struct l2_counters c = slice_rig_count(&f);
    assert_int_equal(c.write_misses, 1);
    assert_int_equal(c.write_sector_misses, 1);
    assert_int_equal(c.evictions, 2);
}

/* Its line has gone when a request joins an MSHR whose data have come: it is answered with the
 * others and reserves no line. */
TEST(a_request_joins_what_came_even_where_the_line_has_gone)
{
    struct slice_rig f ENDED_BY(slice_rig_end);
    slice_rig_start(&f, "l2.sets=1 l2.ways=1");
    for (int i = 0; i < 3; i++)
        slice_rig_send(&f, 0x1000, 0);
    slice_rig_run(&f, 20);
    slice_rig_send(&f, 0x2000, 0);
    slice_rig_send(&f, 0x1000, 0);
    slice_rig_tick(&f);
    slice_rig_serve(&f);
    slice_rig_tick(&f); /* filled */
    assert_int_equal(slice_rig_accepted(&f), 3);
    slice_rig_tick(&f); /* the first is answered, the line goes for the other one */
    assert_int_equal(slice_rig_accepted(&f), 4);
    assert_int_equal(slice_rig_count(&f).evictions, 1);
    slice_rig_tick(&f);
    assert_int_equal(slice_rig_accepted(&f), 5);
    slice_rig_run(&f, 2);
    static const uint32_t order[] = {0, 1, 2, 4};
    for (int i = 0; i < 4; i++)
        assert_int_equal(slice_rig_take_reply(&f), order[i]);
    struct l2_counters c = slice_rig_count(&f);
    assert_int_equal(c.fetches, 2);
    assert_int_equal(c.merges, 3);
    assert_int_equal(c.read_misses, 3); /* both that found no line, and the first */
    assert_int_equal(c.evictions, 1);
    slice_rig_serve(&f);
    slice_rig_run(&f, 2);
    assert_int_equal(slice_rig_take_reply(&f), 3);
    assert_true(l2_slice_idle(f.slice));
}

/* --- pairs of sectors --- */

TEST(a_miss_may_fetch_the_pair)
{
    struct slice_rig f ENDED_BY(slice_rig_end);
    slice_rig_start(&f, "l2.fetch=pair");
    slice_rig_send(&f, 0x1020, 0);
    slice_rig_run(&f, 20);
    assert_int_equal(slice_rig_serve(&f), 0x1020);
    assert_int_equal(slice_rig_serve(&f), 0x1000);
    slice_rig_send(&f, 0x1000, 0); /* is there */
    slice_rig_send(&f, 0x1040, 0); /* is of another pair */
    slice_rig_run(&f, 20);
    struct l2_counters c = slice_rig_count(&f);
    assert_int_equal(c.read_hits, 1);
    assert_int_equal(c.fetches, 4);
    assert_int_equal(f.replies->n, 2);
}

TEST(a_sector_that_is_there_is_not_fetched_as_a_pair)
{
    struct slice_rig f ENDED_BY(slice_rig_end);
    slice_rig_start(&f, "l2.fetch=pair");
    slice_rig_write_whole(&f, 0x1000);
    slice_rig_send(&f, 0x1020, 0);
    slice_rig_run(&f, 20);
    assert_int_equal(f.dram->n, 1);
    assert_int_equal(slice_rig_serve(&f), 0x1020);
    assert_int_equal(slice_rig_count(&f).fetches, 1);
}

/* A read that comes while the other sector's read has its pair under way waits for that. */
TEST(a_read_joins_the_pair_under_way)
{
    struct slice_rig f ENDED_BY(slice_rig_end);
    slice_rig_start(&f, "l2.fetch=pair");
    slice_rig_send(&f, 0x1000, 0);
    slice_rig_send(&f, 0x1020, 0);
    slice_rig_run(&f, 20);
    assert_int_equal(slice_rig_count(&f).fetches, 2);
    assert_int_equal(slice_rig_serve(&f), 0x1000);
    slice_rig_run(&f, 5);
    assert_int_equal(f.replies->n, 1);
    assert_int_equal(slice_rig_serve(&f), 0x1020);
    slice_rig_run(&f, 5);
    assert_int_equal(f.replies->n, 2);
    assert_true(l2_slice_idle(f.slice) || f.replies->n);
}

/* --- warming --- */

TEST(a_warm_sector_is_used_by_warming_it_again)
{
    static const uint64_t warmed[] = {0x1000, 0x2000, 0x1000, 0x3000};
    struct slice_rig f ENDED_BY(slice_rig_end);
    slice_rig_start(&f, "l2.sets=1 l2.ways=2");
    for (size_t i = 0; i < sizeof warmed / sizeof *warmed; i++)
        l2_slice_warm(f.slice, warmed[i]);
    slice_rig_send(&f, 0x1000, 0);
    slice_rig_send(&f, 0x3000, 0);
    slice_rig_send(&f, 0x2000, 0);
    slice_rig_run(&f, 20);
    assert_int_equal(slice_rig_count(&f).read_hits, 2);
    assert_int_equal(slice_rig_count(&f).read_misses, 1);
    assert_int_equal(slice_rig_count(&f).evictions, 2);
}

TEST(warming_evicts_what_is_dirty)
{
    struct slice_rig f ENDED_BY(slice_rig_end);
    slice_rig_start(&f, "l2.sets=1 l2.ways=1");
    for (uint64_t line = 1; line <= 3; line++) {
        slice_rig_write_whole(&f, 0x1000 * line);
        slice_rig_write_whole(&f, 0x1000 * line + 0x20);
        l2_slice_warm(f.slice, 0x10000 * line);
        l2_slice_warm(f.slice, 0x10000 * line + 0x20);
    }
    struct l2_counters c = slice_rig_count(&f);
    assert_int_equal(c.evictions, 3 + 2);
    assert_int_equal(c.write_backs, 3);
    assert_int_equal(c.write_back_sectors, 2 * 3);
    assert_int_equal(f.dram->n, 0);
}
