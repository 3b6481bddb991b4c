/* Shared memory of one SM: a chain of loads; loads, stores and atomics with conflicts in banks or
 * on words. */
#include "microbench/kernel.h"
#include "microbench/pipeline.h"

#include <math.h>
#include <stdio.h>

enum { LANES = 32, WORD_B = 4, ACCESSES = 8, FEW = 4, MORE = 12, CHAIN_FEW = 8, CHAIN_MORE = 40 };

/* The word holds its own address. */
static void chain(FILE *t, const struct bench *b, const void *what, uint32_t n)
{
    (void)b, (void)what;
    fprintf(t, "st.shared.u64 [%%rd1], %%rd1;\n");
    for (uint32_t i = 0; i < n; i++)
        fprintf(t, "ld.shared.u64 %%rd1, [%%rd1];\n");
}

static enum st_code latency(struct bench *b, struct status *st)
{
    const struct bench_kernel k = {
        .body = chain, .ctas = 1, .threads = LANES, .shared_B = 8, .bytes = 1};
    struct gpu_counters n;
    if (!bench_wants(b, "latency"))
        return ST_OK;
    TRY(bench_kernel_growth(b, &k, CHAIN_FEW, CHAIN_MORE, &n, st));
    return bench_report(b, "latency", (double)n.gpu.cycles / (CHAIN_MORE - CHAIN_FEW),
                        pipeline_shared(b->gpu, 1), 0, st);
}

enum kind { LOAD, STORE, ATOMIC };

struct accesses {
    enum kind kind;
    uint32_t stride; /* words from lane to lane */
};

/* Lane l of every warp accesses word l x stride. */
static void go(FILE *t, const struct bench *b, const void *what, uint32_t n)
{
    const struct accesses *a = what;
    (void)b;
    fprintf(t,
            "and.b32 %%r1, %%r0, 31;\nmul.wide.u32 %%rd2, %%r1, %u;\n"
            "add.s64 %%rd1, %%rd1, %%rd2;\n",
            a->stride * WORD_B);
    for (uint32_t i = 0; i < n * ACCESSES; i++) {
        if (a->kind == LOAD)
            fprintf(t, "ld.shared.u32 %%r%u, [%%rd1];\n", 2 + i % ACCESSES);
        else if (a->kind == STORE)
            fprintf(t, "st.shared.u32 [%%rd1], %%r1;\n");
        else
            fprintf(t, "atom.shared.add.u32 %%r%u, [%%rd1], 1;\n", 2 + i % ACCESSES);
    }
}

/* Most words in one bank; for atomics, most lanes on it. */
static uint32_t degree(const struct gpu_config *gpu, const struct accesses *a)
{
    uint32_t most = 1, banks = gpu->ldst.shared_banks;
    if (a->stride == 0)
        return a->kind == ATOMIC ? LANES : 1;
    for (uint32_t i = 0; i < LANES; i++) {
        uint32_t same = 0;
        for (uint32_t k = 0; k < LANES; k++)
            same += k * a->stride % banks == i * a->stride % banks;
        most = same > most ? same : most;
    }
    return most;
}

static enum st_code access_all(struct bench *b, const char *name, const struct accesses *a,
                               struct status *st)
{
    const struct bench_kernel k = {.body = go,
                                   .what = a,
                                   .ctas = 1,
                                   .threads = 2 * b->gpu->sm.schedulers * LANES,
                                   .shared_B = LANES * LANES * WORD_B,
                                   .bytes = 1};
    struct gpu_counters n;
    if (!bench_wants(b, name))
        return ST_OK;
    TRY(bench_kernel_growth(b, &k, FEW, MORE, &n, st));
    double accesses = (double)(n.ldst.shared_loads + n.ldst.shared_stores + n.ldst.shared_atomics);
    double expected = fmax(degree(b->gpu, a), pipeline_ldst_interval(b->gpu, 1));
    return bench_report(b, name, (double)n.gpu.cycles / accesses, expected, 0.02, st);
}

enum st_code bench_shared(struct bench *b, struct status *st)
{
    TRY(latency(b, st));
    for (uint32_t stride = 1; stride <= LANES; stride *= 2) {
        char name[32];
        snprintf(name, sizeof name, "load_stride_%u", stride);
        TRY(access_all(b, name, &(struct accesses){LOAD, stride}, st));
    }
    TRY(access_all(b, "load_one_word", &(struct accesses){LOAD, 0}, st));
    TRY(access_all(b, "store_stride_8", &(struct accesses){STORE, 8}, st));
    TRY(access_all(b, "atomic_own_words", &(struct accesses){ATOMIC, 1}, st));
    return access_all(b, "atomic_one_word", &(struct accesses){ATOMIC, 0}, st);
}
