/* sm_params.h -- warps, front end and operand collection of one SM (Vulkan-Sim: gpgpu_shader_*,
 * gpgpu_num_sched_per_core, gpgpu_operand_collector_*, gpgpu_num_reg_banks). */
#ifndef SIM_TIMING_SM_PARAMS_H
#define SIM_TIMING_SM_PARAMS_H

#include "common/params.h"

enum scheduler_policy { SCHEDULER_GTO, SCHEDULER_OLDEST };
extern const char *const scheduler_choices[];

/* Which instructions the ports of the collectors look at. Vulkan-Sim looks at the oldest of each
 * class only, so that a full sub-core holds back the class in all others. */
enum collector_order { COLLECTOR_SUB_CORE, COLLECTOR_OLDEST };
extern const char *const collector_order_choices[];

#define SM_PARAMS(X)                                                                               \
    X(UINT, threads, 32, 2048, "thread", "most resident threads, a multiple of 32")                \
    X(UINT, registers, 1024, 1048576, "register", "32-bit registers of the register file")         \
    X(UINT, ctas, 1, 64, "CTA", "most resident CTAs, one warp each")                               \
    X(UINT, schedulers, 1, 8, "scheduler",                                                         \
      "warp schedulers, one sub-core each; warp w is w mod n's")                                   \
    X(CHOICE, scheduler, 0, 0, "", "order in which a scheduler looks at its warps")                \
    X(UINT, fetches, 1, 16, "fetch", "instruction fetches of two instructions per cycle")          \
    X(UINT, collectors, 1, 32, "unit", "operand collector units, a multiple of the schedulers")    \
    X(UINT, collector_ports, 1, 32, "instruction", "instructions entering collectors per step")    \
    X(UINT, register_banks, 1, 64, "bank", "register file banks, a multiple of the schedulers")    \
    X(UINT, collector_steps, 1, 8, "step", "operand collection steps per cycle")                   \
    X(CHOICE, collector_order, 0, 0, "",                                                           \
      "sub_core: every sub-core enters its own; oldest: the oldest of a class over all "           \
      "sub-cores, or none")                                                                        \
    X(BOOL, collectors_held, 0, 0, "",                                                             \
      "loads, stores and traces whose unit is full hold their collectors; else they wait before "  \
      "them")                                                                                      \
    X(BOOL, flush_l1d, 0, 0, "", "the L1D is emptied whenever the SM has no warp")

struct sm_config {
    SM_PARAMS(PARAM_FIELD)
};

#endif
