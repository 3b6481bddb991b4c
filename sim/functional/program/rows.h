/* rows.h -- which registers of a program share a row of the register file.
 *
 * A program has a register for every value; a row of 32 lanes for each would not fit the host's
 * cache. Registers that are never in use at the same time share a row. This holds however the warp
 * has diverged, since a lane writes only its own cells of a row. */
#pragma once

#include "common/status.h"
#include "sim/functional/program/liveness.h"

/* Writes the byte offset of each of n registers' rows, from *end on, into offset[] and the end of
 * the last row to *end. The rows of registers that are not private, which may be read before they
 * are written, come first: up to *unwritten. Registers share a row only where both have the same
 * cell, are private to one function and their ranges have no instruction in common; with `framed`,
 * where every call has rows of its own, also those of different functions. */
enum st_code rows_place(const struct live_range *ranges, const uint8_t *cells, uint32_t n,
                        bool framed, uint32_t *offset, uint32_t *unwritten, uint32_t *end,
                        struct status *st);
