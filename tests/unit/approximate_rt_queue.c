/* Who of an SM's waiting warps goes into the RT unit next. */
#include "tests/rig/rig.h"

#include "sim/approximate/rt_queue.h"

enum { SUBS = 2 };

struct waiting_sm {
    struct sm_config config;
    uint8_t last_issued[MAX_SUB_CORES];
    struct rt_queue queue;
};

static void begin(struct waiting_sm *sm, enum scheduler_policy policy, bool held)
{
    *sm = (struct waiting_sm){
        .config = {
            .schedulers = SUBS, .scheduler = policy, .collectors = 4, .collectors_held = held}};
    for (uint32_t i = 0; i < MAX_SUB_CORES; i++)
        sm->last_issued[i] = MAX_WARPS - 1;
    rt_queue_init(&sm->queue, &sm->config, sm->last_issued);
}

/* The lower the slot, the older is its warp. */
static void wait_all(struct waiting_sm *sm, const uint32_t *slots, uint32_t n)
{
    for (uint32_t i = 0; i < n; i++)
        rt_queue_add(&sm->queue, &(struct rt_trace){.slot = slots[i], .lanes = 1, .age = slots[i]});
}

static void assert_order(struct waiting_sm *sm, const uint32_t *slots, uint32_t n)
{
    for (uint32_t i = 0; i < n; i++) {
        struct rt_trace trace;
        assert_true(sm->queue.n > 0);
        rt_queue_take(&sm->queue, &trace);
        assert_int_equal(trace.slot, slots[i]);
        assert_int_equal(trace.age, slots[i]);
    }
    assert_int_equal(sm->queue.n, 0);
}

TEST(two_of_a_sub_core_wait_behind_issue_and_of_the_others_the_oldest_follows)
{
    const uint32_t come[] = {8, 6, 4, 2, 0}, go[] = {8, 6, 0, 2, 4};
    struct waiting_sm sm;
    begin(&sm, SCHEDULER_GTO, false);
    wait_all(&sm, come, 5);
    assert_order(&sm, go, 5);
}

TEST(what_is_issued_goes_in_by_the_order_of_issue_whichever_sub_core_it_is_of)
{
    /* 4 is issued when 8 has gone in, behind 3 and 1, which were issued before. */
    const uint32_t come[] = {8, 3, 6, 1, 4}, go[] = {8, 3, 6, 1, 4};
    struct waiting_sm sm;
    begin(&sm, SCHEDULER_GTO, false);
    wait_all(&sm, come, 5);
    assert_order(&sm, go, 5);
}

TEST(a_greedy_scheduler_goes_on_with_the_warp_that_it_issued_last)
{
    const uint32_t come[] = {8, 6, 2, 4}, greedy[] = {8, 6, 4, 2}, oldest[] = {8, 6, 2, 4};
    struct waiting_sm sm;
    begin(&sm, SCHEDULER_GTO, false);
    sm.last_issued[0] = 4;
    wait_all(&sm, come, 4);
    assert_order(&sm, greedy, 4);
    begin(&sm, SCHEDULER_OLDEST, false);
    sm.last_issued[0] = 4;
    wait_all(&sm, come, 4);
    assert_order(&sm, oldest, 4);
}

TEST(collectors_that_are_held_let_more_of_them_be_issued)
{
    /* A sub-core's two collectors besides its two registers. */
    const uint32_t come[] = {10, 8, 6, 4, 2, 0}, go[] = {10, 8, 6, 4, 0, 2};
    struct waiting_sm sm;
    begin(&sm, SCHEDULER_GTO, true);
    wait_all(&sm, come, 6);
    assert_order(&sm, go, 6);
}

TEST(a_queue_serves_on_when_it_was_empty)
{
    const uint32_t first[] = {1, 0}, second[] = {63, 5, 7, 3}, go[] = {63, 5, 3, 7};
    struct waiting_sm sm;
    begin(&sm, SCHEDULER_OLDEST, false);
    for (uint32_t round = 0; round < 40; round++) {
        wait_all(&sm, first, 2);
        assert_order(&sm, first, 2);
        wait_all(&sm, second, 4);
        assert_order(&sm, go, 4);
    }
}
