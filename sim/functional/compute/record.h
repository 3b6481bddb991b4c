/* record.h -- what a warp has done, to be stepped through once more: runs of instructions one
 * behind the other for the same lanes, and the addresses of those that have some. Lanes mostly walk
 * through memory at an even step, which takes two words; a kernel's loops take a few words per
 * turn, not per instruction. */
#pragma once

#include "common/status.h"
#include "sim/functional/warp.h"

struct record_run {
    uint32_t pc, n; /* index of the first instruction; how many */
    uint32_t active, executed;
};

struct record {
    struct record_run *runs;
    uint64_t *words; /* of addresses */
    uint32_t n_runs, room_runs, n_words, room_words;
};

void record_release(struct record *r);
/* Forgets what is recorded and keeps the room. */
void record_clear(struct record *r);
/* Adds an executed instruction, number `pc` of its program. */
enum st_code record_add(struct record *r, uint32_t pc, const struct warp_step *step,
                        struct status *st);
/* Fills in the addresses of the executed lanes from word *at on, which moves behind them. */
void record_addresses(const struct record *r, uint32_t *at, uint32_t executed,
                      uint64_t addr[WARP_LANES]);
