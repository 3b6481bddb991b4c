/* ldst_params.h -- the load/store unit of one SM (Vulkan-Sim: gpgpu_l1_banks, gpgpu_l1_latency,
 * gpgpu_shmem_num_banks, gpgpu_smem_latency). */
#pragma once

#include "common/params.h"
#include "sim/config/unseen.h"

/* The bank of a sector. SHIFT_32: Vulkan-Sim uses the bank interleave of 32 bytes as a shift by 32
 * bits, and keeps 32 bits of an address, so every sector is in bank 0. */
enum load_result_choice { LOAD_RESULT_SECTOR, LOAD_RESULT_WHOLE };
enum bank_choice { BANK_SECTOR, BANK_SHIFT_32 };

#define LDST_PARAMS(X)                                                                             \
    X(UINT, l1_banks, 1, 32, "bank", "sectors entering the L1D per cycle, one per bank")           \
    X(UINT, l1_latency, 1, 255, "cycle", "from a sector's entry to its look-up in the L1D")        \
    X(CHOICE, bank, ("sector", "shift_32"), 0, "",                                                 \
      "bank of a sector: sector (address / 32 mod banks), shift_32 (bank 0)")                      \
    X(BOOL, perfect_mem, 0, 0, "",                                                                 \
      "every load and store hits the L1D, whatever it holds; nothing goes to memory")              \
    X(UINT, shared_banks, 1, 64, "bank", "of shared memory, a word of 4 bytes per cycle each")     \
    X(UINT, shared_latency, 1, 255, "cycle",                                                       \
      "from the last cycle in which an instruction accesses shared memory to its write-back")      \
    X(UINT_OR_0, lanes, 0, 32, "lane",                                                             \
      "of a load or store of global memory that the unit takes per cycle; 0: all at once",         \
      CYCLE_ALONE)                                                                                 \
    X(CHOICE_OR_0, load_result, ("sector", "whole"), 0, "",                                        \
      "what takes a cycle of write-back: each sector of a load that missed, or the load when its " \
      "last sector has come",                                                                      \
      CYCLE_ALONE)

struct ldst_config {
    LDST_PARAMS(PARAM_FIELD)
};
