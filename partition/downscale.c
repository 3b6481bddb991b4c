#include "partition/downscale.h"

#include <stdio.h>

static uint32_t gcd(uint32_t a, uint32_t b)
{
    while (b > 0) {
        uint32_t rest = a % b;
        a = b;
        b = rest;
    }
    return a;
}

/* Lists the divisors of n, such as "1, 2 or 4"; a list that does not fit ends in "...". */
static void list_divisors(uint32_t n, char *text, size_t room)
{
    size_t used = 0;
    for (uint64_t d = 1; d <= n; d++) {
        if (n % d != 0)
            continue;
        const char *between = d == 1 ? "" : d == n ? " or " : ", ";
        if (used + 32 > room) {
            snprintf(text + used, room - used, "...");
            return;
        }
        used += (size_t)snprintf(text + used, room - used, "%s%lu", between, (unsigned long)d);
    }
}

enum st_code downscale_choose(struct downscale *out, uint32_t sms, uint32_t memory_partitions,
                              uint32_t factor, struct status *st)
{
    if (sms == 0 || memory_partitions == 0)
        return status_fail(st, ST_USAGE,
                           "a GPU with %lu SMs and %lu memory partitions; both must be at least 1",
                           (unsigned long)sms, (unsigned long)memory_partitions);
    uint32_t greatest = gcd(sms, memory_partitions);
    if (factor == 0)
        factor = greatest;
    if (greatest % factor != 0) {
        char divisors[160];
        list_divisors(greatest, divisors, sizeof divisors);
        return status_fail(st, ST_USAGE,
                           "the downscaling factor %lu does not divide both %lu SMs and %lu memory "
                           "partitions; it must be %s",
                           (unsigned long)factor, (unsigned long)sms,
                           (unsigned long)memory_partitions, divisors);
    }
    *out = (struct downscale){factor, sms / factor, memory_partitions / factor};
    return ST_OK;
}
