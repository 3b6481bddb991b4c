/* record.h -- what a warp has done, to be stepped through once more: runs of instructions one
 * behind the other for the same lanes, and of those that have some the addresses or rays.
 *
 * Addresses and rays are bytes in the order of the instructions, numbers being written 7 bits at a
 * time. Lanes mostly walk through memory at an even step, which takes two numbers; else each lane
 * has its distance from the one before. Rays are written step by step, a step's records once for
 * all lanes that have the same: in some 5 bytes each. A run takes 16 bytes. */
#pragma once

#include "common/status.h"
#include "sim/functional/warp.h"

#include <stdbool.h>
#include <stdint.h>

struct record_run {
    uint32_t pc, n; /* index of the first instruction; how many */
    uint32_t active, executed;
};

struct record {
    struct record_run *runs;
    uint8_t *bytes; /* of addresses and rays */
    uint32_t n_runs, room_runs, n_bytes, room_bytes;
    uint32_t n_rays; /* instructions that have rays */
};

/* Whether the addresses of the executed lanes are recorded: a scalar load's is one lane's. */
static inline bool record_has_addresses(enum warp_op op)
{
    return warp_op_addresses(op) || op == OP_SCALAR_LOAD;
}

void record_release(struct record *r);
/* Forgets what is recorded and keeps the room. */
void record_clear(struct record *r);
/* Makes *out, which holds nothing, a copy without room to spare. */
enum st_code record_copy(struct record *out, const struct record *r, struct status *st);
/* Adds an executed instruction, number `pc` of its program. Fails where memory runs out, or a warp
 * has done more than 4 GB of it. */
enum st_code record_add(struct record *r, uint32_t pc, const struct warp_step *step,
                        struct status *st);

/* Readers go through the bytes in the order of the instructions; *at is where they are. Of an
 * instruction without executed lanes nothing is there. */

/* Fills in the addresses of the executed lanes from *at on, which moves behind them. */
void record_addresses(const struct record *r, uint32_t *at, uint32_t executed,
                      uint64_t addr[WARP_LANES]);

/* A place in the rays of a trace_ray. */
struct record_rays {
    const uint8_t *bytes;
    uint32_t at;
    uint32_t step;        /* of the record read next, in each lane's list: from 0 */
    uint32_t going, left; /* lanes with that step; of them those whose record was not read yet */
    uint32_t next_end;    /* the least step at which one of them has no more */
    uint32_t ends[WARP_LANES]; /* records of each lane */
    record_t last;
};

/* A record that lanes have as the same step of their walks. */
struct record_group {
    uint32_t step, lanes;
    record_t record;
};

/* What the rays of the executed lanes ask for, but `records` and `table_stores`, which are NULL;
 * other lanes' are {0}. *at moves behind all of the instruction. `stores`, for which there is room
 * for every lane's, one lane behind the other, gets the addresses of the table stores; may be NULL.
 */
void record_rays_start(const struct record *r, uint32_t *at, uint32_t executed,
                       struct ray_work rays[WARP_LANES], struct record_rays *out, uint64_t *stores);
/* How many table stores they have together. */
uint32_t record_rays_stores(const struct record *r, uint32_t at, uint32_t executed);
/* The next group, by step; false: there is none left. */
bool record_rays_next(struct record_rays *rays, struct record_group *out);
/* Moves *at behind the rays of an instruction that has executed lanes. */
void record_rays_skip(const struct record *r, uint32_t *at);
