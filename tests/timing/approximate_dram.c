/* A DRAM channel of the approximate model by itself. */
#include "tests/rig/rig.h"

#include "common/random.h"
#include "sim/approximate/dram.h"
#include "sim/config/load/load.h"
#include "sim/timing/memory/mem_port.h"

#include <string.h>

enum { ASKED = 20000, STEPPED = 3000 };

struct run {
    struct gpu_config gpu;
    struct address_map map;
    struct approximate_dram *dram;
    uint64_t sent[ASKED], latency[ASKED]; /* of reads */
    uint32_t n_told;
};

static void tell(void *self, uint32_t tag, uint64_t at)
{
    struct run *r = self;
    assert_true(at > r->sent[tag] + r->gpu.dram.latency_cycles);
    assert_int_equal(r->latency[tag], 0);
    r->latency[tag] = at - r->sent[tag];
    r->n_told++;
}

static void create_for(struct run *r, const char *gpu)
{
    memset(r, 0, sizeof *r);
    assert_ok(gpu_config_load(&r->gpu, gpu, &st));
    r->map = gpu_config_address_map(&r->gpu);
    assert_ok(approximate_dram_create(&r->dram, &r->gpu, &r->map, &st));
}

static void create(struct run *r)
{
    create_for(r, "rtx2060");
}

/* Sectors two by two of random places in channel 0; every third pair is written. */
static struct channel_addr place(const struct run *r, uint32_t i, bool *write)
{
    for (uint64_t k = i / 2;; k += ASKED) {
        uint64_t addr = random_below(1, RANDOM_TEST, k, 1 << 28) & ~UINT64_C(127);
        struct channel_addr at = address_map_in_channel(&r->map, addr + i % 2 * SECTOR_B);
        *write = i / 2 % 3 == 0;
        if (at.channel == 0)
            return at;
    }
}

static double mean(const uint64_t *latency, uint32_t from, uint32_t to)
{
    double sum = 0, n = 0;
    for (uint32_t i = from; i < to; i++) {
        sum += (double)latency[i];
        n += latency[i] > 0;
    }
    return sum / n;
}

/* At nine tenths of what the cycle model's channel serves, queues do not grow. */
TEST(a_channel_does_not_fall_behind_what_it_can_serve)
{
    static struct run r;
    uint32_t reads = 0;
    create(&r);
    for (uint32_t i = 0; i < ASKED; i++) {
        bool write;
        struct channel_addr at = place(&r, i, &write);
        r.sent[i] = 1000 + 27 * i / 10;
        reads += !write;
        approximate_dram_run(r.dram, 0, r.sent[i], tell, &r);
        assert_false(approximate_dram_full(r.dram, 0, 0));
        approximate_dram_ask(r.dram, at, 0, SECTOR_B, write, r.sent[i], i);
    }
    approximate_dram_run(r.dram, 0, r.sent[ASKED - 1] + 100000, tell, &r);
    assert_int_equal(r.n_told, reads);
    assert_true(mean(r.latency, 0, 100) < 300);
    assert_true(mean(r.latency, ASKED / 2, ASKED) < 600);
    approximate_dram_free(r.dram);
}

/* What a channel tells depends on when it is asked, not on how far it is run at a time: by one
 * cycle, by some, up to the next ask. Bursts fill the scheduler and the slices' queues. */
static void run_in_steps(struct run *r, const char *gpu, uint64_t step, struct gpu_counters *count)
{
    uint64_t now = 0, ran = 0;
    create_for(r, gpu);
    for (uint32_t i = 0; i < STEPPED; i++) {
        bool write;
        struct channel_addr at = place(r, i, &write);
        uint32_t slice = i / 3 % r->gpu.l2.slices;
        now += i / 200 % 2 ? random_below(1, RANDOM_TEST, i, 60) : i % 5 == 0;
        for (; ran < now; ran += step)
            approximate_dram_run(r->dram, 0, ran + step < now ? ran + step : now, tell, r);
        ran = now;
        if (approximate_dram_full(r->dram, 0, slice))
            now = ran = approximate_dram_make_room(r->dram, 0, UINT64_MAX, tell, r);
        if (approximate_dram_full(r->dram, 0, slice))
            continue;
        /* Some ask for a cycle gone by, as slices do that looked up something later before. */
        r->sent[i] = i % 7 || now < 40 ? now : now - i % 40;
        approximate_dram_ask(r->dram, at, slice, SECTOR_B, write, r->sent[i], i);
    }
    for (now += 100000; ran < now; ran += step)
        approximate_dram_run(r->dram, 0, ran + step < now ? ran + step : now, tell, r);
    approximate_dram_count(r->dram, now, count);
    approximate_dram_free(r->dram);
}

TEST(how_far_a_channel_is_run_at_a_time_changes_nothing)
{
    static const char *const gpus[] = {"tiny",
                                       "mobile_soc",
                                       "rtx2060",
                                       "rtx4090",
                                       "mobile_soc:core_MHz=700.0,dram_MHz=1900.0",
                                       "rtx2060:core_MHz=2900.0,dram_MHz=300.0"};
    static const uint64_t steps[] = {1, 7, 100, UINT32_MAX};
    static struct run runs[2];
    for (size_t g = 0; g < sizeof gpus / sizeof *gpus; g++)
        for (size_t k = 0; k < sizeof steps / sizeof *steps; k++) {
            struct gpu_counters counts[2] = {{.gpu = {0}}};
            run_in_steps(&runs[0], gpus[g], 1, &counts[0]);
            run_in_steps(&runs[1], gpus[g], steps[k], &counts[1]);
            assert_true(runs[0].n_told > STEPPED / 4);
            assert_memory_equal(runs[0].latency, runs[1].latency, sizeof runs[0].latency);
            assert_memory_equal(&counts[0].dram, &counts[1].dram, sizeof counts[0].dram);
        }
}

TEST(a_full_queue_has_room_when_the_channel_takes_something)
{
    static struct run r;
    create(&r);
    uint32_t n = 0;
    bool write;
    for (; !approximate_dram_full(r.dram, 0, 0); n++) {
        r.sent[n] = 100;
        approximate_dram_ask(r.dram, place(&r, n, &write), 0, SECTOR_B, false, 100, n);
    }
    assert_int_equal(n, r.gpu.l2.dram_queue);
    assert_false(approximate_dram_full(r.dram, 0, 1)); /* the other slice's own */
    assert_true(approximate_dram_make_room(r.dram, 0, 50, tell, &r) == 50);
    assert_true(approximate_dram_full(r.dram, 0, 0));
    assert_true(approximate_dram_make_room(r.dram, 0, UINT64_MAX, tell, &r) == 101);
    assert_false(approximate_dram_full(r.dram, 0, 0));
    approximate_dram_free(r.dram);
}
