/* A GPU run in quanta on any number of threads counts what one run cycle by cycle does, at the end
 * and in every sample of a timeline, which changes nothing: on random kernels over random
 * configurations, with the smallest buffers, the shortest delays and clocks
 * that do not fit each other. */
#include "tests/rig/rig.h"

#include "common/random.h"
#include "sim/config/load/load.h"
#include "sim/timing/gpu.h"
#include "tests/rig/fake_warp.h"
#include "tests/rig/sm_rig.h"
#include "tests/rig/timelines.h"
#include "tests/rig/treelet_rig.h"

#include <string.h>

enum { STEPS = 12, MOST_STEPS = 16 };

struct draws {
    uint64_t seed, n;
};

static uint64_t draw(struct draws *d, uint64_t below)
{
    return random_below(d->seed, RANDOM_TEST, d->n++, below);
}

static const char *one_of(struct draws *d, const char *const *values)
{
    uint64_t n = 0;
    while (values[n])
        n++;
    return values[draw(d, n)];
}

/* Parameters that decide how long a quantum may be, what blocks inside one, and every policy. */
static const struct {
    const char *key;
    uint32_t percent; /* of configurations that change it */
    const char *values[8];
} choices[] = {
    {"icnt.input_buffer", 60, {"1", "2", "3", "9", "70"}},
    {"icnt.output_buffer", 50, {"1", "2", "5"}},
    {"icnt.ejection_buffer", 30, {"1", "2"}},
    {"l2.rop_cycles", 70, {"1", "2", "3", "7", "33", "400"}},
    {"core_MHz", 40, {"700.0", "1333.0", "3100.0"}},
    {"icnt_MHz", 40, {"300.0", "700.0", "1500.0", "3100.0"}},
    {"l2_MHz", 40, {"300.0", "700.0", "1500.0", "3100.0"}},
    {"dram_MHz", 40, {"300.0", "700.0", "1333.0", "3100.0"}},
    {"l2.request_queue", 30, {"4", "5", "8"}},
    {"l2.reply_queue", 30, {"1", "2"}},
    {"l2.fill_queue", 20, {"1", "2"}},
    {"l2.dram_queue", 20, {"1", "2"}},
    {"l2.mshrs", 20, {"1", "8"}},
    {"sms", 50, {"1", "3", "5"}},
    {"launch_cycles", 50, {"0", "1", "777"}},
    {"sm.ctas", 30, {"1", "2"}},
    {"memory_partitions", 60, {"1", "3", "4", "5", "6", "7"}},
    {"l2.slices", 30, {"2", "4"}},
    {"l2.set_index", 30, {"linear"}},
    {"l2.partial_write", 50, {"flag"}},
    {"l2.eviction_port", 50, {"writes"}},
    {"l2.data_port_B", 20, {"8", "64"}},
    {"dram.command_bus", 60, {"dual", "scan"}},
    {"dram.bank_group", 30, {"high"}},
    {"dram.scheduler_queue", 20, {"1", "8"}},
    {"sm.scheduler", 30, {"oldest"}},
    {"sm.pipelines", 50, {"shared"}},
    {"sm.collectors_held", 50, {"true"}},
    {"sm.flush_l1d", 30, {"false"}},
    {"ldst.bank", 30, {"shift_32"}},
    {"l1d.mshrs", 20, {"1", "5"}},
    {"l1d.miss_queue", 20, {"2", "3"}},
    {"rt.max_warps", 30, {"1", "2"}},
    {"rt.mshrs", 50, {"0", "1", "3"}},
    {"rt.hit_latency", 50, {"0", "1", "39"}},
    {"rt.l1_port", 50, {"own"}},
    {"rt.request_B", 50, {"32", "128"}},
    {"rt.box_units", 50, {"0", "2"}},
    {"rt.box_interval", 50, {"3", "7"}},
    {"rt.triangle_units", 50, {"0", "2"}},
    {"rt.transform_units", 50, {"0", "2"}},
    {"rt.refill_cycles", 30, {"9"}},
    {"rt.opacity_micromap_cycles", 30, {"1", "9", "70"}},
    {"rt.coalesce_warps", 30, {"true"}},
    {"rt.overlap", 30, {"true"}},
    {"rt.reorder_warps", 50, {"1", "2", "5", "64"}},
    {"rt.reorder_wait", 50, {"1", "17", "300"}},
    {"rt.reorder_cycles", 50, {"1", "40"}},
    {"rt.reorder_B", 50, {"1", "7", "64"}},
    {"rt.perfect_mem", 10, {"true"}},
    {"ldst.perfect_mem", 10, {"true"}},
    {"rt.result", 50, {"fresh"}},
    {"rt.trace", 50, {"fresh"}},
    {"rt.result_stores", 50, {"each_hit"}},
    {"ldst.shared_banks", 50, {"1", "7", "64"}},
    {"ldst.shared_latency", 50, {"1", "2", "77"}},
    {"sm.shared_B", 30, {"4096", "9000"}},
    {"sm.buffer_B", 30, {"20", "32", "64"}},
    {"icache.size_B", 50, {"256", "1024"}},
    {"scalar_cache.size_B", 50, {"0", "256", "1024"}},
    {"scalar_cache.mshrs", 50, {"1", "2"}},
    {"scalar_cache.latency", 50, {"1", "7"}},
    {"exec.scalar_latency", 50, {"1", "17", "64"}},
    {"rt.treelet_B", 50, {"256"}},
    {"rt.prefetch", 60, {"popular", "partial"}},
    {"rt.prefetch_percent", 50, {"10", "60"}},
    {"exec.result_cycles", 50, {"0", "1"}},
    {"sm.barrier_cycles", 50, {"3", "40"}},
    {"sm.redirect_cycles", 50, {"3", "12"}},
    {"l1d.page_KB", 100, {"1", "8"}},
    {"l1d.tlb_entries", 50, {"1", "4"}},
    {"l1d.tlb_miss_cycles", 70, {"1", "90"}},
    {"l2.fetch", 50, {"pair"}},
    {"dram.refi", 50, {"300", "4000"}},
    {"dram.rfc", 70, {"1", "90"}},
    {"ldst.lanes", 50, {"5", "16"}},
    {"ldst.load_result", 50, {"whole"}},
};

static void random_config(struct draws *d, struct gpu_config *g, char *text, size_t size)
{
    assert_ok(gpu_config_load(g, "tiny", &st));
    for (size_t i = 0; i < sizeof choices / sizeof *choices; i++) {
        if (draw(d, 100) >= choices[i].percent)
            continue;
        const char *value = one_of(d, choices[i].values);
        assert_ok(gpu_config_set(g, choices[i].key, value, &st));
        size_t n = strlen(text);
        snprintf(text + n, size - n, " %s=%s", choices[i].key, value);
    }
    if (draw(d, 2) && g->ldst.shared_banks != 7) {
        static const char *const keys[] = {"rt.stack_overflow", "rt.stack_entries",
                                           "rt.stack_shared_entries", "sm.shared_B"};
        const char *const values[] = {"shared", draw(d, 2) ? "1" : "6", draw(d, 2) ? "4" : "8",
                                      "16384"};
        assert_ok(gpu_config_set_all(g, keys, values, 4, &st));
        strncat(text, " rt.stack_overflow=shared", size - strlen(text) - 1);
    }
}

static uint32_t random_script(struct draws *d, struct fake_step *script)
{
    static const uint8_t ops[] = {OP_ALU,  OP_SFU,   OP_LOAD,  OP_LOAD,
                                  OP_LOAD, OP_STORE, OP_STORE, OP_TRACE_RAY};
    uint32_t n = (uint32_t)draw(d, STEPS);
    for (uint32_t i = 0; i < n; i++) {
        struct fake_step *s = &script[i];
        *s = (struct fake_step){.op = ops[draw(d, sizeof ops)],
                                .src = (uint16_t)draw(d, i + 1),
                                .base = 0x10000 + 64 * draw(d, 4096),
                                .per_cta = 64 * (uint32_t)draw(d, 64),
                                .per_lane = 4 << draw(d, 6),
                                .active = (uint32_t)draw(d, UINT32_MAX) | 1};
        if (s->op != OP_STORE)
            s->dst = (uint16_t)(i + 1);
        if (s->op == OP_TRACE_RAY) {
            s->per_lane = 64;
            s->n_records = 1 + (uint32_t)draw(d, 9);
            s->mixed = draw(d, 2);
        }
        if (s->op == OP_ALU && draw(d, 2))
            s->reorder_B = (uint16_t)(4 + 4 * draw(d, 60));
    }
    return n;
}

enum kind { RAYS, COMPUTE, CODE };

struct kernel_draw {
    struct fake_step script[MOST_STEPS];
    uint32_t n, ctas, fail_at, cta_warps, shared_B;
    uint64_t allocated_from; /* 0: nothing is */
};

/* Barriers, shared memory and atomics, some of whose lanes meet, among loads and arithmetic. */
static void random_compute(struct draws *d, struct kernel_draw *k)
{
    static const uint8_t ops[] = {OP_ALU,          OP_SFU,           OP_LOAD,    OP_STORE,
                                  OP_LOAD_SHARED,  OP_LOAD_SHARED,   OP_BARRIER, OP_BARRIER,
                                  OP_STORE_SHARED, OP_ATOMIC_SHARED, OP_ATOMIC,  OP_REDUCE};
    k->n = (uint32_t)draw(d, MOST_STEPS);
    for (uint32_t i = 0; i < k->n; i++) {
        struct fake_step *s = &k->script[i];
        *s = (struct fake_step){.op = ops[draw(d, sizeof ops)],
                                .src = (uint16_t)draw(d, i + 1),
                                .base = 0x10000 + 64 * draw(d, 512),
                                .per_cta = 64 * (uint32_t)draw(d, 64),
                                .per_warp = 32 * (uint32_t)draw(d, 8),
                                .per_lane = draw(d, 4) ? 4u << draw(d, 6) : 0,
                                .scatter = draw(d, 3) ? 0 : 1 + (uint32_t)draw(d, 200),
                                .active = (uint32_t)draw(d, UINT32_MAX) | 1};
        if (s->op != OP_STORE && s->op != OP_STORE_SHARED && s->op != OP_REDUCE &&
            s->op != OP_BARRIER)
            s->dst = (uint16_t)(i + 1);
    }
    k->cta_warps = 1 + (uint32_t)draw(d, 8);
    k->shared_B = (uint32_t)draw(d, 4096);
    k->ctas = 1 + (uint32_t)draw(d, 30);
}

/* Machine code: waits by counters, scalar loads, instructions of several sizes. */
static void random_code(struct draws *d, struct kernel_draw *k)
{
    static const uint8_t ops[] = {OP_ALU,    OP_LOAD,      OP_LOAD,        OP_STORE,
                                  OP_WAIT,   OP_WAIT,      OP_SCALAR_LOAD, OP_SCALAR_LOAD,
                                  OP_SCALAR, OP_TRACE_RAY, OP_REDUCE,      OP_ATOMIC};
    k->n = (uint32_t)draw(d, MOST_STEPS);
    for (uint32_t i = 0; i < k->n; i++) {
        struct fake_step *s = &k->script[i];
        *s = (struct fake_step){.op = ops[draw(d, sizeof ops)],
                                .src = (uint16_t)draw(d, i + 1),
                                .base = 0x10000 + 64 * draw(d, 512),
                                .per_cta = 64 * (uint32_t)draw(d, 64),
                                .per_lane = 4u << draw(d, 6),
                                .size_B = (uint8_t)(4 + 4 * draw(d, 4)),
                                .access_B = 4,
                                .active = (uint32_t)draw(d, UINT32_MAX) | 1};
        s->counter = (uint8_t)script_counter(s->op);
        for (uint32_t which = COUNTER_VM; which < COUNTERS; which++)
            s->until[which] = draw(d, 2) ? COUNTER_ANY : (uint8_t)draw(d, 4);
        if (s->op == OP_ALU || s->op == OP_SCALAR)
            s->dst = (uint16_t)(i + 1);
        if (s->op == OP_SCALAR_LOAD)
            s->access_B = (uint8_t)(4u << draw(d, 5));
        if (s->op == OP_TRACE_RAY) {
            s->per_lane = 64;
            s->n_records = 1 + (uint32_t)draw(d, 9);
        }
    }
    k->ctas = 1 + (uint32_t)draw(d, 60);
}

static enum st_code run(const struct gpu_config *g, const struct kernel_draw *kernel,
                        bool every_cycle, uint32_t threads, struct timeline *timeline,
                        struct gpu_counters *out, struct status *st)
{
    struct kernel *k FREED_BY(kernel_free) =
        kernel->cta_warps
            ? fake_compute_kernel(kernel->script, kernel->n, kernel->ctas, 16, kernel->fail_at,
                                  kernel->cta_warps, kernel->shared_B)
            : fake_kernel(kernel->script, kernel->n, kernel->ctas, 16, kernel->fail_at);
    struct model_options options = {
        .every_cycle = every_cycle, .threads = threads, .timeline = timeline};
    struct treelets *treelets = treelet_rig_random(kernel->n, 0x10000, 8192, 16);
    assert_non_null(k);
    k->treelets = treelets;
    k->allocated_from = kernel->allocated_from;
    memset(out, 0, sizeof *out);
    enum st_code code = gpu_simulate(g, k, &options, out, st);
    treelets_free(treelets);
    return code;
}

static void difference(uint64_t seed, const char *config, uint32_t threads,
                       const struct gpu_counters *a, const struct gpu_counters *b)
{
    for (size_t t = 0; t < n_gpu_counter_tables; t++) {
        const struct counter_table *table = &gpu_counter_tables[t];
        for (size_t i = 0; i < table->n_rows; i++) {
            uint64_t x = counter_read(table, &table->rows[i], a);
            uint64_t y = counter_read(table, &table->rows[i], b);
            if (x != y)
                fail_msg("seed %llu, %u threads,%s: %s.%s is %llu and %llu",
                         (unsigned long long)seed, threads, config, table->section,
                         table->rows[i].name, (unsigned long long)x, (unsigned long long)y);
        }
    }
}

/* All that an L1D has asked for has come, prefetches that outlived their warps too. */
static void assert_all_came(const struct l1d_counters *c)
{
    uint64_t misses = c->ldst_read_misses + c->ldst_read_sector_misses + c->rt_read_misses +
                      c->rt_read_sector_misses;
    assert_int_equal(c->fills, misses - c->merges + c->prefetches);
    assert_true(c->prefetch_useful + c->prefetch_late + c->prefetch_useless <= c->prefetches);
}

/* What is drawn by one seed, in every way; what it met is added to *met, its samples to *samples.
 */
static void one_kernel(uint64_t seed, enum kind kind, struct gpu_counters *met, size_t *samples)
{
    static const uint32_t threads[] = {1, 2, 3, 8};
    struct draws d = {.seed = seed};
    struct gpu_config g;
    struct kernel_draw kernel = {.fail_at = UINT32_MAX};
    struct gpu_counters each, quanta;
    struct timeline *slow, *fast;
    char text[2048] = "";
    random_config(&d, &g, text, sizeof text);
    if (kind == COMPUTE) {
        random_compute(&d, &kernel);
    } else if (kind == CODE) {
        random_code(&d, &kernel);
    } else {
        kernel.n = random_script(&d, kernel.script);
        kernel.ctas = 1 + (uint32_t)draw(&d, 60);
    }
    static const uint64_t froms[] = {0, 0x10000, 0x30000, UINT64_C(1) << 30};
    kernel.allocated_from = froms[draw(&d, sizeof froms / sizeof *froms)];
    uint32_t most = 2 + (uint32_t)draw(&d, seed % 4 ? 40 : 400);
    assert_ok(timeline_create(&slow, &g, most, &st));
    assert_ok(run(&g, &kernel, true, 1, slow, &each, &st));
    assert_timeline_adds_up(slow, &each, text);
    assert_all_came(&each.l1d);
    assert_int_equal(each.l2.atomics, g.ldst.perfect_mem ? 0 : each.ldst.atomic_requests);
    for (size_t i = 0; i < sizeof threads / sizeof *threads; i++) {
        assert_ok(run(&g, &kernel, false, threads[i], NULL, &quanta, &st));
        difference(seed, text, threads[i], &each, &quanta);
        assert_ok(timeline_create(&fast, &g, most, &st));
        assert_ok(run(&g, &kernel, false, threads[i], fast, &quanta, &st));
        difference(seed, text, threads[i], &each, &quanta);
        assert_same_timeline(slow, fast, text);
        timeline_free(fast);
    }
    *samples += timeline_samples(slow);
    timeline_free(slow);
    gpu_counters_merge(met, &each);
}

TEST(windows_and_threads_change_no_counter)
{
    struct gpu_counters met = {0};
    size_t samples = 0;
    for (uint64_t seed = 1; seed <= 80; seed++)
        one_kernel(seed, RAYS, &met, &samples);
    /* They meet what they are meant to. */
    assert_true(met.rt.spill_stores && met.rt.refills && met.rt.table_stores);
    assert_true(met.rt.mshr_waits && met.rt.cycle_port);
    assert_true(met.l1d.prefetch_useful && met.l1d.prefetch_late && met.l1d.prefetch_useless);
    assert_true(met.reorder.groups && met.reorder.alone && met.reorder.bytes);
    assert_true(samples > 80 * 10);
}

TEST(nor_do_they_with_ctas_of_several_warps)
{
    struct gpu_counters met = {0};
    size_t samples = 0;
    for (uint64_t seed = 1001; seed <= 1080; seed++)
        one_kernel(seed, COMPUTE, &met, &samples);
    assert_true(met.sm.warps > 2 * met.gpu.ctas);
    assert_true(met.sm.slot_barrier && met.ldst.shared_conflicts && met.ldst.shared_atomics);
    assert_true(met.ldst.atomics && met.ldst.reductions && met.ldst.atomic_conflicts);
    assert_true(met.l2.atomics && met.l2.stall_merge && met.l2.write_backs);
    assert_true(samples > 80 * 10);
}

TEST(nor_do_they_with_machine_code)
{
    struct gpu_counters met = {0};
    size_t samples = 0;
    for (uint64_t seed = 2001; seed <= 2060; seed++)
        one_kernel(seed, CODE, &met, &samples);
    assert_true(met.sm.fetch_misses && met.sm.scalar_misses && met.sm.slot_memory);
    assert_true(met.sm.scalar_lines > met.sm.scalar_misses && met.rt.warps);
}

/* Which of several failing warps is reported: the first in time, of the lowest SM. */
TEST(a_failure_does_not_depend_on_threads)
{
    for (uint64_t seed = 1; seed <= 20; seed++) {
        struct draws d = {.seed = seed};
        struct gpu_config g;
        struct kernel_draw kernel = {.cta_warps = 0};
        struct gpu_counters c;
        struct status st = {0}, again = {0};
        char text[2048] = "";
        random_config(&d, &g, text, sizeof text);
        kernel.n = random_script(&d, kernel.script);
        kernel.ctas = 5 + (uint32_t)draw(&d, 60);
        kernel.fail_at = (uint32_t)draw(&d, kernel.ctas);
        assert_int_equal(run(&g, &kernel, true, 1, NULL, &c, &st), ST_FAILED);
        for (uint32_t threads = 1; threads <= 3; threads++) {
            assert_int_equal(run(&g, &kernel, false, threads, NULL, &c, &again), ST_FAILED);
            assert_string_equal(again.text, st.text);
        }
    }
}
