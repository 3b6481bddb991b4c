/* dram.h -- the DRAM channels: the cycle model's own scheduler and banks
 * (sim/timing/memory/dram_scheduler.h, dram_bank.h); each channel runs from command to command.
 *
 * The bandwidth of a loaded channel depends on which request a bank gets next, on when the bus
 * turns between reads and writes, and on how many banks wait for the other direction meanwhile.
 * Resources that are busy for a time cannot model that. Only the queues after the data bus are
 * omitted. A channel gets all requests up to a cycle and then runs up to that cycle. */
#pragma once

#include "common/status.h"
#include "sim/config/gpu_config.h"
#include "sim/timing/counters/gpu_counters.h"

#include <stdbool.h>
#include <stdint.h>

struct approximate_dram; /* all channels; opaque */

/* Called with the tag of a read and the core cycle in which its last data arrive. */
typedef void dram_told(void *self, uint32_t tag, uint64_t at);

enum st_code approximate_dram_create(struct approximate_dram **out, const struct gpu_config *config,
                                     const struct address_map *map, struct status *st);
void approximate_dram_free(struct approximate_dram *d); /* NULL is a no-op */

/* Queues a request of a slice (numbered within the channel) in core cycle `now`. It reads `bytes`
 * at `at`, or writes them; a write gets no reply. */
void approximate_dram_ask(struct approximate_dram *d, struct channel_addr at, uint32_t slice,
                          uint32_t bytes, bool write, uint64_t now, uint32_t tag);
/* Runs the channel up to core cycle `until` - 1 and calls `tell` for the data of every read command
 * sent. Returns the first core cycle in which the channel may have work without further
 * requests. */
uint64_t approximate_dram_run(struct approximate_dram *d, uint32_t channel, uint64_t until,
                              dram_told *tell, void *self);
/* Whether the slice has as many waiting requests as it may; then it performs no look-ups. */
bool approximate_dram_full(const struct approximate_dram *d, uint32_t channel, uint32_t slice);
/* Runs the channel until it takes a request from a slice, but not beyond core cycle `until` - 1;
 * some slice must have a request. Returns the cycle that it has reached. */
uint64_t approximate_dram_make_room(struct approximate_dram *d, uint32_t channel, uint64_t until,
                                    dram_told *tell, void *self);

/* Adds the counters of a run that ended in core cycle `end` - 1. */
void approximate_dram_count(const struct approximate_dram *d, uint64_t end,
                            struct gpu_counters *into);
