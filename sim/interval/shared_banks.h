/* shared_banks.h -- shared memory: 32 banks of 4 bytes, each of which serves one word a cycle, to
 * any number of lanes (CUDA C++ Programming Guide, "Shared Memory"). */
#pragma once

#include "sim/functional/warp.h"

#include <stdint.h>

/* Cycles of an access: the most words of a bank. */
static inline uint32_t shared_bank_cycles(const uint64_t addr[WARP_LANES], uint32_t lanes)
{
    enum { BANKS = 32, WORD_B = 4 };
    uint64_t words[WARP_LANES];
    uint32_t n = 0, most = 0, in_bank[BANKS] = {0};
    for (; lanes; lanes &= lanes - 1) {
        uint64_t word = addr[__builtin_ctz(lanes)] / WORD_B;
        uint32_t before = 0;
        while (before < n && words[before] != word)
            before++;
        if (before < n)
            continue;
        words[n++] = word;
        uint32_t in = ++in_bank[word % BANKS];
        most = in > most ? in : most;
    }
    return most;
}
