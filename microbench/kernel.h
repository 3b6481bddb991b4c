/* kernel.h -- compute kernels as benchmarks: CTAs of several warps, with shared memory.
 *
 * PTX, with the registers of shader.h. %rd0: the address of a buffer, %rd1: that of the CTA's
 * shared memory, %r0: the thread in its CTA. */
#pragma once

#include "microbench/bench.h"

struct bench_kernel {
    bench_shader *body; /* of variable length */
    const void *what;   /* argument of `body` */
    uint32_t ctas, threads;
    uint32_t shared_B; /* at least 1 */
    uint64_t bytes;    /* of the buffer, at least 1 */
    /* Fills the buffer at `addr`; NULL: zeros. */
    void (*fill)(const struct bench *b, uint64_t addr, uint8_t *host);
};

/* The counters of a run of length n. */
enum st_code bench_kernel_run(const struct bench *b, const struct bench_kernel *k, uint32_t n,
                              struct gpu_counters *out, struct status *st);
/* The difference of the counters of runs of length `more` and `few`. */
enum st_code bench_kernel_growth(const struct bench *b, const struct bench_kernel *k, uint32_t few,
                                 uint32_t more, struct gpu_counters *out, struct status *st);
