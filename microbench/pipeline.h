/* pipeline.h -- what the pipeline of an SM foretells: from issue to issue, instructions per cycle.
 *
 * The order of a cycle (docs/model.md, "SM: order of a cycle") is writeback, execute, operand
 * collection, memory, issue. An instruction issued in cycle t enters a collector unit in the first
 * step of cycle t + 1, reads one register per bank and step, and is dispatched one step after the
 * last. An arithmetic unit takes it a cycle later; its result is written `latency` + 2 cycles after
 * that (the unit's input and its result register are the 2), and an instruction that needs it
 * issues in that very cycle. */
#pragma once

#include "sim/config/gpu_config.h"

/* Core cycle in which the first instruction of the first CTA is issued: launched at the end of
 * cycle launch_cycles, it is fetched in the next one, decoded in the same or, where there is one
 * fetch per cycle, in the one behind, and issued a cycle later. */
cycle_t pipeline_first_issue(const struct gpu_config *gpu);

/* Cycles from an instruction's issue to its dispatch to a unit. `reads`: most source registers
 * that lie in one bank. */
uint32_t pipeline_collect(const struct gpu_config *gpu, uint32_t reads);

/* Cycles from the issue of an arithmetic instruction to the write of its result. */
uint32_t pipeline_result(const struct gpu_config *gpu, uint32_t latency, uint32_t reads);

/* A stream of instructions of one kind. */
struct pipeline_stream {
    uint32_t units;    /* of the SM, that it can use */
    uint32_t interval; /* initiation interval */
    uint32_t latency;
    uint32_t reads;     /* most sources in one bank */
    double bank_uses;   /* reads and writes, per instruction, of the bank that has most */
    uint32_t in_flight; /* independent instructions, of all the warps of a scheduler */
};

/* Instructions per cycle and SM: the least of what schedulers, fetch, ports, collector units,
 * register banks, units and result bus can do, and of what is in flight. *bound is how far below
 * that a stream may stay: 2 %, but 30 % where two limits of different parts meet, as neither part
 * then has anything to spare for the other's waits, and 40 % where collectors take the oldest
 * instruction of a class only: a sub-core whose collectors are full then holds up the others
 * whenever its instruction is the oldest, and how often depends on the order in which the
 * schedulers began. */
double pipeline_rate(const struct gpu_config *gpu, const struct pipeline_stream *s, double *bound);

/* Register banks of a sub-core; register n of warp w lies in bank (n + w) mod that. */
uint32_t pipeline_banks(const struct gpu_config *gpu);

/* The most sources that lie in one bank, for an instruction that reads registers of these numbers
 * in the program. */
uint32_t pipeline_reads(const struct gpu_config *gpu, const uint32_t *registers, uint32_t n);

/* Cycles from the issue of a load to the look-up of its sector in the L1D; also the cycles from
 * load to use of an L1D hit. */
uint32_t pipeline_l1_hit(const struct gpu_config *gpu, uint32_t reads);

/* Cycles from load to use of a load from shared memory whose lanes meet in no bank. */
uint32_t pipeline_shared(const struct gpu_config *gpu, uint32_t reads);

/* Cycles from one instruction of the LDST unit to the next: at least those that it needs to be
 * given both by all sub-cores together; where they wait before the collectors, each sub-core
 * collects one at a time. */
double pipeline_ldst_interval(const struct gpu_config *gpu, uint32_t reads);
