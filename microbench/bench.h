/* bench.h -- the inputs of a kind of benchmark, and its report. */
#pragma once

#include "microbench/lab.h"
#include "microbench/microbench.h"
#include "microbench/shader.h"

struct bench {
    const struct gpu_config *gpu; /* the lab's */
    struct lab lab;
    const struct microbench_kind *kind;
    const char *only; /* name of the only row to run; NULL: all */
    struct microbench_report *report;
};

/* Whether the row "<kind>.<suffix>" must be run; a suffix of "" is the kind itself. */
bool bench_wants(const struct bench *b, const char *suffix);

/* Adds the row. `bound` is the largest difference that passes, relative to the expected value; 0:
 * the numbers must be equal. */
enum st_code bench_report(struct bench *b, const char *suffix, double measured, double expected,
                          double bound, struct status *st);

/* A shader of variable length. */
typedef void bench_shader(FILE *t, const struct bench *b, const void *what, uint32_t n);

/* The counters of a run of it. A storage without bytes is zeroed. */
enum st_code bench_run(const struct bench *b, bench_shader *shader, const void *what, uint32_t n,
                       uint32_t ctas, const struct launch_storage *storage,
                       struct gpu_counters *out, struct status *st);

/* The difference of the counters of runs of length `more` and `few`. */
enum st_code bench_growth(const struct bench *b, bench_shader *shader, const void *what,
                          uint32_t few, uint32_t more, uint32_t ctas,
                          const struct launch_storage *storage, struct gpu_counters *out,
                          struct status *st);

/* Subtracts all counters of `less`. */
void bench_subtract(struct gpu_counters *from, const struct gpu_counters *less);

/* One benchmark each, for microbench_kinds. */
enum st_code bench_launch(struct bench *b, struct status *st);
enum st_code bench_latency(struct bench *b, struct status *st);
enum st_code bench_throughput(struct bench *b, struct status *st);
enum st_code bench_branch(struct bench *b, struct status *st);
enum st_code bench_divergence(struct bench *b, struct status *st);
enum st_code bench_register_banks(struct bench *b, struct status *st);
enum st_code bench_coalescing(struct bench *b, struct status *st);
enum st_code bench_l1_bandwidth(struct bench *b, struct status *st);
enum st_code bench_chase(struct bench *b, struct status *st);
enum st_code bench_stream(struct bench *b, struct status *st);
enum st_code bench_rt_full(struct bench *b, struct status *st);
enum st_code bench_mshr(struct bench *b, struct status *st);
enum st_code bench_dram(struct bench *b, struct status *st);
enum st_code bench_rt(struct bench *b, struct status *st);
enum st_code bench_shared(struct bench *b, struct status *st);
enum st_code bench_barrier(struct bench *b, struct status *st);
enum st_code bench_atomic(struct bench *b, struct status *st);
