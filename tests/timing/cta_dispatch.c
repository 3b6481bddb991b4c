/* CTAs of several warps: how many an SM holds, which place one gets, when the next one comes, and
 * what is refused. */
#include "tests/rig/rig.h"
#include "tests/rig/sm_rig.h"

#include <string.h>

TEST(an_sm_holds_what_its_scarcest_resource_allows)
{
    static const struct {
        struct cta_needs cta;
        uint32_t ctas;
    } cases[] = {
        /* 1024 threads, 65536 registers, 32 CTAs, 65536 bytes of shared memory */
        {{1, 0, 0}, 32},      {{2, 0, 0}, 16},    {{3, 0, 0}, 10},    {{32, 0, 0}, 1},
        {{33, 0, 0}, 0},      {{8, 64, 0}, 4},    {{8, 65, 0}, 3},    {{8, 256, 0}, 1},
        {{8, 257, 0}, 0},     {{1, 0, 2048}, 32}, {{1, 0, 2049}, 31}, {{1, 0, 32768}, 2},
        {{1, 0, 32769}, 1},   {{1, 0, 65536}, 1}, {{1, 0, 65537}, 0}, {{4, 128, 16384}, 4},
        {{4, 128, 20000}, 3},
    };
    struct sm_rig r;
    sm_rig_init(&r, 100);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        assert_int_equal(residency_ctas(&r.config, &cases[i].cta), cases[i].ctas);
        assert_int_equal(residency_check(&r.config, &cases[i].cta, &st),
                         cases[i].ctas ? ST_OK : ST_USAGE);
    }
    r.config.sm.ctas = 5;
    assert_int_equal(residency_ctas(&r.config, &cases[1].cta), 5);
    fake_memory_free(&r.memory);
}

TEST(what_does_not_fit_is_refused_with_what_there_is_too_little_of)
{
    static const struct {
        struct cta_needs cta;
        const char *text;
    } cases[] = {
        {{33, 16, 0},
         "an SM has no room for a CTA of 33 warps; sm.threads must be at least 1056, it is 1024"},
        {{8, 300, 0},
         "an SM has no room for a CTA of 8 warps with 300 registers per thread; sm.registers must "
         "be at least 76800, it is 65536"},
        {{1, 16, 70000},
         "an SM has no room for a CTA with 70000 bytes of shared memory; sm.shared_B must be at "
         "least that, it is 65536"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct sm_rig r;
        struct sm *sm;
        sm_rig_init(&r, 100);
        assert_int_equal(sm_create(&sm, &r.config, 0, &cases[i].cta, &r.memory.port, &st),
                         ST_USAGE);
        assert_null(sm);
        assert_string_equal(st.text, cases[i].text);
        fake_memory_free(&r.memory);
    }
}

/* 4 warps x 32 lanes x 12 entries x 8 bytes of 65536 are the stacks' of rays. */
TEST(stacks_of_rays_leave_ctas_the_rest_of_shared_memory)
{
    struct sm_rig r;
    sm_rig_init(&r, 100);
    r.config.rt.stack_entries = 4;
    r.config.rt.stack_shared_entries = 12;
    const struct cta_needs half = {1, 0, 32768}, rest = {1, 0, 53248}, more = {1, 0, 53249};
    assert_int_equal(residency_ctas(&r.config, &half), 2);
    r.config.rt.stack_overflow = OVERFLOW_SHARED;
    assert_int_equal(residency_ctas(&r.config, &half), 1);
    assert_int_equal(residency_ctas(&r.config, &rest), 1);
    assert_int_equal(residency_ctas(&r.config, &more), 0);
    assert_ok(residency_check(&r.config, &rest, &st));
    assert_int_equal(residency_check(&r.config, &more, &st), ST_USAGE);
    assert_string_equal(st.text, "an SM has no room for a CTA with 53249 bytes of shared memory; "
                                 "sm.shared_B is 65536, of which stacks of rays take 12288 "
                                 "(rt.stack_shared_entries)");
    fake_memory_free(&r.memory);
}

/* A place is free when its last warp has left, and then taken by the next CTA. */
TEST(a_cta_follows_when_all_warps_of_another_have_left)
{
    enum { CTAS = 3, WARPS = 2 };
    struct script s[CTAS * WARPS], *all[CTAS * WARPS];
    struct sm_rig r ENDED_BY(sm_rig_free);
    struct gpu_counters c;
    sm_rig_init(&r, 100);
    r.config.sm.ctas = 2;
    struct script_step quick[] = {step_op(OP_ALU, 1, 0, 0), step_op(OP_EXIT, 0, 1, 0)};
    struct script_step slow[] = {step_op(OP_LOAD, 1, 0, 0), step_op(OP_EXIT, 0, 1, 0)};
    script_number(quick, 2);
    script_number(slow, 2);
    for (uint32_t i = 0; i < CTAS * WARPS; i++) {
        /* The first CTA has a slow warp, the second none. */
        script_init(&s[i], i == 1 ? slow : quick, 2, &r.now);
        all[i] = &s[i];
    }
    sm_rig_start_ctas(&r, &(struct cta_needs){.warps = WARPS, .registers = 16});
    assert_int_equal(sm_rig_run(&r, all, CTAS * WARPS, true, 10000), ST_OK);
    sm_rig_count(&r, &c);
    cycle_t second = s[2].ended_at > s[3].ended_at ? s[2].ended_at : s[3].ended_at;
    assert_true(s[0].ended_at < s[1].ended_at);
    /* Launched in the cycle in which the second CTA's last warp left; fetched, decoded, issued. */
    assert_int_equal(s[4].issued[0] - second, s[0].issued[0]);
    assert_int_equal(c.sm.warps, CTAS * WARPS);
    for (uint32_t i = 0; i < CTAS * WARPS; i++)
        script_free(&s[i]);
}

/* Warp w of place c is in slot c x warps + w, which says which scheduler has it: of two places of
 * three warps on two schedulers, the first has two and one, the second one and two. */
TEST(warps_of_a_cta_have_neighbouring_slots)
{
    enum { WARPS = 3 };
    struct script s[2 * WARPS], *all[2 * WARPS];
    struct sm_rig r ENDED_BY(sm_rig_free);
    sm_rig_init(&r, 100);
    r.config.sm.schedulers = 2;
    r.config.sm.fetches = 16;
    struct script_step steps[] = {step_op(OP_ALU, 1, 0, 0), step_op(OP_EXIT, 0, 0, 0)};
    script_number(steps, 2);
    for (uint32_t i = 0; i < 2 * WARPS; i++) {
        script_init(&s[i], steps, 2, &r.now);
        all[i] = &s[i];
    }
    sm_rig_start_ctas(&r, &(struct cta_needs){.warps = WARPS, .registers = 16});
    sm_rig_together(&r, all, 2 * WARPS);
    /* Greedy then oldest: each scheduler ends a warp before it begins the next. */
    for (uint32_t i = 0; i + 2 < 2 * WARPS; i++)
        assert_int_equal(s[i + 2].issued[0], s[i].issued[1] + 1);
    for (uint32_t i = 0; i < 2 * WARPS; i++)
        script_free(&s[i]);
}
