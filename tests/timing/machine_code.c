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

/* Runs the steps, behind which the warp ends, and keeps what was counted. */
struct ran {
    struct sm_rig r;
    struct script s;
    struct gpu_counters c;
};

static void run(struct ran *ran, const struct script_step *steps, uint32_t n)
{
    struct script_step all[200];
    assert_true(n < sizeof all / sizeof *all);
    memcpy(all, steps, n * sizeof *steps);
    all[n] = step_op(OP_EXIT, 0, 0, 0);
    sm_rig_one(&ran->r, &ran->s, all, n + 1);
    sm_rig_count(&ran->r, &ran->c);
    assert_int_equal(sm_rig_slots(&ran->c.sm), ran->r.config.sm.schedulers * ran->r.now);
}

static void end(struct ran *ran)
{
    script_free(&ran->s);
    sm_rig_free(&ran->r);
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
    struct ran ran;
    sm_rig_init(&ran.r, MEMORY);
    struct script_step steps[] = {counted(OP_LOAD, COUNTER_VM, 0x1000), step_op(OP_ALU, 2, 1, 0),
                                  wait_for(0, COUNTER_ANY, COUNTER_ANY), step_op(OP_ALU, 3, 1, 0)};
    run(&ran, steps, 4);
    const cycle_t *issued = ran.s.issued;
    assert_int_equal(issued[1] - issued[0], 1);
    assert_int_equal(issued[2] - issued[0], load_cycles(&ran.r.config));
    assert_int_equal(issued[3] - issued[2], 1);
    /* From the cycle behind the second instruction to that before the wait is issued. */
    assert_int_equal(ran.c.sm.slot_memory, load_cycles(&ran.r.config) - 2);
    end(&ran);
}

TEST(a_wait_releases_when_so_many_are_left)
{
    enum { LOADS = 8 };
    for (uint32_t until = 0; until <= LOADS; until++) {
        struct ran ran;
        struct script_step steps[LOADS + 1];
        sm_rig_init(&ran.r, MEMORY);
        for (uint32_t i = 0; i < LOADS; i++)
            steps[i] = counted(OP_LOAD, COUNTER_VM, 0x1000 * (1 + i));
        steps[LOADS] = wait_for(until, COUNTER_ANY, COUNTER_ANY);
        run(&ran, steps, LOADS + 1);
        const cycle_t *issued = ran.s.issued;
        /* A load for each cycle goes and comes. */
        cycle_t came = issued[0] + load_cycles(&ran.r.config) + (LOADS - until - 1);
        assert_int_equal(issued[LOADS - 1] - issued[0], LOADS - 1);
        assert_int_equal(issued[LOADS], until == LOADS ? issued[LOADS - 1] + 1 : came);
        end(&ran);
    }
}

/* The second is a hit and has its data a hundred cycles before the first. */
TEST(loads_are_taken_back_in_the_order_of_issue)
{
    for (uint32_t until = 0; until <= 2; until++) {
        struct ran ran;
        sm_rig_init(&ran.r, MEMORY);
        struct script_step steps[] = {
            counted(OP_LOAD, COUNTER_VM, 0x2000), wait_for(0, COUNTER_ANY, COUNTER_ANY),
            counted(OP_LOAD, COUNTER_VM, 0x1000), counted(OP_LOAD, COUNTER_VM, 0x2000),
            wait_for(until, COUNTER_ANY, COUNTER_ANY)};
        run(&ran, steps, 5);
        const cycle_t *issued = ran.s.issued;
        assert_int_equal(issued[4] - issued[2], until == 2 ? 2 : load_cycles(&ran.r.config));
        end(&ran);
    }
}

TEST(a_store_is_taken_back_when_all_of_it_is_acknowledged)
{
    struct ran ran;
    sm_rig_init(&ran.r, MEMORY);
    struct script_step steps[] = {counted(OP_STORE, COUNTER_VS, 0x1000),
                                  wait_for(0, COUNTER_ANY, 0),
                                  wait_for(COUNTER_ANY, 0, COUNTER_ANY)};
    steps[0].stride = 64; /* 32 sectors, four banks of which two are used */
    run(&ran, steps, 3);
    const cycle_t *issued = ran.s.issued;
    assert_int_equal(issued[1] - issued[0], 1); /* no other counter knows of it */
    assert_int_equal(ran.r.memory.n, WARP_LANES);
    cycle_t last = ran.r.memory.sent_at[WARP_LANES - 1] + MEMORY;
    assert_int_equal(issued[2], last);
    end(&ran);
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
    struct ran ran;
    struct script_step steps[N];
    sm_rig_init(&ran.r, 1000);
    for (uint32_t i = 0; i < N; i++)
        steps[i] = counted(OP_LOAD, COUNTER_VM, 0x1000 * (1 + i));
    run(&ran, steps, N);
    const cycle_t *issued = ran.s.issued;
    cycle_t back = issued[0] + load_cycles(&ran.r.config) - MEMORY + 1000; /* the first comes */
    for (uint32_t i = 0; i < N; i++)
        assert_int_equal(issued[i],
                         i < WAIT_COUNTER_MOST ? issued[0] + i : back + (i - WAIT_COUNTER_MOST));
    end(&ran);
}

TEST(a_wait_for_rays_is_charged_to_the_rt_unit)
{
    static const record_t header = (record_t)0x10000 << 4 | RECORD_HEADER;
    struct ray_work rays[WARP_LANES] = {{.records = &header, .n_records = 1}};
    struct ran ran;
    sm_rig_init(&ran.r, MEMORY);
    struct script_step steps[] = {counted(OP_TRACE_RAY, COUNTER_VM, 0),
                                  wait_for(0, COUNTER_ANY, COUNTER_ANY)};
    steps[0].rays = rays;
    steps[0].lanes = 1;
    run(&ran, steps, 2);
    uint32_t latency = TO_UNIT_WITHOUT_SOURCES + 2 + MEMORY + ran.r.config.rt.header_cycles;
    assert_int_equal(ran.s.issued[1] - ran.s.issued[0], latency);
    assert_int_equal(ran.c.sm.slot_rt, latency - 1);
    assert_int_equal(ran.c.sm.slot_memory, 0);
    end(&ran);
}

TEST(shared_memory_and_atomics_count_too)
{
    struct ran ran;
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
    run(&ran, steps, 7);
    const cycle_t *issued = ran.s.issued;
    assert_int_equal(issued[1] - issued[0], 1);
    /* At the banks for a cycle, on its way, written in the next. */
    assert_int_equal(issued[2] - issued[0], TO_LDST + 1 + ran.r.config.ldst.shared_latency + 1);
    assert_int_equal(ran.r.memory.n, 2);
    assert_int_equal(ran.r.memory.sent_at[1] - ran.r.memory.sent_at[0], 1);
    assert_int_equal(issued[5], ran.r.memory.sent_at[1] + MEMORY);
    assert_int_equal(issued[6], issued[5] + 1); /* written two cycles behind its reply */
    assert_int_equal(issued[6], ran.r.memory.sent_at[0] + MEMORY + 2);
    end(&ran);
}

TEST(scalar_instructions_issue_each_cycle_and_are_a_latency_apart)
{
    for (uint32_t latency = 1; latency <= 7; latency += 2) {
        struct ran ran ENDED_BY(end);
        struct script_step steps[16];
        sm_rig_init(&ran.r, MEMORY);
        ran.r.config.exec.scalar_latency = latency;
        for (uint32_t i = 0; i < 16; i++) /* eight alone, eight that need the one before */
            steps[i] = step_op(OP_SCALAR, 300 + i, i < 8 ? 0 : 299 + i, 0);
        run(&ran, steps, 16);
        for (uint32_t i = 1; i < 16; i++)
            assert_int_equal(ran.s.issued[i] - ran.s.issued[i - 1], i < 8 ? 1 : latency);
        assert_int_equal(ran.c.sm.slot_alu, 8 * (latency - 1));
    }
}

/* A scalar unit stands beside the others: nothing of it is in their collectors, ports or
 * write-back. */
TEST(scalar_and_vector_instructions_do_not_meet)
{
    struct ran ran ENDED_BY(end);
    struct script_step steps[3] = {step_op(OP_FP_ADD, 1, 0, 0), step_op(OP_SCALAR, 300, 0, 0),
                                   step_op(OP_FP_ADD, 2, 1, 300)};
    sm_rig_init(&ran.r, MEMORY);
    run(&ran, steps, 3);
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
    struct ran ran;
    sm_rig_init(&ran.r, MEMORY);
    struct script_step steps[] = {scalar_load(0x1000, 4), wait_for(COUNTER_ANY, COUNTER_ANY, 0),
                                  scalar_load(0x103c, 4), wait_for(COUNTER_ANY, COUNTER_ANY, 0),
                                  scalar_load(0x1040, 4), wait_for(COUNTER_ANY, COUNTER_ANY, 0)};
    run(&ran, steps, 6);
    const cycle_t *issued = ran.s.issued;
    const struct gpu_config *c = &ran.r.config;
    assert_int_equal(issued[1] - issued[0], scalar_miss(c));
    assert_int_equal(issued[3] - issued[2], c->scalar_cache.latency);
    assert_int_equal(issued[5] - issued[4], scalar_miss(c));
    assert_int_equal(ran.c.sm.slot_memory, 2 * (scalar_miss(c) - 1) + c->scalar_cache.latency - 1);
    assert_int_equal(ran.c.sm.scalar_loads, 3);
    assert_int_equal(ran.c.sm.scalar_misses, 2);
    assert_int_equal(ran.r.memory.n, 4);
    end(&ran);
}

TEST(scalar_loads_come_in_any_order)
{
    struct ran ran;
    sm_rig_init(&ran.r, MEMORY);
    struct script_step steps[] = {scalar_load(0x1000, 4),
                                  wait_for(COUNTER_ANY, COUNTER_ANY, 0),
                                  scalar_load(0x2000, 4),
                                  scalar_load(0x1000, 4),
                                  wait_for(COUNTER_ANY, COUNTER_ANY, 1),
                                  wait_for(COUNTER_ANY, COUNTER_ANY, 0)};
    run(&ran, steps, 6);
    const cycle_t *issued = ran.s.issued;
    assert_int_equal(issued[4] - issued[3], ran.r.config.scalar_cache.latency);
    assert_int_equal(issued[5] - issued[2], scalar_miss(&ran.r.config));
    end(&ran);
}

/* A line of the cache per cycle; a load of two lines is there with the second. */
TEST(scalar_lines_are_looked_up_one_per_cycle)
{
    enum { N = 8 };
    for (uint32_t across = 0; across < 2; across++) {
        struct ran ran;
        struct script_step steps[2 * N + 2];
        sm_rig_init(&ran.r, MEMORY);
        for (uint32_t i = 0; i < N + 1; i++) /* brings the lines */
            steps[i] = scalar_load(0x1000 + 64 * i, 4);
        steps[N + 1] = wait_for(COUNTER_ANY, COUNTER_ANY, 0);
        for (uint32_t i = 0; i < N - 1; i++)
            steps[N + 2 + i] = scalar_load(0x1000 + 64 * i + (across ? 32 : 0), 64);
        steps[2 * N + 1] = wait_for(COUNTER_ANY, COUNTER_ANY, 0);
        run(&ran, steps, 2 * N + 2);
        const cycle_t *issued = ran.s.issued;
        uint32_t lines = across ? 2 : 1;
        assert_int_equal(issued[2 * N + 1] - issued[N + 2],
                         ran.r.config.scalar_cache.latency + (N - 1) * lines - 1);
        assert_int_equal(ran.c.sm.scalar_lines, N + 1 + (N - 1) * lines);
        assert_int_equal(ran.c.sm.scalar_misses, N + 1);
        end(&ran);
    }
}

/* Line 0 has the number of a record that was cleared. The second line is looked up a cycle behind
 * the first, and its sectors are sent behind those of the first. */
TEST(a_load_of_the_first_lines_of_memory_waits_for_both)
{
    cycle_t cycles[2];
    for (uint32_t high = 0; high < 2; high++) {
        struct ran ran ENDED_BY(end);
        struct script_step steps[] = {scalar_load(high ? 0x1020 : 0x20, 64),
                                      wait_for(COUNTER_ANY, COUNTER_ANY, 0)};
        sm_rig_init(&ran.r, MEMORY);
        run(&ran, steps, 2);
        cycles[high] = ran.s.issued[1] - ran.s.issued[0];
    }
    assert_int_equal(cycles[0], cycles[1]);
}

/* Of one line too many the first is gone; the others are looked up before it has come again. */
TEST(the_scalar_cache_holds_what_its_size_says)
{
    for (uint32_t lines = 15; lines <= 17; lines++) {
        struct ran ran ENDED_BY(end);
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
        run(&ran, steps, n);
        assert_int_equal(ran.c.sm.scalar_misses, lines <= 16 ? lines : lines + 1);
    }
}

/* With one line under way at a time each waits for the one before. */
TEST(scalar_misses_wait_for_an_entry)
{
    struct ran ran ENDED_BY(end);
    sm_rig_init(&ran.r, MEMORY);
    ran.r.config.scalar_cache.mshrs = 1;
    struct script_step steps[] = {scalar_load(0x1000, 4), scalar_load(0x2000, 4),
                                  scalar_load(0x3000, 4), wait_for(COUNTER_ANY, COUNTER_ANY, 0)};
    run(&ran, steps, 4);
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
    struct ran ran ENDED_BY(end);
    struct script_step steps[N + 1];
    sm_rig_init(&ran.r, MEMORY);
    ran.r.config.icache.line_B = 32;
    ran.r.config.scalar_cache.line_B = 128;
    ran.r.config.scalar_cache.mshrs = N;
    ran.r.memory.interval = 8;
    for (uint32_t i = 0; i < N; i++)
        steps[i] = scalar_load(0x1000 + 128 * i, 4);
    steps[N] = wait_for(COUNTER_ANY, COUNTER_ANY, 0);
    run(&ran, steps, N + 1);
    assert_int_equal(ran.r.memory.n, 4 * N);
    assert_int_equal(ran.c.sm.scalar_misses, N);
    assert_int_equal(ran.s.issued[N], ran.r.memory.sent_at[4 * N - 1] + MEMORY);
}

/* --- instruction buffer and instruction cache --- */

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

static void run_placed(struct ran *ran, struct script_step *steps, uint32_t n)
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
        struct ran ran ENDED_BY(end);
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

/* Of 12 bytes: 16 hold one and a third. What is left of it is kept, and the fetch brings the rest.
 */
TEST(an_instruction_in_parts_waits_for_the_rest)
{
    enum { N = 13 };
    struct ran ran ENDED_BY(end);
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
    struct ran ran ENDED_BY(end);
    struct script_step steps[] = {step_op(OP_ALU, 1, 0, 0), step_op(OP_ALU, 2, 0, 0),
                                  step_op(OP_ALU, 3, 0, 0), step_op(OP_EXIT, 0, 0, 0)};
    sm_rig_init(&ran.r, MEMORY);
    place(steps, 4, &(uint8_t){20}, 1);
    run_placed(&ran, steps, 4);
    assert_int_equal(ran.c.sm.fetches, 4);
    assert_int_equal(ran.c.sm.buffer_flushes, 0);
    end(&ran);
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
        struct ran ran ENDED_BY(end);
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

static void code_of(struct ran *ran, struct script_step *steps, uint32_t n, uint32_t lines)
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
    struct ran ran ENDED_BY(end);
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
    struct ran ran ENDED_BY(end);
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
    struct ran ran ENDED_BY(end);
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
        struct ran ran ENDED_BY(end);
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
    struct ran ran ENDED_BY(end);
    struct script_step steps[] = {step_op(OP_ALU, 40, 4, 8), step_op(OP_ALU, 41, 4, 5),
                                  step_op(OP_ALU, 42, 4, 8)};
    sm_rig_init(&ran.r, MEMORY);
    steps[2].inst.src[steps[2].inst.n_src++] = 12;
    run(&ran, steps, 3);
    assert_true(ran.c.sm.bank_conflicts >= 1 + 2);
    end(&ran);
    for (uint32_t twice = 0; twice < 2; twice++) { /* a register that is named again is read once */
        struct script_step alone[] = {step_op(OP_ALU, 40, 4, twice ? 4 : 8)};
        if (twice)
            alone[0].inst.src[alone[0].inst.n_src++] = 8;
        sm_rig_init(&ran.r, MEMORY);
        run(&ran, alone, 1);
        assert_int_equal(ran.c.sm.bank_conflicts, 1);
        if (!twice)
            end(&ran);
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
            struct ran ran ENDED_BY(end);
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
