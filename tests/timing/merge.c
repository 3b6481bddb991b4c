/* Whatever a set of counters holds already, every component adds to it by the rules of the tables.
 */
#include "tests/rig/results.h"
#include "tests/rig/rig.h"
#include "tests/rig/sm_rig.h"

#include "sim/approximate/l1d.h"
#include "sim/approximate/memory.h"
#include "sim/timing/memory/memsys.h"
#include "tests/rig/gpus.h"

enum { CYCLES = 1000 };

typedef void count_fn(void *component, struct gpu_counters *into);

static void assert_adds(count_fn *count, void *component)
{
    struct gpu_counters alone = {0}, into, wanted;
    uint64_t something = 0;
    rig_fill_counters(&into, 1, 7);
    wanted = into;
    count(component, &alone);
    count(component, &into);
    gpu_counters_merge(&wanted, &alone);
    for (size_t t = 0; t < n_gpu_counter_tables; t++) {
        const struct counter_table *table = &gpu_counter_tables[t];
        for (size_t i = 0; i < table->n_rows; i++) {
            const struct counter *c = &table->rows[i];
            uint64_t got = counter_read(table, c, &into), want = counter_read(table, c, &wanted);
            something += counter_read(table, c, &alone);
            if (got != want)
                fail_msg("%s.%s is %llu instead of %llu", table->section, c->name,
                         (unsigned long long)got, (unsigned long long)want);
        }
    }
    assert_true(something > 0);
}

static void count_sm(void *r, struct gpu_counters *into)
{
    sm_count(((struct sm_rig *)r)->sm, ((struct sm_rig *)r)->now - 1, into);
}

TEST(an_sm_adds)
{
    struct script s ENDED_BY(script_free);
    struct sm_rig r ENDED_BY(sm_rig_free);
    struct script_step steps[] = {step_op(OP_LOAD, 1, 0, 0), step_op(OP_ALU, 2, 1, 0),
                                  step_op(OP_EXIT, 0, 0, 0)};
    steps[0].stride = 32;
    sm_rig_init(&r, 100);
    sm_rig_one(&r, &s, steps, 3);
    assert_adds(count_sm, &r);
}

static void count_memsys(void *m, struct gpu_counters *into)
{
    memsys_count(m, 1u << 30, into);
}

TEST(the_memory_system_adds)
{
    struct memsys *m;
    struct gpu_config g = rig_gpu("tiny");
    assert_ok(memsys_create(&m, &g, false, &st));
    const struct mem_port *port = memsys_port(m);
    for (uint32_t i = 0; i < 8; i++)
        port->send(port->self, &(struct mem_request){.addr = 4096 * i, .tag = i}, 0);
    assert_ok(memsys_run_steps(m, CYCLES, &st));
    assert_adds(count_memsys, m);
    memsys_free(m);
}

struct approximate_parts {
    struct approximate_l2 *l2;
    struct approximate_memory *memory;
    struct approximate_l1d *l1d;
};

static void count_approximate(void *self, struct gpu_counters *into)
{
    const struct approximate_parts *p = self;
    approximate_memory_count(p->memory, into);
    approximate_l2_count(p->l2, CYCLES, into);
}

static void tell_nobody(void *self, uint32_t watcher, uint64_t at)
{
    (void)self;
    (void)at;
    fail_msg("watcher %u was told", watcher);
}

TEST(the_approximate_memory_adds)
{
    struct approximate_parts p;
    struct gpu_config g = rig_gpu("tiny");
    assert_ok(approximate_l2_create(&p.l2, &g, &st));
    assert_ok(approximate_memory_create(&p.memory, &g, p.l2, &st));
    assert_ok(approximate_l1d_create(&p.l1d, &g, approximate_memory_port(p.memory, 0), &st));
    for (uint64_t i = 0; i < 8; i++) {
        uint64_t at = 10 * i;
        approximate_l1d_read(p.l1d, L1D_LDST, 4096 * i, &at);
        approximate_l1d_write(p.l1d, L1D_RT, 4096 * i, 32, &at);
    }
    assert_ok(approximate_memory_run(p.memory, NULL, 0, &st));
    assert_ok(approximate_l1d_deliver(p.l1d, tell_nobody, NULL, &st));
    assert_adds(count_approximate, &p);
    approximate_l1d_free(p.l1d);
    approximate_memory_free(p.memory);
    approximate_l2_free(p.l2);
}

/* One kernel after another on the same GPU: time adds up, the machine does not. */
TEST(kernels_follow_each_other)
{
    struct gpu_counters all = {0}, merged, one, other;
    rig_fill_counters(&one, 1, 70);
    rig_fill_counters(&other, 2, 300);
    one.dram.channels = other.dram.channels = 2;
    one.dram.cycles = 140;
    one.dram.data_cycles = 70;
    other.dram.cycles = 600;
    other.dram.data_cycles = 115;
    gpu_counters_follow(&all, &one);
    assert_memory_equal(&all, &one, sizeof all); /* also what is kept of ratios */
    gpu_counters_follow(&all, &other);
    merged = one;
    gpu_counters_merge(&merged, &other);
    merged.gpu.cycles = 370;
    merged.dram.channels = 2;
    merged.dram.utilization_q32 = UINT64_C(1) << 31; /* 2 x 185 / 740 */
    assert_memory_equal(&all, &merged, sizeof all);
}
