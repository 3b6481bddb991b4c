/* roofline.h -- the quantitative roofline model: predicts the time of a kernel on a GPU on which it
 * never ran (E. Konstantinidis, "A GPU performance estimation model based on micro-benchmarks and
 * black-box kernel profiling"; Konstantinidis and Cotronis, JPDC 107, 2017).
 *
 * A kernel is described by a profile on a reference GPU (Table 1), a GPU by the results of
 * micro-benchmarks (Table 3). All instructions share one pipeline and no instruction waits for a
 * result: the time is a lower bound if latencies are not hidden.
 *
 * The paper has no RT unit. Ours adds one more ceiling (roofline_trace_seconds). */
#pragma once

#include <stdbool.h>
#include <stdint.h>

enum { ROOFLINE_TRANSACTION_B = 32, ROOFLINE_WARP = 32 };

/* K_type: the type of the kernel's useful operations. */
enum roofline_type { ROOFLINE_FP32, ROOFLINE_FP64, ROOFLINE_INT, ROOFLINE_TYPES };
const char *roofline_type_name(enum roofline_type type); /* "fp32" */

/* Table 1: the profile of a kernel. Rows with "thread" count the lanes that executed the
 * instruction. */
struct roofline_profile {
    uint64_t fma32, fma64;            /* thread, multiply-adds: M_fma32, M_fma64 */
    uint64_t fp32, fp64, integer;     /* thread, including multiply-adds: M_fp32, M_fp64, M_int */
    uint64_t ldst;                    /* thread, loads and stores: M_ldst */
    uint64_t inst;                    /* warp instructions: M_inst */
    uint64_t dram_reads, dram_writes; /* transactions of 32 bytes: M_tran-r, M_tran-w */
    /* Counters of the RT units, which the paper lacks. */
    uint64_t trace_steps;        /* records of the longest lane, summed over trace instructions */
    uint64_t trace_requests;     /* requests to the L1D; equal ones of a warp count once */
    double trace_l2, trace_dram; /* shares of requests with data from L2, DRAM */
};

/* Table 2: the quantities of a kernel that follow from its profile. Ratios are not in percent. */
struct roofline_kernel {
    enum roofline_type type;                   /* K_type */
    double ops;                                /* useful operations, W_comp: eq. 2 */
    double bytes;                              /* traffic, W_traf: eq. 3 */
    double mix;                                /* operations per useful instruction, E_mix: eq. 4 */
    double dense_ops, dense_ldst, dense_other; /* shares of instructions: eq. 5 to 7 */
    double issued;                             /* issued thread instructions, I_total: eq. 9 */
};

/* Table 3: the throughputs of a GPU, in 1e9 per second and GB/s. A multiply-add is two
 * operations. */
struct roofline_gpu {
    double sp, dp;    /* T_SP, T_DP */
    double integer;   /* T_int: integer multiply-adds */
    double add, ldst; /* T_add, T_ldst: instructions of a thread */
    double bandwidth; /* B_mem */
    /* Throughputs of the RT units, which the paper lacks. */
    double places; /* traces that all units hold together */
    double steps; /* 1e9 steps of traces per second, if all places are taken and all data are in the
                     L1D */
    double requests;       /* 1e9 requests per second, of all units */
    double l2_ns, dram_ns; /* additional latency of data from there */
};

enum roofline_bound { ROOFLINE_COMPUTE, ROOFLINE_MEMORY, ROOFLINE_TRACE };
const char *roofline_bound_name(enum roofline_bound bound); /* "compute" */

struct roofline_prediction {
    double peak;                                 /* T_op: eq. 10 */
    double weight_op, weight_ldst, weight_other; /* W_op, W_ldst, W_other: eq. 11 to 13 */
    double efficiency;                           /* E_instr: eq. 17 */
    double attainable;                           /* T'_op: eq. 18 */
    double intensity, balance;                   /* O_krn, O_dev: operations per byte */
    double throughput;                   /* T_predicted: eq. 19, 1e9 operations per second */
    double compute_s, memory_s, trace_s; /* the time of each ceiling */
    double seconds;                      /* the largest of the three */
    enum roofline_bound bound;
};

void roofline_kernel_make(struct roofline_kernel *out, const struct roofline_profile *profile);

/* Predicts the time: eq. 10 to 19, and the RT units' ceiling if the profile has traces. Throughputs
 * that the profile needs must be above 0. A kernel without traffic is bound by computation; one
 * without operations of its type takes the time of its issued instructions, at a throughput of
 * 0. */
void roofline_predict(struct roofline_prediction *out, const struct roofline_profile *profile,
                      const struct roofline_gpu *gpu);

/* The RT units' ceiling, in seconds. A trace holds its place for the steps of its longest lane, one
 * after the other, and the number of places is limited (Little's law); each unit sends one request
 * per cycle:
 *
 *   max(trace_steps (places / steps + trace_l2 l2_ns + trace_dram dram_ns) / places,
 *       trace_requests / requests) */
double roofline_trace_seconds(const struct roofline_profile *profile,
                              const struct roofline_gpu *gpu);
