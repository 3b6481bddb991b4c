/* random.h -- random numbers as a hash of (seed, purpose, index). They have no state, so they
 * depend neither on order nor on threads. */
#pragma once

#include <stdint.h>

/* The purpose of a number. Numbers of different purposes are independent. */
enum random_purpose {
    RANDOM_KMEANS = 1,
    RANDOM_SELECT,
    RANDOM_FILL,
    RANDOM_SCENE,
    RANDOM_TEST,
    RANDOM_GROUPS,
    RANDOM_PART,
    RANDOM_PROFILE,
    RANDOM_KERNEL,
    RANDOM_HARDWARE,
};

/* One finalisation step of SplitMix64 (Steele, Lea, Flood, OOPSLA 2014). */
static inline uint64_t random_mix(uint64_t x)
{
    x += 0x9E3779B97F4A7C15u;
    x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9u;
    x = (x ^ (x >> 27)) * 0x94D049BB133111EBu;
    return x ^ (x >> 31);
}

static inline uint64_t random_u64(uint64_t seed, enum random_purpose purpose, uint64_t index)
{
    return random_mix(random_mix(random_mix(seed) ^ (uint64_t)purpose) ^ index);
}

/* Returns a number in [0, 1) with 53 random bits. */
static inline double random_unit(uint64_t seed, enum random_purpose purpose, uint64_t index)
{
    return (double)(random_u64(seed, purpose, index) >> 11) * 0x1p-53;
}

/* Returns a number in [0, bound); bound must be above 0. The bias is below bound / 2^64, which is
 * negligible. */
static inline uint64_t random_below(uint64_t seed, enum random_purpose purpose, uint64_t index,
                                    uint64_t bound)
{
    return random_u64(seed, purpose, index) % bound;
}
