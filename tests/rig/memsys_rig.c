#include "tests/rig/memsys_rig.h"

#include "tests/rig/gpus.h"
#include "tests/rig/rig.h"

#include <string.h>

void memsys_rig_configure(struct memsys_rig *f, const char *name, const char *changes)
{
    memset(f, 0, sizeof *f);
    assert_ok(gpu_config_load(&f->config, name, &st));
    rig_gpu_change(&f->config, changes);
}

void memsys_rig_start(struct memsys_rig *f, const char *name, const char *changes, bool every_cycle)
{
    memsys_rig_configure(f, name, changes);
    f->clocks = gpu_config_clocks(&f->config);
    assert_ok(memsys_create(&f->m, &f->config, every_cycle, &st));
    f->port = memsys_port(f->m);
    assert_ok(memsys_step(f->m, 0, &st));
}

void memsys_rig_end(struct memsys_rig *f)
{
    memsys_free(f->m);
}

void memsys_rig_go(struct memsys_rig *f, cycle_t cycle)
{
    ticks_t to = cycle * f->clocks.period[CLOCK_CORE];
    while (memsys_next(f->m) < to)
        assert_ok(memsys_step(f->m, memsys_next(f->m), &st));
    assert_ok(memsys_step(f->m, to, &st));
    f->now = cycle;
}

void memsys_rig_send(struct memsys_rig *f, uint32_t sm, uint64_t addr, uint32_t tag, uint32_t bytes)
{
    struct mem_request r = {
        .addr = addr, .sm = sm, .tag = tag, .bytes = bytes, .write = bytes != 0};
    assert_true(f->port->can_send(f->port->self, sm));
    f->port->send(f->port->self, &r, f->now);
}

bool memsys_rig_take(struct memsys_rig *f, uint32_t sm, struct mem_request *r)
{
    return f->port->take(f->port->self, sm, f->now, r);
}

cycle_t memsys_rig_latency(struct memsys_rig *f, uint64_t addr, uint32_t bytes)
{
    struct mem_request r;
    cycle_t from = f->now;
    memsys_rig_send(f, 0, addr, 42, bytes);
    for (int i = 0; i < 100000; i++) {
        memsys_rig_go(f, f->now + 1);
        if (memsys_rig_take(f, 0, &r)) {
            assert_int_equal(r.addr, addr);
            assert_int_equal(r.tag, 42);
            assert_int_equal(r.write, bytes != 0);
            return f->now - from;
        }
    }
    fail_msg("no reply");
    return 0;
}

struct gpu_counters memsys_rig_count(struct memsys_rig *f)
{
    struct gpu_counters c = {0};
    memsys_count(f->m, f->now * f->clocks.period[CLOCK_CORE] + 1, &c);
    return c;
}

/* crossbar, slice, ROP delay, request queue, reply queue and crossbar, ejection, SM */
cycle_t memsys_rig_hit_cycles(const struct gpu_config *g)
{
    return 1 + 1 + g->l2.rop_cycles + 1 + 1 + 1 + 1;
}
