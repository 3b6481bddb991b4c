/* dram.h -- a DRAM channel by its resources: the data bus, the rows of its banks, and how often
 * rows may be opened (parameters: sim/config/dram_params.h).
 *
 * First-ready scheduling is kept as what it brings: a request joins the row that its bank has open,
 * or one whose requests are still being served when it arrives; else it opens a row behind what the
 * bank has promised. The bus turns between reads and writes when every bank may hold a request of
 * the other kind. Commands are not simulated. */
#pragma once

#include "common/status.h"
#include "sim/config/gpu_config.h"
#include "sim/timing/counters/gpu_counters.h"

#include <stdint.h>

struct abstract_dram; /* all channels; opaque */

enum st_code abstract_dram_create(struct abstract_dram **out, const struct gpu_config *config,
                                  const struct address_map *map, struct status *st);
void abstract_dram_free(struct abstract_dram *d); /* NULL is a no-op */

/* A slice of the channel asks in core cycle `now` for `bytes` at `at` to be read or written.
 * Returns the core cycle in which the last data have come. *room becomes the cycle in which the
 * channel's queues have room for another, where that is later. */
uint64_t abstract_dram_access(struct abstract_dram *d, struct channel_addr at, uint32_t bytes,
                              bool write, uint64_t now, uint64_t *room);

/* Adds what was counted in a run that ended in core cycle `end` - 1. */
void abstract_dram_count(const struct abstract_dram *d, uint64_t end, struct gpu_counters *into);
