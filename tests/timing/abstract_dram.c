/* A DRAM channel of the abstract model by itself. */
#include "tests/rig/rig.h"

#include "common/random.h"
#include "sim/abstract/dram.h"
#include "sim/config/load/load.h"
#include "sim/timing/memory/mem_port.h"

#include <string.h>

enum { ASKED = 20000 };

struct run {
    struct gpu_config gpu;
    struct address_map map;
    struct abstract_dram *dram;
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

static void create(struct run *r)
{
    struct status st = {0};
    memset(r, 0, sizeof *r);
    assert_ok(gpu_config_load(&r->gpu, "rtx2060", &st));
    r->map = gpu_config_address_map(&r->gpu);
    assert_ok(abstract_dram_create(&r->dram, &r->gpu, &r->map, &st));
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
        abstract_dram_run(r.dram, 0, r.sent[i], tell, &r);
        assert_false(abstract_dram_full(r.dram, 0, 0));
        abstract_dram_ask(r.dram, at, 0, SECTOR_B, write, r.sent[i], i);
    }
    abstract_dram_run(r.dram, 0, r.sent[ASKED - 1] + 100000, tell, &r);
    assert_int_equal(r.n_told, reads);
    assert_true(mean(r.latency, 0, 100) < 300);
    assert_true(mean(r.latency, ASKED / 2, ASKED) < 600);
    abstract_dram_free(r.dram);
}

TEST(a_full_queue_has_room_when_the_channel_takes_something)
{
    static struct run r;
    create(&r);
    uint32_t n = 0;
    bool write;
    for (; !abstract_dram_full(r.dram, 0, 0); n++) {
        r.sent[n] = 100;
        abstract_dram_ask(r.dram, place(&r, n, &write), 0, SECTOR_B, false, 100, n);
    }
    assert_int_equal(n, r.gpu.l2.dram_queue);
    assert_false(abstract_dram_full(r.dram, 0, 1)); /* the other slice's own */
    assert_true(abstract_dram_make_room(r.dram, 0, 50, tell, &r) == 50);
    assert_true(abstract_dram_full(r.dram, 0, 0));
    assert_true(abstract_dram_make_room(r.dram, 0, UINT64_MAX, tell, &r) == 101);
    assert_false(abstract_dram_full(r.dram, 0, 0));
    abstract_dram_free(r.dram);
}
