/* The instruction buffer of a warp and the instruction cache of an SM, to the cycle. */
#include "tests/rig/rig.h"
#include "tests/rig/sm_rig.h"

enum { MEMORY = 100 };

/* Steps of so many bytes each, one behind the other. */
static void place(struct script_step *steps, uint32_t n, const uint8_t *sizes, uint32_t n_sizes)
{
    uint32_t pc = 0;
    for (uint32_t i = 0; i < n; i++) {
        steps[i].inst.pc = pc;
        steps[i].inst.size_B = sizes[i % n_sizes];
        pc += steps[i].inst.size_B ? steps[i].inst.size_B : 8;
    }
}

static void run_placed(struct sm_ran *ran, struct script_step *steps, uint32_t n)
{
    struct script *one = &ran->s;
    script_init(&ran->s, steps, n, &ran->r.now);
    sm_rig_start(&ran->r, 16);
    assert_int_equal(sm_rig_run(&ran->r, &one, 1, true, 1000000), ST_OK);
    sm_rig_count(&ran->r, &ran->c);
}

/* One fetch per cycle for a warp alone: fetched in c, decoded in c + 1, issued from c + 2 on. */
TEST(a_fetch_fills_the_buffer_with_bytes)
{
    static const struct {
        uint32_t buffer_B, size_B, of_a_fetch;
    } cases[] = {{16, 0, 2}, {16, 8, 2}, {16, 4, 4}, {32, 4, 8}, {32, 8, 4}, {24, 12, 2}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        enum { N = 49 };
        struct sm_ran ran ENDED_BY(sm_ran_free);
        struct script_step steps[N];
        sm_rig_init(&ran.r, MEMORY);
        ran.r.config.sm.fetches = 1;
        ran.r.config.sm.buffer_B = cases[i].buffer_B;
        for (uint32_t k = 0; k < N - 1; k++)
            steps[k] = step_op(OP_ALU, 1 + k, 0, 0);
        steps[N - 1] = step_op(OP_EXIT, 0, 0, 0);
        place(steps, N, &(uint8_t){(uint8_t)cases[i].size_B}, 1);
        run_placed(&ran, steps, N);
        uint32_t each = cases[i].of_a_fetch;
        for (uint32_t k = 0; k < N;
             k++) /* the buffer is fetched for in the cycle that empties it */
            assert_int_equal(ran.s.issued[k], 3 + k / each * (each + 1) + k % each);
        assert_int_equal(ran.c.sm.fetches, (N + each - 1) / each);
        assert_int_equal(ran.c.sm.buffer_flushes + ran.c.sm.fetch_misses, 0);
    }
}

/* An instruction has 12 bytes, and a fetch brings 16: one instruction and a third of the next. The
 * third is kept, and the next fetch brings the rest of it. */
TEST(an_instruction_in_parts_waits_for_the_rest)
{
    enum { N = 13 };
    struct sm_ran ran ENDED_BY(sm_ran_free);
    struct script_step steps[N];
    sm_rig_init(&ran.r, MEMORY);
    ran.r.config.sm.fetches = 1;
    for (uint32_t k = 0; k < N - 1; k++)
        steps[k] = step_op(OP_ALU, 1 + k, 0, 0);
    steps[N - 1] = step_op(OP_EXIT, 0, 0, 0);
    place(steps, N, &(uint8_t){12}, 1);
    run_placed(&ran, steps, N);
    for (uint32_t k = 0; k < N; k++)
        assert_int_equal(ran.s.issued[k], 3 + 2 * k);
    assert_int_equal(ran.c.sm.fetches, N);
    assert_int_equal(ran.c.sm.buffer_flushes, 0);
}

/* Longer than the buffer, as an image instruction of many addresses is. */
TEST(an_instruction_longer_than_the_buffer_goes_through_it)
{
    struct sm_ran ran ENDED_BY(sm_ran_free);
    struct script_step steps[] = {step_op(OP_ALU, 1, 0, 0), step_op(OP_ALU, 2, 0, 0),
                                  step_op(OP_ALU, 3, 0, 0), step_op(OP_EXIT, 0, 0, 0)};
    sm_rig_init(&ran.r, MEMORY);
    place(steps, 4, &(uint8_t){20}, 1);
    run_placed(&ran, steps, 4);
    assert_int_equal(ran.c.sm.fetches, 4);
    assert_int_equal(ran.c.sm.buffer_flushes, 0);
    sm_ran_free(&ran);
    sm_rig_init(&ran.r, MEMORY); /* of a line that is fetched in parts too */
    ran.r.config.icache = (struct icache_config){.size_B = 1024, .line_B = 128, .ways = 4};
    run_placed(&ran, steps, 4);
    assert_int_equal(ran.c.sm.buffer_flushes, 0);
    assert_int_equal(ran.c.sm.fetch_misses, 1);
}

TEST(a_jump_empties_the_buffer_and_a_loop_counts_so_many)
{
    enum { TURNS = 7 };
    for (uint32_t code = 0; code < 2; code++) { /* with and without sizes */
        struct sm_ran ran ENDED_BY(sm_ran_free);
        struct script_step steps[] = {step_op(OP_ALU, 1, 0, 0), step_op(OP_ALU, 2, 0, 0),
                                      step_op(OP_BRANCH, 0, 0, 0), step_op(OP_ALU, 4, 0, 0),
                                      step_op(OP_EXIT, 0, 0, 0)};
        sm_rig_init(&ran.r, MEMORY);
        steps[2].jump_to = 0;
        steps[2].times = TURNS;
        place(steps, 5, &(uint8_t){code ? 4 : 0}, 1);
        run_placed(&ran, steps, 5);
        assert_int_equal(ran.c.sm.buffer_flushes, TURNS);
        assert_int_equal(ran.c.sm.slot_control, TURNS);
    }
}

static void code_of(struct sm_ran *ran, struct script_step *steps, uint32_t n, uint32_t lines)
{
    sm_rig_init(&ran->r, MEMORY);
    ran->r.config.sm.fetches = 1;
    ran->r.config.icache =
        (struct icache_config){.size_B = 64 * lines, .line_B = 64, .ways = lines};
    for (uint32_t k = 0; k < n; k++)
        steps[k] = step_op(k + 1 < n ? OP_ALU : OP_EXIT, k + 1 < n ? 1 + k % 100 : 0, 0, 0);
    place(steps, n, &(uint8_t){8}, 1);
}

/* A line of 64 bytes is 8 instructions. The fetch that misses is asked for in its cycle, sent in
 * the next, and made again when both sectors are there. */
TEST(a_line_of_instructions_costs_its_way_to_the_l2)
{
    enum { N = 24 };
    struct sm_ran ran ENDED_BY(sm_ran_free);
    struct script_step steps[N];
    code_of(&ran, steps, N, 16);
    run_placed(&ran, steps, N);
    uint32_t miss = 1 + MEMORY + 1;
    for (uint32_t k = 0; k < N; k++)
        assert_int_equal(ran.s.issued[k], 3 + k / 2 * 3 + k % 2 + (1 + k / 8) * miss);
    assert_int_equal(ran.c.sm.fetch_misses, 3);
    assert_int_equal(ran.c.sm.fetches, N / 2 + 3);
    assert_int_equal(ran.r.memory.n, 6);
}

/* Instructions of 12 bytes. The sixth and the eleventh begin in one line and end in the next, and
 * wait for both. */
TEST(an_instruction_in_two_lines_waits_for_both)
{
    enum { N = 12 };
    struct sm_ran ran ENDED_BY(sm_ran_free);
    struct script_step steps[N];
    code_of(&ran, steps, N, 16);
    place(steps, N, &(uint8_t){12}, 1);
    run_placed(&ran, steps, N);
    uint32_t miss = 1 + MEMORY + 1;
    for (uint32_t k = 1; k < N; k++)
        assert_int_equal(ran.s.issued[k] - ran.s.issued[k - 1] >= miss, k == 5 || k == 10);
    assert_int_equal(ran.c.sm.fetch_misses, 3);
    assert_int_equal(ran.r.memory.n, 6);
}

/* A fetch brings no more than the rest of its line. A jump to the last instruction of a line
 * empties the buffer, and the instruction behind waits for the next line. */
TEST(a_fetch_ends_with_its_line)
{
    enum { N = 10, LAST = 7 };
    struct sm_ran ran ENDED_BY(sm_ran_free);
    struct script_step steps[N];
    code_of(&ran, steps, N, 16);
    uint8_t size = steps[0].inst.size_B;
    steps[0] = step_op(OP_BRANCH, 0, 0, 0);
    steps[0].inst.size_B = size;
    steps[0].jump_to = LAST;
    steps[0].times = 1;
    run_placed(&ran, steps, N);
    assert_true(ran.s.issued[2] - ran.s.issued[1] >= 1 + MEMORY + 1);
    assert_int_equal(ran.c.sm.fetch_misses, 2);
}

TEST(the_instruction_cache_holds_what_its_size_says)
{
    for (uint32_t lines = 3; lines <= 5; lines++) {
        enum { N = 4 * 8 + 1, TURNS = 5 }; /* a loop of 4 lines, and the exit */
        struct sm_ran ran ENDED_BY(sm_ran_free);
        struct script_step steps[N];
        code_of(&ran, steps, N, lines);
        uint8_t size = steps[N - 2].inst.size_B;
        uint32_t pc = steps[N - 2].inst.pc;
        steps[N - 2] = step_op(OP_BRANCH, 0, 0, 0);
        steps[N - 2].inst.size_B = size;
        steps[N - 2].inst.pc = pc;
        steps[N - 2].jump_to = 0;
        steps[N - 2].times = TURNS;
        run_placed(&ran, steps, N);
        uint32_t once = 4 + 1; /* the exit's line is fetched in the end alone: not behind a jump */
        assert_int_equal(ran.c.sm.fetch_misses, lines >= 4 ? once : once + 4 * TURNS);
    }
}

/* Warps of the same program share lines: the second that misses joins, and both go on. */
TEST(warps_share_lines_under_way)
{
    struct script s[2], *all[2] = {&s[0], &s[1]};
    struct sm_rig r ENDED_BY(sm_rig_free);
    struct script_step steps[] = {step_op(OP_ALU, 1, 0, 0), step_op(OP_EXIT, 0, 0, 0)};
    struct gpu_counters c;
    sm_rig_init(&r, MEMORY);
    r.config.sm.fetches = 1;
    r.config.icache = (struct icache_config){.size_B = 1024, .line_B = 64, .ways = 4};
    place(steps, 2, &(uint8_t){8}, 1);
    for (uint32_t i = 0; i < 2; i++)
        script_init(&s[i], steps, 2, &r.now);
    sm_rig_together(&r, all, 2);
    sm_rig_count(&r, &c);
    assert_int_equal(c.sm.fetch_misses, 2);
    assert_int_equal(r.memory.n, 2);
    assert_int_equal(s[1].issued[0] - s[0].issued[0], 1);
    for (uint32_t i = 0; i < 2; i++)
        script_free(&s[i]);
}

/* Two registers of a bank, read in two steps; of four banks each its own. */
TEST(bank_conflicts_are_counted)
{
    struct sm_ran ran ENDED_BY(sm_ran_free);
    struct script_step steps[] = {step_op(OP_ALU, 40, 4, 8), step_op(OP_ALU, 41, 4, 5),
                                  step_op(OP_ALU, 42, 4, 8)};
    sm_rig_init(&ran.r, MEMORY);
    steps[2].inst.src[steps[2].inst.n_src++] = 12;
    sm_ran_run(&ran, steps, 3);
    assert_true(ran.c.sm.bank_conflicts >= 1 + 2);
    sm_ran_free(&ran);
    for (uint32_t twice = 0; twice < 2; twice++) { /* a register that is named again is read once */
        struct script_step alone[] = {step_op(OP_ALU, 40, 4, twice ? 4 : 8)};
        if (twice)
            alone[0].inst.src[alone[0].inst.n_src++] = 8;
        sm_rig_init(&ran.r, MEMORY);
        sm_ran_run(&ran, alone, 1);
        assert_int_equal(ran.c.sm.bank_conflicts, 1);
        if (!twice)
            sm_ran_free(&ran);
    }
}

/* All warps of an SM wait for lines of their own, faster than the L1D sends what they ask for. */
TEST(every_warp_may_wait_for_a_line)
{
    enum { WARPS = 64, LINE = 64 };
    static struct script s[WARPS], *all[WARPS];
    struct sm_rig r ENDED_BY(sm_rig_free);
    struct gpu_counters c;
    sm_rig_init(&r, MEMORY);
    r.config.sm.fetches = 16;
    r.config.sm.threads = WARPS * WARP_LANES;
    r.config.sm.ctas = WARPS;
    r.config.icache = (struct icache_config){.size_B = LINE * WARPS, .line_B = LINE, .ways = 4};
    r.memory.interval = 4;
    for (uint32_t i = 0; i < WARPS; i++) {
        struct script_step steps[] = {step_op(OP_ALU, 1, 0, 0), step_op(OP_EXIT, 0, 0, 0)};
        place(steps, 2, &(uint8_t){8}, 1);
        for (uint32_t k = 0; k < 2; k++)
            steps[k].inst.pc += LINE * i;
        script_init(&s[i], steps, 2, &r.now);
        all[i] = &s[i];
    }
    sm_rig_together(&r, all, WARPS);
    sm_rig_count(&r, &c);
    assert_int_equal(c.sm.fetch_misses, WARPS);
    assert_int_equal(r.memory.n, 2 * WARPS);
    for (uint32_t i = 0; i < WARPS; i++) {
        assert_true(s[i].ended);
        script_free(&s[i]);
    }
}

/* A loop whose lines are there takes as long as one whose lines are always there, also where the
 * fetch behind its branch goes on before the branch is taken. */
TEST(a_branch_in_lines_that_are_there_costs_no_more)
{
    enum { N = 12, TURNS = 4 };
    for (uint32_t last = 2; last < N - 2; last++) {
        if (last == 7) /* behind it a line begins that is not there */
            continue;
        cycle_t turn[2];
        for (uint32_t cached = 0; cached < 2; cached++) {
            struct sm_ran ran ENDED_BY(sm_ran_free);
            struct script_step steps[N];
            code_of(&ran, steps, N, 16);
            if (!cached)
                ran.r.config.icache.size_B = 0;
            ran.r.config.sm.buffer_B = 16;
            uint32_t pc = steps[last].inst.pc;
            steps[last] = step_op(OP_BRANCH, 0, 0, 0);
            steps[last].inst.pc = pc;
            steps[last].inst.size_B = 8;
            steps[last].jump_to = 0;
            steps[last].times = TURNS;
            for (uint32_t k = 0; k < last; k++)
                steps[k].inst.n_dst = 0;
            run_placed(&ran, steps, N);
            const cycle_t *issued = ran.s.issued;
            turn[cached] = issued[3 * (last + 1)] - issued[2 * (last + 1)];
        }
        assert_int_equal(turn[0], turn[1]);
    }
}
