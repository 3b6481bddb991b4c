/* Where the cycles of a core's instructions go. */
#include "tests/rig/rig.h"

#include "common/random.h"
#include "sim/gpumech/cpi_stack.h"

enum { FOUR = 4 };

/* 10 instructions in 10 + 160 cycles. The load is the example of section VII: of 100 stall cycles
 * 10 are L2's and 90 DRAM's. */
static struct interval four[FOUR] = {
    {.insts = 4, .stall_cycles = 10, .cause = INTERVAL_ON_DEP},
    {.insts = 3, .stall_cycles = 100, .cause = INTERVAL_ON_MEMORY, .does.share = {0, 0.1, 0.9}},
    {.insts = 2, .stall_cycles = 50, .cause = INTERVAL_ON_RT},
    {.insts = 1},
};
static const struct interval_profile profile = {.issue_rate = 1,
                                                .insts = 10,
                                                .stall_cycles = 160,
                                                .n_stalls = 3,
                                                .intervals = four,
                                                .n_intervals = FOUR};

static void assert_stack(const struct cpi_stack *s, const double parts[CPI_PART_COUNT])
{
    for (int part = 0; part < CPI_PART_COUNT; part++)
        assert_near(s->part[part], parts[part]);
}

/* BASE, DEP, L1, L2, DRAM, MSHR, QUEUE, RT of the warp alone, 17 cycles per instruction. */
TEST(the_stack_of_a_warp_alone)
{
    struct cpi_stack s;
    cpi_stack_make(&s, &profile, &(struct interval_prediction){.cpi = 17, .multithreading = 17});
    assert_stack(&s, (double[CPI_PART_COUNT]){1, 1, 0, 1, 9, 0, 0, 5});
    assert_near(cpi_stack_sum(&s), 17);
}

/* Shrunk to 8.5: halves. Contention comes after. */
TEST(parts_shrink_with_multithreading_and_contention_is_added)
{
    struct interval_prediction r = {
        .cpi = 13.75, .multithreading = 8.5, .mshr = 2, .queue = 3, .rt = 0.25};
    struct cpi_stack s;
    cpi_stack_make(&s, &profile, &r);
    assert_stack(&s, (double[CPI_PART_COUNT]){0.5, 0.5, 0, 0.5, 4.5, 2, 3, 2.75});
    assert_near(cpi_stack_sum(&s), 13.75);
}

/* Shares of nothing are the L1D's; others are taken by their sum. At 2 per cycle BASE is a half:
 * 2 instructions in 1 + 8 + 8 cycles, 8.5 per instruction. */
TEST(shares_need_not_add_up)
{
    struct interval two[] = {
        {.insts = 1, .stall_cycles = 8, .cause = INTERVAL_ON_MEMORY},
        {.insts = 1, .stall_cycles = 8, .cause = INTERVAL_ON_MEMORY, .does.share = {1, 1, 2}},
    };
    struct interval_profile p = {.issue_rate = 2,
                                 .insts = 2,
                                 .stall_cycles = 16,
                                 .n_stalls = 2,
                                 .intervals = two,
                                 .n_intervals = 2};
    struct cpi_stack s;
    cpi_stack_make(&s, &p, &(struct interval_prediction){.cpi = 8.5, .multithreading = 8.5});
    assert_stack(&s, (double[CPI_PART_COUNT]){0.5, 0, 5, 1, 2, 0, 0, 0});
}

TEST(parts_add_up_to_the_prediction)
{
    enum { INTERVALS = 200 };
    static struct interval intervals[INTERVALS];
    struct interval_profile p = {.issue_rate = 1, .intervals = intervals, .n_intervals = INTERVALS};
    for (uint64_t i = 0; i < INTERVALS; i++) {
        uint64_t r = random_mix(i);
        intervals[i] = (struct interval){
            .insts = 1 + r % 9,
            .stall_cycles = (double)(r / 16 % 300),
            .cause = (enum interval_cause)(INTERVAL_ON_DEP + r / 8192 % 3),
            .does = {.mshr_insts = (double)(r / 65536 % 3),
                     .mshr_reqs = (double)(r / 65536 % 3) * 5,
                     .dram_reqs = (double)(r / (1 << 20) % 7),
                     .traces = (double)(r / (1 << 25) % 2),
                     .share = {0.25, 0.25, 0.5}},
        };
        p.insts += intervals[i].insts;
        p.stall_cycles += intervals[i].stall_cycles;
        p.n_stalls++;
    }
    const struct interval_resources has = {.cores = 8,
                                           .mshrs = 16,
                                           .miss_cycles = 200,
                                           .line_cycles = 0.5,
                                           .rt_warps = 4,
                                           .trace_cycles = 300,
                                           .trace_requests = 100};
    for (int model = 0; model < INTERVAL_MODELS; model++)
        for (uint32_t warps = 1; warps <= 32; warps *= 2) {
            struct interval_core core = {.warps = warps, .schedulers = 2};
            struct interval_prediction r;
            struct cpi_stack s;
            interval_predict(&r, &p, &core, &has, (enum interval_model)model);
            cpi_stack_make(&s, &p, &r);
            assert_near(cpi_stack_sum(&s), r.cpi);
            if (model == INTERVAL_MT_MSHR_BAND && warps == 32)
                assert_true(r.mshr > 0 && r.queue > 0 && r.rt > 0);
        }
}

TEST(no_instructions_have_a_stack_of_nothing)
{
    struct cpi_stack s = {{1}};
    cpi_stack_make(&s, &(struct interval_profile){.issue_rate = 1},
                   &(struct interval_prediction){0});
    assert_true(cpi_stack_sum(&s) == 0);
}

TEST(parts_have_the_names_of_table_iii)
{
    assert_string_equal(cpi_part_name(CPI_BASE), "BASE");
    assert_string_equal(cpi_part_name(CPI_QUEUE), "QUEUE");
    assert_string_equal(cpi_part_name(CPI_RT), "RT");
    for (int part = 0; part < CPI_PART_COUNT; part++)
        assert_true(cpi_part_doc((enum cpi_part)part)[0] != 0);
}
