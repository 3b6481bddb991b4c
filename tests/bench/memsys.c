/* memsys.c -- how fast one memory partition is: an L2 slice and its DRAM channel under streams of
 * requests, a fixed number of which are always under way.
 *
 *     bench_memsys [REQUESTS [hits|row-hits|row-misses|mixed]]
 *
 * Prints processor time per request. */
#define _DEFAULT_SOURCE
#include "common/random.h"
#include "sim/config/load/load.h"
#include "sim/timing/memory/dram_channel.h"
#include "sim/timing/memory/l2_slice.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { UNDER_WAY = 128 };

struct partition {
    struct gpu_config config;
    struct clocks clocks;
    struct address_map map;
    struct packet_pool pool;
    struct l2_slice *slice;
    struct dram_channel *channel;
    struct packet_queue *replies;
    cycle_t slice_next;
};

/* The n-th request of a stream: address, and bytes to write or 0. */
typedef uint64_t (*stream_fn)(uint64_t n, uint32_t *bytes);

static uint64_t hits(uint64_t n, uint32_t *bytes)
{
    *bytes = 0;
    return n * 7 % 2048 * 32;
}

static uint64_t row_hits(uint64_t n, uint32_t *bytes)
{
    *bytes = 0;
    return n * 32;
}

static uint64_t row_misses(uint64_t n, uint32_t *bytes)
{
    *bytes = 0;
    return random_below(1, RANDOM_TEST, n, 1 << 22) * 32;
}

static uint64_t mixed(uint64_t n, uint32_t *bytes)
{
    uint64_t r = random_u64(2, RANDOM_TEST, n);
    *bytes = r % 4 ? 0 : UINT32_MAX;
    return r >> 8 & 1 ? (r >> 16) % 2048 * 32 : (r >> 16) % (1 << 20) * 32;
}

static void check(enum st_code code, const struct status *st)
{
    if (code != ST_OK) {
        fprintf(stderr, "bench_memsys: %s\n", st->text);
        exit(1);
    }
}

static void make(struct partition *p)
{
    struct status st = {0};
    *p = (struct partition){0};
    check(gpu_config_load(&p->config, "mobile_soc", &st), &st);
    p->config.machine.memory_partitions = 1;
    p->clocks = gpu_config_clocks(&p->config);
    p->map = gpu_config_address_map(&p->config);
    check(packet_pool_create(&p->pool, 4096, &st), &st);
    check(l2_slice_create(&p->slice, &p->config, &p->map, &p->pool, 0, &st), &st);
    struct dram_client client = {l2_slice_dram_queue(p->slice), l2_slice_fill_queue(p->slice)};
    check(dram_channel_create(&p->channel, &p->config, &p->map, &p->pool, 0, &client, &st), &st);
    p->replies = l2_slice_reply_queue(p->slice);
}

static void earlier(cycle_t *a, cycle_t b)
{
    if (b < *a)
        *a = b;
}

/* The channel's cycles before time t, then the slice's cycle at t. */
static void step(struct partition *p, cycle_t now)
{
    ticks_t t = now * p->clocks.period[CLOCK_L2];
    cycle_t before = clock_from(&p->clocks, CLOCK_DRAM, t + 1);
    while (dram_channel_next(p->channel) < before)
        if (dram_channel_run(p->channel, before - 1, false).slices)
            earlier(&p->slice_next, now);
    if (p->slice_next > now)
        return;
    struct l2_moves moves = l2_slice_tick(p->slice, now);
    p->slice_next = moves.next;
    if (moves.for_dram)
        dram_channel_wake(p->channel, before);
}

static double seconds(void)
{
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static void measure(const char *what, stream_fn stream, uint64_t requests)
{
    struct partition p;
    make(&p);
    uint64_t sent = 0, done = 0;
    cycle_t now = 0;
    double start = seconds();
    for (; done < requests; now++) {
        if (sent < requests && sent - done < UNDER_WAY && l2_slice_takes(p.slice)) {
            uint32_t bytes, n = packet_new(&p.pool);
            uint64_t addr = stream(sent++, &bytes);
            p.pool.packets[n] =
                (struct packet){.request = {.addr = addr, .bytes = bytes, .write = bytes != 0},
                                .kind = PACKET_REQUEST};
            earlier(&p.slice_next, l2_slice_take(p.slice, n, now + p.config.l2.rop_cycles));
        }
        step(&p, now);
        if (p.replies->n) {
            packet_free(&p.pool, packet_pop(&p.pool, p.replies));
            earlier(&p.slice_next, now + 1);
            done++;
        }
    }
    double took = seconds() - start;
    struct gpu_counters c = {0};
    l2_slice_count(p.slice, now, &c);
    dram_channel_count(p.channel, clock_from(&p.clocks, CLOCK_DRAM, now), &c);
    printf("%-12s %8.0f requests, %8.0f cycles, %8.0f fetches, %8.0f write-backs, %8.0f activates: "
           "%6.1f ns/request, %6.2f million requests/s\n",
           what, (double)done, (double)now, (double)c.l2.fetches, (double)c.l2.write_backs,
           (double)c.dram.activates, 1e9 * took / (double)done, 1e-6 * (double)done / took);
    l2_slice_free(p.slice);
    dram_channel_free(p.channel);
    packet_pool_release(&p.pool);
}

int main(int argc, char **argv)
{
    static const struct {
        const char *name;
        stream_fn stream;
    } streams[] = {
        {"hits", hits}, {"row-hits", row_hits}, {"row-misses", row_misses}, {"mixed", mixed}};
    uint64_t requests = argc > 1 ? strtoull(argv[1], NULL, 10) : 1000000;
    for (size_t i = 0; i < sizeof streams / sizeof *streams; i++)
        if (argc < 3 || strcmp(argv[2], streams[i].name) == 0)
            measure(streams[i].name, streams[i].stream, requests);
    return 0;
}
