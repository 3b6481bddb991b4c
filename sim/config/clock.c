#include "sim/config/clock.h"

#include <math.h>

/* 2^24 ticks per cycle leave room for 2^40 cycles: hours of simulated time, years of host time. */
#define LONGEST_PERIOD (UINT64_C(1) << 24)

static uint64_t gcd(uint64_t a, uint64_t b)
{
    while (b) {
        uint64_t rest = a % b;
        a = b;
        b = rest;
    }
    return a;
}

static enum st_code too_fine(struct status *st)
{
    return status_fail(st, ST_USAGE,
                       "the clocks have no common tick longer than 2^-24 cycles; choose clocks "
                       "whose ratios are simpler, such as whole MHz");
}

enum st_code clocks_make(struct clocks *out, const double MHz[CLOCK_DOMAINS], struct status *st)
{
    uint64_t kHz[CLOCK_DOMAINS], all;
    for (int d = 0; d < CLOCK_DOMAINS; d++) {
        double rounded = floor(MHz[d] * 1000.0 + 0.5);
        if (!(rounded >= 1.0 && rounded <= 1e9) || fabs(rounded - MHz[d] * 1000.0) > 1e-9 * rounded)
            return status_fail(st, ST_USAGE,
                               "a clock of %.9g MHz; it must be a whole number of kHz", MHz[d]);
        kHz[d] = (uint64_t)rounded;
    }
    /* At the end `all` is the least common multiple; all / kHz[d] is the period of d in ticks. */
    all = kHz[0];
    for (int d = 1; d < CLOCK_DOMAINS; d++) {
        uint64_t factor = kHz[d] / gcd(all, kHz[d]);
        for (int e = 0; e < d; e++)
            if (all / kHz[e] * factor > LONGEST_PERIOD)
                return too_fine(st);
        all *= factor;
        if (all / kHz[d] > LONGEST_PERIOD)
            return too_fine(st);
    }
    for (int d = 0; d < CLOCK_DOMAINS; d++)
        out->period[d] = all / kHz[d];
    out->one = out->period[CLOCK_ICNT] == out->period[CLOCK_CORE] &&
               out->period[CLOCK_L2] == out->period[CLOCK_CORE];
    return ST_OK;
}
