/* crossbar.h -- one subnet of the interconnect: every input can reach every output.
 *
 * Time: interconnect cycles; crossbar_transfer() simulates one. In a cycle each output, in the
 * order of numbers, takes one packet from an input whose head packet goes to it, round robin after
 * the input it took from last. Outputs are served one after the other, so an input may send several
 * packets in one cycle (docs/model.md, "Crossbar"). Packets have no size.
 *
 * A packet carries the cycle in which it reaches its input, so inputs may be filled many cycles in
 * advance and outputs emptied long after. Packets that left an input may continue to occupy room
 * there, for a pusher whose time is behind. Different threads may push at different inputs and pop
 * at different outputs at the same time; a transfer needs the crossbar exclusively. */
#pragma once

#include "common/status.h"
#include "sim/timing/memory/mem_port.h"

/* A request or reply in transit. */
struct transit {
    struct mem_request request;
    uint32_t port;  /* number of its output */
    uint32_t since; /* core cycle from which its latency counts, modulo 2^32 */
    /* At an input: it is there from this cycle on. At an output: the cycle of its arrival, or a
     * value that the output's owner sets. */
    cycle_t at;
};

struct crossbar; /* opaque */

/* `cycles`: most cycles from `first` to `last` of a crossbar_gather(). */
enum st_code crossbar_create(struct crossbar **out, uint32_t inputs, uint32_t outputs,
                             uint32_t input_room, uint32_t output_room, uint32_t cycles,
                             struct status *st);
void crossbar_free(struct crossbar *x); /* NULL is a no-op */

/* Reserves memory for `pushes` more packets at each input and for `transfers` more cycles; required
 * before they happen, as queues grow only with use. Packets that have left inputs no longer occupy
 * memory. */
enum st_code crossbar_reserve(struct crossbar *x, uint32_t pushes, uint32_t transfers,
                              struct status *st);

bool crossbar_can_push(const struct crossbar *x, uint32_t input);
/* Releases the room of packets that left the input for good at or before the pusher's cycle `now`
 * (see crossbar_transfer()); returns whether there is room. */
bool crossbar_has_room(struct crossbar *x, uint32_t input, cycle_t now);
/* The place of the input's next packet, which the caller fills in; `at` is not below that of the
 * last one. BUG if there is no room. */
struct transit *crossbar_push(struct crossbar *x, uint32_t input);
/* crossbar_pushed: the number of the packet pushed last at an input. crossbar_numbered: the packet
 * with a number, which must still wait there. */
uint32_t crossbar_pushed(const struct crossbar *x, uint32_t input);
struct transit *crossbar_numbered(const struct crossbar *x, uint32_t input, uint32_t number);
uint32_t crossbar_at_input(const struct crossbar *x, uint32_t input); /* packets at it */
uint32_t crossbar_fullest_input(const struct crossbar *x); /* packets at the input that has most */

/* Collects the packets that reach the inputs in cycles `first` to `last`. These are all the
 * transfers until the next call, whose `first` is the next cycle that is not simulated. */
void crossbar_gather(struct crossbar *x, cycle_t first, cycle_t last);
/* The first cycle from `from` to the last gathered in which a packet may move; CYCLE_NEVER: none.
 */
cycle_t crossbar_next(const struct crossbar *x, cycle_t from);
/* Simulates a gathered cycle, after the cycle of the last call. *got lists the outputs that got a
 * packet (borrowed, until the next call). Packets whose `at` is below `left` no longer occupy room
 * at outputs. The packets that move free their room at inputs from the pushers' cycle `gone` on; 0:
 * at once. */
uint32_t crossbar_transfer(struct crossbar *x, cycle_t now, cycle_t left, cycle_t gone,
                           const uint32_t **got);

/* Whether every output is certain to have room in cycles `first` to `last`; `left` is that of the
 * first of these transfers. */
bool crossbar_sure(const struct crossbar *x, cycle_t first, cycle_t last, cycle_t left);
/* Simulates cycles `first` to `last`, which are gathered and for which crossbar_sure() holds. It
 * has the effect of crossbar_transfer() for each of them; the outputs are read afterwards. */
void crossbar_sweep(struct crossbar *x, cycle_t first, cycle_t last);
/* The packets that sweeps brought to an output and an earlier call has not returned; the output is
 * one of crossbar_filled(). Valid until a packet reaches the output. */
struct transit_span {
    struct transit *slots;
    uint32_t mask, first, n; /* the k-th is slots[(first + k) & mask] */
};
struct transit_span crossbar_swept(struct crossbar *x, uint32_t output);
struct transit_span crossbar_waiting(const struct crossbar *x, uint32_t output); /* all packets */
/* Removes n packets from an output's head and frees their room there. */
void crossbar_taken(struct crossbar *x, uint32_t output, uint32_t n);
/* Empties the set of crossbar_filled() until outputs get packets. */
void crossbar_seen(struct crossbar *x);

/* The packet at an output's head; NULL if there is none. */
const struct transit *crossbar_front(const struct crossbar *x, uint32_t output);
/* Whether the output holds exactly one packet. */
bool crossbar_alone(const struct crossbar *x, uint32_t output);
/* The packet that reached an output last; there must be one. */
struct transit *crossbar_last(const struct crossbar *x, uint32_t output);
/* crossbar_pop removes the head of an output; the head's room stays occupied until the `left` of a
 * transfer or crossbar_release() frees it. */
void crossbar_pop(struct crossbar *x, uint32_t output);
void crossbar_release(struct crossbar *x, uint32_t output);
/* The first output from `from` on that holds a packet or held one when it was last released; the
 * number of outputs if there is none. */
uint32_t crossbar_filled(const struct crossbar *x, uint32_t from);
bool crossbar_any_filled(const struct crossbar *x); /* whether crossbar_filled() has one */

uint32_t crossbar_at_inputs(const struct crossbar *x);  /* packets that wait at inputs */
uint32_t crossbar_at_outputs(const struct crossbar *x); /* packets that wait at outputs */
