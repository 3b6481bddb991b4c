/* gpu.h -- what a compute kernel may use: its place in the grid, memory that a CTA shares, the
 * barrier, atomics (PTX ISA, "Special Registers", "Parallel Synchronization and Communication").
 *
 * Kernels are C, compiled by clang to PTX (scripts/shaders). A file has one kernel: its only
 * function that is not static, whose parameters are those of a launch. Pointers into buffers are
 * GLOBAL, so that an access is one instruction of global memory.
 *
 *     void scale(unsigned n, float by, GLOBAL float *x)
 *     {
 *         unsigned i = gpu_thread();
 *         if (i < n)
 *             x[i] *= by;
 *     }
 */
#pragma once

#define GLOBAL __attribute__((address_space(1)))
/* An array of a CTA's threads, in a function or outside: SHARED float tile[256]; zeros at first. */
#define SHARED static __attribute__((address_space(3)))

/* The place of a thread in its CTA, and of the CTA in the grid; how many there are of both. */
#define GPU_AXIS(axis)                                                                             \
    static inline unsigned gpu_thread_##axis(void)                                                 \
    {                                                                                              \
        return __nvvm_read_ptx_sreg_tid_##axis();                                                  \
    }                                                                                              \
    static inline unsigned gpu_threads_##axis(void)                                                \
    {                                                                                              \
        return __nvvm_read_ptx_sreg_ntid_##axis();                                                 \
    }                                                                                              \
    static inline unsigned gpu_cta_##axis(void)                                                    \
    {                                                                                              \
        return __nvvm_read_ptx_sreg_ctaid_##axis();                                                \
    }                                                                                              \
    static inline unsigned gpu_ctas_##axis(void)                                                   \
    {                                                                                              \
        return __nvvm_read_ptx_sreg_nctaid_##axis();                                               \
    }
GPU_AXIS(x)
GPU_AXIS(y)
GPU_AXIS(z)
#undef GPU_AXIS

/* The thread's number along the axis x of the whole grid. */
static inline unsigned gpu_thread(void)
{
    return gpu_cta_x() * gpu_threads_x() + gpu_thread_x();
}

/* Waits for all threads of the CTA, which all must come here, those of a warp together. */
static inline void gpu_barrier(void)
{
    __syncthreads();
}

/* Adds with no other thread in between and gives what was there; of integers in GLOBAL or SHARED
 * memory. Clang's other __sync_fetch_and_... work as well. */
#define gpu_atomic_add(pointer, value) __sync_fetch_and_add(pointer, value)

/* The same for who does not want to know what was there: nothing waits for it. */
static inline void gpu_reduce_add(GLOBAL unsigned *at, unsigned value)
{
    __asm__ volatile("red.global.add.u32 [%0], %1;" ::"l"(at), "r"(value) : "memory");
}

/* a b + c, rounded once. The compiler's options keep it from making these by itself, so that a
 * kernel computes what it says. */
static inline float gpu_fma(float a, float b, float c)
{
    return __builtin_fmaf(a, b, c);
}

/* 1 / sqrt(x) of a special function unit. */
static inline float gpu_rsqrt(float x)
{
    return __nvvm_rsqrt_approx_f(x);
}
