/* The intervals of a warp alone, by hand. Instructions are issued in cycles 0, 1, 2, ... */
#include "tests/rig/rig.h"

#include "common/memory.h"
#include "common/random.h"
#include "sim/gpumech/profile.h"

#include <math.h>
#include <string.h>

enum { NO = 9999 }; /* no register */

static struct warp_inst inst(enum warp_op op, uint16_t dst, uint16_t src)
{
    struct warp_inst i = {.op = (uint8_t)op, .n_dst = dst != NO, .n_src = src != NO};
    i.dst[0] = dst;
    i.src[0] = src;
    return i;
}

static void issue(struct interval_builder *b, struct warp_inst i, double latency,
                  const struct interval_access *access)
{
    assert_ok(interval_builder_issue(b, &i, latency, access, &st));
}

static void begin(struct interval_builder *b, double issue_rate, bool keep)
{
    interval_builder_init(b, issue_rate);
    interval_builder_start(b, keep);
}

static struct interval_profile end(struct interval_builder *b)
{
    struct interval_profile p;
    assert_ok(interval_builder_finish(b, &p, &st));
    interval_builder_free(b);
    return p;
}

static void assert_interval(const struct interval_profile *p, uint32_t n, uint64_t insts,
                            double stall, enum interval_cause cause)
{
    assert_true(n < p->n_intervals);
    assert_int_equal(p->intervals[n].insts, insts);
    assert_near(p->intervals[n].stall_cycles, stall);
    assert_int_equal(p->intervals[n].cause, cause);
}

/* Fig. 2: an interval of 1 instruction and one of 4, each with 10 stall cycles. i1 is issued at 0
 * and done at 10, so that i2 issues at 11 instead of 1; i5, the fourth from there, at 14, done at
 * 24; the warp's last at 25. In all 6 instructions in 26 cycles. */
TEST(intervals_of_figure_2)
{
    struct interval_builder b;
    begin(&b, 1, true);
    issue(&b, inst(OP_FP_ADD, 1, NO), 10, NULL);
    issue(&b, inst(OP_FP_ADD, 2, 1), 10, NULL);
    issue(&b, inst(OP_FP_ADD, 3, NO), 10, NULL);
    issue(&b, inst(OP_FP_ADD, 4, NO), 10, NULL);
    issue(&b, inst(OP_FP_ADD, 5, NO), 10, NULL);
    issue(&b, inst(OP_EXIT, NO, 5), 0, NULL);
    struct interval_profile p ENDED_BY(interval_profile_free) = end(&b);
    assert_int_equal(p.n_intervals, 3);
    assert_interval(&p, 0, 1, 10, INTERVAL_ON_DEP);
    assert_interval(&p, 1, 4, 10, INTERVAL_ON_DEP);
    assert_interval(&p, 2, 1, 0, INTERVAL_NO_STALL);
    assert_int_equal(p.insts, 6);
    assert_int_equal(p.n_stalls, 2);
    assert_near(interval_profile_cycles(&p), 26);
    assert_near(interval_warp_perf(&p), 6.0 / 26);
    assert_near(interval_cycles(&p.intervals[1], p.issue_rate), 14);
}

/* Fig. 6, as far as the text has it: instruction 5 needs 3, and nobody needs the others. With a
 * latency of 6 (the figure's is not in the text) i3 is issued at 2 and done at 8, so that i5 issues
 * at 9 instead of 4: an interval of 4 instructions and 5 stall cycles. */
TEST(what_comes_between_hides_a_part_of_the_latency)
{
    struct interval_builder b;
    begin(&b, 1, true);
    for (uint16_t i = 1; i <= 6; i++)
        issue(&b, inst(OP_FP_ADD, i, i == 5 ? 3 : NO), 6, NULL);
    struct interval_profile p ENDED_BY(interval_profile_free) = end(&b);
    assert_int_equal(p.n_intervals, 2);
    assert_interval(&p, 0, 4, 5, INTERVAL_ON_DEP);
    assert_interval(&p, 1, 2, 0, INTERVAL_NO_STALL);
}

/* A load of 100 cycles at 0, an addition of 7 at 1: who needs both waits for the load, until 101,
 * 99 cycles later than 2. The shares are the load's; what is asked of memory is of the interval in
 * which it is issued. */
TEST(the_source_that_is_done_last_is_the_cause)
{
    struct interval_access load = {
        .mshr_insts = 0.5, .mshr_reqs = 3, .dram_reqs = 2, .share = {0.5, 0.25, 0.25}};
    struct interval_access store = {.dram_reqs = 32};
    struct warp_inst both = inst(OP_FP_ADD, 3, 1);
    both.n_src = 2;
    both.src[1] = 2;
    struct interval_builder b;
    begin(&b, 1, true);
    issue(&b, inst(OP_LOAD, 1, NO), 100, &load);
    issue(&b, inst(OP_FP_ADD, 2, NO), 7, NULL);
    issue(&b, both, 7, NULL);
    issue(&b, inst(OP_LOAD, 4, NO), 100, &load);
    issue(&b, inst(OP_LOAD, 5, NO), 100, &load);
    issue(&b, inst(OP_STORE, NO, NO), 100, &store);
    struct interval_profile p ENDED_BY(interval_profile_free) = end(&b);
    assert_int_equal(p.n_intervals, 2);
    assert_interval(&p, 0, 2, 99, INTERVAL_ON_MEMORY);
    assert_near(p.intervals[0].does.mshr_insts, 0.5);
    assert_near(p.intervals[0].does.mshr_reqs, 3);
    assert_near(p.intervals[0].does.dram_reqs, 2);
    assert_memory_equal(p.intervals[0].does.share, load.share, sizeof load.share);
    assert_interval(&p, 1, 4, 0, INTERVAL_NO_STALL); /* a store and loads that nobody waits for */
    assert_near(p.intervals[1].does.mshr_insts, 1);
    assert_near(p.intervals[1].does.mshr_reqs, 6);
    assert_near(p.intervals[1].does.dram_reqs, 36);
}

/* A scoreboard holds an instruction that writes a pending register, too. */
TEST(a_register_is_not_written_before_its_last_writer_is_done)
{
    struct interval_builder b;
    begin(&b, 1, true);
    issue(&b, inst(OP_INT_DIV, 1, NO), 20, NULL);
    issue(&b, inst(OP_ALU, 1, NO), 4, NULL);
    struct interval_profile p ENDED_BY(interval_profile_free) = end(&b);
    assert_int_equal(p.n_intervals, 2);
    assert_interval(&p, 0, 1, 20, INTERVAL_ON_DEP);
}

/* Traces of 500 cycles: the second, issued in the next cycle and needing nothing of the first,
 * waits for it; its result is waited for as well. */
TEST(a_trace_waits_for_the_trace_before_it)
{
    const struct interval_access trace = {.traces = 1};
    struct interval_builder b;
    begin(&b, 1, true);
    issue(&b, inst(OP_TRACE_RAY, 1, NO), 500, &trace);
    issue(&b, inst(OP_TRACE_RAY, 2, NO), 500, &trace);
    issue(&b, inst(OP_ALU, 3, 2), 4, NULL);
    struct interval_profile p ENDED_BY(interval_profile_free) = end(&b);
    assert_int_equal(p.n_intervals, 3);
    assert_interval(&p, 0, 1, 500, INTERVAL_ON_RT);
    assert_interval(&p, 1, 1, 500, INTERVAL_ON_RT);
    assert_near(p.intervals[1].does.traces, 1);
    assert_near(p.intervals[2].does.traces, 0);
}

/* At 2 per cycle three instructions take 1.5 cycles; the last waits for the first, done at 10,
 * while the second is issued at 0.5: 9.5 cycles. At one in two cycles the second is issued at 2: 8
 * cycles, and three instructions take 6. */
TEST(instructions_are_issued_at_the_issue_rate)
{
    static const double rate[] = {2, 0.5}, stall[] = {9.5, 8}, cycles[] = {11, 14};
    for (int n = 0; n < 2; n++) {
        struct interval_builder b;
        begin(&b, rate[n], true);
        issue(&b, inst(OP_ALU, 1, NO), 10, NULL);
        issue(&b, inst(OP_ALU, 2, NO), 10, NULL);
        issue(&b, inst(OP_ALU, 3, 1), 10, NULL);
        struct interval_profile p ENDED_BY(interval_profile_free) = end(&b);
        assert_interval(&p, 0, 2, stall[n], INTERVAL_ON_DEP);
        assert_near(interval_profile_cycles(&p), cycles[n]);
        assert_near(interval_cycles(&p.intervals[0], p.issue_rate), 2 / rate[n] + stall[n]);
    }
}

TEST(without_intervals_the_sums_are_the_same)
{
    struct interval_profile p[2];
    for (int keep = 0; keep < 2; keep++) {
        struct interval_builder b;
        begin(&b, 1, keep);
        for (uint16_t i = 0; i < 500; i++)
            issue(&b, inst(OP_FP_MAD, i % 7, (uint16_t)(i * 3 % 11)), 3.7, NULL);
        p[keep] = end(&b);
    }
    assert_null(p[0].intervals);
    assert_int_equal(p[0].n_intervals, 0);
    assert_true(p[1].n_intervals > 100 && p[1].n_stalls == p[1].n_intervals - 1);
    assert_int_equal(p[0].insts, 500);
    assert_int_equal(p[0].n_stalls, p[1].n_stalls);
    assert_near(p[0].stall_cycles, p[1].stall_cycles);
    uint64_t insts = 0;
    double stalls = 0;
    for (uint32_t i = 0; i < p[1].n_intervals; i++) {
        insts += p[1].intervals[i].insts;
        stalls += p[1].intervals[i].stall_cycles;
    }
    assert_int_equal(insts, 500);
    assert_near(stalls, p[1].stall_cycles);
    interval_profile_free(&p[1]);
}

/* Registers and traces are the warp's own, and a warp that was left unfinished leaves nothing. */
TEST(warps_know_nothing_of_each_other)
{
    const struct interval_access trace = {.traces = 1};
    struct interval_builder b;
    begin(&b, 1, true);
    issue(&b, inst(OP_LOAD, 1, NO), 1000, NULL);
    issue(&b, inst(OP_TRACE_RAY, 2, NO), 1000, &trace);
    issue(&b, inst(OP_ALU, 3, 1), 1000, NULL);
    interval_builder_start(&b, true);
    issue(&b, inst(OP_ALU, 4, 1), 4, NULL);
    issue(&b, inst(OP_TRACE_RAY, 2, 3), 4, NULL);
    struct interval_profile p ENDED_BY(interval_profile_free) = end(&b);
    assert_int_equal(p.n_intervals, 1);
    assert_interval(&p, 0, 2, 0, INTERVAL_NO_STALL);
    assert_near(p.intervals[0].does.traces, 0);
}

TEST(a_warp_without_instructions_has_no_interval)
{
    struct interval_builder b;
    begin(&b, 1, true);
    struct interval_profile p ENDED_BY(interval_profile_free) = end(&b);
    assert_int_equal(p.n_intervals, 0);
    assert_int_equal(p.insts, 0);
    assert_true(interval_profile_cycles(&p) == 0 && interval_warp_perf(&p) == 0);
}

/* What a register that nobody wrote holds was there before the warp began. */
TEST(registers_that_nobody_wrote_are_not_waited_for)
{
    struct interval_builder b;
    begin(&b, 1, true);
    issue(&b, inst(OP_STORE, NO, 300), 0, NULL);
    issue(&b, inst(OP_STORE, NO, 50000), 0, NULL);
    issue(&b, inst(OP_ALU, 65535, NO), 9, NULL);
    issue(&b, inst(OP_STORE, NO, 65534), 0, NULL);
    issue(&b, inst(OP_STORE, NO, 65535), 0, NULL);
    struct interval_profile p ENDED_BY(interval_profile_free) = end(&b);
    assert_int_equal(p.n_intervals, 2);
    assert_interval(&p, 0, 4, 8, INTERVAL_ON_DEP);
}

TEST(traces_that_take_no_time_are_of_one_interval)
{
    const struct interval_access trace = {.traces = 1};
    struct interval_builder b;
    begin(&b, 1, true);
    issue(&b, inst(OP_TRACE_RAY, 1, NO), 0, &trace);
    issue(&b, inst(OP_TRACE_RAY, 2, NO), 0, &trace);
    struct interval_profile p ENDED_BY(interval_profile_free) = end(&b);
    assert_int_equal(p.n_intervals, 1);
    assert_near(p.intervals[0].does.traces, 2);
}

TEST(latencies_of_nothing_make_one_interval)
{
    struct interval_builder b;
    begin(&b, 1, true);
    for (int i = 0; i < 10; i++)
        issue(&b, inst(OP_ALU, 60000, 60000), 0, NULL);
    struct interval_profile p ENDED_BY(interval_profile_free) = end(&b);
    assert_int_equal(p.n_intervals, 1);
    assert_interval(&p, 0, 10, 0, INTERVAL_NO_STALL);
    assert_near(interval_warp_perf(&p), 1);
}

/* Eq. 4 as it is printed, over an array of all instructions. */
TEST(the_builder_agrees_with_equation_4)
{
    enum { INSTS = 3000, REGISTERS = 12 };
    static double issued[INSTS], done[INSTS];
    struct interval_builder b;
    begin(&b, 1, true);
    int writer[REGISTERS];
    memset(writer, -1, sizeof writer);
    double stalls = 0;
    uint32_t intervals = 1;
    for (int k = 0; k < INSTS; k++) {
        uint64_t r = random_mix((uint64_t)k);
        uint16_t dst = r % REGISTERS, src = r / 64 % REGISTERS;
        double latency = (double)(r / 4096 % 16);
        int sources[] = {writer[src], writer[dst]};
        issued[k] = k ? issued[k - 1] + 1 : 0;
        for (int s = 0; s < 2; s++)
            if (sources[s] >= 0)
                issued[k] = fmax(issued[k], done[sources[s]] + 1);
        done[k] = issued[k] + latency;
        writer[dst] = k;
        if (k && issued[k] != issued[k - 1] + 1) {
            stalls += issued[k] - issued[k - 1] - 1;
            intervals++;
        }
        issue(&b, inst(OP_ALU, dst, src), latency, NULL);
    }
    struct interval_profile p ENDED_BY(interval_profile_free) = end(&b);
    assert_true(intervals > INSTS / 8 && intervals < INSTS);
    assert_int_equal(p.n_intervals, intervals);
    assert_near(p.stall_cycles, stalls);
    assert_near(interval_profile_cycles(&p), issued[INSTS - 1] + 1);
}

TEST(no_memory_is_said_and_a_warp_can_start_anew)
{
    struct warp_inst chain = inst(OP_ALU, 1, 1);
    for (long nth = 1; nth <= 2; nth++) { /* the registers, the intervals */
        struct interval_builder b;
        begin(&b, 1, true);
        mem_fail_from(nth);
        enum st_code code = ST_OK;
        for (int i = 0; i < 3 && code == ST_OK; i++)
            code = interval_builder_issue(&b, &chain, 4, NULL, &st);
        mem_fail_from(0);
        assert_int_equal(code, ST_NOMEM);
        interval_builder_start(&b, true);
        issue(&b, chain, 4, NULL);
        issue(&b, chain, 4, NULL);
        struct interval_profile p ENDED_BY(interval_profile_free) = end(&b);
        assert_int_equal(p.n_intervals, 2);
        assert_interval(&p, 0, 1, 4, INTERVAL_ON_DEP);
    }
}

/* Section V-B: L2 hits (120 cycles) in 90 % of the executions, misses (420) in 10 %: 108 + 42. */
TEST(the_average_memory_access_time_is_150_cycles)
{
    const double cycles[INTERVAL_LEVELS] = {25, 120, 420};
    assert_near(interval_amat((double[INTERVAL_LEVELS]){0, 0.9, 0.1}, cycles), 150);
    assert_near(interval_amat((double[INTERVAL_LEVELS]){0, 0, 1}, cycles), 420);
    assert_near(interval_amat((double[INTERVAL_LEVELS]){0.5, 0.5, 0}, cycles), 72.5);
}
