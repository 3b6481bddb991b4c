/* clock.h -- cycles of a component's own clock, and conversions between clocks.
 *
 * The four domains all have a cycle 0 at time 0; cycle n of a domain is at n * period[domain]. Time
 * is counted in ticks chosen such that every period is a whole number of them, so no time is ever
 * rounded. Only gpu.c and memsys.c cross domains, with the functions below. */
#pragma once

#include "common/status.h"

#include <stdbool.h>
#include <stdint.h>

typedef uint64_t cycle_t;
typedef uint64_t ticks_t;

/* Stands for a cycle or time if there is no work without an outside event. */
#define CYCLE_NEVER UINT64_MAX

enum clock_domain { CLOCK_CORE, CLOCK_ICNT, CLOCK_L2, CLOCK_DRAM, CLOCK_DOMAINS };

struct clocks {
    ticks_t period[CLOCK_DOMAINS];
    bool one; /* core, interconnect and L2 have the same period, as on most GPUs */
};

/* Makes the clocks of frequencies in MHz, which must be whole kHz. ST_USAGE if they are not, or if
 * their common tick would be so short that a run's time does not fit 64 bits. */
enum st_code clocks_make(struct clocks *out, const double MHz[CLOCK_DOMAINS], struct status *st);

/* clock_earlier sets *a to the earlier of *a and b, clock_later to the later; both are cycles or
 * both times. */
static inline void clock_earlier(uint64_t *a, uint64_t b)
{
    if (b < *a)
        *a = b;
}
static inline void clock_later(uint64_t *a, uint64_t b)
{
    if (b > *a)
        *a = b;
}

/* First cycle of domain `d` at or after time t. */
static inline cycle_t clock_from(const struct clocks *c, enum clock_domain d, ticks_t t)
{
    return (t + c->period[d] - 1) / c->period[d];
}

/* First cycle of domain `d` after time t. */
static inline cycle_t clock_after(const struct clocks *c, enum clock_domain d, ticks_t t)
{
    return t / c->period[d] + 1;
}

/* Number of core cycles that have begun before time t. */
static inline cycle_t clock_core_count(const struct clocks *c, ticks_t t)
{
    return clock_from(c, CLOCK_CORE, t);
}

/* First cycle of domain `d` at which clock_core_count() has reached `count`; count >= 1. */
static inline cycle_t clock_when_counted(const struct clocks *c, enum clock_domain d, cycle_t count)
{
    return c->period[d] == c->period[CLOCK_CORE]
               ? count
               : clock_after(c, d, (count - 1) * c->period[CLOCK_CORE]);
}

/* First cycle of domain `to` at or after cycle n of domain `of` (clock_not_before), or after it
 * (clock_behind); without a division if the clocks are equal. */
static inline cycle_t clock_not_before(const struct clocks *c, enum clock_domain to,
                                       enum clock_domain of, cycle_t n)
{
    return c->period[to] == c->period[of] ? n : clock_from(c, to, n * c->period[of]);
}
static inline cycle_t clock_behind(const struct clocks *c, enum clock_domain to,
                                   enum clock_domain of, cycle_t n)
{
    return c->period[to] == c->period[of] ? n + 1 : clock_after(c, to, n * c->period[of]);
}
