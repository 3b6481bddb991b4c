/* What machine code needs of an SM, to the cycle: wait counters and scalar units. */
#include "tests/rig/rig.h"
#include "tests/rig/sm_rig.h"

#include "sim/approximate/approximate_gpu.h"
#include "sim/config/load/load.h"
#include "sim/gatsim/gatsim_model.h"
#include "sim/gpumech/interval_model.h"
#include "sim/roofline/profiler.h"
#include "sim/timing/cycle_model.h"
#include "sim/timing/sm/wait_counters.h"
#include "tests/rig/fake_warp.h"

#include <string.h>

/* Collectors: two cycles without sources, of which the load/store unit sees the first; then the
 * unit; then two to writeback. */
enum { TO_UNIT_WITHOUT_SOURCES = 2, TO_LDST = 1, WRITEBACK = 2, MEMORY = 100 };

/* --- other models --- */

TEST(other_models_refuse_machine_code)
{
    struct gpu_config config;
    struct model_options options = {0};
    struct model_answer answer;
    struct gpu_counters counters;
    struct roofline_profile profile = {0};
    struct fake_step step = {.op = OP_ALU, .dst = 1};
    struct kernel *kernel FREED_BY(kernel_free) = fake_kernel(&step, 1, 1, 16, UINT32_MAX),
                          *inner = NULL;
    assert_non_null(kernel);
    kernel->machine_code = true;
    assert_ok(gpu_config_load(&config, "tiny", &st));
    assert_int_equal(approximate_gpu_simulate(&config, kernel, NULL, &counters, &st), ST_USAGE);
    assert_non_null(strstr(st.text, "the approximate model does not know machine code"));
    assert_int_equal(interval_model(&config, kernel, &options, &answer, &st), ST_USAGE);
    assert_non_null(strstr(st.text, "the interval model does not know machine code"));
    assert_int_equal(gatsim_model(&config, kernel, &options, &answer, &st), ST_USAGE);
    assert_non_null(strstr(st.text, "GATSim does not know machine code"));
    assert_int_equal(profiler_kernel(&inner, kernel, &profile, &st), ST_USAGE);
    assert_non_null(strstr(st.text, "the roofline model does not know machine code"));
    st = (struct status){0};
    assert_ok(cycle_model(&config, kernel, &options, &answer, &st));
}

static struct script_step counted(enum warp_op op, enum warp_counter counter, uint64_t addr)
{
    struct script_step step = step_op(op, 0, 0, 0);
    step.inst.counter = (uint8_t)counter;
    step.addr = addr;
    return step;
}

/* s_waitcnt; COUNTER_ANY: does not matter. */
static struct script_step wait_for(uint32_t vm, uint32_t vs, uint32_t lgkm)
{
    struct script_step step = step_op(OP_WAIT, 0, 0, 0);
    step.inst.until[COUNTER_VM] = (uint8_t)vm;
    step.inst.until[COUNTER_VS] = (uint8_t)vs;
    step.inst.until[COUNTER_LGKM] = (uint8_t)lgkm;
    return step;
}

/* From the issue of a load of one sector to the cycle in which it retires. */
static uint32_t load_cycles(const struct gpu_config *c)
{
    /* Accepted, entered, looked up, sent in the next cycle; the reply is ready to be written back
     * in the next and written in the one behind that. */
    return TO_LDST + 1 + c->ldst.l1_latency + 1 + MEMORY + 2;
}

TEST(an_instruction_does_not_wait_for_a_counted_load_but_a_wait_does)
{
    struct sm_ran ran;
    sm_rig_init(&ran.r, MEMORY);
    struct script_step steps[] = {counted(OP_LOAD, COUNTER_VM, 0x1000), step_op(OP_ALU, 2, 1, 0),
                                  wait_for(0, COUNTER_ANY, COUNTER_ANY), step_op(OP_ALU, 3, 1, 0)};
    sm_ran_run(&ran, steps, 4);
    const cycle_t *issued = ran.s.issued;
    assert_int_equal(issued[1] - issued[0], 1);
    assert_int_equal(issued[2] - issued[0], load_cycles(&ran.r.config));
    assert_int_equal(issued[3] - issued[2], 1);
    /* From the cycle behind the second instruction to that before the wait is issued. */
    assert_int_equal(ran.c.sm.slot_memory, load_cycles(&ran.r.config) - 2);
    sm_ran_free(&ran);
}

TEST(a_wait_releases_when_so_many_are_left)
{
    enum { LOADS = 8 };
    for (uint32_t until = 0; until <= LOADS; until++) {
        struct sm_ran ran;
        struct script_step steps[LOADS + 1];
        sm_rig_init(&ran.r, MEMORY);
        for (uint32_t i = 0; i < LOADS; i++)
            steps[i] = counted(OP_LOAD, COUNTER_VM, 0x1000 * (1 + i));
        steps[LOADS] = wait_for(until, COUNTER_ANY, COUNTER_ANY);
        sm_ran_run(&ran, steps, LOADS + 1);
        const cycle_t *issued = ran.s.issued;
        /* A load for each cycle goes and comes. */
        cycle_t came = issued[0] + load_cycles(&ran.r.config) + (LOADS - until - 1);
        assert_int_equal(issued[LOADS - 1] - issued[0], LOADS - 1);
        assert_int_equal(issued[LOADS], until == LOADS ? issued[LOADS - 1] + 1 : came);
        sm_ran_free(&ran);
    }
}

/* The second is a hit and has its data a hundred cycles before the first. */
TEST(loads_are_taken_back_in_the_order_of_issue)
{
    for (uint32_t until = 0; until <= 2; until++) {
        struct sm_ran ran;
        sm_rig_init(&ran.r, MEMORY);
        struct script_step steps[] = {
            counted(OP_LOAD, COUNTER_VM, 0x2000), wait_for(0, COUNTER_ANY, COUNTER_ANY),
            counted(OP_LOAD, COUNTER_VM, 0x1000), counted(OP_LOAD, COUNTER_VM, 0x2000),
            wait_for(until, COUNTER_ANY, COUNTER_ANY)};
        sm_ran_run(&ran, steps, 5);
        const cycle_t *issued = ran.s.issued;
        assert_int_equal(issued[4] - issued[2], until == 2 ? 2 : load_cycles(&ran.r.config));
        sm_ran_free(&ran);
    }
}

TEST(a_store_is_taken_back_when_all_of_it_is_acknowledged)
{
    struct sm_ran ran;
    sm_rig_init(&ran.r, MEMORY);
    struct script_step steps[] = {counted(OP_STORE, COUNTER_VS, 0x1000),
                                  wait_for(0, COUNTER_ANY, 0),
                                  wait_for(COUNTER_ANY, 0, COUNTER_ANY)};
    steps[0].stride = 64; /* 32 sectors, four banks of which two are used */
    sm_ran_run(&ran, steps, 3);
    const cycle_t *issued = ran.s.issued;
    assert_int_equal(issued[1] - issued[0], 1); /* no other counter knows of it */
    assert_int_equal(ran.r.memory.n, WARP_LANES);
    cycle_t last = ran.r.memory.sent_at[WARP_LANES - 1] + MEMORY;
    assert_int_equal(issued[2], last);
    sm_ran_free(&ran);
}

/* What is acknowledged is the store's own: the second's one sector comes first. */
TEST(stores_are_taken_back_in_the_order_of_issue)
{
    struct wait_counters c = {.rays = 0};
    struct warp_inst store = {.op = OP_STORE, .counter = COUNTER_VS};
    struct warp_inst wait = {.op = OP_WAIT, .until = {0, 0, 1, 0}};
    uint32_t a = wait_counters_add(&c, &store), b = wait_counters_add(&c, &store);
    wait_counters_store(&c, a, 1);
    wait_counters_store(&c, a, 1);
    wait_counters_retire(&c, &store, a);
    wait_counters_store(&c, b, 1);
    wait_counters_retire(&c, &store, b);
    wait_counters_store(&c, b, -1);
    assert_int_equal(wait_counters_of(&c, COUNTER_VS), 2);
    assert_int_equal(wait_counters_check(&c, &wait), WAIT_MEMORY);
    wait_counters_store(&c, a, -1);
    assert_int_equal(wait_counters_of(&c, COUNTER_VS), 2);
    wait_counters_store(&c, a, -1);
    assert_int_equal(wait_counters_of(&c, COUNTER_VS), 0);
    assert_int_equal(wait_counters_check(&c, &wait), WAIT_NONE);
}

/* Places are used again and again; what waits says what for. */
TEST(counters_say_what_is_waited_for)
{
    struct wait_counters c = {.rays = 0};
    struct warp_inst load = {.op = OP_LOAD, .counter = COUNTER_VM};
    struct warp_inst ray = {.op = OP_TRACE_RAY, .counter = COUNTER_VM};
    struct warp_inst lds = {.op = OP_LOAD_SHARED, .counter = COUNTER_LGKM};
    uint32_t alone = wait_counters_add(&c, &load); /* so that pairs of places go across the last */
    wait_counters_retire(&c, &load, alone);
    for (uint32_t turn = 0; turn < 300; turn++) {
        uint32_t first = wait_counters_add(&c, &ray), second = wait_counters_add(&c, &load);
        for (uint32_t until = 0; until <= 2; until++) {
            struct warp_inst wait = {.op = OP_WAIT,
                                     .until = {0, (uint8_t)until, COUNTER_ANY, COUNTER_ANY}};
            static const enum wait_kind both[] = {WAIT_MEMORY, WAIT_RT, WAIT_NONE};
            assert_int_equal(wait_counters_check(&c, &wait), both[until]);
        }
        struct warp_inst wait = {.op = OP_WAIT, .until = {0, 0, 0, 0}};
        wait_counters_retire(&c, &load, second);
        assert_int_equal(wait_counters_of(&c, COUNTER_VM), 2);
        assert_int_equal(wait_counters_check(&c, &wait), WAIT_RT);
        uint32_t third = wait_counters_add(&c, &lds);
        assert_int_equal(wait_counters_check(&c, &wait), WAIT_MEMORY);
        wait_counters_retire(&c, &ray, first);
        assert_int_equal(wait_counters_of(&c, COUNTER_VM), 0);
        assert_int_equal(wait_counters_check(&c, &wait), WAIT_MEMORY);
        wait_counters_retire(&c, &lds, third);
        assert_int_equal(wait_counters_check(&c, &wait), WAIT_NONE);
    }
}

TEST(a_full_counter_holds_the_next)
{
    enum { N = WAIT_COUNTER_MOST + 5 };
    struct sm_ran ran;
    struct script_step steps[N];
    sm_rig_init(&ran.r, 1000);
    for (uint32_t i = 0; i < N; i++)
        steps[i] = counted(OP_LOAD, COUNTER_VM, 0x1000 * (1 + i));
    sm_ran_run(&ran, steps, N);
    const cycle_t *issued = ran.s.issued;
    cycle_t back = issued[0] + load_cycles(&ran.r.config) - MEMORY + 1000; /* the first comes */
    for (uint32_t i = 0; i < N; i++)
        assert_int_equal(issued[i],
                         i < WAIT_COUNTER_MOST ? issued[0] + i : back + (i - WAIT_COUNTER_MOST));
    sm_ran_free(&ran);
}

TEST(a_wait_for_rays_is_charged_to_the_rt_unit)
{
    static const record_t header = (record_t)0x10000 << 4 | RECORD_HEADER;
    struct ray_work rays[WARP_LANES] = {{.records = &header, .n_records = 1}};
    struct sm_ran ran;
    sm_rig_init(&ran.r, MEMORY);
    struct script_step steps[] = {counted(OP_TRACE_RAY, COUNTER_VM, 0),
                                  wait_for(0, COUNTER_ANY, COUNTER_ANY)};
    steps[0].rays = rays;
    steps[0].lanes = 1;
    sm_ran_run(&ran, steps, 2);
    uint32_t latency = TO_UNIT_WITHOUT_SOURCES + 2 + MEMORY + ran.r.config.rt.header_cycles;
    assert_int_equal(ran.s.issued[1] - ran.s.issued[0], latency);
    assert_int_equal(ran.c.sm.slot_rt, latency - 1);
    assert_int_equal(ran.c.sm.slot_memory, 0);
    sm_ran_free(&ran);
}

TEST(shared_memory_and_atomics_count_too)
{
    struct sm_ran ran;
    sm_rig_init(&ran.r, MEMORY);
    struct script_step steps[] = {counted(OP_LOAD_SHARED, COUNTER_LGKM, 0),
                                  wait_for(0, 0, COUNTER_ANY),
                                  wait_for(COUNTER_ANY, COUNTER_ANY, 0),
                                  counted(OP_ATOMIC, COUNTER_VM, 0x1000),
                                  counted(OP_REDUCE, COUNTER_VS, 0x2000),
                                  wait_for(COUNTER_ANY, 0, 0),
                                  wait_for(0, COUNTER_ANY, 0)};
    for (uint32_t i = 0; i < 7; i++)
        steps[i].lanes = 1;
    sm_ran_run(&ran, steps, 7);
    const cycle_t *issued = ran.s.issued;
    assert_int_equal(issued[1] - issued[0], 1);
    /* At the banks for a cycle, on its way, written in the next. */
    assert_int_equal(issued[2] - issued[0], TO_LDST + 1 + ran.r.config.ldst.shared_latency + 1);
    assert_int_equal(ran.r.memory.n, 2);
    assert_int_equal(ran.r.memory.sent_at[1] - ran.r.memory.sent_at[0], 1);
    assert_int_equal(issued[5], ran.r.memory.sent_at[1] + MEMORY);
    assert_int_equal(issued[6], issued[5] + 1); /* written two cycles behind its reply */
    assert_int_equal(issued[6], ran.r.memory.sent_at[0] + MEMORY + 2);
    sm_ran_free(&ran);
}

TEST(scalar_instructions_issue_each_cycle_and_are_a_latency_apart)
{
    for (uint32_t latency = 1; latency <= 7; latency += 2) {
        struct sm_ran ran ENDED_BY(sm_ran_free);
        struct script_step steps[16];
        sm_rig_init(&ran.r, MEMORY);
        ran.r.config.exec.scalar_latency = latency;
        for (uint32_t i = 0; i < 16; i++) /* eight alone, eight that need the one before */
            steps[i] = step_op(OP_SCALAR, 300 + i, i < 8 ? 0 : 299 + i, 0);
        sm_ran_run(&ran, steps, 16);
        for (uint32_t i = 1; i < 16; i++)
            assert_int_equal(ran.s.issued[i] - ran.s.issued[i - 1], i < 8 ? 1 : latency);
        assert_int_equal(ran.c.sm.slot_alu, 8 * (latency - 1));
    }
}

/* A scalar unit stands beside the others: nothing of it is in their collectors, ports or
 * write-back. */
TEST(scalar_and_vector_instructions_do_not_meet)
{
    struct sm_ran ran ENDED_BY(sm_ran_free);
    struct script_step steps[3] = {step_op(OP_FP_ADD, 1, 0, 0), step_op(OP_SCALAR, 300, 0, 0),
                                   step_op(OP_FP_ADD, 2, 1, 300)};
    sm_rig_init(&ran.r, MEMORY);
    sm_ran_run(&ran, steps, 3);
    assert_int_equal(ran.s.issued[1] - ran.s.issued[0], 1);
    assert_int_equal(ran.s.issued[2] - ran.s.issued[0],
                     TO_UNIT_WITHOUT_SOURCES + ran.r.config.exec.fp_add_latency + WRITEBACK);
}

/* Every scheduler has one. */
TEST(schedulers_have_scalar_units_of_their_own)
{
    enum { N = 4 };
    struct script s[N], *all[N];
    struct sm_rig r ENDED_BY(sm_rig_free);
    struct script_step steps[9];
    struct gpu_counters c;
    sm_rig_init(&r, MEMORY);
    r.config.sm.fetches = 8;
    for (uint32_t i = 0; i < 8; i++)
        steps[i] = step_op(OP_SCALAR, 300 + i, 0, 0);
    steps[8] = step_op(OP_EXIT, 0, 0, 0);
    script_number(steps, 9);
    for (uint32_t i = 0; i < N; i++) {
        script_init(&s[i], steps, 9, &r.now);
        all[i] = &s[i];
    }
    sm_rig_together(&r, all, N);
    sm_rig_count(&r, &c);
    for (uint32_t i = 0; i < N; i++) {
        for (uint32_t k = 1; k < 8; k++)
            assert_int_equal(s[i].issued[k] - s[i].issued[k - 1], 1);
        assert_int_equal(s[i].issued[0], s[0].issued[0]);
    }
    assert_int_equal(sm_retired(r.sm), N * 9);
    for (uint32_t i = 0; i < N; i++)
        script_free(&s[i]);
}

/* --- scalar loads --- */

static struct script_step scalar_load(uint64_t addr, uint32_t bytes)
{
    struct script_step step = counted(OP_SCALAR_LOAD, COUNTER_LGKM, addr);
    step.inst.access_B = (uint8_t)bytes;
    return step;
}

/* From the issue of a scalar load that misses to the cycle in which it retires: looked up, sent in
 * the next cycle, a sector for each. */
static uint32_t scalar_miss(const struct gpu_config *c)
{
    return c->scalar_cache.latency + 1 + MEMORY + c->scalar_cache.line_B / SECTOR_B - 1;
}

TEST(a_scalar_load_misses_once_for_a_line)
{
    struct sm_ran ran;
    sm_rig_init(&ran.r, MEMORY);
    struct script_step steps[] = {scalar_load(0x1000, 4), wait_for(COUNTER_ANY, COUNTER_ANY, 0),
                                  scalar_load(0x103c, 4), wait_for(COUNTER_ANY, COUNTER_ANY, 0),
                                  scalar_load(0x1040, 4), wait_for(COUNTER_ANY, COUNTER_ANY, 0)};
    sm_ran_run(&ran, steps, 6);
    const cycle_t *issued = ran.s.issued;
    const struct gpu_config *c = &ran.r.config;
    assert_int_equal(issued[1] - issued[0], scalar_miss(c));
    assert_int_equal(issued[3] - issued[2], c->scalar_cache.latency);
    assert_int_equal(issued[5] - issued[4], scalar_miss(c));
    assert_int_equal(ran.c.sm.slot_memory, 2 * (scalar_miss(c) - 1) + c->scalar_cache.latency - 1);
    assert_int_equal(ran.c.sm.scalar_loads, 3);
    assert_int_equal(ran.c.sm.scalar_misses, 2);
    assert_int_equal(ran.r.memory.n, 4);
    sm_ran_free(&ran);
}

TEST(scalar_loads_come_in_any_order)
{
    struct sm_ran ran;
    sm_rig_init(&ran.r, MEMORY);
    struct script_step steps[] = {scalar_load(0x1000, 4),
                                  wait_for(COUNTER_ANY, COUNTER_ANY, 0),
                                  scalar_load(0x2000, 4),
                                  scalar_load(0x1000, 4),
                                  wait_for(COUNTER_ANY, COUNTER_ANY, 1),
                                  wait_for(COUNTER_ANY, COUNTER_ANY, 0)};
    sm_ran_run(&ran, steps, 6);
    const cycle_t *issued = ran.s.issued;
    assert_int_equal(issued[4] - issued[3], ran.r.config.scalar_cache.latency);
    assert_int_equal(issued[5] - issued[2], scalar_miss(&ran.r.config));
    sm_ran_free(&ran);
}

/* A line of the cache per cycle; a load of two lines is there with the second. */
TEST(scalar_lines_are_looked_up_one_per_cycle)
{
    enum { N = 8 };
    for (uint32_t across = 0; across < 2; across++) {
        struct sm_ran ran;
        struct script_step steps[2 * N + 2];
        sm_rig_init(&ran.r, MEMORY);
        for (uint32_t i = 0; i < N + 1; i++) /* brings the lines */
            steps[i] = scalar_load(0x1000 + 64 * i, 4);
        steps[N + 1] = wait_for(COUNTER_ANY, COUNTER_ANY, 0);
        for (uint32_t i = 0; i < N - 1; i++)
            steps[N + 2 + i] = scalar_load(0x1000 + 64 * i + (across ? 32 : 0), 64);
        steps[2 * N + 1] = wait_for(COUNTER_ANY, COUNTER_ANY, 0);
        sm_ran_run(&ran, steps, 2 * N + 2);
        const cycle_t *issued = ran.s.issued;
        uint32_t lines = across ? 2 : 1;
        assert_int_equal(issued[2 * N + 1] - issued[N + 2],
                         ran.r.config.scalar_cache.latency + (N - 1) * lines - 1);
        assert_int_equal(ran.c.sm.scalar_lines, N + 1 + (N - 1) * lines);
        assert_int_equal(ran.c.sm.scalar_misses, N + 1);
        sm_ran_free(&ran);
    }
}

/* Line 0 has the number of a record that was cleared. The second line is looked up a cycle behind
 * the first, and its sectors are sent behind those of the first. */
TEST(a_load_of_the_first_lines_of_memory_waits_for_both)
{
    cycle_t cycles[2];
    for (uint32_t high = 0; high < 2; high++) {
        struct sm_ran ran ENDED_BY(sm_ran_free);
        struct script_step steps[] = {scalar_load(high ? 0x1020 : 0x20, 64),
                                      wait_for(COUNTER_ANY, COUNTER_ANY, 0)};
        sm_rig_init(&ran.r, MEMORY);
        sm_ran_run(&ran, steps, 2);
        cycles[high] = ran.s.issued[1] - ran.s.issued[0];
    }
    assert_int_equal(cycles[0], cycles[1]);
}

/* Of one line too many the first is gone; the others are looked up before it has come again. */
TEST(the_scalar_cache_holds_what_its_size_says)
{
    for (uint32_t lines = 15; lines <= 17; lines++) {
        struct sm_ran ran ENDED_BY(sm_ran_free);
        struct script_step steps[60];
        uint32_t n = 0;
        sm_rig_init(&ran.r, MEMORY);
        ran.r.config.scalar_cache.size_B = 16 * 64;
        ran.r.config.scalar_cache.ways = 16;
        for (uint32_t turn = 0; turn < 2; turn++) {
            for (uint32_t i = 0; i < lines; i++)
                steps[n++] = scalar_load(0x1000 + 64 * i, 4);
            steps[n++] = wait_for(COUNTER_ANY, COUNTER_ANY, 0);
        }
        sm_ran_run(&ran, steps, n);
        assert_int_equal(ran.c.sm.scalar_misses, lines <= 16 ? lines : lines + 1);
    }
}

/* With one line under way at a time each waits for the one before. */
TEST(scalar_misses_wait_for_an_entry)
{
    struct sm_ran ran ENDED_BY(sm_ran_free);
    sm_rig_init(&ran.r, MEMORY);
    ran.r.config.scalar_cache.mshrs = 1;
    struct script_step steps[] = {scalar_load(0x1000, 4), scalar_load(0x2000, 4),
                                  scalar_load(0x3000, 4), wait_for(COUNTER_ANY, COUNTER_ANY, 0)};
    sm_ran_run(&ran, steps, 4);
    /* Looked up in the cycle in which the last sector of the one before came; sent in the next. */
    uint32_t each = 1 + MEMORY + 1;
    assert_int_equal(ran.s.issued[3] - ran.s.issued[0], scalar_miss(&ran.r.config) + 2 * each);
}

/* As many as its counter allows of every warp, none of which has come. */
TEST(warps_may_have_all_their_scalar_loads_under_way)
{
    enum { WARPS = 4, N = WAIT_COUNTER_MOST };
    struct script s[WARPS], *all[WARPS];
    struct sm_rig r ENDED_BY(sm_rig_free);
    struct script_step steps[N + 2];
    struct gpu_counters c;
    sm_rig_init(&r, 10 * MEMORY);
    r.config.sm.fetches = 8;
    r.config.sm.threads = WARPS * WARP_LANES;
    for (uint32_t i = 0; i < N; i++)
        steps[i] = scalar_load(0x1000 + 64 * i + 32, 64);
    steps[N] = wait_for(COUNTER_ANY, COUNTER_ANY, 0);
    steps[N + 1] = step_op(OP_EXIT, 0, 0, 0);
    script_number(steps, N + 2);
    for (uint32_t i = 0; i < WARPS; i++) {
        script_init(&s[i], steps, N + 2, &r.now);
        all[i] = &s[i];
    }
    sm_rig_together(&r, all, WARPS);
    sm_rig_count(&r, &c);
    for (uint32_t i = 0; i < WARPS; i++) {
        assert_int_equal(s[i].issued[N - 1] - s[i].issued[0], N - 1);
        assert_true(s[i].issued[N] > 10 * MEMORY);
        script_free(&s[i]);
    }
    assert_int_equal(c.sm.scalar_loads, WARPS * N);
    assert_int_equal(c.sm.scalar_lines, 2 * WARPS * N);
}

/* Lines of four sectors, which leave one in eight cycles. */
TEST(as_many_lines_may_be_on_their_way_as_the_cache_has_entries)
{
    enum { N = WAIT_COUNTER_MOST };
    struct sm_ran ran ENDED_BY(sm_ran_free);
    struct script_step steps[N + 1];
    sm_rig_init(&ran.r, MEMORY);
    ran.r.config.icache.line_B = 32;
    ran.r.config.scalar_cache.line_B = 128;
    ran.r.config.scalar_cache.mshrs = N;
    ran.r.memory.interval = 8;
    for (uint32_t i = 0; i < N; i++)
        steps[i] = scalar_load(0x1000 + 128 * i, 4);
    steps[N] = wait_for(COUNTER_ANY, COUNTER_ANY, 0);
    sm_ran_run(&ran, steps, N + 1);
    assert_int_equal(ran.r.memory.n, 4 * N);
    assert_int_equal(ran.c.sm.scalar_misses, N);
    assert_int_equal(ran.s.issued[N], ran.r.memory.sent_at[4 * N - 1] + MEMORY);
}
