/* ldst.h -- the LDST unit of an SM: instructions enter the L1D one after the other by its banks,
 * use the banks of shared memory, or send their atomics past the L1D. */
#pragma once

#include "common/status.h"
#include "sim/approximate/banks.h"
#include "sim/approximate/l1d.h"
#include "sim/timing/sm/coalesce.h"

#include <stdbool.h>
#include <stdint.h>

struct approximate_ldst; /* opaque */

/* A load or store of a warp, or an atomic on global memory. */
struct ldst_access {
    const struct sector *sectors;
    uint32_t n;
    bool load;           /* has a result: a load, or an atomic that is no reduction */
    uint32_t slot, cost; /* slot of the warp, cost of the instruction; for ldst_done */
};

struct ldst_done {
    uint64_t at; /* when the result or the last acknowledgement arrives */
    uint32_t slot, cost;
    bool load;
};

/* `l1d` and `banks` are borrowed. */
enum st_code approximate_ldst_create(struct approximate_ldst **out, const struct gpu_config *config,
                                     struct approximate_l1d *l1d, struct banks *banks,
                                     struct status *st);
void approximate_ldst_free(struct approximate_ldst *u); /* NULL is a no-op */

/* Begins the quantum whose last cycle is `until` - 1. */
void approximate_ldst_begin(struct approximate_ldst *u, uint64_t until);
/* The first cycle from `at` on in which an instruction may enter. */
uint64_t approximate_ldst_first(struct approximate_ldst *u, uint64_t at);
/* Enters the access in approximate_ldst_first(). True: it is done in cycle out->at. False:
 * approximate_ldst_tell() will report that it is done. */
bool approximate_ldst_enter(struct approximate_ldst *u, const struct ldst_access *access,
                            uint64_t at, struct ldst_done *out);

/* Enters an atomic or reduction, whose requests go past the L1D one after the other; result as of
 * approximate_ldst_enter(). */
bool approximate_ldst_send(struct approximate_ldst *u, const struct ldst_access *access,
                           uint64_t at, struct ldst_done *out);
/* Occupies the banks of shared memory for `cycles` cycles, in the first run of free cycles from
 * `at` on. Returns when the access is done: for a load when its result is available, else its last
 * cycle. */
uint64_t approximate_ldst_shared(struct approximate_ldst *u, uint32_t cycles, bool load,
                                 uint64_t at);

/* Handles the arrival, in cycle `at`, of a request that the unit watches (approximate_l1d_watch()).
 * The unit's watchers are numbered from LDST_WATCHERS on. True: the arrival completes the access
 * *out. */
#define LDST_WATCHERS (UINT32_C(1) << 30)
bool approximate_ldst_tell(struct approximate_ldst *u, uint32_t watcher, uint64_t at,
                           struct ldst_done *out);
bool approximate_ldst_failed(const struct approximate_ldst *u); /* memory ran out */
