/* pipeline.h -- predictions for the pipeline of an SM: cycles from issue to issue, instructions per
 * cycle.
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
 * cycle launch_cycles, it is fetched in the next one, decoded in the same or, with one fetch per
 * cycle, in the one after, and issued a cycle later. */
cycle_t pipeline_first_issue(const struct gpu_config *gpu);

/* Cycles from an instruction's issue to its dispatch to a unit. `reads`: most source registers in
 * one bank. */
uint32_t pipeline_collect(const struct gpu_config *gpu, uint32_t reads);

/* Cycles from the issue of an arithmetic instruction to the write of its result. */
uint32_t pipeline_result(const struct gpu_config *gpu, uint32_t latency, uint32_t reads);

/* A stream of instructions of one kind. */
struct pipeline_stream {
    uint32_t units;    /* usable units of the SM */
    uint32_t interval; /* initiation interval */
    uint32_t latency;
    uint32_t reads;     /* most sources in one bank */
    double bank_uses;   /* reads and writes, per instruction, of the most used bank */
    uint32_t in_flight; /* independent instructions of all the warps of a scheduler */
};

/* Instructions per cycle and SM: the least of the limits of schedulers, fetch, ports, collector
 * units, register banks, units and result bus, and of the instructions in flight. *bound is the
 * allowed distance below that: 2 %, but 30 % if two limits of different parts coincide, because
 * neither part can then hide the other's waits, and 40 % if collectors take only the oldest
 * instruction of a class: a sub-core whose collectors are full then stalls the others whenever its
 * instruction is the oldest, which depends on the order in which the schedulers began. */
double pipeline_rate(const struct gpu_config *gpu, const struct pipeline_stream *s, double *bound);

/* Register banks of a sub-core; register n of warp w is in bank (n + w) mod that. */
uint32_t pipeline_banks(const struct gpu_config *gpu);

/* The most sources in one bank, for an instruction that reads registers of these numbers in the
 * program. */
uint32_t pipeline_reads(const struct gpu_config *gpu, const uint32_t *registers, uint32_t n);

/* Cycles from the issue of a load to the look-up of its sector in the L1D; also the cycles from
 * load to use of an L1D hit. */
uint32_t pipeline_l1_hit(const struct gpu_config *gpu, uint32_t reads);

/* Cycles from load to use of a load from shared memory without bank conflicts. */
uint32_t pipeline_shared(const struct gpu_config *gpu, uint32_t reads);

/* Cycles from one instruction of the LDST unit to the next: at least those in which all sub-cores
 * together deliver both; if they wait before the collectors, each sub-core collects one at a
 * time. */
double pipeline_ldst_interval(const struct gpu_config *gpu, uint32_t reads);
