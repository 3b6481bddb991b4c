/* For each output a bit set says which inputs have a packet for it at their head, and one bit set
 * says which outputs are wanted at all, so that a cycle costs what it moves.
 *
 * Queues are rings that grow with what they hold and start at their beginning again whenever they
 * are empty, so that they stay in the host's cache. */
#include "sim/timing/memory/crossbar.h"

#include "common/memory.h"
#include "common/team.h"

struct ring {
    struct transit *slots;
    uint32_t size; /* a power of two */
    uint32_t first, n;
};

/* Neighbours may be used by different threads: they are further apart than a line of the host's
 * cache. */
union input {
    struct {
        struct ring ring;
        uint32_t held; /* packets before the head that take room; `at`: the cycle they are gone */
        bool noted;    /* the head is in `arrivals` or, as it has arrived, in `wants` */
    };
    char apart[TEAM_APART];
};

union output {
    struct {
        struct ring ring;
        uint32_t held;  /* the last packets that came, whether popped or not, that take room */
        uint32_t fresh; /* the last packets that came, of a sweep, that nobody has looked at */
    };
    char apart[TEAM_APART];
};

struct crossbar {
    uint32_t n_inputs, n_outputs, input_room, output_room;
    uint32_t input_words, output_words; /* of 64 bits */
    uint32_t cycles;                    /* a power of two, words of 64 bits */
    union input *inputs;
    union output *outputs;
    uint64_t *wants;    /* [output][input word] */
    uint64_t *wanted;   /* [output word] */
    uint64_t *filled;   /* [output word] got a packet and were not seen empty since */
    uint64_t *arrivals; /* [cycle modulo `cycles`][input word]: the head arrives */
    uint64_t *calendar; /* bit per cycle modulo `cycles`: an input's head arrives */
    cycle_t end;        /* cycles before it are gathered */
    uint32_t *turn;     /* of each output: the input to look at first */
    uint32_t *got;
    uint32_t spare_pushes, spare_transfers; /* more than were asked for have memory */
    bool departed;                          /* packets that left take room at inputs */
    bool blocked; /* nothing can move until a head arrives or an output is released */
};

enum {
    FIRST_SIZE = 16,
    CALLS_AHEAD = 2 /* of crossbar_reserve(), for which it gets memory at once */
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
                    MEM_ARRAY(x->arrivals, (size_t)x->cycles * x->input_words),
                    MEM_ARRAY(x->calendar, x->cycles / 64), MEM_ARRAY(x->turn, outputs),
                    MEM_ARRAY(x->got, outputs))) {
        crossbar_free(x);
        return status_no_memory(st, "the crossbar");
    }
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
             x->turn, x->got, x);
}

/* --- rings --- */

static struct transit *ring_at(const struct ring *r, uint32_t position)
{
    return &r->slots[position & (r->size - 1)];
}

static struct transit *ring_push(struct ring *r, const struct transit *packet)
{
    if (r->n >= r->size)
        BUG("crossbar: no memory was reserved for a packet");
    struct transit *place = ring_at(r, r->first + r->n++);
    *place = *packet;
    return place;
}

static enum st_code ring_reserve(struct ring *r, uint64_t room, uint32_t held, struct status *st)
{
    if (room <= r->size)
        return ST_OK;
    struct ring larger = {.size = r->size ? r->size : FIRST_SIZE, .first = r->first, .n = r->n};
    while (larger.size < room)
        larger.size *= 2;
    if (!MEM_ARRAYS(MEM_ROOM(larger.slots, larger.size)))
        return status_no_memory(st, "a queue of the crossbar");
    uint32_t end = r->first + r->n, n = held > r->n ? held : r->n;
    for (uint32_t i = end - n; i != end; i++)
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
        x->inputs[i].held = 0;
        TRY(ring_reserve(r, r->n + (uint64_t)CALLS_AHEAD * pushes, 0, st));
    }
    for (uint32_t o = 0; o < x->n_outputs; o++) {
        struct ring *r = &x->outputs[o].ring;
        uint32_t held = x->outputs[o].held, n = held > r->n ? held : r->n;
        TRY(ring_reserve(r, n + (uint64_t)CALLS_AHEAD * transfers, held, st));
    }
    x->departed = false;
    x->spare_pushes = (CALLS_AHEAD - 1) * pushes;
    x->spare_transfers = (CALLS_AHEAD - 1) * transfers;
    return ST_OK;
}

/* --- inputs --- */

bool crossbar_can_push(const struct crossbar *x, uint32_t input)
{
    const union input *in = &x->inputs[input];
    return in->ring.n + in->held < x->input_room;
}

bool crossbar_has_room(struct crossbar *x, uint32_t input, cycle_t now)
{
    union input *in = &x->inputs[input];
    if (in->ring.n + in->held < x->input_room)
        return true;
    while (in->held && ring_at(&in->ring, in->ring.first - in->held)->at <= now)
        in->held--;
    return in->ring.n + in->held < x->input_room;
}

struct transit *crossbar_push(struct crossbar *x, uint32_t input)
{
    struct ring *r = &x->inputs[input].ring;
    uint32_t held = x->inputs[input].held;
    if (r->n + held >= x->input_room)
        BUG("crossbar: an input of %u overflows", x->input_room);
    if (r->n + held == 0)
        r->first = 0;
    if (r->n + held >= r->size)
        BUG("crossbar: no memory was reserved for a packet");
    return ring_at(r, r->first + r->n++);
}

uint32_t crossbar_at_input(const struct crossbar *x, uint32_t input)
{
    return x->inputs[input].ring.n;
}

uint32_t crossbar_fullest_input(const struct crossbar *x)
{
    uint32_t most = 0;
    for (uint32_t i = 0; i < x->n_inputs; i++)
        if (x->inputs[i].ring.n > most)
            most = x->inputs[i].ring.n;
    return most;
}

static uint64_t *arrivals_in(const struct crossbar *x, cycle_t cycle)
{
    return &x->arrivals[(cycle & (x->cycles - 1)) * x->input_words];
}

/* The input's head arrives in cycle `at`, which is gathered. */
static void note(struct crossbar *x, uint32_t input, cycle_t at)
{
    uint32_t slot = at & (x->cycles - 1);
    arrivals_in(x, at)[input / 64] |= UINT64_C(1) << input % 64;
    x->calendar[slot / 64] |= UINT64_C(1) << slot % 64;
    x->inputs[input].noted = true;
}

void crossbar_gather(struct crossbar *x, cycle_t first, cycle_t last)
{
    if (last - first >= x->cycles)
        BUG("crossbar: more than %u cycles at once", x->cycles);
    x->end = last + 1;
    for (uint32_t i = 0; i < x->n_inputs; i++) {
        const union input *in = &x->inputs[i];
        if (in->noted || !in->ring.n)
            continue;
        cycle_t at = ring_at(&in->ring, in->ring.first)->at;
        if (at <= last)
            note(x, i, at > first ? at : first);
    }
}

/* --- a cycle --- */

#define INLINE static inline __attribute__((always_inline))

/* What a cycle does is compiled twice: for sets of any size, and for those of one word, which most
 * GPUs have. */
struct words {
    uint32_t in, out;
};

INLINE uint32_t word_of(uint32_t words, uint32_t i)
{
    return words == 1 ? 0 : i / 64;
}

/* The input's head, which has arrived, is for output `o`. */
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

/* The heads that arrive in cycle `now` want their outputs. */
INLINE void arrivals(struct crossbar *x, struct words words, cycle_t now)
{
    uint32_t slot = now & (x->cycles - 1);
    uint64_t *row = &x->arrivals[(size_t)slot * words.in];
    x->calendar[slot / 64] &= ~(UINT64_C(1) << slot % 64);
    for (uint32_t w = 0; w < words.in; w++) {
        for (uint64_t bits = row[w]; bits; bits &= bits - 1) {
            uint32_t i = w * 64 + (uint32_t)__builtin_ctzll(bits);
            const struct ring *r = &x->inputs[i].ring;
            want(x, words, i, ring_at(r, r->first)->port);
        }
        row[w] = 0;
    }
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

/* The input whose turn it is, of those that want output `o`, of which there is at least one. */
INLINE uint32_t in_turn(const struct crossbar *x, struct words words, uint32_t o)
{
    const uint64_t *row = &x->wants[(size_t)o * words.in];
    if (words.in == 1) {
        uint64_t behind = row[0] >> x->turn[o] << x->turn[o];
        return (uint32_t)__builtin_ctzll(behind ? behind : row[0]);
    }
    uint32_t i = next_bit(row, words.in, x->turn[o]);
    return i < x->n_inputs ? i : next_bit(row, words.in, 0);
}

/* Packets whose `at` is below `left` take no room any more. */
static void drop_left(union output *out, cycle_t left)
{
    uint32_t end = out->ring.first + out->ring.n;
    while (out->held && ring_at(&out->ring, end - out->held)->at < left)
        out->held--;
}

static bool has_room(const struct crossbar *x, union output *out, cycle_t left)
{
    if (out->held < x->output_room)
        return true;
    drop_left(out, left);
    return out->held < x->output_room;
}

/* Output `o`, which has room, takes the head of input `i`. */
INLINE void take(struct crossbar *x, struct words words, uint32_t i, uint32_t o, cycle_t now,
                 cycle_t gone)
{
    union input *in = &x->inputs[i];
    union output *out = &x->outputs[o];
    if (out->ring.n == 0) /* whoever popped the last one did so before this cycle */
        out->ring.first = out->held = 0;
    struct transit *packet = ring_at(&in->ring, in->ring.first);
    ring_push(&out->ring, packet)->at = now;
    out->held++;
    if (gone) {
        packet->at = gone;
        in->held++;
        x->departed = true;
    }
    in->ring.first++;
    in->ring.n--;
    x->filled[word_of(words.out, o)] |= UINT64_C(1) << o % 64;
    x->turn[o] = i + 1 < x->n_inputs ? i + 1 : 0;
}

/* The head of input `i`, which left its packet in cycle `now`, if it has arrived; else NULL, and it
 * is noted for when it does. */
INLINE const struct transit *uncovered(struct crossbar *x, uint32_t i, cycle_t now)
{
    union input *in = &x->inputs[i];
    in->noted = false;
    if (in->ring.n == 0)
        return NULL;
    const struct transit *head = ring_at(&in->ring, in->ring.first);
    if (head->at > now) {
        if (head->at < x->end)
            note(x, i, head->at);
        return NULL;
    }
    in->noted = true;
    return head;
}

INLINE uint32_t transfer(struct crossbar *x, struct words words, cycle_t now, cycle_t left,
                         cycle_t gone)
{
    uint32_t n = 0;
    arrivals(x, words, now);
    for (uint32_t w = 0; w < words.out; w++) {
        /* What is taken may uncover a head for a later output. */
        uint64_t behind = UINT64_MAX;
        while (x->wanted[w] & behind) {
            uint32_t bit = (uint32_t)__builtin_ctzll(x->wanted[w] & behind), o = w * 64 + bit;
            behind = UINT64_MAX << bit << 1;
            if (!has_room(x, &x->outputs[o], left))
                continue;
            uint32_t i = in_turn(x, words, o);
            take(x, words, i, o, now, gone);
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
        union output *out = &x->outputs[o];
        if (out->ring.n && out->held + cycles > x->output_room) {
            drop_left(out, left);
            if (out->held + cycles > x->output_room)
                return false;
        }
    }
    return true;
}

/* Input `i` sends its head to output `o` in cycle `now`; what is uncovered behind it. */
INLINE const struct transit *cross(struct crossbar *x, struct words words, uint32_t i, uint32_t o,
                                   cycle_t now)
{
    take(x, words, i, o, now, 0);
    x->outputs[o].fresh++;
    return uncovered(x, i, now);
}

/* As transfer(), where there is room. */
INLINE void sweep_all(struct crossbar *x, struct words words, cycle_t now)
{
    arrivals(x, words, now);
    for (uint32_t w = 0; w < words.out; w++) {
        uint64_t behind = UINT64_MAX;
        while (x->wanted[w] & behind) {
            uint32_t bit = (uint32_t)__builtin_ctzll(x->wanted[w] & behind), o = w * 64 + bit;
            behind = UINT64_MAX << bit << 1;
            uint32_t i = in_turn(x, words, o);
            unwant(x, words, i, o);
            const struct transit *head = cross(x, words, i, o, now);
            if (head)
                want(x, words, i, head->port);
        }
    }
}

INLINE void sweep(struct crossbar *x, struct words words, cycle_t first, cycle_t last)
{
    for (cycle_t now = first; now <= last; now++) {
        if (!any(x->wanted, words.out))
            now = next_arrival(x, now);
        if (now > last)
            return;
        sweep_all(x, words, now);
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
    struct transit_span span = {r->slots, r->size - 1, r->first + r->n - out->fresh, out->fresh};
    out->fresh = 0;
    return span;
}

struct transit_span crossbar_waiting(const struct crossbar *x, uint32_t output)
{
    const struct ring *r = &x->outputs[output].ring;
    return (struct transit_span){r->slots, r->size - 1, r->first, r->n};
}

void crossbar_taken(struct crossbar *x, uint32_t output, uint32_t n)
{
    union output *out = &x->outputs[output];
    out->ring.first += n;
    out->ring.n -= n;
    out->held -= n;
    out->fresh = 0;
    if (out->ring.n == 0)
        x->filled[output / 64] &= ~(UINT64_C(1) << output % 64);
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
    return r->n ? ring_at(r, r->first) : NULL;
}

bool crossbar_alone(const struct crossbar *x, uint32_t output)
{
    return x->outputs[output].ring.n == 1;
}

struct transit *crossbar_last(const struct crossbar *x, uint32_t output)
{
    const struct ring *r = &x->outputs[output].ring;
    return ring_at(r, r->first + r->n - 1);
}

void crossbar_pop(struct crossbar *x, uint32_t output)
{
    struct ring *r = &x->outputs[output].ring;
    r->first++;
    r->n--;
}

void crossbar_release(struct crossbar *x, uint32_t output)
{
    union output *out = &x->outputs[output];
    out->held--;
    x->blocked = false;
    if (out->ring.n == 0)
        x->filled[output / 64] &= ~(UINT64_C(1) << output % 64);
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
        n += x->inputs[i].ring.n;
    return n;
}

uint32_t crossbar_at_outputs(const struct crossbar *x)
{
    uint32_t n = 0;
    for (uint32_t o = 0; o < x->n_outputs; o++)
        n += x->outputs[o].ring.n;
    return n;
}
