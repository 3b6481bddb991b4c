/* run.h -- runs the shader or kernel of a row. */
#pragma once

#include "microbench/bench.h"
#include "sim/timing/counters/gpu_counters.h"

/* Runs the row with length n and returns the counters. */
enum st_code bench_run(struct bench *b, uint32_t n, struct gpu_counters *out, struct status *st);
