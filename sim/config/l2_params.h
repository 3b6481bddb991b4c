/* l2_params.h -- the L2 slices of a memory partition (Vulkan-Sim: gpgpu_cache:dl2,
 * gpgpu_dram_partition_queues, gpgpu_l2_rop_latency). */
#pragma once

#include "common/params.h"
#include "sim/config/unseen.h"

/* What a slice records of a partly written sector: the written bytes or, as in Vulkan-Sim, only
 * that it cannot be read; then writing it again is a sector miss. */
enum partial_write_choice { PARTIAL_WRITE_BYTES, PARTIAL_WRITE_FLAG };

/* Whether reading a dirty line for its write-back occupies the data port: always or, as in
 * Vulkan-Sim, only if a write replaced the line. */
enum eviction_port_choice { EVICTION_PORT_ALWAYS, EVICTION_PORT_WRITES };

#define L2_PARAMS(X)                                                                               \
    X(UINT, slices, 1, 16, "slice", "slices in each memory partition, a power of two")             \
    X(UINT, rop_cycles, 1, 10000, "core cycle", "from the crossbar to a slice's request queue")    \
    X(UINT, sets, 1, 65536, "set", "sets of a slice, a power of two")                              \
    X(UINT, ways, 1, 65536, "line", "lines per set")                                               \
    X(UINT, line_B, 32, 256, "byte", "line size, a power of two; sectors have 32 bytes")           \
    X(CHOICE, set_index, ("linear", "ipoly"), 0, "",                                               \
      "set of a line: linear (low bits of its number), ipoly (modulo a polynomial)")               \
    X(CHOICE, partial_write, ("bytes", "flag"), 0, "",                                             \
      "partly written sectors: bytes (a further write hits), flag (it is a sector miss)")          \
    X(UINT, mshrs, 1, 65536, "entry", "sectors a slice may have on their way", CYCLE_ALONE)        \
    X(UINT, mshr_merges, 1, 1024, "request", "requests that one such sector may serve",            \
      CYCLE_ALONE)                                                                                 \
    X(UINT, miss_queue, 2, 4096, "request", "fetches and write-backs waiting for the DRAM queue",  \
      CYCLE_ALONE)                                                                                 \
    X(CHOICE_OR_0, fetch, ("sector", "pair"), 0, "",                                               \
      "that a read which misses fetches: its sector, or the aligned 64 bytes that it lies in",     \
      CYCLE_ALONE)                                                                                 \
    X(UINT, data_port_B, 1, 256, "byte/L2 cycle", "width of a slice's data array", UNSEEN_GPUMECH) \
    X(CHOICE, eviction_port, ("always", "writes"), 0, "",                                          \
      "reading a dirty line out uses the data port: always, writes (only where a write evicts)",   \
      NOT_INTERVAL | UNSEEN_GATSIM)                                                                \
    X(UINT, request_queue, 4, 4096, "request", "requests in front of a slice",                     \
      NOT_INTERVAL | UNSEEN_GATSIM)                                                                \
    X(UINT, dram_queue, 1, 4096, "request", "requests from a slice to its DRAM channel",           \
      NOT_INTERVAL | UNSEEN_GATSIM)                                                                \
    X(UINT, fill_queue, 1, 4096, "request", "sectors from the DRAM channel to a slice",            \
      CYCLE_ALONE)                                                                                 \
    X(UINT, reply_queue, 1, 4096, "request", "replies of a slice in front of the crossbar",        \
      CYCLE_ALONE)

enum l2_fetch { L2_FETCH_SECTOR, L2_FETCH_PAIR };

struct l2_config {
    L2_PARAMS(PARAM_FIELD)
};
