/* Which SM gets which CTA in which cycle. */
#include "tests/rig/rig.h"
#include "tests/rig/sm_rig.h"

#include "sim/timing/dispatch.h"
#include "tests/rig/fake_warp.h"

enum { SMS = 4 };

struct fixture {
    struct sm_rig rig; /* its configuration and memory */
    struct kernel *kernel;
    struct dispatch dispatch;
    struct sm *sms[SMS];
    cycle_t waits[SMS];
};

static const struct fake_step script[] = {{.op = OP_ALU, .dst = 1}};

static void make_from(struct fixture *f, uint32_t ctas, uint32_t most, uint32_t first)
{
    sm_rig_init(&f->rig, 10);
    f->rig.config.sm.ctas = most;
    f->kernel = fake_kernel(script, 1, ctas, 16, UINT32_MAX);
    assert_non_null(f->kernel);
    dispatch_init(&f->dispatch, f->kernel, SMS, first, NULL);
    const struct cta_needs cta = cta_needs_of(f->kernel);
    for (uint32_t i = 0; i < SMS; i++) {
        assert_ok(sm_create(&f->sms[i], &f->rig.config, i, &cta, &f->rig.memory.port, &st));
        f->waits[i] = CYCLE_NEVER;
    }
}

static void make(struct fixture *f, uint32_t ctas, uint32_t most)
{
    make_from(f, ctas, most, 0);
}

static void end(struct fixture *f)
{
    for (uint32_t i = 0; i < SMS; i++)
        sm_free(f->sms[i]);
    f->kernel->ops->free(f->kernel);
    fake_memory_free(&f->rig.memory);
}

static void cycle(struct fixture *f, cycle_t now)
{
    assert_ok(dispatch_cycle(&f->dispatch, f->sms, now, f->waits, &st));
}

static void wait_all(struct fixture *f, cycle_t at)
{
    for (uint32_t i = 0; i < SMS; i++)
        f->waits[i] = at;
}

TEST(each_sm_that_waits_gets_one_cta_in_a_cycle)
{
    struct fixture f ENDED_BY(end);
    make(&f, 100, 8);
    for (cycle_t now = 5; now < 8; now++) {
        wait_all(&f, now);
        cycle(&f, now);
        for (uint32_t i = 0; i < SMS; i++) {
            assert_int_equal(sm_resident(f.sms[i]), now - 4);
            assert_true(f.waits[i] == CYCLE_NEVER);
        }
    }
}

TEST(an_sm_that_waits_for_another_cycle_gets_none)
{
    struct fixture f ENDED_BY(end);
    make(&f, 100, 8);
    f.waits[1] = 7;
    f.waits[2] = 8;
    cycle(&f, 6);
    assert_int_equal(f.dispatch.next, 0);
    cycle(&f, 7);
    assert_int_equal(sm_resident(f.sms[1]), 1);
    assert_int_equal(sm_resident(f.sms[2]), 0);
    assert_int_equal(f.waits[2], 8);
}

/* Three CTAs are left for four SMs: those behind the one that got the last before get them. */
TEST(the_turn_goes_on_behind_the_sm_that_got_a_cta_last)
{
    for (uint32_t last = 0; last < SMS; last++) {
        struct fixture f ENDED_BY(end);
        make(&f, 4, 8);
        f.waits[last] = 1;
        cycle(&f, 1);
        wait_all(&f, 2);
        cycle(&f, 2);
        assert_true(dispatch_done(&f.dispatch));
        for (uint32_t i = 0; i < SMS; i++)
            assert_int_equal(sm_resident(f.sms[i]), 1);
        assert_int_equal(f.waits[last], 2);
        assert_int_equal(f.dispatch.last, (last + SMS - 1) % SMS);
    }
}

TEST(an_sm_holds_its_share_of_a_small_grid_and_what_it_has_room_for)
{
    static const struct {
        uint32_t ctas, most, holds;
    } cases[] = {{1, 8, 1}, {4, 8, 1}, {5, 8, 2}, {8, 8, 2}, {100, 3, 3}, {100, 8, 8}};
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        struct fixture f;
        uint32_t held = 0;
        make(&f, cases[k].ctas, cases[k].most);
        for (; held < 10 && dispatch_fits(&f.dispatch, f.sms[0]); held++) {
            f.waits[0] = held;
            cycle(&f, held);
            if (dispatch_done(&f.dispatch)) {
                held++;
                break;
            }
        }
        assert_int_equal(held, cases[k].holds);
        end(&f);
    }
}

TEST(the_first_cta_goes_to_the_sm_that_was_named)
{
    /* By the number of SMs, so that any number names one. */
    static const uint32_t firsts[] = {0, 1, SMS - 1, SMS, 5 * SMS + 2};
    for (size_t i = 0; i < sizeof firsts / sizeof *firsts; i++) {
        struct fixture f ENDED_BY(end);
        uint32_t first = firsts[i] % SMS;
        make_from(&f, 1, 8, firsts[i]);
        wait_all(&f, 3);
        cycle(&f, 3);
        for (uint32_t sm = 0; sm < SMS; sm++)
            assert_int_equal(sm_resident(f.sms[sm]), sm == first);
    }
}
