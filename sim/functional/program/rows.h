/* rows.h -- assigns registers of a program to shared rows of the register file.
 *
 * A program has a register for every value; a row of 32 lanes for each would not fit the host's
 * cache. Registers that are never live at the same time share a row. Divergence does not matter,
 * because a lane writes only its own cells of a row. */
#pragma once

#include "common/status.h"
#include "sim/functional/program/liveness.h"

/* Lays out n registers from byte *end of the file on: writes the offset of each register's row to
 * offset[] and the end of the last row to *end. The rows of registers that are not private, which
 * may be read before they are written, come first: up to *unwritten. Registers share a row only if
 * both have the same cell, are private to one function and have disjoint ranges; with `framed`,
 * where every call has its own rows, registers of different functions may share one too. */
enum st_code rows_place(const struct live_range *ranges, const uint8_t *cells, uint32_t n,
                        bool framed, uint32_t *offset, uint32_t *unwritten, uint32_t *end,
                        struct status *st);
