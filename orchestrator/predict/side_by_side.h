/* side_by_side.h -- runs independent tasks on all threads. */
#pragma once

#include <stdint.h>

/* Number of threads that each of `n` tasks may use itself: one where there are as many tasks as
 * threads or more. */
uint32_t side_by_side_threads(uint32_t n);
/* Calls task(context, i) once for every i below `n`, several at a time. */
void side_by_side(uint32_t n, void (*task)(void *context, uint32_t i), void *context);
