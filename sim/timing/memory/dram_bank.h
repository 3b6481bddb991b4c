/* dram_bank.h -- the banks of a DRAM channel and its command bus: which command is sent when
 * (docs/model.md, "DRAM").
 *
 * Time: DRAM cycles. A bank works on one request at a time: it precharges where another row is
 * open, activates, and sends as many read or write commands as the request's bytes take. Limits are
 * those of dram_params.h and, derived from them, tRCDWR = tRCD - (tWL + 1), tRTW = tCL + burst + 2
 * - tWL, tWTR = tWL + burst + tCDLR, tWTP = tWL + burst + tWR and tRTP = burst, where a burst takes
 * burst / transfers_per_cycle cycles. */
#pragma once

#include "sim/config/gpu_config.h"
#include "sim/timing/counters/gpu_counters.h"

enum { DRAM_MAX_BANKS = 64 }; /* a set of banks is a word */

/* The next command of a bank with a request. */
enum dram_want { DRAM_READ, DRAM_WRITE, DRAM_ACTIVATE, DRAM_PRECHARGE, DRAM_WANTS };

struct dram_bank {
    cycle_t from[DRAM_WANTS]; /* by command: the bank's own limits allow it from this cycle */
    uint32_t row;             /* the open row, or the last open one; 0 at first */
    uint32_t wanted_row;      /* row of its request */
    uint32_t packet;          /* packet of its request */
    uint16_t left;            /* column commands that the request still needs */
    bool open, writes;
    uint8_t want, group;
};

struct dram_banks {
    const struct dram_config *config;
    uint32_t n_banks, burst_cycles, rcdwr, rtw, wtr, wtp; /* derived timing */
    uint64_t busy;             /* banks with a request; each is ripe or unripe */
    uint64_t ripe[DRAM_WANTS]; /* banks whose own limits allow their next command */
    uint32_t turn;             /* the bank to look at first */
    cycle_t command_at;        /* no command can be sent before this cycle */
    cycle_t from[DRAM_WANTS];  /* limits that all banks share: tCCD, tRRD, tWTR, tRTW */
    cycle_t groups_column_from, groups_precharge_from; /* the latest of the groups' limits */
    cycle_t limits_until; /* a limit that makes the channel active holds until this cycle */
    /* Ring of the unripe banks, the first to ripen first. */
    uint32_t first_unripe, n_unripe;
    struct {
        cycle_t at;
        uint32_t bank;
    } unripe[DRAM_MAX_BANKS];
    uint64_t group_banks[DRAM_MAX_BANKS];
    cycle_t group_column_from[DRAM_MAX_BANKS];    /* by group: tCCDL */
    cycle_t group_precharge_from[DRAM_MAX_BANKS]; /* by group: tRTPL */
    struct dram_bank banks[DRAM_MAX_BANKS];
};

/* The column command of a cycle, if there was one. */
struct dram_column {
    bool sent;
    bool last; /* last command of its request; the bank is free now */
    bool write;
    uint32_t packet;
};

/* `config` is borrowed. */
void dram_banks_init(struct dram_banks *b, const struct dram_config *config);

/* The first bank of a non-empty set, from `turn` on. */
static inline uint32_t dram_first_in_turn(const struct dram_banks *b, uint64_t set)
{
    uint64_t behind = set >> b->turn << b->turn;
    return (uint32_t)__builtin_ctzll(behind ? behind : set);
}

/* Gives a free bank a request: `left` column commands to `row`. */
void dram_banks_assign(struct dram_banks *b, uint32_t bank, uint32_t packet, uint32_t row,
                       bool write, uint32_t left, cycle_t now);

/* Sends this cycle's commands; to be called if command_at <= now. Column commands wait while the
 * data pipe is full. *row is set if a row command was sent. Adds the commands to *count. */
struct dram_column dram_banks_command(struct dram_banks *b, cycle_t now, bool pipe_full, bool *row,
                                      struct dram_counters *count);
