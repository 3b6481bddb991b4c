/* The L1Ds and the memory of the approximate model by themselves: who is told what and when, and
 * that no answer comes before its quantum is over. */
#include "tests/rig/rig.h"

#include "common/random.h"
#include "common/team.h"
#include "sim/approximate/l1d.h"
#include "sim/approximate/memory.h"
#include "sim/config/load/load.h"

#include <string.h>

enum { SMS = 4, TOLD = 4096 };

struct told {
    uint32_t watcher;
    uint64_t at;
};

struct machine {
    struct gpu_config gpu;
    struct approximate_l2 *l2;
    struct approximate_memory *memory;
    struct approximate_l1d *l1d[SMS];
    struct told told[TOLD];
    uint32_t n_told;
};

static void create(struct machine *m, const char *gpu)
{
    memset(m, 0, sizeof *m);
    assert_ok(gpu_config_load(&m->gpu, gpu, &st));
    assert_ok(approximate_l2_create(&m->l2, &m->gpu, &st));
    assert_ok(approximate_memory_create(&m->memory, &m->gpu, m->l2, &st));
    for (uint32_t i = 0; i < SMS && i < m->gpu.machine.sms; i++)
        assert_ok(approximate_l1d_create(&m->l1d[i], &m->gpu, approximate_memory_port(m->memory, i),
                                         &st));
}

static void release(struct machine *m)
{
    for (uint32_t i = 0; i < SMS; i++)
        approximate_l1d_free(m->l1d[i]);
    approximate_memory_free(m->memory);
    approximate_l2_free(m->l2);
}

static void tell(void *self, uint32_t watcher, uint64_t at)
{
    struct machine *m = self;
    assert_true(m->n_told < TOLD);
    m->told[m->n_told++] = (struct told){watcher, at};
}

/* Answers what was sent in the quantum that begins in cycle `from`, and delivers it. */
static void run_quantum(struct machine *m, uint64_t from)
{
    assert_ok(approximate_memory_run(m->memory, NULL, from, &st));
    for (uint32_t i = 0; i < SMS && m->l1d[i]; i++)
        assert_ok(approximate_l1d_deliver(m->l1d[i], tell, m, &st));
}

TEST(all_who_watch_a_sector_are_told_the_same_cycle)
{
    struct machine m ENDED_BY(release);
    uint64_t now = 10;
    create(&m, "tiny");
    uint64_t first = approximate_l1d_read(m.l1d[0], L1D_LDST, 4096, &now);
    assert_true(is_on_its_way(first));
    approximate_l1d_watch(m.l1d[0], first, 1);
    now = 20;
    uint64_t second = approximate_l1d_read(m.l1d[0], L1D_RT, 4100, &now);
    assert_true(second == first);
    approximate_l1d_watch(m.l1d[0], second, 2);
    approximate_l1d_watch(m.l1d[0], second, 3);
    assert_true(approximate_l1d_comes(m.l1d[0], first) == first);
    run_quantum(&m, 0);
    assert_int_equal(m.n_told, 3);
    for (uint32_t i = 0; i < 3; i++) {
        assert_int_equal(m.told[i].watcher, i + 1);
        assert_true(m.told[i].at == m.told[0].at);
    }
    assert_true(m.told[0].at >= approximate_memory_quantum(m.memory));
    now = m.told[0].at - 1;
    assert_true(approximate_l1d_read(m.l1d[0], L1D_LDST, 4096, &now) == m.told[0].at);
    now = m.told[0].at;
    assert_true(approximate_l1d_read(m.l1d[0], L1D_LDST, 4096, &now) == now);
    assert_true(approximate_memory_next(m.memory, 500) == UINT64_MAX);
}

TEST(what_is_sent_later_waits_for_its_window)
{
    struct machine m ENDED_BY(release);
    create(&m, "tiny");
    uint64_t quantum = approximate_memory_quantum(m.memory), now = quantum + 50;
    uint64_t at = approximate_l1d_read(m.l1d[0], L1D_LDST, 4096, &now);
    approximate_l1d_watch(m.l1d[0], at, 1);
    run_quantum(&m, 0);
    assert_int_equal(m.n_told, 0);
    assert_true(approximate_memory_next(m.memory, quantum) == quantum + 51);
    run_quantum(&m, quantum);
    assert_int_equal(m.n_told, 1);
    assert_true(m.told[0].at >= 2 * quantum);
}

/* Writes, too, are answered; and the miss queue makes those behind it wait. */
TEST(the_miss_queue_takes_as_many_as_it_holds)
{
    struct machine m;
    create(&m, "tiny");
    uint32_t places = m.gpu.l1d.miss_queue;
    for (uint32_t i = 0; i < 3 * places; i++) {
        uint64_t now = 100;
        approximate_l1d_watch(m.l1d[0], approximate_l1d_write(m.l1d[0], L1D_RT, 4096 * i, 15, &now),
                              i);
        /* One is sent a cycle, from the cycle behind on. */
        assert_int_equal(now, i < places ? 100 : 101 + i - places);
    }
    run_quantum(&m, 0);
    assert_int_equal(m.n_told, 3 * places);
    release(&m);
}

/* Whatever SMs ask, in every quantum and on every GPU: nobody is told a cycle that was over when he
 * could not know yet, all are told in the end, and any number of threads says the same. */
struct random_run {
    struct machine m;
    uint64_t sum, asked, from;
};

static enum st_code run_random(void *self, struct team *team)
{
    struct random_run *r = self;
    struct machine *m = &r->m;
    uint64_t quantum = approximate_memory_quantum(m->memory), k = 0;
    for (uint32_t w = 0; w < 40; w++, r->from += quantum) {
        for (uint32_t i = 0; i < SMS && m->l1d[i]; i++)
            for (uint64_t n = random_below(1, RANDOM_TEST, k++, 60); n > 0; n--, k += 3) {
                uint64_t now = r->from + random_below(1, RANDOM_TEST, k, quantum + 64);
                uint64_t addr = 32 * random_below(1, RANDOM_TEST, k + 1, 1 << 14), at;
                bool write = random_below(1, RANDOM_TEST, k + 2, 4) == 0;
                at = write ? approximate_l1d_write(m->l1d[i], L1D_RT, addr, UINT32_MAX, &now)
                           : approximate_l1d_read(m->l1d[i], L1D_LDST, addr, &now);
                if (!is_on_its_way(at))
                    continue;
                r->asked++;
                approximate_l1d_watch(m->l1d[i], at, w);
            }
        assert_ok(approximate_memory_run(m->memory, team, r->from, &st));
        m->n_told = 0;
        for (uint32_t i = 0; i < SMS && m->l1d[i]; i++)
            assert_ok(approximate_l1d_deliver(m->l1d[i], tell, m, &st));
        for (uint32_t i = 0; i < m->n_told; i++) {
            assert_true(m->told[i].at >= r->from + quantum);
            r->sum = r->sum * 31 + m->told[i].at * (m->told[i].watcher + 1);
        }
        r->asked -= m->n_told;
    }
    return ST_OK;
}

TEST(no_answer_is_late_and_threads_change_nothing)
{
    static const char *const gpus[] = {"tiny",
                                       "mobile_soc",
                                       "rtx2060",
                                       "rtx3070",
                                       "mobile_soc_vulkansim",
                                       "mobile_soc:icnt_MHz=700.0,l2_MHz=1300.0",
                                       "mobile_soc:icnt_MHz=5000.0,l2_MHz=5000.0",
                                       "mobile_soc:icnt_MHz=300.0,l2_MHz=3100.0"};
    for (size_t i = 0; i < sizeof gpus / sizeof *gpus; i++) {
        uint64_t sums[2];
        for (uint32_t threads = 1; threads <= 2; threads++) {
            static struct random_run r;
            struct gpu_counters counters = {0};
            r = (struct random_run){.sum = 1};
            create(&r.m, gpus[i]);
            team_run(2 * threads - 1, run_random, &r, NULL);
            for (uint64_t w = 0; r.asked && w < 1000;
                 w++, r.from += approximate_memory_quantum(r.m.memory)) {
                r.m.n_told = 0;
                run_quantum(&r.m, r.from);
                r.asked -= r.m.n_told;
            }
            assert_int_equal(r.asked, 0);
            approximate_memory_count(r.m.memory, &counters);
            approximate_l2_count(r.m.l2, r.from, &counters);
            sums[threads - 1] = r.sum ^ counters.icnt.latency << 1 ^ counters.dram.reads << 32;
            release(&r.m);
        }
        assert_true(sums[0] == sums[1]);
    }
}
