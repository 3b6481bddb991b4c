/* The TLB alone, and in front of an L1D's way to memory. */
#include "tests/rig/rig.h"
#include "tests/rig/sm_rig.h"

#include "sim/timing/memory/l1d.h"
#include "sim/timing/memory/tlb.h"

enum { MISS = 100, PAGE = 4096 };

static const struct l1d_config config = {.sets = 1,
                                         .ways = 8,
                                         .line_B = 128,
                                         .mshrs = 64,
                                         .mshr_merges = 8,
                                         .miss_queue = 16,
                                         .tlb_entries = 2,
                                         .page_KB = PAGE / 1024,
                                         .tlb_miss_cycles = MISS};

TEST(pages_used_last_are_translated)
{
    struct tlb t;
    assert_ok(tlb_create(&t, &config, &st));
    assert_int_equal(tlb_look(&t, 5 * PAGE, 10), 10 + MISS);
    assert_int_equal(tlb_look(&t, 6 * PAGE, 20), 20 + MISS);
    assert_int_equal(tlb_look(&t, 6 * PAGE - 1, 30), 10 + MISS); /* on its way for page 5 */
    assert_int_equal(tlb_look(&t, 6 * PAGE + 7, 500), 500);
    assert_int_equal(tlb_look(&t, 5 * PAGE, 501), 501);
    assert_int_equal(tlb_look(&t, 7 * PAGE, 502), 502 + MISS); /* in the place of page 6 */
    assert_int_equal(tlb_look(&t, 5 * PAGE, 503), 503);
    assert_int_equal(tlb_look(&t, 6 * PAGE, 504), 504 + MISS);
    assert_int_equal(t.misses, 4);
    tlb_release(&t);
}

/* Reads of a page that is translated overtake those that wait; these keep their order. */
TEST(requests_wait_for_their_pages_alone)
{
    static const uint64_t addr[] = {1 * PAGE, 1 * PAGE + 32, 2 * PAGE, 1 * PAGE + 64};
    static const cycle_t sent[] = {MISS, MISS + 1, 2 + MISS, MISS + 3};
    struct fake_memory memory;
    struct l1d *l1d;
    fake_memory_init(&memory, 10);
    assert_ok(l1d_create(&l1d, &config, &memory.port, 0, &st));
    for (size_t i = 0; i < 4; i++)
        assert_int_equal(l1d_read(l1d, L1D_LDST, addr[i], 7, 0, 0), L1D_MISS);
    for (cycle_t now = 0; now < 3 * MISS; now++)
        if (l1d_gates(l1d)->sending)
            l1d_send(l1d, now);
    assert_int_equal(memory.n, 4);
    for (size_t i = 0; i < 4; i++) {
        assert_int_equal(memory.waiting[i].addr, addr[i]);
        assert_int_equal(memory.sent_at[i], sent[i]);
    }
    assert_int_equal(l1d_read(l1d, L1D_LDST, 1 * PAGE + 96, 7, 0, 0), L1D_MISS);
    l1d_send(l1d, 1000);
    assert_int_equal(memory.n, 5);
    assert_int_equal(memory.sent_at[4], 1000);
    l1d_free(l1d);
    fake_memory_free(&memory);
}

TEST(so_many_requests_wait_and_no_more)
{
    struct tlb t;
    assert_ok(tlb_create(&t, &config, &st));
    for (uint32_t i = 0; i < TLB_WAITING; i++)
        assert_true(tlb_keep(&t, &(struct mem_request){.tag = i}, 10));
    assert_false(tlb_keep(&t, &(struct mem_request){0}, 10));
    for (uint32_t i = 0; i < TLB_WAITING; i++, tlb_take(&t))
        assert_int_equal(tlb_first(&t, 10)->tag, i);
    assert_null(tlb_first(&t, 10));
    tlb_release(&t);
}
