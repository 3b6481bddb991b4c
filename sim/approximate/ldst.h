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
    bool load;           /* has a result */
    uint32_t slot, cost; /* of the warp and the instruction, returned when it is done */
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

/* Begins the quantum that ends with cycle `until` - 1. */
void approximate_ldst_begin(struct approximate_ldst *u, uint64_t until);
/* The first cycle from `at` on in which an instruction may enter. */
uint64_t approximate_ldst_first(struct approximate_ldst *u, uint64_t at);
/* Enters the access in the first such cycle. Returns whether it is done, in cycle out->at; else
 * approximate_ldst_tell() reports that. */
bool approximate_ldst_enter(struct approximate_ldst *u, const struct ldst_access *access,
                            uint64_t at, struct ldst_done *out);

/* The same for an atomic or reduction, whose requests go past the L1D one after the other. */
bool approximate_ldst_send(struct approximate_ldst *u, const struct ldst_access *access,
                           uint64_t at, struct ldst_done *out);
/* Occupies the banks of shared memory for `cycles` cycles, from the first such one on. Returns when
 * the access is done: when its result is available, or its last cycle. */
uint64_t approximate_ldst_shared(struct approximate_ldst *u, uint32_t cycles, bool load,
                                 uint64_t at);

/* Handles the arrival, in cycle `at`, of a request that the unit watches (approximate_l1d_watch()).
 * Its watchers are numbered from LDST_WATCHERS on. Returns whether an access is done with it. */
#define LDST_WATCHERS (UINT32_C(1) << 30)
bool approximate_ldst_tell(struct approximate_ldst *u, uint32_t watcher, uint64_t at,
                           struct ldst_done *out);
bool approximate_ldst_failed(const struct approximate_ldst *u); /* memory ran out */
