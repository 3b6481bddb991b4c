/* When warps whose threads are sorted go on, to the cycle (docs/reference/rt-options.md, "Shader
 * execution reordering"): an instruction that may be reordered would issue in the cycle in which
 * what it needs is there and nothing of its warp is under way any more; that cycle is when the warp
 * has come. */
#include "tests/rig/rig.h"
#include "tests/rig/sm_rig.h"

#include <string.h>

enum { MEMORY = 100, MOST = 8, STEPS = 24, BYTES = 20 };

struct group {
    struct sm_rig r;
    struct script warps[MOST], *all[MOST];
    uint32_t at[MOST]; /* number of the step that is reordered */
    uint32_t n;
    struct gpu_counters c;
};

static void begin(struct group *t, uint32_t most)
{
    memset(t, 0, sizeof *t);
    sm_rig_init(&t->r, MEMORY);
    t->r.config.rt.reorder_warps = most;
}

/* A warp whose instruction at `pc` is reordered, behind so many others each of which waits for the
 * one before. */
static struct script *add(struct group *t, uint32_t before, uint32_t pc, uint32_t moved)
{
    struct script_step steps[STEPS];
    uint32_t n = 0;
    for (; n < before; n++)
        steps[n] = step_op(OP_ALU, n + 1, n, 0);
    steps[n] = step_op(OP_ALU, n + 1, n, 0);
    steps[n].inst.reorder_B = BYTES;
    steps[n].moved = moved;
    n++;
    steps[n++] = step_op(OP_EXIT, 0, 0, 0);
    for (uint32_t i = 0; i < n; i++)
        steps[i].inst.pc = pc + 8 * i - 8 * before;
    struct script *s = &t->warps[t->n];
    t->at[t->n] = before;
    script_init(s, steps, n, &t->r.now);
    t->all[t->n++] = s;
    return s;
}

static void run(struct group *t)
{
    sm_rig_start(&t->r, 16);
    sm_rig_together(&t->r, t->all, t->n);
    sm_rig_count(&t->r, &t->c);
    assert_int_equal(sm_rig_slots(&t->c.sm), t->r.config.sm.schedulers * t->r.now);
}

static void end(struct group *t)
{
    for (uint32_t i = 0; i < t->n; i++)
        script_free(&t->warps[i]);
    sm_rig_free(&t->r);
}

static cycle_t went_on(const struct group *t, uint32_t i)
{
    return t->warps[i].issued[t->at[i]];
}

/* Two warps, one six dependent instructions behind the other: the cycles in which they come, which
 * are those in which they issue where nothing is reordered. Only the second one's first fetch is a
 * cycle later for there being two. */
struct came {
    cycle_t first, second;
};

static void add_two(struct group *t)
{
    add(t, 2, 400, 7);
    add(t, 8, 400, 4);
}

static struct came unsorted(void)
{
    struct group t ENDED_BY(end);
    begin(&t, 0);
    add_two(&t);
    run(&t);
    struct came came = {went_on(&t, 0), went_on(&t, 1)};
    assert_int_equal(t.warps[0].sorted_with, 0);
    assert_int_equal(t.c.reorder.groups + t.c.reorder.alone + t.c.reorder.wait_cycles, 0);
    assert_true(came.first + 12 < came.second);
    return came;
}

/* Sorted as soon as the second comes; both issue in the cycle behind, with what is asked for in
 * between: `latency` cycles, and the 11 threads' 220 bytes at so many a cycle, rounded up. */
TEST(a_full_group_goes_on_when_its_threads_have_moved)
{
    static const struct {
        uint32_t latency, B, cycles;
    } rows[] = {{0, 0, 0}, {9, 0, 9}, {0, 220, 1}, {0, 219, 2}, {0, 64, 4}, {9, 1, 229}};
    struct came came = unsorted();
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct group t ENDED_BY(end);
        begin(&t, 2);
        t.r.config.rt.reorder_cycles = rows[i].latency;
        t.r.config.rt.reorder_B = rows[i].B;
        add_two(&t);
        run(&t);
        cycle_t on = came.second + 1 + rows[i].cycles;
        assert_int_equal(t.warps[0].sorted_at, came.second);
        assert_int_equal(t.warps[1].sorted_at, came.second);
        assert_int_equal(went_on(&t, 0), on);
        assert_int_equal(went_on(&t, 1), on);
        const struct reorder_counters expected = {.groups = 1,
                                                  .warps = 2,
                                                  .threads = 64,
                                                  .moved = 11,
                                                  .bytes = 11 * BYTES,
                                                  .wait_cycles = came.second - came.first,
                                                  .move_cycles = 2 * (on - came.second),
                                                  .shaders_before = 6,
                                                  .shaders_after = 2,
                                                  .keys_before = 10,
                                                  .keys_after = 2};
        assert_memory_equal(&t.c.reorder, &expected, sizeof expected);
    }
}

/* Without a limit the first waits for the second, as that one can come; with one it goes on in the
 * cycle behind, alone and unsorted, and so does the second when the first has ended. */
TEST(a_warp_waits_as_long_as_it_may)
{
    struct came came = unsorted();
    struct group t ENDED_BY(end);
    begin(&t, 4);
    add_two(&t);
    run(&t);
    assert_int_equal(t.warps[0].sorted_at, came.second); /* nobody else is there */
    end(&t);

    begin(&t, 4);
    t.r.config.rt.reorder_wait = 3;
    t.r.config.rt.reorder_cycles = 50;
    add_two(&t);
    run(&t);
    assert_int_equal(t.warps[0].sorted_with + t.warps[1].sorted_with, 0);
    assert_int_equal(went_on(&t, 0), came.first + 3 + 1);
    assert_int_equal(went_on(&t, 1), came.second + 1);
    assert_int_equal(t.c.reorder.alone, 2);
    assert_int_equal(t.c.reorder.wait_cycles, 3);
    assert_int_equal(t.c.reorder.groups, 0);
    end(&t);

    /* It has just come when the time is up. */
    begin(&t, 4);
    t.r.config.rt.reorder_wait = (uint32_t)(came.second - came.first);
    add_two(&t);
    run(&t);
    assert_int_equal(t.warps[0].sorted_with, 2);
    assert_int_equal(went_on(&t, 0), came.second + 1);
}

/* The other one's last instruction issues; in the cycle behind nobody waits any more. */
TEST(nor_for_warps_that_have_ended)
{
    struct group t ENDED_BY(end);
    begin(&t, 4);
    struct script *waits = add(&t, 2, 400, 1), *ends = add(&t, 8, 400, 1);
    ends->steps[8].inst.reorder_B = 0;
    run(&t);
    assert_int_equal(waits->issued[2], ends->issued[9] + 1);
    assert_int_equal(t.c.reorder.alone, 1);
}

/* Four warps come to two places: two groups, sorted as soon as each is full. The registers of the
 * second one's threads, 160 bytes at 4 a cycle, follow those of the first, 40 bytes. */
TEST(registers_are_moved_one_group_after_the_other)
{
    struct group t;
    begin(&t, 2);
    t.r.config.rt.reorder_B = 4;
    t.r.config.rt.reorder_cycles = 3;
    for (uint32_t i = 0; i < 2; i++) {
        add(&t, 4, 400, 1);
        add(&t, 4, 800, 4);
    }
    run(&t);
    cycle_t first = t.warps[0].sorted_at, second = t.warps[1].sorted_at;
    assert_int_equal(t.warps[2].sorted_at, first);
    assert_int_equal(t.warps[3].sorted_at, second);
    assert_in_range(second - first, 0, 9); /* while the first one's are being moved */
    assert_int_equal(t.warps[0].sorted_with, 2);
    assert_int_equal(t.warps[1].sorted_with, 2);
    assert_int_equal(went_on(&t, 0), first + 1 + 3 + 10);
    assert_int_equal(went_on(&t, 1), went_on(&t, 0) + 40);
    assert_int_equal(t.c.reorder.groups, 2);
    end(&t);
}

/* A group that is sorted does not wait for one in front of it that is not full. */
TEST(groups_go_on_by_themselves)
{
    struct group t ENDED_BY(end);
    begin(&t, 2);
    add(&t, 2, 400, 0);
    add(&t, 4, 800, 0);
    add(&t, 4, 800, 0);
    add(&t, 12, 400, 0);
    run(&t);
    assert_int_equal(t.warps[1].sorted_with, 2);
    assert_int_equal(t.warps[0].sorted_with, 2);
    assert_true(t.warps[0].sorted_at > t.warps[1].sorted_at + 12);
    for (uint32_t i = 0; i < 4; i++)
        assert_int_equal(went_on(&t, i), t.warps[i].sorted_at + 1);
}

/* Warps that come in the same cycle are in as many groups as that takes. */
TEST(no_group_has_more_warps_than_it_may)
{
    for (uint32_t most = 1; most <= 4; most++) {
        struct group t ENDED_BY(end);
        begin(&t, most);
        t.r.config.sm.fetches = 8;
        for (uint32_t i = 0; i < 4; i++)
            add(&t, 4, 400, 0);
        run(&t);
        const uint32_t sorted[][4] = {{0, 0, 0, 0}, {2, 2, 2, 2}, {3, 3, 3, 0}, {4, 4, 4, 4}};
        for (uint32_t i = 0; i < 4; i++)
            assert_int_equal(t.warps[i].sorted_with, sorted[most - 1][i]);
        assert_int_equal(t.c.reorder.alone, most == 1 ? 4 : most == 3 ? 1 : 0);
    }
}

/* A load that nobody waits for holds the sort until it has come back: what is on its way to a
 * register cannot follow the thread. */
TEST(a_warp_has_come_when_nothing_of_it_is_under_way)
{
    cycle_t back = 0;
    for (uint32_t reorder_B = 0; reorder_B <= BYTES; reorder_B += BYTES) {
        struct script s ENDED_BY(script_free);
        struct sm_rig r ENDED_BY(sm_rig_free);
        struct gpu_counters c;
        sm_rig_init(&r, MEMORY);
        r.config.rt.reorder_warps = 8;
        struct script_step steps[] = {step_op(OP_LOAD, 1, 0, 0), step_op(OP_ALU, 2, 0, 0),
                                      step_op(OP_ALU, 3, 1, 0), step_op(OP_EXIT, 0, 0, 0)};
        steps[1].inst.reorder_B = (uint16_t)reorder_B;
        sm_rig_one(&r, &s, steps, 4);
        sm_rig_count(&r, &c);
        if (reorder_B) {
            assert_int_equal(s.issued[1], back + 1);
            assert_int_equal(c.reorder.alone, 1);
        }
        back = s.issued[2]; /* which needs what is loaded */
    }
}

/* Twice in front of the same instruction without a trace in between: only the first time. */
TEST(a_warp_is_reordered_once_per_trace)
{
    static const record_t records[] = {1 << 4 | RECORD_HEADER};
    struct ray_work rays[WARP_LANES];
    for (uint32_t i = 0; i < WARP_LANES; i++)
        rays[i] = (struct ray_work){.records = records, .n_records = 1, .result_addr = 0x900000};
    for (uint32_t traces = 0; traces < 2; traces++) {
        struct script s ENDED_BY(script_free);
        struct sm_rig r ENDED_BY(sm_rig_free);
        struct gpu_counters c;
        sm_rig_init(&r, MEMORY);
        r.config.rt.reorder_warps = 8;
        struct script_step steps[] = {step_op(OP_ALU, 1, 0, 0),
                                      step_op(traces ? OP_TRACE_RAY : OP_ALU, 2, 0, 0),
                                      step_op(OP_ALU, 3, 2, 0), step_op(OP_EXIT, 0, 0, 0)};
        steps[1].rays = rays;
        steps[0].inst.reorder_B = steps[2].inst.reorder_B = BYTES;
        sm_rig_one(&r, &s, steps, 4);
        sm_rig_count(&r, &c);
        assert_int_equal(c.reorder.alone, 1 + traces);
        assert_int_equal(c.reorder.wait_cycles, 0);
    }
}

/* What it waits for is its rays' doing. */
TEST(waiting_is_charged_to_rays)
{
    struct group t;
    begin(&t, 2);
    t.r.config.sm.schedulers = 2;
    t.r.config.sm.collectors = t.r.config.exec.sp_units = t.r.config.exec.sfu_units = 2;
    t.r.config.exec.int_units = 2;
    t.r.config.sm.register_banks = 32;
    t.r.config.rt.reorder_cycles = 30;
    add(&t, 2, 400, 0);
    add(&t, 2, 400, 0);
    run(&t);
    cycle_t sorted = t.warps[0].sorted_at;
    assert_int_equal(went_on(&t, 0), sorted + 31);
    /* Both schedulers from the cycle of the sort to the one before they go on, and the one whose
     * warp came first until then. */
    assert_int_equal(t.c.sm.slot_rt, 2 * 31 + t.c.reorder.wait_cycles);
    end(&t);
}

TEST(a_failing_sort_fails_the_run)
{
    struct group t ENDED_BY(end);
    begin(&t, 2);
    add(&t, 2, 400, 0)->steps[2].reorder_fails = true;
    add(&t, 2, 400, 0);
    sm_rig_start(&t.r, 16);
    for (uint32_t i = 0; i < 2; i++)
        sm_rig_launch(&t.r, &t.all[i]);
    t.r.now++;
    assert_int_equal(sm_rig_run(&t.r, t.all, 0, true, 1000), ST_FAILED);
    assert_string_equal(t.r.st.text, "the script sorts nothing");
}
