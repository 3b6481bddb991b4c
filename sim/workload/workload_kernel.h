/* workload_kernel.h -- helpers for the kernels of workload_rows.h: buffers, random inputs,
 * launches, and comparison of results. Internal to sim/workload. */
#pragma once

#include "sim/workload/workload.h"
#include "sim/workload/workload_rows.h"

/* The functions of a kernel of the table. */
struct workload_ops {
    /* Adds the buffers (workload_buffer) and fills them. */
    enum st_code (*prepare)(struct workload *w, struct status *st);
    /* Sets up launch number w->launches (workload_launch), when all launches before it have been
     * executed. If there is none left, *more stays false. */
    enum st_code (*next)(struct workload *w, bool *more, struct status *st);
    /* Compares the buffers with plain C (workload_expect). */
    enum st_code (*check)(struct workload *w, struct status *st);
};

/* Declares saxpy_workload of saxpy.c, and so on. */
#define WORKLOAD_OPS(name, ...) extern const struct workload_ops name##_workload;
WORKLOADS(WORKLOAD_OPS)
#undef WORKLOAD_OPS

/* The words, and the floats, of a buffer; buffers are numbered in the order in which they were
 * added. */
static inline uint32_t *workload_words(const struct workload *w, uint32_t buffer)
{
    return (uint32_t *)(void *)w->memory.buffers[buffer].host;
}
static inline float *workload_reals(const struct workload *w, uint32_t buffer)
{
    return (float *)(void *)w->memory.buffers[buffer].host;
}

/* Adds a buffer of `words` 4-byte words, all zero; for 0 words it has one. */
enum st_code workload_buffer(struct workload *w, uint64_t words, struct status *st);

/* Element i of a random buffer: any word; a word below `bound`, which is above 0; a float in [0,
 * 1). */
uint32_t workload_word(const struct workload *w, uint32_t buffer, uint64_t i);
uint32_t workload_below(const struct workload *w, uint32_t buffer, uint64_t i, uint32_t bound);
float workload_real(const struct workload *w, uint32_t buffer, uint64_t i);
/* Adds a buffer of n floats of workload_real(). */
enum st_code workload_random(struct workload *w, uint64_t n, struct status *st);

/* An argument of a launch; arguments are in the order of the kernel's parameters. */
struct workload_argument {
    const void *value;
    uint32_t bytes;
};
#define WORKLOAD_VALUE(x)                                                                          \
    {                                                                                              \
        &(x), sizeof(x)                                                                            \
    }
#define WORKLOAD_BUFFER(w, buffer)                                                                 \
    {                                                                                              \
        &(w)->memory.buffers[buffer].addr, sizeof(uint64_t)                                        \
    }
/* The shape of a launch: along each axis as many whole CTAs as at least `threads` threads need. */
struct workload_shape {
    uint32_t threads_x, threads_y; /* along the grid */
    uint32_t block_x, block_y;     /* threads of a CTA; y 0: 1 */
};
enum st_code workload_launch(struct workload *w, struct workload_shape shape,
                             const struct workload_argument *arguments, uint32_t n,
                             struct status *st);
#define WORKLOAD_LAUNCH(w, st, shape, ...)                                                         \
    workload_launch(w, shape, (const struct workload_argument[]){__VA_ARGS__},                     \
                    sizeof((const struct workload_argument[]){__VA_ARGS__}) /                      \
                        sizeof(struct workload_argument),                                          \
                    st)

/* Compares the first n words of a buffer with the expected ones; `what` is the buffer's name in the
 * message. Floats that are both NaN are equal. */
enum st_code workload_expect_words(struct workload *w, uint32_t buffer, const char *what,
                                   const uint32_t *expected, uint64_t n, struct status *st);
enum st_code workload_expect_reals(struct workload *w, uint32_t buffer, const char *what,
                                   const float *expected, uint64_t n, struct status *st);
