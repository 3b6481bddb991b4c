/* step_log.h -- the recorded execution of a warp, for stepping through it again: runs of
 * consecutive instructions of the same lanes, and the addresses or rays of the instructions that
 * have some.
 *
 * Addresses and rays are bytes in the order of the instructions; numbers are written 7 bits at a
 * time. Addresses of lanes mostly have a constant stride and take two numbers; otherwise each
 * lane's distance from the lane before is written. Rays are written step by step: a record that
 * several lanes reach in the same step is written once. A record then takes about 5 bytes, a
 * run 16. */
#pragma once

#include "common/status.h"
#include "sim/functional/warp.h"

#include <stdbool.h>
#include <stdint.h>

struct step_log_run {
    uint32_t pc, n; /* index of the first instruction; number of instructions */
    uint32_t active, executed;
};

struct step_log {
    struct step_log_run *runs;
    uint8_t *bytes; /* bytes of addresses and rays */
    uint32_t n_runs, room_runs, n_bytes, room_bytes;
    uint32_t n_rays; /* number of instructions that have rays */
};

/* Whether the addresses of the executed lanes are recorded; a scalar load has one address. */
static inline bool step_log_has_addresses(enum warp_op op)
{
    return warp_op_addresses(op) || op == OP_SCALAR_LOAD;
}

void step_log_release(struct step_log *r);
/* Removes the recorded execution and keeps the room. */
void step_log_clear(struct step_log *r);
/* Makes *out, which is empty, a copy without spare room. */
enum st_code step_log_copy(struct step_log *out, const struct step_log *r, struct status *st);
/* Adds an executed instruction, number `pc` of its program. Fails if memory runs out, or the log
 * exceeds 4 GB. */
enum st_code step_log_add(struct step_log *r, uint32_t pc, const struct warp_step *step,
                          struct status *st);

/* Readers go through the bytes in the order of the instructions; *at is the reader's position. An
 * instruction without executed lanes has no bytes. */

/* Reads the addresses of the executed lanes at *at and moves *at behind them. */
void step_log_addresses(const struct step_log *r, uint32_t *at, uint32_t executed,
                        uint64_t addr[WARP_LANES]);

/* A position in the rays of a trace_ray. */
struct step_log_rays {
    const uint8_t *bytes;
    uint32_t at;
    uint32_t step;        /* step of the record read next; each lane's list begins with step 0 */
    uint32_t going, left; /* lanes with a record in this step; those not read yet */
    uint32_t next_end;    /* the first step in which one of these lanes has no record */
    uint32_t ends[WARP_LANES]; /* number of records of each lane */
    record_t last;
};

/* A record that lanes share in the same step of their walks. */
struct step_log_group {
    uint32_t step, lanes;
    record_t record;
};

/* Reads the rays of the executed lanes, except `records` and `table_stores`, which become NULL;
 * rays of other lanes become {0}. Moves *at behind the whole instruction. `stores` receives the
 * addresses of the table stores, lane by lane; it must have room for all (step_log_rays_stores())
 * or be NULL. */
void step_log_rays_start(const struct step_log *r, uint32_t *at, uint32_t executed,
                         struct ray_work rays[WARP_LANES], struct step_log_rays *out,
                         uint64_t *stores);
/* The total number of table stores of the rays at `at`. */
uint32_t step_log_rays_stores(const struct step_log *r, uint32_t at, uint32_t executed);
/* Reads the next group, in the order of steps; false: there is none left. */
bool step_log_rays_next(struct step_log_rays *rays, struct step_log_group *out);
/* The rays of an instruction as timing takes them (warp.h), with the memory of their records. */
struct step_log_kept {
    struct ray_work rays[WARP_LANES];
    record_t *records;
    uint64_t *stores;
};
/* Reads all rays of the executed lanes into *kept, in place of those before. */
enum st_code step_log_keep_rays(const struct step_log *r, uint32_t *at, uint32_t executed,
                                struct step_log_kept *kept, struct status *st);
/* Frees the memory of the records. */
void step_log_kept_release(struct step_log_kept *kept);
/* Moves *at behind the rays of an instruction with executed lanes. */
void step_log_rays_skip(const struct step_log *r, uint32_t *at);
