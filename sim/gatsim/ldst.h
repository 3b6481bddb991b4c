/* ldst.h -- the load/store unit of an SM in GATSim's timing model: one instruction at a time pushes
 * its sectors into the L1D's banks, and is done when the last of them has arrived (docs/model.md,
 * "SM: load/store unit"). */
#pragma once

#include "sim/gatsim/memory.h"
#include "sim/gatsim/paths.h"
#include "sim/gatsim/precharacterise.h"
#include "sim/gatsim/units.h"

#include <stdint.h>

/* A load or store of a warp. */
struct gatsim_access {
    const struct timed_inst *inst;
    const struct special *special;
    const struct step_log *record; /* recorded execution of the warp, with its addresses */
    uint32_t sub;                  /* sub-core */
};

/* Issues the access in cycle `now`. Returns the first cycle in which an instruction that reads the
 * result may issue; for a store or reduction, the cycle in which the last request is
 * acknowledged. */
uint64_t gatsim_ldst_access(struct units *u, struct gatsim_memory *m,
                            const struct gatsim_access *access, uint64_t now);
