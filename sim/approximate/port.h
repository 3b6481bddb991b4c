/* port.h -- what an SM's L1D has sent to memory, and what memory says of it.
 *
 * SMs and memory meet here alone. In a quantum the L1D adds requests, known by their numbers; when
 * the quantum is over memory answers those that were sent in it, and the L1D takes the answers at
 * the beginning of the next one (approximate_gpu.c). */
#pragma once

#include "sim/approximate/resource_calendar.h"
#include "sim/config/clock.h"
#include "sim/timing/counters/icnt_counters.h"

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

/* What became of a request; a word of states is asked for answers at once. */
enum request_state {
    REQUEST_WAITS,           /* it is not in the crossbar yet */
    REQUEST_ENTERED,         /* memory has it */
    REQUEST_TAKEN,           /* the L1D has its answer */
    REQUEST_ANSWERED = 0x80, /* memory has answered it */
};

struct request {
    uint64_t addr;  /* of its sector */
    uint64_t asked; /* the miss queue takes it */
    uint64_t sent;  /* into the crossbar's input */
    uint64_t at; /* answered: when the slice has the data or the acknowledgement; taken: when the SM
                    has it */
    uint32_t bytes;   /* of a write or atomic; 0: a read */
    uint32_t watcher; /* who is told first (l1d.h) */
    uint32_t place;   /* of its line in the tags */
    bool line;        /* the L1D has allocated the line for it */
    bool atomic;      /* the slice reads and changes the sector */
    uint8_t joined;   /* further reads that wait for it, up to UINT8_MAX */
};

/* A request that has not entered the crossbar, with all that the crossbar reads of it: one thread
 * takes every SM's requests through, and the requests themselves stay in the caches of the SMs'
 * threads. */
struct unsent {
    uint64_t number, sent;
    uint32_t slice; /* that it is for */
};

struct port {
    struct request *ring;   /* by number */
    uint8_t *states;        /* by number: enum request_state; whole words */
    struct unsent *waiting; /* those in state REQUEST_WAITS, by number */
    uint32_t mask, n_waiting;
    uint64_t first, next; /* numbers: all before `first` have been taken */
    uint64_t *crossed; /* a ring of as many as the crossbar's input holds, and more: when they left
                          it; 0: not known yet */
    uint32_t crossed_mask;
    cycle_t last; /* the interconnect's in which a packet crossed last */
    struct calendar replies;
    struct icnt_counters count;
};

/* --- the way, stage by stage, as sim/timing/memory/memsys.h has it; with one clock a stage is a
 * cycle --- */

/* The first interconnect cycle in which a packet that was sent in core cycle `sent` may cross. */
static inline cycle_t way_crosses(const struct clocks *c, uint64_t sent)
{
    return c->one ? sent + 1 : clock_behind(c, CLOCK_ICNT, CLOCK_CORE, sent);
}

/* The core cycle in which it has left its input: that before one in which a packet may be sent
 * there instead. */
static inline uint64_t way_left(const struct clocks *c, cycle_t crossed)
{
    return (c->one ? crossed : clock_not_before(c, CLOCK_CORE, CLOCK_ICNT, crossed)) - 1;
}

/* The slice takes it in an L2 cycle behind that, and looks it up, but for ROP delay, in the next:
 * in which core cycle. */
static inline uint64_t way_comes(const struct clocks *c, cycle_t crossed)
{
    if (c->one)
        return crossed + 2;
    cycle_t taken = clock_behind(c, CLOCK_L2, CLOCK_ICNT, crossed);
    return clock_not_before(c, CLOCK_CORE, CLOCK_L2, taken + 1);
}

/* The core cycle in which the SM has what the slice had in core cycle `at`: back through the
 * crossbar, of which the SM gets a packet in each cycle of the interconnect and of the core, and
 * out of the ejection buffer. */
static inline uint64_t way_back(const struct clocks *c, struct calendar *replies, uint64_t at)
{
    if (c->one)
        return calendar_take(replies, at + 3);
    cycle_t crosses = clock_behind(c, CLOCK_ICNT, CLOCK_CORE, at);
    bool slower = c->period[CLOCK_ICNT] > c->period[CLOCK_CORE];
    if (slower)
        crosses = calendar_take(replies, crosses);
    uint64_t has = clock_behind(c, CLOCK_CORE, CLOCK_ICNT, crosses) + 1;
    return slower ? has : calendar_take(replies, has);
}

/* The least that is between `sent` and way_back(), but for ROP delay. Where clocks differ, stages
 * may follow each other at once, but time in core cycles is rounded up behind each half. */
static inline uint32_t way_least(const struct clocks *c)
{
    return c->one ? 6 : 3;
}

static inline struct request *port_request(const struct port *p, uint64_t number)
{
    return &p->ring[number & p->mask];
}

static inline uint8_t *port_state(const struct port *p, uint64_t number)
{
    return &p->states[number & p->mask];
}

static inline bool port_is_taken(const struct port *p, uint64_t number)
{
    return *port_state(p, number) == REQUEST_TAKEN;
}

/* Nothing has been asked for that is not taken. */
static inline bool port_is_idle(const struct port *p)
{
    return p->first == p->next;
}

/* Whether one of the eight requests from `number` on, a multiple of eight, is answered. */
static inline bool port_has_answers(const struct port *p, uint64_t number)
{
    uint64_t states;
    memcpy(&states, port_state(p, number), sizeof states);
    return states & UINT64_C(0x8080808080808080);
}

/* Memory has what is asked for, or the acknowledgement, in cycle `at`. */
static inline void port_answer(struct port *p, uint64_t number, uint64_t at)
{
    port_request(p, number)->at = at;
    *port_state(p, number) = REQUEST_ANSWERED;
}

/* The places of a ring that is at least n long are a power of two, so that what came m <= n before
 * number i is at (i - m) & mask; 0 where there was none. */
static inline uint32_t ring_mask(uint32_t n)
{
    uint32_t mask = 0;
    while (mask < n - 1)
        mask = 2 * mask + 1;
    return mask;
}
