/* What machine code needs of an SM, to the cycle: wait counters and scalar units. */
#include "tests/rig/rig.h"
#include "tests/rig/sm_rig.h"

#include "sim/timing/sm/wait_counters.h"

#include <string.h>

/* Collectors: two cycles without sources, of which the load/store unit sees the first; then the
 * unit; then two to writeback. */
enum { TO_UNIT_WITHOUT_SOURCES = 2, TO_LDST = 1, WRITEBACK = 2, MEMORY = 100 };

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
        struct ran ran;
        struct script_step steps[16];
        sm_rig_init(&ran.r, MEMORY);
        ran.r.config.exec.scalar_latency = latency;
        for (uint32_t i = 0; i < 16; i++) /* eight alone, eight that need the one before */
            steps[i] = step_op(OP_SCALAR, 300 + i, i < 8 ? 0 : 299 + i, 0);
        run(&ran, steps, 16);
        for (uint32_t i = 1; i < 16; i++)
            assert_int_equal(ran.s.issued[i] - ran.s.issued[i - 1], i < 8 ? 1 : latency);
        assert_int_equal(ran.c.sm.slot_alu, 8 * (latency - 1));
        end(&ran);
    }
}

/* A scalar unit stands beside the others: nothing of it is in their collectors, ports or
 * write-back. */
TEST(scalar_and_vector_instructions_do_not_meet)
{
    struct ran ran;
    struct script_step steps[3] = {step_op(OP_FP_ADD, 1, 0, 0), step_op(OP_SCALAR, 300, 0, 0),
                                   step_op(OP_FP_ADD, 2, 1, 300)};
    sm_rig_init(&ran.r, MEMORY);
    run(&ran, steps, 3);
    assert_int_equal(ran.s.issued[1] - ran.s.issued[0], 1);
    assert_int_equal(ran.s.issued[2] - ran.s.issued[0],
                     TO_UNIT_WITHOUT_SOURCES + ran.r.config.exec.fp_add_latency + WRITEBACK);
    end(&ran);
}

/* Every scheduler has one. */
TEST(schedulers_have_scalar_units_of_their_own)
{
    enum { N = 4 };
    struct sm_rig r;
    struct script s[N], *all[N];
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
    sm_rig_free(&r);
}
