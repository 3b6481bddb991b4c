/* threads.h -- whether as many threads can be started as are wanted. Libraries that cannot start
 * one (OpenMP's, Embree's) end the program without a word about the limit that was in the way. */
#pragma once

#include "common/status.h"

#include <stdint.h>

enum { THREADS_MOST = 1024 };

/* Starts n threads side by side and ends them. ST_FAILED where fewer can be started; ST_USAGE where
 * n is above THREADS_MOST. */
enum st_code threads_probe(uint32_t n, struct status *st);
