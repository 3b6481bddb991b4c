/* For each output a bit set holds the inputs whose head packet goes to it, and one bit set holds
 * the wanted outputs, so the cost of a cycle is proportional to the packets that it moves.
 *
 * Queues are rings that grow on demand and restart at their beginning whenever they are empty, so
 * they stay in the host's cache. */
#include "sim/timing/memory/crossbar.h"

#include "common/memory.h"
#include "common/team.h"

/* Positions only grow; a slot is a position modulo the size. */
struct ring {
    struct transit *slots;
    uint32_t mask;       /* the size, a power of two, minus one; 0: no slots */
    uint32_t first, end; /* waiting packets: from the head to after the last */
    uint32_t kept; /* packets from here to `end` occupy room, whether they wait or have left */
};

/* The state of an input. Different threads may use neighbours, so inputs are further apart than a
 * line of the host's cache. */
union input {
    struct {
        struct ring ring; /* `at` of a packet that has left: when its room becomes free */
        uint32_t next;    /* next input whose head arrives in the same cycle, or NO_INPUT */
        bool noted;       /* the head is in `arrivals` or, if it has arrived, in `wants` */
    };
    char apart[TEAM_APART];
};

union output {
    struct {
        struct ring ring;
        uint32_t seen; /* packets from here on belong to a sweep and have not been returned by
                          crossbar_swept() */
    };
    char apart[TEAM_APART];
};

struct crossbar {
    uint32_t n_inputs, n_outputs, input_room, output_room;
    uint32_t input_words, output_words; /* words of 64 bits in a set of inputs, of outputs */
    uint32_t cycles;                    /* a power of two, a multiple of 64 */
    union input *inputs;
    union output *outputs;
    uint64_t *wants;    /* [output][input word] */
    uint64_t *wanted;   /* bit per output: some input's head goes to it */
    uint64_t *filled;   /* bit per output: it got a packet and has not been seen empty since */
    uint32_t *arrivals; /* [cycle modulo `cycles`]: first input whose head arrives, or NO_INPUT */
    uint64_t *calendar; /* bit per cycle modulo `cycles`: a head arrives */
    cycle_t end;        /* cycles before it are gathered */
    uint32_t *served;   /* by output: the input that it took from last */
    uint32_t *got;
    uint32_t spare_pushes, spare_transfers; /* have memory and are not reserved */
    bool departed;                          /* packets that have left occupy room at inputs */
    bool blocked; /* no packet can move until a head arrives or an output is released */
};

#define NO_INPUT UINT32_MAX

enum {
    FIRST_SIZE = 16,
    CALLS_AHEAD = 2 /* calls of crossbar_reserve() for which one call gets memory */
};

enum st_code crossbar_create(struct crossbar **out, uint32_t inputs, uint32_t outputs,
                             uint32_t input_room, uint32_t output_room, uint32_t cycles,
                             struct status *st)
{
    *out = NULL;
    struct crossbar *x;
    TRY(mem_make(&x, 1, sizeof *x, "the crossbar", st));
    x->n_inputs = inputs;
    x->n_outputs = outputs;
    x->input_room = input_room;
    x->output_room = output_room;
    x->input_words = (inputs + 63) / 64;
    x->output_words = (outputs + 63) / 64;
    for (x->cycles = 64; x->cycles < cycles; x->cycles *= 2)
        continue;
    if (!MEM_ARRAYS(MEM_ARRAY(x->inputs, inputs), MEM_ARRAY(x->outputs, outputs),
                    MEM_ARRAY(x->wants, (size_t)outputs * x->input_words),
                    MEM_ARRAY(x->wanted, x->output_words), MEM_ARRAY(x->filled, x->output_words),
                    MEM_ARRAY(x->arrivals, x->cycles), MEM_ARRAY(x->calendar, x->cycles / 64),
                    MEM_ARRAY(x->served, outputs), MEM_ARRAY(x->got, outputs))) {
        crossbar_free(x);
        return status_no_memory(st, "the crossbar");
    }
    for (uint32_t slot = 0; slot < x->cycles; slot++)
        x->arrivals[slot] = NO_INPUT;
    for (uint32_t o = 0; o < outputs; o++)
        x->served[o] = inputs - 1;
    *out = x;
    return ST_OK;
}

void crossbar_free(struct crossbar *x)
{
    if (!x)
        return;
    for (uint32_t i = 0; x->inputs && i < x->n_inputs; i++)
        mem_free(x->inputs[i].ring.slots);
    for (uint32_t o = 0; x->outputs && o < x->n_outputs; o++)
        mem_free(x->outputs[o].ring.slots);
    MEM_FREE(x->inputs, x->outputs, x->wants, x->wanted, x->filled, x->arrivals, x->calendar,
             x->served, x->got, x);
}

/* --- rings --- */

static struct transit *ring_at(const struct ring *r, uint32_t position)
{
    return &r->slots[position & r->mask];
}

static uint32_t ring_waiting(const struct ring *r)
{
    return r->end - r->first;
}

/* Number of packets that occupy room. */
static uint32_t ring_held(const struct ring *r)
{
    return r->end - r->kept;
}

/* The place of the next packet; the last `n` packets still occupy memory. */
static inline struct transit *ring_push(struct ring *r, uint32_t n)
{
    if (n > r->mask)
        BUG("crossbar: no memory was reserved for a packet");
    return ring_at(r, r->end++);
}

static enum st_code ring_reserve(struct ring *r, uint64_t room, struct status *st)
{
    if (room <= (uint64_t)r->mask + (r->mask > 0))
        return ST_OK;
    uint32_t size = r->mask ? r->mask + 1 : FIRST_SIZE;
    while (size < room)
        size *= 2;
    struct ring larger = *r;
    larger.mask = size - 1;
    if (!MEM_ARRAYS(MEM_ROOM(larger.slots, size)))
        return status_no_memory(st, "a queue of the crossbar");
    uint32_t n = ring_waiting(r) > ring_held(r) ? ring_waiting(r) : ring_held(r);
    for (uint32_t i = r->end - n; i != r->end; i++)
        *ring_at(&larger, i) = *ring_at(r, i);
    mem_free(r->slots);
    *r = larger;
    return ST_OK;
}

enum st_code crossbar_reserve(struct crossbar *x, uint32_t pushes, uint32_t transfers,
                              struct status *st)
{
    if (pushes <= x->spare_pushes && transfers <= x->spare_transfers && !x->departed) {
        x->spare_pushes -= pushes;
        x->spare_transfers -= transfers;
        return ST_OK;
    }
    x->spare_pushes = x->spare_transfers = 0;
    for (uint32_t i = 0; i < x->n_inputs; i++) {
        struct ring *r = &x->inputs[i].ring;
        r->kept = r->first;
        TRY(ring_reserve(r, ring_waiting(r) + (uint64_t)CALLS_AHEAD * pushes, st));
    }
    for (uint32_t o = 0; o < x->n_outputs; o++) {
        struct ring *r = &x->outputs[o].ring;
        uint32_t n = ring_waiting(r) > ring_held(r) ? ring_waiting(r) : ring_held(r);
        TRY(ring_reserve(r, n + (uint64_t)CALLS_AHEAD * transfers, st));
    }
    x->departed = false;
    x->spare_pushes = (CALLS_AHEAD - 1) * pushes;
    x->spare_transfers = (CALLS_AHEAD - 1) * transfers;
    return ST_OK;
}

/* --- inputs --- */

bool crossbar_can_push(const struct crossbar *x, uint32_t input)
{
    return ring_held(&x->inputs[input].ring) < x->input_room;
}

bool crossbar_has_room(struct crossbar *x, uint32_t input, cycle_t now)
{
    struct ring *r = &x->inputs[input].ring;
    if (ring_held(r) < x->input_room)
        return true;
    while (r->kept != r->first && ring_at(r, r->kept)->at <= now)
        r->kept++;
    return ring_held(r) < x->input_room;
}

struct transit *crossbar_push(struct crossbar *x, uint32_t input)
{
    struct ring *r = &x->inputs[input].ring;
    if (ring_held(r) >= x->input_room)
        BUG("crossbar: an input of %u overflows", x->input_room);
    if (ring_held(r) == 0)
        r->first = r->end = r->kept = 0;
    return ring_push(r, ring_held(r));
}

uint32_t crossbar_pushed(const struct crossbar *x, uint32_t input)
{
    return x->inputs[input].ring.end - 1;
}

struct transit *crossbar_numbered(const struct crossbar *x, uint32_t input, uint32_t number)
{
    return ring_at(&x->inputs[input].ring, number);
}

uint32_t crossbar_at_input(const struct crossbar *x, uint32_t input)
{
    return ring_waiting(&x->inputs[input].ring);
}

uint32_t crossbar_fullest_input(const struct crossbar *x)
{
    uint32_t most = 0;
    for (uint32_t i = 0; i < x->n_inputs; i++)
        if (ring_waiting(&x->inputs[i].ring) > most)
            most = ring_waiting(&x->inputs[i].ring);
    return most;
}

/* Records in the calendar that the input's head arrives in cycle `at`, one of the gathered
 * cycles. */
static inline void note(struct crossbar *x, uint32_t input, cycle_t at)
{
    uint32_t slot = at & (x->cycles - 1);
    x->inputs[input].next = x->arrivals[slot];
    x->arrivals[slot] = input;
    x->calendar[slot / 64] |= UINT64_C(1) << slot % 64;
}

void crossbar_gather(struct crossbar *x, cycle_t first, cycle_t last)
{
    if (last - first >= x->cycles)
        BUG("crossbar: more than %u cycles at once", x->cycles);
    x->end = last + 1;
    for (uint32_t i = 0; i < x->n_inputs; i++) {
        union input *in = &x->inputs[i];
        if (in->noted || !ring_waiting(&in->ring))
            continue;
        cycle_t at = ring_at(&in->ring, in->ring.first)->at;
        if (at > last)
            continue;
        note(x, i, at > first ? at : first);
        in->noted = true;
    }
}

/* --- a cycle --- */

#define INLINE static inline __attribute__((always_inline))

/* Words of 64 bits in a set of inputs and of outputs. The code of a cycle is compiled twice: for
 * any numbers, and for one word each, which suffices for most GPUs. */
struct words {
    uint32_t in, out;
};

INLINE uint32_t word_of(uint32_t words, uint32_t i)
{
    return words == 1 ? 0 : i / 64;
}

/* Records that the input's head has arrived and goes to output `o`. */
INLINE void want(struct crossbar *x, struct words words, uint32_t input, uint32_t o)
{
    x->wants[(size_t)o * words.in + word_of(words.in, input)] |= UINT64_C(1) << input % 64;
    x->wanted[word_of(words.out, o)] |= UINT64_C(1) << o % 64;
}

INLINE void unwant(struct crossbar *x, struct words words, uint32_t input, uint32_t o)
{
    uint64_t *row = &x->wants[(size_t)o * words.in], any = 0;
    row[word_of(words.in, input)] &= ~(UINT64_C(1) << input % 64);
    for (uint32_t w = 0; w < words.in; w++)
        any |= row[w];
    if (!any)
        x->wanted[word_of(words.out, o)] &= ~(UINT64_C(1) << o % 64);
}

/* Removes the arrivals of cycle `now` and returns their first input. */
INLINE uint32_t take_arrivals(struct crossbar *x, cycle_t now)
{
    uint32_t slot = now & (x->cycles - 1), i = x->arrivals[slot];
    x->arrivals[slot] = NO_INPUT;
    x->calendar[slot / 64] &= ~(UINT64_C(1) << slot % 64);
    return i;
}

/* Records the arrived heads of the inputs from `i` on for their outputs. */
INLINE void arrive(struct crossbar *x, struct words words, uint32_t i)
{
    for (; i != NO_INPUT; i = x->inputs[i].next)
        want(x, words, i, ring_at(&x->inputs[i].ring, x->inputs[i].ring.first)->port);
}

static bool any(const uint64_t *bits, uint32_t words)
{
    uint64_t all = bits[0];
    for (uint32_t w = 1; w < words; w++)
        all |= bits[w];
    return all != 0;
}

/* The first cycle from `from` on in which a head arrives. */
INLINE cycle_t next_arrival(const struct crossbar *x, cycle_t from)
{
    for (cycle_t at = from; at < x->end;) {
        uint32_t slot = at & (x->cycles - 1);
        uint64_t bits = x->calendar[slot / 64] >> slot % 64;
        if (bits)
            return at + (uint32_t)__builtin_ctzll(bits);
        at += 64 - slot % 64;
    }
    return CYCLE_NEVER;
}

cycle_t crossbar_next(const struct crossbar *x, cycle_t from)
{
    if (!x->blocked && from < x->end && any(x->wanted, x->output_words))
        return from;
    return next_arrival(x, from);
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

/* The input that is next in turn for output `o` among those whose head goes there; there must be
 * one. */
INLINE uint32_t in_turn(const struct crossbar *x, struct words words, uint32_t o)
{
    const uint64_t *row = &x->wants[(size_t)o * words.in];
    if (words.in == 1) {
        uint64_t behind = row[0] & ~UINT64_C(1) << x->served[o];
        return (uint32_t)__builtin_ctzll(behind ? behind : row[0]);
    }
    uint32_t i = next_bit(row, words.in, x->served[o] + 1);
    return i < x->n_inputs ? i : next_bit(row, words.in, 0);
}

/* Frees the room of packets whose `at` is below `left`. */
static void drop_left(struct ring *r, cycle_t left)
{
    while (r->kept != r->end && ring_at(r, r->kept)->at < left)
        r->kept++;
}

static bool has_room(const struct crossbar *x, struct ring *r, cycle_t left)
{
    if (ring_held(r) < x->output_room)
        return true;
    drop_left(r, left);
    return ring_held(r) < x->output_room;
}

/* Moves the head of input `i` to output `o`, which has room. */
INLINE void take(struct crossbar *x, struct words words, uint32_t i, uint32_t o, cycle_t now,
                 cycle_t gone)
{
    struct ring *in = &x->inputs[i].ring;
    union output *out = &x->outputs[o];
    if (!ring_waiting(&out->ring)) /* the last packet was popped before this cycle */
        out->ring.first = out->ring.end = out->ring.kept = out->seen = 0;
    if (out->seen == out->ring.end)
        x->filled[word_of(words.out, o)] |= UINT64_C(1) << o % 64;
    struct transit *packet = ring_at(in, in->first++),
                   *place = ring_push(&out->ring, ring_waiting(&out->ring));
    *place = *packet;
    place->at = now;
    if (gone) {
        packet->at = gone;
        x->departed = true;
    } else {
        in->kept++;
    }
    x->served[o] = i;
}

/* The head of input `i` after a packet has left the input in cycle `now`. NULL if it has not
 * arrived; then its arrival is recorded. */
INLINE const struct transit *uncovered(struct crossbar *x, uint32_t i, cycle_t now)
{
    union input *in = &x->inputs[i];
    if (ring_waiting(&in->ring)) {
        const struct transit *head = ring_at(&in->ring, in->ring.first);
        if (head->at <= now)
            return head;
        if (head->at < x->end) {
            note(x, i, head->at);
            return NULL;
        }
    }
    in->noted = false;
    return NULL;
}

INLINE uint32_t transfer(struct crossbar *x, struct words words, cycle_t now, cycle_t left,
                         cycle_t gone)
{
    uint32_t n = 0;
    arrive(x, words, take_arrivals(x, now));
    for (uint32_t w = 0; w < words.out; w++) {
        /* A packet that leaves its input may uncover a head for a later output. */
        uint64_t behind = UINT64_MAX;
        while (x->wanted[w] & behind) {
            uint32_t bit = (uint32_t)__builtin_ctzll(x->wanted[w] & behind), o = w * 64 + bit;
            behind = UINT64_MAX << bit << 1;
            if (!has_room(x, &x->outputs[o].ring, left))
                continue;
            uint32_t i = in_turn(x, words, o);
            take(x, words, i, o, now, gone);
            x->outputs[o].seen = x->outputs[o].ring.end;
            unwant(x, words, i, o);
            const struct transit *head = uncovered(x, i, now);
            if (head)
                want(x, words, i, head->port);
            x->got[n++] = o;
        }
    }
    return n;
}

uint32_t crossbar_transfer(struct crossbar *x, cycle_t now, cycle_t left, cycle_t gone,
                           const uint32_t **got)
{
    struct words words = {x->input_words, x->output_words};
    uint32_t n = words.in == 1 && words.out == 1
                     ? transfer(x, (struct words){1, 1}, now, left, gone)
                     : transfer(x, words, now, left, gone);
    x->blocked = n == 0 && left == 0;
    *got = x->got;
    return n;
}

/* --- many cycles --- */

bool crossbar_sure(const struct crossbar *x, cycle_t first, cycle_t last, cycle_t left)
{
    uint64_t cycles = last - first + 1;
    if (cycles > x->output_room)
        return false;
    for (uint32_t o = 0; o < x->n_outputs; o++) {
        struct ring *r = &x->outputs[o].ring;
        if (ring_waiting(r) && ring_held(r) + cycles > x->output_room) {
            drop_left(r, left);
            if (ring_held(r) + cycles > x->output_room)
                return false;
        }
    }
    return true;
}

/* Moves the packets of a cycle of a sweep, as transfer() does where outputs have room. */
INLINE void sweep_rest(struct crossbar *x, struct words words, cycle_t now)
{
    for (uint32_t w = 0; w < words.out; w++) {
        uint64_t behind = UINT64_MAX;
        while (x->wanted[w] & behind) {
            uint32_t bit = (uint32_t)__builtin_ctzll(x->wanted[w] & behind), o = w * 64 + bit;
            behind = UINT64_MAX << bit << 1;
            uint32_t i = in_turn(x, words, o);
            unwant(x, words, i, o);
            take(x, words, i, o, now, 0);
            const struct transit *head = uncovered(x, i, now);
            if (head)
                want(x, words, i, head->port);
        }
    }
}

/* Simulates a cycle of a sweep in which no packet waits. Mostly one head arrives and crosses at
 * once. */
INLINE void sweep_arrivals(struct crossbar *x, struct words words, cycle_t now)
{
    uint32_t i = take_arrivals(x, now);
    if (x->inputs[i].next != NO_INPUT) {
        arrive(x, words, i);
        sweep_rest(x, words, now);
        return;
    }
    uint32_t o = ring_at(&x->inputs[i].ring, x->inputs[i].ring.first)->port;
    take(x, words, i, o, now, 0);
    const struct transit *head = uncovered(x, i, now);
    if (!head)
        return;
    want(x, words, i, head->port);
    if (head->port > o)
        sweep_rest(x, words, now);
}

INLINE void sweep(struct crossbar *x, struct words words, cycle_t first, cycle_t last)
{
    for (cycle_t now = first; now <= last; now++) {
        if (any(x->wanted, words.out)) {
            arrive(x, words, take_arrivals(x, now));
            sweep_rest(x, words, now);
            continue;
        }
        now = next_arrival(x, now);
        if (now > last)
            return;
        sweep_arrivals(x, words, now);
    }
}

void crossbar_sweep(struct crossbar *x, cycle_t first, cycle_t last)
{
    struct words words = {x->input_words, x->output_words};
    x->blocked = false;
    if (words.in == 1 && words.out == 1)
        sweep(x, (struct words){1, 1}, first, last);
    else
        sweep(x, words, first, last);
}

struct transit_span crossbar_swept(struct crossbar *x, uint32_t output)
{
    union output *out = &x->outputs[output];
    struct ring *r = &out->ring;
    struct transit_span span = {r->slots, r->mask, out->seen, r->end - out->seen};
    out->seen = r->end;
    return span;
}

struct transit_span crossbar_waiting(const struct crossbar *x, uint32_t output)
{
    const struct ring *r = &x->outputs[output].ring;
    return (struct transit_span){r->slots, r->mask, r->first, ring_waiting(r)};
}

/* Updates `filled` if the output's ring is empty. */
static void note_empty(struct crossbar *x, uint32_t output)
{
    if (!ring_waiting(&x->outputs[output].ring))
        x->filled[output / 64] &= ~(UINT64_C(1) << output % 64);
}

void crossbar_taken(struct crossbar *x, uint32_t output, uint32_t n)
{
    union output *out = &x->outputs[output];
    out->ring.first += n;
    out->ring.kept += n;
    out->seen = out->ring.end;
    note_empty(x, output);
}

void crossbar_seen(struct crossbar *x)
{
    for (uint32_t w = 0; w < x->output_words; w++)
        x->filled[w] = 0;
}

/* --- outputs --- */

const struct transit *crossbar_front(const struct crossbar *x, uint32_t output)
{
    const struct ring *r = &x->outputs[output].ring;
    return ring_waiting(r) ? ring_at(r, r->first) : NULL;
}

bool crossbar_alone(const struct crossbar *x, uint32_t output)
{
    return ring_waiting(&x->outputs[output].ring) == 1;
}

struct transit *crossbar_last(const struct crossbar *x, uint32_t output)
{
    const struct ring *r = &x->outputs[output].ring;
    return ring_at(r, r->end - 1);
}

void crossbar_pop(struct crossbar *x, uint32_t output)
{
    x->outputs[output].ring.first++;
}

void crossbar_release(struct crossbar *x, uint32_t output)
{
    x->outputs[output].ring.kept++;
    x->blocked = false;
    note_empty(x, output);
}

uint32_t crossbar_filled(const struct crossbar *x, uint32_t from)
{
    uint32_t o = next_bit(x->filled, x->output_words, from);
    return o < x->n_outputs ? o : x->n_outputs;
}

bool crossbar_any_filled(const struct crossbar *x)
{
    return any(x->filled, x->output_words);
}

uint32_t crossbar_at_inputs(const struct crossbar *x)
{
    uint32_t n = 0;
    for (uint32_t i = 0; i < x->n_inputs; i++)
        n += ring_waiting(&x->inputs[i].ring);
    return n;
}

uint32_t crossbar_at_outputs(const struct crossbar *x)
{
    uint32_t n = 0;
    for (uint32_t o = 0; o < x->n_outputs; o++)
        n += ring_waiting(&x->outputs[o].ring);
    return n;
}
