/* The memory system in quanta of many cycles: the same replies and counters as step by step. */
#include "tests/rig/memsys_rig.h"
#include "tests/rig/rig.h"

#include "common/random.h"

#include <string.h>

/* Two SMs with random requests. */
struct traffic {
    struct memsys_rig f;
    cycle_t known[2]; /* an SM has played the cycles before */
    uint32_t sent[2], done[2];
    uint64_t trace[2];
};

enum { REQUESTS = 600, FROM = 1 << 20, LONG_AFTER = 1000000 };

static void start_traffic(struct traffic *t, const char *changes, bool allocate)
{
    *t = (struct traffic){0};
    memsys_rig_configure(&t->f, "tiny", changes);
    t->f.clocks = gpu_config_clocks(&t->f.config);
    assert_int_equal(t->f.config.machine.sms, 2);
    assert_ok(memsys_create(&t->f.m, &t->f.config, false, &st));
    if (allocate)
        assert_ok(memsys_allocate(t->f.m, FROM, UINT64_C(1) << 40, &st));
    t->f.port = memsys_port(t->f.m);
    assert_ok(memsys_step(t->f.m, 0, &st));
}

static void end_traffic(struct traffic *t)
{
    memsys_free(t->f.m);
}

static bool ended(const struct traffic *t)
{
    return t->done[0] == REQUESTS && t->done[1] == REQUESTS;
}

/* An SM wants to send in about two thirds of the cycles, and in no cycle of every fourth 64. */
static bool wants(const struct traffic *t, uint32_t sm, cycle_t now)
{
    return t->sent[sm] < REQUESTS && now / 64 % 4 && random_u64(9, RANDOM_TEST, 2 * now + sm) % 3;
}

/* The SM's part of a cycle. A quarter of the requests are writes, an eighth are to memory that may
 * be allocated. */
static void play(struct traffic *t, uint32_t sm, cycle_t now)
{
    struct memsys_rig *f = &t->f;
    struct mem_request r;
    f->now = now;
    if (memsys_rig_take(f, sm, &r)) {
        t->trace[sm] = random_mix(t->trace[sm] ^ now << 20 ^ r.tag) ^ r.addr;
        t->done[sm]++;
    }
    if (wants(t, sm, now) && f->port->can_send(f->port->self, sm)) {
        uint64_t random = random_u64(10, RANDOM_TEST, 2 * now + sm);
        uint64_t addr = random >> 8 & 0x3fe0;
        memsys_rig_send(f, sm, random % 8 == 5 ? FROM + 4 * addr : addr, (uint32_t)now,
                        random % 4 ? 0 : (uint32_t)(random >> 32) | 1);
        t->sent[sm]++;
    }
    t->known[sm] = now + 1;
}

static void play_all(struct traffic *t, cycle_t now)
{
    for (uint32_t sm = 0; sm < 2; sm++)
        play(t, sm, now);
    assert_true(now < 500000);
}

/* An SM stops where it is not known whether it may send. */
static void play_quantum(struct traffic *t, cycle_t first, cycle_t until)
{
    t->known[0] = t->known[1] = first;
    for (;;) {
        for (uint32_t sm = 0; sm < 2; sm++)
            while (t->known[sm] < until &&
                   (!wants(t, sm, t->known[sm]) || memsys_room_known(t->f.m, sm, t->known[sm])))
                play(t, sm, t->known[sm]);
        if (t->known[0] == until && t->known[1] == until)
            return;
        cycle_t known[] = {t->known[0], t->known[1]};
        memsys_run_known(t->f.m, known, until);
        uint32_t least = t->known[1] < t->known[0];
        assert_true(memsys_room_known(t->f.m, least, t->known[least]));
    }
}

static void run_partitions(struct traffic *t, cycle_t until)
{
    for (uint32_t i = 0; i < memsys_partitions(t->f.m); i++)
        memsys_run_partition(t->f.m, i, until);
}

/* The requests of the SMs' last quantum, which ended before `due`. */
static void finish(struct traffic *t, cycle_t *due)
{
    if (*due)
        memsys_run_requests(t->f.m, *due);
    *due = 0;
}

/* Chooses a quantum at random; *until is `first` where it is a step. */
static void choose(struct traffic *t, uint64_t seed, bool beside, cycle_t first, cycle_t *until)
{
    cycle_t most = random_u64(seed, RANDOM_TEST, first) % (memsys_longest(t->f.m, beside) + 1);
    assert_ok(memsys_quantum(t->f.m, first, most, until, &st));
    assert_true(*until <= first + most);
}

/* `beside`: as with several threads, partitions may be a quantum ahead of the SMs. Returns the
 * cycle up to which the memory has run. */
static cycle_t run_quanta(struct traffic *t, uint64_t seed, bool beside)
{
    bool ahead = false;
    cycle_t due = 0, next = 0, at = 1;
    for (cycle_t until; !ended(t) || ahead; at = until) {
        until = next;
        if (!ahead)
            choose(t, seed, beside, at, &until);
        if (until == at) {
            finish(t, &due);
            play_all(t, at);
            assert_ok(memsys_run_steps(t->f.m, ++until, &st));
            continue;
        }
        if (!beside)
            finish(t, &due);
        if (!ahead)
            run_partitions(t, until);
        memsys_run_replies(t->f.m, until);
        finish(t, &due);
        ahead = false;
        if (beside && !memsys_idle(t->f.m)) {
            choose(t, seed + 1, true, until, &next);
            ahead = next > until;
        }
        if (ahead)
            run_partitions(t, next);
        play_quantum(t, at, until);
        due = until;
    }
    finish(t, &due);
    return at;
}

/* The counters when all is over. */
static struct gpu_counters count_rest(struct traffic *t, cycle_t at)
{
    struct gpu_counters c = {0};
    while (!memsys_idle(t->f.m))
        assert_ok(memsys_run_steps(t->f.m, ++at, &st));
    memsys_count(t->f.m, LONG_AFTER * t->f.clocks.period[CLOCK_CORE], &c);
    return c;
}

TEST(steps_and_quanta_of_any_lengths_give_the_same_replies)
{
    static const char *const changes[] = {
        "",
        "icnt.input_buffer=2 icnt.output_buffer=1",
        "icnt.input_buffer=3 icnt.output_buffer=2 l2.request_queue=5 l2.mshrs=4",
        "icnt.input_buffer=8 l2.request_queue=5 l2.mshrs=1 l2.data_port_B=4",
        "core_MHz=1000.0 icnt_MHz=1500.0 l2_MHz=1500.0",
        "icnt_MHz=700.0 l2_MHz=1300.0 icnt.output_buffer=1",
        "icnt_MHz=1300.0 l2_MHz=700.0 icnt.output_buffer=2 icnt.input_buffer=4",
        "l2.rop_cycles=7 l2.reply_queue=2 icnt_MHz=300.0 icnt.input_buffer=1",
        "l2.rop_cycles=1 l2_MHz=400.0",
        "core_MHz=400.0 icnt_MHz=1600.0 l2_MHz=1600.0",
        "l2.rop_cycles=30 icnt.ejection_buffer=1 icnt.output_buffer=1",
    };
    for (size_t i = 0; i < 2 * sizeof changes / sizeof *changes; i++) {
        struct traffic steps ENDED_BY(end_traffic);
        start_traffic(&steps, changes[i / 2], i % 2);
        cycle_t now;
        for (now = 1; !ended(&steps); now++) {
            memsys_rig_go(&steps.f, now);
            play_all(&steps, now);
        }
        const struct gpu_counters expected = count_rest(&steps, now);
        for (uint64_t seed = 0; seed < 4; seed++) {
            struct traffic quanta ENDED_BY(end_traffic);
            start_traffic(&quanta, changes[i / 2], i % 2);
            now = run_quanta(&quanta, seed, seed % 2);
            const struct gpu_counters c = count_rest(&quanta, now);
            assert_memory_equal(&c, &expected, sizeof c);
            if (memcmp(quanta.trace, steps.trace, sizeof steps.trace) != 0)
                fail_msg("%s, %d", changes[i / 2], (int)seed);
        }
    }
}

TEST(a_quantum_has_up_to_1024_cycles_of_any_clock)
{
    static const struct {
        const char *changes;
        cycle_t longest;
    } cases[] = {
        {"l2.rop_cycles=1024 core_MHz=1000.0 icnt_MHz=500.0 l2_MHz=500.0", 1024},
        {"l2.rop_cycles=1025 core_MHz=1000.0 icnt_MHz=500.0 l2_MHz=500.0", 512},
        {"l2.rop_cycles=1023 core_MHz=1000.0 icnt_MHz=1000.0 l2_MHz=500.0", 1023},
        {"l2.rop_cycles=1024 core_MHz=1000.0 icnt_MHz=1000.0 l2_MHz=500.0", 512},
        {"l2.rop_cycles=1023 core_MHz=1000.0 icnt_MHz=500.0 l2_MHz=1000.0", 1023},
        {"l2.rop_cycles=1024 core_MHz=1000.0 icnt_MHz=500.0 l2_MHz=1000.0", 512},
        {"l2.rop_cycles=600 core_MHz=1000.0 icnt_MHz=3000.0 l2_MHz=500.0", 300},
        {"l2.rop_cycles=600 core_MHz=1000.0 icnt_MHz=500.0 l2_MHz=3000.0", 300},
        {"l2.rop_cycles=1", 1},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct memsys_rig f ENDED_BY(memsys_rig_end);
        memsys_rig_start(&f, "tiny", cases[i].changes, false);
        assert_int_equal(memsys_longest(f.m, false), cases[i].longest);
        assert_int_equal(memsys_longest(f.m, true), cases[i].longest / 2);
    }
    struct memsys_rig f ENDED_BY(memsys_rig_end);
    memsys_rig_start(&f, "tiny", "", true);
    assert_int_equal(memsys_longest(f.m, false), 0);
}

/* The memory rests up to before the core cycle in which a slice has work, and not beyond. */
TEST(the_memory_rests_until_the_request_is_due)
{
    struct memsys_rig f ENDED_BY(memsys_rig_end);
    memsys_rig_start(&f, "tiny", "", false);
    assert_true(memsys_rests(f.m, 5) == CYCLE_NEVER);
    memsys_rig_send(&f, 0, 0x1000, 0, 0xff);
    assert_int_equal(memsys_rests(f.m, 1), 1);
    memsys_rig_go(&f, 10); /* taken by the slice in cycle 2 */
    cycle_t due = 2 + f.config.l2.rop_cycles + 1;
    assert_int_equal(memsys_rests(f.m, 10), due - 1);
    for (cycle_t first = due - 1; first < due + 3; first++)
        assert_int_equal(memsys_rests(f.m, first), first);
}
