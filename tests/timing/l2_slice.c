/* One L2 slice between requests and DRAM queues played by hand: every queue,
 * width and policy to the cycle. L2 and core cycles coincide; cycle t is the t-th tick. */
#include "tests/rig/rig.h"

#include "sim/config/load/load.h"
#include "sim/timing/memory/l2_slice.h"

#include <string.h>

struct fixture {
    struct gpu_config config;
    struct address_map map;
    struct packet_pool pool;
    struct packet_queue requests; /* in front of the slice */
    struct l2_slice *slice;
    struct packet_queue *dram, *fills, *replies;
    cycle_t now; /* of the next tick */
    uint32_t sent;
};

/* One slice that all addresses belong to, with a ROP delay of one cycle unless `changes` says
 * otherwise: what is sent before tick t is looked up in tick t + 2. */
static void start(struct fixture *f, const char *changes)
{
    struct status st = {0};
    memset(f, 0, sizeof *f);
    assert_ok(gpu_config_load(&f->config, "mobile_soc", &st));
    f->config.machine.memory_partitions = 1;
    f->config.l2.rop_cycles = 1;
    char text[512];
    snprintf(text, sizeof text, "%s", changes);
    for (char *item = text, *end; *item; item = end) {
        char *equals = strchr(item, '=');
        end = item + strcspn(item, " ");
        if (*end)
            *end++ = 0;
        *equals = 0;
        assert_ok(gpu_config_set(&f->config, item, equals + 1, &st));
    }
    f->map = gpu_config_address_map(&f->config);
    assert_ok(packet_pool_create(&f->pool, 4096, &st));
    f->requests = packet_queue_make(4096);
    assert_ok(l2_slice_create(&f->slice, &f->config, &f->map, &f->pool, 0, &st));
    f->dram = l2_slice_dram_queue(f->slice);
    f->fills = l2_slice_fill_queue(f->slice);
    f->replies = l2_slice_reply_queue(f->slice);
}

static void end(struct fixture *f)
{
    l2_slice_free(f->slice);
    packet_pool_release(&f->pool);
}

/* A request in front of the slice; `bytes` 0: a read. Its tag counts from 0. */
static void send(struct fixture *f, uint64_t addr, uint32_t bytes)
{
    uint32_t p = packet_new(&f->pool);
    f->pool.packets[p] = (struct packet){
        .request = {.addr = addr, .tag = f->sent++, .bytes = bytes, .write = bytes != 0},
        .kind = PACKET_REQUEST};
    packet_push(&f->pool, &f->requests, p);
}

/* Cycle `now`, and the next one at which the slice has something to do as far as it can know. */
static cycle_t cycle(struct fixture *f, cycle_t now)
{
    if (f->requests.n && l2_slice_takes(f->slice))
        l2_slice_take(f->slice, packet_pop(&f->pool, &f->requests), now + f->config.l2.rop_cycles);
    return l2_slice_tick(f->slice, now).next;
}

static void tick(struct fixture *f)
{
    cycle(f, f->now++);
}

static void run(struct fixture *f, cycle_t cycles)
{
    while (cycles--)
        tick(f);
}

static struct l2_counters count(struct fixture *f)
{
    struct gpu_counters c = {0};
    l2_slice_count(f->slice, f->now, &c);
    return c.l2;
}

static uint64_t accepted(struct fixture *f)
{
    struct l2_counters c = count(f);
    return c.read_hits + c.read_hits_reserved + c.read_misses + c.read_sector_misses +
           c.write_hits + c.write_hits_reserved + c.write_misses + c.write_sector_misses;
}

/* Ticks until one more request has been accepted; its cycle. */
static cycle_t next_accepted(struct fixture *f)
{
    uint64_t before = accepted(f);
    for (int i = 0; i < 1000; i++) {
        tick(f);
        if (accepted(f) != before) {
            assert_int_equal(accepted(f), before + 1);
            return f->now - 1;
        }
    }
    fail_msg("no request was accepted");
    return 0;
}

/* Hands back the oldest request to DRAM: a fetch into the fill queue, a write-back to nobody.
 * Returns its address. */
static uint64_t serve(struct fixture *f)
{
    assert_true(f->dram->n > 0);
    uint32_t p = packet_pop(&f->pool, f->dram);
    uint64_t addr = f->pool.packets[p].request.addr;
    if (f->pool.packets[p].kind == PACKET_FETCH)
        packet_push(&f->pool, f->fills, p);
    else
        packet_free(&f->pool, p);
    return addr;
}

/* Replies that came in the ticks so far. */
static uint32_t came(const struct fixture *f)
{
    uint32_t n = 0, p = f->replies->first;
    for (uint32_t i = 0; i < f->replies->n; i++, p = f->pool.packets[p].next)
        n += f->pool.packets[p].due < f->now;
    return n;
}

static uint32_t take_reply(struct fixture *f)
{
    assert_true(f->replies->n > 0);
    uint32_t p = packet_pop(&f->pool, f->replies), tag = f->pool.packets[p].request.tag;
    packet_free(&f->pool, p);
    return tag;
}

/* Reads a sector through DRAM, so that it is there. */
static void bring(struct fixture *f, uint64_t addr)
{
    send(f, addr, 0);
    while (!f->dram->n)
        tick(f);
    serve(f);
    while (!f->replies->n)
        tick(f);
    take_reply(f);
}

/* Writes a whole sector and takes the acknowledgement. */
static void write_whole(struct fixture *f, uint64_t addr)
{
    send(f, addr, UINT32_MAX);
    while (!f->replies->n)
        tick(f);
    take_reply(f);
    run(f, 8); /* until the data port is free */
}

/* --- the way in --- */

TEST(a_request_waits_for_the_rop_delay_and_is_looked_up_a_cycle_later)
{
    static const uint32_t delays[] = {1, 2, 160};
    for (size_t i = 0; i < 3; i++) {
        struct fixture f;
        char change[64];
        snprintf(change, sizeof change, "l2.rop_cycles=%u", delays[i]);
        start(&f, change);
        run(&f, 7);
        send(&f, 0x1000, 1);
        cycle_t taken = f.now;
        assert_int_equal(next_accepted(&f), taken + delays[i] + 1);
        end(&f);
    }
}

TEST(requests_follow_each_other_one_per_cycle)
{
    struct fixture f;
    start(&f, "l2.rop_cycles=10");
    for (int i = 0; i < 5; i++)
        send(&f, 0x1000, 1);
    cycle_t first = next_accepted(&f);
    for (cycle_t i = 1; i < 5; i++)
        assert_int_equal(next_accepted(&f), first + i);
    end(&f);
}

TEST(nothing_is_taken_with_fewer_than_four_free_places_in_the_queue)
{
    static const uint32_t places[] = {5, 6, 64};
    for (size_t i = 0; i < 3; i++) {
        struct fixture f;
        char change[64];
        snprintf(change, sizeof change, "l2.request_queue=%u l2.dram_queue=1", places[i]);
        start(&f, change);
        for (uint64_t k = 0; k < 200; k++)
            send(&f, 0x1000 * k, 0);
        run(&f, 300);
        /* One is in front of DRAM, one looked up behind it in the same cycle; then the queue fills
         * until it has less than four free places, and one more was in the ROP delay. */
        uint32_t waiting = places[i] - 4 + 1 + 1;
        uint32_t taken = 200 - f.requests.n;
        assert_int_equal(taken, accepted(&f) + waiting);
        /* Each request served by DRAM lets one be looked up: the first leaves three places free,
         * the second four, until what was taken has passed the ROP delay. */
        uint64_t before = accepted(&f);
        serve(&f);
        run(&f, 20);
        assert_int_equal(accepted(&f), before + 1);
        assert_int_equal(200 - f.requests.n, taken);
        serve(&f);
        run(&f, 20);
        assert_int_equal(accepted(&f), before + 2);
        assert_int_equal(200 - f.requests.n, taken + 2);
        end(&f);
    }
}

/* --- the order within a cycle --- */

TEST(a_miss_passes_every_queue_in_a_cycle_of_its_own)
{
    struct fixture f;
    start(&f, "");
    send(&f, 0x1000, 0);
    cycle_t t = next_accepted(&f); /* into the miss queue */
    assert_int_equal(f.dram->n, 0);
    tick(&f); /* t + 1: on to DRAM */
    assert_int_equal(f.dram->n, 1);
    run(&f, 10);
    assert_int_equal(serve(&f), 0x1000);
    tick(&f); /* filled */
    assert_int_equal(f.fills->n, 0);
    assert_int_equal(came(&f), 0);
    tick(&f); /* answered */
    assert_int_equal(came(&f), 1);
    assert_int_equal(f.now, t + 1 + 10 + 2 + 1);
    assert_int_equal(take_reply(&f), 0);
    assert_true(l2_slice_idle(f.slice));
    end(&f);
}

TEST(one_fill_and_one_answer_per_cycle)
{
    struct fixture f;
    start(&f, "");
    /* Two sectors; three requests wait for the first, two for the second. */
    for (int i = 0; i < 3; i++)
        send(&f, 0x1000, 0);
    send(&f, 0x1020, 0);
    send(&f, 0x1020, 0);
    run(&f, 20);
    assert_int_equal(f.dram->n, 2);
    serve(&f);
    serve(&f);
    tick(&f);
    assert_int_equal(f.fills->n, 1);
    assert_int_equal(came(&f), 0);
    for (uint32_t n = 1; n <= 5; n++) {
        tick(&f);
        assert_int_equal(f.fills->n, 0);
        assert_int_equal(came(&f), n);
    }
    for (uint32_t n = 0; n < 5; n++)
        assert_int_equal(take_reply(&f), n);
    end(&f);
}

TEST(an_answer_and_a_hit_may_use_the_reply_queue_in_one_cycle)
{
    struct fixture f;
    start(&f, "");
    bring(&f, 0x2000);
    send(&f, 0x1000, 0);
    run(&f, 20);
    /* The fill comes in the tick before the hit is looked up, the answer in the same tick. */
    send(&f, 0x2000, 0);
    tick(&f);
    serve(&f);
    tick(&f);
    assert_int_equal(came(&f), 0);
    tick(&f);
    assert_int_equal(came(&f), 2);
    assert_int_equal(take_reply(&f), 1); /* the answer first */
    assert_int_equal(take_reply(&f), 2);
    end(&f);
}

TEST(a_full_reply_queue_stops_answers_and_lookups)
{
    struct fixture f;
    start(&f, "l2.reply_queue=2");
    for (int i = 0; i < 4; i++)
        send(&f, 0x1000, 1); /* write hits, acknowledged at once */
    run(&f, 30);
    assert_int_equal(came(&f), 2);
    assert_int_equal(accepted(&f), 2);
    assert_true(count(&f).stall_reply > 20);
    take_reply(&f);
    tick(&f);
    assert_int_equal(accepted(&f), 3);
    tick(&f);
    assert_int_equal(accepted(&f), 3);
    end(&f);

    start(&f, "l2.reply_queue=1");
    send(&f, 0x1000, 0);
    send(&f, 0x1000, 0);
    run(&f, 10);
    serve(&f);
    run(&f, 10);
    assert_int_equal(came(&f), 1);
    assert_int_equal(take_reply(&f), 0);
    tick(&f);
    assert_int_equal(take_reply(&f), 1);
    end(&f);
}

TEST(a_full_queue_to_dram_stops_misses_and_every_lookup)
{
    struct fixture f;
    start(&f, "l2.dram_queue=3");
    for (uint64_t i = 0; i < 6; i++)
        send(&f, 0x1000 * i, 0);
    send(&f, 0x0, 1); /* would hit */
    run(&f, 30);
    /* The miss before a lookup goes to DRAM first, so that three are there and none behind them. */
    assert_int_equal(f.dram->n, 3);
    uint64_t before = accepted(&f);
    assert_int_equal(before, 3);
    assert_true(count(&f).stall_dram > 20);
    serve(&f);
    tick(&f);
    assert_int_equal(accepted(&f), before + 1);
    assert_int_equal(f.dram->n, 2);
    tick(&f); /* the miss goes to DRAM first, which fills its queue again */
    assert_int_equal(f.dram->n, 3);
    assert_int_equal(accepted(&f), before + 1);
    end(&f);
}

TEST(a_full_fill_queue_is_for_dram_to_respect)
{
    struct fixture f;
    start(&f, "l2.fill_queue=2");
    for (uint64_t i = 0; i < 3; i++)
        send(&f, 0x1000 * i, 0);
    run(&f, 10);
    serve(&f);
    serve(&f);
    assert_true(packet_queue_full(f.fills));
    tick(&f);
    assert_false(packet_queue_full(f.fills));
    end(&f);
}

/* --- ports --- */

TEST(a_hit_keeps_the_data_port_busy_for_a_sector)
{
    static const uint32_t widths[] = {4, 8, 16, 24, 32, 64};
    for (size_t i = 0; i < 6; i++)
        for (uint32_t bytes = 0; bytes < 2; bytes++) {
            struct fixture f;
            char change[64];
            snprintf(change, sizeof change, "l2.data_port_B=%u", widths[i]);
            start(&f, change);
            bring(&f, 0x1000);
            run(&f, 20);
            for (int k = 0; k < 3; k++)
                send(&f, 0x1000, bytes);
            cycle_t first = next_accepted(&f), each = (32 + widths[i] - 1) / widths[i];
            assert_int_equal(next_accepted(&f), first + each);
            assert_int_equal(next_accepted(&f), first + 2 * each);
            assert_int_equal(count(&f).stall_port, 2 * (each - 1));
            end(&f);
        }
}

TEST(a_miss_without_dirty_sectors_leaves_the_data_port_free)
{
    struct fixture f;
    start(&f, "l2.data_port_B=4 l2.sets=1 l2.ways=1");
    bring(&f, 0x1000);
    run(&f, 20);
    send(&f, 0x2000, 1); /* evicts a clean line */
    send(&f, 0x2020, 1); /* sector miss */
    send(&f, 0x2040, 1);
    cycle_t first = next_accepted(&f);
    assert_int_equal(next_accepted(&f), first + 1);
    assert_int_equal(next_accepted(&f), first + 2);
    assert_int_equal(count(&f).evictions, 1);
    assert_int_equal(count(&f).write_backs, 0);
    end(&f);
}

/* Cycles from an access that evicts `sectors` dirty sectors to the next one. */
static cycle_t eviction_gap(const char *changes, uint32_t sectors, bool write)
{
    struct fixture f;
    start(&f, changes);
    for (uint32_t i = 0; i < sectors; i++)
        write_whole(&f, 0x1000 + 32 * i);
    run(&f, 20);
    send(&f, 0x2000, write);
    send(&f, 0x2020, write);
    cycle_t first = next_accepted(&f), gap = next_accepted(&f) - first;
    assert_int_equal(count(&f).write_backs, 1);
    assert_int_equal(count(&f).write_back_sectors, sectors);
    run(&f, 5); /* a fetch goes first */
    assert_int_equal(f.pool.packets[f.dram->first].kind, write ? PACKET_WRITE_BACK : PACKET_FETCH);
    for (bool seen = false; !seen;) {
        const struct packet *p = &f.pool.packets[f.dram->first];
        if (p->kind == PACKET_WRITE_BACK) {
            assert_int_equal(p->bytes, 32 * sectors);
            assert_true(p->request.write);
            assert_int_equal(p->request.addr, 0x1000);
            seen = true;
        }
        serve(&f);
    }
    end(&f);
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
        struct fixture f;
        char change[64];
        snprintf(change, sizeof change, "l2.data_port_B=%u", widths[i]);
        start(&f, change);
        for (uint64_t k = 0; k < 3; k++)
            send(&f, 0x1000 * k, 0);
        run(&f, 60);
        for (int k = 0; k < 3; k++)
            serve(&f);
        cycle_t each = 32 / widths[i] > 1 ? 32 / widths[i] : 1;
        tick(&f);
        assert_int_equal(f.fills->n, 2);
        run(&f, each - 1);
        assert_int_equal(f.fills->n, 2);
        tick(&f);
        assert_int_equal(f.fills->n, 1);
        run(&f, each - 1);
        assert_int_equal(f.fills->n, 1);
        tick(&f);
        assert_int_equal(f.fills->n, 0);
        end(&f);
    }
}

/* --- MSHRs, miss queue, lines --- */

TEST(a_read_waits_for_a_free_mshr_until_one_is_answered)
{
    struct fixture f;
    start(&f, "l2.mshrs=2");
    for (uint64_t i = 0; i < 3; i++)
        send(&f, 0x1000 * i, 0);
    run(&f, 30);
    assert_int_equal(accepted(&f), 2);
    assert_true(count(&f).stall_mshr > 20);
    serve(&f);
    tick(&f); /* filled; its MSHR is still in use */
    assert_int_equal(accepted(&f), 2);
    tick(&f); /* answered, and then looked up */
    assert_int_equal(accepted(&f), 3);
    assert_int_equal(count(&f).peak_mshrs, 2);
    end(&f);
}

TEST(an_mshr_serves_as_many_requests_as_it_has_places)
{
    static const uint32_t merges[] = {1, 4};
    for (size_t i = 0; i < 2; i++) {
        struct fixture f;
        char change[64];
        snprintf(change, sizeof change, "l2.mshr_merges=%u", merges[i]);
        start(&f, change);
        for (uint32_t k = 0; k < merges[i] + 1; k++)
            send(&f, 0x1000, 0);
        run(&f, 30);
        assert_int_equal(accepted(&f), merges[i]);
        assert_true(count(&f).stall_merge > 20);
        assert_int_equal(count(&f).fetches, 1);
        serve(&f);
        tick(&f); /* filled: now the last one hits */
        assert_int_equal(accepted(&f), merges[i] + 1);
        assert_int_equal(count(&f).read_hits, 1);
        assert_int_equal(count(&f).read_misses, 1);
        assert_int_equal(count(&f).read_hits_reserved, merges[i] - 1);
        assert_int_equal(count(&f).merges, merges[i] - 1);
        end(&f);
    }
}

/* Reads that miss and evict dirty lines put two packets per cycle into the miss queue, from which
 * one per cycle leaves: after n of them it holds n + 1 before the next is looked up. */
TEST(a_read_needs_two_places_in_the_miss_queue_and_a_write_one)
{
    for (int write = 0; write < 2; write++)
        for (uint32_t places = 4; places < 8; places++) {
            struct fixture f;
            char change[128];
            snprintf(change, sizeof change,
                     "l2.sets=1 l2.ways=16 l2.eviction_port=writes l2.miss_queue=%u", places);
            start(&f, change);
            for (uint64_t i = 0; i < 16; i++)
                write_whole(&f, 0x1000 * i);
            run(&f, 10);
            /* Before a lookup the queue has sent one: it holds n after n reads that were accepted
             * in a row. So the first read that meets places - 1 packets is refused. */
            uint32_t reads = places - 1;
            for (uint64_t i = 0; i < reads; i++)
                send(&f, 0x100000 + 0x1000 * i, 0);
            send(&f, 0x200000, write);
            cycle_t first = next_accepted(&f);
            for (uint32_t i = 1; i < reads; i++)
                assert_int_equal(next_accepted(&f), first + i);
            assert_int_equal(next_accepted(&f), first + reads + !write);
            assert_int_equal(count(&f).stall_miss_queue, !write);
            end(&f);
        }
}

TEST(a_write_waits_while_the_miss_queue_is_full)
{
    struct fixture f;
    /* The queue to DRAM holds one packet, so that the miss queue keeps what the reads put in; a
     * place there must be free for a lookup. */
    start(&f, "l2.sets=1 l2.ways=16 l2.eviction_port=writes l2.miss_queue=2 l2.dram_queue=64");
    for (uint64_t i = 0; i < 16; i++)
        write_whole(&f, 0x1000 * i);
    run(&f, 10);
    send(&f, 0x100000, 0); /* two packets */
    send(&f, 0x200000, 1); /* finds one, adds one */
    send(&f, 0x300000, 1); /* finds one, adds one */
    send(&f, 0x0, 0);
    cycle_t first = next_accepted(&f);
    assert_int_equal(next_accepted(&f), first + 1);
    assert_int_equal(next_accepted(&f), first + 2);
    assert_int_equal(next_accepted(&f), first + 4); /* a read needs two places */
    end(&f);
}

TEST(a_set_whose_lines_all_wait_refuses_until_a_fill)
{
    for (int write = 0; write < 2; write++) {
        struct fixture f;
        start(&f, "l2.sets=1 l2.ways=2");
        send(&f, 0x1000, 0);
        send(&f, 0x2000, 0);
        send(&f, 0x3000, write);
        run(&f, 30);
        assert_int_equal(accepted(&f), 2);
        assert_true(count(&f).stall_line > 20);
        serve(&f);
        tick(&f); /* filled, then looked up */
        assert_int_equal(accepted(&f), 3);
        assert_int_equal(count(&f).evictions, 1);
        end(&f);
    }
}

/* --- what is written --- */

TEST(a_write_is_acknowledged_at_once_and_fetches_nothing)
{
    struct fixture f;
    start(&f, "");
    send(&f, 0x1000, 0xff);
    cycle_t t = f.now;
    assert_int_equal(next_accepted(&f), t + 2);
    assert_int_equal(came(&f), 1);
    run(&f, 20);
    assert_int_equal(f.dram->n, 0);
    assert_int_equal(count(&f).write_misses, 1);
    end(&f);
}

TEST(a_partly_written_sector_is_fetched_once_when_it_is_read)
{
    struct fixture f;
    start(&f, "");
    send(&f, 0x1000, 0xff);
    send(&f, 0x1000, 0);      /* sector miss, fetched */
    send(&f, 0x1000, 0);      /* on its way now */
    send(&f, 0x1000, 0xff00); /* so is it for a write, which makes it partly written again */
    send(&f, 0x1000, 0);
    run(&f, 20);
    struct l2_counters c = count(&f);
    assert_int_equal(c.write_misses, 1);
    assert_int_equal(c.read_sector_misses, 2);
    assert_int_equal(c.read_hits_reserved, 1);
    assert_int_equal(c.write_hits_reserved, 1);
    assert_int_equal(c.fetches, 1);
    serve(&f);
    run(&f, 20);
    send(&f, 0x1000, 0);
    run(&f, 20);
    assert_int_equal(count(&f).read_hits, 1);
    end(&f);
}

/* Vulkan-Sim knows of a sector only whether one write covered it. */
TEST(a_slice_that_knows_no_bytes_fetches_again_what_was_written_meanwhile)
{
    struct fixture f;
    start(&f, "l2.partial_write=flag");
    send(&f, 0x1000, 0);
    run(&f, 10);
    send(&f, 0x1000, 0xff); /* while it is on its way */
    run(&f, 10);
    serve(&f);
    run(&f, 10);
    send(&f, 0x1000, 0xff00);
    send(&f, 0x1000, 0);
    run(&f, 10);
    struct l2_counters c = count(&f);
    assert_int_equal(c.read_misses, 1);
    assert_int_equal(c.write_hits_reserved, 1);
    assert_int_equal(c.write_sector_misses, 1);
    assert_int_equal(c.read_sector_misses, 1);
    assert_int_equal(c.fetches, 2);
    end(&f);
}

TEST(the_first_line_used_goes_first)
{
    struct fixture f;
    start(&f, "l2.sets=1 l2.ways=3");
    bring(&f, 0x1000);
    bring(&f, 0x2000);
    bring(&f, 0x3000);
    send(&f, 0x1000, 0); /* a hit makes it the last used */
    send(&f, 0x2020, 1); /* so does a sector miss */
    send(&f, 0x4000, 0);
    run(&f, 20);
    send(&f, 0x3000, 1);
    run(&f, 20);
    struct l2_counters c = count(&f);
    assert_int_equal(c.write_misses, 1);
    assert_int_equal(c.write_sector_misses, 1);
    assert_int_equal(c.evictions, 2);
    end(&f);
}

/* --- skipping --- */

/* Called only when it asks to be, a slice does the same as when it is called in every cycle. */
TEST(the_slice_names_its_next_cycle)
{
    static const char *const changes[] = {"", "l2.data_port_B=4 l2.sets=1 l2.ways=4 l2.mshrs=3",
                                          "l2.rop_cycles=7 l2.miss_queue=2 l2.reply_queue=2"};
    for (size_t i = 0; i < 3; i++) {
        uint64_t replied[2] = {0};
        struct l2_counters c[2];
        for (int skip = 0; skip < 2; skip++) {
            struct fixture f;
            start(&f, changes[i]);
            cycle_t next = 0;
            for (cycle_t t = 0; t < 40000; t++, f.now++) {
                /* Whoever sends, serves or takes calls the slice. */
                uint64_t r = t * 0x9E3779B97F4A7C15u >> 20;
                bool outside = false;
                if (t < 3000 && t / 64 % 2 == 0 && r % 3) {
                    send(&f, r / 8 % 64 * 32 * 7, r % 5 ? 0 : (uint32_t)r | 1);
                    outside = true;
                }
                if (t % 3 == 0 && f.dram->n) {
                    serve(&f);
                    outside = true;
                }
                if (f.replies->n && t % 2) {
                    replied[skip] = replied[skip] * 31 + t * 1000 + take_reply(&f);
                    outside = true;
                }
                if (!skip || outside || f.requests.n || t >= next)
                    next = cycle(&f, t);
            }
            assert_true(l2_slice_idle(f.slice));
            c[skip] = count(&f);
            end(&f);
        }
        assert_int_equal(replied[0], replied[1]);
        assert_memory_equal(&c[0], &c[1], sizeof c[0]);
    }
}

/* Hits served ahead, up to before DRAM or who takes replies may come, in the cycles in which ticks
 * would look them up. */
TEST(served_hits_are_ticks)
{
    static const char *const changes[] = {"l2.rop_cycles=20",
                                          "l2.rop_cycles=20 l2.data_port_B=8 l2.sets=1 l2.ways=6",
                                          "l2.rop_cycles=20 l2.reply_queue=3 l2.request_queue=5",
                                          "l2.rop_cycles=20 l2.request_queue=4"};
    enum { AHEAD = 8 };
    uint64_t hits = 0, served = 0;
    for (size_t i = 0; i < 4; i++) {
        uint64_t replied[2] = {0};
        struct l2_counters c[2];
        for (int ahead = 0; ahead < 2; ahead++) {
            struct fixture f;
            start(&f, changes[i]);
            cycle_t next = 0;
            for (cycle_t t = 1; t < 30000; t++) {
                uint64_t r = t * 0x9E3779B97F4A7C15u >> 20;
                f.now = t;
                if (t < 20000 && r % 5 < 2 + t / 1024 % 3 && l2_slice_takes(f.slice)) {
                    send(&f, r / 8 % 30 * 32, r % 7 ? 0 : UINT32_MAX);
                    clock_earlier(&next, l2_slice_take(f.slice, packet_pop(&f.pool, &f.requests),
                                                       t + f.config.l2.rop_cycles));
                }
                if (t % AHEAD == 0) {
                    while (f.replies->n) {
                        replied[ahead] = replied[ahead] * 31 + f.pool.packets[f.replies->first].due;
                        replied[ahead] = replied[ahead] * 31 + take_reply(&f);
                    }
                    if (f.dram->n)
                        serve(&f);
                    next = t;
                }
                if (ahead && next <= t) {
                    next = l2_slice_serve(f.slice, t, t | (AHEAD - 1));
                    served += next > t;
                }
                if (!ahead || next <= t)
                    next = l2_slice_tick(f.slice, t).next;
            }
            assert_true(l2_slice_idle(f.slice));
            c[ahead] = count(&f);
            end(&f);
        }
        assert_int_equal(replied[0], replied[1]);
        assert_memory_equal(&c[0], &c[1], sizeof c[0]);
        hits += c[0].read_hits;
    }
    assert_true(hits > 5000);
    assert_true(served > 1000);
}

/* Its line has gone when a request joins an MSHR whose data have come: it is answered with the
 * others and reserves no line. */
TEST(a_request_joins_what_came_even_where_the_line_has_gone)
{
    struct fixture f;
    start(&f, "l2.sets=1 l2.ways=1");
    for (int i = 0; i < 3; i++)
        send(&f, 0x1000, 0);
    run(&f, 20);
    send(&f, 0x2000, 0);
    send(&f, 0x1000, 0);
    tick(&f);
    serve(&f);
    tick(&f); /* filled */
    assert_int_equal(accepted(&f), 3);
    tick(&f); /* the first is answered, the line goes for the other one */
    assert_int_equal(accepted(&f), 4);
    assert_int_equal(count(&f).evictions, 1);
    tick(&f);
    assert_int_equal(accepted(&f), 5);
    run(&f, 2);
    static const uint32_t order[] = {0, 1, 2, 4};
    for (int i = 0; i < 4; i++)
        assert_int_equal(take_reply(&f), order[i]);
    struct l2_counters c = count(&f);
    assert_int_equal(c.fetches, 2);
    assert_int_equal(c.merges, 3);
    assert_int_equal(c.read_misses, 3); /* both that found no line, and the first */
    assert_int_equal(c.evictions, 1);
    serve(&f);
    run(&f, 2);
    assert_int_equal(take_reply(&f), 3);
    assert_true(l2_slice_idle(f.slice));
    end(&f);
}
