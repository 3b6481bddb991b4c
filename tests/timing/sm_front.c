/* The front end of an SM, cycle by cycle: fetch and decode, schedulers, scoreboard. */
#include "tests/rig/rig.h"
#include "tests/rig/sm_rig.h"

#include <string.h>

/* Collectors: two cycles without sources, three with; then the unit; then two to writeback. */
enum { TO_UNIT = 3, TO_UNIT_WITHOUT_SOURCES = 2, WRITEBACK = 2, MEMORY = 100 };

enum { MOST = 8 };

/* Warps of the same steps, launched in cycle 0. */
struct warps {
    struct script scripts[MOST];
    struct script *all[MOST];
};

static void run(struct sm_rig *r, struct warps *w, uint32_t n_warps, struct script_step *steps,
                uint32_t n)
{
    script_number(steps, n);
    for (uint32_t i = 0; i < n_warps; i++) {
        script_init(&w->scripts[i], steps, n, &r->now);
        w->all[i] = &w->scripts[i];
    }
    sm_rig_together(r, w->all, n_warps);
}

static void end(struct sm_rig *r, struct warps *w, uint32_t n_warps)
{
    for (uint32_t i = 0; i < n_warps; i++)
        script_free(&w->scripts[i]);
    sm_rig_free(r);
}

/* A scheduler, a collector and units for each of eight warps, so that nothing but fetch limits. */
static void widen(struct gpu_config *c)
{
    c->sm.schedulers = c->sm.collectors = MOST;
    c->exec.sp_units = c->exec.int_units = c->exec.sfu_units = MOST;
    c->exec.writebacks = 4 * MOST;
}

/* A slot decodes what the slot before it fetched, be that in the same cycle or the one before. */
TEST(every_fetch_is_decoded_by_the_next_slot)
{
    for (uint32_t fetches = 1; fetches <= MOST; fetches++) {
        struct sm_rig r;
        struct warps w;
        sm_rig_init(&r, MEMORY);
        widen(&r.config);
        r.config.sm.fetches = fetches;
        struct script_step steps[] = {step_op(OP_EXIT, 0, 0, 0)};
        run(&r, &w, MOST, steps, 1);
        for (uint32_t i = 0; i < MOST; i++)
            assert_int_equal(w.scripts[i].issued[0], 1 + (i + 1) / fetches + 1);
        end(&r, &w, MOST);
    }
}

/* One fetch per cycle brings two instructions of one warp; warps take turns, whatever their age. */
TEST(warps_take_turns_to_fetch)
{
    for (uint32_t n = 1; n <= MOST; n++) {
        struct sm_rig r;
        struct warps w;
        sm_rig_init(&r, MEMORY);
        widen(&r.config);
        r.config.sm.fetches = 1;
        struct script_step steps[13];
        for (uint32_t k = 0; k < 12; k++)
            steps[k] = step_op(OP_ALU, 1 + k, 0, 0);
        steps[12] = step_op(OP_EXIT, 0, 0, 0);
        run(&r, &w, n, steps, 13);
        /* fetched in c, decoded in c + 1, issued in c + 2 and c + 3, in which it is fetched again
         */
        uint32_t period = n > 3 ? n : 3;
        for (uint32_t i = 0; i < n; i++)
            for (uint32_t k = 0; k < 12; k++)
                assert_int_equal(w.scripts[i].issued[k], 1 + i + k / 2 * period + 2 + k % 2);
        end(&r, &w, n);
    }
}

/* With a second slot what the last instruction of the buffer made room for is there at once. */
TEST(a_buffer_of_two_instructions_is_refilled_without_a_gap_by_two_slots)
{
    for (uint32_t fetches = 1; fetches <= 2; fetches++) {
        struct sm_rig r;
        struct warps w;
        sm_rig_init(&r, MEMORY);
        r.config.sm.fetches = fetches;
        struct script_step steps[9];
        for (uint32_t k = 0; k < 8; k++)
            steps[k] = step_op(OP_ALU, 1 + k, 0, 0);
        steps[8] = step_op(OP_EXIT, 0, 0, 0);
        run(&r, &w, 1, steps, 9);
        uint32_t first = fetches == 1 ? 3 : 2, gap = fetches == 1 ? 1 : 0;
        for (uint32_t k = 0; k < 9; k++)
            assert_int_equal(w.scripts[0].issued[k], first + k + k / 2 * gap);
        end(&r, &w, 1);
    }
}

TEST(a_taken_branch_costs_its_flush_and_a_refetch)
{
    for (uint32_t fetches = 1; fetches <= 2; fetches++) {
        for (uint32_t place = 0; place < 2; place++) { /* first or second of its fetch */
            struct script s ENDED_BY(script_free);
            struct sm_rig r ENDED_BY(sm_rig_free);
            struct gpu_counters c;
            sm_rig_init(&r, MEMORY);
            r.config.sm.fetches = fetches;
            struct script_step steps[8];
            for (uint32_t k = 0; k < 8; k++)
                steps[k] = step_op(OP_ALU, 1 + k, 0, 0);
            steps[2 + place] = step_op(OP_BRANCH, 0, 0, 0);
            steps[2 + place].jump_to = 6;
            steps[2 + place].times = 1;
            steps[7] = step_op(OP_EXIT, 0, 0, 0);
            sm_rig_one(&r, &s, steps, 8);
            sm_rig_count(&r, &c);
            /* As the second of its fetch it is issued before what follows it is decoded, so that
             * with one slot the flush waits for that. */
            uint32_t decode = fetches == 1 ? place : 0, refetch = fetches == 1 ? 1 : 0;
            assert_int_equal(s.issued[3 + place] - s.issued[2 + place], 1 + decode + refetch + 1);
            assert_int_equal(c.sm.slot_control, 1);
        }
    }
}

/* Loads issued in the same cycle enter the load/store unit oldest first. */
static void rotate(uint32_t schedulers)
{
    for (uint32_t before = 0; before < 2 * schedulers; before++) {
        struct sm_rig r ENDED_BY(sm_rig_free);
        struct script_step steps[MOST][2 * MOST + 2];
        struct script s[MOST], *all[MOST];
        sm_rig_init(&r, MEMORY);
        r.config.sm.fetches = 8;
        r.config.sm.schedulers = schedulers;
        r.config.sm.collectors = 2 * schedulers;
        r.config.sm.register_banks = 4 * schedulers;
        r.config.exec.sp_units = r.config.exec.int_units = r.config.exec.sfu_units = schedulers;
        for (uint32_t i = 0; i < schedulers; i++) {
            for (uint32_t k = 0; k < before; k++)
                steps[i][k] = step_op(OP_ALU, 1 + k, 0, 0);
            steps[i][before] = step_op(OP_LOAD, 30, 0, 0);
            steps[i][before].addr = 0x1000 * (i + 1);
            steps[i][before + 1] = step_op(OP_EXIT, 0, 0, 0);
            script_number(steps[i], before + 2);
            script_init(&s[i], steps[i], before + 2, &r.now);
            all[i] = &s[i];
        }
        sm_rig_together(&r, all, schedulers);
        assert_int_equal(r.memory.n, schedulers);
        /* Cycles count from the first with a warp; the first instruction is issued in the second.
         */
        for (uint32_t k = 0; k < schedulers; k++) {
            assert_int_equal(s[k].issued[before], s[0].issued[before]);
            uint32_t scheduler = (1 + before + k) % schedulers;
            assert_int_equal(r.memory.waiting[k].addr, 0x1000 * (scheduler + 1));
        }
        for (uint32_t i = 0; i < schedulers; i++)
            script_free(&s[i]);
    }
}

TEST(the_first_scheduler_of_a_cycle_rotates)
{
    for (uint32_t schedulers = 1; schedulers < MOST; schedulers++)
        rotate(schedulers);
}

TEST(an_instruction_waits_for_what_it_reads_and_for_what_it_overwrites)
{
    static const struct {
        uint32_t dst, src0, src1;
        bool waits;
    } second[] = {
        {2, 1, 0, true},                      /* reads the result */
        {2, 9, 1, true},                      /* as its other source, a guard for instance */
        {1, 0, 0, true},                      /* writes it */
        {9, 0, 0, false},                     /* writes a source of the first */
        {2, 9, 10, false},                    /* has nothing to do with it */
        {0, 9, 0, false},  {65, 0, 0, false}, /* the same bit of another word */
    };
    for (size_t i = 0; i < sizeof second / sizeof *second; i++) {
        struct sm_rig r;
        struct script s ENDED_BY(script_free);
        struct gpu_counters c;
        sm_rig_init(&r, MEMORY);
        struct script_step steps[] = {
            step_op(OP_FP_MAX, 1, 9, 0),
            step_op(OP_ALU, second[i].dst, second[i].src0, second[i].src1),
            step_op(OP_EXIT, 0, 0, 0),
        };
        sm_rig_one(&r, &s, steps, 3);
        sm_rig_count(&r, &c);
        uint32_t distance = TO_UNIT + r.config.exec.fp_max_latency + WRITEBACK;
        assert_int_equal(s.issued[1] - s.issued[0], second[i].waits ? distance : 1);
        assert_int_equal(c.sm.slot_alu, second[i].waits ? distance - 1 : 0);
        sm_rig_free(&r);
    }
}

TEST(registers_are_those_of_one_warp)
{
    struct sm_rig r;
    struct warps w;
    sm_rig_init(&r, MEMORY);
    r.config.sm.fetches = 8;
    struct script_step steps[] = {step_op(OP_SFU, 1, 0, 0), step_op(OP_EXIT, 0, 0, 0)};
    run(&r, &w, 4, steps, 2);
    for (int i = 0; i < 4; i++)
        assert_int_equal(w.scripts[i].issued[0], 2);
    end(&r, &w, 4);
}

static const record_t header = (record_t)0x10000 << 4 | RECORD_HEADER;

/* trace_ray, instructions that do not name its result, one that waits. */
TEST(a_warp_issues_on_behind_a_trace)
{
    for (uint32_t between = 0; between < 5; between++) {
        for (int again = 0; again < 2; again++) { /* what waits: a reader, another trace */
            struct sm_rig r;
            struct script s ENDED_BY(script_free);
            struct gpu_counters c;
            struct ray_work rays[WARP_LANES] = {{.records = &header, .n_records = 1}};
            struct script_step steps[8];
            sm_rig_init(&r, MEMORY);
            steps[0] = step_op(OP_TRACE_RAY, 1, 0, 0);
            for (uint32_t k = 1; k <= between; k++)
                steps[k] = step_op(OP_ALU, 1 + k, 0, 0);
            steps[between + 1] =
                again ? step_op(OP_TRACE_RAY, 20, 0, 0) : step_op(OP_ALU, 21, 1, 0);
            steps[between + 2] = step_op(OP_EXIT, 0, 0, 0);
            for (uint32_t k = 0; k < between + 3; k++)
                if (steps[k].inst.op == OP_TRACE_RAY) {
                    steps[k].rays = rays;
                    steps[k].lanes = 1;
                }
            sm_rig_one(&r, &s, steps, between + 3);
            sm_rig_count(&r, &c);
            for (uint32_t k = 1; k <= between; k++)
                assert_int_equal(s.issued[k], s.issued[0] + k);
            uint32_t latency = 2 + MEMORY + r.config.rt.header_cycles; /* of two sectors */
            assert_int_equal(s.issued[between + 1] - s.issued[0],
                             TO_UNIT_WITHOUT_SOURCES + latency);
            assert_int_equal(c.sm.slot_rt, TO_UNIT_WITHOUT_SOURCES + latency - 1 - between);
            sm_rig_free(&r);
        }
    }
}

/* The turn goes on behind the warp that was fetched last, even where that one waits again. */
TEST(the_turn_to_fetch_goes_on_behind_the_last)
{
    enum { N = 30, PERIOD = 3 }; /* of a warp alone: fetched, decoded, two issued */
    uint32_t met = 0;
    for (uint32_t latency = 20; latency < 20 + 2 * PERIOD; latency++) {
        struct script a ENDED_BY(script_free), b, *all[] = {&a, &b};
        struct sm_rig r ENDED_BY(sm_rig_free);
        struct script_step straight[N + 1];
        struct script_step waiting[] = {step_op(OP_SFU, 1, 0, 0), step_op(OP_ALU, 2, 1, 0),
                                        step_op(OP_EXIT, 0, 0, 0)};
        sm_rig_init(&r, MEMORY);
        r.config.sm.fetches = 1;
        r.config.exec.sfu_latency = latency;
        for (uint32_t k = 0; k < N; k++)
            straight[k] = step_op(OP_ALU, 1 + k, 0, 0);
        straight[N] = step_op(OP_EXIT, 0, 0, 0);
        script_number(straight, N + 1);
        script_number(waiting, 3);
        script_init(&a, straight, N + 1, &r.now);
        script_init(&b, waiting, 3, &r.now);
        sm_rig_together(&r, all, 2);
        /* The second empties its buffer in the cycle in which its sum is issued, and is fetched at
         * once; where the first has emptied its own then, that one waits for a cycle. */
        cycle_t emptied = b.issued[1];
        assert_int_equal(emptied - b.issued[0], TO_UNIT_WITHOUT_SOURCES + latency + WRITEBACK);
        assert_int_equal(b.issued[2], emptied + 2);
        bool both = emptied % PERIOD == 1;
        for (uint32_t k = 0; k < N; k++) {
            cycle_t fetched = 1 + k / 2 * PERIOD;
            assert_int_equal(a.issued[k], fetched + (both && fetched >= emptied) + 2 + k % 2);
        }
        met += both;
        script_free(&b);
    }
    assert_int_equal(met, 2);
}

/* A predicate as data is a result like others; as a guard it counts from the issue of what wrote
 * it. */
TEST(a_guard_waits_for_its_predicate)
{
    for (uint32_t cycles = 0; cycles < 20; cycles += 6)
        for (uint32_t between = 0; between < 3; between++) {
            struct sm_rig r;
            struct warps w;
            sm_rig_init(&r, MEMORY);
            r.config.sm.predicate_cycles = cycles;
            struct script_step steps[6];
            uint32_t n = 0;
            steps[n] = step_op(OP_ALU, 1, 0, 0);
            steps[n++].inst.predicate = true;
            for (uint32_t i = 0; i < between; i++)
                steps[n++] = step_op(OP_ALU, 2 + i, 0, 0);
            steps[n] = step_op(OP_ALU, 9, 1, 0);
            steps[n++].inst.guarded = true;
            steps[n++] = step_op(OP_EXIT, 0, 0, 0);
            run(&r, &w, 1, steps, n);
            uint32_t result = 1 + TO_UNIT_WITHOUT_SOURCES + WRITEBACK;
            assert_int_equal(w.scripts[0].issued[1 + between],
                             w.scripts[0].issued[0] + (cycles > result ? cycles : result));
            end(&r, &w, 1);
        }
}

TEST(data_of_a_predicate_wait_for_no_guard)
{
    struct sm_rig r;
    struct warps w;
    sm_rig_init(&r, MEMORY);
    r.config.sm.predicate_cycles = 30;
    struct script_step steps[] = {step_op(OP_ALU, 1, 0, 0), step_op(OP_ALU, 2, 1, 0),
                                  step_op(OP_EXIT, 0, 0, 0)};
    steps[0].inst.predicate = true;
    run(&r, &w, 1, steps, 3);
    assert_int_equal(w.scripts[0].issued[1],
                     w.scripts[0].issued[0] + 1 + TO_UNIT_WITHOUT_SOURCES + WRITEBACK);
    end(&r, &w, 1);
}

TEST(a_target_issues_when_the_redirection_is_over)
{
    for (uint32_t cycles = 0; cycles < 30; cycles += 5) {
        struct sm_rig r;
        struct warps w;
        sm_rig_init(&r, MEMORY);
        r.config.sm.redirect_cycles = cycles;
        struct script_step steps[] = {step_op(OP_BRANCH, 0, 0, 0), step_op(OP_ALU, 1, 0, 0),
                                      step_op(OP_ALU, 2, 0, 0), step_op(OP_EXIT, 0, 0, 0)};
        steps[0].jump_to = 2;
        steps[0].times = 1;
        run(&r, &w, 1, steps, 4);
        assert_int_equal(w.scripts[0].issued[1],
                         w.scripts[0].issued[0] + (cycles > 2 ? cycles : 2));
        /* what follows in the program waits for nothing */
        assert_int_equal(w.scripts[0].issued[2], w.scripts[0].issued[1] + 1);
        end(&r, &w, 1);
    }
}

/* An instruction waits for its guard also where it waits for something else than registers: a
 * trace, a counter of loads, a CTA at a barrier. */
TEST(guards_of_all_operations_wait_for_their_predicate)
{
    static const enum warp_op ops[] = {
        OP_LOAD,          OP_STORE,  OP_TRACE_RAY, OP_LOAD_SHARED, OP_STORE_SHARED,
        OP_ATOMIC_SHARED, OP_ATOMIC, OP_REDUCE,    OP_BARRIER,     OP_SCALAR_LOAD};
    struct ray_work rays[WARP_LANES] = {{.records = &header, .n_records = 1}};
    for (uint32_t i = 0; i < sizeof ops / sizeof *ops; i++)
        for (uint32_t counter = COUNTER_NONE; counter <= COUNTER_VM; counter++) {
            struct sm_rig r;
            struct warps w;
            sm_rig_init(&r, MEMORY);
            r.config.sm.predicate_cycles = 30;
            struct script_step steps[] = {step_op(OP_ALU, 1, 0, 0), step_op(ops[i], 0, 1, 0),
                                          step_op(OP_EXIT, 0, 0, 0)};
            steps[0].inst.predicate = steps[1].inst.guarded = true;
            steps[1].inst.counter = (uint8_t)counter;
            if (ops[i] == OP_TRACE_RAY) {
                steps[1].rays = rays;
                steps[1].lanes = 1;
            }
            run(&r, &w, 1, steps, 3);
            assert_int_equal(w.scripts[0].issued[1], w.scripts[0].issued[0] + 30);
            end(&r, &w, 1);
        }
}

/* While an operand is on its way it is that which is waited for. */
TEST(a_guarded_instruction_waits_for_operands_first)
{
    enum { GUARD = 60 };
    for (uint32_t latency = 10; latency < 90; latency += 20) {
        struct sm_rig r;
        struct warps w;
        struct gpu_counters c;
        sm_rig_init(&r, MEMORY);
        r.config.sm.schedulers = 1;
        r.config.sm.predicate_cycles = GUARD;
        r.config.exec.sfu_latency = latency;
        struct script_step steps[] = {step_op(OP_ALU, 1, 0, 0), step_op(OP_SFU, 2, 0, 0),
                                      step_op(OP_ALU, 3, 2, 1), step_op(OP_EXIT, 0, 0, 0)};
        steps[0].inst.predicate = steps[2].inst.guarded = true;
        run(&r, &w, 1, steps, 4);
        sm_rig_count(&r, &c);
        const cycle_t *issued = w.scripts[0].issued;
        cycle_t operand = issued[1] + TO_UNIT_WITHOUT_SOURCES + latency + WRITEBACK;
        cycle_t guard = issued[0] + GUARD;
        assert_int_equal(issued[2], operand > guard ? operand : guard);
        assert_int_equal(c.sm.slot_alu, operand - issued[1] - 1);
        assert_int_equal(c.sm.slot_control, operand < guard ? guard - operand : 0);
        end(&r, &w, 1);
    }
}

/* Two warps branch, one so many instructions behind the other: each is held for its own time. */
TEST(held_warps_go_on_by_themselves)
{
    enum { REDIRECT = 20, LATER = 24 };
    for (uint32_t later = 0; later < LATER; later++)
        for (uint32_t first = 0; first < 2; first++) {
            struct sm_rig r;
            struct script s[2], *all[] = {&s[0], &s[1]};
            sm_rig_init(&r, MEMORY);
            r.config.sm.fetches = 8;
            r.config.sm.redirect_cycles = REDIRECT;
            for (uint32_t i = 0; i < 2; i++) {
                struct script_step steps[LATER + 4];
                uint32_t n = 0, before = i == first ? 0 : later;
                for (; n < before; n++)
                    steps[n] = step_op(OP_ALU, 1 + n, 0, 0);
                steps[n] = step_op(OP_BRANCH, 0, 0, 0);
                steps[n].jump_to = n + 2;
                steps[n++].times = 1;
                steps[n++] = step_op(OP_ALU, 1, 0, 0);
                steps[n++] = step_op(OP_ALU, 2, 0, 0);
                steps[n++] = step_op(OP_EXIT, 0, 0, 0);
                script_number(steps, n);
                script_init(&s[i], steps, n, &r.now);
            }
            sm_rig_together(&r, all, 2);
            for (uint32_t i = 0; i < 2; i++) {
                uint32_t branch = i == first ? 0 : later;
                assert_int_equal(s[i].issued[branch + 1], s[i].issued[branch] + REDIRECT);
                script_free(&s[i]);
            }
            sm_rig_free(&r);
        }
}

/* Of the predicates that a warp has written the guard's own counts, be it the last or not; of one
 * that was written long before there is nothing to wait for. */
TEST(a_guard_waits_for_no_other_predicate)
{
    enum { GUARD = 40, PREDICATES = 6 };
    for (uint32_t at = 0; at < PREDICATES; at++) {
        struct sm_rig r;
        struct warps w;
        struct script_step steps[PREDICATES + 2];
        sm_rig_init(&r, MEMORY);
        r.config.sm.predicate_cycles = GUARD;
        for (uint32_t i = 0; i < PREDICATES; i++) {
            steps[i] = step_op(OP_ALU, 1 + i, 0, 0);
            steps[i].inst.predicate = true;
        }
        steps[PREDICATES] = step_op(OP_ALU, 20, 1 + at, 0);
        steps[PREDICATES].inst.guarded = true;
        steps[PREDICATES + 1] = step_op(OP_EXIT, 0, 0, 0);
        run(&r, &w, 1, steps, PREDICATES + 2);
        const cycle_t *issued = w.scripts[0].issued;
        if (at + 4 < PREDICATES)
            assert_true(issued[PREDICATES] < issued[at] + 10);
        else
            assert_int_equal(issued[PREDICATES], issued[at] + GUARD);
        end(&r, &w, 1);
    }
}

/* An SM of 64 warps too begins to fetch with the first. */
TEST(the_first_warp_is_fetched_first)
{
    for (uint32_t warps = 16; warps <= 64; warps *= 2) {
        struct sm_rig r;
        struct warps w;
        struct script_step steps[] = {step_op(OP_EXIT, 0, 0, 0)};
        sm_rig_init(&r, MEMORY);
        r.config.sm.threads = warps * WARP_LANES;
        r.config.sm.ctas = 64;
        r.config.sm.fetches = 1;
        run(&r, &w, 4, steps, 1);
        for (uint32_t i = 1; i < 4; i++)
            assert_int_equal(w.scripts[i].issued[0], w.scripts[0].issued[0] + i);
        end(&r, &w, 4);
    }
}

/* Register 0 is one like others: what writes no register ends no wait for it. */
TEST(results_end_waits_for_their_own_registers)
{
    struct sm_rig r;
    struct warps w;
    struct script_step steps[] = {step_op(OP_SFU, 1, 0, 0), step_op(OP_ALU, 0, 0, 0),
                                  step_op(OP_ALU, 3, 1, 0), step_op(OP_EXIT, 0, 0, 0)};
    sm_rig_init(&r, MEMORY);
    steps[0].inst.dst[0] = steps[2].inst.src[0] = 0;
    run(&r, &w, 1, steps, 4);
    assert_int_equal(w.scripts[0].issued[2] - w.scripts[0].issued[0],
                     TO_UNIT_WITHOUT_SOURCES + r.config.exec.sfu_latency + WRITEBACK);
    end(&r, &w, 1);
}

/* A predicate that is written twice, with another behind it: the second time counts. */
TEST(a_guard_waits_for_what_was_written_last)
{
    enum { GUARD = 40 };
    struct sm_rig r;
    struct warps w;
    struct script_step steps[] = {step_op(OP_ALU, 1, 0, 0), step_op(OP_ALU, 1, 0, 0),
                                  step_op(OP_ALU, 2, 0, 0), step_op(OP_ALU, 20, 1, 0),
                                  step_op(OP_EXIT, 0, 0, 0)};
    sm_rig_init(&r, MEMORY);
    r.config.sm.predicate_cycles = GUARD;
    for (uint32_t i = 0; i < 3; i++)
        steps[i].inst.predicate = true;
    steps[3].inst.guarded = true;
    run(&r, &w, 1, steps, 5);
    assert_true(w.scripts[0].issued[1] > w.scripts[0].issued[0] + 1);
    assert_int_equal(w.scripts[0].issued[3], w.scripts[0].issued[1] + GUARD);
    end(&r, &w, 1);
}
