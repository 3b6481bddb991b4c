/* run.h -- runs the shader or kernel of a row. */
#pragma once

#include "microbench/bench.h"
#include "sim/timing/counters/gpu_counters.h"

/* The counters of a run of length n. */
enum st_code bench_run(struct bench *b, uint32_t n, struct gpu_counters *out, struct status *st);
