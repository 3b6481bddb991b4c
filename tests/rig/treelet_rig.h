/* treelet_rig.h -- treelets without a scene. */
#pragma once

#include "sim/functional/traversal/treelets.h"

/* Of n treelets, which take sizes[i] of the units listed in `units`, one behind the other. */
struct treelets *treelet_rig(uint64_t base, uint32_t n, const uint32_t *sizes,
                             const uint32_t *units);
/* Some, of up to `most` units each, of n_units, of which some are in none. */
struct treelets *treelet_rig_random(uint64_t seed, uint64_t base, uint32_t n_units, uint32_t most);
