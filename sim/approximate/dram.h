/* dram.h -- the DRAM channels: the cycle model's own scheduler and banks
 * (sim/timing/memory/dram_scheduler.h, dram_bank.h), each channel run from command to command.
 *
 * Which request a bank gets next, when the bus turns between reads and writes, how many banks wait
 * for the other kind meanwhile: all that decides how much of its bandwidth a loaded channel gives,
 * and no resources that are busy for a time stand for it. What is left out are the queues behind
 * the data bus. A channel is given what comes up to a cycle, and then run up to there. */
#pragma once

#include "common/status.h"
#include "sim/config/gpu_config.h"
#include "sim/timing/counters/gpu_counters.h"

#include <stdbool.h>
#include <stdint.h>

struct approximate_dram; /* all channels; opaque */

/* A read is told by its tag, and the core cycle in which the last data have come. */
typedef void dram_told(void *self, uint32_t tag, uint64_t at);

enum st_code approximate_dram_create(struct approximate_dram **out, const struct gpu_config *config,
                                     const struct address_map *map, struct status *st);
void approximate_dram_free(struct approximate_dram *d); /* NULL is a no-op */

/* A slice of the channel, as its slices are numbered, asks in core cycle `now` for `bytes` at `at`
 * to be read, or written, of which nobody is told. */
void approximate_dram_ask(struct approximate_dram *d, struct channel_addr at, uint32_t slice,
                          uint32_t bytes, bool write, uint64_t now, uint32_t tag);
/* Runs the channel up to core cycle `until` - 1; tells when data come of commands sent. Returns the
 * core cycle before which it has nothing to do as long as it is not asked. */
uint64_t approximate_dram_run(struct approximate_dram *d, uint32_t channel, uint64_t until,
                              dram_told *tell, void *self);
/* Whether the slice has as many requests waiting as it may; it looks nothing up then. */
bool approximate_dram_full(const struct approximate_dram *d, uint32_t channel, uint32_t slice);
/* Runs the channel until it takes a request of one of its slices, which have some, but not beyond
 * core cycle `until` - 1. Returns the cycle that it has come to. */
uint64_t approximate_dram_make_room(struct approximate_dram *d, uint32_t channel, uint64_t until,
                                    dram_told *tell, void *self);

/* Adds what was counted in a run that ended in core cycle `end` - 1. */
void approximate_dram_count(const struct approximate_dram *d, uint64_t end,
                            struct gpu_counters *into);
