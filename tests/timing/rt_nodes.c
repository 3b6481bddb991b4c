/* Records of compressed wide nodes to the cycle: 80 and 48 bytes on multiples of 16. The walk of
 * which they are is tests/unit/wide_nodes.c. */
#include "tests/rig/rig.h"

#include "sim/timing/rt/records.h"
#include "tests/rig/gpus.h"
#include "tests/rig/traces.h"

enum { NODE_TEST = 8, TRIANGLE_TEST = 8 }; /* cycles, as the rig has them */

static uint64_t run_one(struct traced *f, const record_t *records, uint32_t n, uint32_t request_B,
                        bool perfect_mem)
{
    traced_init(f, 1);
    f->r.config.rt.request_B = request_B;
    f->r.config.rt.perfect_mem = perfect_mem;
    f->t.rays[0] = trace_ray(records, n);
    traced_run(f);
    return trace_latency(&f->t);
}

static uint64_t missed(const struct traced *f)
{
    return f->c.l1d.rt_read_misses + f->c.l1d.rt_read_sector_misses;
}

/* 80 bytes from 0 on are sectors 0 to 2, from 16 on too, from 32 on sectors 1 to 3: always three,
 * asked for in three cycles; the last leaves in the next, comes back after the memory's latency and
 * is tested. */
TEST(a_node_is_three_sectors_wherever_it_lies)
{
    for (uint64_t at = 0; at < 128; at += 16) {
        struct traced f ENDED_BY(traced_free);
        const record_t node = record_make(RECORD_WIDE, 0x10000 + at);
        assert_int_equal(run_one(&f, &node, 1, 32, false), 3 + TRACE_MEMORY + NODE_TEST);
        assert_int_equal(f.c.rt.reads, 3);
        assert_int_equal(missed(&f), 3);
        assert_true(f.c.rt.internals == 1 && f.c.rt.requests == 1);
    }
}

/* One request takes what lies in one block of 128 bytes: a node from 48 on ends with it; from 64 on
 * its third sector is in the next and takes a cycle more. Of blocks of 64, a node from 0 on has two
 * sectors in one and one in the next; from 32 on one and two. All are in the L1D. */
TEST(a_request_ends_at_its_block)
{
    static const struct {
        uint32_t at, request_B, cycles;
    } cases[] = {{0, 128, 1}, {48, 128, 1}, {64, 128, 2}, {112, 128, 2},
                 {0, 64, 2},  {32, 64, 2},  {48, 64, 2},  {0, 32, 3}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct traced f ENDED_BY(traced_free);
        const record_t node = record_make(RECORD_WIDE, 0x10000 + cases[i].at);
        uint64_t cycles = run_one(&f, &node, 1, cases[i].request_B, true);
        assert_int_equal(cycles, cases[i].cycles - 1 + f.r.config.rt.hit_latency + NODE_TEST);
        assert_int_equal(f.c.rt.reads, 3);
    }
}

/* Three triangles side by side: bytes 0 to 47, 48 to 95, 96 to 143. Sectors 0 and 1; 1, which the
 * L1D has by then, and 2; 3 and 4. Five come from memory instead of six. Each triangle's last
 * sector is asked for in its second cycle. */
TEST(triangles_of_a_leaf_share_sectors)
{
    struct traced f ENDED_BY(traced_free);
    record_t leaf[3];
    for (uint32_t i = 0; i < 3; i++)
        leaf[i] = record_make(RECORD_WIDE_TRIANGLE, 0x10000 + 48 * i);
    assert_int_equal(run_one(&f, leaf, 3, 32, false), 3 * (2 + TRACE_MEMORY + TRIANGLE_TEST));
    assert_int_equal(f.c.rt.reads, 6);
    assert_int_equal(missed(&f), 5);
    assert_true(f.c.rt.triangles == 3 && f.c.rt.result_stores == 0);
}

/* Two lanes on the same node wait for one box unit in turn, whatever its width; of two that hit,
 * each stores its result. */
TEST(wide_records_take_the_units_of_their_likes)
{
    struct traced f ENDED_BY(traced_free);
    const record_t node = record_make(RECORD_WIDE, 0x10010);
    traced_init(&f, 3);
    f.r.config.rt.box_units = 1;
    for (uint32_t lane = 0; lane < 2; lane++)
        f.t.rays[lane] = trace_ray(&node, 1);
    traced_run(&f);
    assert_int_equal(trace_latency(&f.t), 3 + TRACE_MEMORY + NODE_TEST + 1);
    traced_free(&f);

    const record_t hit = record_make(RECORD_WIDE_TRIANGLE_HIT, 0x10010);
    traced_init(&f, 3);
    f.r.config.rt.triangle_units = 1;
    for (uint32_t lane = 0; lane < 2; lane++)
        f.t.rays[lane] = trace_ray(&hit, 1);
    traced_run(&f);
    assert_true(f.c.rt.triangle_hits == 2 && f.c.rt.result_stores == 2);
}

/* The analytic models' cost of a record: the blocks that it touches, at every place that it may
 * have. Records that lie on multiples of their size begin with a block. */
TEST(the_mean_number_of_requests_is_that_over_all_places)
{
    struct gpu_config g = rig_gpu("tiny");
    for (uint32_t block = 32; block <= 128; block *= 2)
        for (int kind = 0; kind < RECORD_KINDS; kind++) {
            uint32_t bytes = record_bytes(record_make((enum record_kind)kind, 0));
            uint32_t touched = 0, places = 0;
            for (uint32_t at = 0; at < (kind < RECORD_WIDE ? 1 : block); at += 16, places++)
                for (uint32_t b = 0; b < 1024; b += block)
                    touched += b < at + bytes && at < b + block;
            g.rt.request_B = block;
            assert_true(rt_mean_requests(&g.rt, (enum record_kind)kind) ==
                        (double)touched / places);
        }
}
