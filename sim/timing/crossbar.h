/* crossbar.h -- one subnet of the interconnect: every input can reach every output.
 *
 * Time: interconnect cycles; crossbar_transfer() is one. In a cycle each output, in order of
 * number, takes one packet from the input whose head is for it, round robin from behind the input
 * it took from last; as outputs are served one after the other, an input may send several packets
 * in one cycle (reference model, section 5.2). Packets have no size. */
#ifndef SIM_TIMING_CROSSBAR_H
#define SIM_TIMING_CROSSBAR_H

#include "sim/timing/packet.h"

struct crossbar; /* opaque */

enum st_code crossbar_create(struct crossbar **out, struct packet_pool *pool, uint32_t inputs,
                             uint32_t outputs, uint32_t input_room, uint32_t output_room,
                             struct status *st);
void crossbar_free(struct crossbar *x); /* NULL is a no-op; the packets are the pool's */

bool crossbar_can_push(const struct crossbar *x, uint32_t input);
/* The packet's `port` is the output it is for. BUG where there is no room. */
void crossbar_push(struct crossbar *x, uint32_t input, uint32_t packet);

/* One cycle. The outputs that got a packet are listed in *got (borrowed, until the next call). */
uint32_t crossbar_transfer(struct crossbar *x, const uint32_t **got);

/* The packet at an output's head; PACKET_NONE if there is none. */
uint32_t crossbar_front(const struct crossbar *x, uint32_t output);
/* The packet that came to an output last; it must have one. */
uint32_t crossbar_last(const struct crossbar *x, uint32_t output);
uint32_t crossbar_pop(struct crossbar *x, uint32_t output);

uint32_t crossbar_at_inputs(const struct crossbar *x);  /* packets before the transfer */
uint32_t crossbar_at_outputs(const struct crossbar *x); /* packets behind it */

#endif
