/* coalesce.h -- coalesces the addresses of a warp's lanes into the distinct sectors that they touch
 * (Vulkan-Sim abstract_hardware_model.cc 541, coalesce_arch 75). */
#pragma once

#include "sim/functional/warp.h"
#include "sim/timing/sm/issued.h"

#include <stdint.h>

/* Finds the sectors that are touched by `size_B` (1 to 32) bytes at addr[lane] for every lane of
 * `lanes`; an access across a sector's end touches two. `out` ascends by address; returns the
 * number of sectors, at most MAX_SECTORS. */
uint32_t coalesce(const uint64_t addr[WARP_LANES], uint32_t lanes, uint32_t size_B,
                  struct sector out[MAX_SECTORS]);
