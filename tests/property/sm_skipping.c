/* What an SM counts does not depend on how often it is asked, every slot and every cycle of the RT
 * unit is charged once, and everything that goes into it comes out: on random warps over many
 * configurations. */
#include "tests/rig/rig.h"
#include "tests/rig/sm_rig.h"
#include "tests/rig/treelet_rig.h"

#include "common/random.h"

#include <stdlib.h>
#include <string.h>

enum { WARPS = 24, STEPS = 60, RECORDS = 24, TABLES = 4, FIRSTS = 4 };

struct random_warp {
    struct script_step steps[STEPS];
    struct ray_work rays[STEPS][WARP_LANES];
    record_t records[STEPS][RECORDS];
    uint64_t tables[TABLES];
    struct script script;
};

static uint64_t draw(uint64_t seed, uint64_t *n, uint64_t below)
{
    return random_below(seed, RANDOM_TEST, (*n)++, below);
}

static void make_rays(struct random_warp *w, uint32_t k, uint64_t seed, uint64_t *n)
{
    uint64_t base = 0x100000;
    for (uint32_t i = 0; i < RECORDS; i++) {
        enum record_kind kind = (enum record_kind)draw(seed, n, RECORD_KINDS);
        if (i < FIRSTS && kind == RECORD_SPILL)
            kind = RECORD_HEADER;
        if (i && record_is_leaf(w->records[k][i - 1]) && draw(seed, n, 2))
            kind = RECORD_BESIDE;
        uint64_t inside = kind >= RECORD_WIDE ? 16 * draw(seed, n, 4) : 0;
        w->records[k][i] = record_make(kind, base + 64 * draw(seed, n, 2000) + inside);
    }
    for (uint32_t lane = 0; lane < WARP_LANES; lane++) {
        uint32_t from = (uint32_t)draw(seed, n, FIRSTS);
        struct ray_work *ray = &w->rays[k][lane];
        ray->records = w->records[k] + from;
        ray->n_records = (uint32_t)draw(seed, n, RECORDS - from);
        ray->result_addr = 0x900000 + 32 * lane;
        ray->n_table_stores = draw(seed, n, 8) == 0 ? TABLES : 0;
        ray->table_stores = w->tables;
    }
    w->steps[k].rays = w->rays[k];
}

/* What a warp of a CTA of one warp executes, and one of several. */
enum { COMPUTE_FROM = 61, CODE_FROM = 121, SEEDS = 200 };
static uint32_t cta_warps_of(uint64_t seed)
{
    static const uint8_t warps[] = {1, 2, 3, 4, 8, 12};
    return seed < COMPUTE_FROM ? 1 : warps[seed % sizeof warps];
}

static void make_warp(struct random_warp *w, uint64_t seed, bool compute, const cycle_t *now)
{
    static const enum warp_op ray[] = {OP_ALU,  OP_ALU,    OP_INT_ADD, OP_FP_MUL, OP_FP_MAD,
                                       OP_SFU,  OP_FP_DIV, OP_LOAD,    OP_STORE,  OP_TRACE_RAY,
                                       OP_LOAD, OP_BRANCH, OP_DP_DIV,  OP_INT_MAX};
    static const enum warp_op cta[] = {OP_ALU,         OP_INT_ADD,       OP_FP_MAD, OP_SFU,
                                       OP_LOAD,        OP_STORE,         OP_BRANCH, OP_BARRIER,
                                       OP_LOAD_SHARED, OP_STORE_SHARED,  OP_ATOMIC, OP_REDUCE,
                                       OP_LOAD_SHARED, OP_ATOMIC_SHARED, OP_BARRIER};
    const enum warp_op *ops = compute ? cta : ray;
    uint64_t n = 0, n_ops = compute ? sizeof cta / sizeof *cta : sizeof ray / sizeof *ray;
    memset(w, 0, sizeof *w);
    for (int i = 0; i < TABLES; i++)
        w->tables[i] = 0xa00000 + 32 * draw(seed, &n, 1000);
    for (uint32_t k = 0; k < STEPS; k++) {
        enum warp_op op = k == STEPS - 1 ? OP_EXIT : ops[draw(seed, &n, n_ops)];
        bool result = op != OP_STORE && op != OP_BRANCH && op != OP_EXIT && op != OP_STORE_SHARED &&
                      op != OP_REDUCE && op != OP_BARRIER;
        w->steps[k] = step_op(op, result ? 1 + (uint32_t)draw(seed, &n, 12) : 0,
                              (uint32_t)draw(seed, &n, 13), (uint32_t)draw(seed, &n, 13));
        w->steps[k].inst.pc = 8 * k;
        w->steps[k].lanes = (uint32_t)random_u64(seed, RANDOM_TEST, 1000000 + k);
        w->steps[k].addr = 0x10000 + 4 * draw(seed, &n, 4000);
        w->steps[k].stride = 4 * draw(seed, &n, 40);
        if (op == OP_TRACE_RAY)
            make_rays(w, k, seed, &n);
        if (op == OP_INT_ADD && !compute) {
            w->steps[k].inst.reorder_B = (uint16_t)(4 + 4 * draw(seed, &n, 60));
            w->steps[k].moved = (uint32_t)draw(seed, &n, 33);
        }
        if (op == OP_BRANCH) {
            w->steps[k].jump_to = (uint32_t)draw(seed, &n, STEPS - 1);
            w->steps[k].times = (uint32_t)draw(seed, &n, 3);
        }
    }
    script_init(&w->script, w->steps, STEPS, now);
}

/* The same as machine code: instructions of several sizes that count what they have under way. */
static void make_code(struct random_warp *w, uint64_t seed, const cycle_t *now)
{
    static const enum warp_op ops[] = {
        OP_ALU,    OP_FP_MAD,      OP_SFU,    OP_LOAD,    OP_LOAD,         OP_STORE,
        OP_WAIT,   OP_WAIT,        OP_BRANCH, OP_SCALAR,  OP_SCALAR,       OP_SCALAR_LOAD,
        OP_ATOMIC, OP_LOAD_SHARED, OP_REDUCE, OP_BARRIER, OP_STORE_SHARED, OP_TRACE_RAY};
    uint64_t n = 5000;
    uint32_t pc = 0;
    memset(w, 0, sizeof *w);
    for (uint32_t k = 0; k < STEPS; k++) {
        enum warp_op op = k == STEPS - 1 ? OP_EXIT : ops[draw(seed, &n, sizeof ops / sizeof *ops)];
        struct script_step *step = &w->steps[k];
        bool result = op == OP_ALU || op == OP_FP_MAD || op == OP_SFU || op == OP_SCALAR;
        *step = step_op(op, result ? 1 + (uint32_t)draw(seed, &n, 12) : 0,
                        (uint32_t)draw(seed, &n, 13), (uint32_t)draw(seed, &n, 13));
        step->inst.counter = (uint8_t)script_counter(op);
        step->inst.size_B = (uint8_t)(4 + 4 * draw(seed, &n, draw(seed, &n, 9) ? 3 : 5));
        step->inst.pc = pc;
        pc += step->inst.size_B;
        for (uint32_t which = COUNTER_VM; which < COUNTERS; which++)
            step->inst.until[which] = draw(seed, &n, 2) ? COUNTER_ANY : (uint8_t)draw(seed, &n, 5);
        step->lanes = (uint32_t)random_u64(seed, RANDOM_TEST, 1000000 + k);
        step->addr = 0x10000 + 4 * draw(seed, &n, 4000);
        step->stride = 4 * draw(seed, &n, 40);
        if (op == OP_SCALAR_LOAD) {
            step->inst.kind = KIND_MEMORY;
            step->inst.access_B = (uint8_t)(4u << draw(seed, &n, 5));
        }
        if (op == OP_TRACE_RAY)
            make_rays(w, k, seed, &n);
        if (op == OP_BRANCH) {
            step->jump_to = (uint32_t)draw(seed, &n, STEPS - 1);
            step->times = (uint32_t)draw(seed, &n, 3);
        }
    }
    script_init(&w->script, w->steps, STEPS, now);
}

static void vary(struct gpu_config *c, uint64_t seed)
{
    uint64_t n = 1000;
    c->rt.hit_latency = (uint32_t)draw(seed, &n, 3) * 7;
    c->rt.max_warps = 1 + (uint32_t)draw(seed, &n, 6);
    c->rt.mshrs = (uint32_t)draw(seed, &n, 2) * 8;
    c->rt.coalesce_warps = draw(seed, &n, 2);
    c->rt.result = (uint32_t)draw(seed, &n, 2);
    c->rt.result_stores = (uint32_t)draw(seed, &n, 2);
    c->rt.l1_port = (uint32_t)draw(seed, &n, 2);
    c->rt.request_B = 32u << draw(seed, &n, 3);
    c->rt.box_units = (uint32_t)draw(seed, &n, 4);
    c->rt.triangle_units = (uint32_t)draw(seed, &n, 3);
    c->rt.transform_units = (uint32_t)draw(seed, &n, 3);
    c->rt.reorder_warps = draw(seed, &n, 2) ? 1 + (uint32_t)draw(seed, &n, 8) : 0;
    c->rt.reorder_wait = (uint32_t)draw(seed, &n, 3) * 50;
    c->rt.reorder_cycles = (uint32_t)draw(seed, &n, 3) * 10;
    c->rt.reorder_B = (uint32_t)draw(seed, &n, 3) * 16;
    c->l1d.ways = draw(seed, &n, 2) ? 4 : 512;
    c->l1d.miss_queue = draw(seed, &n, 2) ? 2 : 16;
    c->l1d.mshrs = draw(seed, &n, 2) ? 4 : 8192;
    c->l1d.mshr_merges = draw(seed, &n, 2) ? 2 : 64;
    c->ldst.l1_latency = 1 + (uint32_t)draw(seed, &n, 25);
    c->rt.overlap = draw(seed, &n, 2);
    c->ldst.bank = (uint32_t)draw(seed, &n, 2);
    c->ldst.perfect_mem = draw(seed, &n, 8) == 0;
    c->rt.perfect_mem = draw(seed, &n, 8) == 0;
    c->sm.ctas = 1 + (uint32_t)draw(seed, &n, WARPS);
    c->sm.scheduler = (uint32_t)draw(seed, &n, 2);
    c->sm.fetches = 1 + (uint32_t)draw(seed, &n, 4);
    c->sm.pipelines = (uint32_t)draw(seed, &n, 2);
    c->sm.collectors_held = draw(seed, &n, 2);
    c->exec.writebacks = 1 + (uint32_t)draw(seed, &n, 8);
    c->sm.schedulers = 1u << draw(seed, &n, 4);
    c->sm.collectors = c->sm.schedulers * (1 + (uint32_t)draw(seed, &n, 3));
    c->sm.collector_ports = 1 + (uint32_t)draw(seed, &n, 8);
    c->sm.collector_steps = 1 + (uint32_t)draw(seed, &n, 3);
    c->sm.register_banks = c->sm.schedulers * (1 + (uint32_t)draw(seed, &n, 5));
    c->exec.sp_units = c->sm.schedulers * (1 + (uint32_t)draw(seed, &n, 2));
    c->exec.int_units = c->sm.schedulers * (uint32_t)draw(seed, &n, 3);
    if (c->sm.pipelines == PIPELINES_SHARED) { /* nothing need be a multiple of the schedulers */
        c->sm.collectors = 1 + (uint32_t)draw(seed, &n, 9);
        c->exec.sp_units = 1 + (uint32_t)draw(seed, &n, 5);
    }
    c->exec.sfu_units = c->sm.schedulers;
    c->ldst.shared_banks = 1 + (uint32_t)draw(seed, &n, 64);
    c->ldst.shared_latency = 1 + (uint32_t)draw(seed, &n, 25);
    if (seed % 2) {
        c->ldst.shared_banks = 1u << draw(seed, &n, 7);
        c->sm.shared_B = 65536;
        c->rt.stack_overflow = OVERFLOW_SHARED;
        c->rt.stack_entries = 1 + (uint32_t)draw(seed, &n, 5);
        c->rt.stack_shared_entries = 4 + 4 * (uint32_t)draw(seed, &n, 3);
    }
    c->sm.buffer_B = 16 + 4 * (uint32_t)draw(seed, &n, 9);
    c->exec.result_cycles = (uint32_t)(seed % 3); /* beside the others, which stay as they were */
    c->exec.scalar_latency = 1 + (uint32_t)draw(seed, &n, 64);
    c->icache.line_B = 32u << draw(seed, &n, 3);
    c->icache.ways = 1 + (uint32_t)draw(seed, &n, 3);
    c->icache.size_B = c->icache.line_B * c->icache.ways * (uint32_t)draw(seed, &n, 4);
    c->scalar_cache.line_B = 32u << draw(seed, &n, 3);
    c->scalar_cache.ways = 1 + (uint32_t)draw(seed, &n, 3);
    c->scalar_cache.size_B =
        c->scalar_cache.line_B * c->scalar_cache.ways * (uint32_t)draw(seed, &n, 4);
    c->scalar_cache.mshrs = 1 + (uint32_t)draw(seed, &n, 3);
    c->scalar_cache.latency = 1 + (uint32_t)draw(seed, &n, 25);
    c->rt.opacity_micromap_cycles = (uint32_t)draw(seed, &n, 9);
    c->rt.treelet_B = draw(seed, &n, 2) ? 256 : 0;
    c->rt.prefetch = (uint32_t)draw(seed, &n, 3);
    c->rt.prefetch_percent = (uint32_t)draw(seed, &n, 3) * 20;
}

struct outcome {
    struct gpu_counters counters;
    cycle_t end;
    uint64_t ticks, steps;
};

static void run(uint64_t seed, bool every, struct outcome *o)
{
    struct sm_rig r;
    struct random_warp *w FREED_BY(free) = calloc(WARPS, sizeof *w);
    struct script *all[WARPS];
    assert_non_null(w);
    sm_rig_init(&r, 1 + (uint32_t)(seed % 5) * 60);
    vary(&r.config, seed);
    memset(o, 0, sizeof *o);
    for (uint32_t i = 0; i < WARPS; i++) {
        if (seed >= CODE_FROM) /* all of one program, so that they share its lines */
            make_code(&w[i], 100 * seed + i % 2, &r.now);
        else
            make_warp(&w[i], 100 * seed + i, seed >= COMPUTE_FROM, &r.now);
        all[i] = &w[i].script;
    }
    sm_rig_start_ctas(&r, &(struct cta_needs){cta_warps_of(seed), 16, 0});
    struct treelets *treelets = treelet_rig_random(seed, 0x100000, 2048, 16);
    assert_ok(sm_give_treelets(r.sm, treelets, &st));
    assert_int_equal(sm_rig_run(&r, all, WARPS, every, 3000000), ST_OK);
    o->end = r.now;
    o->ticks = r.ticks;
    sm_rig_count(&r, &o->counters);
    for (uint32_t i = 0; i < WARPS; i++) {
        assert_true(w[i].script.ended);
        o->steps += w[i].script.n_issued;
        script_free(&w[i].script);
    }
    assert_int_equal(sm_retired(r.sm), o->steps);
    const struct gpu_counters *c = &o->counters;
    assert_int_equal(sm_rig_slots(&c->sm), r.config.sm.schedulers * o->end);
    assert_int_equal(sm_rig_rt_cycles(&c->rt), o->end);
    assert_int_equal(c->rt.busy_cycles, o->end - c->rt.cycle_no_warp);
    assert_int_equal(c->sm.slot_issued, o->steps);
    assert_int_equal(c->sm.warp_instructions, o->steps);
    const struct mix_counters *m = &c->mix;
    assert_int_equal(m->alu + m->control + m->sfu + m->memory + m->trace,
                     c->sm.thread_instructions);
    assert_int_equal(m->rt + m->call + m->texture + m->predicated_off, 0);
    uint64_t instructions = 0, lanes = 0;
#define ADD(none, n)                                                                               \
    instructions += m->warps_##n;                                                                  \
    lanes += (uint64_t)(n)*m->warps_##n;
    MIX_LANES(ADD, )
#undef ADD
    assert_int_equal(instructions, o->steps);
    assert_int_equal(lanes, c->sm.active_lanes);
    const struct rt_counters *rt = &c->rt;
    uint64_t fetched = rt->headers + rt->internals + rt->instances + rt->descriptors +
                       rt->triangles + rt->triangle_hits + rt->procedurals + rt->refills +
                       rt->micromaps + rt->micromap_hits;
    if (r.config.rt.stack_overflow == OVERFLOW_SHARED) /* into which others are put */
        assert_true(fetched <= rt->records - rt->spill_stores);
    else
        assert_int_equal(fetched, rt->records - rt->spill_stores);
    uint64_t writes = c->l1d.ldst_write_hits + c->l1d.ldst_write_misses + c->l1d.rt_write_hits +
                      c->l1d.rt_write_misses;
    assert_int_equal(writes, c->ldst.store_sectors + c->rt.result_stores + c->rt.table_stores +
                                 c->rt.spill_stores);
    assert_int_equal(c->l1d.ldst_read_hits + c->l1d.ldst_read_misses +
                         c->l1d.ldst_read_sector_misses,
                     c->ldst.load_sectors);
    assert_int_equal(c->l1d.rt_read_hits + c->l1d.rt_read_misses + c->l1d.rt_read_sector_misses,
                     c->rt.reads);
    /* Perfect memory misses nothing and sends neither writes nor atomics. */
    writes -= r.config.ldst.perfect_mem ? c->l1d.ldst_write_hits : 0;
    writes -= r.config.rt.perfect_mem ? c->l1d.rt_write_hits : 0;
    uint64_t misses = c->l1d.ldst_read_misses + c->l1d.ldst_read_sector_misses +
                      c->l1d.rt_read_misses + c->l1d.rt_read_sector_misses;
    uint64_t atomics = r.config.ldst.perfect_mem ? 0 : c->ldst.atomic_requests;
    /* What else is sent is for the two caches that are only read: whole lines. */
    uint64_t sent = misses - c->l1d.merges + writes + atomics;
    uint64_t lines = c->sm.fetch_misses + c->sm.scalar_misses, ahead = c->l1d.prefetches;
    if (lines + ahead == 0)
        assert_int_equal(r.memory.n, sent);
    uint32_t line = r.config.icache.line_B > r.config.scalar_cache.line_B
                        ? r.config.icache.line_B
                        : r.config.scalar_cache.line_B;
    assert_in_range(r.memory.n, sent + (lines > 0), sent + lines * (line / SECTOR_B) + ahead);
    assert_true(c->l1d.prefetch_useful + c->l1d.prefetch_late + c->l1d.prefetch_useless <= ahead);
    assert_true(c->sm.fetch_misses <= c->sm.fetches);
    assert_true(c->sm.scalar_misses <= c->sm.scalar_lines);
    assert_true(c->sm.scalar_loads <= c->sm.scalar_lines);
    sm_rig_free(&r);
    treelets_free(treelets);
}

TEST(skipping_changes_no_count)
{
    uint64_t ticks = 0, cycles = 0;
    struct gpu_counters met = {0};
    for (uint64_t seed = 1; seed <= SEEDS; seed++) {
        struct outcome each, skipped;
        run(seed, true, &each);
        run(seed, false, &skipped);
        assert_int_equal(each.end, skipped.end);
        assert_int_equal(each.ticks, each.end);
        ticks += skipped.ticks;
        cycles += each.ticks;
        if (memcmp(&each.counters, &skipped.counters, sizeof each.counters) != 0)
            fail_msg("seed %llu: counters differ", (unsigned long long)seed);
        gpu_counters_merge(&met, &each.counters);
    }
    assert_true(ticks < cycles);
    assert_true(met.reorder.groups && met.reorder.alone && met.reorder.bytes);
    assert_true(met.sm.slot_barrier && met.ldst.shared_conflicts && met.ldst.atomic_conflicts);
    assert_true(met.sm.fetch_misses && met.sm.buffer_flushes && met.sm.bank_conflicts);
    assert_true(met.sm.scalar_misses && met.sm.scalar_lines > met.sm.scalar_loads);
    assert_true(met.l1d.prefetch_useful && met.l1d.prefetch_late && met.l1d.prefetch_useless);
}

TEST(a_waiting_sm_is_not_ticked)
{
    struct script s ENDED_BY(script_free), *one = &s;
    struct sm_rig r ENDED_BY(sm_rig_free);
    sm_rig_init(&r, 10000);
    struct script_step steps[] = {step_op(OP_LOAD, 1, 0, 0), step_op(OP_ALU, 2, 1, 0),
                                  step_op(OP_EXIT, 0, 0, 0)};
    for (uint32_t i = 0; i < 3; i++)
        steps[i].inst.pc = 8 * i;
    script_init(&s, steps, 3, &r.now);
    sm_rig_start(&r, 16);
    assert_int_equal(sm_rig_run(&r, &one, 1, false, 100000), ST_OK);
    assert_true(r.now > 10000);
    assert_true(r.ticks < 40);
}
