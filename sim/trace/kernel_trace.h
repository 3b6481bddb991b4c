/* kernel_trace.h -- a recorded execution of all warps of a kernel: for models that read the same
 * instructions, addresses and rays for several GPUs, without executing them again.
 *
 * The results of a warp never depend on when it is stepped (warp.h), so warps are executed one
 * after the other, on any number of threads, and the trace is the same for each number. A kernel's
 * rays depend on the GPU's traversal options (sim/functional/traversal/traverse.h), so a trace
 * serves only GPUs with the same options.
 *
 * The size in memory depends on the program: 16 bytes for a run of instructions with the same
 * lanes, 3 to some 80 bytes for the addresses of an instruction, 5 or 6 bytes for a record that
 * lanes of a warp visit together (sim/functional/step_log.h). kernel_trace_bytes() returns it.
 *
 * To read a trace:
 *
 *   struct kernel_trace_reader r;
 *   kernel_trace_start(&r, trace, cta * cta_warps + warp_of_cta);
 *   while (kernel_trace_next(&r, &step))
 *     if (step_log_has_addresses(step.inst->op)) kernel_trace_addresses(&r, addr);
 *     else if (step.inst->op == OP_TRACE_RAY)
 *       for (kernel_trace_rays(&r, work, &rays, NULL); step_log_rays_next(&rays, &group);) ...
 *
 * To read only paths, use trace->warps[i].runs. */
#pragma once

#include "common/status.h"
#include "sim/functional/step_log.h"
#include "sim/functional/warp.h"

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

struct progress;

/* A trace. Any number of threads may read it concurrently. */
struct kernel_trace {
    struct kernel shape;     /* copy of the kernel, without ops and treelets; may be used when the
                                kernel has been freed */
    struct warp_inst *insts; /* by number (warp_inst_number): copies. If no warp has executed one,
                                its op is OP_COUNT, and n_dst to own_banks are 0 */
    uint32_t n_insts;
    uint32_t *accesses; /* by number: the first instruction from this one on with addresses or rays,
                           or n_insts */
    uint32_t n_warps;   /* warps of all CTAs */
    struct step_log *warps; /* records of warps, CTA 0 first */
    /* Sums over all warps: instructions, their active lanes, and the lanes that executed them. */
    uint64_t instructions, active_lanes, thread_instructions;
};

struct kernel_trace_options {
    uint32_t threads;          /* threads that may be used; 0: 1 */
    uint64_t most_bytes;       /* most bytes of the trace; 0: KERNEL_TRACE_MOST */
    struct progress *progress; /* advanced by one per CTA; may be NULL */
    const atomic_int *stop;    /* not 0: the run ends early; may be NULL */
    double *helpers_cpu_s; /* receives the processor time of all threads but the caller's; may be
                              NULL */
};

#define KERNEL_TRACE_MOST (UINT64_C(4) << 30)

/* Executes all CTAs of the kernel, none of which may have been started, and records them. Fails if
 * a warp fails; ST_FAILED if the trace would exceed most_bytes, or when it is stopped. */
enum st_code kernel_trace_create(struct kernel_trace **out, struct kernel *kernel,
                                 const struct kernel_trace_options *options, struct status *st);
void kernel_trace_free(struct kernel_trace *t); /* NULL is a no-op */
uint64_t kernel_trace_bytes(const struct kernel_trace *t);
/* The trace of n CTAs from CTA `first` on, a part of *t that is not freed. */
struct kernel_trace kernel_trace_part(const struct kernel_trace *t, uint32_t first, uint32_t n);

/* A reader's position in a warp's record. */
struct kernel_trace_reader {
    const struct kernel_trace *trace;
    const struct step_log *record;
    uint32_t run, within;         /* next instruction: its run, its position in the run */
    uint32_t at;                  /* position of the next addresses or rays */
    const struct warp_inst *last; /* one with unread addresses or rays; NULL: none */
    uint32_t executed;            /* executed lanes of `last` */
};

struct kernel_trace_step {
    const struct warp_inst *inst;
    uint32_t active, executed; /* as in struct warp_step */
};

void kernel_trace_start(struct kernel_trace_reader *r, const struct kernel_trace *t, uint32_t warp);
/* kernel_trace_next reads the warp's next instruction. kernel_trace_next_access reads the next one
 * that some lane executed and that has addresses or rays. False: the warp has no such instruction
 * left. */
bool kernel_trace_next(struct kernel_trace_reader *r, struct kernel_trace_step *out);
bool kernel_trace_next_access(struct kernel_trace_reader *r, struct kernel_trace_step *out);

/* Reads the addresses of the instruction returned last. May be called once, and only if the
 * instruction has addresses; without a call they are skipped. addr[] is unchanged for lanes that
 * did not execute the instruction. */
void kernel_trace_addresses(struct kernel_trace_reader *r, uint64_t addr[WARP_LANES]);
/* Reads the rays of the instruction returned last; may be called once, and only for a trace_ray.
 * step_log_rays_start() of step_log.h describes the result; kernel_trace_stores() returns the room
 * that `stores` needs. */
void kernel_trace_rays(struct kernel_trace_reader *r, struct ray_work work[WARP_LANES],
                       struct step_log_rays *rays, uint64_t *stores);
uint32_t kernel_trace_stores(const struct kernel_trace_reader *r);
/* The same with their records (step_log_keep_rays). */
enum st_code kernel_trace_keep_rays(struct kernel_trace_reader *r, struct step_log_kept *kept,
                                    struct status *st);
