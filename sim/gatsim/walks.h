/* walks.h -- the records that the rays of trace instructions visit, in the form that the timing
 * model's RT unit reads: the records that lanes of a warp visit together, and the sequence of each
 * lane. */
#pragma once

#include "common/status.h"
#include "sim/trace/kernel_trace.h"

#include <stdint.h>

/* A record that lanes visit in the same step of their walks. */
struct walk_record {
    uint64_t addr;
    uint32_t lanes;
    uint8_t kind; /* enum record_kind */
};

/* A trace instruction. */
struct walk {
    uint32_t lanes;              /* mask of lanes with rays */
    uint32_t at[WARP_LANES + 1]; /* the records of a lane are steps[at[lane]] to at[lane + 1] - 1 */
    uint32_t first_record;       /* its first record; the last is before the next trace's first */
    uint32_t tables[WARP_LANES + 1]; /* addresses of a lane's entries of the intersection table:
                                        stores[tables[lane]] to tables[lane + 1] - 1 */
    uint64_t results[WARP_LANES];    /* by lane: address of its result */
};

struct walks {
    struct walk *walks;
    struct walk_record *records;
    uint32_t *steps; /* indices into `records` */
    uint64_t *stores;
    uint32_t n_walks, room_walks, n_records, room_records, n_steps, room_steps;
    uint32_t n_stores, room_stores;
};

/* Adds the rays of a trace instruction, which it reads from byte *at of the warp's record on. Fails
 * if memory runs out. */
enum st_code walks_add(struct walks *w, const struct step_log *r, uint32_t *at, uint32_t executed,
                       struct status *st);
void walks_release(struct walks *w);
