/* gpu.h -- what a compute kernel may use: its place in the grid, memory that a CTA shares, the
 * barrier, atomics (PTX ISA, "Special Registers", "Parallel Synchronization and Communication").
 *
 * Kernels are C, compiled by clang to PTX and to AMD's machine code (scripts/shaders). A file has
 * one kernel: its only function that is not static, whose parameters are those of a launch.
 * Pointers into buffers are GLOBAL, so that an access is one instruction of global memory.
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
#ifdef __AMDGCN__ /* has no loader, so that the compiler refuses the zeros of the language */
#define SHARED static __attribute__((address_space(3), loader_uninitialized))
#else
#define SHARED static __attribute__((address_space(3)))
#endif

/* The place of a thread in its CTA, and of the CTA in the grid; how many there are of both. */
#ifdef __AMDGCN__ /* where they are counted in the packet that dispatched the grid */
#define GPU_THREAD(axis)  __builtin_amdgcn_workitem_id_##axis()
#define GPU_THREADS(axis) __builtin_amdgcn_workgroup_size_##axis()
#define GPU_CTA(axis)     __builtin_amdgcn_workgroup_id_##axis()
#define GPU_CTAS(axis)    (__builtin_amdgcn_grid_size_##axis() / GPU_THREADS(axis))
#else
#define GPU_THREAD(axis)  __nvvm_read_ptx_sreg_tid_##axis()
#define GPU_THREADS(axis) __nvvm_read_ptx_sreg_ntid_##axis()
#define GPU_CTA(axis)     __nvvm_read_ptx_sreg_ctaid_##axis()
#define GPU_CTAS(axis)    __nvvm_read_ptx_sreg_nctaid_##axis()
#endif
#define GPU_AXIS(axis)                                                                             \
    static inline unsigned gpu_thread_##axis(void)                                                 \
    {                                                                                              \
        return GPU_THREAD(axis);                                                                   \
    }                                                                                              \
    static inline unsigned gpu_threads_##axis(void)                                                \
    {                                                                                              \
        return GPU_THREADS(axis);                                                                  \
    }                                                                                              \
    static inline unsigned gpu_cta_##axis(void)                                                    \
    {                                                                                              \
        return GPU_CTA(axis);                                                                      \
    }                                                                                              \
    static inline unsigned gpu_ctas_##axis(void)                                                   \
    {                                                                                              \
        return GPU_CTAS(axis);                                                                     \
    }
GPU_AXIS(x)
GPU_AXIS(y)
GPU_AXIS(z)
#undef GPU_AXIS
#undef GPU_THREAD
#undef GPU_THREADS
#undef GPU_CTA
#undef GPU_CTAS

/* The thread's number along the axis x of the whole grid. */
static inline unsigned gpu_thread(void)
{
    return gpu_cta_x() * gpu_threads_x() + gpu_thread_x();
}

/* Waits for all threads of the CTA, which all must come here, those of a warp together. */
static inline void gpu_barrier(void)
{
#ifdef __AMDGCN__
    __builtin_amdgcn_fence(__ATOMIC_RELEASE, "workgroup");
    __builtin_amdgcn_s_barrier();
    __builtin_amdgcn_fence(__ATOMIC_ACQUIRE, "workgroup");
#else
    __syncthreads();
#endif
}

/* Adds with no other thread in between and gives what was there; of integers in GLOBAL or SHARED
 * memory. Clang's other __sync_fetch_and_... work as well. */
#ifdef __AMDGCN__ /* without the memory fences of the other form */
#define gpu_atomic_add(pointer, value) __atomic_fetch_add(pointer, value, __ATOMIC_RELAXED)
#else
#define gpu_atomic_add(pointer, value) __sync_fetch_and_add(pointer, value)
#endif

/* Adds without a result, so that nothing waits for it. */
static inline void gpu_reduce_add(GLOBAL unsigned *at, unsigned value)
{
#ifdef __AMDGCN__
    __atomic_fetch_add(at, value, __ATOMIC_RELAXED);
#else
    __asm__ volatile("red.global.add.u32 [%0], %1;" ::"l"(at), "r"(value) : "memory");
#endif
}

/* a b + c, rounded once. The compiler's options keep it from fusing by itself, so that a
 * kernel computes exactly what is written. */
static inline float gpu_fma(float a, float b, float c)
{
    return __builtin_fmaf(a, b, c);
}

/* 1 / sqrt(x) of a special function unit. */
static inline float gpu_rsqrt(float x)
{
#ifdef __AMDGCN__
    return __builtin_amdgcn_rsqf(x);
#else
    return __nvvm_rsqrt_approx_f(x);
#endif
}
