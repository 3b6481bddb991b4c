/* warp.h -- the interface between the execution of warps and their timing.
 *
 * A timing model launches the CTAs of a kernel (ray-tracing pipelines: one warp each) and advances
 * the warps step by step. `next` and `active` are the next instruction and its lanes, so a
 * scheduler can read them at any time; step() executes it. The results of a warp never depend on
 * when it is stepped, so warps may be stepped in any order. One thread at a time starts warps;
 * different threads may step and end different warps concurrently. Timing decides when a warp
 * executes, never its results.
 *
 * This header does not depend on triangles, shaders or scenes: every instruction set (PTX made by
 * clang, dumps of Vulkan-Sim, synthetic streams of tests) implements it. */
#pragma once

#include "common/status.h"

#include <stdbool.h>
#include <stdint.h>

enum { WARP_LANES = 32, WARP_MAX_DST = 4, WARP_MAX_SRC = 16 };

/* Number of lanes in a mask; a compiler builtin would call a function on processors without the
 * instruction. */
static inline uint32_t warp_count_lanes(uint32_t lanes)
{
    lanes -= lanes >> 1 & 0x55555555u;
    lanes = (lanes & 0x33333333u) + (lanes >> 2 & 0x33333333u);
    return ((lanes + (lanes >> 4)) & 0x0f0f0f0fu) * 0x01010101u >> 24;
}

/* The cost class of an instruction: the rows of the latency tables (docs/model.md, "Latencies"). */
enum warp_op {
    OP_ALU, /* mov, setp, selp, cvt, logic, shifts, special registers, RT helper operations */
    OP_INT_ADD,
    OP_INT_MAX, /* includes min */
    OP_INT_MUL,
    OP_INT_MAD,
    OP_INT_DIV, /* includes rem */
    OP_FP_ADD,  /* includes sub */
    OP_FP_MAX,
    OP_FP_MUL,
    OP_FP_MAD,
    OP_FP_DIV,
    OP_DP_ADD,
    OP_DP_MAX,
    OP_DP_MUL,
    OP_DP_MAD,
    OP_DP_DIV,
    OP_SFU,       /* sqrt, rsqrt, rcp, sin, cos, ex2, lg2 */
    OP_BRANCH,    /* bra, call, ret */
    OP_EXIT,      /* ends the active lanes */
    OP_LOAD,      /* global, local and generic loads: through the L1D */
    OP_STORE,     /* includes image stores */
    OP_TRACE_RAY, /* goes to the RT unit */
    /* The following operations occur only in compute kernels. */
    OP_LOAD_SHARED, /* load from the CTA's shared memory */
    OP_STORE_SHARED,
    OP_ATOMIC_SHARED, /* reads, changes and writes; with or without a result */
    OP_ATOMIC,        /* on global memory, with a result */
    OP_REDUCE,        /* atomic on global memory without a result */
    OP_BARRIER,       /* its warp waits for all others of the CTA */
    /* The following operations occur only in machine code. */
    OP_SCALAR,      /* on the scalar unit: arithmetic on values of all lanes, masks of lanes, nop */
    OP_SCALAR_LOAD, /* load with one address for all lanes: through the scalar data cache */
    OP_WAIT,        /* s_waitcnt: its warp waits until its counters are as low as given */
    OP_COUNT
};

/* warp_op_shared: whether the operation's lanes have addresses in the CTA's shared memory.
 * warp_op_addresses: whether they have addresses in any memory. */
static inline bool warp_op_shared(enum warp_op op)
{
    return op == OP_LOAD_SHARED || op == OP_STORE_SHARED || op == OP_ATOMIC_SHARED;
}
static inline bool warp_op_addresses(enum warp_op op)
{
    return op == OP_LOAD || op == OP_STORE || op == OP_ATOMIC || op == OP_REDUCE ||
           warp_op_shared(op);
}

/* The class in which an instruction is counted: the classes of Vulkan-Sim's opcodes.def, by its
 * numbers. The cost of an instruction does not depend on it. */
enum inst_kind {
    KIND_NONE = 0,
    KIND_ALU = 1,      /* arithmetic, moves, comparisons, conversions, logic, the launch id */
    KIND_CONTROL = 3,  /* bra, call, ret, exit */
    KIND_SFU = 4,      /* sqrt, rsqrt, rcp, sin, cos, ex2, lg2 */
    KIND_MEMORY = 5,   /* ld, st */
    KIND_RT = 11,      /* operations of the ray-tracing pipeline, except the three kinds below */
    KIND_TRACE = 12,   /* trace_ray */
    KIND_CALL = 13,    /* calls of another stage's shader */
    KIND_TEXTURE = 14, /* reads of textures */
    INST_KINDS
};

/* The class in which a hardware profiler counts an instruction of OP_ALU or OP_SFU, by its operands
 * (CUDA Profiler User's Guide, inst_integer, inst_fp_32, inst_fp_64): arithmetic, comparisons,
 * logic and shifts; not moves, selections, conversions and logic of predicates. */
enum inst_operands { OPERANDS_OTHER, OPERANDS_INTEGER, OPERANDS_FP32, OPERANDS_FP64 };

/* The counters by which a warp of machine code tracks instructions in flight, instead of pending
 * registers: an instruction adds one to its counter when it issues and takes it back when its data
 * have arrived (RDNA 2 ISA, "Manually Inserted Wait States"). */
enum warp_counter {
    COUNTER_NONE,
    COUNTER_VM,   /* vmcnt: vector loads, atomics with a result, rays */
    COUNTER_VS,   /* vscnt: vector stores, atomics without a result */
    COUNTER_LGKM, /* lgkmcnt: shared memory (LDS), scalar loads */
    COUNTERS
};
enum { COUNTER_ANY = 255 }; /* as a limit in `until`: any value is low enough */

/* A decoded instruction; has the lifetime of the program.
 *
 * Registers have two numbers. Those in dst and src are the scoreboard's: an instruction waits while
 * one of them is pending. Those in writes and reads choose the bank of the register file, for reads
 * of operand collectors and for write-back. In most instruction sets both are equal
 * (warp_inst_collect_all); the dumps of Vulkan-Sim collect other numbers than they wait for. */
struct warp_inst {
    uint32_t pc;      /* byte address in instruction memory; the next one is size_B further */
    uint8_t op;       /* enum warp_op */
    uint8_t kind;     /* enum inst_kind */
    uint8_t operands; /* enum inst_operands */
    uint8_t n_dst, n_src;
    uint8_t n_writes, n_reads;
    bool predicate; /* dst[0] is a predicate */
    bool guarded;   /* the last source is the guard */
    bool allocates; /* the instruction, of a dump, gives each executed lane the address of a block,
                       and allocates the block unless it exists */
    uint8_t access_B;           /* bytes per lane, if it has addresses */
    uint16_t dst[WARP_MAX_DST]; /* destinations, predicates included */
    uint16_t src[WARP_MAX_SRC]; /* sources, including guard and address registers */
    uint16_t writes[WARP_MAX_DST];
    uint16_t reads[WARP_MAX_SRC]; /* equal numbers are read once */
    /* Set by warp_inst_finish: the least power of two of banks that puts each read into its own
     * bank; 0: there is none up to 128. */
    uint8_t own_banks;
    /* If not 0, threads may be reordered across warps before this instruction (warp_ops.reorder):
     * bytes of a thread's live registers there, at least 4. 0: they may not. */
    uint16_t reorder_B;
    /* The following members are for machine code. An instruction with a counter has no dst, and its
     * destinations are in writes. Scalar registers lie in no bank, so they are neither in writes
     * nor in reads. A scalar load adds to COUNTER_LGKM. */
    uint8_t size_B;          /* encoded bytes; 0: the 8 of an intermediate language */
    uint8_t counter;         /* enum warp_counter: the counter that it adds to */
    uint8_t until[COUNTERS]; /* OP_WAIT: by counter, the limit, or COUNTER_ANY */
    uint32_t number;         /* warp_inst_number() of machine code */
};

/* The number of an instruction in its program; numbers are consecutive. */
static inline uint32_t warp_inst_number(const struct warp_inst *inst)
{
    return inst->size_B ? inst->number : inst->pc / 8;
}

/* Sets writes and reads to dst and src: the register file uses the scoreboard's numbers. */
static inline void warp_inst_collect_all(struct warp_inst *inst)
{
    inst->n_writes = inst->n_dst;
    inst->n_reads = inst->n_src;
    for (uint32_t i = 0; i < WARP_MAX_DST; i++)
        inst->writes[i] = inst->dst[i];
    for (uint32_t i = 0; i < WARP_MAX_SRC; i++)
        inst->reads[i] = inst->src[i];
}

/* Computes the fields that follow from the instruction's registers. */
void warp_inst_finish(struct warp_inst *inst);

/* A record that a ray's traversal fetches (docs/model.md, "RT unit: records and tests"). */
enum record_kind {
    RECORD_HEADER,       /*  64 B: header of a TLAS or BLAS           */
    RECORD_INTERNAL,     /*  64 B: internal node, six box tests        */
    RECORD_INSTANCE,     /* 128 B: instance leaf, ray transform        */
    RECORD_DESCRIPTOR,   /*   8 B: primitive leaf descriptor           */
    RECORD_TRIANGLE,     /*  64 B: triangle test, no hit in range      */
    RECORD_TRIANGLE_HIT, /*  64 B: triangle test, hit in range: one result store follows */
    RECORD_PROCEDURAL,   /* 64 B: procedural leaf, tested by the intersection shader */
    RECORD_SPILL, /* 32 B: a sector of stack entries is stored when the test of the record before it
                     ends; nothing is fetched. Never a ray's first record */
    RECORD_REFILL,   /* 32 B: spilled stack entries are loaded back */
    RECORD_MICROMAP, /* 32 B: sector of the opacity micromap of the triangle before it, transparent
                        at the intersection */
    RECORD_MICROMAP_HIT, /* 32 B: micromap sector, not transparent: one result store follows */
    RECORD_BESIDE,       /* 64 B: internal node behind a leaf in the list, begun beside the leaf */
    /* The following records are in structures of compressed wide nodes, in place of their
     * counterparts above. */
    RECORD_WIDE,              /*  80 B: internal node, eight box tests */
    RECORD_WIDE_TRIANGLE,     /*  48 B: triangle test, no hit in range */
    RECORD_WIDE_TRIANGLE_HIT, /*  48 B: triangle test, hit in range    */
    RECORD_KINDS
};

/* A record: address and kind in one word. */
typedef uint64_t record_t;
static inline record_t record_make(enum record_kind kind, uint64_t addr)
{
    return addr << 4 | (record_t)kind;
}
static inline enum record_kind record_kind(record_t r)
{
    return (enum record_kind)(r & 15);
}
static inline uint64_t record_addr(record_t r)
{
    return r >> 4;
}
/* Whether the record is a leaf, beside which a node may be begun. */
static inline bool record_is_leaf(record_t r)
{
    enum record_kind kind = record_kind(r);
    return kind >= RECORD_TRIANGLE && kind <= RECORD_PROCEDURAL;
}
/* The bytes of a record; the only definition of record sizes. Records of 80 and 48 bytes are at
 * multiples of 16; all others touch no more 32-byte sectors than aligned ones would. So each record
 * touches its bytes, rounded up to whole sectors, at any address. */
static inline uint32_t record_bytes(record_t r)
{
    static const uint8_t bytes[RECORD_KINDS] = {64, 64, 128, 8,  64, 64, 64, 32,
                                                32, 32, 32,  64, 80, 48, 48};
    return bytes[record_kind(r)];
}

/* Whether the record's test ends with a hit in range, which is stored. */
static inline bool record_is_hit(enum record_kind kind)
{
    const uint32_t hits =
        1u << RECORD_TRIANGLE_HIT | 1u << RECORD_MICROMAP_HIT | 1u << RECORD_WIDE_TRIANGLE_HIT;
    return hits >> kind & 1;
}

/* The work of one lane's trace_ray in the RT unit. It is valid until the warp's next trace_ray,
 * which must therefore wait until the RT unit has finished this one, or until drop_records. */
struct ray_work {
    const record_t *records; /* in the order of the walk */
    uint32_t n_records;
    uint32_t n_nodes;        /* number of internal nodes, instance leaves and primitive leaves */
    uint32_t depth;          /* deepest level reached (docs/model.md, "Traversal") */
    uint32_t n_table_stores; /* stores into the intersection table: 2 per procedural leaf */
    const uint64_t *table_stores; /* addresses of these stores */
    uint64_t result_addr;     /* address of this lane's hit results; if traces leave records at new
                                 addresses, address of the record */
    uint64_t attributes_addr; /* address of the block of hit attributes that this trace allocates,
                                 before the record's; 0: none */
};

/* One executed instruction. */
struct warp_step {
    const struct warp_inst *inst;
    uint32_t active;   /* lanes that the SIMT stack selected */
    uint32_t executed; /* active lanes whose guard held: counted as thread instructions */
    /* Addresses of executed lanes, if warp_op_addresses(); for shared memory, relative to the CTA's
     * beginning. OP_SCALAR_LOAD: addr[0] is the address of its access_B bytes, for any active
     * lanes. If the instruction allocates: the block's address. */
    uint64_t addr[WARP_LANES];
    const struct ray_work *rays; /* OP_TRACE_RAY: WARP_LANES, valid for executed lanes */
};

struct warp;

/* The result of a sort of threads (warp_ops.reorder). A thread's key is the work that it does next:
 * a miss, or the shader of its hit and the hit's material. */
struct reordering {
    uint32_t threads, moved; /* number of active threads, and of those that changed warp or lane */
    uint32_t shaders_before, shaders_after; /* shaders per warp, miss shaders included, summed */
    uint32_t keys_before, keys_after;       /* keys per warp, summed */
};

struct warp_ops {
    /* Executes `next` for the lanes `active`, fills *step and advances. After a failure (a program
     * that reads outside every buffer, never ends, ...) the warp can only be ended. Must not be
     * called when next is NULL. */
    enum st_code (*step)(struct warp *w, struct warp_step *step, struct status *st);
    /* Permits to free the records of the warp's last trace_ray, which are not needed any more. */
    void (*drop_records)(struct warp *w);
    /* Returns the warp to its kernel, finished or not. */
    void (*end)(struct warp *w);
    /* Whether both warps are at the same instruction with the same call stack. NULL unless warps
     * may reach an instruction with reorder_B. */
    bool (*same_place)(const struct warp *a, const struct warp *b);
    /* Sorts the active threads of n warps by key, equal keys in the order of warp and lane, and
     * distributes them in this order to the active lanes. The warps must belong to one kernel and
     * be at the same place, and no thread may be stepping them. If the warps would not have fewer
     * keys than before, no thread moves. The active lanes of each warp and its reconvergence points
     * stay; each thread continues with the same results. */
    enum st_code (*reorder)(struct warp *const *warps, uint32_t n, struct reordering *out,
                            struct status *st);
};

struct warp {
    const struct warp_ops *ops;
    const struct warp_inst *next; /* NULL: every lane has exited */
    uint32_t active;
    uint64_t *resident; /* the timing model adds the core cycles of the warp's residency,
                           atomically; NULL: not needed */
};

struct kernel;
struct treelets;

struct kernel_ops {
    /* Starts the warps of CTA `cta`: kernel_cta_warps() of them, out[0] first. CTAs of compute
     * kernels are started in the order 0, 1, 2, ..., each once. */
    enum st_code (*start)(struct kernel *k, uint32_t cta, struct warp **out, struct status *st);
    void (*free)(struct kernel *k); /* all warps of the kernel must have been ended */
};

enum { KERNEL_DISPATCHES = 64 }; /* most dispatches of a kernel */

struct kernel {
    const struct kernel_ops *ops;
    uint32_t n_ctas;     /* dispatched in the order 0, 1, 2, ... */
    uint32_t registers;  /* per thread; limits the warps of an SM */
    uint64_t shared_end; /* memory below this address is read-only and common to all CTAs; above it
                            each CTA has its own */
    uint64_t allocated_from; /* memory from here on is allocated to threads while the kernel runs,
                                each block of 256 bytes at its first use; 0: none */
    uint32_t n_dispatches;   /* parts of the kernel, each of which begins when the one before has
                                ended; 0: one */
    uint32_t dispatch_ends[KERNEL_DISPATCHES]; /* the number of CTAs up to the end of each */
    uint32_t cta_warps;                        /* warps per CTA, at most KERNEL_CTA_WARPS; 0: one */
    uint32_t shared_B;                         /* bytes of shared memory of a CTA */
    const struct treelets *treelets; /* of the rays' records (treelets.h), borrowed; or NULL */
    bool machine_code; /* its warps wait by counters, have masks of lanes instead of a reconvergence
                          stack, and instructions of several sizes */
    const char *fixed; /* what kind of threads cannot be reordered (warp_ops.reorder), for messages,
                          a static string; NULL: threads can, or trace no rays */
};

/* The most warps of a CTA (1024 threads: CUDA C++ Programming Guide, "Compute Capabilities"). */
enum { KERNEL_CTA_WARPS = 32 };

static inline uint32_t kernel_cta_warps(const struct kernel *k)
{
    return k->cta_warps ? k->cta_warps : 1;
}
