/* digest.h -- what is left of a kernel's trace where caches and time are looked at for one GPU
 * after another: how often each warp executes each instruction, a sample of its accesses, and every
 * trace_ray in a few numbers. It is made once of a trace.
 *
 * The sample is one of addresses: of all blocks of 256 bytes those whose hash is 0 modulo `rate`,
 * with all accesses to them. A cache of 1 / rate of the size that sees this 1 / rate of the
 * addresses hits as often as the whole one, as reuse distances shrink by the same factor
 * (C. A. Waldspurger et al., "Efficient MRC Construction with SHARDS", FAST 2015). */
#pragma once

#include "sim/config/gpu_config.h"
#include "sim/trace/kernel_trace.h"

enum { DIGEST_BLOCK_B = 256 };

/* A sampled access to a sector, or the beginning of a trace. A turn is a memory instruction of the
 * warp, or a step of a walk. */
enum digest_kind {
    DIGEST_READ,
    DIGEST_WRITE,
    DIGEST_ATOMIC,
    DIGEST_TRACE,  /* addr: number of the trace; bytes: steps of its walk */
    DIGEST_RECORD, /* a record of the trace before; bytes: its kind */
    DIGEST_STORE,  /* of the RT unit; with the trace before */
};
struct digest_item {
    uint64_t addr;
    uint32_t turn;  /* of the warp, its traces taking none; of records and stores: of the trace */
    uint32_t bytes; /* of writes: bit i, byte i */
    uint32_t inst;  /* number of the instruction */
    uint32_t kind;  /* enum digest_kind */
};

/* A trace_ray. */
struct digest_trace {
    uint16_t fetched[RECORD_KINDS]; /* records that lanes of the warp fetch at the same step */
    uint16_t longest[RECORD_KINDS]; /* those of the longest lane */
    uint32_t rivals;                /* lanes that have at least 3/4 of its records, with it */
    uint32_t stores;                /* into tables, of spills and of results */
};

/* An instruction that a warp executes. */
struct digest_count {
    uint32_t inst;
    uint32_t issued, executed; /* by at least one lane */
};

/* Of all executions of an instruction. */
struct digest_inst {
    uint64_t n;             /* with lanes */
    uint64_t reads, writes; /* sectors; of shared memory, lanes */
    uint64_t port_cycles;   /* in which they enter the L1D (docs/model.md, "SM: load/store unit") */
};

struct digest {
    const struct kernel_trace *trace; /* borrowed */
    uint32_t rate;
    struct ldst_config ldst;     /* of the port cycles */
    struct rt_config rt;         /* of the stores: result_stores */
    struct digest_inst *insts;   /* by number */
    struct digest_item *items;   /* of all warps in turn */
    struct digest_count *counts; /* likewise, ascending */
    struct digest_trace *traces; /* likewise */
    /* Of each warp, and behind the last: its first. */
    uint32_t *first_item, *first_count, *first_trace;
    uint32_t n_items, room_items, n_counts, room_counts;
};

/* `rate` is taken for the power of two below it; 0: as many as leave some 2^18 sectors, at most 4.
 * *out is the caller's.
 */
enum st_code digest_create(struct digest **out, const struct kernel_trace *trace,
                           const struct gpu_config *config, uint32_t rate, struct status *st);
void digest_free(struct digest *d); /* NULL is a no-op */
/* Whether it is what digest_create() would make for that GPU. */
bool digest_fits(const struct digest *d, const struct gpu_config *config, uint32_t rate);
