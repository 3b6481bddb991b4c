/* exec_unit_params.h -- arithmetic units and the cost of every instruction class (Vulkan-Sim:
 * ptx_opcode_latency_*, ptx_opcode_initiation_*, gpgpu_num_*_units, EX_WB of pipeline_widths). */
#pragma once

#include "common/params.h"
#include "sim/config/unseen.h"

/* The parameters of an instruction class: latency and initiation interval. */
#define EXEC_COST(X, op, what)                                                                     \
    X(UINT, op##_latency, 1, 1000, "cycle", "latency of " what)                                    \
    X(UINT, op##_interval, 1, 1000, "cycle",                                                       \
      "initiation interval of " what ", at most its latency", NOT_INTERVAL)

/* Expands to F(X, class, its instructions) for every instruction class. */
#define EXEC_CLASSES(F, X)                                                                         \
    F(X, alu, "moves, logic, comparisons, branches")                                               \
    F(X, int_add, "integer add and sub")                                                           \
    F(X, int_max, "integer min and max")                                                           \
    F(X, int_mul, "integer mul")                                                                   \
    F(X, int_mad, "integer mad")                                                                   \
    F(X, int_div, "integer div and rem")                                                           \
    F(X, fp_add, "single-precision add and sub")                                                   \
    F(X, fp_max, "single-precision min and max")                                                   \
    F(X, fp_mul, "single-precision mul")                                                           \
    F(X, fp_mad, "single-precision mad")                                                           \
    F(X, fp_div, "single-precision div")                                                           \
    F(X, dp_add, "double-precision add and sub")                                                   \
    F(X, dp_max, "double-precision min and max")                                                   \
    F(X, dp_mul, "double-precision mul")                                                           \
    F(X, dp_mad, "double-precision mad")                                                           \
    F(X, dp_div, "double-precision div")                                                           \
    F(X, sfu, "sqrt, rsqrt, rcp, sin, cos, ex2, lg2")

#define EXEC_PARAMS(X)                                                                             \
    X(UINT, sp_units, 1, 64, "unit",                                                               \
      "units for single precision; shared out, a multiple of the schedulers", NOT_INTERVAL)        \
    X(UINT, int_units, 0, 64, "unit",                                                              \
      "units for integers and logic; shared out, a multiple of the schedulers; 0: SP units do it", \
      NOT_INTERVAL)                                                                                \
    X(UINT, sfu_units, 1, 64, "unit",                                                              \
      "units for special functions, divisions and double precision; shared out, a multiple of "    \
      "the schedulers",                                                                            \
      NOT_INTERVAL)                                                                                \
    X(UINT, writebacks, 1, 64, "result", "results of these units written back per cycle",          \
      NOT_FAST)                                                                                    \
    X(UINT, result_cycles, 0, 2, "cycle",                                                          \
      "from a unit's last stage to the issue of an instruction that needs the result: 2 by way "   \
      "of "                                                                                        \
      "the register file, as in Vulkan-Sim; 0 where it is forwarded")                              \
    X(UINT, scalar_latency, 1, 64, "cycle",                                                        \
      "from the issue of a scalar instruction to that of one that needs its result; of machine "   \
      "code alone",                                                                                \
      CYCLE_ALONE)                                                                                 \
    EXEC_CLASSES(EXEC_COST, X)

struct exec_config {
    EXEC_PARAMS(PARAM_FIELD)
};
