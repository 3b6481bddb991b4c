/* digest.h -- a summary of a kernel's trace, from which caches and times of several GPUs are
 * computed: how often each warp executes each instruction, a sample of its accesses, and a few
 * numbers of every trace_ray. It is made once per trace.
 *
 * The sample selects addresses: the blocks of 256 bytes whose hash is 0 modulo `rate`, with all
 * accesses to them. A cache of 1 / rate of the size that gets this 1 / rate of the addresses has
 * the hit rate of the whole one, because reuse distances shrink by the same factor (C. A.
 * Waldspurger et al., "Efficient MRC Construction with SHARDS", FAST 2015). */
#pragma once

#include "sim/config/gpu_config.h"
#include "sim/trace/kernel_trace.h"

enum { DIGEST_BLOCK_B = 256 };

/* What an item of the sample is: an access to a sector, or the beginning of a trace. Time is
 * counted in turns: a turn is a memory instruction of the warp, or a step of a walk. */
enum digest_kind {
    DIGEST_READ,
    DIGEST_WRITE,
    DIGEST_ATOMIC,
    DIGEST_TRACE,  /* a trace begins; addr: its number; bytes: steps of its walk */
    DIGEST_RECORD, /* a record of the last trace; bytes: its kind */
    DIGEST_STORE,  /* a store of the RT unit, for the last trace */
};
struct digest_item {
    uint64_t addr;
    uint32_t turn; /* turn of the warp, not counting steps of walks; for records and stores: step of
                      the walk */
    uint32_t bytes; /* for writes: bit i: byte i */
    uint32_t inst;  /* number of the instruction */
    uint32_t kind;  /* enum digest_kind */
};

/* The numbers of a trace_ray. */
struct digest_trace {
    uint16_t fetched[RECORD_KINDS]; /* by kind: records that the trace fetches; lanes that fetch one
                                       in the same step count once */
    uint16_t longest[RECORD_KINDS]; /* by kind: records of the longest lane */
    uint32_t rivals; /* lanes with at least 3/4 of the longest lane's records, itself included */
    uint32_t stores; /* stores to tables, of spills and of results */
};

/* How often a warp issued an instruction, and how often with at least one lane. */
struct digest_count {
    uint32_t inst;
    uint32_t issued, executed;
};

/* Sums over all executions of an instruction. */
struct digest_inst {
    uint64_t n;             /* executions with at least one lane */
    uint64_t reads, writes; /* sectors that it reads and writes; for shared memory: lanes */
    /* Cycles in which sectors enter the L1D (docs/model.md, "SM: load/store unit"). */
    uint64_t port_cycles;
};

struct digest {
    const struct kernel_trace *trace; /* borrowed */
    uint32_t rate;
    struct ldst_config ldst;     /* parameters from which port cycles follow */
    struct rt_config rt;         /* parameters from which stores follow: result_stores */
    struct digest_inst *insts;   /* by number of the instruction */
    struct digest_item *items;   /* items of all warps, in order */
    struct digest_count *counts; /* counts of all warps, ascending by instruction within a warp */
    struct digest_trace *traces; /* traces of all warps, in order */
    /* By warp: index of its first item, count and trace. One more entry holds the number of all. */
    uint32_t *first_item, *first_count, *first_trace;
    uint32_t n_items, room_items, n_counts, room_counts;
};

/* Makes a digest. `rate` is rounded down to a power of two; 0: a rate is chosen that leaves about
 * 2^18 sectors, at most 4. The caller owns *out. */
enum st_code digest_create(struct digest **out, const struct kernel_trace *trace,
                           const struct gpu_config *config, uint32_t rate, struct status *st);
void digest_free(struct digest *d); /* NULL is a no-op */
/* Whether the digest equals the result of digest_create() for this GPU and rate. */
bool digest_fits(const struct digest *d, const struct gpu_config *config, uint32_t rate);
