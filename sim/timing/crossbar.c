/* For each output a bit set says which inputs have a packet for it at their head, and one bit set
 * says which outputs are wanted at all, so that a cycle costs what it moves. */
#include "sim/timing/crossbar.h"

#include "common/memory.h"

struct crossbar {
    struct packet_pool *pool;
    uint32_t n_inputs, n_outputs;
    uint32_t input_words, output_words; /* of 64 bits */
    struct packet_queue *inputs, *outputs;
    uint64_t *wants;  /* [output][input word] */
    uint64_t *wanted; /* [output word] */
    uint32_t *turn;   /* of each output: the input to look at first */
    uint32_t *got;
    uint32_t at_inputs, at_outputs;
};

enum st_code crossbar_create(struct crossbar **out, struct packet_pool *pool, uint32_t inputs,
                             uint32_t outputs, uint32_t input_room, uint32_t output_room,
                             struct status *st)
{
    *out = NULL;
    struct crossbar *x = mem_calloc(1, sizeof *x);
    if (!x)
        return status_no_memory(st, "the crossbar");
    x->pool = pool;
    x->n_inputs = inputs;
    x->n_outputs = outputs;
    x->input_words = (inputs + 63) / 64;
    x->output_words = (outputs + 63) / 64;
    x->inputs = mem_calloc(inputs, sizeof *x->inputs);
    x->outputs = mem_calloc(outputs, sizeof *x->outputs);
    x->wants = mem_calloc((size_t)outputs * x->input_words, sizeof *x->wants);
    x->wanted = mem_calloc(x->output_words, sizeof *x->wanted);
    x->turn = mem_calloc(outputs, sizeof *x->turn);
    x->got = mem_calloc(outputs, sizeof *x->got);
    if (!x->inputs || !x->outputs || !x->wants || !x->wanted || !x->turn || !x->got) {
        crossbar_free(x);
        return status_no_memory(st, "the crossbar");
    }
    for (uint32_t i = 0; i < inputs; i++)
        x->inputs[i] = packet_queue_make(input_room);
    for (uint32_t o = 0; o < outputs; o++)
        x->outputs[o] = packet_queue_make(output_room);
    *out = x;
    return ST_OK;
}

void crossbar_free(struct crossbar *x)
{
    if (!x)
        return;
    mem_free(x->inputs);
    mem_free(x->outputs);
    mem_free(x->wants);
    mem_free(x->wanted);
    mem_free(x->turn);
    mem_free(x->got);
    mem_free(x);
}

bool crossbar_can_push(const struct crossbar *x, uint32_t input)
{
    return !packet_queue_full(&x->inputs[input]);
}

/* The input's head is for output `o` now. */
static void want(struct crossbar *x, uint32_t input, uint32_t o)
{
    x->wants[(size_t)o * x->input_words + input / 64] |= UINT64_C(1) << input % 64;
    x->wanted[o / 64] |= UINT64_C(1) << o % 64;
}

static void unwant(struct crossbar *x, uint32_t input, uint32_t o)
{
    uint64_t *row = &x->wants[(size_t)o * x->input_words], any = 0;
    row[input / 64] &= ~(UINT64_C(1) << input % 64);
    for (uint32_t w = 0; w < x->input_words; w++)
        any |= row[w];
    if (!any)
        x->wanted[o / 64] &= ~(UINT64_C(1) << o % 64);
}

void crossbar_push(struct crossbar *x, uint32_t input, uint32_t packet)
{
    packet_push(x->pool, &x->inputs[input], packet);
    if (x->inputs[input].n == 1)
        want(x, input, x->pool->packets[packet].port);
    x->at_inputs++;
}

/* First set bit at or after `from`; `words * 64` if there is none. */
static uint32_t next_bit(const uint64_t *bits, uint32_t words, uint32_t from)
{
    uint32_t w = from / 64;
    if (w >= words)
        return words * 64;
    uint64_t word = bits[w] & UINT64_MAX << from % 64;
    while (!word && ++w < words)
        word = bits[w];
    return word ? w * 64 + (uint32_t)__builtin_ctzll(word) : words * 64;
}

static void take(struct crossbar *x, uint32_t o)
{
    const uint64_t *row = &x->wants[(size_t)o * x->input_words];
    uint32_t i = next_bit(row, x->input_words, x->turn[o]);
    if (i >= x->n_inputs)
        i = next_bit(row, x->input_words, 0);
    uint32_t p = packet_pop(x->pool, &x->inputs[i]);
    unwant(x, i, o);
    if (x->inputs[i].n)
        want(x, i, x->pool->packets[x->inputs[i].first].port);
    packet_push(x->pool, &x->outputs[o], p);
    x->turn[o] = i + 1 < x->n_inputs ? i + 1 : 0;
    x->at_inputs--;
    x->at_outputs++;
}

uint32_t crossbar_transfer(struct crossbar *x, const uint32_t **got)
{
    uint32_t n = 0;
    for (uint32_t o = next_bit(x->wanted, x->output_words, 0); o < x->n_outputs;
         o = next_bit(x->wanted, x->output_words, o + 1)) {
        if (packet_queue_full(&x->outputs[o]))
            continue;
        take(x, o);
        x->got[n++] = o;
    }
    *got = x->got;
    return n;
}

uint32_t crossbar_front(const struct crossbar *x, uint32_t output)
{
    return x->outputs[output].n ? x->outputs[output].first : PACKET_NONE;
}

uint32_t crossbar_last(const struct crossbar *x, uint32_t output)
{
    return x->outputs[output].last;
}

uint32_t crossbar_pop(struct crossbar *x, uint32_t output)
{
    x->at_outputs--;
    return packet_pop(x->pool, &x->outputs[output]);
}

uint32_t crossbar_at_inputs(const struct crossbar *x)
{
    return x->at_inputs;
}

uint32_t crossbar_at_outputs(const struct crossbar *x)
{
    return x->at_outputs;
}
