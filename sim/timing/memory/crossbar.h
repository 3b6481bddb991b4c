/* crossbar.h -- one subnet of the interconnect: every input can reach every output.
 *
 * Time: interconnect cycles; crossbar_transfer() is one. In a cycle each output, in order of
 * number, takes one packet from the input whose head is for it, round robin from behind the input
 * it took from last; as outputs are served one after the other, an input may send several packets
 * in one cycle (docs/model.md, "Crossbar"). Packets have no size.
 *
 * Packets say from which cycle on they are at their input, so that inputs may be filled in advance
 * for many cycles, and outputs emptied long after; packets that left an input may go on taking room
 * there, for a pusher that is behind in time. Different threads may push at different inputs
 * and pop at different outputs at the same time; a transfer is alone with its crossbar. */
#pragma once

#include "common/status.h"
#include "sim/timing/memory/mem_port.h"

/* A request or the reply to it on its way. */
struct transit {
    struct mem_request request;
    uint32_t port;  /* output it is for */
    uint32_t since; /* core cycle from which its latency counts, modulo 2^32 */
    /* At an input: there from this cycle on; at an output: the cycle in which it came, or what its
     * owner puts there. */
    cycle_t at;
};

struct crossbar; /* opaque */

/* `cycles`: most that are gathered at once. */
enum st_code crossbar_create(struct crossbar **out, uint32_t inputs, uint32_t outputs,
                             uint32_t input_room, uint32_t output_room, uint32_t cycles,
                             struct status *st);
void crossbar_free(struct crossbar *x); /* NULL is a no-op */

/* Gets memory for `pushes` more packets at each input and for `transfers` more cycles, which must
 * be there before they happen: queues take memory only as they fill. Packets that have left inputs
 * take no room there any more. */
enum st_code crossbar_reserve(struct crossbar *x, uint32_t pushes, uint32_t transfers,
                              struct status *st);

bool crossbar_can_push(const struct crossbar *x, uint32_t input);
/* Packets that left the input for good before or at the pusher's cycle `now` (see
 * crossbar_transfer()) take no room any more; then whether there is some. */
bool crossbar_has_room(struct crossbar *x, uint32_t input, cycle_t now);
/* The place of the input's next packet, which is to be filled in; `at` is not below that of the
 * last one. BUG where there is no room. */
struct transit *crossbar_push(struct crossbar *x, uint32_t input);
/* The number of the packet that was pushed last at an input, and the packet of a number, which must
 * still wait there. */
uint32_t crossbar_pushed(const struct crossbar *x, uint32_t input);
struct transit *crossbar_numbered(const struct crossbar *x, uint32_t input, uint32_t number);
uint32_t crossbar_at_input(const struct crossbar *x, uint32_t input); /* packets */
uint32_t crossbar_fullest_input(const struct crossbar *x);            /* packets */

/* Looks at the packets that come to the inputs in cycles `first` to `last`, which are all transfers
 * that follow until the next call; that call's `first` is the next cycle not done. */
void crossbar_gather(struct crossbar *x, cycle_t first, cycle_t last);
/* The first cycle from `from` to the last gathered in which a packet may move; CYCLE_NEVER: none.
 */
cycle_t crossbar_next(const struct crossbar *x, cycle_t from);
/* One cycle, of those gathered and behind the last. The outputs that got a packet are listed in
 * *got (borrowed, until the next call). Packets whose `at` is below `left` take no room at outputs
 * any more. Those taken free their room at inputs from the pushers' cycle `gone` on; 0: at once. */
uint32_t crossbar_transfer(struct crossbar *x, cycle_t now, cycle_t left, cycle_t gone,
                           const uint32_t **got);

/* Whether every output is sure to have room in cycles `first` to `last`; `left` as for the first of
 * these transfers. */
bool crossbar_sure(const struct crossbar *x, cycle_t first, cycle_t last, cycle_t left);
/* Where that is so: all these cycles, which are gathered, as if crossbar_transfer() were called for
 * each, and whoever is behind an output looked at them afterwards. */
void crossbar_sweep(struct crossbar *x, cycle_t first, cycle_t last);
/* The packets of sweeps that came to an output and were not got by this before; it is one of
 * crossbar_filled(). Valid until something comes to the output. */
struct transit_span {
    struct transit *slots;
    uint32_t mask, first, n; /* the k-th is slots[(first + k) & mask] */
};
struct transit_span crossbar_swept(struct crossbar *x, uint32_t output);
struct transit_span crossbar_waiting(const struct crossbar *x, uint32_t output); /* all of them */
/* Takes n packets away from an output's head, and they take no room there any more. */
void crossbar_taken(struct crossbar *x, uint32_t output, uint32_t n);
/* No output is one of crossbar_filled() any more, until it gets a packet. */
void crossbar_seen(struct crossbar *x);

/* The packet at an output's head; NULL if there is none. */
const struct transit *crossbar_front(const struct crossbar *x, uint32_t output);
/* Whether the output holds one packet only. */
bool crossbar_alone(const struct crossbar *x, uint32_t output);
/* The packet that came to an output last; it must have one. */
struct transit *crossbar_last(const struct crossbar *x, uint32_t output);
/* Takes the head away; its place stays taken until `left` or crossbar_release() says otherwise. */
void crossbar_pop(struct crossbar *x, uint32_t output);
void crossbar_release(struct crossbar *x, uint32_t output);
/* The first output at or behind `from` that holds a packet or held one when it was last released;
 * the number of outputs if there is none. */
uint32_t crossbar_filled(const struct crossbar *x, uint32_t from);
bool crossbar_any_filled(const struct crossbar *x); /* whether there is one from 0 on */

uint32_t crossbar_at_inputs(const struct crossbar *x);  /* packets before the transfer */
uint32_t crossbar_at_outputs(const struct crossbar *x); /* packets behind it */
