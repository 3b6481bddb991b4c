/* Treelets that the RT unit prefetches, cycle by cycle: cycle 0 is the one in which the warp enters
 * and asks for its first sector. What is asked for in cycle c leaves in c + 1 and comes
 * TRACE_MEMORY later. */
#include "tests/rig/rig.h"

#include "common/memory.h"
#include "sim/config/load/load.h"
#include "sim/timing/gpu.h"
#include "sim/timing/rt/prefetch.h"
#include "tests/rig/fake_warp.h"
#include "tests/rig/gpus.h"
#include "tests/rig/traces.h"
#include "tests/rig/treelet_rig.h"

enum { BASE = 0x10000, NODE_B = 64 };

static record_t node(uint32_t unit)
{
    return record_make(RECORD_INTERNAL, BASE + NODE_B * unit);
}

/* Each lane of the mask `lanes` walks n of the nodes, one lane's behind the other's. */
static void init(struct traced *f, uint32_t lanes, record_t *nodes, uint32_t n)
{
    traced_init(f, lanes);
    f->r.config.rt.treelet_B = 256;
    for (uint32_t lane = 0; lane < WARP_LANES && lanes >> lane; lane++)
        f->t.rays[lane] = trace_ray(nodes + n * lane, n);
}

static void run(struct traced *f, struct treelets *treelets)
{
    sm_rig_start(&f->r, 16);
    assert_ok(sm_give_treelets(f->r.sm, treelets, &st));
    traced_run(f);
    treelets_free(treelets);
}

static struct treelets *one_treelet(uint32_t n)
{
    uint32_t units[256];
    for (uint32_t i = 0; i < n; i++)
        units[i] = i;
    return treelet_rig(BASE, 1, &n, units);
}

/* Node 0 is asked for in cycles 0 and 1, found on its way by the prefetcher in 2 and 3; nodes 1 and
 * 2 are prefetched in 4 to 7 and are there long before the ray needs them. */
TEST(a_ray_finds_the_rest_of_its_treelet_in_the_l1d)
{
    record_t nodes[] = {node(0), node(1), node(2)};
    struct traced f ENDED_BY(traced_free);
    init(&f, 1, nodes, 3);
    run(&f, one_treelet(3));
    assert_int_equal(trace_latency(&f.t), trace_cold(nodes, 1) + trace_warm(nodes + 1, 2, 0));
    assert_int_equal(f.c.rt.treelets, 1);
    assert_int_equal(f.c.rt.treelet_sectors, 6);
    assert_int_equal(f.c.rt.treelet_hits, 2);
    assert_int_equal(f.c.l1d.prefetches, 4);
    assert_int_equal(f.c.l1d.prefetch_useful, 4);
    assert_int_equal(f.c.l1d.prefetch_late + f.c.l1d.prefetch_useless, 0);
    assert_int_equal(f.c.l1d.rt_read_hits, 4);
    assert_int_equal(f.c.rt.reads, 6);
    assert_int_equal(f.c.rt.sectors, 6 + 4); /* a prefetched one comes and is read */
    assert_int_equal(sm_rig_rt_cycles(&f.c.rt), f.r.now);
}

/* With tests of a cycle the ray asks for node 1 in cycles 103 and 104, when it is on its way (asked
 * for in 4 and 5, it comes in 105 and 106), and for node 2 in 107 and 108, when it comes. */
TEST(a_ray_joins_what_is_on_its_way)
{
    record_t nodes[] = {node(0), node(1), node(2)};
    struct traced f ENDED_BY(traced_free);
    init(&f, 1, nodes, 3);
    f.r.config.rt.internal_cycles = 1;
    run(&f, one_treelet(3));
    assert_int_equal(trace_latency(&f.t), 108 + 1);
    assert_int_equal(f.c.l1d.prefetch_late, 2);
    assert_int_equal(f.c.l1d.prefetch_useful, 2);
    assert_int_equal(f.c.l1d.merges, 2);
}

/* A request is for as much as rays ask for at once: 0 and 1, 2 and 3, in cycles 1 and 2. The L1D
 * sends a sector a cycle. */
TEST(a_prefetch_is_as_wide_as_a_request)
{
    record_t nodes[] = {node(0), node(1), node(2), node(3)};
    struct traced f ENDED_BY(traced_free);
    init(&f, 1, nodes, 4);
    f.r.config.rt.request_B = 128;
    run(&f, one_treelet(4));
    /* Both sectors of node 0 in cycle 0, its second one comes in 102; those of others at once. */
    assert_int_equal(trace_latency(&f.t), 102 + 4 * trace_tests[RECORD_INTERNAL]);
    assert_int_equal(f.c.l1d.prefetches, 6);
    assert_int_equal(f.c.l1d.prefetch_useful, 6);
}

/* 32 rays ask in cycles 0 to 63 for the treelet's first 32 nodes; the prefetcher finds these on
 * their way in 64 to 127 and asks for the last node in 128. */
TEST(rays_ask_first)
{
    uint32_t units[33], n = 33;
    record_t nodes[WARP_LANES];
    struct traced f ENDED_BY(traced_free);
    for (uint32_t i = 0; i < WARP_LANES; i++) {
        units[i] = i;
        nodes[i] = node(i);
    }
    units[32] = 40;
    init(&f, UINT32_MAX, nodes, 1);
    run(&f, treelet_rig(BASE, 1, &n, units));
    assert_int_equal(trace_latency(&f.t), 63 + 1 + TRACE_MEMORY + trace_tests[RECORD_INTERNAL]);
    assert_int_equal(f.c.rt.treelet_hits, 64);
    assert_int_equal(f.c.l1d.prefetches, 2);
    assert_int_equal(f.r.memory.waiting[64].addr, BASE + NODE_B * 40);
    assert_int_equal(f.r.memory.sent_at[64] - f.r.memory.sent_at[0], 128);
}

/* Two rays are in treelet 1 (nodes 0, 1, 10, 11), one is in treelet 0 (nodes 2, 20) and goes on to
 * node 50, which is in none. Their tests end in cycles 110, 112 and 114: then they are elsewhere.
 */
static void three_rays(uint32_t how, uint32_t percent, uint64_t treelets, uint64_t prefetches)
{
    static const uint32_t sizes[] = {2, 4}, units[] = {2, 20, 0, 1, 10, 11};
    record_t nodes[] = {node(0), node(1), node(2), node(50)};
    struct traced f ENDED_BY(traced_free);
    init(&f, 7, nodes, 1);
    f.t.rays[2].n_records = 2;
    f.r.config.rt.prefetch = how;
    f.r.config.rt.prefetch_percent = percent;
    run(&f, treelet_rig(BASE, 2, sizes, units));
    assert_int_equal(f.c.rt.treelets, treelets);
    assert_int_equal(f.c.l1d.prefetches, prefetches);
    assert_int_equal(f.c.l1d.prefetch_useful + f.c.l1d.prefetch_late, 0);
}

TEST(the_most_popular_treelet_is_prefetched_if_it_is_popular_enough)
{
    /* Nodes 10 and 11, then, from 110 on, as one ray is left in each treelet, 20. */
    three_rays(PREFETCH_ALWAYS, 0, 2, 6);
    /* Two thirds are enough, half are not, but all from 112 on. */
    three_rays(PREFETCH_POPULAR, 66, 2, 6);
    three_rays(PREFETCH_POPULAR, 67, 1, 2);
    three_rays(PREFETCH_POPULAR, 100, 1, 2);
    /* Two thirds of four nodes are three, half of two is node 2, which was asked for anyway. */
    three_rays(PREFETCH_PARTIAL, 0, 2, 2);
}

/* Two rays in two treelets: the first is chosen, until the test of its ray ends in 110. */
TEST(of_equally_popular_treelets_the_first_is_prefetched)
{
    static const uint32_t sizes[] = {2, 2}, units[] = {0, 10, 1, 11};
    record_t nodes[] = {node(0), node(1), node(50)};
    struct traced f ENDED_BY(traced_free);
    init(&f, 3, nodes, 1);
    f.t.rays[1].n_records = 2;
    run(&f, treelet_rig(BASE, 2, sizes, units));
    assert_int_equal(f.c.rt.treelets, 2);
    assert_int_equal(f.r.memory.waiting[4].addr, BASE + NODE_B * 10);
    /* Node 1 is found in 111 and 114, node 50 asked for in 112 and 113. */
    assert_int_equal(f.r.memory.waiting[6].addr, BASE + NODE_B * 50);
    assert_int_equal(f.r.memory.waiting[8].addr, BASE + NODE_B * 11);
    assert_int_equal(f.r.memory.sent_at[8] - f.r.memory.sent_at[0], 115);
}

/* A ray is in its treelet until the test of the last record in it ends: its next one, node 10, is
 * asked for in 110 and 111, and only then is the treelet of that prefetched. */
TEST(where_a_ray_goes_is_not_known_before_its_test_ends)
{
    static const uint32_t sizes[] = {1, 2}, units[] = {0, 10, 11};
    record_t nodes[] = {node(0), node(10), node(11)};
    struct traced f ENDED_BY(traced_free);
    init(&f, 1, nodes, 3);
    run(&f, treelet_rig(BASE, 2, sizes, units));
    assert_int_equal(f.r.memory.waiting[2].addr, BASE + NODE_B * 10);
    assert_int_equal(f.r.memory.waiting[4].addr, BASE + NODE_B * 11);
    assert_int_equal(f.r.memory.sent_at[4] - f.r.memory.sent_at[0], 114);
    assert_int_equal(trace_latency(&f.t), trace_cold(nodes, 2) + trace_warm(nodes + 2, 1, 0));
}

/* Node 0 takes both of the unit's two sectors until cycle 101. The prefetcher finds its sectors in
 * 101 and 102, asks for node 1 in 103 and 104, and so holds the ray, whose test ends in 110, until
 * the first comes in 204. Then the ray's second sector, which follows the refused first, joins, and
 * in 205 the first, asked for again, is there, and the second comes. */
TEST(a_prefetch_counts_among_the_units_own_sectors)
{
    record_t nodes[] = {node(0), node(1)};
    struct traced f ENDED_BY(traced_free);
    init(&f, 1, nodes, 2);
    f.r.config.rt.mshrs = 2;
    run(&f, one_treelet(2));
    assert_int_equal(trace_latency(&f.t), 205 + trace_tests[RECORD_INTERNAL]);
    assert_int_equal(f.c.rt.mshr_waits, 204 - 110);
    assert_int_equal(f.c.l1d.prefetch_late, 1);
    assert_int_equal(f.c.l1d.prefetch_useful, 1);
}

/* The L1D has two MSHRs, for node 0, which the prefetcher finds on its way in 2 and 3. From 4 on
 * node 1 is refused, until an MSHR each is free in 101 and 102; it comes in 202 and 203, and the
 * ray has joined it in 110 and 111. */
TEST(a_refused_prefetch_is_tried_again)
{
    record_t nodes[] = {node(0), node(1)};
    struct traced f ENDED_BY(traced_free);
    init(&f, 1, nodes, 2);
    f.r.config.l1d.mshrs = 2;
    run(&f, one_treelet(2));
    assert_int_equal(trace_latency(&f.t), 203 + trace_tests[RECORD_INTERNAL]);
    assert_int_equal(f.c.l1d.refused_mshr + f.c.l1d.refused_miss_queue, 0);
    assert_int_equal(f.c.l1d.prefetch_late, 2);
}

/* Two sectors of node 0 are found on their way; from cycle 4 to 110, when the warp leaves, a sector
 * is asked for in each. */
TEST(what_is_queued_goes_with_the_last_warp)
{
    record_t nodes[] = {node(0)};
    struct traced f ENDED_BY(traced_free);
    init(&f, 1, nodes, 1);
    run(&f, one_treelet(200));
    assert_int_equal(trace_latency(&f.t), 110);
    assert_int_equal(f.c.rt.treelet_sectors, 110 - 1);
    assert_int_equal(f.c.l1d.prefetches, 110 - 3);
}

TEST(nothing_is_prefetched_where_it_is_not_wanted)
{
    for (int why = 0; why < 2; why++) {
        record_t nodes[] = {node(0), node(1)};
        struct traced f ENDED_BY(traced_free);
        init(&f, 1, nodes, 2);
        f.r.config.rt.treelet_B = why ? 256 : 0;
        f.r.config.rt.perfect_mem = why;
        run(&f, one_treelet(2));
        assert_int_equal(f.c.l1d.prefetches + f.c.rt.treelets + f.c.rt.treelet_sectors, 0);
    }
}

/* The last warp leaves while prefetches wait for a slow crossbar: the kernel ends when the last of
 * them has come, however it is run. */
TEST(prefetches_outlive_the_last_warp)
{
    static const struct fake_step script[] = {
        {.op = OP_TRACE_RAY, .dst = 1, .base = BASE, .n_records = 1, .active = 1}};
    struct gpu_counters c[3];
    for (uint32_t way = 0; way < 3; way++) {
        struct treelets *treelets = one_treelet(250);
        struct kernel *k = fake_kernel(script, 1, 3, 16, UINT32_MAX);
        struct model_options options = {.every_cycle = way == 0, .threads = way};
        assert_non_null(k);
        k->treelets = treelets;
        struct gpu_config g = rig_gpu("tiny");
        assert_ok(gpu_config_set(&g, "icnt_MHz", "50.0", &st));
        assert_ok(gpu_config_set(&g, "rt.treelet_B", "256", &st));
        assert_ok(gpu_config_set(&g, "rt.mshrs", "0", &st));
        assert_ok(gpu_simulate(&g, k, &options, &c[way], &st));
        k->ops->free(k);
        treelets_free(treelets);
        const struct l1d_counters *n = &c[way].l1d;
        uint64_t misses = n->rt_read_misses + n->rt_read_sector_misses - n->merges;
        assert_true(n->prefetches > g.l1d.miss_queue);
        assert_int_equal(n->fills, misses + n->prefetches);
        assert_memory_equal(&c[way], &c[0], sizeof c[0]);
    }
}

/* A ray goes round three treelets, each of one unit of two sectors, and no sector is
 * requested. The queue takes as many treelets as it has room for, and gives their sectors in order.
 */
TEST(a_full_queue_takes_no_treelet)
{
    const uint32_t sizes[] = {1, 1, 1}, units[] = {0, 1, 2};
    struct treelets *treelets = treelet_rig(BASE, 3, sizes, units);
    struct gpu_config g = rig_gpu("tiny");
    struct rt_prefetch p;
    struct rt_warp *w = mem_calloc(1, sizeof *w);
    for (uint32_t lane = 0; lane < WARP_LANES; lane++)
        w->front[lane] = RT_NO_ADDR;
    assert_ok(rt_prefetch_create(&p, &g.rt, treelets, &st));
    for (uint32_t i = 0; i < RT_TREELETS + 2; i++) {
        w->front[0] = BASE + TREELET_UNIT_B * (i % 3);
        rt_prefetch_count(&p, 0, w);
        assert_int_equal(rt_prefetch_choose(&p, 1), i < RT_TREELETS);
        assert_false(rt_prefetch_choose(&p, 1)); /* the ray has not moved */
    }
    for (uint32_t i = 0; i < RT_TREELETS; i++)
        for (uint32_t sector = 0; sector < 2; sector++) {
            assert_int_equal(rt_prefetch_next(&p),
                             BASE + TREELET_UNIT_B * (i % 3) + SECTOR_B * sector);
            assert_int_equal(rt_prefetch_asked(&p), sector == 0);
        }
    assert_int_equal(p.n, 0);
    rt_prefetch_release(&p);
    treelets_free(treelets);
    mem_free(w);
}

/* Counts of warps by treelet: the lanes of warp w are in treelet `in[w][lane]`, from lane 0 on. */
struct counts {
    struct treelets *treelets;
    struct rt_prefetch p;
};

enum { COUNTED = 3, UNITS = 8 }; /* warps; treelets, of so many units each */

static void count(struct counts *c, uint32_t how, const uint32_t in[COUNTED][4])
{
    uint32_t sizes[COUNTED], units[COUNTED * UNITS];
    struct gpu_config g = rig_gpu("tiny");
    struct rt_warp *w = mem_calloc(1, sizeof *w);
    for (uint32_t i = 0; i < COUNTED * UNITS; i++) {
        sizes[i / UNITS] = UNITS;
        units[i] = i;
    }
    c->treelets = treelet_rig(BASE, COUNTED, sizes, units);
    g.rt.prefetch = how;
    g.rt.max_warps = COUNTED;
    assert_ok(rt_prefetch_create(&c->p, &g.rt, c->treelets, &st));
    for (uint32_t i = 0; i < COUNTED; i++) {
        for (uint32_t lane = 0; lane < WARP_LANES; lane++)
            w->front[lane] = lane < 4 && in[i][lane] < COUNTED
                                 ? BASE + TREELET_UNIT_B * UNITS * in[i][lane]
                                 : RT_NO_ADDR;
        rt_prefetch_count(&c->p, i, w);
    }
    mem_free(w);
}

static void uncount(struct counts *c)
{
    rt_prefetch_release(&c->p);
    treelets_free(c->treelets);
}

enum { NOWHERE = COUNTED };

/* Every lane counts once, whichever warps have lanes in the same place. */
TEST(rays_of_all_warps_count)
{
    static const struct {
        uint32_t in[COUNTED][4], warps, wanted;
    } cases[] = {
        {{{0, 2, NOWHERE, 1}, {2, NOWHERE, NOWHERE, NOWHERE}, {1, 2, 1, NOWHERE}}, 7, 1},
        {{{0, 1, 2, NOWHERE}, {2, 1, 1, 2}, {1, 2, 2, NOWHERE}}, 7, 2},
        {{{0, 2, NOWHERE, NOWHERE}, {2, NOWHERE, NOWHERE, NOWHERE}, {3, 3, 3, 3}}, 3, 2},
        {{{0, 2, NOWHERE, NOWHERE}, {2, NOWHERE, NOWHERE, NOWHERE}, {3, 3, 3, 3}}, 2, 2},
        /* of the warps that are asked for alone, however many rays others have elsewhere */
        {{{0, NOWHERE, NOWHERE, NOWHERE}, {1, 1, 1, 1}, {1, 1, 1, 2}}, 1, 0},
        {{{0, 0, 0, 0}, {1, NOWHERE, NOWHERE, NOWHERE}, {2, 2, 0, 0}}, 2, 1},
        {{{0, 0, 0, 0}, {0, 0, 0, 0}, {2, NOWHERE, NOWHERE, NOWHERE}}, 4, 2},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct counts c ENDED_BY(uncount);
        count(&c, PREFETCH_ALWAYS, cases[i].in);
        assert_true(rt_prefetch_choose(&c.p, cases[i].warps));
        assert_int_equal(c.p.queue[0].next, 2 * UNITS * cases[i].wanted);
        assert_int_equal(c.p.queue[0].end, 2 * UNITS * (cases[i].wanted + 1));
    }
}

/* Of n rays those in the treelet give the share of it that is prefetched, in whole units. */
TEST(a_part_is_as_large_as_the_share_of_rays)
{
    static const struct {
        uint32_t in[COUNTED][4], units;
    } cases[] = {
        {{{0, NOWHERE, NOWHERE, NOWHERE}, {NOWHERE, NOWHERE, NOWHERE, NOWHERE}, {3, 3, 3, 3}}, 8},
        {{{0, 1, NOWHERE, NOWHERE}, {NOWHERE, NOWHERE, NOWHERE, NOWHERE}, {3, 3, 3, 3}}, 4},
        {{{0, 1, 2, NOWHERE}, {NOWHERE, NOWHERE, NOWHERE, NOWHERE}, {3, 3, 3, 3}}, 3},
        {{{0, 1, 2, 0}, {0, NOWHERE, NOWHERE, NOWHERE}, {3, 3, 3, 3}}, 5},
        {{{0, 0, 2, 0}, {0, 0, 1, 0}, {0, 0, 0, 0}}, 7},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct counts c ENDED_BY(uncount);
        count(&c, PREFETCH_PARTIAL, cases[i].in);
        assert_true(rt_prefetch_choose(&c.p, 7));
        assert_int_equal(c.p.queue[0].next, 0);
        assert_int_equal(c.p.queue[0].end, 2 * cases[i].units);
    }
}

/* Of two warps one leaves when its node has come and been tested, while a treelet of more sectors
 * than cycles until then is being prefetched for both. */
TEST(what_is_queued_stays_while_there_is_a_warp)
{
    enum { N = 80 };
    struct sm_rig r ENDED_BY(sm_rig_free);
    struct trace t[2];
    struct gpu_counters c;
    record_t nodes[] = {node(0), node(1), node(2), node(3)};
    struct treelets *treelets = one_treelet(N);
    sm_rig_init(&r, TRACE_MEMORY);
    r.config.rt.treelet_B = 256;
    r.config.rt.internal_cycles = 40;
    for (uint32_t i = 0; i < 2; i++) {
        trace_init(&t[i], 1, &r.now);
        t[i].rays[0] = trace_ray(nodes, i ? 4 : 1);
    }
    sm_rig_start(&r, 16);
    assert_ok(sm_give_treelets(r.sm, treelets, &st));
    trace_run(&r, t, 2, &c);
    treelets_free(treelets);
    assert_true(trace_latency(&t[0]) < 2 * N && trace_latency(&t[1]) > 2 * N);
    assert_int_equal(c.rt.treelets, 1);
    assert_int_equal(c.rt.treelet_sectors, 2 * N);
    for (uint32_t i = 0; i < 2; i++)
        script_free(&t[i].script);
}

/* All that the ray needs is in the L1D when it is traced, and so are the treelet's sectors but the
 * last two. Of longer tests the first in which these are asked for ends in that very cycle: nothing
 * is under way in the memory when the last warp leaves, but the kernel lasts until they have come.
 */
TEST(a_prefetch_in_the_last_cycle_is_none_too_few)
{
    enum { LOADS = 12, SECTORS = LOADS * WARP_LANES };
    struct fake_step script[LOADS + 1];
    uint32_t met = 0;
    for (uint32_t i = 0; i < LOADS; i++)
        script[i] = (struct fake_step){.op = OP_LOAD,
                                       .dst = (uint16_t)(1 + i),
                                       .src = (uint16_t)i,
                                       .base = BASE + i * WARP_LANES * SECTOR_B,
                                       .per_lane = SECTOR_B};
    script[LOADS] = (struct fake_step){
        .op = OP_TRACE_RAY, .src = LOADS, .base = BASE, .n_records = 1, .active = 1};
    for (uint32_t cycles = 1; cycles < 40; cycles++) {
        struct gpu_counters c[2];
        struct gpu_config g = rig_gpu("tiny:sms=1");
        g.rt.treelet_B = 256;
        g.rt.mshrs = 0;
        g.l1d.ways *= 8; /* room for all */
        g.rt.triangle_hit_cycles = cycles;
        for (uint32_t every = 0; every < 2; every++) {
            struct treelets *treelets = one_treelet(SECTORS / 2 + 1);
            struct kernel *k FREED_BY(kernel_free) =
                fake_kernel(script, LOADS + 1, 1, 16, UINT32_MAX);
            k->treelets = treelets;
            assert_ok(
                gpu_simulate(&g, k, &(struct model_options){.every_cycle = every}, &c[every], &st));
            treelets_free(treelets);
        }
        assert_memory_equal(&c[0], &c[1], sizeof c[0]);
        assert_int_equal(c[0].l1d.fills, c[0].l1d.ldst_read_misses +
                                             c[0].l1d.ldst_read_sector_misses - c[0].l1d.merges +
                                             c[0].l1d.prefetches);
        met += c[0].l1d.prefetches > 0;
    }
    assert_in_range(met, 1, 38);
}
