/* stream_slices.h -- the rows of benchmark `stream` that stay in the L2. */
#pragma once

#include "microbench/bench.h"

enum st_code stream_slices(struct bench *b, struct status *st);
