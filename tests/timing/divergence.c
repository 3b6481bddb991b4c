/* What divergent control flow costs: real programs in an SM, each slot by a formula (docs/model.md,
 * "Divergence"). The side that is taken goes first; every instruction that does not follow in
 * memory upon the one before throws away what was fetched, which is one slot. */
#include "tests/rig/rig.h"
#include "tests/rig/shader.h"
#include "tests/rig/sm_rig.h"

#include <stdio.h>
#include <string.h>

enum { MEMORY = 100, TO_UNIT = 3, TO_UNIT_WITHOUT_SOURCES = 2, WRITEBACK = 2, ALU = 1 };
enum { EXIT = TO_UNIT_WITHOUT_SOURCES + ALU + WRITEBACK }; /* behind the last instruction */

static const char head[] =
    PTX_HEAD ".visible .func raygen() {" PTX_REGISTERS PTX_GET("b32", "%r20", "rt_launch_id_x");

/* Runs `text` as one warp of 32 lanes on an SM with one scheduler. */
static void run(const char *text, struct sm_counters *out)
{
    static struct rig_shader shader;
    struct sm_rig r ENDED_BY(sm_rig_free);
    struct gpu_counters c;
    struct warp *w;
    rig_shader_init(&shader, 32, 1);
    rig_shader_load(&shader, text, NULL);
    sm_rig_init(&r, MEMORY);
    r.config.sm.schedulers = 1;
    sm_rig_start(&r, 16);
    assert_ok(shader.kernel->ops->start(shader.kernel, 0, &w, &st));
    sm_launch(r.sm, &w, r.now++);
    assert_int_equal(sm_rig_run(&r, NULL, 0, true, 100000), ST_OK);
    sm_rig_count(&r, &c);
    *out = c.sm;
    assert_int_equal(sm_rig_slots(out), r.now);
    assert_int_equal(out->slot_no_warp, 1);
    assert_int_equal(out->slot_fetch, 1);
    assert_int_equal(out->slot_issued, out->warp_instructions);
    rig_shader_free(&shader);
}

/* n instructions that wait for nothing and that nothing waits for; they write registers from
 * `first` on. */
static void moves(char *text, size_t size, uint32_t n, uint32_t first)
{
    size_t at = 0;
    for (uint32_t i = 0; i < n; i++)
        at += (size_t)snprintf(text + at, size - at, "mov.u32 %%r%u, %u;\n", first + i, i);
}

/* Lanes below `taking` take the branch. */
TEST(a_branch_costs_both_sides_and_the_ways_between_them)
{
    enum { MOST = 5 };
    static const uint32_t taking[] = {0, 1, 10, 31, 32};
    for (uint32_t fall = 0; fall <= MOST; fall++)
        for (uint32_t target = 0; target <= MOST; target++)
            for (size_t i = 0; i < sizeof taking / sizeof *taking; i++) {
                struct sm_counters c;
                char text[4096], one[512] = "", other[512] = "";
                uint32_t lanes = taking[i];
                moves(one, sizeof one, fall, 1);
                moves(other, sizeof other, target, 10);
                snprintf(text, sizeof text,
                         "%ssetp.lt.u32 %%p1, %%r20, %u;\n@%%p1 bra SIDE;\n"
                         "%sbra.uni BOTH;\nSIDE:\n%sBOTH: ret;\n}\n",
                         head, lanes, one, other);
                run(text, &c);
                bool some = lanes > 0, rest = lanes < WARP_LANES;
                /* Lane, comparison, branch, end; the sides, the first with a jump behind it. */
                uint32_t instructions = 4 + (rest ? fall + 1 : 0) + (some ? target : 0);
                assert_int_equal(c.warp_instructions, instructions);
                assert_int_equal(c.active_lanes, 4 * WARP_LANES +
                                                     (WARP_LANES - lanes) * (fall + 1) +
                                                     lanes * target);
                assert_int_equal(c.thread_instructions,
                                 c.active_lanes - (WARP_LANES - lanes)); /* of the branch */
                /* To the side that is taken, from its end back, from the end of the other. A side
                 * without instructions is no way: its lanes wait where both meet. */
                uint32_t jumps = target ? some + (some && rest) + rest : some && !rest;
                assert_int_equal(c.slot_control, jumps);
                /* What reads no register comes up with a branch that did, and follows it. */
                assert_int_equal(c.slot_drain, EXIT + (jumps == 0));
                /* The comparison waits for the lane, the branch for the comparison. */
                assert_int_equal(c.slot_alu, TO_UNIT_WITHOUT_SOURCES + ALU + WRITEBACK - 1 +
                                                 TO_UNIT + ALU + WRITEBACK - 1);
            }
}

/* Lane l goes round l mod `ways` times. Those that are done wait at the end of the loop, where the
 * others come to them. */
TEST(a_loop_takes_as_long_as_its_last_lane)
{
    enum { ADD = 4 };
    for (uint32_t ways = 1; ways <= 8; ways *= 2) {
        struct sm_counters c;
        char text[4096];
        snprintf(text, sizeof text,
                 "%smov.u32 %%r1, 0;\nand.b32 %%r2, %%r20, %u;\n"
                 "LOOP: setp.ge.u32 %%p1, %%r1, %%r2;\n@%%p1 bra DONE;\n"
                 "add.s32 %%r1, %%r1, 1;\nbra.uni LOOP;\nDONE: ret;\n}\n",
                 head, ways - 1);
        run(text, &c);
        uint32_t rounds = ways - 1;
        assert_int_equal(c.warp_instructions, 3 + 4 * rounds + 2 + 1);
        uint64_t lanes = 0;
        for (uint32_t k = 0; k <= rounds; k++) { /* those who come to the k-th comparison */
            uint32_t still = WARP_LANES / ways * (ways - k),
                     go_on = WARP_LANES / ways * (rounds - k);
            lanes += 2 * still + 2 * go_on;
        }
        assert_int_equal(c.active_lanes, 4 * WARP_LANES + lanes);
        assert_int_equal(c.slot_control, rounds + 1); /* to the loop, and in the end out of it */
        assert_int_equal(c.slot_drain, EXIT);
        /* A round's comparison waits for the sum, of which the jump back and its flush are two
         * cycles; the branch waits for the comparison. Before the loop the lane's bits wait for the
         * lane, of which the move is one cycle, and the comparison for the bits. */
        uint32_t lane = TO_UNIT_WITHOUT_SOURCES + ALU + WRITEBACK - 1 - 1;
        uint32_t result = TO_UNIT + ALU + WRITEBACK - 1, sum = TO_UNIT + ADD + WRITEBACK - 1 - 2;
        assert_int_equal(c.slot_alu, lane + result + result + rounds * (sum + result));
    }
}

/* A call and the return from it are two ways. */
TEST(a_call_goes_there_and_back)
{
    for (uint32_t body = 0; body <= 4; body++) {
        struct sm_counters c;
        char text[4096], inside[512] = "";
        moves(inside, sizeof inside, body, 1);
        snprintf(text, sizeof text,
                 "%s.visible .func helper() {%s%sret;\n}\n.visible .func raygen() {%s"
                 "mov.u32 %%r9, 1;\ncall.uni helper, ();\nmov.u32 %%r8, 2;\nret;\n}\n",
                 PTX_HEAD, PTX_REGISTERS, inside, PTX_REGISTERS);
        run(text, &c);
        /* Move, call, the body, its end, move, end. */
        assert_int_equal(c.warp_instructions, 2 + body + 1 + 2);
        assert_int_equal(c.active_lanes, WARP_LANES * c.warp_instructions);
        assert_int_equal(c.slot_control, 2);
        assert_int_equal(c.slot_alu, 0);
        assert_int_equal(c.slot_drain, EXIT);
    }
}
