/* sm_params.h -- warps, front end and operand collection of one SM (Vulkan-Sim: gpgpu_shader_*,
 * gpgpu_shmem_size, gpgpu_num_sched_per_core, gpgpu_operand_collector_*, gpgpu_num_reg_banks). */
#pragma once

#include "common/params.h"
#include "sim/config/unseen.h"

enum scheduler_policy { SCHEDULER_GTO, SCHEDULER_OLDEST, SCHEDULER_LRR };

/* Whether collector units, input registers and execution units belong to the sub-cores or are
 * shared by all. SHARED is Vulkan-Sim's: a sub-core has only its own issue registers and register
 * banks, and collectors take the oldest instruction of the first class that has one, or none. */
enum pipelines { PIPELINES_SUB_CORE, PIPELINES_SHARED };

#define SM_PARAMS(X)                                                                               \
    X(UINT, threads, 32, 2048, "thread", "most resident threads, a multiple of 32")                \
    X(UINT, registers, 1024, 1048576, "register", "32-bit registers of the register file")         \
    X(UINT, ctas, 1, 64, "CTA", "most resident CTAs")                                              \
    X(UINT, shared_B, 0, 1048576, "byte", "shared memory, which resident CTAs divide")             \
    X(UINT, schedulers, 1, 8, "scheduler",                                                         \
      "warp schedulers, one sub-core each; warp w is w mod n's")                                   \
    X(CHOICE, scheduler, ("gto", "oldest", "lrr"), 0, "",                                          \
      "order in which a scheduler looks at its warps: gto (the one issued last, then the oldest "  \
      "first), oldest, lrr (loose round robin: from the slot behind the one issued last on)",      \
      UNSEEN_NETWORK)                                                                              \
    X(UINT, fetches, 1, 16, "fetch", "instruction fetches per cycle, for one warp each", NOT_FAST) \
    X(UINT, buffer_B, 16, 240, "byte", "instructions that a warp has buffered; a fetch fills it",  \
      CYCLE_ALONE)                                                                                 \
    X(UINT, collectors, 1, 32, "unit",                                                             \
      "operand collector units; shared out, a multiple of the schedulers", NOT_INTERVAL)           \
    X(UINT, collector_ports, 1, 32, "instruction", "instructions entering collectors per step",    \
      NOT_FAST)                                                                                    \
    X(UINT, register_banks, 1, 64, "bank", "register file banks, a multiple of the schedulers")    \
    X(UINT, collector_steps, 1, 8, "step", "operand collection steps per cycle")                   \
    X(CHOICE, pipelines, ("sub_core", "shared"), 0, "",                                            \
      "collectors and execution units: sub_core: an equal share to each sub-core; shared: all "    \
      "serve all, the oldest instruction first",                                                   \
      NOT_FAST)                                                                                    \
    X(BOOL, collectors_held, 0, 0, "",                                                             \
      "loads, stores and traces whose unit is full hold their collectors; else they wait before "  \
      "them",                                                                                      \
      NOT_INTERVAL)                                                                                \
    X(UINT, barrier_cycles, 0, 1000, "core cycle",                                                 \
      "from the cycle in which a barrier's last warp comes until its warps go on, besides the "    \
      "next; "                                                                                     \
      "0: as in GPGPU-Sim",                                                                        \
      NOT_INTERVAL)                                                                                \
    X(UINT, barrier_warp_cycles, 0, 100, "core cycle", "the same for each warp that waits",        \
      NOT_INTERVAL)                                                                                \
    X(UINT_OR_0, predicate_cycles, 0, 100, "core cycle",                                           \
      "from an instruction that writes a predicate to one that it guards, at least; 0: as any "    \
      "result, as in GPGPU-Sim",                                                                   \
      CYCLE_ALONE)                                                                                 \
    X(UINT_OR_0, redirect_cycles, 0, 100, "core cycle",                                            \
      "from a taken branch to its target's issue, at least; 0: as fetch takes, as in GPGPU-Sim",   \
      CYCLE_ALONE)                                                                                 \
    X(BOOL, flush_l1d, 0, 0, "", "the L1D is emptied whenever the SM has no warp", CYCLE_ALONE)

struct sm_config {
    SM_PARAMS(PARAM_FIELD)
};
