/* dram_scheduler.h -- first-ready, first-come first-served: the scheduler that gives free banks
 * their requests.
 *
 * A bank gets its oldest request to the open row, else its oldest request; at most one bank per
 * DRAM cycle gets one, and banks take turns (docs/model.md, "DRAM"). */
#pragma once

#include "common/status.h"
#include "sim/timing/memory/dram_bank.h"

struct dram_waiting {
    uint32_t packet, row;
    uint32_t next; /* next request for the same bank, or next free place */
};

struct dram_scheduler {
    uint64_t banks; /* banks with waiting requests */
    uint32_t pending, limit;
    uint32_t free;
    uint32_t first[DRAM_MAX_BANKS], last[DRAM_MAX_BANKS]; /* by bank: its requests */
    struct dram_waiting *waiting;                         /* `limit` places */
};

enum st_code dram_scheduler_create(struct dram_scheduler *s, uint32_t limit, struct status *st);
void dram_scheduler_release(struct dram_scheduler *s);

static inline bool dram_scheduler_full(const struct dram_scheduler *s)
{
    return s->pending >= s->limit;
}

/* Adds a request for a row of a bank; the queue must not be full. */
void dram_scheduler_add(struct dram_scheduler *s, uint32_t packet, uint32_t bank, uint32_t row);
/* Takes the next request for `bank`, which must have one. `open`, `row`: whether the bank has an
 * open row, and which. *row_hit is whether the request goes to the open row. */
uint32_t dram_scheduler_take(struct dram_scheduler *s, uint32_t bank, bool open, uint32_t row,
                             bool *row_hit);
