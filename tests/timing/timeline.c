/* Timelines: which samples are kept, what they say of runs whose course is known. That they depend
 * on nothing but the run is the business of property/quanta. */
#include "tests/rig/rig.h"

#include "sim/timing/gpu.h"
#include "tests/rig/fake_warp.h"
#include "tests/rig/gpus.h"
#include "tests/rig/timelines.h"

FREES(timeline_free, struct timeline)

static struct gpu_config machine(uint32_t sms, uint32_t partitions)
{
    struct gpu_config g = rig_gpu("tiny");
    g.machine.sms = sms;
    g.machine.memory_partitions = partitions;
    return g;
}

static struct timeline *timeline_of(const struct gpu_config *g, uint32_t most)
{
    struct timeline *t;
    assert_ok(timeline_create(&t, g, most, &st));
    return t;
}

/* A run of so many cycles, in each of which SM i has i + 1 warps and partition i an access to i + 1
 * slices. Samples come from the last SM and partition to the first. */
static void pretend(struct timeline *t, uint32_t sms, uint32_t partitions, cycle_t cycles)
{
    bool over = false;
    cycle_t before = 0;
    while (!over) {
        cycle_t at = timeline_next(t);
        assert_true(at == 0 || at > before); /* no time comes twice */
        before = at;
        over = at >= cycles;
        if (over) {
            at = cycles;
            timeline_end(t, cycles);
        }
        for (uint32_t i = sms; i-- > 0;)
            timeline_add_sm(t, i, &(struct timeline_sm){.warp_cycles = (i + 1) * at});
        for (uint32_t i = partitions; i-- > 0;)
            timeline_add_memory_partition(
                t, i, &(struct timeline_memory_partition){.l2_accesses = (i + 1) * at});
        timeline_sampled(t, at, at / 10, at / 20);
    }
}

TEST(samples_are_bounded_evenly_spaced_and_at_least_half_of_what_is_allowed)
{
    struct gpu_config g = machine(3, 2);
    for (uint32_t most = 2; most < 40; most++)
        for (cycle_t cycles = 1; cycles < 20000; cycles = cycles * 5 / 4 + 1) {
            struct timeline *t FREED_BY(timeline_free) = timeline_of(&g, most);
            pretend(t, 3, 2, cycles);
            size_t n = timeline_samples(t);
            cycle_t step = timeline_totals(t, 1)->at;
            assert_true(n >= 2 && n <= most + 1);
            assert_true(cycles <= TIMELINE_FIRST_INTERVAL * (cycle_t)most || n - 1 >= most / 2);
            assert_true(cycles <= (n - 1) * step); /* nor is the last interval longer */
            assert_true(n == 2 || step == TIMELINE_FIRST_INTERVAL || 2 * cycles > most * step);
            for (size_t i = 0; i < n; i++) {
                const struct timeline_totals *s = timeline_totals(t, i);
                assert_int_equal(s->at, i + 1 < n ? i * step : cycles);
                assert_int_equal(s->sms.warp_cycles, 6 * s->at);
                for (uint32_t k = 0; k < 3; k++)
                    assert_int_equal(timeline_sm(t, i, k)->warp_cycles, (k + 1) * s->at);
                for (uint32_t k = 0; k < 2; k++)
                    assert_int_equal(timeline_memory_partition(t, i, k)->l2_accesses,
                                     (k + 1) * s->at);
                assert_int_equal(s->ctas_launched, s->at / 10);
            }
        }
}

TEST(of_a_large_gpu_some_sms_are_shown_and_all_are_counted)
{
    struct gpu_config g = machine(131, 50);
    struct timeline *t FREED_BY(timeline_free) = timeline_of(&g, 8);
    for (uint32_t i = 0; i < 131; i++)
        timeline_cta_begins(t, i, i, 1);
    pretend(t, 131, 50, 1000);
    size_t last = timeline_samples(t) - 1;
    assert_int_equal(timeline_totals(t, last)->sms.warp_cycles, 131 * 132 / 2 * 1000);
    assert_int_equal(timeline_sms(t), TIMELINE_SMS);
    assert_int_equal(timeline_memory_partitions(t), TIMELINE_MEMORY_PARTITIONS);
    for (uint32_t k = 0; k < TIMELINE_SMS; k++) {
        uint32_t id = timeline_sm_id(t, k);
        assert_true(id < 131 && (k == 0 || id > timeline_sm_id(t, k - 1)));
        assert_int_equal(timeline_sm(t, last, k)->warp_cycles, (id + 1) * 1000);
        assert_int_equal(timeline_ctas(t, k), 1);
        assert_int_equal(timeline_cta(t, k, 0)->cta, id);
    }
}

/* It may have been running on when it was found to have ended. */
TEST(samples_at_the_end_and_behind_it_are_dropped)
{
    struct gpu_config g = machine(1, 1);
    for (cycle_t cycles = 0; cycles <= 65; cycles++) {
        struct timeline *t FREED_BY(timeline_free) = timeline_of(&g, 4);
        for (int i = 0; i < 3; i++)
            timeline_sampled(t, timeline_next(t), 1, 0);
        timeline_end(t, cycles);
        timeline_sampled(t, cycles, 1, 1);
        size_t n = timeline_samples(t);
        assert_int_equal(n, cycles <= 32 ? 2 : cycles <= 64 ? 3 : 4);
        for (size_t i = 0; i < n; i++)
            assert_int_equal(timeline_totals(t, i)->at, i + 1 < n ? 32 * i : cycles);
    }
}

TEST(samples_behind_the_end_thin_out_no_others)
{
    struct gpu_config g = machine(1, 1);
    for (uint32_t most = 4; most < 20; most++) {
        struct timeline *t FREED_BY(timeline_free) = timeline_of(&g, most);
        for (uint32_t i = 1; i < 2 * most; i++)
            timeline_sampled(t, timeline_next(t), 1, 0);
        timeline_end(t, 100);
        timeline_sampled(t, 100, 1, 1);
        assert_int_equal(timeline_samples(t), 5);
        for (size_t i = 0; i < 5; i++)
            assert_int_equal(timeline_totals(t, i)->at, i < 4 ? 32 * i : 100);
    }
}

TEST(a_cta_begun_after_the_end_of_an_interrupted_run_is_none)
{
    struct gpu_config g = machine(2, 1);
    struct timeline *t FREED_BY(timeline_free) = timeline_of(&g, 4);
    timeline_cta_begins(t, 0, 0, 10);
    timeline_cta_begins(t, 1, 1, 20);
    timeline_end(t, 20);
    assert_int_equal(timeline_ctas(t, 0), 1);
    assert_int_equal(timeline_cta(t, 0, 0)->end, 20);
    assert_int_equal(timeline_ctas(t, 1), 0);
}

TEST(ctas_of_a_slot_are_thinned_and_never_overlap)
{
    struct gpu_config g = machine(2, 1);
    for (uint32_t most = 2; most < 9; most++) {
        struct timeline *t FREED_BY(timeline_free) = timeline_of(&g, most);
        for (uint32_t cta = 0; cta < 100; cta++) {
            timeline_cta_begins(t, 1, cta, 10 * cta);
            if (cta < 96) /* the last one is cut short */
                timeline_cta_ends(t, 1, 10 * cta + 9);
        }
        timeline_end(t, 999);
        size_t n = timeline_ctas(t, 1);
        uint32_t step = timeline_cta(t, 1, 1)->cta;
        assert_int_equal(timeline_ctas(t, 0), 0);
        assert_true(n <= most && 2 * n >= most);
        assert_int_equal(n, (100 + step - 1) / step); /* none of those is missing */
        for (size_t i = 0; i < n; i++) {
            const struct timeline_cta *c = timeline_cta(t, 1, i);
            assert_int_equal(c->cta, i * step);
            assert_int_equal(c->begin, 10 * c->cta);
            assert_int_equal(c->end, c->cta < 96 ? 10 * c->cta + 9 : 999);
        }
    }
}

static void run(const struct gpu_config *g, const struct fake_step *script, uint32_t n,
                uint32_t ctas, const struct model_options *options, struct gpu_counters *out)
{
    struct kernel *k FREED_BY(kernel_free) = fake_kernel(script, n, ctas, 16, UINT32_MAX);
    assert_non_null(k);
    assert_ok(gpu_simulate(g, k, options, out, &st));
}

/* One warp that traces and waits: nothing else is anywhere at that time. */
TEST(a_lonely_warp_is_seen_from_launch_to_end)
{
    static const struct fake_step script[] = {
        {.op = OP_TRACE_RAY, .dst = 1, .base = 0x800000, .per_lane = 64, .n_records = 6},
        {.op = OP_STORE, .src = 1, .base = 0x2000000, .per_lane = 20}};
    struct gpu_config g = machine(2, 1);
    struct timeline *t FREED_BY(timeline_free) = timeline_of(&g, 1000);
    struct gpu_counters c;
    run(&g, script, 2, 1, &(struct model_options){.timeline = t}, &c);
    assert_timeline_adds_up(t, &c, "a lonely warp");
    assert_int_equal(timeline_ctas(t, 0), 1);
    assert_int_equal(timeline_ctas(t, 1), 0);
    const struct timeline_cta *cta = timeline_cta(t, 0, 0);
    assert_int_equal(cta->cta, 0);
    assert_int_equal(cta->begin, g.machine.launch_cycles + 1);
    assert_int_equal(cta->end - cta->begin, c.sm.resident_warp_cycles);
    for (size_t i = 1; i < timeline_samples(t); i++) {
        cycle_t from = timeline_totals(t, i - 1)->at, to = timeline_totals(t, i)->at;
        cycle_t begin = cta->begin > from ? cta->begin : from, end = cta->end < to ? cta->end : to;
        uint64_t warp_cycles = timeline_sm(t, i, 0)->warp_cycles;
        assert_int_equal(warp_cycles - timeline_sm(t, i - 1, 0)->warp_cycles,
                         end > begin ? end - begin : 0);
        assert_int_equal(timeline_totals(t, i)->sms.warp_cycles, warp_cycles);
    }
}

TEST(a_kernel_without_ctas_has_one_empty_interval)
{
    struct gpu_config g = machine(2, 1);
    struct timeline *t FREED_BY(timeline_free) = timeline_of(&g, 2);
    struct gpu_counters c;
    run(&g, NULL, 0, 0, &(struct model_options){.timeline = t}, &c);
    assert_timeline_adds_up(t, &c, "no CTA");
    assert_int_equal(timeline_samples(t), 2);
}

TEST(a_run_that_was_stopped_ends_where_its_counters_do)
{
    static const struct fake_step script[] = {
        {.op = OP_LOAD, .dst = 1, .base = 0x10000, .per_cta = 4096, .per_lane = 128}};
    struct gpu_config g = machine(2, 1);
    struct timeline *t FREED_BY(timeline_free) = timeline_of(&g, 16);
    struct gpu_counters c;
    atomic_int stop = 1;
    bool unfinished;
    run(&g, script, 1, 40,
        &(struct model_options){.timeline = t, .stop = &stop, .unfinished = &unfinished}, &c);
    assert_true(unfinished);
    const struct timeline_totals *last = timeline_totals(t, timeline_samples(t) - 1);
    assert_int_equal(last->at, c.gpu.cycles);
    assert_int_equal(last->sms.warp_cycles, c.sm.resident_warp_cycles);
}

/* A sample covers the cycles before it: of a launch in its own cycle it knows nothing. */
TEST(a_sample_ends_before_its_cycle)
{
    static const struct fake_step script[] = {
        {.op = OP_LOAD, .dst = 1, .base = 0x10000, .per_lane = 128},
        {.op = OP_ALU, .dst = 2, .src = 1}};
    for (uint32_t every = 0; every < 2; every++) {
        struct gpu_config g = machine(2, 1);
        struct timeline *t FREED_BY(timeline_free) = timeline_of(&g, 1000);
        struct gpu_counters c;
        rig_gpu_set(&g, "launch_cycles", "64");
        run(&g, script, 2, 1, &(struct model_options){.timeline = t, .every_cycle = every}, &c);
        for (size_t i = 0; i < 4; i++) {
            assert_int_equal(timeline_totals(t, i)->at, 32 * i);
            assert_int_equal(timeline_totals(t, i)->ctas_launched, i > 2);
        }
        assert_int_equal(timeline_cta(t, 0, 0)->begin, 65);
    }
}

/* CTAs of different lengths go to SMs in the order in which these have room, cycle for cycle. */
TEST(ctas_go_where_there_is_room_first_however_they_are_run)
{
    static const struct fake_step scattered[] = {
        {.op = OP_LOAD, .dst = 1, .base = 4096, .per_lane = 32, .scatter = 1 << 12},
        {.op = OP_INT_ADD, .dst = 2, .src = 1},
        {.op = OP_LOAD, .dst = 3, .src = 2, .base = 4096, .scatter = 1 << 12, .active = 0xf},
        {.op = OP_STORE, .src = 3, .base = 1 << 24, .scatter = 1 << 12, .active = 0xff},
    };
    static const char *const gpus[] = {
        "tiny:sms=4,sm.threads=32", "tiny:sms=4,sm.threads=64,icnt.input_buffer=1",
        "tiny:sms=3,sm.threads=96,icnt.input_buffer=1,icnt.output_buffer=1,l1d.miss_queue=2",
        "tiny:sms=5,sm.threads=32,icnt.input_buffer=2,l2.request_queue=4,icnt_MHz=300.0",
        "tiny:sms=2,sm.threads=32,icnt.input_buffer=1,l2.rop_cycles=10"};
    for (size_t i = 0; i < sizeof gpus / sizeof *gpus; i++)
        for (uint32_t ctas = 5; ctas < 60; ctas += 18) {
            struct gpu_config g = rig_gpu(gpus[i]);
            struct timeline *t[3];
            struct gpu_counters c[3];
            for (uint32_t way = 0; way < 3; way++) {
                t[way] = timeline_of(&g, 1000);
                run(&g, scattered, 4, ctas,
                    &(struct model_options){
                        .timeline = t[way], .every_cycle = way == 0, .threads = way},
                    &c[way]);
                assert_memory_equal(&c[way], &c[0], sizeof c[0]);
                assert_same_timeline(t[way], t[0], gpus[i]);
            }
            for (uint32_t way = 0; way < 3; way++)
                timeline_free(t[way]);
        }
}

TEST(the_first_cta_goes_to_the_sm_that_is_asked_for)
{
    static const struct fake_step script[] = {{.op = OP_ALU, .dst = 1}};
    for (uint32_t sms = 1; sms <= 5; sms++)
        for (uint32_t first = 0; first < 2 * sms; first++) {
            struct gpu_config g = machine(sms, 1);
            struct timeline *t FREED_BY(timeline_free) = timeline_of(&g, 100);
            struct gpu_counters c;
            run(&g, script, 1, 1, &(struct model_options){.timeline = t, .first_sm = first}, &c);
            for (uint32_t i = 0; i < sms; i++)
                assert_int_equal(timeline_ctas(t, i), i == first % sms);
        }
}
