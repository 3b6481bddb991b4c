/* An L2 slice that is called only when it has to be, or told to serve hits ahead, does what it does
 * when it is called in every cycle. */
#include "tests/rig/rig.h"
#include "tests/rig/slice_rig.h"

TEST(the_slice_names_its_next_cycle)
{
    static const char *const changes[] = {"", "l2.data_port_B=4 l2.sets=1 l2.ways=4 l2.mshrs=3",
                                          "l2.rop_cycles=7 l2.miss_queue=2 l2.reply_queue=2"};
    for (size_t i = 0; i < 3; i++) {
        uint64_t replied[2] = {0};
        struct l2_counters c[2];
        for (int skip = 0; skip < 2; skip++) {
            struct slice_rig f ENDED_BY(slice_rig_end);
            slice_rig_start(&f, changes[i]);
            cycle_t next = 0;
            for (cycle_t t = 0; t < 40000; t++, f.now++) {
                /* Whoever sends, serves or takes calls the slice. */
                uint64_t r = t * 0x9E3779B97F4A7C15u >> 20;
                bool outside = false;
                if (t < 3000 && t / 64 % 2 == 0 && r % 3) {
                    if (r % 11 == 0)
                        slice_rig_send_atomic(&f, r / 8 % 64 * 32 * 7, r % 2);
                    else
                        slice_rig_send(&f, r / 8 % 64 * 32 * 7, r % 5 ? 0 : (uint32_t)r | 1);
                    outside = true;
                }
                if (t % 3 == 0 && f.dram->n) {
                    slice_rig_serve(&f);
                    outside = true;
                }
                if (f.replies->n && t % 2) {
                    replied[skip] = replied[skip] * 31 + t * 1000 + slice_rig_take_reply(&f);
                    outside = true;
                }
                if (!skip || outside || f.requests.n || t >= next)
                    next = slice_rig_cycle(&f, t);
                assert_true(next > t);
            }
            assert_true(l2_slice_idle(f.slice));
            c[skip] = slice_rig_count(&f);
        }
        assert_int_equal(replied[0], replied[1]);
        assert_memory_equal(&c[0], &c[1], sizeof c[0]);
        assert_true(c[0].atomics > 50);
    }
}

/* Hits served ahead, up to before DRAM or who takes replies may come, in the cycles in which ticks
 * would look them up. */
TEST(served_hits_are_ticks)
{
    static const char *const changes[] = {"l2.rop_cycles=20",
                                          "l2.rop_cycles=20 l2.data_port_B=8 l2.sets=1 l2.ways=6",
                                          "l2.rop_cycles=20 l2.reply_queue=3 l2.request_queue=5",
                                          "l2.rop_cycles=20 l2.request_queue=4"};
    /* L2 cycles of a core cycle: the ROP delays of requests that come in them end together. */
    static const cycle_t core_cycles[] = {1, 3};
    enum { AHEAD = 8 };
    uint64_t hits = 0, served = 0;
    for (size_t i = 0; i < 8; i++) {
        uint64_t replied[2] = {0};
        struct l2_counters c[2];
        cycle_t core_cycle = core_cycles[i / 4];
        for (int ahead = 0; ahead < 2; ahead++) {
            struct slice_rig f ENDED_BY(slice_rig_end);
            slice_rig_start(&f, changes[i % 4]);
            cycle_t next = 0;
            for (cycle_t t = 1; t < 30000; t++) {
                uint64_t r = t * 0x9E3779B97F4A7C15u >> 20;
                f.now = t;
                if (t < 20000 && r % 5 < 2 + t / 1024 % 3 && l2_slice_takes(f.slice)) {
                    if (r % 11 == 0)
                        slice_rig_send_atomic(&f, r / 8 % 30 * 32, r % 2);
                    else
                        slice_rig_send(&f, r / 8 % 30 * 32, r % 7 ? 0 : UINT32_MAX);
                    clock_earlier(
                        &next, l2_slice_take(f.slice, packet_pop(&f.pool, &f.requests),
                                             t / core_cycle * core_cycle + f.config.l2.rop_cycles));
                }
                if (t % AHEAD == 0) {
                    while (f.replies->n) {
                        replied[ahead] = replied[ahead] * 31 + f.pool.packets[f.replies->first].due;
                        replied[ahead] = replied[ahead] * 31 + slice_rig_take_reply(&f);
                    }
                    if (f.dram->n)
                        slice_rig_serve(&f);
                    next = t;
                }
                if (ahead && next <= t) {
                    next = l2_slice_serve(f.slice, t, t | (AHEAD - 1));
                    served += next > t;
                }
                if (!ahead || next <= t)
                    next = l2_slice_tick(f.slice, t).next;
            }
            assert_true(l2_slice_idle(f.slice));
            c[ahead] = slice_rig_count(&f);
        }
        assert_int_equal(replied[0], replied[1]);
        assert_memory_equal(&c[0], &c[1], sizeof c[0]);
        hits += c[0].read_hits;
    }
    assert_true(hits > 5000);
    assert_true(served > 1000);
}
