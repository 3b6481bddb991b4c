/* kernel_trace.h -- what all warps of a kernel do, executed once and kept: for models that look at
 * the same instructions, addresses and rays for one GPU after another, without executing anything
 * again.
 *
 * What a warp does never depends on when it is stepped (warp.h), so that warps are executed one
 * after the other, on any number of threads; the trace is the same. A kernel's rays depend on the
 * GPU's traversal options (sim/functional/traversal/traverse.h): a trace is for GPUs that have the
 * same.
 *
 * How much memory that takes depends on the program: 16 bytes for a run of instructions with the
 * same lanes, 3 to some 80 bytes for the addresses of an instruction, 5 or 6 bytes for a record
 * that lanes of a warp visit together (sim/functional/record.h). kernel_trace_bytes() says it.
 *
 * How to read one:
 *
 *   struct kernel_trace_reader r;
 *   kernel_trace_start(&r, trace, cta * cta_warps + warp_of_cta);
 *   while (kernel_trace_next(&r, &step))
 *       if (record_has_addresses(step.inst->op)) kernel_trace_addresses(&r, addr);
 *       else if (step.inst->op == OP_TRACE_RAY)
 *           for (kernel_trace_rays(&r, work, &rays, NULL); record_rays_next(&rays, &group);) ...
 *
 * Who wants paths alone reads trace->warps[i].runs. */
#pragma once

#include "common/status.h"
#include "sim/functional/record.h"
#include "sim/functional/warp.h"

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

struct progress;

/* Plain data, to be read by any number of threads at once. */
struct kernel_trace {
    struct kernel shape;     /* of the kernel, without ops and treelets, which it may outlive */
    struct warp_inst *insts; /* by number (warp_inst_number), of its own; n_dst to own_banks of
                                those that no warp has executed are 0 and op is OP_COUNT */
    uint32_t n_insts;
    uint32_t *accesses;   /* by number: of the first from it on that has addresses or rays, or
                             n_insts */
    uint32_t n_warps;     /* of all CTAs */
    struct record *warps; /* of CTA 0 first */
    /* Of all warps: instructions, their active lanes, and those that executed them. */
    uint64_t instructions, active_lanes, thread_instructions;
};

struct kernel_trace_options {
    uint32_t threads;          /* 0: 1 */
    uint64_t most_bytes;       /* that the trace may take; 0: KERNEL_TRACE_MOST */
    struct progress *progress; /* advanced by one per CTA; may be NULL */
    const atomic_int *stop;    /* not 0: the run is to end early; may be NULL */
    double *helpers_cpu_s; /* gets the processor time of threads but the caller's; may be NULL */
};

#define KERNEL_TRACE_MOST (UINT64_C(4) << 30)

/* Executes all CTAs of the kernel, none of which was started. Fails as its warps do; with
 * ST_FAILED where the trace would take more than it may, or when it is stopped. */
enum st_code kernel_trace_create(struct kernel_trace **out, struct kernel *kernel,
                                 const struct kernel_trace_options *options, struct status *st);
void kernel_trace_free(struct kernel_trace *t); /* NULL is a no-op */
uint64_t kernel_trace_bytes(const struct kernel_trace *t);

/* A place in what a warp has done. */
struct kernel_trace_reader {
    const struct kernel_trace *trace;
    const struct record *record;
    uint32_t run, within;         /* next instruction: of the run, in it */
    uint32_t at;                  /* of the next addresses or rays */
    const struct warp_inst *last; /* whose addresses or rays were not read; NULL: none */
    uint32_t executed;            /* of it */
};

struct kernel_trace_step {
    const struct warp_inst *inst;
    uint32_t active, executed; /* as in struct warp_step */
};

void kernel_trace_start(struct kernel_trace_reader *r, const struct kernel_trace *t, uint32_t warp);
/* The warp's next instruction; false: it has ended. */
bool kernel_trace_next(
    struct kernel_trace_reader *r,
    struct kernel_trace_step *out); /* The warp's next instruction that some lane executed and that
                                       has addresses or rays. */
bool kernel_trace_next_access(struct kernel_trace_reader *r, struct kernel_trace_step *out);

/* Of the instruction that one of these two has given last, at most once, and only of its kind;
 * who does not ask passes over them. Of lanes that did not execute addr is left alone. */
void kernel_trace_addresses(struct kernel_trace_reader *r, uint64_t addr[WARP_LANES]);
/* record_rays_start() of record.h says what comes out; kernel_trace_stores() for how many addresses
 * `stores` needs room. */
void kernel_trace_rays(struct kernel_trace_reader *r, struct ray_work work[WARP_LANES],
                       struct record_rays *rays, uint64_t *stores);
uint32_t kernel_trace_stores(const struct kernel_trace_reader *r);
