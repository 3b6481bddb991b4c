/* Counters of single instructions: what each counts, and that all of them are the SM's own. */
#include "tests/rig/rig.h"
#include "tests/rig/sm_rig.h"

#include "sim/timing/counters/inst_counters.h"
#include "sim/timing/counters/stalls.h"
#include "sim/timing/gpu.h"
#include "tests/rig/fake_warp.h"
#include "tests/rig/gpus.h"

#include <string.h>

enum { MEMORY = 100, MOST = 40 };

static uint32_t slot(const char *name)
{
    for (uint32_t k = 0; k < INST_SLOTS; k++)
        if (strcmp(inst_slot_names[k], name) == 0)
            return k;
    fail_msg("no slot %s", name);
    return 0;
}

/* Slots of all instructions are those of the schedulers. */
static void assert_all(const struct inst_counters *insts, const struct gpu_counters *c)
{
    struct stall_cause cause;
    for (size_t i = 0; stall_cause(&stall_stacks[0], c, i, &cause); i++) {
        uint64_t sum = 0;
        for (uint32_t k = 0; k <= insts->n; k++)
            sum += insts->of[k].slots[slot(cause.name)];
        if (sum != cause.slots)
            fail_msg("%s: %llu instead of %llu", cause.name, (unsigned long long)sum,
                     (unsigned long long)cause.slots);
    }
}

TEST(sums_are_of_every_instruction_and_counter)
{
    struct inst_counters into, one;
    const uint64_t *of;
    assert_ok(inst_counters_create(&into, 2, &st));
    assert_ok(inst_counters_create(&one, 2, &st));
    uint64_t *set = (uint64_t *)one.of;
    for (uint32_t i = 0; i < 3 * sizeof *one.of / sizeof *set; i++)
        set[i] = 1 + i;
    inst_counters_add(&into, &one);
    inst_counters_add(&into, &one);
    of = (const uint64_t *)into.of;
    for (uint32_t i = 0; i < 3 * sizeof *one.of / sizeof *set; i++)
        assert_int_equal(of[i], 2 * (1 + i));
    inst_counters_release(&into);
    inst_counters_release(&one);
}

/* Cycles of no instruction have their place all the same. */
TEST(a_program_may_have_no_instruction)
{
    struct inst_counters c;
    assert_ok(inst_counters_create(&c, 0, &st));
    assert_int_equal(c.of[0].warps, 0);
    inst_counters_release(&c);
}

/* A run of one warp, alone on its scheduler. */
struct ran {
    struct sm_rig r;
    struct script s;
    struct gpu_counters c;
    const struct inst_counters *insts;
};

static void begin(struct ran *ran)
{
    memset(ran, 0, sizeof *ran);
    sm_rig_init(&ran->r, MEMORY);
    ran->r.config.sm.schedulers = 1;
}

static void run(struct ran *ran, struct script_step *steps, uint32_t n)
{
    sm_rig_start(&ran->r, 16);
    assert_ok(sm_count_insts(ran->r.sm, n, &st));
    sm_rig_one(&ran->r, &ran->s, steps, n);
    sm_rig_count(&ran->r, &ran->c);
    ran->insts = sm_insts(ran->r.sm);
    assert_all(ran->insts, &ran->c);
}

static void end(struct ran *ran)
{
    script_free(&ran->s);
    sm_rig_free(&ran->r);
}

/* Lanes, those whose guard passed, and sectors of loads and stores, but of nothing else that has
 * addresses. */
TEST(instructions_count_their_lanes_and_sectors)
{
    static const struct {
        enum warp_op op;
        uint32_t sectors;
    } cases[] = {{OP_ALU, 0},         {OP_LOAD, 3},   {OP_STORE, 3},
                 {OP_LOAD_SHARED, 0}, {OP_ATOMIC, 0}, {OP_REDUCE, 0}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct ran ran ENDED_BY(end);
        struct script_step steps[] = {step_op(OP_ALU, 1, 0, 0), step_op(cases[i].op, 0, 0, 0),
                                      step_op(OP_EXIT, 0, 0, 0)};
        begin(&ran);
        steps[1].lanes = 0xf;
        steps[1].failed = 0x2;
        steps[1].addr = 0x1000;
        steps[1].stride = SECTOR_B;
        run(&ran, steps, 3);
        const struct inst_count *of = ran.insts->of;
        assert_true(of[0].warps == 1 && of[0].active == 32 && of[0].executed == 32);
        assert_true(of[1].warps == 1 && of[1].active == 4 && of[1].executed == 3);
        assert_int_equal(of[1].sectors, cases[i].sectors);
        assert_int_equal(of[0].sectors + of[2].sectors, 0);
        assert_int_equal(of[3].warps, 0);
        for (uint32_t k = 0; k < 3; k++)
            assert_int_equal(of[k].slots[slot("issued")], 1);
    }
}

/* A stall counts for the next instruction of the warp, which behind a jump is its target. */
TEST(a_stall_is_of_the_instruction_that_waits)
{
    for (uint32_t redirect = 0; redirect <= 20; redirect += 20) {
        struct ran ran ENDED_BY(end);
        struct script_step steps[] = {step_op(OP_SFU, 1, 0, 0), step_op(OP_ALU, 2, 1, 0),
                                      step_op(OP_ALU, 3, 0, 0), step_op(OP_BRANCH, 0, 0, 0),
                                      step_op(OP_ALU, 4, 0, 0), step_op(OP_LOAD, 5, 0, 0),
                                      step_op(OP_ALU, 6, 5, 0), step_op(OP_EXIT, 0, 0, 0)};
        begin(&ran);
        ran.r.config.sm.redirect_cycles = redirect;
        steps[3].jump_to = 5;
        steps[3].times = 1;
        run(&ran, steps, 8);
        const struct inst_count *of = ran.insts->of;
        assert_int_equal(of[0].slots[slot("fetch")], 1);
        assert_int_equal(of[1].slots[slot("alu")], ran.c.sm.slot_alu);
        assert_int_equal(of[5].slots[slot("control")], ran.c.sm.slot_control);
        assert_int_equal(of[6].slots[slot("memory")], ran.c.sm.slot_memory);
        assert_int_equal(of[8].slots[slot("drain")], ran.c.sm.slot_drain);
        assert_int_equal(of[8].slots[slot("no_warp")], ran.c.sm.slot_no_warp);
        assert_true(ran.c.sm.slot_alu > 90 && ran.c.sm.slot_memory > MEMORY);
        assert_true(ran.c.sm.slot_control >= (redirect ? redirect - 2 : 1));
    }
}

/* Lines of eight instructions. */
TEST(a_missing_line_is_waited_for_by_its_first_instruction)
{
    enum { N = 20, LINE = 8 };
    struct ran ran ENDED_BY(end);
    struct script_step steps[N];
    begin(&ran);
    ran.r.config.icache = (struct icache_config){.size_B = 1024, .line_B = 64, .ways = 4};
    for (uint32_t i = 0; i < N; i++)
        steps[i] = step_op(i + 1 < N ? OP_ALU : OP_EXIT, 0, 0, 0);
    run(&ran, steps, N);
    for (uint32_t i = 0; i < N; i++) {
        uint64_t fetch = ran.insts->of[i].slots[slot("fetch")];
        assert_true(i % LINE == 0 ? fetch > MEMORY : fetch < 5);
    }
    assert_true(ran.c.sm.slot_fetch > 3 * MEMORY);
}

/* A wait for threads to be sorted is one for rays. */
TEST(a_reordered_instruction_waits_itself)
{
    struct ran ran ENDED_BY(end);
    struct script_step steps[] = {step_op(OP_LOAD, 1, 0, 0), step_op(OP_ALU, 2, 0, 0),
                                  step_op(OP_ALU, 3, 0, 0), step_op(OP_EXIT, 0, 0, 0)};
    begin(&ran);
    ran.r.config.rt.reorder_warps = 8;
    steps[1].inst.reorder_B = 4;
    run(&ran, steps, 4);
    assert_int_equal(ran.insts->of[1].slots[slot("rt")], ran.c.sm.slot_rt);
    assert_true(ran.c.sm.slot_rt > MEMORY);
}

TEST(a_wait_for_rays_is_of_what_needs_them)
{
    static const record_t header = (record_t)0x10000 << 4 | RECORD_HEADER;
    struct ray_work rays[WARP_LANES] = {{.records = &header, .n_records = 1}};
    struct ran ran ENDED_BY(end);
    struct script_step steps[] = {step_op(OP_TRACE_RAY, 1, 0, 0), step_op(OP_ALU, 2, 0, 0),
                                  step_op(OP_ALU, 3, 1, 0), step_op(OP_EXIT, 0, 0, 0)};
    begin(&ran);
    steps[0].lanes = 1;
    steps[0].rays = rays;
    run(&ran, steps, 4);
    assert_int_equal(ran.insts->of[2].slots[slot("rt")], ran.c.sm.slot_rt);
    assert_true(ran.c.sm.slot_rt > MEMORY);
}

/* After every cycle, so whatever the schedulers are just doing, and warps that are there. */
TEST(all_cycles_are_some_instructions_at_any_time)
{
    enum { WARPS = 3, N = 7 };
    for (uint32_t schedulers = 1; schedulers <= 8; schedulers *= 2) {
        struct sm_rig r ENDED_BY(sm_rig_free);
        struct script s[WARPS], *all[WARPS];
        struct script_step steps[] = {step_op(OP_ALU, 1, 0, 0),  step_op(OP_SFU, 2, 1, 0),
                                      step_op(OP_LOAD, 3, 2, 0), step_op(OP_ALU, 4, 3, 0),
                                      step_op(OP_ALU, 5, 0, 0),  step_op(OP_ALU, 6, 5, 0),
                                      step_op(OP_EXIT, 0, 0, 0)};
        cycle_t next;
        sm_rig_init(&r, MEMORY);
        r.config.sm.schedulers = schedulers;
        r.config.exec.sp_units = r.config.exec.int_units = r.config.exec.sfu_units = 8;
        sm_rig_start(&r, 16);
        assert_ok(sm_count_insts(r.sm, N, &st));
        script_number(steps, N);
        for (uint32_t i = 0; i < WARPS; i++) {
            script_init(&s[i], steps, N, &r.now);
            all[i] = &s[i];
            sm_rig_launch(&r, &all[i]);
        }
        for (r.now = 1; sm_resident(r.sm); r.now++) {
            struct gpu_counters c = {0};
            assert_int_equal(sm_tick(r.sm, r.now, &next, &r.st), ST_OK);
            sm_count(r.sm, r.now, &c);
            assert_all(sm_insts(r.sm), &c);
            assert_int_equal(sm_rig_slots(&c.sm), schedulers * (r.now + 1));
            if (sm_resident(r.sm) == WARPS)
                assert_int_equal(c.sm.resident_warp_cycles, WARPS * r.now);
        }
        for (uint32_t i = 0; i < WARPS; i++)
            script_free(&s[i]);
    }
}

/* On several SMs, which end at different times. */
TEST(a_run_counts_instructions_of_all_sms)
{
    static const struct fake_step script[] = {
        {.op = OP_LOAD, .dst = 1, .base = 0x10000, .per_cta = 4096, .per_lane = 32},
        {.op = OP_ALU, .dst = 2, .src = 1}};
    enum { CTAS = 7, N = 3 };
    struct gpu_config g = rig_gpu("tiny:sms=3");
    struct inst_counters insts;
    struct gpu_counters c;
    struct kernel *k FREED_BY(kernel_free) = fake_kernel(script, N - 1, CTAS, 16, UINT32_MAX);
    assert_non_null(k);
    assert_ok(inst_counters_create(&insts, N, &st));
    assert_ok(gpu_simulate(&g, k, &(struct model_options){.insts = &insts}, &c, &st));
    assert_all(&insts, &c);
    for (uint32_t i = 0; i < N; i++)
        assert_int_equal(insts.of[i].warps, CTAS);
    assert_int_equal(insts.of[0].sectors, CTAS * WARP_LANES);
    inst_counters_release(&insts);
}

/* As the tables of the documentation: one for each stack, with all of its parts. */
TEST(every_stack_is_documented)
{
    static char text[16384];
    FILE *out = fmemopen(text, sizeof text, "w");
    uint32_t tables = 0, rows = 0;
    struct stall_cause cause;
    assert_non_null(out);
    stalls_document(out);
    fclose(out);
    for (const char *at = text; (at = strstr(at, "\n| --- |")); at++)
        tables++;
    for (const char *at = text; (at = strstr(at, "\n| `")); at++)
        rows++;
    assert_int_equal(tables, STALL_STACKS);
    for (size_t k = 0; k < STALL_STACKS; k++)
        for (size_t i = 0; stall_cause(&stall_stacks[k], NULL, i, &cause); i++)
            rows--;
    assert_int_equal(rows, 0);
}
