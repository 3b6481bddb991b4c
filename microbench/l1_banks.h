/* l1_banks.h -- how sectors enter the banks of the L1D. */
#pragma once

#include "sim/config/gpu_config.h"

/* Cycles in which the sectors of one load enter, `apart_B` bytes from each other: from the last to
 * the first, each cycle up to the first whose bank has taken one in that cycle (docs/model.md, "SM:
 * load/store unit"). */
uint32_t l1_banks_cycles(const struct gpu_config *gpu, uint32_t sectors, uint32_t apart_B);

/* Cycles between two loads that the LDST unit can be given by all sub-cores together: at least 1;
 * where loads wait before the collectors, each sub-core collects one at a time. */
double l1_banks_issue_cycles(const struct gpu_config *gpu);
