/* The memory system from an SM's side: latencies to the cycle, what the L2 keeps, conservation. */
#include "tests/rig/memsys_rig.h"
#include "tests/rig/rig.h"

#include "common/memory.h"
#include "common/random.h"

#include <string.h>

TEST(an_l2_hit_takes_the_rop_delay_and_six_cycles)
{
    struct memsys_rig f ENDED_BY(memsys_rig_end);
    memsys_rig_start(&f, "tiny", "", false);
    memsys_rig_latency(&f, 0x1000, 0);
    memsys_rig_go(&f, f.now + 1000);
    assert_int_equal(memsys_rig_latency(&f, 0x1000, 0), memsys_rig_hit_cycles(&f.config));
    struct gpu_counters c = memsys_rig_count(&f);
    assert_int_equal(c.l2.read_hits, 1);
    assert_int_equal(c.l2.read_misses, 1);
}

/* First cycle of a clock after a time, and at or after it. */
static cycle_t after(ticks_t period, ticks_t time)
{
    return time / period + 1;
}

static cycle_t from(ticks_t period, ticks_t time)
{
    return (time + period - 1) / period;
}

/* A request to a sector that is in the L2, over clocks of any ratio. In each step of time, replies
 * enter their crossbar before slices work, and these work before requests cross and SMs send: what
 * is handed on waits for the next cycle of the other's clock. */
TEST(a_request_crosses_from_clock_to_clock)
{
    static const char *const changes[] = {
        "icnt_MHz=1000.0",
        "icnt_MHz=700.0 l2_MHz=1300.0",
        "icnt_MHz=1300.0 l2_MHz=700.0",
        "icnt_MHz=3100.0 l2_MHz=300.0",
        "icnt_MHz=300.0 l2_MHz=3100.0",
        "core_MHz=2900.0 icnt_MHz=500.0 l2_MHz=500.0",
        "core_MHz=400.0 icnt_MHz=1100.0 l2_MHz=900.0",
    };
    for (size_t i = 0; i < sizeof changes / sizeof *changes; i++) {
        struct memsys_rig f;
        memsys_rig_start(&f, "tiny", changes[i], false);
        const ticks_t *p = f.clocks.period;
        memsys_rig_latency(&f, 0x1000, 0);
        for (uint32_t k = 0; k < 50; k++) {
            memsys_rig_go(&f, f.now + 500 + k);
            cycle_t sent = f.now;
            cycle_t crosses = after(p[CLOCK_ICNT], sent * p[CLOCK_CORE]);
            cycle_t taken = after(p[CLOCK_L2], crosses * p[CLOCK_ICNT]);
            /* The ROP delay is over when that many core cycles more have begun. */
            cycle_t begun = from(p[CLOCK_CORE], taken * p[CLOCK_L2]) + f.config.l2.rop_cycles;
            cycle_t delayed = taken;
            while (from(p[CLOCK_CORE], delayed * p[CLOCK_L2]) < begun)
                delayed++;
            cycle_t found = delayed + 1, back = after(p[CLOCK_ICNT], found * p[CLOCK_L2]);
            cycle_t ejected = after(p[CLOCK_CORE], back * p[CLOCK_ICNT]);
            assert_int_equal(sent + memsys_rig_latency(&f, 0x1000, 0), ejected + 1);
        }
        memsys_rig_end(&f);
    }
}

TEST(an_l2_miss_adds_the_dram_to_the_cycle)
{
    struct memsys_rig f;
    memsys_rig_start(&f, "tiny", "", false);
    const struct dram_config *d = &f.config.dram;
    memsys_rig_go(&f, 700);
    cycle_t sent = f.now;
    /* Two DRAM cycles per core cycle. The slice looks the request up, then passes the fetch on. */
    cycle_t passed_on = sent + 2 + f.config.l2.rop_cycles + 1 + 1;
    cycle_t core = passed_on + 1; /* what the channel, half a cycle later, counts */
    cycle_t in_scheduler = 2 * (core + d->latency_cycles - 1) + 1;
    cycle_t returned = in_scheduler + 1 + d->rcd + d->ccd + d->cl + 1;
    cycle_t filled = (returned + 1) / 2;
    assert_int_equal(sent + memsys_rig_latency(&f, 0x1000, 0), filled + 4);
    memsys_rig_end(&f);
}

TEST(a_write_is_acknowledged_as_fast_as_a_hit_and_not_fetched)
{
    struct memsys_rig f ENDED_BY(memsys_rig_end);
    memsys_rig_start(&f, "tiny", "", false);
    assert_int_equal(memsys_rig_latency(&f, 0x1000, 0xff), memsys_rig_hit_cycles(&f.config));
    struct gpu_counters c = memsys_rig_count(&f);
    assert_int_equal(c.l2.write_misses, 1);
    assert_int_equal(c.l2.fetches, 0);
    assert_int_equal(memsys_rig_latency(&f, 0x1000, 0xff), memsys_rig_hit_cycles(&f.config));
    c = memsys_rig_count(&f);
    assert_int_equal(c.l2.write_hits, 1);
}

TEST(a_partly_written_sector_is_fetched_when_it_is_read)
{
    struct memsys_rig f ENDED_BY(memsys_rig_end);
    memsys_rig_start(&f, "tiny", "", false);
    memsys_rig_latency(&f, 0x1000, 0xff);
    assert_true(memsys_rig_latency(&f, 0x1000, 0) > memsys_rig_hit_cycles(&f.config));
    assert_int_equal(memsys_rig_latency(&f, 0x1000, 0), memsys_rig_hit_cycles(&f.config));
    memsys_rig_latency(&f, 0x2000, UINT32_MAX);
    assert_int_equal(memsys_rig_latency(&f, 0x2000, 0), memsys_rig_hit_cycles(&f.config));
    struct gpu_counters c = memsys_rig_count(&f);
    assert_int_equal(c.l2.read_sector_misses, 1);
    assert_int_equal(c.l2.fetches, 1);
}

TEST(a_latency_begins_as_long_ago_as_the_request_is_old)
{
    struct gpu_counters counters = {0};
    uint64_t before = 0;
    struct memsys_rig f ENDED_BY(memsys_rig_end);
    struct mem_request r = {.addr = 0x1000, .bytes = 0xf, .write = true};
    memsys_rig_start(&f, "mobile_soc", "", false);
    for (uint32_t i = 0; i < 2; i++) {
        struct mem_request reply;
        r.age = 20 * i;
        f.port->send(f.port->self, &r, f.now);
        while (!memsys_rig_take(&f, 0, &reply))
            memsys_rig_go(&f, f.now + 1);
        counters = (struct gpu_counters){0};
        memsys_count(f.m, f.now * f.clocks.period[CLOCK_CORE] + 1, &counters);
        if (i)
            assert_int_equal(counters.icnt.latency - before, before + 20);
        before = counters.icnt.latency;
    }
}

TEST(requests_for_a_sector_on_its_way_share_one_fetch)
{
    struct memsys_rig f ENDED_BY(memsys_rig_end);
    struct mem_request r;
    memsys_rig_start(&f, "tiny", "", false);
    for (uint32_t i = 0; i < 6; i++) { /* mshr_merges is 4 */
        memsys_rig_send(&f, i % 2, 0x1000, i, 0);
        memsys_rig_go(&f, f.now + 1);
    }
    uint32_t replies = 0;
    while (f.now < 2000) {
        memsys_rig_go(&f, f.now + 1);
        replies += memsys_rig_take(&f, 0, &r);
        replies += memsys_rig_take(&f, 1, &r);
    }
    assert_int_equal(replies, 6);
    struct gpu_counters c = memsys_rig_count(&f);
    assert_int_equal(c.dram.fetches, 1);
    assert_int_equal(c.l2.merges, 3);
    assert_int_equal(c.l2.read_misses, 1);
    assert_int_equal(c.l2.read_hits_reserved, 3);
    assert_int_equal(c.l2.read_hits, 2);
    assert_true(c.l2.stall_merge > 100);
    assert_true(memsys_idle(f.m));
}

TEST(dirty_sectors_of_a_replaced_line_are_written_back_together)
{
    struct memsys_rig f ENDED_BY(memsys_rig_end);
    memsys_rig_start(&f, "tiny", "l2.sets=1 l2.ways=2", false);
    /* Lines of slice 0: 512 bytes apart. Two sectors of the first are dirty. */
    memsys_rig_latency(&f, 0x0, UINT32_MAX);
    memsys_rig_latency(&f, 0x60, 1);
    memsys_rig_latency(&f, 0x200, 0);
    memsys_rig_latency(&f, 0x400, 0);
    memsys_rig_go(&f, f.now + 1000);
    struct gpu_counters c = memsys_rig_count(&f);
    assert_int_equal(c.l2.evictions, 1);
    assert_int_equal(c.l2.write_backs, 1);
    assert_int_equal(c.l2.write_back_sectors, 2);
    assert_int_equal(c.dram.write_backs, 1);
    assert_int_equal(c.dram.writes, 4); /* 64 bytes in atoms of 16 */
    assert_true(memsys_idle(f.m));
}

TEST(replies_come_one_per_core_cycle_and_wait_for_their_sm)
{
    struct memsys_rig f ENDED_BY(memsys_rig_end);
    struct mem_request r;
    memsys_rig_start(&f, "mobile_soc", "", false);
    for (uint32_t i = 0; i < 8; i++)
        memsys_rig_latency(&f, 0x100 * i, 0);
    /* Four slices answer at once; the SM gets one reply per cycle. */
    memsys_rig_go(&f, f.now + 10);
    for (uint32_t i = 0; i < 8; i++)
        memsys_rig_send(&f, 0, 0x100 * i, i, 0);
    cycle_t first = 0;
    uint32_t n = 0;
    while (n < 8) {
        memsys_rig_go(&f, f.now + 1);
        if (memsys_rig_take(&f, 0, &r)) {
            first = n++ ? first : f.now;
            assert_false(f.port->take(f.port->self, 0, f.now, &r));
        }
    }
    assert_int_equal(f.now, first + 7);
    /* An SM that does not look finds them all later. */
    for (uint32_t i = 0; i < 8; i++)
        memsys_rig_send(&f, 0, 0x100 * i, i, 0);
    memsys_rig_go(&f, f.now + 1000);
    for (n = 0; memsys_rig_take(&f, 0, &r); n++)
        continue;
    assert_int_equal(n, 8);
    assert_true(memsys_idle(f.m));
}

TEST(a_full_crossbar_refuses_and_recovers)
{
    struct memsys_rig f ENDED_BY(memsys_rig_end);
    struct mem_request r;
    memsys_rig_start(&f, "tiny", "icnt.input_buffer=3", false);
    for (int i = 0; i < 3; i++)
        memsys_rig_send(&f, 1, 0x1000, 0, 0);
    assert_false(f.port->can_send(f.port->self, 1));
    assert_true(f.port->can_send(f.port->self, 0));
    memsys_rig_go(&f, f.now + 1);
    assert_true(f.port->can_send(f.port->self, 1));
    memsys_rig_go(&f, f.now + 2000);
    for (int i = 0; i < 3; i++)
        assert_true(memsys_rig_take(&f, 1, &r));
}

/* In the middle of a quantum, requests go on while a full input holds a packet for every slice; up
 * to there its SM knows in each cycle whether it may send. */
TEST(a_full_input_lets_requests_go_on_without_its_sm)
{
    static const uint32_t rooms[] = {2, 3, 5, 9, 30};
    for (size_t i = 0; i < sizeof rooms / sizeof *rooms; i++) {
        struct memsys_rig f;
        char change[64];
        snprintf(change, sizeof change, "icnt.input_buffer=%u", rooms[i]);
        memsys_rig_start(&f, "tiny", change, false);
        uint32_t slices = f.config.machine.memory_partitions * f.config.l2.slices;
        cycle_t first = 100, until;
        assert_ok(memsys_quantum(f.m, first, 1000, &until, &st));
        assert_true(until >= first + rooms[i]);
        memsys_run_requests(f.m, first);
        f.now = first;
        for (uint32_t n = 0; n < rooms[i]; n++)
            memsys_rig_send(&f, 1, 0x1000, n, 0);
        assert_true(memsys_room_known(f.m, 1, first));
        assert_false(memsys_room_known(f.m, 1, first + 1));
        assert_true(memsys_room_known(f.m, 0, first + 1));
        memsys_run_known(f.m, (cycle_t[]){until, first + 1}, until);
        cycle_t last = first + rooms[i] - slices + 1;
        for (f.now = first + 1; f.now <= last; f.now++) {
            assert_true(memsys_room_known(f.m, 1, f.now));
            memsys_rig_send(&f, 1, 0x1000, 0, 0);
            assert_false(f.port->can_send(f.port->self, 1));
            assert_true(memsys_room_known(f.m, 1, f.now));
        }
        assert_false(memsys_room_known(f.m, 1, last + 1));
        memsys_rig_end(&f);
    }
}

/* A memory-bound load: random sectors and writes from every SM. The order of replies and their
 * cycles go into *trace. */
static uint64_t torture(struct memsys_rig *f, uint32_t requests)
{
    static uint8_t open[4096];
    memset(open, 0, sizeof open);
    uint32_t sent = 0, done = 0, sms = f->config.machine.sms;
    uint64_t trace = 0;
    struct mem_request r;
    while (done < requests) {
        for (uint32_t sm = 0; sm < sms; sm++) {
            uint64_t random = random_u64(7, RANDOM_TEST, sent);
            if (memsys_rig_take(f, sm, &r)) {
                assert_int_equal(r.sm, sm);
                assert_int_equal(open[r.tag], 1 + r.write);
                open[r.tag] = 0;
                done++;
                trace = random_mix(trace ^ f->now << 20 ^ r.tag);
            }
            if (sent < requests && !open[sent % 4096] && f->port->can_send(f->port->self, sm)) {
                bool write = random % 4 == 0;
                open[sent % 4096] = (uint8_t)(1 + write);
                memsys_rig_send(f, sm, (random >> 8) % 4096 * 32, sent % 4096,
                                write ? (uint32_t)(random >> 32) | 1 : 0);
                sent++;
            }
        }
        /* Fetches and write-backs come on top of what the SMs wait for. */
        assert_true(memsys_packets(f->m) >= sent - done);
        memsys_rig_go(f, f->now + 1);
        assert_true(f->now < 2000000);
    }
    memsys_rig_go(f, f->now + 5000);
    assert_true(memsys_idle(f->m));
    assert_int_equal(memsys_next(f->m) == CYCLE_NEVER, true);
    return trace;
}

TEST(requests_are_conserved_under_load)
{
    static const char *const cases[][2] = {
        {"tiny", ""},
        {"rtx2060", ""},
        {"tiny", "l2.mshrs=1 l2.mshr_merges=1"},
        {"tiny", "l2.request_queue=4 l2.dram_queue=1 l2.fill_queue=1 l2.reply_queue=1"},
        {"tiny", "icnt.input_buffer=1 icnt.output_buffer=1 icnt.ejection_buffer=1"},
        {"tiny", "dram.scheduler_queue=1 dram.return_queue=1 l2.miss_queue=2"},
        {"tiny", "core_MHz=300.0 l2_MHz=1700.0 dram_MHz=137.0"},
        {"tiny", "l2.sets=1 l2.ways=1"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct memsys_rig f ENDED_BY(memsys_rig_end);
        memsys_rig_start(&f, cases[i][0], cases[i][1], false);
        torture(&f, 5000);
        struct gpu_counters c = memsys_rig_count(&f);
        assert_int_equal(c.icnt.replies, 5000);
        assert_int_equal(c.l2.fetches, c.dram.fetches);
        assert_int_equal(c.l2.write_backs, c.dram.write_backs);
        assert_int_equal(c.icnt.reads + c.icnt.writes,
                         c.l2.read_hits + c.l2.read_hits_reserved + c.l2.read_misses +
                             c.l2.read_sector_misses + c.l2.write_hits + c.l2.write_hits_reserved +
                             c.l2.write_misses + c.l2.write_sector_misses);
    }
}

TEST(calling_every_part_in_every_cycle_changes_no_reply)
{
    static const char *const changes[] = {
        "", "dram_MHz=1777.0", "l2_MHz=600.0 icnt_MHz=900.0",
        "core_MHz=400.0 icnt_MHz=1600.0 l2_MHz=1600.0",
        "l2.mshrs=3 l2.request_queue=5 l2.dram_queue=2 l2.fill_queue=1 icnt.output_buffer=1"};
    for (size_t i = 0; i < sizeof changes / sizeof *changes; i++) {
        uint64_t trace[2];
        struct gpu_counters counters[2];
        for (int every = 0; every < 2; every++) {
            struct memsys_rig f ENDED_BY(memsys_rig_end);
            memsys_rig_start(&f, "tiny", changes[i], every);
            uint32_t sent = 0, done = 0;
            struct mem_request r;
            trace[every] = 0;
            while (done < 2000) {
                for (uint32_t sm = 0; sm < 2; sm++) {
                    uint64_t random = random_u64(8, RANDOM_TEST, sent);
                    if (memsys_rig_take(&f, sm, &r)) {
                        done++;
                        trace[every] = random_mix(trace[every] ^ f.now << 20 ^ r.tag);
                    }
                    if (sent < 2000 && f.now % 50 < 10 && f.port->can_send(f.port->self, sm)) {
                        memsys_rig_send(&f, sm, random % 2048 * 32, sent,
                                        random >> 60 ? 0 : (uint32_t)(random >> 20) | 1);
                        sent++;
                    }
                }
                memsys_rig_go(&f, f.now + 1);
                assert_true(f.now < 1000000);
            }
            counters[every] = memsys_rig_count(&f);
        }
        assert_int_equal(trace[0], trace[1]);
        assert_memory_equal(&counters[0], &counters[1], sizeof counters[0]);
    }
}

/* --- memory that is allocated --- */

enum { FROM = 1 << 20 }; /* the first name */

/* The first cycles in which an SM has the replies to reads of names, which get blocks in turn. */
TEST(every_allocated_name_gets_its_own_place)
{
    static const uint64_t names[] = {FROM + 5 * 256, FROM, FROM + 5 * 256 + 32, FROM + 7 * 256};
    struct memsys_rig f ENDED_BY(memsys_rig_end);
    memsys_rig_start(&f, "tiny", "", false);
    assert_ok(memsys_allocate(f.m, FROM, UINT64_C(1) << 40, &st));
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        assert_true(memsys_rig_latency(&f, names[i], 0) > memsys_rig_hit_cycles(&f.config));
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        assert_int_equal(memsys_rig_latency(&f, names[i], 0), memsys_rig_hit_cycles(&f.config));
    /* Warm, the first name that has no place is in the fourth block. */
    memsys_warm(f.m, FROM + 256);
    memsys_warm(f.m, FROM - 256);
    assert_int_equal(memsys_rig_latency(&f, FROM + 256, 0), memsys_rig_hit_cycles(&f.config));
    assert_int_equal(memsys_rig_latency(&f, FROM - 256, 0), memsys_rig_hit_cycles(&f.config));
    assert_true(memsys_rig_latency(&f, FROM + 256 + 32, 0) > memsys_rig_hit_cycles(&f.config));
}

TEST(the_first_name_has_a_place_of_its_own_where_it_is_warm)
{
    struct memsys_rig f ENDED_BY(memsys_rig_end);
    memsys_rig_start(&f, "tiny", "", false);
    assert_ok(memsys_allocate(f.m, FROM, UINT64_C(1) << 40, &st));
    memsys_warm(f.m, FROM + 5 * 256);
    memsys_warm(f.m, FROM);
    assert_int_equal(memsys_rig_latency(&f, FROM, 0), memsys_rig_hit_cycles(&f.config));
    assert_true(memsys_rig_latency(&f, FROM + 5 * 256 + 32, 0) > memsys_rig_hit_cycles(&f.config));
}

/* --- the last packet --- */

TEST(the_last_packet_is_freed_when_the_memory_becomes_idle)
{
    struct memsys_rig f ENDED_BY(memsys_rig_end);
    memsys_rig_start(&f, "tiny", "l2.sets=1 l2.ways=1 dram_MHz=1777.0", false);
    memsys_rig_latency(&f, 0x0, UINT32_MAX);
    for (uint64_t line = 1; line < 4; line++) {
        memsys_rig_latency(&f, line * 0x1000, UINT32_MAX); /* evicts the line before */
        assert_false(memsys_idle(f.m));
        ticks_t time = 0;
        while (!memsys_idle(f.m)) {
            time = memsys_next(f.m);
            assert_ok(memsys_step(f.m, time, &st));
        }
        /* A step runs the channel up to the L2's next cycle. */
        ticks_t last = memsys_last_free(f.m);
        assert_true(last <= time && last + f.clocks.period[CLOCK_L2] > time);
        assert_int_equal(last % f.clocks.period[CLOCK_DRAM], 0);
        memsys_rig_go(&f, time / f.clocks.period[CLOCK_CORE] + 1);
    }
}

/* --- counters --- */

TEST(bytes_are_counted_in_both_directions)
{
    static const struct mem_request sent[] = {
        {.addr = 0x1000},
        {.addr = 0x2000},
        {.addr = 0x1000, .bytes = 1, .write = true},
        {.addr = 0x1020, .bytes = 1, .write = true},
        {.addr = 0x1040, .bytes = UINT32_MAX, .write = true},
        {.addr = 0x1000, .bytes = 0xf, .atomic = true},
        {.addr = 0x1000, .bytes = 0xf, .atomic = true, .write = true},
    };
    struct memsys_rig f ENDED_BY(memsys_rig_end);
    struct mem_request r;
    memsys_rig_start(&f, "tiny", "", false);
    for (size_t i = 0; i < sizeof sent / sizeof *sent; i++) {
        f.port->send(f.port->self, &sent[i], f.now);
        while (!memsys_rig_take(&f, 0, &r))
            memsys_rig_go(&f, f.now + 1);
    }
    struct gpu_counters c = memsys_rig_count(&f);
    assert_int_equal(c.icnt.reads, 3);
    assert_int_equal(c.icnt.writes, 4);
    assert_int_equal(c.icnt.atomics, 1);
    assert_int_equal(c.icnt.request_bytes, 2 * 8 + (1 + 4) * 40);
    assert_int_equal(c.icnt.reply_bytes, 3 * 40 + 4 * 8);
}

/* Runs the memory from core cycle f->now to the next one, in a step or a quantum. */
static void next_cycle(struct memsys_rig *f, bool quantum)
{
    cycle_t until;
    if (!quantum) {
        memsys_rig_go(f, f->now + 1);
        return;
    }
    memsys_run_requests(f->m, f->now);
    assert_ok(memsys_quantum(f->m, f->now, 1, &until, &st));
    assert_int_equal(until, ++f->now);
    for (uint32_t i = 0; i < memsys_partitions(f->m); i++)
        memsys_run_partition(f->m, i, until);
    memsys_run_replies(f->m, until);
}

/* Two requests cross at once, are taken at once, and their replies go over the same output. */
TEST(packets_are_those_between_send_and_take)
{
    struct memsys_rig f ENDED_BY(memsys_rig_end);
    struct mem_request r;
    memsys_rig_start(&f, "tiny", "core_MHz=1000.0 icnt_MHz=250.0 l2_MHz=1000.0", false);
    for (uint64_t addr = 0; addr < 0x1000; addr += 0x20)
        memsys_warm(f.m, addr);
    memsys_warmed(f.m);
    memsys_rig_go(&f, 1);
    uint32_t sent = 0, taken = 0;
    while (taken < 32) {
        if (sent < 32) {
            memsys_rig_send(&f, 0, sent * 0x80, sent, 0);
            sent++;
        }
        assert_int_equal(memsys_packets(f.m), sent - taken);
        memsys_rig_go(&f, f.now + 1);
        assert_int_equal(memsys_packets(f.m), sent - taken);
        taken += memsys_rig_take(&f, 0, &r);
    }
    assert_true(memsys_idle(f.m));
}

/* Sent; over the crossbar; into the slice; out of it; over the crossbar; taken. */
TEST(each_move_of_a_hit_counts)
{
    for (int kind = 0; kind < 4; kind++) {
        struct memsys_rig f ENDED_BY(memsys_rig_end);
        struct mem_request r;
        memsys_rig_start(&f, "tiny", "", false);
        memsys_warm(f.m, 0x1000);
        memsys_warmed(f.m);
        for (int i = 0; i < 10; i++)
            next_cycle(&f, kind & 1);
        uint64_t before = memsys_moved(f.m);
        memsys_rig_send(&f, 0, 0x1000, 0, kind & 2 ? 0xff : 0);
        assert_int_equal(memsys_moved(f.m), before + 1);
        while (!memsys_rig_take(&f, 0, &r)) {
            uint64_t last = memsys_moved(f.m);
            next_cycle(&f, kind & 1);
            assert_true(memsys_moved(f.m) >= last);
        }
        assert_true(memsys_moved(f.m) >= before + 6);
    }
}

TEST(moves_in_front_of_the_dram_and_there_count)
{
    struct memsys_rig f ENDED_BY(memsys_rig_end);
    struct mem_request r;
    memsys_rig_start(&f, "tiny", "", false);
    memsys_rig_send(&f, 0, 0x1000, 0, 0);
    uint64_t first = memsys_moved(f.m), last = first;
    while (!memsys_rig_take(&f, 0, &r)) {
        memsys_rig_go(&f, f.now + 1);
        assert_true(memsys_moved(f.m) >= last);
        last = memsys_moved(f.m);
    }
    assert_true(last > first + 10);
}

TEST(running_out_of_memory_leaves_nothing_behind)
{
    struct memsys_rig f;
    memsys_rig_configure(&f, "tiny", "");
    assert_survives_without_memory(memsys_create(&f.m, &f.config, false, &st), 30,
                                   assert_null(f.m));
    memsys_free(f.m);
}
