/* workload_rows.h -- the table of compute kernels that come with the program. A kernel consists of
 * its row, sim/kernels/<name>.c, the kernel, and sim/workload/<name>.c, its inputs, launches and
 * results. The names accepted by `run` and `models`, the lists and the page of docs/reference are
 * generated from the rows.
 *
 *   ROW(name, unit, least, initial, most, stresses, summary)
 *
 * unit      unit of the size
 * least     least size
 * initial   default of --size
 * most      largest size, limited by the addresses of the buffers and by 32-bit indices, with a
 *           reserve
 * stresses  the parts of a GPU that the kernel is meant to load
 * summary   its result, in one line */
#pragma once

#define WORKLOADS(ROW)                                                                             \
    ROW(saxpy, "elements", 1, 262144, 1 << 26, "DRAM bandwidth, 4 bytes per access",               \
        "y = a x + y (BLAS, level 1)")                                                             \
    ROW(triad, "elements, whole fours", 4, 524288, 1 << 26, "DRAM bandwidth, 16 bytes per access", \
        "a = b + s c (STREAM)")                                                                    \
    ROW(hotspot, "cells of a side", 2, 256, 1 << 13, "caches, halos that diverge, barriers",       \
        "2 time steps of a 5-point stencil: the heat of a chip (Rodinia)")                         \
    ROW(reduce, "elements", 2, 262144, 1 << 26, "barriers, lanes that leave, shared memory",       \
        "a sum by trees in shared memory, launched until one element is left")                     \
    ROW(matmul, "rows and columns", 1, 128, 1 << 12, "multiply-adds, shared memory",               \
        "a product of square matrices, by tiles of 16 x 16 in shared memory")                      \
    ROW(histogram, "values", 1, 262144, 1 << 26,                                                   \
        "atomics in shared and global memory, divergence",                                         \
        "counts of values in linear and logarithmic bins")                                         \
    ROW(bfs, "vertices", 1, 16384, 1 << 20, "gathers, divergence, few active lanes",               \
        "breadth-first search of a random graph, a launch per level (Rodinia)")                    \
    ROW(kmeans, "points", 1, 8192, 1 << 20, "multiply-adds beside uniform loads",                  \
        "the nearest of 8 centres of points with 16 features (Rodinia)")                           \
    ROW(nbody, "bodies", 1, 1024, 1 << 16, "multiply-adds, special functions, shared memory",      \
        "accelerations of bodies by all pairs (GPU Gems 3)")                                       \
    ROW(gather, "threads", 1, 32768, 1 << 23, "memory latency, up to 32 sectors per load",         \
        "chains of 1 to 16 elements through a table of 8 per thread, each anywhere")
