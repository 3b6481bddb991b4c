/* dram_params.h -- a DRAM channel: its scheduler, its geometry, its timing (Vulkan-Sim:
 * gpgpu_dram_timing_opt and neighbours). A DRAM cycle is one cycle of the command clock
 * machine.dram_MHz. */
#pragma once

#include "common/params.h"
#include "sim/config/unseen.h"

/* Which bits of a bank's number give its group. */
enum bank_group_choice { BANK_GROUP_HIGH, BANK_GROUP_LOW };

/* The commands of a cycle. single: one, a column command before a row command. dual: one of each,
 * on separate buses. scan, as in Vulkan-Sim, whose one bus is scanned bank by bank: a row command
 * and a column command of a later bank. */
enum command_bus_choice { COMMAND_BUS_SINGLE, COMMAND_BUS_DUAL, COMMAND_BUS_SCAN };

#define DRAM_PARAMS(X)                                                                             \
    X(UINT, latency_cycles, 1, 10000, "core cycle", "from a slice's queue to the scheduler")       \
    X(UINT, scheduler_queue, 1, 4096, "request", "requests the FR-FCFS scheduler chooses from",    \
      NOT_INTERVAL | UNSEEN_GATSIM)                                                                \
    X(UINT, return_queue, 1, 4096, "request", "sectors read and not yet handed to a slice",        \
      NOT_INTERVAL | UNSEEN_GATSIM)                                                                \
    X(UINT, chips, 1, 64, "chip", "chips that make up the channel's data bus")                     \
    X(UINT, bus_B, 1, 64, "byte", "width of a chip's data bus")                                    \
    X(UINT, burst, 1, 256, "transfer", "burst length: transfers per column command")               \
    X(UINT, transfers_per_cycle, 1, 64, "transfer/DRAM cycle", "data rate over command rate",      \
      NOT_INTERVAL)                                                                                \
    X(UINT, banks, 1, 64, "bank", "banks, a power of two", NOT_INTERVAL)                           \
    X(UINT, bank_groups, 1, 64, "group", "bank groups; divides the banks",                         \
      NOT_INTERVAL | UNSEEN_GATSIM)                                                                \
    X(CHOICE, bank_group, ("high", "low"), 0, "",                                                  \
      "bits of a bank's number that name its group: high, low", NOT_INTERVAL | UNSEEN_GATSIM)      \
    X(CHOICE, command_bus, ("single", "dual", "scan"), 0, "",                                      \
      "commands of a cycle: single (one), dual (one row, one column), scan (as Vulkan-Sim)",       \
      NOT_INTERVAL | UNSEEN_GATSIM)                                                                \
    X(UINT, ccd, 1, 1000, "DRAM cycle", "column command to column command")                        \
    X(UINT, ccdl, 1, 1000, "DRAM cycle", "the same within a bank group", UNSEEN_GATSIM)            \
    X(UINT, rrd, 1, 1000, "DRAM cycle", "activate to activate, any bank", NOT_INTERVAL)            \
    X(UINT, rcd, 1, 1000, "DRAM cycle", "activate to read of a bank")                              \
    X(UINT, ras, 1, 1000, "DRAM cycle", "activate to precharge of a bank", NOT_INTERVAL)           \
    X(UINT, rp, 1, 1000, "DRAM cycle", "precharge to activate of a bank", NOT_INTERVAL)            \
    X(UINT, rc, 1, 1000, "DRAM cycle", "activate to activate of a bank", NOT_INTERVAL)             \
    X(UINT, cl, 1, 1000, "DRAM cycle", "read command to its data")                                 \
    X(UINT, wl, 1, 1000, "DRAM cycle", "write command to its data", NOT_INTERVAL)                  \
    X(UINT, cdlr, 0, 1000, "DRAM cycle", "end of write data to read command",                      \
      NOT_INTERVAL | UNSEEN_GATSIM)                                                                \
    X(UINT, wr, 0, 1000, "DRAM cycle", "end of write data to precharge of a bank",                 \
      NOT_INTERVAL | UNSEEN_GATSIM)                                                                \
    X(UINT, rtpl, 0, 1000, "DRAM cycle", "read to precharge within a bank group",                  \
      NOT_INTERVAL | UNSEEN_GATSIM)                                                                \
    X(UINT_OR_0, refi, 0, 1000000, "DRAM cycle", "refresh to refresh of a channel; 0: none",       \
      CYCLE_ALONE)                                                                                 \
    X(UINT_OR_0, rfc, 0, 100000, "DRAM cycle",                                                     \
      "that a refresh takes, in which the channel sends no command", CYCLE_ALONE)

struct dram_config {
    DRAM_PARAMS(PARAM_FIELD)
};
