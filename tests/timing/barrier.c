/* Barriers of CTAs of several warps: when a warp goes on, and what its scheduler's slots are
 * charged to meanwhile. */
#include "tests/rig/rig.h"
#include "tests/rig/sm_rig.h"

#include <string.h>

enum { MEMORY = 100, MOST = 64 };

struct cta {
    struct sm_rig r;
    struct script warps[MOST], *all[MOST];
    uint32_t n;
    struct gpu_counters c;
};

static void begin(struct cta *t)
{
    memset(t, 0, sizeof *t);
    sm_rig_init(&t->r, MEMORY);
}

/* A warp of the steps. */
static struct script *add(struct cta *t, struct script_step *steps, uint32_t n)
{
    struct script *s = &t->warps[t->n];
    script_number(steps, n);
    script_init(s, steps, n, &t->r.now);
    t->all[t->n++] = s;
    return s;
}

static void run(struct cta *t, uint32_t cta_warps)
{
    sm_rig_start_ctas(&t->r, &(struct cta_needs){.warps = cta_warps, .registers = 16});
    sm_rig_together(&t->r, t->all, t->n);
    sm_rig_count(&t->r, &t->c);
    assert_int_equal(sm_rig_slots(&t->c.sm), t->r.config.sm.schedulers * t->r.now);
}

static void end(struct cta *t)
{
    for (uint32_t i = 0; i < t->n; i++) {
        assert_true(t->warps[i].ended);
        script_free(&t->warps[i]);
    }
    sm_rig_free(&t->r);
}

/* `moves` instructions that wait for nothing, the barrier, one more, and the end. */
static uint32_t meet(struct script_step *steps, uint32_t moves)
{
    uint32_t n = 0;
    while (n < moves) {
        steps[n] = step_op(OP_ALU, 1 + n, 0, 0);
        n++;
    }
    steps[n++] = step_op(OP_BARRIER, 0, 0, 0);
    steps[n++] = step_op(OP_ALU, 60, 0, 0);
    steps[n++] = step_op(OP_EXIT, 0, 0, 0);
    return n;
}

TEST(a_cta_of_one_warp_goes_on_in_the_next_cycle)
{
    struct cta t ENDED_BY(end);
    struct script_step steps[8];
    begin(&t);
    struct script *s = add(&t, steps, meet(steps, 2));
    run(&t, 1);
    assert_int_equal(s->issued[3], s->issued[2] + 1);
    assert_int_equal(t.c.sm.slot_barrier, 0);
}

/* Whether the barrier is the first or the second of what is fetched together, and so what comes
 * behind it is there or fetched while the warp waits. */
TEST(all_go_on_in_the_cycle_behind_the_last_one)
{
    for (uint32_t early = 0; early < 4; early++)
        for (uint32_t late = 10; late < 14; late++) {
            struct cta t ENDED_BY(end);
            struct script_step first[32], last[32];
            begin(&t);
            t.r.config.sm.fetches = 1;
            struct script *a = add(&t, first, meet(first, early));
            struct script *b = add(&t, last, meet(last, late));
            run(&t, 2);
            assert_true(b->issued[late] > a->issued[early] + 4);
            assert_int_equal(a->issued[early + 1], b->issued[late] + 1);
            /* The last one's own next instruction is buffered, or fetched in the cycle of the
             * barrier and decoded in the next. */
            assert_int_equal(b->issued[late + 1], b->issued[late] + 1 + late % 2);
        }
}

TEST(a_barrier_may_hold_its_warps_longer)
{
    for (uint32_t cycles = 0; cycles < 20; cycles += 7)
        for (uint32_t each = 0; each < 3; each++) {
            struct cta t ENDED_BY(end);
            struct script_step first[32], last[32], alone[32];
            begin(&t);
            t.r.config.sm.barrier_cycles = cycles;
            t.r.config.sm.barrier_warp_cycles = each;
            struct script *a = add(&t, first, meet(first, 1));
            struct script *b = add(&t, last, meet(last, 12));
            run(&t, 2);
            assert_int_equal(a->issued[2], b->issued[12] + 1 + cycles + 2 * each);
            assert_int_equal(b->issued[13], a->issued[2]);

            struct cta u ENDED_BY(end);
            begin(&u);
            u.r.config.sm.barrier_cycles = cycles;
            u.r.config.sm.barrier_warp_cycles = each;
            struct script *c = add(&u, alone, meet(alone, 2));
            run(&u, 1);
            assert_int_equal(c->issued[3], c->issued[2] + 1 + cycles + each);
        }
}

TEST(slots_of_waiting_warps_are_charged_to_the_barrier)
{
    struct cta t ENDED_BY(end);
    struct script_step first[8], last[8];
    begin(&t);
    struct script *a = add(&t, first, meet(first, 0));
    last[0] = step_op(OP_SFU, 1, 0, 0);
    last[1] = step_op(OP_BARRIER, 0, 1, 0);
    last[2] = step_op(OP_ALU, 2, 0, 0);
    last[3] = step_op(OP_EXIT, 0, 0, 0);
    struct script *b = add(&t, last, 4);
    run(&t, 2);
    assert_int_equal(a->issued[1], b->issued[1] + 1);
    assert_true(a->issued[1] - a->issued[0] > 100);
    /* The scheduler of the first issued nothing between the two. */
    assert_int_equal(t.c.sm.slot_barrier, a->issued[1] - a->issued[0] - 1);
}

TEST(a_warp_that_has_ended_counts_as_arrived)
{
    struct cta t ENDED_BY(end);
    struct script_step first[8], last[32];
    begin(&t);
    struct script *a = add(&t, first, meet(first, 0));
    for (uint32_t i = 0; i < 21; i++)
        last[i] = step_op(i < 20 ? OP_ALU : OP_EXIT, i < 20 ? 1 + i : 0, 0, 0);
    struct script *b = add(&t, last, 21);
    run(&t, 2);
    assert_int_equal(a->issued[1], b->issued[20] + 1);
}

TEST(ctas_do_not_wait_for_each_other)
{
    struct cta t ENDED_BY(end);
    struct script_step quick[8], slow[48];
    begin(&t);
    struct script *s[4];
    for (uint32_t i = 0; i < 4; i++)
        s[i] = i < 2 ? add(&t, quick, meet(quick, 1)) : add(&t, slow, meet(slow, 40));
    run(&t, 2);
    assert_true(s[0]->issued[2] < s[2]->issued[20]);
    assert_true(s[1]->issued[2] < s[2]->issued[20]);
    cycle_t last = s[2]->issued[40] > s[3]->issued[40] ? s[2]->issued[40] : s[3]->issued[40];
    for (uint32_t i = 2; i < 4; i++)
        assert_true(s[i]->issued[41] > last);
}

/* Every warp of the largest CTA, several times. */
TEST(nobody_passes_before_the_last_has_come)
{
    enum { ROUNDS = 5, WARPS = KERNEL_CTA_WARPS };
    struct cta t ENDED_BY(end);
    begin(&t);
    for (uint32_t i = 0; i < WARPS; i++) {
        struct script_step steps[3 * ROUNDS + 1];
        uint32_t n = 0;
        for (uint32_t k = 0; k < ROUNDS; k++) {
            /* Another one is the last in each round. */
            steps[n++] = step_op((i + k) % 7 == 0 ? OP_SFU : OP_ALU, 1, 0, 0);
            steps[n++] = step_op(OP_ALU, 2, 1, 0);
            steps[n++] = step_op(OP_BARRIER, 0, 2, 0);
        }
        steps[n++] = step_op(OP_EXIT, 0, 0, 0);
        add(&t, steps, n);
    }
    run(&t, WARPS);
    for (uint32_t k = 0; k < ROUNDS; k++) {
        cycle_t last = 0, next = CYCLE_NEVER;
        for (uint32_t i = 0; i < WARPS; i++) {
            cycle_t barrier = t.warps[i].issued[3 * k + 2], behind = t.warps[i].issued[3 * k + 3];
            last = barrier > last ? barrier : last;
            next = behind < next ? behind : next;
        }
        assert_int_equal(next, last + 1);
    }
    assert_true(t.c.sm.slot_barrier > 0);
}

/* Two CTAs. The first comes to its barrier later than the second, and does not hold it. */
TEST(every_cta_is_held_for_its_own_time)
{
    enum { HOLD = 20 };
    for (uint32_t later = 4; later <= HOLD; later += 4) {
        struct cta t ENDED_BY(end);
        struct script_step steps[64];
        begin(&t);
        t.r.config.sm.fetches = 8;
        t.r.config.sm.barrier_cycles = HOLD;
        for (uint32_t i = 0; i < 4; i++)
            add(&t, steps, meet(steps, i < 2 ? later : 0));
        run(&t, 2);
        for (uint32_t i = 0; i < 4; i++) {
            const struct script *s = &t.warps[i];
            uint32_t at = i < 2 ? later : 0;
            assert_int_equal(s->issued[at + 1], s->issued[at] + 1 + HOLD);
        }
    }
}
