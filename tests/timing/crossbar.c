/* One subnet of the crossbar: who goes first, how many per cycle, what blocks. */
#include "tests/rig/rig.h"

#include "common/memory.h"
#include "sim/timing/crossbar.h"

struct fixture {
    struct packet_pool pool;
    struct crossbar *x;
};

static void make(struct fixture *f, uint32_t inputs, uint32_t outputs, uint32_t in, uint32_t out)
{
    struct status st = {0};
    assert_ok(packet_pool_create(&f->pool, 4096, &st));
    assert_ok(crossbar_create(&f->x, &f->pool, inputs, outputs, in, out, &st));
}

static void end(struct fixture *f)
{
    crossbar_free(f->x);
    packet_pool_release(&f->pool);
}

static void push(struct fixture *f, uint32_t input, uint32_t output, uint32_t tag)
{
    uint32_t p = packet_new(&f->pool);
    f->pool.packets[p] = (struct packet){.request.tag = tag, .request.sm = input, .port = output};
    assert_true(crossbar_can_push(f->x, input));
    crossbar_push(f->x, input, p);
}

static int64_t pop(struct fixture *f, uint32_t output)
{
    if (crossbar_front(f->x, output) == PACKET_NONE)
        return -1;
    uint32_t p = crossbar_pop(f->x, output);
    int64_t tag = f->pool.packets[p].request.tag;
    packet_free(&f->pool, p);
    return tag;
}

static void a_packet_is_there_after_one_transfer_and_not_before(void **state)
{
    (void)state;
    struct fixture f;
    const uint32_t *got;
    make(&f, 3, 2, 4, 4);
    push(&f, 2, 1, 7);
    assert_int_equal(crossbar_at_inputs(f.x), 1);
    assert_int_equal(pop(&f, 1), -1);
    assert_int_equal(crossbar_transfer(f.x, &got), 1);
    assert_int_equal(got[0], 1);
    assert_int_equal(crossbar_at_inputs(f.x), 0);
    assert_int_equal(crossbar_at_outputs(f.x), 1);
    assert_int_equal(pop(&f, 0), -1);
    assert_int_equal(pop(&f, 1), 7);
    assert_int_equal(crossbar_transfer(f.x, &got), 0);
    end(&f);
}

static void an_output_takes_one_packet_per_cycle_from_its_inputs_in_turn(void **state)
{
    (void)state;
    struct fixture f;
    const uint32_t *got;
    make(&f, 100, 2, 8, 64);
    for (uint32_t i = 0; i < 100; i++)
        for (uint32_t k = 0; k < 3; k++)
            push(&f, i, 1, 1000 * k + i);
    for (uint32_t k = 0; k < 3; k++)
        for (uint32_t i = 0; i < 100; i++) {
            assert_int_equal(crossbar_transfer(f.x, &got), 1);
            assert_int_equal(pop(&f, 1), 1000 * k + i);
        }
    end(&f);
}

static void the_turn_goes_on_behind_the_input_that_was_taken(void **state)
{
    (void)state;
    struct fixture f;
    const uint32_t *got;
    make(&f, 4, 1, 8, 64);
    push(&f, 2, 0, 20);
    crossbar_transfer(f.x, &got);
    push(&f, 2, 0, 21);
    push(&f, 0, 0, 0);
    push(&f, 3, 0, 30);
    for (int i = 0; i < 3; i++)
        crossbar_transfer(f.x, &got);
    assert_int_equal(pop(&f, 0), 20);
    assert_int_equal(pop(&f, 0), 30);
    assert_int_equal(pop(&f, 0), 0);
    assert_int_equal(pop(&f, 0), 21);
    end(&f);
}

static void an_input_sends_to_higher_outputs_in_the_same_cycle_only(void **state)
{
    (void)state;
    struct fixture f;
    const uint32_t *got;
    make(&f, 1, 4, 8, 8);
    push(&f, 0, 0, 1);
    push(&f, 0, 2, 2);
    push(&f, 0, 3, 3);
    push(&f, 0, 1, 4);
    assert_int_equal(crossbar_transfer(f.x, &got), 3);
    assert_int_equal(pop(&f, 1), -1);
    assert_int_equal(crossbar_transfer(f.x, &got), 1);
    assert_int_equal(pop(&f, 1), 4);
    end(&f);
}

static void a_full_output_blocks_its_packets_and_the_heads_behind_them(void **state)
{
    (void)state;
    struct fixture f;
    const uint32_t *got;
    make(&f, 2, 2, 2, 1);
    push(&f, 0, 0, 1);
    push(&f, 0, 0, 2);
    push(&f, 1, 0, 3);
    push(&f, 1, 1, 4);
    assert_false(crossbar_can_push(f.x, 0));
    assert_int_equal(crossbar_transfer(f.x, &got), 1);
    assert_int_equal(crossbar_transfer(f.x, &got), 0); /* 4 waits behind 3 */
    assert_true(crossbar_can_push(f.x, 0));
    assert_int_equal(pop(&f, 0), 1);
    assert_int_equal(crossbar_transfer(f.x, &got), 2); /* 3, then 4 */
    assert_int_equal(pop(&f, 0), 3);
    assert_int_equal(pop(&f, 1), 4);
    assert_int_equal(crossbar_transfer(f.x, &got), 1);
    assert_int_equal(pop(&f, 0), 2);
    end(&f);
}

static void nothing_is_lost_and_each_pair_keeps_its_order(void **state)
{
    (void)state;
    enum { INPUTS = 70, OUTPUTS = 130 };
    struct fixture f;
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
        crossbar_transfer(f.x, &got);
        for (uint32_t o = 0; o < OUTPUTS; o++) {
            uint32_t p = crossbar_front(f.x, o);
            if (p == PACKET_NONE)
                continue;
            assert_int_equal(f.pool.packets[p].port, o);
            uint32_t i = f.pool.packets[p].request.sm;
            assert_int_equal(pop(&f, o), seen[i][o]++);
            out++;
        }
        assert_int_equal(in, out + crossbar_at_inputs(f.x) + crossbar_at_outputs(f.x));
    }
    assert_int_equal(in, out);
    assert_int_equal(f.pool.used, 0);
    end(&f);
}

static void running_out_of_memory_leaves_nothing_behind(void **state)
{
    (void)state;
    struct packet_pool pool = {0};
    for (long n = 1; n <= 7; n++) {
        struct status st = {0};
        struct crossbar *x;
        mem_fail_from(n);
        assert_int_equal(crossbar_create(&x, &pool, 3, 3, 4, 4, &st), ST_NOMEM);
        mem_fail_from(0);
        assert_null(x);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_packet_is_there_after_one_transfer_and_not_before),
        cmocka_unit_test(an_output_takes_one_packet_per_cycle_from_its_inputs_in_turn),
        cmocka_unit_test(the_turn_goes_on_behind_the_input_that_was_taken),
        cmocka_unit_test(an_input_sends_to_higher_outputs_in_the_same_cycle_only),
        cmocka_unit_test(a_full_output_blocks_its_packets_and_the_heads_behind_them),
        cmocka_unit_test(nothing_is_lost_and_each_pair_keeps_its_order),
        cmocka_unit_test(running_out_of_memory_leaves_nothing_behind),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
