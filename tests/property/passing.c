/* Instructions that nobody steps through collectors and units (operand_collector.h) issue and end
 * in the same cycles as if all were stepped, as they are by an SM that looks at every cycle: on
 * random programs, some mostly of arithmetic and some full of loads and stores, with registers that
 * share banks, costs that make results fall into the same cycles, fewer write-backs than units, and
 * too few ports, collector units and banks to let all through. */
#include "tests/rig/rig.h"
#include "tests/rig/sm_rig.h"

#include "common/random.h"

#include <stdlib.h>
#include <string.h>

enum { WARPS = 16, STEPS = 120, REGISTERS = 14, PROGRAMS = 2000 };

static uint64_t draw(uint64_t seed, uint64_t *n, uint64_t below)
{
    return random_below(seed, RANDOM_TEST, (*n)++, below);
}

static void make_warp(struct script *script, uint64_t seed, const cycle_t *now)
{
    static const enum warp_op ops[] = {
        OP_ALU,     OP_ALU,     OP_FP_ADD,  OP_FP_MUL,  OP_FP_MAD, OP_FP_MAX, OP_SFU,  OP_DP_ADD,
        OP_INT_ADD, OP_INT_ADD, OP_INT_MUL, OP_INT_MAX, OP_BRANCH, OP_FP_DIV, OP_LOAD, OP_STORE};
    struct script_step steps[STEPS];
    uint64_t n = 0, rare = seed / 100 % 2 ? 1 + draw(seed, &n, 4) : 0,
             sources = 2 + draw(seed, &n, 4);
    memset(steps, 0, sizeof steps);
    for (uint32_t k = 0; k < STEPS; k++) {
        enum warp_op op = ops[draw(seed, &n, sizeof ops / sizeof *ops)];
        if ((op == OP_LOAD || op == OP_STORE) && rare && draw(seed, &n, 2 * rare))
            op = OP_INT_ADD;
        if (rare == 0 && draw(seed, &n, 5) == 0)
            op = draw(seed, &n, 3) ? OP_LOAD : OP_STORE;
        if (k == STEPS - 1)
            op = OP_EXIT;
        bool reads = draw(seed, &n, rare ? 3 : 2),
             result = op != OP_STORE && op != OP_BRANCH && op != OP_EXIT;
        uint32_t dst = result ? 1 + (uint32_t)draw(seed, &n, REGISTERS) : 0;
        uint32_t one = reads ? (uint32_t)draw(seed, &n, REGISTERS + 1) : 0;
        uint32_t two = reads ? (uint32_t)draw(seed, &n, REGISTERS + 1) : 0;
        steps[k] = step_op(op, dst, one, two);
        while (reads && steps[k].inst.n_src < draw(seed, &n, sources))
            steps[k].inst.src[steps[k].inst.n_src++] = (uint16_t)draw(seed, &n, REGISTERS + 1);
        steps[k].inst.pc = 8 * k;
        steps[k].lanes = UINT32_MAX;
        steps[k].addr = 0x10000 + 32 * draw(seed, &n, 100);
        steps[k].stride = 4 * draw(seed, &n, 9);
        if (op == OP_BRANCH) {
            steps[k].jump_to = (uint32_t)draw(seed, &n, STEPS - 1);
            steps[k].times = (uint32_t)draw(seed, &n, 4);
        }
    }
    script_init(script, steps, STEPS, now);
}

static void vary(struct gpu_config *c, uint64_t seed)
{
    uint64_t n = 1000, longest = 1 + draw(seed, &n, 8);
#define COST(none, op, what)                                                                       \
    c->exec.op##_latency = 1 + (uint32_t)draw(seed, &n, draw(seed, &n, 6) ? longest : 70);         \
    c->exec.op##_interval = 1 + (uint32_t)draw(seed, &n, draw(seed, &n, 3) ? 1 : 3);               \
    if (c->exec.op##_interval > c->exec.op##_latency)                                              \
        c->exec.op##_interval = c->exec.op##_latency;
    EXEC_CLASSES(COST, )
#undef COST
    c->sm.schedulers = 1u << draw(seed, &n, seed % 3 ? 2 : 4);
    c->sm.ctas = c->sm.schedulers * (1 + (uint32_t)draw(seed, &n, 6));
    c->sm.scheduler = (uint32_t)draw(seed, &n, 2);
    c->sm.fetches = 1 + (uint32_t)draw(seed, &n, 8);
    c->sm.pipelines = PIPELINES_SUB_CORE;
    c->sm.collectors_held = draw(seed, &n, 2);
    c->sm.collectors = c->sm.schedulers * (1 + (uint32_t)draw(seed, &n, 2));
    c->sm.collector_ports = c->sm.schedulers + (uint32_t)draw(seed, &n, 6);
    c->sm.collector_steps = 2;
    c->sm.register_banks = c->sm.schedulers * (1 + (uint32_t)draw(seed, &n, seed % 5 ? 2 : 8));
    c->exec.writebacks = 1 + (uint32_t)draw(seed, &n, 3 * c->sm.schedulers);
    c->exec.sp_units = c->sm.schedulers * (1 + (uint32_t)draw(seed, &n, 2));
    c->exec.int_units = c->sm.schedulers * (uint32_t)draw(seed, &n, 3);
    c->exec.sfu_units = c->sm.schedulers;
    c->ldst.l1_latency = 1 + (uint32_t)draw(seed, &n, 25);
}

struct outcome {
    struct script warps[WARPS];
    struct gpu_counters counters;
    cycle_t end;
    uint64_t ticks, instructions;
};

static void run(uint64_t seed, bool stepped, struct outcome *o)
{
    struct script *all[WARPS];
    struct sm_rig r ENDED_BY(sm_rig_free);
    memset(o, 0, sizeof *o);
    sm_rig_init(&r, 1 + (uint32_t)(seed % 3) * 30);
    vary(&r.config, seed);
    for (uint32_t i = 0; i < WARPS; i++) {
        make_warp(&o->warps[i], 100 * seed + i, &r.now);
        all[i] = &o->warps[i];
    }
    sm_rig_start(&r, 16);
    assert_int_equal(sm_rig_run(&r, all, WARPS, stepped, 3000000), ST_OK);
    o->end = r.now;
    o->ticks = r.ticks;
    sm_rig_count(&r, &o->counters);
    o->instructions = sm_retired(r.sm);
}

TEST(issue_and_end_in_the_same_cycles)
{
    struct outcome *stepped FREED_BY(free) = malloc(sizeof *stepped),
                            *passing = malloc(sizeof *passing);
    uint64_t instructions = 0;
    assert_true(stepped && passing);
    for (uint64_t seed = 1; seed <= PROGRAMS; seed++) {
        run(seed, true, stepped);
        run(seed, false, passing);
        for (uint32_t i = 0; i < WARPS; i++) {
            const struct script *a = &stepped->warps[i], *b = &passing->warps[i];
            uint32_t n = a->n_issued < a->room ? a->n_issued : a->room;
            assert_int_equal(a->n_issued, b->n_issued);
            for (uint32_t k = 0; k < n; k++)
                if (a->issued[k] != b->issued[k])
                    fail_msg("seed %llu: instruction %u of warp %u issues in cycle %llu, not %llu",
                             (unsigned long long)seed, k, i, (unsigned long long)b->issued[k],
                             (unsigned long long)a->issued[k]);
            assert_int_equal(a->ended_at, b->ended_at);
            script_free(&stepped->warps[i]);
            script_free(&passing->warps[i]);
        }
        assert_int_equal(stepped->end, passing->end);
        assert_memory_equal(&stepped->counters, &passing->counters, sizeof stepped->counters);
        assert_int_equal(stepped->ticks, stepped->end);
        assert_true(passing->ticks <= passing->end);
        instructions += passing->instructions;
    }
    assert_true(instructions > 1000 * PROGRAMS);
    free(passing);
}
