/* side_by_side.h -- runs independent tasks on all threads. */
#pragma once

#include <stdint.h>

/* Threads that each of `n` tasks may use itself: one while there are tasks for all threads. */
uint32_t side_by_side_threads(uint32_t n);
/* Calls task(context, i) for every i below `n`. */
void side_by_side(uint32_t n, void (*task)(void *context, uint32_t i), void *context);
