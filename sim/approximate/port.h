/* port.h -- the requests that an SM's L1D has sent to memory, and memory's answers.
 *
 * This is the only connection of SMs and memory. In a quantum the L1D adds numbered requests; after
 * the quantum memory answers those sent in it, and the L1D takes the answers at the beginning of
 * the next quantum (approximate_gpu.c). */
#pragma once

#include "sim/approximate/resource_calendar.h"
#include "sim/config/gpu_config.h"
#include "sim/timing/counters/icnt_counters.h"
#include "sim/timing/memory/mem_port.h"

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

/* The time of a sector at the data port of an L2 slice, in parts of a core cycle; at least one,
 * also where the L2's clock is that much faster. */
static inline uint32_t l2_port_time(const struct gpu_config *config, uint32_t parts)
{
    const struct clocks clocks = gpu_config_clocks(config);
    uint32_t port = config->l2.data_port_B;
    uint64_t time = (uint64_t)((SECTOR_B + port - 1) / port) * clocks.period[CLOCK_L2] * parts /
                    clocks.period[CLOCK_CORE];
    return time ? (uint32_t)time : 1;
}

/* The state of a request; states are bytes, of which eight are checked for answers at once. */
enum request_state {
    REQUEST_WAITS,           /* not in the crossbar yet */
    REQUEST_ENTERED,         /* in the crossbar, the L2 or DRAM */
    REQUEST_TAKEN,           /* the L1D has taken its answer */
    REQUEST_ANSWERED = 0x80, /* memory has answered it */
};

struct request {
    uint64_t addr;  /* address of its sector */
    uint64_t asked; /* when the miss queue takes it */
    uint64_t sent;  /* when it enters the crossbar's input */
    uint64_t at; /* once answered: when the slice has the data or the acknowledgement; once taken:
                    when the SM has them */
    uint32_t bytes;   /* of a write or atomic; 0: a read */
    uint32_t watcher; /* the first watcher (l1d.h) */
    uint32_t place;   /* place of its line in the tags */
    bool line;        /* the L1D has allocated the line for this request */
    bool atomic;      /* the slice reads and changes the sector */
    uint8_t joined;   /* further reads that wait for it, up to UINT8_MAX */
};

/* A request that has not entered the crossbar, with all fields that the crossbar reads: one thread
 * passes every SM's requests through, and the requests themselves stay in the caches of the SMs'
 * threads. */
struct unsent {
    uint64_t number, sent;
    uint32_t slice; /* its destination */
};

struct port {
    struct request *ring; /* requests by number */
    uint8_t *states;      /* states by number, enum request_state; padded to whole words of eight */
    struct unsent *waiting; /* the requests in state REQUEST_WAITS, in the order of their numbers */
    uint32_t mask, n_waiting;
    uint64_t first, next; /* numbers: requests before `first` have been taken; next request */
    uint64_t *crossed; /* ring, larger than the crossbar's input: when packets left that input; 0:
                          not known yet */
    uint32_t crossed_mask;
    cycle_t last; /* the interconnect cycle of the last crossing */
    struct calendar replies;
    struct icnt_counters count;
};

/* --- the path, stage by stage, as in sim/timing/memory/memsys.h; with one clock a stage is a cycle
 * --- */

/* The first interconnect cycle in which a packet that was sent in core cycle `sent` may cross. */
static inline cycle_t way_crosses(const struct clocks *c, uint64_t sent)
{
    return c->one ? sent + 1 : clock_behind(c, CLOCK_ICNT, CLOCK_CORE, sent);
}

/* The core cycle in which a packet has left its input, after which the next one may be sent there.
 */
static inline uint64_t way_left(const struct clocks *c, cycle_t crossed)
{
    return (c->one ? crossed : clock_not_before(c, CLOCK_CORE, CLOCK_ICNT, crossed)) - 1;
}

/* The core cycle in which the slice looks a packet up, without ROP delay: the slice takes the
 * packet in an L2 cycle after the crossing and looks it up in the next one. */
static inline uint64_t way_comes(const struct clocks *c, cycle_t crossed)
{
    if (c->one)
        return crossed + 2;
    cycle_t taken = clock_behind(c, CLOCK_L2, CLOCK_ICNT, crossed);
    return clock_not_before(c, CLOCK_CORE, CLOCK_L2, taken + 1);
}

/* The core cycle in which the SM has the data that the slice had in core cycle `at`: back through
 * the crossbar, where the SM gets one packet per interconnect and core cycle, and out of the
 * ejection buffer. */
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

/* The least time between `sent` and way_back(), without ROP delay. If clocks differ, stages may
 * follow each other at once, but times in core cycles are rounded up after each half. */
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

/* Whether no request waits, is in memory or is answered and not taken. */
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

/* Sets a request's answer: memory has the data or the acknowledgement in cycle `at`. */
static inline void port_answer(struct port *p, uint64_t number, uint64_t at)
{
    port_request(p, number)->at = at;
    *port_state(p, number) = REQUEST_ANSWERED;
}

/* The mask of a ring of at least n places, a power of two: element number i - m, for m <= n, is at
 * (i - m) & mask. 0 if it was never written. */
static inline uint32_t ring_mask(uint32_t n)
{
    uint32_t mask = 0;
    while (mask < n - 1)
        mask = 2 * mask + 1;
    return mask;
}
