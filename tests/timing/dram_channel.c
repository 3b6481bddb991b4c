/* One DRAM channel between hand-made queues: every timing limit to the cycle, order, bandwidth. A
 * test sees the commands through the counters, so that "exactly at" is both edges at once. */
#include "tests/rig/gpus.h"
#include "tests/rig/rig.h"

#include "sim/config/load/load.h"
#include "sim/timing/memory/dram_channel.h"

#include <string.h>

enum { MOST_COMMANDS = 100000 };

struct fixture {
    struct gpu_config config;
    struct address_map map;
    struct packet_pool pool;
    struct packet_queue requests[DRAM_MAX_SLICES], fills[DRAM_MAX_SLICES];
    struct dram_channel *channel;
    cycle_t now;
    struct dram_counters last;
    char command[MOST_COMMANDS]; /* of each cycle: A, P, R, W or . */
};

/* `ratio` DRAM cycles per core cycle. */
static void start_gpu(struct fixture *f, const char *gpu, const char *changes, double ratio)
{
    struct dram_client clients[DRAM_MAX_SLICES];
    memset(f, 0, sizeof *f);
    assert_ok(gpu_config_load(&f->config, gpu, &st));
    f->config.machine.memory_partitions = 1;
    f->config.machine.dram_MHz = ratio * f->config.machine.core_MHz;
    f->config.dram.latency_cycles = 1;
    rig_gpu_change(&f->config, changes);
    f->map = gpu_config_address_map(&f->config);
    assert_ok(packet_pool_create(&f->pool, 4096, &st));
    for (uint32_t i = 0; i < f->config.l2.slices; i++) {
        f->requests[i] = packet_queue_make(2048);
        f->fills[i] = packet_queue_make(2048);
        clients[i] = (struct dram_client){&f->requests[i], &f->fills[i]};
    }
    assert_ok(dram_channel_create(&f->channel, &f->config, &f->map, &f->pool, 0, clients, &st));
}

static void start_with_clock(struct fixture *f, const char *changes, double ratio)
{
    start_gpu(f, "mobile_soc", changes, ratio);
}

/* DRAM and core cycles are the same, so that latency_cycles are DRAM cycles. */
static void start(struct fixture *f, const char *changes)
{
    start_with_clock(f, changes, 1.0);
}

/* 64 banks, whose rows are MANY_ROWS apart in address(). */
enum { MANY_ROWS = 4 };
static void start_many_banks(struct fixture *f, const char *changes)
{
    start_gpu(f, "mobile_soc:dram.banks=64,address_map=dramid@8;00RRRRRRRRRRRRRBBBBBCCCCBCCSSSSS",
              changes, 1.0);
}

static void end(struct fixture *f)
{
    dram_channel_free(f->channel);
    packet_pool_release(&f->pool);
}

/* In the reference map of one channel. */
static uint64_t address(uint32_t bank, uint32_t row, uint32_t column)
{
    return (uint64_t)row << 15 | (uint64_t)(bank >> 1) << 12 | (uint64_t)(bank & 1) << 7 |
           (uint64_t)(column >> 7) << 8 | (column & 127);
}

static void ask(struct fixture *f, char kind, uint32_t bank, uint32_t row, uint32_t column,
                uint32_t bytes)
{
    uint32_t p = packet_new(&f->pool);
    uint64_t addr = address(bank, row, column);
    uint32_t slice = address_map_slice(&f->map, addr);
    f->pool.packets[p] = (struct packet){
        .request = {.addr = addr, .write = kind == 'W'},
        .slice = slice,
        .bytes = (uint16_t)bytes,
        .kind = (uint8_t)(kind == 'W' ? PACKET_WRITE_BACK : PACKET_FETCH),
    };
    packet_push(&f->pool, &f->requests[slice], p);
}

static struct dram_counters count(struct fixture *f)
{
    struct gpu_counters c = {0};
    dram_channel_count(f->channel, f->now, &c);
    return c.dram;
}

static void tick(struct fixture *f)
{
    dram_channel_wake(f->channel, f->now);
    dram_channel_run(f->channel, f->now, false);
    const struct dram_counters c = count(f);
    uint64_t sent = c.reads - f->last.reads + c.writes - f->last.writes + c.activates -
                    f->last.activates + c.precharges - f->last.precharges;
    assert_true(sent <= 1);
    assert_true(f->now < MOST_COMMANDS);
    f->command[f->now++] = c.reads != f->last.reads             ? 'R'
                           : c.writes != f->last.writes         ? 'W'
                           : c.activates != f->last.activates   ? 'A'
                           : c.precharges != f->last.precharges ? 'P'
                                                                : '.';
    f->last = c;
}

static void run(struct fixture *f, cycle_t cycles)
{
    while (cycles--)
        tick(f);
}

/* Cycle of the n-th (from 1) command of a kind. */
static cycle_t when(const struct fixture *f, char kind, uint32_t n)
{
    for (cycle_t t = 0; t < f->now; t++)
        if (f->command[t] == kind && --n == 0)
            return t;
    fail_msg("no such '%c' in %.*s", kind, (int)f->now, f->command);
    return 0;
}

TEST(a_closed_bank_is_opened_and_read_after_trcd)
{
    struct fixture f ENDED_BY(end);
    start(&f, "");
    ask(&f, 'R', 0, 5, 0, 32);
    run(&f, 100);
    /* Cycle 0: into the latency queue; 1: out of it; 2: assigned and opened. */
    cycle_t a = when(&f, 'A', 1);
    assert_int_equal(a, 2);
    assert_int_equal(when(&f, 'R', 1), a + f.config.dram.rcd);
    assert_int_equal(f.last.reads, 2); /* a sector is two atoms of 16 bytes */
    assert_int_equal(when(&f, 'R', 2), a + f.config.dram.rcd + f.config.dram.ccd);
}

TEST(data_arrive_after_tcl_and_are_returned_a_cycle_later)
{
    struct fixture f;
    start(&f, "");
    ask(&f, 'R', 3, 5, 0, 32);
    cycle_t due = 2 + f.config.dram.rcd + f.config.dram.ccd + f.config.dram.cl + 1;
    run(&f, due);
    assert_int_equal(f.fills[0].n, 0);
    tick(&f);
    assert_int_equal(f.fills[0].n, 1);
    assert_true(dram_channel_idle(f.channel));
    end(&f);
}

TEST(the_fixed_latency_counts_core_cycles)
{
    struct fixture f ENDED_BY(end);
    start(&f, "dram.latency_cycles=100");
    ask(&f, 'R', 0, 0, 0, 32);
    run(&f, 200);
    assert_int_equal(when(&f, 'A', 1), 101);
}

TEST(an_atom_of_32_bytes_takes_one_command_for_a_sector)
{
    struct fixture f ENDED_BY(end);
    start(&f, "dram.transfers_per_cycle=4 dram.burst=16");
    ask(&f, 'R', 0, 0, 0, 32);
    ask(&f, 'W', 1, 0, 0, 128);
    run(&f, 200);
    assert_int_equal(f.last.reads, 1);
    assert_int_equal(f.last.writes, 4);
    assert_int_equal(f.last.data_cycles, 5 * 4);
}

TEST(a_write_waits_for_trcdwr)
{
    struct fixture f;
    start(&f, "");
    ask(&f, 'W', 0, 0, 0, 32);
    run(&f, 100);
    const struct dram_config *d = &f.config.dram;
    assert_int_equal(when(&f, 'W', 1), when(&f, 'A', 1) + d->rcd - (d->wl + 1));
    end(&f);
}

TEST(columns_are_tccd_apart_and_tccdl_within_a_group)
{
    struct fixture f ENDED_BY(end);
    start(&f, "dram.ccdl=9 dram.rrd=1 dram.rcd=60");
    ask(&f, 'R', 0, 0, 0, 16);
    ask(&f, 'R', 1, 0, 0, 16); /* group 1 */
    ask(&f, 'R', 5, 0, 0, 16); /* group 1 again */
    run(&f, 200);
    assert_int_equal(when(&f, 'R', 2), when(&f, 'R', 1) + 4);
    assert_int_equal(when(&f, 'R', 3), when(&f, 'R', 2) + 9);
    end(&f);
    start(&f, "dram.ccdl=9 dram.rrd=1 dram.rcd=60 dram.bank_group=high");
    ask(&f, 'R', 0, 0, 0, 16);
    ask(&f, 'R', 1, 0, 0, 16); /* group 0 as well */
    run(&f, 200);
    assert_int_equal(when(&f, 'R', 2), when(&f, 'R', 1) + 9);
}

TEST(activates_are_trrd_apart)
{
    struct fixture f ENDED_BY(end);
    start(&f, "");
    ask(&f, 'R', 0, 0, 0, 32);
    ask(&f, 'R', 4, 0, 0, 32);
    run(&f, 100);
    assert_int_equal(when(&f, 'A', 2), when(&f, 'A', 1) + f.config.dram.rrd);
}

TEST(a_row_stays_open_for_tras)
{
    struct fixture f;
    start(&f, "");
    ask(&f, 'R', 0, 0, 0, 16);
    ask(&f, 'R', 0, 1, 0, 16);
    run(&f, 200);
    const struct dram_config *d = &f.config.dram;
    assert_int_equal(when(&f, 'P', 1), when(&f, 'A', 1) + d->ras);
    /* tRAS 50 + tRP 20 is longer than tRC 62. */
    assert_int_equal(when(&f, 'A', 2), when(&f, 'P', 1) + d->rp);
    assert_int_equal(when(&f, 'R', 2), when(&f, 'A', 2) + d->rcd);
    end(&f);
}

TEST(activates_of_a_bank_are_trc_apart)
{
    struct fixture f ENDED_BY(end);
    start(&f, "dram.rc=100");
    ask(&f, 'R', 0, 0, 0, 16);
    ask(&f, 'R', 0, 1, 0, 16);
    run(&f, 300);
    assert_int_equal(when(&f, 'A', 2), when(&f, 'A', 1) + 100);
}

TEST(a_precharge_waits_for_the_read_and_its_group)
{
    struct fixture f ENDED_BY(end);
    start(&f, "dram.ras=1 dram.rtpl=0");
    ask(&f, 'R', 0, 0, 0, 16);
    ask(&f, 'R', 0, 1, 0, 16);
    run(&f, 200);
    assert_int_equal(when(&f, 'P', 1), when(&f, 'R', 1) + 4); /* tRTP: one burst */
    end(&f);
    start(&f, "dram.ras=1 dram.rtpl=13");
    ask(&f, 'R', 0, 0, 0, 16);
    ask(&f, 'R', 0, 1, 0, 16);
    run(&f, 200);
    assert_int_equal(when(&f, 'P', 1), when(&f, 'R', 1) + 13);
}

TEST(a_precharge_waits_for_the_write_to_be_stored)
{
    struct fixture f;
    start(&f, "dram.ras=1");
    ask(&f, 'W', 0, 0, 0, 16);
    ask(&f, 'W', 0, 1, 0, 16);
    run(&f, 200);
    const struct dram_config *d = &f.config.dram;
    assert_int_equal(when(&f, 'P', 1), when(&f, 'W', 1) + d->wl + 4 + d->wr);
    end(&f);
}

TEST(the_bus_turns_from_write_to_read_and_back)
{
    struct fixture f;
    start(&f, "");
    const struct dram_config *d = &f.config.dram;
    ask(&f, 'W', 0, 0, 0, 16);
    ask(&f, 'R', 0, 0, 16, 16);
    ask(&f, 'W', 0, 0, 32, 16);
    run(&f, 200);
    assert_int_equal(when(&f, 'R', 1), when(&f, 'W', 1) + d->wl + 4 + d->cdlr);
    assert_int_equal(when(&f, 'W', 2), when(&f, 'R', 1) + d->cl + 4 + 2 - d->wl);
    end(&f);
}

TEST(a_request_to_the_open_row_goes_before_an_older_one)
{
    struct fixture f;
    start(&f, "");
    ask(&f, 'R', 0, 7, 0, 32);
    ask(&f, 'R', 0, 8, 0, 32);
    ask(&f, 'R', 0, 7, 32, 32);
    ask(&f, 'R', 0, 9, 0, 32);
    ask(&f, 'R', 0, 7, 64, 32);
    run(&f, 500);
    static const uint32_t rows[] = {7, 7, 7, 8, 9};
    uint32_t p = f.fills[0].first;
    for (int i = 0; i < 5; i++, p = f.pool.packets[p].next)
        assert_int_equal(f.pool.packets[p].row, rows[i]);
    assert_int_equal(f.last.activates, 3);
    assert_int_equal(f.last.precharges, 2);
    assert_int_equal(f.last.row_hits, 2);
    end(&f);
}

TEST(slices_take_turns_and_return_their_credits)
{
    struct fixture f ENDED_BY(end);
    start(&f, "l2.slices=2");
    for (uint32_t i = 0; i < 300; i++) {
        ask(&f, 'R', 0, 0, i % 64 * 32, 32); /* slice 0 */
        ask(&f, 'R', 1, 0, i % 64 * 32, 32); /* slice 1 */
    }
    run(&f, 40);
    /* One per cycle, in turn. */
    assert_int_equal(f.requests[0].n, 300 - 20);
    assert_int_equal(f.requests[1].n, 300 - 20);
    run(&f, 8000);
    assert_int_equal(f.fills[0].n, 300);
    assert_int_equal(f.fills[1].n, 300);
    assert_true(dram_channel_idle(f.channel));
    assert_true(f.last.peak_pending <= f.config.dram.scheduler_queue);
}

TEST(a_channel_has_up_to_sixteen_slices)
{
    struct fixture f ENDED_BY(end);
    start(&f, "l2.slices=16");
    const struct dram_counters none = {.channels = 1}, c = count(&f);
    assert_memory_equal(&c, &none, sizeof c);
    for (uint32_t bank = 0; bank < 16; bank++)
        ask(&f, 'R', bank, 0, 0, 32);
    run(&f, 1000);
    for (uint32_t i = 0; i < 16; i++)
        assert_int_equal(f.fills[i].n, 1);
    assert_int_equal(f.last.fetches, 16);
}

TEST(a_full_fill_queue_stops_its_slice_and_nothing_is_lost)
{
    struct fixture f ENDED_BY(end);
    start(&f, "");
    f.fills[0].limit = 3;
    for (uint32_t i = 0; i < 50; i++)
        ask(&f, 'R', i % 16, 0, i / 16 * 32, 32);
    run(&f, 2000);
    assert_int_equal(f.fills[0].n, 3);
    for (uint32_t n = 3; n < 50; n++) {
        packet_free(&f.pool, packet_pop(&f.pool, &f.fills[0]));
        run(&f, 300);
    }
    assert_int_equal(f.fills[0].n, 3);
    assert_int_equal(f.last.fetches, 50);
    assert_true(dram_channel_idle(f.channel));
}

/* Two DRAM cycles per core cycle: a request taken in DRAM cycle t, when ceil(t / 2) core cycles
 * have begun, leaves in the first cycle by which latency_cycles more have. */
TEST(the_fixed_latency_ends_with_a_core_cycle)
{
    for (uint32_t taken = 0; taken < 4; taken++) {
        struct fixture f ENDED_BY(end);
        start_with_clock(&f, "dram.latency_cycles=10", 2.0);
        run(&f, taken);
        ask(&f, 'R', 0, 0, 0, 32);
        run(&f, 100);
        uint32_t begun = (taken + 1) / 2;
        uint32_t leaves = 2 * (begun + 10 - 1) + 1;
        assert_int_equal(when(&f, 'A', 1), leaves + 1);
    }
}

TEST(one_request_per_cycle_enters_and_leaves_the_latency)
{
    struct fixture f ENDED_BY(end);
    start(&f, "dram.latency_cycles=10");
    for (uint32_t i = 0; i < 6; i++)
        ask(&f, 'R', i, 0, 0, 32);
    for (uint32_t t = 1; t <= 6; t++) {
        tick(&f);
        assert_int_equal(f.requests[0].n, 6 - t);
    }
    for (uint32_t t = 6; t < 20; t++) {
        assert_int_equal(f.last.fetches, t <= 10 ? 0 : t - 10 < 6 ? t - 10 : 6);
        tick(&f);
    }
}

TEST(a_full_scheduler_takes_nothing)
{
    static const uint32_t places[] = {1, 8, 64};
    for (size_t i = 0; i < 3; i++) {
        struct fixture f ENDED_BY(end);
        char change[64];
        snprintf(change, sizeof change, "dram.scheduler_queue=%u dram.rcd=1000", places[i]);
        start(&f, change);
        for (uint32_t k = 0; k < 200; k++)
            ask(&f, 'R', 0, 0, 0, 32);
        run(&f, 500);
        /* One at the bank, a full scheduler, and one that was in the latency queue when the
         * scheduler became full. */
        assert_int_equal(f.last.peak_pending, places[i]);
        assert_int_equal(f.last.fetches, places[i] + 1);
        assert_int_equal(200 - f.requests[0].n, places[i] + 1 + 1);
    }
}

/* Sectors read and not taken: the pool of credits is as large as scheduler and return queue. */
TEST(a_slice_has_its_own_credit_and_the_shared_ones)
{
    for (uint32_t slices = 1; slices <= 2; slices++) {
        struct fixture f ENDED_BY(end);
        char change[96];
        snprintf(change, sizeof change,
                 "l2.slices=%u dram.latency_cycles=5000 dram.scheduler_queue=20 "
                 "dram.return_queue=7",
                 slices);
        start(&f, change);
        for (uint32_t k = 0; k < 100; k++)
            ask(&f, 'R', 0, 0, 0, 32);
        run(&f, 100);
        assert_int_equal(100 - f.requests[0].n, 1 + 20 + 7 - (slices - 1));
        if (slices == 2) {
            ask(&f, 'R', 1, 0, 0, 32); /* the other slice has one of its own */
            ask(&f, 'R', 1, 0, 0, 32);
            run(&f, 100);
            assert_int_equal(f.requests[1].n, 1);
        }
    }
}

TEST(sectors_are_returned_one_per_cycle)
{
    struct fixture f ENDED_BY(end);
    start(&f, "");
    f.fills[0].limit = 1;
    for (uint32_t i = 0; i < 5; i++)
        ask(&f, 'R', i, 0, 0, 32);
    run(&f, 300);
    assert_int_equal(f.fills[0].n, 1);
    f.fills[0].limit = 64;
    for (uint32_t n = 1; n <= 5; n++) {
        assert_int_equal(f.fills[0].n, n);
        tick(&f);
    }
    assert_int_equal(f.fills[0].n, 5);
}

TEST(one_bank_per_cycle_gets_a_request_in_turn)
{
    struct fixture f ENDED_BY(end);
    start(&f, "dram.rrd=1");
    for (uint32_t i = 0; i < 4; i++)
        ask(&f, 'R', 3 - i, 0, 0, 32);
    run(&f, 300);
    /* Each comes a cycle after the one before, is assigned and activated at once. */
    for (uint32_t i = 1; i < 4; i++)
        assert_int_equal(when(&f, 'A', i + 1), when(&f, 'A', i) + 1);
}

/* Bank 15 can be read in the cycle in which another can be activated: the command bus decides. */
TEST(the_command_bus_decides_what_a_cycle_holds)
{
    static const struct {
        const char *bus;
        uint32_t bank;
        bool read, activated;
    } cases[] = {
        {"single", 5, true, false},
        {"dual", 5, true, true},
        /* Looked at from bank 1 on: bank 5 is the fifth, four banks behind it are left out. */
        {"scan", 5, true, true},
        /* Bank 7 is the seventh, and the seven behind it that are left out end before bank 15. */
        {"scan", 7, true, true},
        /* Bank 8 is the eighth, and the seven behind it that are left out include bank 15. */
        {"scan", 8, false, true},
        /* Bank 0 is the last: the read comes first. */
        {"scan", 0, true, false},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct fixture f;
        char change[64];
        snprintf(change, sizeof change, "dram.command_bus=%s dram.rrd=20", cases[i].bus);
        start(&f, change);
        ask(&f, 'R', 15, 0, 0, 16);
        run(&f, 3); /* activated in cycle 2, which moved the turn to bank 0 */
        ask(&f, 'R', cases[i].bank, 0, 0, 16);
        run(&f, 2 + f.config.dram.rcd - 3); /* assigned, which moved it to bank 1 */
        dram_channel_wake(f.channel, f.now);
        dram_channel_run(f.channel, f.now, false);
        const struct dram_counters before = f.last, after = count(&f);
        assert_int_equal(after.reads, before.reads + cases[i].read);
        assert_int_equal(after.activates, before.activates + cases[i].activated);
        end(&f);
    }
}

TEST(streaming_reaches_the_peak_bandwidth)
{
    static const char *const changes[] = {"", "dram.transfers_per_cycle=4 dram.burst=16"};
    for (int i = 0; i < 2; i++) {
        struct fixture f ENDED_BY(end);
        start(&f, changes[i]);
        uint64_t addr = 0;
        while (f.now < 20000) {
            while (f.requests[0].n < 32) {
                struct dram_place p = address_map_place(&f.map, addr);
                ask(&f, 'R', p.bank, p.row, (uint32_t)p.column, 32);
                addr += 32;
            }
            tick(&f);
            while (f.fills[0].n)
                packet_free(&f.pool, packet_pop(&f.pool, &f.fills[0]));
        }
        const struct dram_counters c = count(&f);
        double utilization = (double)c.utilization_q32 * 0x1p-32;
        if (utilization < 0.97)
            fail_msg("%g of the peak", utilization);
        assert_int_equal(c.data_cycles, 4 * c.reads);
    }
}

TEST(active_cycles_end_with_the_last_limit)
{
    struct fixture f ENDED_BY(end);
    start(&f, "");
    ask(&f, 'R', 0, 0, 0, 32);
    run(&f, 500);
    /* From the activate at cycle 2 to the end of tRC, the longest limit that is counted. */
    assert_int_equal(f.last.active_cycles, f.config.dram.rc);
    struct dram_counters c = count(&f);
    assert_int_equal(c.cycles, 500);
    assert_int_equal(c.active_channels, 1);
    assert_int_equal(c.efficiency_q32, (UINT64_C(8) << 32) / f.config.dram.rc);
    end(&f);
    start(&f, "");
    run(&f, 100);
    assert_int_equal(f.last.active_cycles, 0);
    assert_int_equal(f.last.active_channels, 0);
}

TEST(no_command_is_sent_while_the_channel_is_refreshed)
{
    enum { EVERY = 90, TAKES = 30, READS = 40, CYCLES = 1000 };
    struct fixture f ENDED_BY(end);
    start(&f, "dram.refi=90 dram.rfc=30");
    for (uint32_t i = 0; i < READS; i++)
        ask(&f, 'R', i % 8, i / 8, 0, 32);
    run(&f, CYCLES);
    uint32_t sent = 0;
    for (uint32_t t = 0; t < CYCLES; t++) {
        sent += f.command[t] != '.';
        if (t % EVERY < TAKES && f.command[t] != '.')
            fail_msg("%c in cycle %u", f.command[t], t);
    }
    assert_true(sent > READS);
    assert_int_equal(f.last.reads, 2 * READS); /* of 16 bytes each */
    assert_true(dram_channel_idle(f.channel) || f.fills[0].n);
}

/* Two reads of one row of a bank. */
TEST(a_request_waits_for_its_bank_and_then_for_its_data)
{
    struct fixture f ENDED_BY(end);
    start(&f, "");
    ask(&f, 'R', 0, 5, 0, 32);
    ask(&f, 'R', 0, 5, 32, 32);
    run(&f, 200);
    /* They come to the scheduler in cycles 1 and 2. The bank takes the first in the cycle behind,
     * and the second behind the last command for the first. */
    assert_int_equal(f.last.bank_wait, (2 - 1) + (when(&f, 'R', 2) + 1 - 2));
    cycle_t cl = f.config.dram.cl;
    assert_int_equal(f.last.queue_latency,
                     (when(&f, 'R', 2) + cl - 1) + (when(&f, 'R', 4) + cl - 2));
}

TEST(cycles_in_which_anything_moves_are_told)
{
    for (int every = 0; every < 2; every++) {
        struct fixture f ENDED_BY(end);
        uint64_t moved = 0;
        start(&f, "");
        ask(&f, 'R', 0, 5, 0, 32);
        dram_channel_wake(f.channel, 0);
        for (cycle_t t = 1; t < 200; t += 7)
            moved += dram_channel_run(f.channel, t, every).cycles;
        /* Into the latency queue; to the scheduler; to a bank that is opened; two reads; back. */
        assert_int_equal(moved, 6);
        assert_int_equal(f.fills[0].n, 1);
    }
}

/* As many groups as banks: columns of any two banks are tCCD apart, in the order of their turns. */
TEST(every_bank_may_be_a_group)
{
    struct fixture f ENDED_BY(end);
    start_many_banks(&f, "dram.bank_groups=64 dram.rrd=1 dram.rcd=300 dram.ccdl=90 "
                         "dram.rtpl=1000 dram.ras=1");
    for (uint32_t bank = 0; bank < 64; bank++)
        ask(&f, 'R', bank, 0, 0, 16);
    ask(&f, 'R', 0, MANY_ROWS, 0, 16);
    run(&f, 2000);
    for (uint32_t n = 1; n < 64; n++)
        assert_int_equal(when(&f, 'R', n + 1), when(&f, 'R', n) + f.config.dram.ccd);
    assert_int_equal(when(&f, 'P', 1), when(&f, 'R', 1) + 1000);
}

TEST(a_dump_says_what_each_bank_waits_for)
{
    struct fixture f ENDED_BY(end);
    char text[1024] = "";
    FILE *out = fmemopen(text, sizeof text, "w");
    start_many_banks(&f, "dram.rc=1000 dram.ras=1000 dram.rrd=8");
    ask(&f, 'R', 7, 0, 0, 32);
    run(&f, 200);
    dram_channel_dump(f.channel, out); /* nothing: it is idle */
    ask(&f, 'R', 7, MANY_ROWS, 0, 32);
    ask(&f, 'W', 0, 0, 64, 32);
    ask(&f, 'R', 63, 0, 0, 32);
    ask(&f, 'R', 63, 0, 32, 32);
    ask(&f, 'R', 63, 0, 64, 32);
    run(&f, 5);
    dram_channel_dump(f.channel, out);
    fclose(out);
    assert_string_equal(text,
                        "DRAM channel 0: 1 in the latency queue, 1 in the scheduler, 3 at banks, 0 "
                        "on the data bus, 0 to return\n"
                        "  bank 0: write 0x40, row 0, its row is open\n"
                        "  bank 7: read 0x23080, row 1, another row is open\n"
                        "  bank 63: read 0x1f080, row 0, no row open\n");
}

/* A read in every cycle: the data pipe is as full as it can be. */
TEST(reads_follow_each_other_without_a_gap)
{
    enum { READS = 200, BANKS = 16 };
    static const char *const latencies[] = {"dram.cl=7", "dram.cl=8"};
    for (int i = 0; i < 2; i++) {
        struct fixture f ENDED_BY(end);
        bool came[READS] = {0};
        char changes[160];
        snprintf(changes, sizeof changes,
                 "%s dram.wl=4 dram.bus_B=4 dram.burst=8 dram.transfers_per_cycle=8 dram.ccd=1 "
                 "dram.ccdl=1 dram.rrd=1",
                 latencies[i]);
        start(&f, changes);
        for (uint32_t k = 0; k < READS; k++)
            ask(&f, 'R', k % BANKS, 0, k / BANKS * 32, 32);
        run(&f, 400);
        for (uint32_t n = BANKS; n < READS; n++)
            assert_int_equal(when(&f, 'R', n + 1), when(&f, 'R', n) + 1);
        assert_int_equal(f.fills[0].n, READS);
        for (uint32_t k = 0, p = f.fills[0].first; k < READS; k++, p = f.pool.packets[p].next) {
            struct dram_place place = address_map_place(&f.map, f.pool.packets[p].request.addr);
            uint32_t read = (uint32_t)place.column / 32 * BANKS + place.bank;
            assert_false(came[read]);
            came[read] = true;
        }
    }
}
