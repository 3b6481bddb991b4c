/* One subnet of the crossbar: who goes first, how many per cycle, what blocks. */
#include "tests/rig/rig.h"

#include "common/memory.h"
#include "sim/timing/memory/crossbar.h"

struct fixture {
    struct crossbar *x;
    cycle_t now;
};

static void make(struct fixture *f, uint32_t inputs, uint32_t outputs, uint32_t in, uint32_t out)
{
    f->now = 10;
    assert_ok(crossbar_create(&f->x, inputs, outputs, in, out, 8, &st));
    assert_ok(crossbar_reserve(f->x, 16, 1, &st));
}

static void end(struct fixture *f)
{
    crossbar_free(f->x);
}

/* Comes to the input in cycle `at`. */
static void push_at(struct fixture *f, uint32_t input, uint32_t output, uint32_t tag, cycle_t at)
{
    struct transit packet = {.request.tag = tag, .request.sm = input, .port = output, .at = at};
    assert_true(crossbar_can_push(f->x, input));
    *crossbar_push(f->x, input) = packet;
}

static void push(struct fixture *f, uint32_t input, uint32_t output, uint32_t tag)
{
    push_at(f, input, output, tag, f->now);
}

static uint32_t transfer(struct fixture *f, const uint32_t **got)
{
    assert_ok(crossbar_reserve(f->x, 16, 1, &st));
    crossbar_gather(f->x, f->now, f->now);
    uint32_t n = crossbar_transfer(f->x, f->now, 0, 0, got);
    f->now++;
    return n;
}

static int64_t pop(struct fixture *f, uint32_t output)
{
    const struct transit *front = crossbar_front(f->x, output);
    if (!front)
        return -1;
    int64_t tag = front->request.tag;
    crossbar_pop(f->x, output);
    crossbar_release(f->x, output);
    return tag;
}

TEST(a_packet_is_there_after_one_transfer_and_not_before)
{
    struct fixture f ENDED_BY(end);
    const uint32_t *got;
    make(&f, 3, 2, 4, 4);
    push(&f, 2, 1, 7);
    assert_int_equal(crossbar_at_inputs(f.x), 1);
    assert_int_equal(pop(&f, 1), -1);
    assert_int_equal(transfer(&f, &got), 1);
    assert_int_equal(got[0], 1);
    assert_int_equal(crossbar_at_inputs(f.x), 0);
    assert_int_equal(crossbar_at_outputs(f.x), 1);
    assert_int_equal(pop(&f, 0), -1);
    assert_int_equal(pop(&f, 1), 7);
    assert_int_equal(transfer(&f, &got), 0);
}

TEST(an_output_takes_one_packet_per_cycle_from_its_inputs_in_turn)
{
    static const uint32_t inputs[] = {63, 64, 100, 128};
    for (size_t size = 0; size < sizeof inputs / sizeof *inputs; size++) {
        struct fixture f ENDED_BY(end);
        const uint32_t *got;
        make(&f, inputs[size], 2, 8, 64);
        for (uint32_t i = 0; i < inputs[size]; i++)
            for (uint32_t k = 0; k < 3; k++)
                push(&f, i, 1, 1000 * k + i);
        for (uint32_t k = 0; k < 3; k++)
            for (uint32_t i = 0; i < inputs[size]; i++) {
                assert_int_equal(transfer(&f, &got), 1);
                assert_int_equal(pop(&f, 1), 1000 * k + i);
            }
    }
}

TEST(the_turn_goes_on_behind_the_input_that_was_taken)
{
    struct fixture f ENDED_BY(end);
    const uint32_t *got;
    make(&f, 4, 1, 8, 64);
    push(&f, 2, 0, 20);
    transfer(&f, &got);
    push(&f, 2, 0, 21);
    push(&f, 0, 0, 0);
    push(&f, 3, 0, 30);
    for (int i = 0; i < 3; i++)
        transfer(&f, &got);
    assert_int_equal(pop(&f, 0), 20);
    assert_int_equal(pop(&f, 0), 30);
    assert_int_equal(pop(&f, 0), 0);
    assert_int_equal(pop(&f, 0), 21);
}

TEST(an_input_sends_to_higher_outputs_in_the_same_cycle_only)
{
    struct fixture f ENDED_BY(end);
    const uint32_t *got;
    make(&f, 1, 4, 8, 8);
    push(&f, 0, 0, 1);
    push(&f, 0, 2, 2);
    push(&f, 0, 3, 3);
    push(&f, 0, 1, 4);
    assert_int_equal(transfer(&f, &got), 3);
    assert_int_equal(pop(&f, 1), -1);
    assert_int_equal(transfer(&f, &got), 1);
    assert_int_equal(pop(&f, 1), 4);
}

TEST(a_full_output_blocks_its_packets_and_the_heads_behind_them)
{
    struct fixture f ENDED_BY(end);
    const uint32_t *got;
    make(&f, 2, 2, 2, 1);
    push(&f, 0, 0, 1);
    push(&f, 0, 0, 2);
    push(&f, 1, 0, 3);
    push(&f, 1, 1, 4);
    assert_false(crossbar_can_push(f.x, 0));
    assert_int_equal(transfer(&f, &got), 1);
    assert_int_equal(transfer(&f, &got), 0); /* 4 waits behind 3 */
    assert_true(crossbar_can_push(f.x, 0));
    assert_int_equal(pop(&f, 0), 1);
    assert_int_equal(transfer(&f, &got), 2); /* 3, then 4 */
    assert_int_equal(pop(&f, 0), 3);
    assert_int_equal(pop(&f, 1), 4);
    assert_int_equal(transfer(&f, &got), 1);
    assert_int_equal(pop(&f, 0), 2);
}

TEST(a_full_output_blocks_no_other_one)
{
    struct fixture f ENDED_BY(end);
    const uint32_t *got;
    make(&f, 3, 2, 2, 1);
    push(&f, 0, 0, 1);
    assert_int_equal(transfer(&f, &got), 1);
    push(&f, 1, 0, 2);
    push(&f, 2, 1, 3);
    assert_int_equal(transfer(&f, &got), 1);
    assert_int_equal(pop(&f, 1), 3);
}

/* While a packet waits for its turn, the next cycle has work; while it waits for room, a cycle has
 * that only when there is room. */
TEST(the_next_cycle_with_work_is_the_first_in_which_a_packet_may_move)
{
    struct fixture f ENDED_BY(end);
    const uint32_t *got;
    make(&f, 3, 1, 2, 2);
    for (uint32_t i = 0; i < 3; i++)
        push(&f, i, 0, i);
    crossbar_gather(f.x, 10, 17);
    assert_ok(crossbar_reserve(f.x, 0, 8, &st));
    for (cycle_t now = 10; now < 12; now++) {
        assert_int_equal(crossbar_next(f.x, now), now);
        assert_int_equal(crossbar_transfer(f.x, now, 0, 0, &got), 1);
    }
    assert_int_equal(crossbar_next(f.x, 12), 12);
    assert_int_equal(crossbar_transfer(f.x, 12, 0, 0, &got), 0);
    assert_true(crossbar_next(f.x, 13) == CYCLE_NEVER);
    assert_int_equal(pop(&f, 0), 0);
    assert_int_equal(crossbar_next(f.x, 13), 13);
    assert_int_equal(crossbar_transfer(f.x, 13, 0, 0, &got), 1);
    assert_true(crossbar_next(f.x, 14) == CYCLE_NEVER);
}

TEST(nothing_is_lost_and_each_pair_keeps_its_order)
{
    enum { INPUTS = 70, OUTPUTS = 130 };
    struct fixture f ENDED_BY(end);
    make(&f, INPUTS, OUTPUTS, 16, 2);
    static uint32_t sent[INPUTS][OUTPUTS], seen[INPUTS][OUTPUTS];
    uint64_t in = 0, out = 0, random = 1;
    for (int cycle = 0; cycle < 3000; cycle++) {
        const uint32_t *got;
        for (uint32_t i = 0; i < INPUTS; i++) {
            random = random * 6364136223846793005u + 1442695040888963407u;
            uint32_t o = (uint32_t)(random >> 33) % OUTPUTS;
            if (cycle < 2000 && crossbar_can_push(f.x, i)) {
                push(&f, i, o, sent[i][o]++);
                in++;
            }
        }
        transfer(&f, &got);
        for (uint32_t o = 0; o < OUTPUTS; o++) {
            const struct transit *p = crossbar_front(f.x, o);
            if (!p)
                continue;
            assert_int_equal(p->port, o);
            uint32_t i = p->request.sm;
            assert_int_equal(pop(&f, o), seen[i][o]++);
            out++;
        }
        assert_int_equal(in, out + crossbar_at_inputs(f.x) + crossbar_at_outputs(f.x));
    }
    assert_int_equal(in, out);
}

/* The same packets pushed in advance for many cycles, and one cycle after the other. */
TEST(filling_inputs_in_advance_changes_nothing)
{
    enum { INPUTS = 5, OUTPUTS = 3, CYCLES = 64, AHEAD = 8 };
    struct fixture one ENDED_BY(end), many ENDED_BY(end);
    const uint32_t *got;
    make(&one, INPUTS, OUTPUTS, 128, 3);
    make(&many, INPUTS, OUTPUTS, 128, 3);
    uint64_t random = 1;
    for (uint32_t quantum = 0; quantum < CYCLES / AHEAD; quantum++) {
        cycle_t first = one.now;
        uint64_t before = random;
        for (cycle_t at = first; at < first + AHEAD; at++)
            for (uint32_t i = 0; i < INPUTS; i++) {
                random = random * 6364136223846793005u + 1442695040888963407u;
                if (random >> 62)
                    push_at(&many, i, (uint32_t)(random >> 33) % OUTPUTS, (uint32_t)random, at);
            }
        assert_ok(crossbar_reserve(many.x, 16, AHEAD, &st));
        crossbar_gather(many.x, first, first + AHEAD - 1);
        random = before;
        cycle_t next = crossbar_next(many.x, first);
        for (cycle_t at = first; at < first + AHEAD; at++) {
            for (uint32_t i = 0; i < INPUTS; i++) {
                random = random * 6364136223846793005u + 1442695040888963407u;
                if (random >> 62)
                    push(&one, i, (uint32_t)(random >> 33) % OUTPUTS, (uint32_t)random);
            }
            uint32_t n = transfer(&one, &got);
            if (at == next)
                assert_int_equal(crossbar_transfer(many.x, at, 0, 0, &got), n);
            else
                assert_int_equal(n, 0);
            for (uint32_t o = at % OUTPUTS; o < OUTPUTS; o++)
                assert_int_equal(pop(&one, o), pop(&many, o));
            next = crossbar_next(many.x, at + 1);
        }
    }
}

/* Packets for many cycles in one sweep, and in a transfer for each; some inputs get two in a cycle,
 * of which the second may cross with the first. */
TEST(a_sweep_is_all_its_transfers)
{
    static const uint32_t sizes[][2] = {{1, 4}, {5, 3}, {30, 24}, {64, 64}, {70, 9}, {3, 130}};
    enum { AHEAD = 40, WINDOWS = 30 };
    for (size_t size = 0; size < sizeof sizes / sizeof *sizes; size++) {
        uint32_t inputs = sizes[size][0], outputs = sizes[size][1];
        struct crossbar *x[2];
        const uint32_t *got;
        uint64_t random = size;
        for (int k = 0; k < 2; k++)
            assert_ok(crossbar_create(&x[k], inputs, outputs, 4096, 4096, AHEAD, &st));
        for (cycle_t first = 10; first < 10 + WINDOWS * AHEAD; first += AHEAD) {
            uint64_t often = first / AHEAD % 3 ? 60 : 63;
            for (int k = 0; k < 2; k++)
                assert_ok(crossbar_reserve(x[k], 2 * AHEAD, AHEAD, &st));
            for (cycle_t at = first; at < first + AHEAD + 5; at++)
                for (uint32_t i = 0; i < inputs; i++) {
                    random = random * 6364136223846793005u + 1442695040888963407u;
                    struct transit packet = {.request.tag = (uint32_t)random,
                                             .port = (uint32_t)(random >> 33) % outputs,
                                             .at = at};
                    struct transit second = packet;
                    second.port = (packet.port + 1) % outputs;
                    for (int k = 0; k < 2 && random >> often == 1 && at >= first + 5; k++) {
                        *crossbar_push(x[k], i) = packet;
                        if (random >> 30 & 1)
                            *crossbar_push(x[k], i) = second;
                    }
                }
            cycle_t last = first + AHEAD - 1;
            for (int k = 0; k < 2; k++)
                crossbar_gather(x[k], first, last);
            assert_true(crossbar_sure(x[0], first, last, 0));
            crossbar_sweep(x[0], first, last);
            for (cycle_t now = crossbar_next(x[1], first); now <= last;
                 now = crossbar_next(x[1], now + 1)) {
                uint32_t n = crossbar_transfer(x[1], now, 0, 0, &got);
                for (uint32_t k = 0; k < n; k++)
                    assert_int_equal(crossbar_last(x[1], got[k])->at, now);
            }
            assert_int_equal(crossbar_at_inputs(x[0]), crossbar_at_inputs(x[1]));
            for (uint32_t o = 0; o < outputs; o++) {
                assert_int_equal(crossbar_waiting(x[0], o).n, crossbar_waiting(x[1], o).n);
                struct transit_span came = crossbar_swept(x[0], o);
                for (uint32_t k = 0; k < came.n; k++) {
                    const struct transit *a = &came.slots[(came.first + k) & came.mask];
                    const struct transit *b = crossbar_front(x[1], o);
                    assert_non_null(b);
                    assert_int_equal(a->request.tag, b->request.tag);
                    assert_int_equal(a->at, b->at);
                    crossbar_pop(x[1], o);
                    crossbar_release(x[1], o);
                }
                assert_null(crossbar_front(x[1], o));
                assert_int_equal(crossbar_swept(x[0], o).n, 0);
                crossbar_taken(x[0], o, came.n);
            }
            assert_int_equal(crossbar_filled(x[0], 0), outputs);
        }
        crossbar_free(x[0]);
        crossbar_free(x[1]);
    }
}

TEST(outputs_are_sure_of_room_only_as_far_as_it_goes)
{
    struct fixture f ENDED_BY(end);
    const uint32_t *got;
    make(&f, 1, 1, 8, 3);
    assert_true(crossbar_sure(f.x, 10, 12, 0));
    assert_false(crossbar_sure(f.x, 10, 13, 0));
    for (uint32_t i = 0; i < 2; i++)
        push(&f, 0, 0, i);
    assert_ok(crossbar_reserve(f.x, 0, 8, &st));
    crossbar_gather(f.x, 10, 17);
    for (cycle_t now = 10; now < 12; now++) {
        assert_int_equal(crossbar_transfer(f.x, now, now, 0, &got), 1);
        crossbar_last(f.x, 0)->at = 4 + now;
    }
    assert_true(crossbar_sure(f.x, 12, 12, 12));
    assert_false(crossbar_sure(f.x, 12, 13, 12));
    assert_false(crossbar_sure(f.x, 14, 15, 14));
    assert_true(crossbar_sure(f.x, 15, 16, 15)); /* the first has left */
    assert_false(crossbar_sure(f.x, 15, 17, 15));
    assert_true(crossbar_sure(f.x, 16, 18, 16));
}

/* A packet whose time says that it has left takes no room, popped or not. */
TEST(room_comes_back_with_the_time_that_packets_carry)
{
    struct fixture f ENDED_BY(end);
    const uint32_t *got;
    make(&f, 1, 1, 8, 2);
    for (uint32_t i = 0; i < 4; i++)
        push(&f, 0, 0, i);
    assert_ok(crossbar_reserve(f.x, 0, 8, &st));
    crossbar_gather(f.x, 10, 17);
    for (cycle_t now = 10; now < 12; now++) {
        assert_int_equal(crossbar_transfer(f.x, now, now, 0, &got), 1);
        crossbar_last(f.x, 0)->at = 14 + now - 10;
    }
    crossbar_pop(f.x, 0); /* early: its place is taken until cycle 14 is over */
    for (cycle_t left = 12; left < 15; left++)
        assert_int_equal(crossbar_transfer(f.x, left, left, 0, &got), 0);
    assert_int_equal(crossbar_transfer(f.x, 15, 15, 0, &got), 1);
    assert_int_equal(crossbar_transfer(f.x, 16, 15, 0, &got), 0);
    assert_int_equal(crossbar_transfer(f.x, 17, 16, 0, &got), 1);
    assert_int_equal(crossbar_at_outputs(f.x), 3);
}

/* A pusher that is behind the crossbar finds room from the cycle on that packets left in. */
TEST(room_at_an_input_comes_back_when_the_packet_was_gone)
{
    struct fixture f ENDED_BY(end);
    const uint32_t *got;
    make(&f, 1, 1, 3, 8);
    for (uint32_t i = 0; i < 3; i++)
        push(&f, 0, 0, i);
    assert_ok(crossbar_reserve(f.x, 2, 8, &st));
    crossbar_gather(f.x, 10, 17);
    assert_int_equal(crossbar_transfer(f.x, 10, 0, 21, &got), 1);
    assert_int_equal(crossbar_transfer(f.x, 11, 0, 23, &got), 1);
    assert_int_equal(crossbar_at_input(f.x, 0), 1);
    assert_false(crossbar_can_push(f.x, 0));
    assert_false(crossbar_has_room(f.x, 0, 20));
    assert_true(crossbar_has_room(f.x, 0, 21));
    push(&f, 0, 0, 3);
    assert_false(crossbar_has_room(f.x, 0, 22));
    assert_true(crossbar_has_room(f.x, 0, 23));
    push(&f, 0, 0, 4);
    for (uint32_t i = 0; i < 2; i++)
        assert_int_equal(pop(&f, 0), i);
    crossbar_gather(f.x, 12, 14);
    for (uint32_t i = 2; i < 5; i++) {
        assert_int_equal(crossbar_transfer(f.x, 10 + i, 0, 0, &got), 1);
        assert_int_equal(pop(&f, 0), i);
    }
    assert_true(crossbar_can_push(f.x, 0));
}

TEST(packets_wait_for_the_cycle_in_which_they_come)
{
    struct fixture f ENDED_BY(end);
    const uint32_t *got;
    make(&f, 2, 1, 8, 8);
    push_at(&f, 0, 0, 1, 12);
    push_at(&f, 1, 0, 2, 11);
    push_at(&f, 1, 0, 3, 18); /* behind what is gathered */
    crossbar_gather(f.x, 10, 17);
    assert_int_equal(crossbar_next(f.x, 10), 11);
    assert_int_equal(crossbar_transfer(f.x, 11, 0, 0, &got), 1);
    assert_int_equal(pop(&f, 0), 2);
    assert_int_equal(crossbar_next(f.x, 12), 12);
    assert_int_equal(crossbar_transfer(f.x, 12, 0, 0, &got), 1);
    assert_int_equal(pop(&f, 0), 1);
    assert_true(crossbar_next(f.x, 13) == CYCLE_NEVER);
    assert_int_equal(crossbar_at_inputs(f.x), 1);
    crossbar_gather(f.x, 18, 18);
    assert_int_equal(crossbar_next(f.x, 18), 18);
}

TEST(an_output_says_whether_it_holds_one_packet_alone)
{
    struct fixture f ENDED_BY(end);
    const uint32_t *got;
    make(&f, 1, 1, 8, 8);
    for (uint32_t n = 1; n <= 3; n++) {
        push(&f, 0, 0, n);
        transfer(&f, &got);
        assert_int_equal(crossbar_alone(f.x, 0), n == 1);
    }
    pop(&f, 0);
    assert_false(crossbar_alone(f.x, 0));
    pop(&f, 0);
    assert_true(crossbar_alone(f.x, 0));
    pop(&f, 0);
    assert_false(crossbar_alone(f.x, 0));
}

TEST(a_packet_that_comes_later_delays_no_other_input)
{
    struct fixture f ENDED_BY(end);
    const uint32_t *got;
    make(&f, 3, 1, 8, 8);
    push_at(&f, 0, 0, 1, 18);
    push_at(&f, 1, 0, 2, 11);
    push_at(&f, 2, 0, 3, 11);
    crossbar_gather(f.x, 10, 17);
    for (cycle_t now = 11; now < 13; now++) {
        assert_int_equal(crossbar_next(f.x, now), now);
        assert_int_equal(crossbar_transfer(f.x, now, 0, 0, &got), 1);
        assert_int_equal(pop(&f, 0), now - 9);
    }
}

/* Calls for packets whose memory an earlier call got, and calls for more. */
TEST(there_is_memory_for_what_was_reserved)
{
    static const uint32_t calls[] = {16, 16, 1, 16, 20, 40, 40, 40};
    struct fixture f ENDED_BY(end);
    const uint32_t *got;
    uint32_t pushed = 0, moved = 0;
    f.now = 10;
    assert_ok(crossbar_create(&f.x, 1, 1, 1024, 1024, 64, &st));
    for (size_t i = 0; i < sizeof calls / sizeof *calls; i++) {
        assert_ok(crossbar_reserve(f.x, calls[i], 0, &st));
        for (uint32_t k = 0; k < calls[i]; k++)
            push(&f, 0, 0, pushed++);
    }
    for (size_t i = 0; i < sizeof calls / sizeof *calls; i++) {
        assert_ok(crossbar_reserve(f.x, 0, calls[i], &st));
        crossbar_gather(f.x, f.now, f.now + calls[i] - 1);
        for (cycle_t until = f.now + calls[i]; f.now < until; f.now++)
            moved += crossbar_transfer(f.x, f.now, 0, 0, &got);
    }
    assert_int_equal(moved, pushed);
    for (uint32_t k = 0; k < pushed; k++)
        assert_int_equal(pop(&f, 0), k);
}

TEST(running_out_of_memory_leaves_nothing_behind)
{
    struct crossbar *x;
    assert_survives_without_memory(crossbar_create(&x, 3, 3, 4, 4, 1, &st), 10, assert_null(x));
    crossbar_free(x);
}
