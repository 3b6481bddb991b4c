/* The memory system from an SM's side: latencies to the cycle, what the L2 keeps, conservation. */
#include "tests/rig/rig.h"

#include "common/memory.h"
#include "common/random.h"
#include "sim/config/load/load.h"
#include "sim/timing/memory/memory_path.h"
#include "sim/timing/memory/memsys.h"

#include <string.h>

struct fixture {
    struct gpu_config config;
    struct clocks clocks;
    struct memsys *m;
    const struct mem_port *port;
    cycle_t now; /* core cycle */
};

static void configure(struct fixture *f, const char *name, const char *changes)
{
    char text[512];
    memset(f, 0, sizeof *f);
    assert_ok(gpu_config_load(&f->config, name, &st));
    snprintf(text, sizeof text, "%s", changes);
    for (char *item = text, *end; *item; item = end) {
        char *equals = strchr(item, '=');
        end = item + strcspn(item, " ");
        if (*end)
            *end++ = 0;
        *equals = 0;
        assert_ok(gpu_config_set(&f->config, item, equals + 1, &st));
    }
}

static void start(struct fixture *f, const char *name, const char *changes, bool every_cycle)
{
    configure(f, name, changes);
    f->clocks = gpu_config_clocks(&f->config);
    assert_ok(memsys_create(&f->m, &f->config, every_cycle, &st));
    f->port = memsys_port(f->m);
    assert_ok(memsys_step(f->m, 0, &st));
}

static void end(struct fixture *f)
{
    memsys_free(f->m);
}

/* To core cycle `cycle`, the SMs' part of which is then to be played. */
static void go(struct fixture *f, cycle_t cycle)
{
    ticks_t to = cycle * f->clocks.period[CLOCK_CORE];
    while (memsys_next(f->m) < to)
        assert_ok(memsys_step(f->m, memsys_next(f->m), &st));
    assert_ok(memsys_step(f->m, to, &st));
    f->now = cycle;
}

static void send(struct fixture *f, uint32_t sm, uint64_t addr, uint32_t tag, uint32_t bytes)
{
    struct mem_request r = {
        .addr = addr, .sm = sm, .tag = tag, .bytes = bytes, .write = bytes != 0};
    assert_true(f->port->can_send(f->port->self, sm));
    f->port->send(f->port->self, &r, f->now);
}

static bool take(struct fixture *f, uint32_t sm, struct mem_request *r)
{
    return f->port->take(f->port->self, sm, f->now, r);
}

/* Core cycles from now until SM 0 has the reply to a request sent now. */
static cycle_t latency(struct fixture *f, uint64_t addr, uint32_t bytes)
{
    struct mem_request r;
    cycle_t from = f->now;
    send(f, 0, addr, 42, bytes);
    for (int i = 0; i < 100000; i++) {
        go(f, f->now + 1);
        if (take(f, 0, &r)) {
            assert_int_equal(r.addr, addr);
            assert_int_equal(r.tag, 42);
            assert_int_equal(r.write, bytes != 0);
            return f->now - from;
        }
    }
    fail_msg("no reply");
    return 0;
}

static struct gpu_counters count(struct fixture *f)
{
    struct gpu_counters c = {0};
    memsys_count(f->m, f->now * f->clocks.period[CLOCK_CORE] + 1, &c);
    return c;
}

/* crossbar, slice, ROP delay, request queue, reply queue and crossbar, ejection, SM */
static cycle_t hit_cycles(const struct gpu_config *g)
{
    return 1 + 1 + g->l2.rop_cycles + 1 + 1 + 1 + 1;
}

TEST(an_l2_hit_takes_the_rop_delay_and_six_cycles)
{
    struct fixture f ENDED_BY(end);
    start(&f, "tiny", "", false);
    latency(&f, 0x1000, 0);
    go(&f, f.now + 1000);
    assert_int_equal(latency(&f, 0x1000, 0), hit_cycles(&f.config));
    struct gpu_counters c = count(&f);
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
        struct fixture f;
        start(&f, "tiny", changes[i], false);
        const ticks_t *p = f.clocks.period;
        latency(&f, 0x1000, 0);
        for (uint32_t k = 0; k < 50; k++) {
            go(&f, f.now + 500 + k);
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
            assert_int_equal(sent + latency(&f, 0x1000, 0), ejected + 1);
        }
        end(&f);
    }
}

TEST(an_l2_miss_adds_the_dram_to_the_cycle)
{
    struct fixture f;
    start(&f, "tiny", "", false);
    const struct dram_config *d = &f.config.dram;
    go(&f, 700);
    cycle_t sent = f.now;
    /* Two DRAM cycles per core cycle. The slice looks the request up, then passes the fetch on. */
    cycle_t passed_on = sent + 2 + f.config.l2.rop_cycles + 1 + 1;
    cycle_t core = passed_on + 1; /* what the channel, half a cycle later, counts */
    cycle_t in_scheduler = 2 * (core + d->latency_cycles - 1) + 1;
    cycle_t returned = in_scheduler + 1 + d->rcd + d->ccd + d->cl + 1;
    cycle_t filled = (returned + 1) / 2;
    assert_int_equal(sent + latency(&f, 0x1000, 0), filled + 4);
    end(&f);
}

TEST(a_write_is_acknowledged_as_fast_as_a_hit_and_not_fetched)
{
    struct fixture f ENDED_BY(end);
    start(&f, "tiny", "", false);
    assert_int_equal(latency(&f, 0x1000, 0xff), hit_cycles(&f.config));
    struct gpu_counters c = count(&f);
    assert_int_equal(c.l2.write_misses, 1);
    assert_int_equal(c.l2.fetches, 0);
    assert_int_equal(latency(&f, 0x1000, 0xff), hit_cycles(&f.config));
    c = count(&f);
    assert_int_equal(c.l2.write_hits, 1);
}

TEST(a_partly_written_sector_is_fetched_when_it_is_read)
{
    struct fixture f ENDED_BY(end);
    start(&f, "tiny", "", false);
    latency(&f, 0x1000, 0xff);
    assert_true(latency(&f, 0x1000, 0) > hit_cycles(&f.config));
    assert_int_equal(latency(&f, 0x1000, 0), hit_cycles(&f.config));
    latency(&f, 0x2000, UINT32_MAX);
    assert_int_equal(latency(&f, 0x2000, 0), hit_cycles(&f.config));
    struct gpu_counters c = count(&f);
    assert_int_equal(c.l2.read_sector_misses, 1);
    assert_int_equal(c.l2.fetches, 1);
}

TEST(a_latency_begins_as_long_ago_as_the_request_is_old)
{
    struct gpu_counters counters = {0};
    uint64_t before = 0;
    struct fixture f ENDED_BY(end);
    struct mem_request r = {.addr = 0x1000, .bytes = 0xf, .write = true};
    start(&f, "mobile_soc", "", false);
    for (uint32_t i = 0; i < 2; i++) {
        struct mem_request reply;
        r.age = 20 * i;
        f.port->send(f.port->self, &r, f.now);
        while (!take(&f, 0, &reply))
            go(&f, f.now + 1);
        counters = (struct gpu_counters){0};
        memsys_count(f.m, f.now * f.clocks.period[CLOCK_CORE] + 1, &counters);
        if (i)
            assert_int_equal(counters.icnt.latency - before, before + 20);
        before = counters.icnt.latency;
    }
}

TEST(requests_for_a_sector_on_its_way_share_one_fetch)
{
    struct fixture f ENDED_BY(end);
    struct mem_request r;
    start(&f, "tiny", "", false);
    for (uint32_t i = 0; i < 6; i++) { /* mshr_merges is 4 */
        send(&f, i % 2, 0x1000, i, 0);
        go(&f, f.now + 1);
    }
    uint32_t replies = 0;
    while (f.now < 2000) {
        go(&f, f.now + 1);
        replies += take(&f, 0, &r);
        replies += take(&f, 1, &r);
    }
    assert_int_equal(replies, 6);
    struct gpu_counters c = count(&f);
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
    struct fixture f ENDED_BY(end);
    start(&f, "tiny", "l2.sets=1 l2.ways=2", false);
    /* Lines of slice 0: 512 bytes apart. Two sectors of the first are dirty. */
    latency(&f, 0x0, UINT32_MAX);
    latency(&f, 0x60, 1);
    latency(&f, 0x200, 0);
    latency(&f, 0x400, 0);
    go(&f, f.now + 1000);
    struct gpu_counters c = count(&f);
    assert_int_equal(c.l2.evictions, 1);
    assert_int_equal(c.l2.write_backs, 1);
    assert_int_equal(c.l2.write_back_sectors, 2);
    assert_int_equal(c.dram.write_backs, 1);
    assert_int_equal(c.dram.writes, 4); /* 64 bytes in atoms of 16 */
    assert_true(memsys_idle(f.m));
}

TEST(replies_come_one_per_core_cycle_and_wait_for_their_sm)
{
    struct fixture f ENDED_BY(end);
    struct mem_request r;
    start(&f, "mobile_soc", "", false);
    for (uint32_t i = 0; i < 8; i++)
        latency(&f, 0x100 * i, 0);
    /* Four slices answer at once; the SM gets one reply per cycle. */
    go(&f, f.now + 10);
    for (uint32_t i = 0; i < 8; i++)
        send(&f, 0, 0x100 * i, i, 0);
    cycle_t first = 0;
    uint32_t n = 0;
    while (n < 8) {
        go(&f, f.now + 1);
        if (take(&f, 0, &r)) {
            first = n++ ? first : f.now;
            assert_false(f.port->take(f.port->self, 0, f.now, &r));
        }
    }
    assert_int_equal(f.now, first + 7);
    /* An SM that does not look finds them all later. */
    for (uint32_t i = 0; i < 8; i++)
        send(&f, 0, 0x100 * i, i, 0);
    go(&f, f.now + 1000);
    for (n = 0; take(&f, 0, &r); n++)
        continue;
    assert_int_equal(n, 8);
    assert_true(memsys_idle(f.m));
}

TEST(a_full_crossbar_refuses_and_recovers)
{
    struct fixture f ENDED_BY(end);
    struct mem_request r;
    start(&f, "tiny", "icnt.input_buffer=3", false);
    for (int i = 0; i < 3; i++)
        send(&f, 1, 0x1000, 0, 0);
    assert_false(f.port->can_send(f.port->self, 1));
    assert_true(f.port->can_send(f.port->self, 0));
    go(&f, f.now + 1);
    assert_true(f.port->can_send(f.port->self, 1));
    go(&f, f.now + 2000);
    for (int i = 0; i < 3; i++)
        assert_true(take(&f, 1, &r));
}

/* In the middle of a quantum, requests go on while a full input holds a packet for every slice; up
 * to there its SM knows in each cycle whether it may send. */
TEST(a_full_input_lets_requests_go_on_without_its_sm)
{
    static const uint32_t rooms[] = {2, 3, 5, 9, 30};
    for (size_t i = 0; i < sizeof rooms / sizeof *rooms; i++) {
        struct fixture f;
        char change[64];
        snprintf(change, sizeof change, "icnt.input_buffer=%u", rooms[i]);
        start(&f, "tiny", change, false);
        uint32_t slices = f.config.machine.memory_partitions * f.config.l2.slices;
        cycle_t first = 100, until;
        assert_ok(memsys_quantum(f.m, first, 1000, &until, &st));
        assert_true(until >= first + rooms[i]);
        memsys_run_requests(f.m, first);
        f.now = first;
        for (uint32_t n = 0; n < rooms[i]; n++)
            send(&f, 1, 0x1000, n, 0);
        assert_true(memsys_room_known(f.m, 1, first));
        assert_false(memsys_room_known(f.m, 1, first + 1));
        assert_true(memsys_room_known(f.m, 0, first + 1));
        memsys_run_known(f.m, (cycle_t[]){until, first + 1}, until);
        cycle_t last = first + rooms[i] - slices + 1;
        for (f.now = first + 1; f.now <= last; f.now++) {
            assert_true(memsys_room_known(f.m, 1, f.now));
            send(&f, 1, 0x1000, 0, 0);
            assert_false(f.port->can_send(f.port->self, 1));
            assert_true(memsys_room_known(f.m, 1, f.now));
        }
        assert_false(memsys_room_known(f.m, 1, last + 1));
        end(&f);
    }
}

/* A memory-bound load: random sectors and writes from every SM. The order of replies and their
 * cycles go into *trace. */
static uint64_t torture(struct fixture *f, uint32_t requests)
{
    static uint8_t open[4096];
    memset(open, 0, sizeof open);
    uint32_t sent = 0, done = 0, sms = f->config.machine.sms;
    uint64_t trace = 0;
    struct mem_request r;
    while (done < requests) {
        for (uint32_t sm = 0; sm < sms; sm++) {
            uint64_t random = random_u64(7, RANDOM_TEST, sent);
            if (take(f, sm, &r)) {
                assert_int_equal(r.sm, sm);
                assert_int_equal(open[r.tag], 1 + r.write);
                open[r.tag] = 0;
                done++;
                trace = random_mix(trace ^ f->now << 20 ^ r.tag);
            }
            if (sent < requests && !open[sent % 4096] && f->port->can_send(f->port->self, sm)) {
                bool write = random % 4 == 0;
                open[sent % 4096] = (uint8_t)(1 + write);
                send(f, sm, (random >> 8) % 4096 * 32, sent % 4096,
                     write ? (uint32_t)(random >> 32) | 1 : 0);
                sent++;
            }
        }
        /* Fetches and write-backs come on top of what the SMs wait for. */
        assert_true(memsys_packets(f->m) >= sent - done);
        go(f, f->now + 1);
        assert_true(f->now < 2000000);
    }
    go(f, f->now + 5000);
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
        struct fixture f ENDED_BY(end);
        start(&f, cases[i][0], cases[i][1], false);
        torture(&f, 5000);
        struct gpu_counters c = count(&f);
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
            struct fixture f ENDED_BY(end);
            start(&f, "tiny", changes[i], every);
            uint32_t sent = 0, done = 0;
            struct mem_request r;
            trace[every] = 0;
            while (done < 2000) {
                for (uint32_t sm = 0; sm < 2; sm++) {
                    uint64_t random = random_u64(8, RANDOM_TEST, sent);
                    if (take(&f, sm, &r)) {
                        done++;
                        trace[every] = random_mix(trace[every] ^ f.now << 20 ^ r.tag);
                    }
                    if (sent < 2000 && f.now % 50 < 10 && f.port->can_send(f.port->self, sm)) {
                        send(&f, sm, random % 2048 * 32, sent,
                             random >> 60 ? 0 : (uint32_t)(random >> 20) | 1);
                        sent++;
                    }
                }
                go(&f, f.now + 1);
                assert_true(f.now < 1000000);
            }
            counters[every] = count(&f);
        }
        assert_int_equal(trace[0], trace[1]);
        assert_memory_equal(&counters[0], &counters[1], sizeof counters[0]);
    }
}

/* --- steps and quanta --- */

/* Two SMs with random requests. */
struct traffic {
    struct fixture f;
    cycle_t known[2]; /* an SM has played the cycles before */
    uint32_t sent[2], done[2];
    uint64_t trace[2];
};

enum { REQUESTS = 600, FROM = 1 << 20, LONG_AFTER = 1000000 };

static void start_traffic(struct traffic *t, const char *changes, bool allocate)
{
    *t = (struct traffic){0};
    configure(&t->f, "tiny", changes);
    t->f.clocks = gpu_config_clocks(&t->f.config);
    assert_int_equal(t->f.config.machine.sms, 2);
    assert_ok(memsys_create(&t->f.m, &t->f.config, false, &st));
    if (allocate)
        assert_ok(memsys_allocate(t->f.m, FROM, UINT64_C(1) << 40, &st));
    t->f.port = memsys_port(t->f.m);
    assert_ok(memsys_step(t->f.m, 0, &st));
}

static void end_traffic(struct traffic *t)
{
    memsys_free(t->f.m);
}

static bool ended(const struct traffic *t)
{
    return t->done[0] == REQUESTS && t->done[1] == REQUESTS;
}

/* Of 256 cycles an SM wants to send in many of 192. */
static bool wants(const struct traffic *t, uint32_t sm, cycle_t now)
{
    return t->sent[sm] < REQUESTS && now / 64 % 4 && random_u64(9, RANDOM_TEST, 2 * now + sm) % 3;
}

/* The SM's part of a cycle. A quarter of the requests are writes, an eighth are to memory that may
 * be allocated. */
static void play(struct traffic *t, uint32_t sm, cycle_t now)
{
    struct fixture *f = &t->f;
    struct mem_request r;
    f->now = now;
    if (take(f, sm, &r)) {
        t->trace[sm] = random_mix(t->trace[sm] ^ now << 20 ^ r.tag) ^ r.addr;
        t->done[sm]++;
    }
    if (wants(t, sm, now) && f->port->can_send(f->port->self, sm)) {
        uint64_t random = random_u64(10, RANDOM_TEST, 2 * now + sm);
        uint64_t addr = random >> 8 & 0x3fe0;
        send(f, sm, random % 8 == 5 ? FROM + 4 * addr : addr, (uint32_t)now,
             random % 4 ? 0 : (uint32_t)(random >> 32) | 1);
        t->sent[sm]++;
    }
    t->known[sm] = now + 1;
}

static void play_all(struct traffic *t, cycle_t now)
{
    for (uint32_t sm = 0; sm < 2; sm++)
        play(t, sm, now);
    assert_true(now < 500000);
}

/* An SM stops where it is not known whether it may send. */
static void play_quantum(struct traffic *t, cycle_t first, cycle_t until)
{
    t->known[0] = t->known[1] = first;
    for (;;) {
        for (uint32_t sm = 0; sm < 2; sm++)
            while (t->known[sm] < until &&
                   (!wants(t, sm, t->known[sm]) || memsys_room_known(t->f.m, sm, t->known[sm])))
                play(t, sm, t->known[sm]);
        if (t->known[0] == until && t->known[1] == until)
            return;
        cycle_t known[] = {t->known[0], t->known[1]};
        memsys_run_known(t->f.m, known, until);
        uint32_t least = t->known[1] < t->known[0];
        assert_true(memsys_room_known(t->f.m, least, t->known[least]));
    }
}

static void run_partitions(struct traffic *t, cycle_t until)
{
    for (uint32_t i = 0; i < memsys_partitions(t->f.m); i++)
        memsys_run_partition(t->f.m, i, until);
}

/* The requests of the SMs' last quantum, which ended before `due`. */
static void finish(struct traffic *t, cycle_t *due)
{
    if (*due)
        memsys_run_requests(t->f.m, *due);
    *due = 0;
}

/* Chooses a quantum at random; *until is `first` where it is a step. */
static void choose(struct traffic *t, uint64_t seed, bool beside, cycle_t first, cycle_t *until)
{
    cycle_t most = random_u64(seed, RANDOM_TEST, first) % (memsys_longest(t->f.m, beside) + 1);
    assert_ok(memsys_quantum(t->f.m, first, most, until, &st));
    assert_true(*until <= first + most);
}

/* `beside`: as with several threads, partitions may be a quantum ahead of the SMs. Returns the
 * cycle up to which the memory has run. */
static cycle_t run_quanta(struct traffic *t, uint64_t seed, bool beside)
{
    bool ahead = false;
    cycle_t due = 0, next = 0, at = 1;
    for (cycle_t until; !ended(t) || ahead; at = until) {
        until = next;
        if (!ahead)
            choose(t, seed, beside, at, &until);
        if (until == at) {
            finish(t, &due);
            play_all(t, at);
            assert_ok(memsys_run_steps(t->f.m, ++until, &st));
            continue;
        }
        if (!beside)
            finish(t, &due);
        if (!ahead)
            run_partitions(t, until);
        memsys_run_replies(t->f.m, until);
        finish(t, &due);
        ahead = false;
        if (beside && !memsys_idle(t->f.m)) {
            choose(t, seed + 1, true, until, &next);
            ahead = next > until;
        }
        if (ahead)
            run_partitions(t, next);
        play_quantum(t, at, until);
        due = until;
    }
    finish(t, &due);
    return at;
}

/* The counters when all is over. */
static struct gpu_counters count_rest(struct traffic *t, cycle_t at)
{
    struct gpu_counters c = {0};
    while (!memsys_idle(t->f.m))
        assert_ok(memsys_run_steps(t->f.m, ++at, &st));
    memsys_count(t->f.m, LONG_AFTER * t->f.clocks.period[CLOCK_CORE], &c);
    return c;
}

TEST(steps_and_quanta_of_any_lengths_give_the_same_replies)
{
    static const char *const changes[] = {
        "",
        "icnt.input_buffer=2 icnt.output_buffer=1",
        "icnt.input_buffer=3 icnt.output_buffer=2 l2.request_queue=5 l2.mshrs=4",
        "icnt.input_buffer=8 l2.request_queue=5 l2.mshrs=1 l2.data_port_B=4",
        "core_MHz=1000.0 icnt_MHz=1500.0 l2_MHz=1500.0",
        "icnt_MHz=700.0 l2_MHz=1300.0 icnt.output_buffer=1",
        "icnt_MHz=1300.0 l2_MHz=700.0 icnt.output_buffer=2 icnt.input_buffer=4",
        "l2.rop_cycles=7 l2.reply_queue=2 icnt_MHz=300.0 icnt.input_buffer=1",
        "l2.rop_cycles=1 l2_MHz=400.0",
        "core_MHz=400.0 icnt_MHz=1600.0 l2_MHz=1600.0",
        "l2.rop_cycles=30 icnt.ejection_buffer=1 icnt.output_buffer=1",
    };
    for (size_t i = 0; i < 2 * sizeof changes / sizeof *changes; i++) {
        struct traffic steps ENDED_BY(end_traffic);
        start_traffic(&steps, changes[i / 2], i % 2);
        cycle_t now;
        for (now = 1; !ended(&steps); now++) {
            go(&steps.f, now);
            play_all(&steps, now);
        }
        const struct gpu_counters expected = count_rest(&steps, now);
        for (uint64_t seed = 0; seed < 4; seed++) {
            struct traffic quanta ENDED_BY(end_traffic);
            start_traffic(&quanta, changes[i / 2], i % 2);
            now = run_quanta(&quanta, seed, seed % 2);
            const struct gpu_counters c = count_rest(&quanta, now);
            assert_memory_equal(&c, &expected, sizeof c);
            if (memcmp(quanta.trace, steps.trace, sizeof steps.trace) != 0)
                fail_msg("%s, %d", changes[i / 2], (int)seed);
        }
    }
}

TEST(a_quantum_has_up_to_1024_cycles_of_any_clock)
{
    static const struct {
        const char *changes;
        cycle_t longest;
    } cases[] = {
        {"l2.rop_cycles=1024 core_MHz=1000.0 icnt_MHz=500.0 l2_MHz=500.0", 1024},
        {"l2.rop_cycles=1025 core_MHz=1000.0 icnt_MHz=500.0 l2_MHz=500.0", 512},
        {"l2.rop_cycles=1023 core_MHz=1000.0 icnt_MHz=1000.0 l2_MHz=500.0", 1023},
        {"l2.rop_cycles=1024 core_MHz=1000.0 icnt_MHz=1000.0 l2_MHz=500.0", 512},
        {"l2.rop_cycles=1023 core_MHz=1000.0 icnt_MHz=500.0 l2_MHz=1000.0", 1023},
        {"l2.rop_cycles=1024 core_MHz=1000.0 icnt_MHz=500.0 l2_MHz=1000.0", 512},
        {"l2.rop_cycles=600 core_MHz=1000.0 icnt_MHz=3000.0 l2_MHz=500.0", 300},
        {"l2.rop_cycles=600 core_MHz=1000.0 icnt_MHz=500.0 l2_MHz=3000.0", 300},
        {"l2.rop_cycles=1", 1},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct fixture f ENDED_BY(end);
        start(&f, "tiny", cases[i].changes, false);
        assert_int_equal(memsys_longest(f.m, false), cases[i].longest);
        assert_int_equal(memsys_longest(f.m, true), cases[i].longest / 2);
    }
    struct fixture f ENDED_BY(end);
    start(&f, "tiny", "", true);
    assert_int_equal(memsys_longest(f.m, false), 0);
}

/* The memory rests up to before the core cycle in which a slice has work, and not beyond. */
TEST(the_memory_rests_until_the_request_is_due)
{
    struct fixture f ENDED_BY(end);
    start(&f, "tiny", "", false);
    assert_true(memsys_rests(f.m, 5) == CYCLE_NEVER);
    send(&f, 0, 0x1000, 0, 0xff);
    assert_int_equal(memsys_rests(f.m, 1), 1);
    go(&f, 10); /* taken by the slice in cycle 2 */
    cycle_t due = 2 + f.config.l2.rop_cycles + 1;
    assert_int_equal(memsys_rests(f.m, 10), due - 1);
    for (cycle_t first = due - 1; first < due + 3; first++)
        assert_int_equal(memsys_rests(f.m, first), first);
}

/* --- memory that is allocated --- */

/* The first cycles in which an SM has the replies to reads of names, which get blocks in turn. */
TEST(every_allocated_name_gets_its_own_place)
{
    static const uint64_t names[] = {FROM + 5 * 256, FROM, FROM + 5 * 256 + 32, FROM + 7 * 256};
    struct fixture f ENDED_BY(end);
    start(&f, "tiny", "", false);
    assert_ok(memsys_allocate(f.m, FROM, UINT64_C(1) << 40, &st));
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        assert_true(latency(&f, names[i], 0) > hit_cycles(&f.config));
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        assert_int_equal(latency(&f, names[i], 0), hit_cycles(&f.config));
    /* Warm, the first name that has no place is in the fourth block. */
    memsys_warm(f.m, FROM + 256);
    memsys_warm(f.m, FROM - 256);
    assert_int_equal(latency(&f, FROM + 256, 0), hit_cycles(&f.config));
    assert_int_equal(latency(&f, FROM - 256, 0), hit_cycles(&f.config));
    assert_true(latency(&f, FROM + 256 + 32, 0) > hit_cycles(&f.config));
}

TEST(the_first_name_has_a_place_of_its_own_where_it_is_warm)
{
    struct fixture f ENDED_BY(end);
    start(&f, "tiny", "", false);
    assert_ok(memsys_allocate(f.m, FROM, UINT64_C(1) << 40, &st));
    memsys_warm(f.m, FROM + 5 * 256);
    memsys_warm(f.m, FROM);
    assert_int_equal(latency(&f, FROM, 0), hit_cycles(&f.config));
    assert_true(latency(&f, FROM + 5 * 256 + 32, 0) > hit_cycles(&f.config));
}

/* --- a walk through the memory --- */

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
        struct fixture f ENDED_BY(end);
        start(&f, "tiny", changes[i], false);
        struct address_map map = gpu_config_address_map(&f.config);
        struct memory_path path = memory_path_make(&f.config);
        go(&f, 700);
        for (uint32_t k = 0; k < sizeof rows / sizeof *rows; k++) {
            uint64_t addr = in_row(&map, rows[k], k);
            cycle_t walk = memory_path_dram(&path, f.now - 1, rows[k]);
            latency(&f, addr, 0);
            assert_int_equal(f.now + 2, walk);
            walk = memory_path_l2_hit(&path, f.now - 1);
            latency(&f, addr, 0);
            assert_int_equal(f.now + 2, walk);
        }
    }
}

TEST(the_mean_walk_to_the_l2_is_that_of_equal_clocks)
{
    struct fixture f ENDED_BY(end);
    start(&f, "tiny", "core_MHz=1000.0 icnt_MHz=1000.0 l2_MHz=1000.0", false);
    assert_true(memory_path_l2_mean(&f.config) == hit_cycles(&f.config) + 3);
}

/* --- the last packet --- */

TEST(the_last_packet_is_freed_when_the_memory_becomes_idle)
{
    struct fixture f ENDED_BY(end);
    start(&f, "tiny", "l2.sets=1 l2.ways=1 dram_MHz=1777.0", false);
    latency(&f, 0x0, UINT32_MAX);
    for (uint64_t line = 1; line < 4; line++) {
        latency(&f, line * 0x1000, UINT32_MAX); /* evicts the line before */
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
        go(&f, time / f.clocks.period[CLOCK_CORE] + 1);
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
    struct fixture f ENDED_BY(end);
    struct mem_request r;
    start(&f, "tiny", "", false);
    for (size_t i = 0; i < sizeof sent / sizeof *sent; i++) {
        f.port->send(f.port->self, &sent[i], f.now);
        while (!take(&f, 0, &r))
            go(&f, f.now + 1);
    }
    struct gpu_counters c = count(&f);
    assert_int_equal(c.icnt.reads, 3);
    assert_int_equal(c.icnt.writes, 4);
    assert_int_equal(c.icnt.atomics, 1);
    assert_int_equal(c.icnt.request_bytes, 2 * 8 + (1 + 4) * 40);
    assert_int_equal(c.icnt.reply_bytes, 3 * 40 + 4 * 8);
}

/* Runs the memory from core cycle f->now to the next one, in a step or a quantum. */
static void next_cycle(struct fixture *f, bool quantum)
{
    cycle_t until;
    if (!quantum) {
        go(f, f->now + 1);
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
    struct fixture f ENDED_BY(end);
    struct mem_request r;
    start(&f, "tiny", "core_MHz=1000.0 icnt_MHz=250.0 l2_MHz=1000.0", false);
    for (uint64_t addr = 0; addr < 0x1000; addr += 0x20)
        memsys_warm(f.m, addr);
    memsys_warmed(f.m);
    go(&f, 1);
    uint32_t sent = 0, taken = 0;
    while (taken < 32) {
        if (sent < 32) {
            send(&f, 0, sent * 0x80, sent, 0);
            sent++;
        }
        assert_int_equal(memsys_packets(f.m), sent - taken);
        go(&f, f.now + 1);
        assert_int_equal(memsys_packets(f.m), sent - taken);
        taken += take(&f, 0, &r);
    }
    assert_true(memsys_idle(f.m));
}

/* Sent; over the crossbar; into the slice; out of it; over the crossbar; taken. */
TEST(each_move_of_a_hit_counts)
{
    for (int kind = 0; kind < 4; kind++) {
        struct fixture f ENDED_BY(end);
        struct mem_request r;
        start(&f, "tiny", "", false);
        memsys_warm(f.m, 0x1000);
        memsys_warmed(f.m);
        for (int i = 0; i < 10; i++)
            next_cycle(&f, kind & 1);
        uint64_t before = memsys_moved(f.m);
        send(&f, 0, 0x1000, 0, kind & 2 ? 0xff : 0);
        assert_int_equal(memsys_moved(f.m), before + 1);
        while (!take(&f, 0, &r)) {
            uint64_t last = memsys_moved(f.m);
            next_cycle(&f, kind & 1);
            assert_true(memsys_moved(f.m) >= last);
        }
        assert_true(memsys_moved(f.m) >= before + 6);
    }
}

TEST(moves_in_front_of_the_dram_and_there_count)
{
    struct fixture f ENDED_BY(end);
    struct mem_request r;
    start(&f, "tiny", "", false);
    send(&f, 0, 0x1000, 0, 0);
    uint64_t first = memsys_moved(f.m), last = first;
    while (!take(&f, 0, &r)) {
        go(&f, f.now + 1);
        assert_true(memsys_moved(f.m) >= last);
        last = memsys_moved(f.m);
    }
    assert_true(last > first + 10);
}

TEST(running_out_of_memory_leaves_nothing_behind)
{
    struct fixture f;
    configure(&f, "tiny", "");
    assert_survives_without_memory(memsys_create(&f.m, &f.config, false, &st), 30,
                                   assert_null(f.m));
    memsys_free(f.m);
}
