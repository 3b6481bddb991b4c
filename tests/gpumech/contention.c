/* What warps wait for when they want the same thing, by hand. */
#include "tests/rig/rig.h"

#include "sim/gpumech/contention.h"

/* Fig. 9: two instructions and a load of two requests, all missing; the latency is Table I's. */
static const struct interval figure_9 = {
    .insts = 3,
    .stall_cycles = 420,
    .cause = INTERVAL_ON_MEMORY,
    .does = {.mshr_insts = 1, .mshr_reqs = 2, .dram_reqs = 2, .share = {0, 0, 1}},
};
static const struct interval_core four_warps = {.warps = 4, .schedulers = 1};
static const struct interval_resources six_mshrs = {
    .cores = 4, .mshrs = 6, .miss_cycles = 420, .line_cycles = 2};

static struct interval asks_dram(double reqs)
{
    return (struct interval){.insts = 10, .stall_cycles = 90, .does = {.dram_reqs = reqs}};
}

/* 8 on 6 places: 6 wait for none, 2 for one. 12: 6 and 6. 13: (0 * 6 + 1 * 6 + 2) / 13. 7.5: 1.5 of
 * them for one. */
TEST(rounds_that_requests_wait)
{
    assert_near(interval_rounds_waited(8, 6), 2.0 / 8);
    assert_near(interval_rounds_waited(12, 6), 6.0 / 12);
    assert_near(interval_rounds_waited(13, 6), 8.0 / 13);
    assert_near(interval_rounds_waited(7.5, 6), 1.5 / 7.5);
    assert_true(interval_rounds_waited(6, 6) == 0);
    assert_true(interval_rounds_waited(0.3, 6) == 0);
    assert_true(interval_rounds_waited(0, 6) == 0);
    assert_true(interval_rounds_waited(1000, 0) == 0);
}

/* Eq. 19 with a miss latency of 1, as it is printed. */
TEST(rounds_agree_with_the_sum_of_equation_19)
{
    for (uint32_t places = 1; places < 9; places++)
        for (uint32_t n = 1; n < 100; n++) {
            uint32_t sum = 0;
            for (uint32_t j = 1; j <= n; j++)
                sum += (j + places - 1) / places;
            assert_near(interval_rounds_waited(n, places), (double)sum / n - 1);
        }
}

/* 8 requests, 6 MSHRs: (6 * 420 + 2 * 840) / 8 - 420 = 105 cycles for the one load. Three warps
 * find room. */
TEST(mshrs_of_figure_9)
{
    assert_near(interval_mshr_delay(&figure_9, &four_warps, &six_mshrs), 105);
    struct interval_core three = {.warps = 3, .schedulers = 1};
    assert_true(interval_mshr_delay(&figure_9, &three, &six_mshrs) == 0);
    struct interval_resources any = six_mshrs;
    any.mshrs = 0;
    assert_true(interval_mshr_delay(&figure_9, &four_warps, &any) == 0);
}

/* Two loads: 16 requests, (6 * 1 + 6 * 2 + 4 * 3) / 16 - 1 = 0.875 latencies, for each of the two.
 */
TEST(mshrs_delay_every_memory_instruction)
{
    struct interval two = figure_9;
    two.does.mshr_insts = 2;
    two.does.mshr_reqs = 4;
    assert_near(interval_mshr_delay(&two, &four_warps, &six_mshrs), 2 * 0.875 * 420);
    two.does.mshr_insts = two.does.mshr_reqs = 0; /* all hit */
    assert_true(interval_mshr_delay(&two, &four_warps, &six_mshrs) == 0);
}

/* Table I: 1 GHz, lines of 128 bytes, 192 GB/s. */
TEST(a_line_on_the_dram_bus_takes_two_thirds_of_a_cycle)
{
    assert_near(interval_line_cycles(1e9, 128, 192e9), 2.0 / 3);
}

/* 2 requests, 4 warps, 4 cores: 32 in 100 cycles of 2 each: lambda = 0.32, rho = 0.64,
 * 0.32 * 4 / (2 * 0.36) = 16/9 cycles; the cap is 2 * 32 / 2. */
TEST(dram_waits_as_an_md1_queue)
{
    struct interval i = asks_dram(2);
    assert_near(interval_bandwidth_delay(&i, 100, &four_warps, &six_mshrs), 16.0 / 9);
}

/* 50 requests of 2 cycles fill 100 cycles: the cap is 50. A little less: the queue's wait is beyond
 * the cap, 49.9 cycles. Twice as many: 100. */
TEST(dram_waits_no_longer_than_for_half_of_the_requests)
{
    struct interval i = asks_dram(50.0 / 16);
    assert_near(interval_bandwidth_delay(&i, 100, &four_warps, &six_mshrs), 50);
    i = asks_dram(49.9 / 16);
    assert_near(interval_bandwidth_delay(&i, 100, &four_warps, &six_mshrs), 49.9);
    i = asks_dram(100.0 / 16);
    assert_near(interval_bandwidth_delay(&i, 100, &four_warps, &six_mshrs), 100);
    assert_near(interval_bandwidth_delay(&i, 0, &four_warps, &six_mshrs), 100);
}

TEST(dram_is_not_waited_for_without_requests)
{
    struct interval i = asks_dram(0);
    assert_true(interval_bandwidth_delay(&i, 100, &four_warps, &six_mshrs) == 0);
    assert_true(interval_bandwidth_delay(&i, 0, &four_warps, &six_mshrs) == 0);
    i = asks_dram(2); /* a bus without end */
    struct interval_resources fast = six_mshrs;
    fast.line_cycles = 0;
    assert_true(interval_bandwidth_delay(&i, 100, &four_warps, &fast) == 0);
}

TEST(more_requests_never_wait_less)
{
    double before = 0;
    for (int n = 1; n < 400; n++) {
        struct interval i = asks_dram(n / 32.0);
        double delay = interval_bandwidth_delay(&i, 100, &four_warps, &six_mshrs);
        assert_true(delay > before);
        before = delay;
    }
}

/* A trace of 500 cycles with 200 requests, 4 in the unit. Two fit beside each other: 400 requests
 * take less than 500 cycles. Four take turns for 800 cycles, 300 more than alone. Of eight, four
 * end at 800 and four at 1600: 1200 on average, 700 more. */
TEST(traces_share_the_rt_unit)
{
    const struct interval_resources unit = {
        .cores = 1, .rt_warps = 4, .trace_cycles = 500, .trace_requests = 200};
    static const double warps[] = {1, 2, 4, 8}, more[] = {0, 0, 300, 700};
    struct interval i = {.insts = 5, .stall_cycles = 500, .does = {.traces = 1}};
    for (int n = 0; n < 4; n++) {
        struct interval_core core = {.warps = warps[n], .schedulers = 1};
        assert_near(interval_rt_delay(&i, &core, &unit), more[n]);
    }
    assert_near(interval_trace_service(&unit, 1), 500);
    assert_near(interval_trace_service(&unit, 4), 800);
}

/* Without requests a unit is as MSHRs: j waits ceil(j / 4) - 1 times, of 8 half of them once. Where
 * it holds any number, the 8 take turns: 1600 cycles. */
TEST(places_and_requests_of_the_rt_unit_count_each_for_itself)
{
    struct interval_resources unit = {.cores = 1, .rt_warps = 4, .trace_cycles = 500};
    struct interval_core core = {.warps = 8, .schedulers = 1};
    struct interval i = {.insts = 5, .stall_cycles = 500, .does = {.traces = 1}};
    assert_near(interval_rt_delay(&i, &core, &unit), 250);
    unit.rt_warps = 0;
    assert_true(interval_rt_delay(&i, &core, &unit) == 0);
    unit.trace_requests = 200;
    assert_near(interval_rt_delay(&i, &core, &unit), 1100);
}

/* A tenth of a trace in each of 4 warps: one at a time has the unit for itself. None: nothing. */
TEST(few_traces_do_not_wait)
{
    const struct interval_resources unit = {
        .cores = 1, .rt_warps = 1, .trace_cycles = 500, .trace_requests = 200};
    struct interval i = {.insts = 5, .does = {.traces = 0.1}};
    assert_true(interval_rt_delay(&i, &four_warps, &unit) == 0);
    i.does.traces = 0;
    assert_true(interval_rt_delay(&i, &four_warps, &unit) == 0);
}

/* Two traces one after the other, which an interval has where a trace takes no time: 8 warps have 8
 * in the unit at a time, and are delayed twice. With 0.05 traces per warp the one that there is, if
 * any, has nobody to take turns with. */
TEST(a_warp_has_one_trace_at_a_time)
{
    const struct interval_resources unit = {
        .cores = 1, .rt_warps = 4, .trace_cycles = 100, .trace_requests = 100};
    struct interval_core core = {.warps = 8, .schedulers = 1};
    struct interval i = {.insts = 5, .does = {.traces = 2}};
    /* S(4) = 400: 300 longer, and half of the traces wait 400. */
    assert_near(interval_rt_delay(&i, &core, &unit), 2 * (300 + 200));
    i.does.traces = 0.05;
    assert_true(interval_rt_delay(&i, &core, &unit) == 0);
}

/* Fig. 9's interval, then one that sums up the warp. T = 3 + 420 + 1 = 424, N = 4; of the 3 others
 * 4/424 in 2 waiting slots, 24/424. MSHRs: 105 cycles. DRAM: 32 requests in 423 cycles, lambda s =
 * 64/423, 2 * 64/423 / (2 * 359/423) = 64/359. All over 4 * 4 instructions. */
TEST(delays_are_divided_by_the_instructions_of_the_core)
{
    struct interval two[] = {figure_9, {.insts = 1}};
    struct interval_profile p = {.issue_rate = 1,
                                 .insts = 4,
                                 .stall_cycles = 420,
                                 .n_stalls = 1,
                                 .intervals = two,
                                 .n_intervals = 2};
    double mt = (424 + 24.0 / 424) / 16;
    struct interval_prediction r;
    interval_predict(&r, &p, &four_warps, &six_mshrs, INTERVAL_NAIVE);
    assert_near(r.cpi, 424.0 / 16);
    interval_predict(&r, &p, &four_warps, &six_mshrs, INTERVAL_MARKOV);
    assert_true(r.cpi > 424.0 / 16 && r.cpi == r.multithreading);
    interval_predict(&r, &p, &four_warps, &six_mshrs, INTERVAL_MT);
    assert_near(r.cpi, mt);
    assert_true(r.mshr == 0 && r.queue == 0 && r.rt == 0);
    interval_predict(&r, &p, &four_warps, &six_mshrs, INTERVAL_MT_MSHR);
    assert_near(r.mshr, 105.0 / 16);
    assert_near(r.cpi, mt + 105.0 / 16);
    assert_true(r.queue == 0);
    interval_predict(&r, &p, &four_warps, &six_mshrs, INTERVAL_MT_MSHR_BAND);
    assert_near(r.queue, 64.0 / 359 / 16);
    assert_near(r.cpi, r.multithreading + r.mshr + r.queue);
}

/* Of one request per load and many warps the MSHRs give back 6 per 420 cycles: 70 cycles per
 * interval of 3, 70/3 per instruction however many warps; eq. 19 has the mean wait, half of that.
 */
TEST(with_many_warps_mshrs_bound_the_core)
{
    struct interval one = figure_9;
    one.does.mshr_reqs = 1;
    struct interval_profile p = {.issue_rate = 1,
                                 .insts = 3,
                                 .stall_cycles = 420,
                                 .n_stalls = 1,
                                 .intervals = &one,
                                 .n_intervals = 1};
    struct interval_core many = {.warps = 6000, .schedulers = 1};
    struct interval_prediction r;
    interval_predict(&r, &p, &many, &six_mshrs, INTERVAL_MT_MSHR);
    assert_true(r.mshr > 0.99 * 70 / 3 / 2 && r.mshr < 70.0 / 3 / 2);
}

TEST(no_instructions_and_no_memory_are_no_contention)
{
    struct interval_profile none = {.issue_rate = 1};
    struct interval one = {.insts = 3, .stall_cycles = 6, .cause = INTERVAL_ON_DEP};
    struct interval_profile p = {.issue_rate = 1,
                                 .insts = 3,
                                 .stall_cycles = 6,
                                 .n_stalls = 1,
                                 .intervals = &one,
                                 .n_intervals = 1};
    for (int model = 0; model < INTERVAL_MODELS; model++) {
        struct interval_prediction r;
        interval_predict(&r, &none, &four_warps, &six_mshrs, (enum interval_model)model);
        assert_true(r.cpi == 0 && r.multithreading == 0 && r.mshr == 0 && r.queue == 0 &&
                    r.rt == 0);
        interval_predict(&r, &p, &four_warps, &six_mshrs, (enum interval_model)model);
        assert_true(r.cpi == r.multithreading && r.cpi >= 1);
    }
}
