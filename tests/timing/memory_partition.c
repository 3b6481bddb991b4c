/* One memory partition between requests that a test hands it and a crossbar for its replies. */
#include "tests/rig/rig.h"

#include "common/memory.h"
#include "sim/config/load/load.h"
#include "sim/timing/memory/memory_partition.h"

enum { MOST_CYCLES = 64, ROOM = 4096 };

struct fixture {
    struct gpu_config config;
    struct address_map map;
    struct clocks clocks;
    struct crossbar *replies;
    struct memory_partition *p;
};

/* `changes` are those of tiny, with one partition. */
static void start_mode(struct fixture *f, const char *changes, bool every_cycle)
{
    char gpu[512];
    *f = (struct fixture){0};
    snprintf(gpu, sizeof gpu, "tiny:memory_partitions=1,%s", changes);
    assert_ok(gpu_config_load(&f->config, gpu, &st));
    f->map = gpu_config_address_map(&f->config);
    f->clocks = gpu_config_clocks(&f->config);
    assert_ok(crossbar_create(&f->replies, f->config.l2.slices, f->config.machine.sms, ROOM, ROOM,
                              MOST_CYCLES, &st));
    assert_ok(crossbar_reserve(f->replies, ROOM, MOST_CYCLES, &st));
    assert_ok(memory_partition_create(&f->p, &f->config, &f->map, 0, f->replies, MOST_CYCLES,
                                      every_cycle, &st));
}

static void start(struct fixture *f, const char *changes)
{
    start_mode(f, changes, false);
}

static void end(struct fixture *f)
{
    memory_partition_free(f->p);
    crossbar_free(f->replies);
}

static void run(struct fixture *f, cycle_t cycle)
{
    memory_partition_run(f->p, cycle * f->clocks.period[CLOCK_L2]);
}

static void read(struct fixture *f, uint32_t slice, uint64_t addr, cycle_t now)
{
    memory_partition_take(f->p, slice, &(struct transit){.request.addr = addr, .port = slice}, now);
}

static struct l2_counters count(struct fixture *f, cycle_t end)
{
    struct gpu_counters c = {0};
    memory_partition_count(f->p, end * f->clocks.period[CLOCK_L2], &c);
    return c.l2;
}

/* A read that misses has the only MSHR, so those behind it fill the request queue, where four
 * places must stay free. Each comes there when its ROP delay is over. */
TEST(whether_a_slice_takes_is_known_for_each_cycle)
{
    enum { DELAY = 10, CYCLES = 40 };
    for (cycle_t ahead = 1; ahead <= DELAY; ahead++) {
        struct fixture f ENDED_BY(end);
        start(&f, "l2.rop_cycles=10,l2.request_queue=5,l2.mshrs=1");
        uint32_t taken = 0;
        for (cycle_t now = 1; now <= CYCLES; now++) {
            if (ahead > 1 && now % ahead == 1)
                run(&f, now + ahead - 1);
            bool takes = memory_partition_takes(f.p, 0, now);
            /* Two wait from the cycle on in which the third comes. */
            assert_int_equal(takes, now <= 1 + DELAY + 2);
            if (takes)
                read(&f, 0, 0x1000 * taken++, now);
            if (ahead == 1)
                run(&f, now);
        }
    }
}

TEST(a_reply_leaves_its_queue_when_it_enters_the_crossbar)
{
    static const uint64_t hits[] = {[9] = 2, [10] = 3, [19] = 3, [20] = 4, [29] = 4, [30] = 5};
    for (int at_once = 0; at_once < 2; at_once++) {
        struct fixture f ENDED_BY(end);
        /* Ten L2 cycles in each of the interconnect's. */
        start(&f, "l2.rop_cycles=1,l2.reply_queue=2,core_MHz=1000.0,l2_MHz=1000.0,icnt_MHz=100.0");
        memory_partition_warm(f.p, 0, 0x1000);
        memory_partition_wake(f.p);
        for (cycle_t now = 1; now <= 5; now++) {
            assert_true(memory_partition_takes(f.p, 0, now));
            read(&f, 0, 0x1000, now);
            if (!at_once)
                run(&f, now);
        }
        for (cycle_t now = at_once ? 30 : 9; now <= 30; now++) {
            run(&f, now);
            if (hits[now])
                assert_int_equal(count(&f, now + 1).read_hits, hits[now]);
        }
        run(&f, 50);
        assert_int_equal(crossbar_at_input(f.replies, 0), 5);
        for (uint32_t i = 0; i < 5; i++)
            assert_int_equal(crossbar_numbered(f.replies, 0, i)->at, 1 + i);
        assert_int_equal(memory_partition_packets(f.p), 0);
    }
}

/* Four L2 cycles in each of the core's: the delays of some hits end together. They are looked up
 * around the cycle in which a sector comes from the DRAM. */
TEST(hits_and_a_fill_go_on_in_any_order)
{
    enum { CYCLES = 120, HITS = 6, AHEAD = 4 };
    for (cycle_t first = AHEAD; first < 80; first++) {
        struct l2_counters c[2];
        cycle_t at[2][HITS + 1];
        for (int every = 0; every < 2; every++) {
            struct fixture f ENDED_BY(end);
            start_mode(&f,
                       "l2.rop_cycles=2,dram.latency_cycles=1,core_MHz=400.0,l2_MHz=1600.0,"
                       "icnt_MHz=1600.0,dram_MHz=1600.0",
                       every);
            memory_partition_warm(f.p, 0, 0x1000);
            memory_partition_wake(f.p);
            for (cycle_t now = 1; now < CYCLES; now++) {
                if (every || now % AHEAD == 0)
                    run(&f, every ? now - 1 : now + AHEAD - 1);
                if (now == 1)
                    read(&f, 0, 0x2000, now);
                if (now >= first && now < first + HITS)
                    read(&f, 0, 0x1000, now);
            }
            c[every] = count(&f, CYCLES);
            assert_int_equal(crossbar_at_input(f.replies, 0), HITS + 1);
            for (uint32_t i = 0; i <= HITS; i++)
                at[every][i] = crossbar_numbered(f.replies, 0, i)->at;
        }
        assert_memory_equal(&c[0], &c[1], sizeof c[0]);
        assert_memory_equal(at[0], at[1], sizeof at[0]);
    }
}

/* As many slices as there may be, after a time that does not fit 32 bits. */
TEST(permits_of_all_slices_are_forgotten)
{
    struct fixture f ENDED_BY(end);
    start(&f, "l2.slices=16,l2.sets=1,l2.ways=1,l2.request_queue=5,l2.rop_cycles=10,l2.mshrs=1");
    cycle_t now = (UINT64_C(1) << 34) / f.clocks.period[CLOCK_L2];
    run(&f, now);
    for (uint64_t line = 0; line < 2; line++) { /* the second evicts the first */
        const struct transit write = {
            .request = {.addr = 0x10000 * line, .write = true, .bytes = UINT32_MAX}};
        memory_partition_take(f.p, 0, &write, ++now);
        run(&f, now);
    }
    run(&f, now += 1000);
    assert_true(memory_partition_last_free(f.p) > UINT32_MAX);
    for (uint64_t line = 2; line < 7; line++) {
        assert_true(memory_partition_takes(f.p, 0, now + 1));
        read(&f, 0, 0x10000 * line, ++now);
    }
    run(&f, now += 40);                     /* the reads wait for the only MSHR now */
    memory_partition_forget(f.p, now - 39); /* still before the queue was full */
    assert_true(memory_partition_takes(f.p, 0, now - 39));
    memory_partition_forget(f.p, now + 1);
    assert_false(memory_partition_takes(f.p, 0, now + 1));
    assert_true(memory_partition_takes(f.p, 1, now + 1));
}

TEST(there_are_packets_for_all_slices)
{
    enum { PLACES = 600, DELAY = 10 };
    static const uint32_t slices[] = {1, 2, 16};
    for (size_t i = 0; i < sizeof slices / sizeof *slices; i++) {
        struct fixture f ENDED_BY(end);
        char changes[256];
        snprintf(changes, sizeof changes,
                 "l2.slices=%u,l2.request_queue=600,l2.rop_cycles=10,l2.mshrs=1,l2.mshr_merges=1,"
                 "dram.latency_cycles=10000",
                 slices[i]);
        start(&f, changes);
        uint32_t taken = 0;
        for (cycle_t now = 1; now <= 2 * PLACES; now++) {
            for (uint32_t slice = 0; slice < slices[i]; slice++)
                if (memory_partition_takes(f.p, slice, now))
                    read(&f, slice, 0x10000 * (uint64_t)taken++, now);
            run(&f, now);
        }
        /* One waits for its sector, a fetch for the DRAM. */
        assert_int_equal(taken, slices[i] * (1 + PLACES - 3 + DELAY));
        assert_int_equal(memory_partition_packets(f.p), taken + slices[i]);
    }
}

TEST(running_out_of_memory_leaves_nothing_behind)
{
    struct fixture f ENDED_BY(end);
    start(&f, "l2.slices=2");
    memory_partition_free(f.p);
    assert_survives_without_memory(
        memory_partition_create(&f.p, &f.config, &f.map, 0, f.replies, MOST_CYCLES, false, &st), 10,
        assert_null(f.p));
}
