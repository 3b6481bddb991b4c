/* clock.h -- cycles of a component's own clock; domains are crossed in one place, gpu.c. */
#ifndef SIM_TIMING_CLOCK_H
#define SIM_TIMING_CLOCK_H

#include <stdint.h>

typedef uint64_t cycle_t;

/* "Nothing to do before somebody wakes me." */
#define CYCLE_NEVER UINT64_MAX

#endif
