/* The way into a slice of the L2 of the approximate model, for which SMs send a window's requests
 * before the slice looks the first of them up. */
#include "tests/rig/rig.h"

#include "sim/approximate/l2_entry.h"
#include "sim/config/load/load.h"

enum { SENT = 5000 };

static struct gpu_config config;
static struct l2_entry_shape shape;

static void make(struct l2_entry *e)
{
    assert_ok(gpu_config_load(&config, "mobile_soc", &st));
    l2_entry_shape_make(&shape, &config);
    *e = (struct l2_entry){0};
    assert_true(l2_entry_create(e, &shape));
}

/* Far more than the request queue and ROP delay together hold. */
TEST(each_request_of_a_window_is_due_when_it_arrives_itself)
{
    struct l2_entry e ENDED_BY(l2_entry_release);
    make(&e);
    static uint64_t arrives[SENT];
    cycle_t crossed = 0;
    for (uint64_t i = 0; i < SENT; i++) {
        assert_true(l2_entry_take(&e, &shape, i, &crossed));
        l2_entry_settle(&e, &shape);
        assert_int_equal(e.entered, i + 1);
        arrives[i] = l2_entry_arrives(&e, i);
        assert_true(arrives[i] >= i + shape.rop_cycles);
    }
    assert_true(SENT > shape.first_queue_mask + 1);
    for (uint64_t i = 0; i < SENT; i++) {
        assert_int_equal(l2_entry_arrives(&e, i), arrives[i]);
        l2_entry_leave(&e, i, arrives[i]);
    }
}

/* More than the crossbar's output holds, so that some have to wait for what is settled late. */
TEST(when_requests_are_settled_changes_nothing)
{
    struct l2_entry at_once ENDED_BY(l2_entry_release), late ENDED_BY(l2_entry_release);
    make(&at_once);
    make(&late);
    cycle_t crossed[2] = {0, 0};
    assert_true(SENT > 2 * shape.output_buffer);
    for (uint64_t i = 0; i < SENT; i++) {
        assert_true(l2_entry_take(&at_once, &shape, i / 3, &crossed[0]));
        l2_entry_settle(&at_once, &shape);
        assert_true(l2_entry_take(&late, &shape, i / 3, &crossed[1]));
        assert_true(crossed[0] == crossed[1]);
    }
    l2_entry_settle(&late, &shape);
    for (uint64_t i = 0; i < SENT; i++)
        assert_true(l2_entry_arrives(&at_once, i) == l2_entry_arrives(&late, i));
}

/* Window after window, almost as many as the crossbar's output holds: those that have crossed do
 * not take the places of those in ROP delay. All of a window leave `waits` cycles behind their
 * arrival. */
static void settle_late(uint64_t per_cycle, uint64_t waits)
{
    struct l2_entry at_once ENDED_BY(l2_entry_release), late ENDED_BY(l2_entry_release);
    make(&at_once);
    make(&late);
    cycle_t crossed[2] = {0, 0};
    uint64_t i = 0, window = shape.output_buffer - 1;
    for (uint32_t k = 0; k < 20; k++) {
        uint64_t first = i;
        for (; i < first + window; i++) {
            assert_true(l2_entry_take(&at_once, &shape, i / per_cycle, &crossed[0]));
            l2_entry_settle(&at_once, &shape);
            assert_true(l2_entry_take(&late, &shape, i / per_cycle, &crossed[1]));
        }
        l2_entry_settle(&late, &shape);
        for (; first < i; first++) {
            uint64_t arrives = l2_entry_arrives(&at_once, first);
            assert_true(arrives == l2_entry_arrives(&late, first));
            l2_entry_leave(&at_once, first, arrives + waits);
            l2_entry_leave(&late, first, arrives + waits);
        }
    }
}

TEST(windows_that_are_settled_late_arrive_the_same)
{
    for (uint64_t per_cycle = 1; per_cycle < 4; per_cycle++)
        for (uint64_t waits = 0; waits < 2000; waits += 100)
            settle_late(per_cycle, waits);
}

TEST(a_ring_whose_requests_are_looked_up_as_they_come_does_not_grow)
{
    struct l2_entry e ENDED_BY(l2_entry_release);
    make(&e);
    cycle_t crossed = 0;
    for (uint64_t i = 0; i < SENT; i++) {
        assert_true(l2_entry_take(&e, &shape, i, &crossed));
        l2_entry_settle(&e, &shape);
        l2_entry_leave(&e, i, l2_entry_arrives(&e, i));
    }
    assert_int_equal(e.queue_mask, shape.first_queue_mask);
}
