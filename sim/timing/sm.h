/* sm.h -- one streaming multiprocessor: warps, front end, schedulers and units. It reaches memory
 * only through a mem_port.
 *
 * One core cycle, in this order (docs/model.md, "SM: order of a cycle"; Vulkan-Sim shader.cc 4817):
 * arithmetic results are written back, the arithmetic units accept, loads are written back,
 * operands are collected, the reply of the cycle is taken, the LDST and the RT unit work, every
 * scheduler issues at most one instruction, instructions are decoded and fetched, ended warps
 * leave.
 *
 * After a trace_ray a warp continues to issue until an instruction needs the result or is another
 * trace_ray: a warp has at most one trace in flight. */
#pragma once

#include "common/status.h"
#include "sim/config/clock.h"
#include "sim/config/gpu_config.h"
#include "sim/functional/warp.h"
#include "sim/timing/counters/gpu_counters.h"
#include "sim/timing/counters/timeline.h"
#include "sim/timing/memory/mem_port.h"
#include "sim/timing/residency.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

struct sm; /* opaque */

/* `config` and `mem` are borrowed and must outlive the SM. ST_USAGE if not even one CTA fits. */
enum st_code sm_create(struct sm **out, const struct gpu_config *config, uint32_t id,
                       const struct cta_needs *cta, const struct mem_port *mem, struct status *st);
/* Sets the nodes of its warps' rays, for the RT unit (rt_give_treelets): borrowed, NULL: none. To
 * be called before the first CTA. */
enum st_code sm_give_treelets(struct sm *s, const struct treelets *treelets, struct status *st);
/* From now on every tick visits every scheduler, which changes no count: for tests. */
void sm_every_cycle(struct sm *s);
/* Counts each of the program's n instructions; to be called before the first warp. */
enum st_code sm_count_insts(struct sm *s, uint32_t n, struct status *st);
/* Those counts, complete after sm_count(). */
const struct inst_counters *sm_insts(const struct sm *s);
void sm_free(struct sm *s); /* ends the warps that are still resident; NULL is a no-op */

bool sm_can_launch(const struct sm *s);
/* Takes a CTA of as many warps as the SM was created for. The SM owns the warps and ends them when
 * they finish. The SM then has work in cycle now + 1. */
void sm_launch(struct sm *s, struct warp *const *warps, cycle_t now);

/* Simulates core cycle `now`, which is later than all before. *next is the first later cycle in
 * which the SM has work without an outside event (CYCLE_NEVER: it needs a reply or a launch).
 * sm_tick must be called in that cycle and in every cycle in which a reply waits; it may be called
 * in any other, which changes no count. Skipped cycles are charged to the stall reason that held in
 * them. Fails if a warp fails. */
enum st_code sm_tick(struct sm *s, cycle_t now, cycle_t *next, struct status *st);

/* Promises that no reply comes before `cycle`, until the next call: ticks before it do not check
 * for one. At first there is no promise. */
void sm_no_reply_before(struct sm *s, cycle_t cycle);
bool sm_sends(const struct sm *s);        /* the next tick sends a request if it may */
uint32_t sm_resident(const struct sm *s); /* CTAs with a warp that has not left */
uint64_t sm_retired(const struct sm *s);  /* warp instructions retired, for the watchdog */
/* Adds the counters of cycles 0 to `end` (the kernel's last cycle), so its slots are schedulers x
 * (end + 1), to *into. The SM is not ticked afterwards. */
void sm_count(struct sm *s, cycle_t end, struct gpu_counters *into);
/* Samples the SM's counts of the cycles before `at`, all of which are complete. */
void sm_sample(const struct sm *s, cycle_t at, struct timeline_sm *out);
bool sm_first_slot(const struct sm *s);      /* whether a CTA occupies the SM's CTA slot 0 */
void sm_dump(const struct sm *s, FILE *out); /* the wait reason of each resident warp */
