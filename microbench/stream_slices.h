/* stream_slices.h -- the rows of benchmark `stream` that stay in the L2. */
#ifndef MICROBENCH_STREAM_SLICES_H
#define MICROBENCH_STREAM_SLICES_H

#include "microbench/bench.h"

enum st_code stream_slices(struct bench *b, struct status *st);

#endif
