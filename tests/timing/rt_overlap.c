/* Internal nodes that the RT unit fetches and tests beside the leaf before them, to the cycle. The
 * rig asks for one sector per cycle; what is asked for in cycle a, n sectors, is there in
 * a + n + TRACE_MEMORY, and its test ends trace_tests[] later. */
#include "tests/rig/rig.h"
#include "tests/rig/traces.h"

enum { NODE_CYCLES = 8, LEAF_CYCLES = 8, SECTORS = 2 };

static const record_t pair[] = {(record_t)0x10000 << 4 | RECORD_TRIANGLE,
                                (record_t)0x20000 << 4 | RECORD_BESIDE,
                                (record_t)0x30000 << 4 | RECORD_HEADER};

TEST(without_overlap_a_node_comes_behind_its_leaf)
{
    struct traced f ENDED_BY(traced_free);
    traced_init(&f, 1);
    f.t.rays[0] = trace_ray(pair, 3);
    traced_run(&f);
    assert_int_equal(trace_latency(&f.t), trace_cold(pair, 3));
    assert_int_equal(f.c.rt.internals, 1);
}

/* A leaf that was hit stores its result in the cycle in which its test ends. */
TEST(nor_behind_a_leaf_that_was_hit)
{
    struct traced f ENDED_BY(traced_free);
    const record_t records[] = {record_make(RECORD_TRIANGLE_HIT, 0x40000), pair[0], pair[1],
                                pair[2]};
    traced_init(&f, 1);
    f.t.rays[0] = trace_ray(records, 4);
    traced_run(&f);
    assert_int_equal(f.c.rt.thread_latency, trace_cold(records, 4) + 1);
    assert_int_equal(f.c.rt.requests, 4);
}

/* What one lane of a warp has does not keep another's node waiting. */
TEST(lanes_without_a_node_are_passed_over)
{
    for (uint32_t lane = 0; lane < 3; lane++) {
        struct traced f ENDED_BY(traced_free);
        const record_t other = record_make(RECORD_TRIANGLE, 0x10000);
        traced_init(&f, 7);
        f.r.config.rt.overlap = true;
        for (uint32_t i = 0; i < 3; i++)
            f.t.rays[i] = i == lane ? trace_ray(pair, 2) : trace_ray(&other, 1);
        traced_run(&f);
        assert_int_equal(trace_latency(&f.t), SECTORS + trace_cold(&pair[1], 1));
        assert_int_equal(f.c.rt.requests, 2);
    }
}

/* The node is asked for behind the leaf's two sectors; the header when both have been tested. */
TEST(a_node_is_fetched_and_tested_beside_its_leaf)
{
    for (uint32_t n = 1; n <= 3; n++) {
        struct traced f ENDED_BY(traced_free);
        traced_init(&f, 1);
        f.r.config.rt.overlap = true;
        f.t.rays[0] = trace_ray(pair, n);
        traced_run(&f);
        uint64_t leaf = trace_cold(pair, 1), node = SECTORS + trace_cold(&pair[1], 1);
        uint64_t wanted = n == 1 ? leaf : n == 2 ? node : node + trace_cold(&pair[2], 1);
        assert_int_equal(trace_latency(&f.t), wanted);
        assert_int_equal(f.c.rt.thread_latency, wanted);
        assert_int_equal(f.c.rt.requests, n);
        assert_int_equal(f.c.rt.records, n);
        assert_int_equal(f.c.rt.internals, n > 1);
        assert_int_equal(f.c.rt.stages, LEAF_CYCLES + (n > 1) * NODE_CYCLES +
                                            (n > 2) * trace_tests[RECORD_HEADER]);
    }
}

/* Behind a leaf stands what the walk does not begin beside it; behind something else a node is a
 * step of its own, whatever its kind says. */
TEST(only_what_is_marked_behind_a_leaf_is_begun_beside_it)
{
    const record_t lists[][2] = {
        {pair[0], record_make(RECORD_INTERNAL, 0x20000)},
        {record_make(RECORD_DESCRIPTOR, 0x10000), pair[1]},
        {record_make(RECORD_INTERNAL, 0x10000), pair[1]},
        {pair[1], pair[1]},
    };
    for (size_t i = 0; i < sizeof lists / sizeof *lists; i++) {
        struct traced f ENDED_BY(traced_free);
        traced_init(&f, 1);
        f.r.config.rt.overlap = true;
        f.t.rays[0] = trace_ray(lists[i], 2);
        traced_run(&f);
        uint64_t second = i == 3 ? 2 - 1 + NODE_CYCLES : trace_cold(&lists[i][1], 1); /* a hit */
        assert_int_equal(trace_latency(&f.t), trace_cold(lists[i], 1) + second);
    }
}

/* One of the two is in the L1D: the ray goes on when the other has been tested. */
TEST(a_ray_goes_on_when_both_have_been_tested)
{
    const record_t near_node[] = {record_make(RECORD_INTERNAL, 0x20000), pair[0], pair[1], pair[2]};
    const record_t near_leaf[] = {pair[0], record_make(RECORD_HEADER, 0x40000), pair[0], pair[1],
                                  pair[2]};
    struct traced f ENDED_BY(traced_free);
    traced_init(&f, 1);
    f.r.config.rt.overlap = true;
    f.t.rays[0] = trace_ray(near_node, 4);
    traced_run(&f);
    /* As if the node were not there. */
    assert_int_equal(trace_latency(&f.t), trace_cold(near_node, 2) + trace_cold(&pair[2], 1));
    traced_free(&f);
    traced_init(&f, 1);
    f.r.config.rt.overlap = true;
    f.t.rays[0] = trace_ray(near_leaf, 5);
    traced_run(&f);
    /* As if the leaf were nothing but its requests. */
    assert_int_equal(trace_latency(&f.t),
                     trace_cold(near_leaf, 2) + SECTORS + trace_cold(&pair[1], 2));
}

/* All lanes have the same two records, and each unit starts one test per cycle. */
TEST(both_units_test_at_once)
{
    struct traced f ENDED_BY(traced_free);
    traced_init(&f, UINT32_MAX);
    f.r.config.rt.overlap = true;
    f.r.config.rt.box_units = f.r.config.rt.triangle_units = 1;
    for (uint32_t lane = 0; lane < WARP_LANES; lane++)
        f.t.rays[lane] = trace_ray(pair, 2);
    traced_run(&f);
    uint64_t sum = 0;
    for (uint32_t lane = 0; lane < WARP_LANES; lane++)
        sum += SECTORS + trace_cold(&pair[1], 1) + lane;
    assert_int_equal(f.c.rt.thread_latency, sum);
    assert_int_equal(trace_latency(&f.t), SECTORS + trace_cold(&pair[1], 1) + WARP_LANES - 1);
    assert_int_equal(f.c.rt.requests, 2);
}

/* A store made in cycle a leaves in the next one and is acknowledged a memory latency later. */
TEST(a_leafs_result_is_stored_at_its_end_or_at_the_rays)
{
    static const enum result_stores_choice when[] = {RESULT_STORES_EACH_HIT, RESULT_STORES_RAY_END};
    const record_t records[] = {record_make(RECORD_TRIANGLE_HIT, 0x10000), pair[1]};
    for (int i = 0; i < 2; i++) {
        struct traced f ENDED_BY(traced_free);
        traced_init(&f, 1);
        f.r.config.rt.overlap = true;
        f.r.config.rt.result_stores = when[i];
        f.t.rays[0] = trace_ray(records, 2);
        traced_run(&f);
        uint64_t leaf = trace_cold(records, 1), node = SECTORS + trace_cold(&pair[1], 1);
        assert_int_equal(trace_latency(&f.t), (i ? node : leaf) + 1 + TRACE_MEMORY);
        assert_int_equal(f.c.rt.thread_latency, node);
        assert_int_equal(f.c.rt.result_stores, 1);
    }
}

/* The leaf's data come for another lane while lane 0 is under test: its node's turn comes with that
 * test's end all the same. */
TEST(a_node_waits_for_its_leafs_turn)
{
    enum { LONG = 50 };
    const record_t records[] = {record_make(RECORD_DESCRIPTOR, 0x40000), pair[0], pair[1]};
    struct traced f ENDED_BY(traced_free);
    traced_init(&f, 3);
    f.r.config.rt.overlap = true;
    f.r.config.rt.descriptor_cycles = LONG;
    f.t.rays[0] = trace_ray(records, 3);
    f.t.rays[1] = trace_ray(pair, 1);
    traced_run(&f);
    uint64_t turn = 1 + TRACE_MEMORY + LONG; /* long after the leaf has come */
    assert_int_equal(trace_latency(&f.t), turn + trace_cold(&pair[1], 1));
    assert_int_equal(f.c.rt.thread_latency,
                     turn + trace_cold(&pair[1], 1) + 1 + trace_cold(pair, 1));
}

/* What is spilled behind a node goes when both tests have ended. */
TEST(entries_that_a_node_spills_go_when_the_ray_goes_on)
{
    const record_t records[] = {pair[0], pair[1], record_make(RECORD_SPILL, 0x50000)};
    struct traced f ENDED_BY(traced_free);
    traced_init(&f, 1);
    f.r.config.rt.overlap = true;
    f.t.rays[0] = trace_ray(records, 3);
    traced_run(&f);
    assert_int_equal(trace_latency(&f.t), SECTORS + trace_cold(&pair[1], 1) + 1 + TRACE_MEMORY);
    assert_int_equal(f.c.rt.spill_stores, 1);
}

/* Lanes whose leaf is another's node: records of one address and size share a request and data,
 * whichever side wants them. */
TEST(leaves_and_nodes_of_one_address_share_requests)
{
    const record_t crossed[] = {record_make(RECORD_TRIANGLE, 0x20000),
                                record_make(RECORD_BESIDE, 0x10000)};
    struct traced f ENDED_BY(traced_free);
    traced_init(&f, 3);
    f.r.config.rt.overlap = true;
    f.t.rays[0] = trace_ray(pair, 2);
    f.t.rays[1] = trace_ray(crossed, 2);
    traced_run(&f);
    assert_int_equal(f.c.rt.requests, 2);
    assert_int_equal(f.c.rt.thread_latency, 2 * (SECTORS + trace_cold(&pair[1], 1)));
}
